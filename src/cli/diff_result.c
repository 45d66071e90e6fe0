// SPDX-License-Identifier: MIT
// Turns a diff into text for people and JUnit.
#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include "base/alloc.h"
#include "cli/diff.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/texture_words.h"

static const char *const verdict_colours[HEXFOG_PAIR_VERDICTS] = {
    "\033[32m", "\033[1;31m", "\033[1;31m", "\033[33m", "\033[1;31m"
};

static void add_texel(const struct hexfog_diff_texel *texel, const char *what, bool is_channel_told,
                      struct hexfog_text *text)
{
    hexfog_text_print(text, "%s (%d, %d): %s%.9g and %.9g", what, (int)texel->texel.column,
                      (int)texel->texel.row,
                      !is_channel_told ? "" : texel->channel == 'R' ? "R " : "G ",
                      texel->a, texel->b);
}

static void add_texels(const struct hexfog_diff_class *found, struct hexfog_text *text)
{
    bool is_channel_told = strcmp(found->name, "nonfinite") == 0;

    hexfog_text_print(text, "%" PRIu64 " texel%s", found->count, HEXFOG_PLURAL(found->count));
    if (found->allowed)
        hexfog_text_print(text, " (allowed: %" PRIu64 ")", found->allowed);
    add_texel(found->first, "; first", is_channel_told, text);
    if (found->worst->texel.column != found->first->texel.column ||
        found->worst->texel.row != found->first->texel.row)
        add_texel(found->worst, "; worst", is_channel_told, text);
}

static void add_value(const char *value, struct hexfog_text *text)
{
    hexfog_text_add_visible(text, !value ? "(missing)" : *value ? value : "(empty)");
}

static bool is_told(const struct hexfog_diff_class *found)
{
    return found->is_compared && found->count > 0;
}

static void add_class(const struct hexfog_diff_class *found, struct hexfog_text *text)
{
    if (found->first) {
        add_texels(found, text);
    } else {
        add_value(found->value[0], text);
        hexfog_text_add(text, " and ");
        add_value(found->value[1], text);
    }
    if (found->is_ignored)
        hexfog_text_add(text, " (ignored)");
}

static void add_classes(const struct hexfog_diff_run *run, const struct hexfog_diff *diff,
                        struct hexfog_text *text)
{
    struct hexfog_diff_class classes[HEXFOG_DIFF_CLASSES];
    size_t count = hexfog_diff_classes(diff, &run->request.options, classes);

    for (size_t i = 0; i < count; i++) {
        if (!is_told(&classes[i]))
            continue;
        size_t before = text->length;
        hexfog_text_add(text, "  ");
        hexfog_text_add_visible(text, classes[i].name);
        int used = (int)(text->length - before);
        hexfog_text_print(text, "%*s ", used < 14 ? 14 - used : 0, "");
        add_class(&classes[i], text);
        hexfog_text_add(text, "\n");
    }
}

static void add_told_only(const char *what, const char *a, const char *b, struct hexfog_text *text)
{
    if (strcmp(a, b) != 0)
        hexfog_text_print(text, "  %-13s%s and %s (told only)\n", what, a, b);
}

// What differs without counting as different.
static void add_containers(const struct hexfog_diff *diff, struct hexfog_text *text)
{
    const struct hexfog_texture_info *a = &diff->side[0].info, *b = &diff->side[1].info;

    add_told_only("container", hexfog_container_word(a), hexfog_container_word(b), text);
    add_told_only("precision", hexfog_precision_words(a), hexfog_precision_words(b), text);
    add_told_only("compression", hexfog_compression_words(a), hexfog_compression_words(b), text);
}

static void add_g_figures(const struct hexfog_diff *diff, struct hexfog_text *text)
{
    if (diff->is_size_different)
        return;
    hexfog_text_print(text, "  %-13sat most %.3g tile, %.3g on average; tolerance %.3g%s\n",
                      "error of G", diff->max_g_error, diff->mean_g_error, diff->g_tolerance,
                      diff->is_same_encoding ? "" : " (two encodings)");
    if (!diff->are_levels_known)
        hexfog_text_print(text, "  %-13sno file tells its scale: R is compared as it is, tolerance"
                          " %.3g (--level-scale)\n", "levels", diff->r_tolerance);
}

static void add_colour(const struct hexfog_diff_run *run, enum hexfog_pair_verdict verdict,
                       const char *word, struct hexfog_text *text)
{
    bool in_colour = hexfog_wants_color(run->request.settings, STDOUT_FILENO);
    hexfog_text_print(text, "%s%s%s", in_colour ? verdict_colours[verdict] : "", word,
                      in_colour ? "\033[0m" : "");
}

