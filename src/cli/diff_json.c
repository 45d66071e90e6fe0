// SPDX-License-Identifier: MIT
// Turns a diff into report-diff JSON.
#include "cli/diff.h"
#include "cli/message.h"
#include "cli/texture_words.h"

static void add_options(const struct hexfog_diff_run *run, struct hexfog_json_writer *json)
{
    static const struct { unsigned bit; const char *name; } names[] = {
        { HEXFOG_IGNORE_CHANNELS, "channels" }, { HEXFOG_IGNORE_METADATA, "metadata" },
        { HEXFOG_IGNORE_LEVELS, "levels" }, { HEXFOG_IGNORE_G, "g" },
        { HEXFOG_IGNORE_NONFINITE, "nonfinite" },
    };
    const struct hexfog_diff_options *options = &run->request.options;
    hexfog_json_open(json, "options", '{');
    hexfog_json_open_inline(json, "ignore", '[');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (options->ignored & names[i].bit)
            hexfog_json_string(json, NULL, names[i].name);
    for (size_t i = 0; i < options->ignored_key_count; i++) {
        struct hexfog_text name = { 0 };
        hexfog_text_print(&name, "metadata.%s", options->ignored_keys[i]);
        hexfog_json_string(json, NULL, name.bytes ? name.bytes : "");
        json->text->failed |= name.failed;
        hexfog_text_free(&name);
    }
    hexfog_json_close(json, ']');
    if (options->max_g_error >= 0)
        hexfog_json_number(json, "max_g_error", options->max_g_error);
    else
        hexfog_json_null(json, "max_g_error");
    hexfog_json_integer(json, "allow_texels", (int64_t)options->allowed_texels);
    hexfog_json_integer(json, "max_level_errors", (int64_t)options->max_level_errors);
    if (options->level_scale > 0)
        hexfog_json_number(json, "level_scale", options->level_scale);
    else
        hexfog_json_null(json, "level_scale");
    hexfog_json_close(json, '}');
}

static void add_texel(struct hexfog_json_writer *json, const char *key,
                      const struct hexfog_diff_texel *texel)
{
    if (!texel || !texel->is_set) {
        hexfog_json_null(json, key);
        return;
    }
    hexfog_json_open_inline(json, key, '{');
    hexfog_json_integer(json, "column", texel->texel.column);
    hexfog_json_integer(json, "row", texel->texel.row);
    hexfog_json_string(json, "channel", texel->channel == 'R' ? "R" : "G");
    hexfog_json_any_number(json, "a", texel->a);
    hexfog_json_any_number(json, "b", texel->b);
    hexfog_json_close(json, '}');
}

static void add_class(const struct hexfog_diff_class *found, struct hexfog_json_writer *json)
{
    static const char *const sides[] = { "a", "b" };
    hexfog_json_open(json, NULL, '{');
    hexfog_json_string(json, "class", found->name);
    hexfog_json_bool(json, "compared", found->is_compared);
    hexfog_json_bool(json, "ignored", found->is_ignored);
    hexfog_json_integer(json, "count", (int64_t)found->count);
    hexfog_json_integer(json, "allowed", (int64_t)found->allowed);
    hexfog_json_bool(json, "different", !found->is_ignored && found->count > found->allowed);
    if (found->first) {
        add_texel(json, "first", found->first);
        add_texel(json, "worst", found->worst);
    } else {
        for (int i = 0; i < 2; i++) {
            if (found->value[i])
                hexfog_json_string(json, sides[i], found->value[i]);
            else
                hexfog_json_null(json, sides[i]);
        }
    }
    hexfog_json_close(json, '}');
}

static void add_side(const struct hexfog_diff_side *side, const char *key,
                     struct hexfog_json_writer *json)
{
    hexfog_json_open(json, key, '{');
    hexfog_texture_as_json(&side->info, json);
    if (side->level_scale > 0)
        hexfog_json_number(json, "level_scale", side->level_scale);
    else
        hexfog_json_null(json, "level_scale");
    hexfog_json_close(json, '}');
}

// NULL where no texels were compared.
static void add_texel_figures(const struct hexfog_diff *diff, struct hexfog_json_writer *json)
{
    static const char *const keys[] = { "same_encoding", "g_tolerance", "texels", "max_g_error",
                                        "mean_g_error" };
    for (size_t i = 0; !diff && i < sizeof keys / sizeof *keys; i++)
        hexfog_json_null(json, keys[i]);
    if (!diff)
        return;
    hexfog_json_bool(json, "same_encoding", diff->is_same_encoding);
    hexfog_json_number(json, "g_tolerance", diff->g_tolerance);
    hexfog_json_integer(json, "texels", (int64_t)diff->texel_count);
    hexfog_json_number(json, "max_g_error", diff->max_g_error);
    hexfog_json_number(json, "mean_g_error", diff->mean_g_error);
}

static void add_comparison(const struct hexfog_diff_run *run, const struct hexfog_diff *diff,
                           struct hexfog_json_writer *json)
{
    struct hexfog_diff_class classes[HEXFOG_DIFF_CLASSES];
    size_t count = hexfog_diff_classes(diff, &run->request.options, classes);
    add_side(&diff->side[0], "a", json);
    add_side(&diff->side[1], "b", json);
    add_texel_figures(diff->is_size_different ? NULL : diff, json);
    hexfog_json_open(json, "classes", '[');
    for (size_t i = 0; i < count; i++)
        add_class(&classes[i], json);
    hexfog_json_close(json, ']');
}

static void add_nothing(struct hexfog_json_writer *json)
{
    hexfog_json_null(json, "a");
    hexfog_json_null(json, "b");
    add_texel_figures(NULL, json);
    hexfog_json_open(json, "classes", '[');
    hexfog_json_close(json, ']');
}

static void add_pair(const struct hexfog_diff_run *run, const struct hexfog_compared *pair,
                     struct hexfog_json_writer *json)
{
    hexfog_json_open(json, NULL, '{');
    hexfog_json_string(json, "path", pair->name);
    hexfog_json_string(json, "verdict", hexfog_pair_words[pair->verdict]);
    if (pair->diff)
        add_comparison(run, pair->diff, json);
    else
        add_nothing(json);
    if (pair->verdict == HEXFOG_PAIR_UNREADABLE)
        hexfog_error_as_json(json, "error", &pair->error);
    else
        hexfog_json_null(json, "error");
    hexfog_json_close(json, '}');
}

static void add_summary(const struct hexfog_diff_run *run, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "summary", '{');
    for (int i = 0; i < HEXFOG_PAIR_VERDICTS; i++)
        hexfog_json_integer(json, hexfog_pair_words[i], (int64_t)run->verdict_count[i]);
    hexfog_json_integer(json, "other_files", (int64_t)(run->pairs.other_count[0] +
                                                       run->pairs.other_count[1]));
    hexfog_json_close(json, '}');
}

void hexfog_diff_as_json(const struct hexfog_diff_run *run, struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "diff");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(run->status));
    hexfog_json_string(&json, "a", run->request.paths[0]);
    hexfog_json_string(&json, "b", run->request.paths[1]);
    hexfog_json_bool(&json, "folders", run->is_folders);
    add_options(run, &json);
    hexfog_json_open(&json, "pairs", '[');
    for (size_t i = 0; i < run->count; i++)
        add_pair(run, &run->list[i], &json);
    hexfog_json_close(&json, ']');
    add_summary(run, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}
