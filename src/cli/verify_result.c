// SPDX-License-Identifier: MIT
// Turns proofs into a table for people and a JUnit report.
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "base/alloc.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/verify.h"

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

static void add_check(const struct hexfog_check *check, bool in_colour, struct hexfog_text *text)
{
    char measured[24], bound[24];
    bool is_made = check->verdict != HEXFOG_NOT_CHECKED;
    hexfog_text_print(text, "  %-28s %12s %12s %-7s %s%s%s\n", check->id,
                      is_made ? figure(measured, check->measured) : "-",
                      is_made ? figure(bound, check->bound) : "-", is_made ? check->unit : "",
                      in_colour ? verdict_colours[check->verdict] : "",
                      verdict_words[check->verdict], in_colour ? "\033[0m" : "");
    if (check->verdict == HEXFOG_PASS || !check->detail[0])
        return;
    hexfog_text_add(text, "      ");
    hexfog_text_add_visible(text, check->detail);
    hexfog_text_add(text, "\n");
}

static void add_head(const struct hexfog_verified *verified, struct hexfog_text *text)
{
    const struct hexfog_texture_info *info = &verified->proof->info;
    hexfog_text_add_visible(text, verified->path);
    if (verified->proof->is_read)
        hexfog_text_print(text, "  %d x %d, level_scale %.9g, levels 0..%d", (int)info->width_px,
                          (int)info->height_px, verified->proof->expected.level_scale,
                          (int)verified->proof->expected.max_level);
    hexfog_text_add(text, "\n");
}

static void add_gpu(const struct hexfog_proof *proof, struct hexfog_text *text)
{
    if (!proof->has_gl)
        return;
    hexfog_text_add(text, "  drawn by ");
    hexfog_text_add_visible(text, proof->gl_renderer);
    hexfog_text_add(text, ", ");
    hexfog_text_add_visible(text, proof->gl_version);
    hexfog_text_print(text, " (%s)\n", proof->gl_origin);
}

static void add_verdict(const struct hexfog_verified *verified, bool in_colour,
                        struct hexfog_text *text)
{
    const struct hexfog_proof *proof = verified->proof;
    int colour = verified->status == HEXFOG_OK ? HEXFOG_PASS
               : verified->status == HEXFOG_NO ? HEXFOG_FAIL : HEXFOG_NOT_CHECKED;
    size_t failed = hexfog_checks_failed(&proof->checks);
    const char *end = in_colour ? "\033[0m" : "";
    hexfog_text_print(text, "  %s", in_colour ? verdict_colours[colour] : "");
    if (verified->status == HEXFOG_OK && proof->has_gl)
        hexfog_text_print(text, "proven: all %zu checks pass%s\n", proof->checks.count, end);
    else if (verified->status == HEXFOG_OK)
        hexfog_text_print(text, "the file is right: all %zu CPU checks pass; nothing was drawn%s\n",
                          proof->checks.count, end);
    else if (verified->status == HEXFOG_NO)
        hexfog_text_print(text, "FAILED: %zu of %zu checks; likely %s: %s%s\n", failed,
                          proof->checks.count, hexfog_likely_word(proof->likely),
                          hexfog_likely_meaning(proof->likely), end);
    else
        hexfog_text_print(text, "not proven (%s)%s\n", hexfog_status_name(verified->status), end);
}

void hexfog_verify_as_text(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    bool in_colour = hexfog_wants_color(run->request.settings, STDOUT_FILENO);
    for (size_t i = 0; i < run->count; i++) {
        const struct hexfog_proof *proof = run->list[i].proof;
        hexfog_text_add(text, i ? "\n" : "");
        add_head(&run->list[i], text);
        add_gpu(proof, text);
        if (proof->checks.count)
            hexfog_text_print(text, "  %-28s %12s %12s\n", "check", "measured", "bound");
        for (size_t j = 0; j < proof->checks.count; j++)
            add_check(&proof->checks.list[j], in_colour, text);
        add_verdict(&run->list[i], in_colour, text);
    }
}

// JUnit -----------------------------------------------------------------------

static void fill_case(const struct hexfog_check *check, struct hexfog_test_case *test)
{
    static const hexfog_status statuses[] = { HEXFOG_OK, HEXFOG_NO, HEXFOG_UNAVAILABLE };
    *test = (struct hexfog_test_case){ check->id, statuses[check->verdict],
                                       check->detail[0] ? check->detail : check->what };
}

// A texture is a suite; one that could not be read has one case that says so.
static void add_suite(const struct hexfog_verified *verified, struct hexfog_text *text)
{
    const struct hexfog_checks *checks = &verified->proof->checks;
    struct hexfog_test_case *cases = hexfog_alloc(checks->count + 1, sizeof *cases);
    size_t count = checks->count;
    if (!cases) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < checks->count; i++)
        fill_case(&checks->list[i], &cases[i]);
    if (verified->status != HEXFOG_OK && verified->status != HEXFOG_NO)
        cases[count++] = (struct hexfog_test_case){ "verify", verified->status,
                                                    verified->error.message };
    hexfog_junit_suite(text, "hexfog verify", verified->path, cases, count);
    hexfog_free(cases);
}

void hexfog_verify_as_junit(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    hexfog_junit_open(text);
    if (run->count == 0) {
        struct hexfog_text errors = { 0 };
        hexfog_errors_as_text(&run->board.diagnostics, &errors);
        struct hexfog_test_case test = { "description", run->status,
                                         errors.length ? errors.bytes : "nothing to verify" };
        hexfog_junit_suite(text, "hexfog verify", hexfog_board_name(&run->board), &test, 1);
        text->failed |= errors.failed;
        hexfog_text_free(&errors);
    }
    for (size_t i = 0; i < run->count; i++)
        add_suite(&run->list[i], text);
    hexfog_junit_close(text);
}
