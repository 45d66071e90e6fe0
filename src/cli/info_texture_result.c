// SPDX-License-Identifier: MIT
// Turns what is known of a texture into text and JSON.
#include <inttypes.h>
#include "cli/advice.h"
#include "cli/info_texture.h"
#include "cli/message.h"
#include "cli/size.h"
#include "cli/texture_words.h"
#include "encode/recover.h"

// Text -------------------------------------------------------------------------

static void add_header(const struct hexfog_texture_report *report, struct hexfog_text *text)
{
    const struct hexfog_texture_info *info = &report->stats->info;
    char size[HEXFOG_SIZE_BYTES];
    hexfog_text_add(text, "texture      ");
    hexfog_text_add_visible(text, report->path);
    hexfog_text_print(text, "\ncontainer    %s, %s%s, %s\n", hexfog_container_word(info),
                      hexfog_compression_words(info), info->is_tiled ? ", tiled" : "",
                      hexfog_size_as_text(size, info->file_bytes));
    hexfog_text_print(text, "size         %d x %d texels\n", (int)info->width_px,
                      (int)info->height_px);
    if (info->mip_count > 1)
        hexfog_text_print(text, "mip levels   %d, the texture itself included\n",
                          (int)info->mip_count);
    hexfog_text_print(text, "channels     %s, %s\n", info->channel_names,
                      hexfog_precision_words(info));
    if (info->notes[0]) {
        hexfog_text_add(text, "header       ");
        hexfog_text_add_visible(text, info->notes);
        hexfog_text_add(text, "\n");
    }
    hexfog_text_add(text, "metadata     ");
    hexfog_text_add_visible(text, info->metadata.is_present ? info->metadata.text : "none");
    hexfog_text_add(text, info->metadata.is_present && !info->metadata.is_valid
                              ? "  (not valid)\n" : "\n");
}

static void add_scale(const struct hexfog_texture_stats *stats, struct hexfog_text *text)
{
    int32_t count = stats->level_count;
    if (count > 0)
        hexfog_text_print(text, "levels       %d..%d", (int)stats->levels[0].level,
                          (int)stats->levels[count - 1].level);
    else
        hexfog_text_add(text, "levels       none");
    hexfog_text_print(text, ", level_scale %.9g\n", stats->level_scale);
}

static void add_values(const struct hexfog_texture_stats *stats, struct hexfog_text *text)
{
    if (stats->nonfinite_count < stats->texel_count)
        hexfog_text_print(text, "R            %.9g .. %.9g\nG            %.9g .. %.9g",
                          stats->r_min, stats->r_max, stats->g_min, stats->g_max);
    else
        hexfog_text_add(text, "R, G         in no texel both finite");
    if (stats->g_outside_count)
        hexfog_text_print(text, ", outside of 0 .. 1 in %" PRIu64, stats->g_outside_count);
    if (stats->nonfinite_count)
        hexfog_text_print(text, "\nnot finite   %" PRIu64 " texel%s, first (%d, %d)",
                          stats->nonfinite_count, HEXFOG_PLURAL(stats->nonfinite_count),
                          (int)stats->first_nonfinite.column, (int)stats->first_nonfinite.row);
    if (stats->unlisted_count)
        hexfog_text_print(text, "\nunlisted     %" PRIu64 " texel%s, of levels past the list",
                          stats->unlisted_count, HEXFOG_PLURAL(stats->unlisted_count));
    hexfog_text_add(text, "\ntexel hash   ");
    hexfog_text_add_visible(text, stats->texel_hash[0] ? stats->texel_hash : "none: ");
    hexfog_text_add_visible(text, stats->texel_hash[0] ? "" : stats->no_hash);
    hexfog_text_print(text, "\nfile hash    %s\n", stats->file_hash);
}

// At most this many lines; beyond, a line takes several levels.
enum { HISTOGRAM_LINES = 40 };

struct bucket {
    int32_t first, last;
    uint64_t texels;
    uint32_t least_g, most_g;
    bool has_more_g;
};

static struct bucket bucket_of(const struct hexfog_texture_stats *stats, int32_t first,
                               int32_t count)
{
    const struct hexfog_level_stats *level = &stats->levels[first];
    struct bucket bucket = { .first = level->level, .least_g = level->distinct_g };
    for (int32_t i = 0; i < count && first + i < stats->level_count; i++, level++) {
        bucket.last = level->level;
        bucket.texels += level->texel_count;
        bucket.has_more_g |= level->has_more_g;
        if (level->distinct_g < bucket.least_g)
            bucket.least_g = level->distinct_g;
        if (level->distinct_g > bucket.most_g)
            bucket.most_g = level->distinct_g;
    }
    return bucket;
}

static void add_bucket(const struct bucket *bucket, bool is_known, struct hexfog_text *text)
{
    const char *more = bucket->has_more_g ? "+" : "";
    if (!is_known)
        hexfog_text_add(text, "     all          ");
    else if (bucket->last > bucket->first)
        hexfog_text_print(text, "%8d..%-8d", (int)bucket->first, (int)bucket->last);
    else
        hexfog_text_print(text, "%8d          ", (int)bucket->first);
    hexfog_text_print(text, " %12" PRIu64, bucket->texels);
    if (bucket->most_g > bucket->least_g)
        hexfog_text_print(text, " %8u..%u%s\n", (unsigned)bucket->least_g,
                          (unsigned)bucket->most_g, more);
    else
        hexfog_text_print(text, " %8u%s\n", (unsigned)bucket->least_g, more);
}

