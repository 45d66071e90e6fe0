// SPDX-License-Identifier: MIT
// Turns the figures of a board into text, JSON and JUnit.
#include <inttypes.h>
#include "cli/advice.h"
#include "cli/encoding_result.h"
#include "cli/info.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/size.h"

static const char *const orientation_words[] = { "pointy", "flat" };
static const char *const coordinate_words[] = { "axial", "odd-r", "even-r", "odd-q", "even-q" };
static const char *const y_axis_words[] = { "down", "up" };
static const char *const shape_words[] = { "radius", "rectangle", "tiles" };
static const char *const outside_words[] = { "extend", "fog" };
static const char *const metric_words[] = { "sweep", "seamless" };

static bool is_gathered(const struct hexfog_info *info)
{
    return info->histogram.tile_count != NULL;
}

// Text -------------------------------------------------------------------

static void add_grid_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    const struct hexfog_description *description = &info->job.board.description;
    const struct hexfog_grid *grid = &description->grid;
    hexfog_text_add(text, "description  ");
    hexfog_text_add_visible(text, hexfog_board_name(&info->job.board));
    if (description->name && description->name[0]) {
        hexfog_text_add(text, "\nname         ");
        hexfog_text_add_visible(text, description->name);
    }
    hexfog_text_print(text, "\ngrid         %s, cell %.9g x %.9g, side %.9g, %s, y %s, origin"
                      " [%.9g, %.9g]\n", orientation_words[grid->cell.orientation],
                      grid->cell.width, grid->cell.height, grid->cell.side,
                      coordinate_words[grid->coordinates], y_axis_words[grid->y_axis],
                      grid->origin.x, grid->origin.y);
    hexfog_text_print(text, "shape        %s, %" PRId64 " tile%s, %" PRId64 " of them fog\n",
                      shape_words[grid->shape.kind], info->facts.shape_tile_count,
                      HEXFOG_PLURAL(info->facts.shape_tile_count), info->facts.fog_tile_count);
}

static void add_texture_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    const struct hexfog_field_rules *field = &info->job.board.description.field;
    const struct hexfog_texture *texture = hexfog_map_texture(info->job.board.map);
    if (field->has_levels)
        hexfog_text_print(text, "field        %s, %zu tile%s with levels, outside fog\n",
                          metric_words[field->metric], field->levels.count,
                          HEXFOG_PLURAL(field->levels.count));
    else
        hexfog_text_print(text, "field        %s, %zu source%s, %zu blocked, outside %s\n",
                          metric_words[field->metric], field->sources.count,
                          HEXFOG_PLURAL(field->sources.count), field->blocked.count,
                          outside_words[field->outside]);
    hexfog_text_print(text, "texture      %d x %d texels, bounds [%.9g, %.9g, %.9g, %.9g]\n",
                      (int)texture->width_px, (int)texture->height_px, texture->bounds.x_min,
                      texture->bounds.y_min, texture->bounds.x_max, texture->bounds.y_max);
    hexfog_text_print(text, "texel        %.6g x %.6g, %.6g texels a tile\n",
                      info->texel_world[0], info->texel_world[1], info->texels_per_tile);
}

static void add_bake_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    const struct hexfog_bake_job *job = &info->job;
    char map_size[HEXFOG_SIZE_BYTES], bake_size[HEXFOG_SIZE_BYTES];
    hexfog_text_print(text, "levels       0..%d in the texture, 0..%d in the shape; level_scale"
                      " %.9g\n", (int)info->facts.max_level, (int)info->facts.shape_max_level,
                      info->level_scale);
    hexfog_text_print(text, "filter       linear sampling is wrong by up to %.2g tile, %.2g on"
                      " average (%d points)\n", info->filter_error.greatest,
                      info->filter_error.mean, (int)info->filter_error.point_count);
    hexfog_text_print(text, "memory       map %s (%" PRId64 " tiles in play), bake up to %s with"
                      " %d thread%s\n",
                      hexfog_size_as_text(map_size, info->facts.memory_bytes),
                      info->facts.table_tile_count,
                      hexfog_size_as_text(bake_size, job->memory_bytes), job->threads,
                      HEXFOG_PLURAL(job->threads));
    for (size_t i = 0; i < job->targets.count; i++) {
        hexfog_text_add(text, "output       ");
        hexfog_text_add_visible(text, job->targets.list[i].path);
        hexfog_text_add(text, "  ");
        if (job->targets.list[i].encoding.format == HEXFOG_FORMAT_NONE)
            hexfog_text_add(text, "cannot hold the levels");
        else
            hexfog_encoding_as_text(&job->targets.list[i].encoding, text);
        hexfog_text_add(text, "\n");
    }
}

