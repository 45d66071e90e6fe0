// SPDX-License-Identifier: MIT
// Turns a map into the strips that cover its levels and the fogs that are worth drawing.
#include "check/verify_plan.h"
#include "base/as_float.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/verify_steps.h"

// A block is at most this large: its target, enlarged, takes 30 MiB.
#define BLOCK_TEXELS (1 << 18)
#define BLOCK_COLUMNS 4096
#define MAX_STRIP_ROWS 512
// Bits for strips and levels. Where a map has more, everything is drawn.
#define MAX_LEVEL_BYTES ((size_t)64 << 20)

enum { SAMPLE_SIDE = 48, SAMPLES = SAMPLE_SIDE * SAMPLE_SIDE };

struct survey {
    const struct hexfog_plan_rules *rules;
    struct hexfog_plan *plan;
    uint8_t *levels;          // one bit a level, level_bytes a strip; NULL: all is drawn
    size_t level_bytes;
    int32_t step_level[HEXFOG_MAX_STEPS];
    struct hexfog_steps steps;
};

// The survey --------------------------------------------------------------

static void mark_levels(struct survey *survey, int32_t row, const int32_t *level, int32_t count)
{
    uint8_t *bits = survey->levels + (size_t)(row / survey->plan->strip_rows) *
                                         survey->level_bytes;

    for (int32_t i = 0; i < count; i++)
        bits[level[i] >> 3] |= (uint8_t)(1U << (level[i] & 7));
}

static hexfog_status survey_rows(void *context, int worker, const struct hexfog_rows *rows,
                                 struct hexfog_error *error)
{
    struct survey *survey = context;

    (void)worker, (void)error;
    for (int32_t i = 0; i < rows->row_count; i++) {
        size_t at = (size_t)i * (size_t)rows->width_px;
        if (survey->levels)
            mark_levels(survey, rows->first_row + i, rows->level + at, rows->width_px);
        hexfog_steps_take(&survey->steps, rows->level + at, rows->g + at, rows->width_px);
    }
    return HEXFOG_OK;
}

// The choice of strips ----------------------------------------------------

static int bit_count(unsigned byte)
{
    int count = 0;

    for (; byte; byte &= byte - 1)
        count++;
    return count;
}

static int64_t new_levels(const uint8_t *bits, const uint8_t *covered, size_t bytes)
{
    int64_t count = 0;

    for (size_t i = 0; i < bytes; i++)
        count += bit_count(bits[i] & ~(unsigned)covered[i] & 255U);
    return count;
}

// Again and again the strip that shows the most levels that none has shown yet.
static hexfog_status choose_strips(const struct survey *survey, struct hexfog_error *error)
{
    struct hexfog_plan *plan = survey->plan;
    size_t bytes = survey->level_bytes;
    uint8_t *covered = hexfog_alloc_zeroed(bytes, 1);

    if (!covered)
        return hexfog_fail_memory(error, "the list of levels");
    for (;;) {
        int32_t best = -1;
        int64_t most = 0;

        for (int32_t i = 0; i < plan->strip_count; i++) {
            int64_t count = new_levels(survey->levels + (size_t)i * bytes, covered, bytes);
            if (count > most) {
                most = count;
                best = i;
            }
        }
        if (best < 0)
            break;
        plan->is_drawn[best] = true;
        for (size_t i = 0; i < bytes; i++)
            covered[i] |= survey->levels[(size_t)best * bytes + i];
    }
    hexfog_free(covered);
    return HEXFOG_OK;
}

static void draw_all(struct hexfog_plan *plan)
{
    memset(plan->is_drawn, 1, (size_t)plan->strip_count * sizeof *plan->is_drawn);
}

// The fogs ----------------------------------------------------------------

// No narrower than a quarter tile and a thousandth of its end.
static double narrowest(double start)
{
    double thousandth = start / 998; // and a little, for rounding to floats

    return thousandth > 0.25 ? thousandth : 0.25;
}

static void set_window(struct hexfog_plan *plan, int i, double start, double width)
{
    double least = narrowest(start);

    plan->start[i] = hexfog_as_float(start);
    plan->end[i] = hexfog_as_float(start + (width > least ? width : least));
}

static void choose_windows(struct hexfog_plan *plan, int32_t max_level, int32_t middle)
{
    set_window(plan, 0, 0, max_level + 1.0);       // the whole map
    set_window(plan, 1, middle, 1);                // an edge of fog, one tile wide
    set_window(plan, 2, middle + 0.25, 0);         // as narrow as may be
    set_window(plan, 3, 0, (max_level + 1.0) / 2); // the outer half is all fog
}

static int by_level(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;

    return (left > right) - (left < right);
}