static void add_levels(const struct hexfog_texture_stats *stats, struct hexfog_text *text)
{
    int32_t step = (stats->level_count + HISTOGRAM_LINES - 1) / HISTOGRAM_LINES;
    bool is_known = stats->level_scale > 0;
    if (!is_known)
        hexfog_text_add(text, "\nno levels: the metadata does not tell their scale"
                              " (--level-scale)\n");
    hexfog_text_add(text, is_known ? "\n   level " : "         ");
    hexfog_text_add(text, "               texels  values of G\n");
    for (int32_t first = 0; first < stats->level_count; first += step) {
        struct bucket bucket = bucket_of(stats, first, step);
        add_bucket(&bucket, is_known, text);
    }
}

void hexfog_texture_report_as_text(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text)
{
    add_header(report, text);
    if (report->stats->level_scale > 0)
        add_scale(report->stats, text);
    add_values(report->stats, text);
    add_levels(report->stats, text);
}

// Advice -------------------------------------------------------------------------

bool hexfog_texture_has_advice(const struct hexfog_texture_report *report)
{
    return report->status == HEXFOG_OK && report->settings->engine
           && report->stats->info.metadata.is_valid;
}

static void advise(const struct hexfog_texture_report *report, struct hexfog_advice *advice)
{
    const struct hexfog_texture_info *info = &report->stats->info;
    struct hexfog_advice_facts facts = {
        .max_level = info->metadata.max_level, .level_scale = info->metadata.level_scale,
        .metric = info->metadata.metric, .width_px = info->width_px,
        .height_px = info->height_px, .filter_error = -1, .is_texture = true,
        .format = info->format, .precision = info->precision
    };
    // The scale of a .png is its own; the other kinds would have the usual one.
    if (info->format == HEXFOG_PNG)
        facts.level_scale = hexfog_auto_level_scale(facts.max_level);
    hexfog_advise(&facts, report->settings->engine - 1, advice);
}

void hexfog_texture_advice_as_text(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text)
{
    struct hexfog_advice advice;
    advise(report, &advice);
    hexfog_text_add(text, "texture      ");
    hexfog_text_add_visible(text, report->path);
    hexfog_text_add(text, "\n");
    hexfog_advice_as_text(&advice, text);
}

// JSON ---------------------------------------------------------------------------

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (*value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_range(struct hexfog_json_writer *json, const char *key, double least, double most)
{
    hexfog_json_open_inline(json, key, '[');
    hexfog_json_number(json, NULL, least);
    hexfog_json_number(json, NULL, most);
    hexfog_json_close(json, ']');
}

static void add_level_list(const struct hexfog_texture_stats *stats,
                           struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "levels", '[');
    for (int32_t i = 0; i < stats->level_count; i++) {
        const struct hexfog_level_stats *level = &stats->levels[i];
        hexfog_json_open_inline(json, NULL, '{');
        if (stats->level_scale > 0)
            hexfog_json_integer(json, "level", level->level);
        else
            hexfog_json_null(json, "level");
        hexfog_json_integer(json, "texels", (int64_t)level->texel_count);
        hexfog_json_integer(json, "distinct_g", level->distinct_g);
        hexfog_json_bool(json, "more_g", level->has_more_g);
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
}

static void add_texture(const struct hexfog_texture_stats *stats, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "file", '{');
    hexfog_texture_as_json(&stats->info, json);
    if (stats->level_scale > 0)
        hexfog_json_number(json, "level_scale", stats->level_scale);
    else
        hexfog_json_null(json, "level_scale");
    hexfog_json_integer(json, "texels", (int64_t)stats->texel_count);
    hexfog_json_integer(json, "nonfinite_texels", (int64_t)stats->nonfinite_count);
    hexfog_json_integer(json, "unlisted_texels", (int64_t)stats->unlisted_count);
    hexfog_json_integer(json, "texels_with_g_outside", (int64_t)stats->g_outside_count);
    add_range(json, "r", stats->r_min, stats->r_max);
    add_range(json, "g", stats->g_min, stats->g_max);
    string_or_null(json, "texel_hash", stats->texel_hash);
    hexfog_json_string(json, "file_hash", stats->file_hash);
    add_level_list(stats, json);
    hexfog_json_close(json, '}');
}

void hexfog_texture_report_as_json(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text)
{
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "info");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(report->status));
    hexfog_json_string(&json, "path", report->path);
    if (report->status == HEXFOG_OK)
        add_texture(report->stats, &json);
    else
        hexfog_json_null(&json, "file");
    if (hexfog_texture_has_advice(report)) {
        struct hexfog_advice advice;
        advise(report, &advice);
        hexfog_advice_as_json(&advice, &json);
    }
    hexfog_json_open(&json, "messages", '[');
    if (report->status != HEXFOG_OK)
        hexfog_error_as_json(&json, NULL, &report->error);
    hexfog_json_close(&json, ']');
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}