// At most this many lines; beyond, a line takes several levels.
enum { HISTOGRAM_LINES = 40 };

static void add_histogram_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    const struct hexfog_histogram *histogram = &info->histogram;
    int32_t step = (histogram->level_count + HISTOGRAM_LINES - 1) / HISTOGRAM_LINES;
    hexfog_text_add(text, "\ntiles of the shape by level\n");
    for (int32_t first = 0; first < histogram->level_count; first += step) {
        int32_t last = first;
        uint64_t tiles = histogram->tile_count[first];
        while (last + 1 < histogram->level_count && last + 1 < first + step)
            tiles += histogram->tile_count[++last];
        if (last > first)
            hexfog_text_print(text, "%8d..%-8d %10" PRIu64 "\n", (int)first, (int)last, tiles);
        else
            hexfog_text_print(text, "%8d %10" PRIu64 "%s\n", (int)first, tiles,
                              info->facts.fog_tile_count && first == info->facts.fog_level
                                  ? "  fog" : "");
    }
}

void hexfog_info_as_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    add_grid_text(info, text);
    add_texture_text(info, text);
    add_bake_text(info, text);
    add_histogram_text(info, text);
}

// Advice -----------------------------------------------------------------

static void advise(const struct hexfog_info *info, struct hexfog_advice *advice)
{
    const struct hexfog_texture *texture = hexfog_map_texture(info->job.board.map);
    struct hexfog_advice_facts facts = {
        .max_level = info->facts.max_level, .level_scale = info->level_scale,
        .metric = info->job.board.description.field.metric, .width_px = texture->width_px,
        .height_px = texture->height_px, .texels_per_tile = info->texels_per_tile,
        .filter_error = info->filter_error.greatest
    };
    hexfog_advise(&facts, info->job.settings->engine - 1, advice);
}

void hexfog_info_advice_as_text(const struct hexfog_info *info, struct hexfog_text *text)
{
    struct hexfog_advice advice;
    advise(info, &advice);
    hexfog_text_add(text, "description  ");
    hexfog_text_add_visible(text, hexfog_board_name(&info->job.board));
    hexfog_text_add(text, "\n");
    hexfog_advice_as_text(&advice, text);
}

// JSON -------------------------------------------------------------------

static void add_point(struct hexfog_json_writer *json, const char *key, double x, double y)
{
    hexfog_json_open_inline(json, key, '[');
    hexfog_json_number(json, NULL, x);
    hexfog_json_number(json, NULL, y);
    hexfog_json_close(json, ']');
}

static void add_grid(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    const struct hexfog_grid *grid = &info->job.board.description.grid;
    hexfog_json_open(json, "grid", '{');
    hexfog_json_string(json, "orientation", orientation_words[grid->cell.orientation]);
    hexfog_json_open_inline(json, "cell", '{');
    hexfog_json_number(json, "width", grid->cell.width);
    hexfog_json_number(json, "height", grid->cell.height);
    hexfog_json_number(json, "side", grid->cell.side);
    hexfog_json_close(json, '}');
    hexfog_json_string(json, "coordinates", coordinate_words[grid->coordinates]);
    hexfog_json_string(json, "y_axis", y_axis_words[grid->y_axis]);
    add_point(json, "origin", grid->origin.x, grid->origin.y);
    hexfog_json_string(json, "shape", shape_words[grid->shape.kind]);
    hexfog_json_integer(json, "tiles", info->facts.shape_tile_count);
    hexfog_json_integer(json, "fog_tiles", info->facts.fog_tile_count);
    hexfog_json_close(json, '}');
}

static void add_field(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    const struct hexfog_field_rules *field = &info->job.board.description.field;
    hexfog_json_open(json, "field", '{');
    hexfog_json_string(json, "metric", metric_words[field->metric]);
    hexfog_json_string(json, "outside", outside_words[field->outside]);
    hexfog_json_integer(json, "sources", (int64_t)field->sources.count);
    hexfog_json_integer(json, "blocked", (int64_t)field->blocked.count);
    hexfog_json_integer(json, "levels", (int64_t)field->levels.count);
    hexfog_json_close(json, '}');
}

static void add_texture(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    const struct hexfog_texture *texture = hexfog_map_texture(info->job.board.map);
    hexfog_json_open(json, "texture", '{');
    hexfog_json_integer(json, "width", texture->width_px);
    hexfog_json_integer(json, "height", texture->height_px);
    hexfog_json_open_inline(json, "bounds", '[');
    hexfog_json_number(json, NULL, texture->bounds.x_min);
    hexfog_json_number(json, NULL, texture->bounds.y_min);
    hexfog_json_number(json, NULL, texture->bounds.x_max);
    hexfog_json_number(json, NULL, texture->bounds.y_max);
    hexfog_json_close(json, ']');
    add_point(json, "texel", info->texel_world[0], info->texel_world[1]);
    hexfog_json_number(json, "texels_per_tile", info->texels_per_tile);
    hexfog_json_close(json, '}');
}