// Levels of a grid of texels, in order, so that fogs stand where the map has texels: levels may
// be few and far between.
static hexfog_status sample_levels(const struct hexfog_map *map, int32_t levels[SAMPLES],
                                   struct hexfog_error *error)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);

    for (int i = 0; i < SAMPLES; i++) {
        int64_t column = (int64_t)texture->width_px * (2 * (i % SAMPLE_SIDE) + 1);
        int64_t row = (int64_t)texture->height_px * (2 * (i / SAMPLE_SIDE) + 1);
        struct hexfog_texel texel = {(int32_t)(column / (2 * SAMPLE_SIDE)),
                                     (int32_t)(row / (2 * SAMPLE_SIDE))};
        struct hexfog_value value;
        hexfog_status status =
            hexfog_field_at(map, hexfog_world_from_texel(texture, texel), &value, error);

        if (status)
            return status;
        levels[i] = value.level;
    }
    qsort(levels, SAMPLES, sizeof *levels, by_level);
    return HEXFOG_OK;
}

static hexfog_status choose_fogs(struct survey *survey, const struct hexfog_map *map,
                                 struct hexfog_error *error)
{
    int32_t levels[SAMPLES];
    int count = 0;
    hexfog_status status = sample_levels(map, levels, error);

    if (status)
        return status;
    for (int quarter = 1; quarter <= HEXFOG_MAX_STEPS; quarter++) {
        int32_t level = levels[SAMPLES * quarter / 4];
        if (count == 0 || survey->step_level[count - 1] != level)
            survey->step_level[count++] = level;
    }
    survey->steps = (struct hexfog_steps){
        .g_bound = survey->rules->g_bound, .max_level = hexfog_map_facts(map).max_level,
        .count = count, .level = survey->step_level};
    choose_windows(survey->plan, survey->steps.max_level, levels[SAMPLES / 2]);
    return HEXFOG_OK;
}

// The plan ----------------------------------------------------------------

static void choose_sizes(const struct hexfog_texture *texture, int32_t max_side_px,
                         struct hexfog_plan *plan)
{
    int32_t columns = (int32_t)(max_side_px / HEXFOG_ENLARGE) - 1, rows;

    columns = columns < BLOCK_COLUMNS ? columns : BLOCK_COLUMNS;
    columns = columns < texture->width_px ? columns : texture->width_px;
    rows = BLOCK_TEXELS / columns;
    rows = rows < MAX_STRIP_ROWS ? rows : MAX_STRIP_ROWS;
    plan->block_columns = columns;
    plan->strip_rows = rows;
    plan->strip_count = (texture->height_px + rows - 1) / rows;
}

static hexfog_status survey_map(struct survey *survey, const struct hexfog_map *map,
                                struct hexfog_error *error)
{
    struct hexfog_sink sink = {.context = survey, .commit = survey_rows};
    struct hexfog_bake_options options = {.threads = survey->rules->threads};
    hexfog_status status = hexfog_steps_make(&survey->steps, error);

    if (status)
        return status;
    status = hexfog_bake(map, &options, &sink, 1, error);
    if (!status)
        survey->plan->step_count = hexfog_steps_choose(&survey->steps, survey->plan->step);
    hexfog_steps_free(&survey->steps);
    if (status)
        return status;
    if (survey->levels)
        return choose_strips(survey, error);
    draw_all(survey->plan);
    return HEXFOG_OK;
}

hexfog_status hexfog_plan_make(const struct hexfog_map *map,
                               const struct hexfog_plan_rules *rules, struct hexfog_plan *plan,
                               struct hexfog_error *error)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    struct hexfog_map_facts facts = hexfog_map_facts(map);
    struct survey survey = {.rules = rules, .plan = plan};
    size_t bytes;
    hexfog_status status;

    *plan = (struct hexfog_plan){0};
    choose_sizes(texture, rules->max_side_px, plan);
    status = choose_fogs(&survey, map, error);
    if (status)
        return status;
    survey.level_bytes = (size_t)facts.max_level / 8 + 1;
    plan->is_drawn = hexfog_alloc_zeroed((size_t)plan->strip_count, sizeof *plan->is_drawn);
    if (!plan->is_drawn)
        return hexfog_fail_memory(error, "the list of strips");
    if (!rules->draw_all &&
        (int64_t)texture->width_px * texture->height_px > HEXFOG_DRAW_ALL_TEXELS &&
        hexfog_multiply(survey.level_bytes, (size_t)plan->strip_count, &bytes) &&
        bytes <= MAX_LEVEL_BYTES)
        survey.levels = hexfog_alloc_zeroed(bytes, 1);
    status = survey_map(&survey, map, error);
    hexfog_free(survey.levels);
    for (int32_t i = 0; i < plan->strip_count; i++)
        plan->drawn_count += plan->is_drawn[i];
    if (status)
        hexfog_plan_free(plan);
    return status;
}

void hexfog_plan_free(struct hexfog_plan *plan)
{
    hexfog_free(plan->is_drawn);
    *plan = (struct hexfog_plan){0};
}
