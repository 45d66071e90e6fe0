// SPDX-License-Identifier: MIT
// Turns proofs into a table for people.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/message.h"
#include "cli/verify.h"

enum { WIDTH = 80 };

static const char *const verdict_words[] = { "pass", "FAIL", "not checked" };
static const char *const verdict_colours[] = { "\033[32m", "\033[1;31m", "\033[33m" };

// "0", "0.00195", "1.2e-08": short enough for a column, and never a rounded-down failure.
static const char *figure(char text[24], double value)
{
    if (isnan(value))
        snprintf(text, 24, "no number");
    else
        snprintf(text, 24, value == floor(value) && fabs(value) < 1e7 ? "%.0f" : "%.4g", value);
    return text;
}

// Words from column `indent` on, up to WIDTH.
static void add_wrapped(int indent, const char *words, struct hexfog_text *text)
{
    int column = 0;
    while (*words) {
        int length = (int)strcspn(words, " ");
        bool is_first = column == 0;
        if (is_first || column + 1 + length > WIDTH) {
            hexfog_text_print(text, "%s%*s", is_first ? "" : "\n", indent, "");
            column = indent;
        } else {
            hexfog_text_add(text, " ");
            column++;
        }
        hexfog_text_add_bytes(text, words, (size_t)length);
        column += length;
        words += length + (words[length] == ' ');
    }
    hexfog_text_add(text, "\n");
}

// The same of text that drivers and files may have had a hand in.
static void add_foreign(int indent, const char *words, struct hexfog_text *text)
{
    struct hexfog_text visible = { 0 };
    hexfog_text_add_visible(&visible, words);
    if (visible.bytes)
        add_wrapped(indent, visible.bytes, text);
    text->failed |= visible.failed;
    hexfog_text_free(&visible);
}

// What was checked, and where and how far it is off; or why it was not.
static void explain(const struct hexfog_check *check, struct hexfog_text *text)
{
    if (check->verdict == HEXFOG_FAIL || !check->detail[0])
        add_foreign(6, check->what, text);
    if (check->detail[0])
        add_foreign(6, check->detail, text);
}

static void add_check(const struct hexfog_check *check, bool in_colour, struct hexfog_text *text)
{
    char measured[24], bound[24];
    bool is_made = check->verdict != HEXFOG_NOT_CHECKED;
    hexfog_text_print(text, "  %-28s %12s %12s %-7s %s%s%s\n", check->id,
                      is_made ? figure(measured, check->measured) : "-",
                      is_made ? figure(bound, check->bound) : "-", is_made ? check->unit : "",
                      in_colour ? verdict_colours[check->verdict] : "",
                      verdict_words[check->verdict], in_colour ? "\033[0m" : "");
    if (check->verdict != HEXFOG_PASS)
        explain(check, text);
}

static void add_head(const struct hexfog_verified *verified, struct hexfog_text *text)
{
    const struct hexfog_proof *proof = verified->proof;
    hexfog_text_add_visible(text, verified->path);
    hexfog_text_add(text, "\n");
    if (proof->is_read)
        hexfog_text_print(text, "  %d x %d, level_scale %.9g, levels 0..%d\n",
                          (int)proof->info.width_px, (int)proof->info.height_px,
                          proof->expected.level_scale, (int)proof->expected.max_level);
}

static void add_gpu(const struct hexfog_proof *proof, struct hexfog_text *text)
{
    char words[sizeof proof->gl_renderer + sizeof proof->gl_version + sizeof proof->gl_origin + 32];
    if (!proof->has_gl)
        return;
    bool says_gl = strncmp(proof->gl_version, "OpenGL", 6) == 0; // as OpenGL ES does
    snprintf(words, sizeof words, "drawn by %s, %s%s, %s", proof->gl_renderer,
             says_gl ? "" : "OpenGL ", proof->gl_version, proof->gl_origin);
    add_foreign(2, words, text);
}

static bool has_failed(const struct hexfog_proof *proof, const char *id_begin)
{
    for (size_t i = 0; i < proof->checks.count; i++)
        if (strncmp(proof->checks.list[i].id, id_begin, strlen(id_begin)) == 0
            && proof->checks.list[i].verdict != HEXFOG_PASS)
            return true;
    return false;
}

// A cause, or who is left to blame.
static const char *blame(const struct hexfog_proof *proof)
{
    if (proof->likely != HEXFOG_LIKELY_NONE)
        return hexfog_likely_meaning(proof->likely);
    if (has_failed(proof, "cpu.level") || has_failed(proof, "cpu.metadata"))
        return "no known mistake makes these texels; was the description changed since? then bake"
               " again";
    return has_failed(proof, "cpu.") ? "no cause beyond what is told above"
                                     : "the file is right, what is drawn is not";
}

static void add_verdict(const struct hexfog_verified *verified, bool in_colour,
                        struct hexfog_text *text)
{
    const struct hexfog_proof *proof = verified->proof;
    int colour = verified->status == HEXFOG_OK ? HEXFOG_PASS
               : verified->status == HEXFOG_NO ? HEXFOG_FAIL : HEXFOG_NOT_CHECKED;
    size_t failed = hexfog_checks_failed(&proof->checks), count = proof->checks.count;
    char words[256];
    if (verified->status == HEXFOG_OK && proof->has_gl)
        snprintf(words, sizeof words, "proven: all %zu checks pass", count);
    else if (verified->status == HEXFOG_OK)
        snprintf(words, sizeof words, "right: all %zu checks on the CPU pass, nothing was drawn",
                 count);
    else if (verified->status == HEXFOG_NO)
        snprintf(words, sizeof words, "FAILED: %zu of %zu checks; likely %s: %s", failed, count,
                 hexfog_likely_word(proof->likely), blame(proof));
    else
        snprintf(words, sizeof words, "not proven (%s)", hexfog_status_name(verified->status));
    hexfog_text_add(text, in_colour ? verdict_colours[colour] : "");
    add_wrapped(2, words, text);
    hexfog_text_add(text, in_colour ? "\033[0m" : "");
}

static void add_texture(const struct hexfog_verified *verified, bool in_colour,
                        struct hexfog_text *text)
{
    const struct hexfog_checks *checks = &verified->proof->checks;
    hexfog_text_add(text, text->length ? "\n" : "");
    add_head(verified, text);
    add_gpu(verified->proof, text);
    if (checks->count)
        hexfog_text_print(text, "  %-28s %12s %12s\n", "check", "measured", "bound");
    for (size_t i = 0; i < checks->count; i++)
        add_check(&checks->list[i], in_colour, text);
    add_verdict(verified, in_colour, text);
}

// The end of a long report, where the eye rests.
static void add_sum(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    size_t right = 0, wrong = 0;
    for (size_t i = 0; i < run->count; i++) {
        right += run->list[i].status == HEXFOG_OK;
        wrong += run->list[i].status == HEXFOG_NO;
    }
    hexfog_text_print(text, "\n%zu textures: %zu right, %zu wrong, %zu not proven\n", run->count,
                      right, wrong, run->count - right - wrong);
}

void hexfog_verify_as_text(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    bool in_colour = hexfog_wants_color(run->request.settings, STDOUT_FILENO);
    bool is_quiet = run->request.settings->quiet;
    for (size_t i = 0; i < run->count; i++)
        if (!is_quiet || run->list[i].status != HEXFOG_OK)
            add_texture(&run->list[i], in_colour, text);
    if (run->count > 1 && !(is_quiet && run->status == HEXFOG_OK))
        add_sum(run, text);
}