static void add_levels(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "levels", '{');
    hexfog_json_integer(json, "max_level", info->facts.max_level);
    hexfog_json_integer(json, "shape_max_level", info->facts.shape_max_level);
    hexfog_json_integer(json, "fog_level", info->facts.fog_level);
    hexfog_json_number(json, "level_scale", info->level_scale);
    hexfog_json_open(json, "tiles", '[');
    for (int32_t level = 0; level < info->histogram.level_count; level++) {
        if (info->histogram.tile_count[level] == 0)
            continue;
        hexfog_json_open_inline(json, NULL, '{');
        hexfog_json_integer(json, "level", level);
        hexfog_json_integer(json, "tiles", info->histogram.tile_count[level]);
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
    hexfog_json_close(json, '}');
}

static void add_filter_error(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    const struct hexfog_filter_error *measured = &info->filter_error;
    hexfog_json_open(json, "filter_error", '{');
    hexfog_json_number(json, "greatest", measured->greatest);
    hexfog_json_number(json, "mean", measured->mean);
    add_point(json, "worst", measured->worst.x, measured->worst.y);
    hexfog_json_integer(json, "points", measured->point_count);
    hexfog_json_close(json, '}');
}

static void add_memory(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "memory", '{');
    hexfog_json_integer(json, "tiles_in_play", info->facts.table_tile_count);
    hexfog_json_integer(json, "map_bytes", (int64_t)info->facts.memory_bytes);
    hexfog_json_integer(json, "bake_bytes", (int64_t)info->job.memory_bytes);
    hexfog_json_integer(json, "threads", info->job.threads);
    hexfog_json_close(json, '}');
}

static void add_outputs(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "outputs", '[');
    for (size_t i = 0; is_gathered(info) && i < info->job.targets.count; i++) {
        const struct hexfog_target *target = &info->job.targets.list[i];
        if (target->encoding.format == HEXFOG_FORMAT_NONE)
            continue; // among the messages
        hexfog_json_open(json, NULL, '{');
        hexfog_json_string(json, "path", target->path);
        hexfog_encoding_as_json(&target->encoding, json);
        hexfog_json_close(json, '}');
    }
    hexfog_json_close(json, ']');
}

static void add_advice(const struct hexfog_info *info, struct hexfog_json_writer *json)
{
    struct hexfog_advice advice;
    advise(info, &advice);
    hexfog_advice_as_json(&advice, json);
}

void hexfog_info_as_json(const struct hexfog_info *info, struct hexfog_text *text)
{
    static const struct {
        const char *key;
        void (*add)(const struct hexfog_info *info, struct hexfog_json_writer *json);
    } parts[] = {
        { "grid", add_grid }, { "field", add_field }, { "texture", add_texture },
        { "levels", add_levels }, { "filter_error", add_filter_error },
        { "memory", add_memory },
    };
    const char *name = info->job.board.description.name;
    struct hexfog_json_writer json = { .text = text };
    hexfog_json_open(&json, NULL, '{');
    hexfog_json_string(&json, "report", "info");
    hexfog_json_integer(&json, "version", 1);
    hexfog_json_string(&json, "status", hexfog_status_name(info->job.status));
    hexfog_json_string(&json, "description", hexfog_board_name(&info->job.board));
    hexfog_json_string(&json, "name", name ? name : "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (is_gathered(info))
            parts[i].add(info, &json);
        else
            hexfog_json_null(&json, parts[i].key);
    }
    add_outputs(info, &json);
    if (is_gathered(info) && info->job.settings->engine)
        add_advice(info, &json);
    hexfog_messages_as_json(&info->job.board.diagnostics, &json);
    hexfog_json_close(&json, '}');
    hexfog_text_add(text, "\n");
}

// JUnit ------------------------------------------------------------------

void hexfog_info_as_junit(const struct hexfog_info *info, struct hexfog_text *text)
{
    struct hexfog_text errors = { 0 };
    hexfog_errors_as_text(&info->job.board.diagnostics, &errors);
    struct hexfog_test_case test = { .name = "description", .status = info->job.status,
                                     .message = errors.length ? errors.bytes : "" };
    hexfog_junit(text, "hexfog info", hexfog_board_name(&info->job.board), &test, 1);
    text->failed |= errors.failed;
    hexfog_text_free(&errors);
}