static void add_two_files(const struct hexfog_diff_run *run, struct hexfog_text *text)
{
    const struct hexfog_compared *pair = &run->list[0];
    if (pair->verdict == HEXFOG_PAIR_UNREADABLE)
        return; // the message has said it all
    add_colour(run, pair->verdict, hexfog_pair_words[pair->verdict], text);
    hexfog_text_add(text, ": ");
    hexfog_text_add_visible(text, run->request.paths[0]);
    hexfog_text_add(text, " and ");
    hexfog_text_add_visible(text, run->request.paths[1]);
    hexfog_text_add(text, "\n");
    add_classes(run, pair->diff, text);
    add_containers(pair->diff, text);
    add_g_figures(pair->diff, text);
}

// "levels 3 texels; first (12, 7): 3 and 4, metadata.level_scale 10 and 64".
static void add_reasons(const struct hexfog_diff_run *run, const struct hexfog_diff *diff,
                        struct hexfog_text *text)
{
    struct hexfog_diff_class classes[HEXFOG_DIFF_CLASSES];
    size_t count = hexfog_diff_classes(diff, &run->request.options, classes);
    bool is_first = true;

    for (size_t i = 0; i < count; i++) {
        if (!is_told(&classes[i]) || classes[i].is_ignored ||
            classes[i].count <= classes[i].allowed)
            continue;
        hexfog_text_add(text, is_first ? "" : ", ");
        hexfog_text_add_visible(text, classes[i].name);
        hexfog_text_add(text, " ");
        add_class(&classes[i], text);
        is_first = false;
    }
}

static void add_pair(const struct hexfog_diff_run *run, const struct hexfog_compared *pair,
                     struct hexfog_text *text)
{
    if (pair->verdict == HEXFOG_PAIR_SAME)
        return;
    add_colour(run, pair->verdict, hexfog_pair_words[pair->verdict], text);
    hexfog_text_print(text, "%*s ", 10 - (int)strlen(hexfog_pair_words[pair->verdict]), "");
    hexfog_text_add_visible(text, pair->name);
    if (pair->verdict == HEXFOG_PAIR_DIFFERENT) {
        hexfog_text_add(text, ": ");
        add_reasons(run, pair->diff, text);
    }
    hexfog_text_add(text, "\n");
}

static void add_folders(const struct hexfog_diff_run *run, struct hexfog_text *text)
{
    for (size_t i = 0; i < run->count; i++)
        add_pair(run, &run->list[i], text);
    for (int i = 0; i < HEXFOG_PAIR_VERDICTS; i++)
        hexfog_text_print(text, "%s%zu %s", i ? ", " : "", run->verdict_count[i],
                          hexfog_pair_words[i]);
    size_t others = run->pairs.other_count[0] + run->pairs.other_count[1];
    if (others)
        hexfog_text_print(text, "; %zu file%s of other kinds not compared", others,
                          HEXFOG_PLURAL(others));
    hexfog_text_add(text, "\n");
}

void hexfog_diff_as_text(const struct hexfog_diff_run *run, struct hexfog_text *text)
{
    if (run->is_folders)
        add_folders(run, text);
    else if (run->count > 0)
        add_two_files(run, text);
}

// JUnit -----------------------------------------------------------------------

static void explain(const struct hexfog_diff_run *run, const struct hexfog_compared *pair,
                    struct hexfog_text *text)
{
    if (pair->verdict == HEXFOG_PAIR_UNREADABLE)
        hexfog_error_as_text(text, &pair->error);
    else if (pair->verdict == HEXFOG_PAIR_DIFFERENT)
        add_reasons(run, pair->diff, text);
    else
        hexfog_text_add(text, pair->verdict == HEXFOG_PAIR_MISSING ? "missing in the second folder"
                                                                   : "not in the first folder");
}

void hexfog_diff_as_junit(const struct hexfog_diff_run *run, struct hexfog_text *text)
{
    struct hexfog_test_case *cases = hexfog_alloc_zeroed(run->count, sizeof *cases);
    struct hexfog_text *reasons = hexfog_alloc_zeroed(run->count, sizeof *reasons);

    for (size_t i = 0; cases && reasons && i < run->count; i++) {
        const struct hexfog_compared *pair = &run->list[i];
        if (pair->verdict != HEXFOG_PAIR_SAME)
            explain(run, pair, &reasons[i]);
        text->failed |= reasons[i].failed;
        cases[i] = (struct hexfog_test_case){
            .name = run->is_folders ? pair->name : run->request.paths[1], .status = pair->status,
            .message = reasons[i].bytes ? reasons[i].bytes : ""
        };
    }
    if (cases && reasons)
        hexfog_junit(text, "hexfog diff", run->request.paths[0], cases, run->count);
    else
        text->failed = true;
    for (size_t i = 0; reasons && i < run->count; i++)
        hexfog_text_free(&reasons[i]);
    hexfog_free(reasons);
    hexfog_free(cases);
}
