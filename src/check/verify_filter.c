// SPDX-License-Identifier: MIT
// Turns a block into linearly filtered draws, smaller and larger than itself, and holds them
// to the bilinear filter in double precision.
#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/upload.h"
#include "check/verify_block.h"

struct filter {
    struct hexfog_gl_run *run;
    struct hexfog_block *block;
    struct hexfog_gl_tallies *tallies;
    struct hexfog_f_plane plane;
    struct hexfog_target target;
    struct hexfog_taps across, down;
    // One row of the target.
    double *f, *spread, *left, *bounds, *got;
};

static hexfog_status make_filter(struct filter *filter, int32_t width_px, int32_t height_px,
                                 struct hexfog_error *error)
{
    size_t count = (size_t)width_px;
    hexfog_status status;

    filter->target = hexfog_block_target(filter->block, width_px, height_px);
    status = hexfog_taps_make(filter->block->width_px, width_px, &filter->across, error);
    if (!status)
        status = hexfog_taps_make(filter->block->height_px, height_px, &filter->down, error);
    if (status)
        return status;
    filter->f = hexfog_alloc(count, sizeof *filter->f);
    filter->spread = hexfog_alloc(count, sizeof *filter->spread);
    filter->left = hexfog_alloc(count, sizeof *filter->left);
    filter->bounds = hexfog_alloc(count, sizeof *filter->bounds);
    filter->got = hexfog_alloc(count, sizeof *filter->got);
    if (!filter->f || !filter->spread || !filter->left || !filter->bounds || !filter->got)
        return hexfog_fail_memory(error, "a row of the filter");
    return HEXFOG_OK;
}

static void free_filter(struct filter *filter)
{
    hexfog_taps_free(&filter->across);
    hexfog_taps_free(&filter->down);
    hexfog_free(filter->f);
    hexfog_free(filter->spread);
    hexfog_free(filter->left);
    hexfog_free(filter->bounds);
    hexfog_free(filter->got);
}

static struct hexfog_draw filtered_draw(const struct filter *filter, enum hexfog_law law,
                                        const struct hexfog_range *range)
{
    struct hexfog_draw draw = hexfog_block_draw(filter->run, filter->block, law, range);

    draw.sampling = HEXFOG_LINEAR_FILTER;
    draw.width_px = filter->target.width_px;
    draw.height_px = filter->target.height_px;
    return draw;
}

static struct hexfog_comparison row_of(const struct filter *filter, int32_t row,
                                       const struct hexfog_sight *sight)
{
    size_t width = (size_t)filter->target.width_px;

    hexfog_bilinear_row(&filter->plane, &filter->across, &filter->down, row,
                        filter->target.width_px, filter->f, filter->spread);
    return (struct hexfog_comparison){
        .target = &filter->target, .first = (size_t)row * width, .count = width,
        .drawn = filter->got, .left = filter->f, .bounds = filter->bounds, .slope = 1,
        .sight = *sight};
}

static hexfog_status draw_f(struct filter *filter, struct hexfog_error *error)
{
    struct hexfog_range range = {0, 1, 0};
    struct hexfog_draw draw = filtered_draw(filter, HEXFOG_LAW_LINEAR, &range);
    struct hexfog_sight sight = {HEXFOG_LAW_LINEAR, HEXFOG_LINEAR_FILTER, range, true};
    size_t width = (size_t)draw.width_px;
    hexfog_status status;

    draw.emit_f = true;
    status = hexfog_gl_draw_float(filter->run->gl, &draw, filter->block->rgba, error);
    for (int32_t row = 0; row < draw.height_px && !status; row++) {
        struct hexfog_comparison comparison = row_of(filter, row, &sight);

        for (size_t i = 0; i < width; i++)
            filter->bounds[i] = hexfog_filter_bound(filter->spread[i], filter->f[i]);
        hexfog_channel_of_floats(filter->block->rgba + 4 * comparison.first, 0, width,
                                 filter->got);
        hexfog_compare(&comparison, &filter->tallies->list[HEXFOG_GPU_LINEAR_F]);
    }
    return status;
}

// Red is the fog and green what is left of the scene: both are read off red, whose error is
// that of F times the law's slope, and the law's own.
static void compare_colours(struct filter *filter, const struct hexfog_sight *sight,
                            bool is_8bit)
{
    size_t width = (size_t)filter->target.width_px;
    double slope = hexfog_left_slope(sight->law, &sight->range);
    double own = hexfog_float_bound(&sight->range) + (is_8bit ? HEXFOG_8BIT_BOUND : 0);
    struct hexfog_gl_tally *tally = &filter->tallies->list[is_8bit ? HEXFOG_GPU_LINEAR_8BIT
                                                                   : HEXFOG_GPU_LINEAR_FLOAT];

    for (int32_t row = 0; row < filter->target.height_px; row++) {
        struct hexfog_comparison comparison = row_of(filter, row, sight);
        size_t at = 4 * comparison.first;

        hexfog_left_row(sight->law, &sight->range, filter->f, width, filter->left);
        for (size_t i = 0; i < width; i++)
            filter->bounds[i] =
                hexfog_filter_bound(filter->spread[i], filter->f[i]) * slope + own;
        if (is_8bit)
            hexfog_channel_of_bytes(filter->block->rgba8 + at, 0, width, filter->got);
        else
            hexfog_channel_of_floats(filter->block->rgba + at, 0, width, filter->got);
        comparison.left = filter->left;
        comparison.offset = 1;
        comparison.slope = -1;
        hexfog_compare(&comparison, tally);
    }
}

static hexfog_status draw_colours(struct filter *filter, enum hexfog_law law, int window,
                                  bool is_8bit, struct hexfog_error *error)
{
    const struct hexfog_plan *plan = filter->run->plan;
    struct hexfog_range range = hexfog_uniform_range(law, plan->start[window], plan->end[window]);
    struct hexfog_draw draw = filtered_draw(filter, law, &range);
    struct hexfog_sight sight = {law, HEXFOG_LINEAR_FILTER, range, false};
    hexfog_status status =
        is_8bit ? hexfog_gl_draw_8bit(filter->run->gl, &draw, filter->block->rgba8, error)
                : hexfog_gl_draw_float(filter->run->gl, &draw, filter->block->rgba, error);

    if (!status)
        compare_colours(filter, &sight, is_8bit);
    return status;
}

// F itself, then three laws to two targets.
static hexfog_status draw_size(struct filter *filter, bool takes_turns, struct hexfog_error *error)
{
    hexfog_status status = draw_f(filter, error);

    for (int i = 0; i < 6 && !status; i++) {
        if (takes_turns && filter->block->index % 6 != i)
            continue;
        status = draw_colours(filter, (enum hexfog_law)(i / 2), (filter->block->index + i) % 2,
                              i % 2, error);
    }
    return status;
}

static int32_t sized(int32_t source_px, double part)
{
    double target = floor(source_px * part + 0.5);

    return target < 1 ? 1 : (int32_t)target;
}

hexfog_status hexfog_block_filter(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    static const double parts[2] = {HEXFOG_SHRINK, HEXFOG_ENLARGE};
    float *r = (float *)(void *)block->got, *g = (float *)(void *)block->spread;
    size_t count = (size_t)block->width_px * (size_t)block->height_px;
    hexfog_status status = HEXFOG_OK;

    hexfog_upload_unpack(run->uploads[tallies - run->tallies], block->packed, count, r, g);
    hexfog_f_row(HEXFOG_LINEAR_FILTER, run->level_scale, r, g, count, block->f_stored);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(block->f_stored[i]) <= HEXFOG_F_LIMIT))
            block->f_stored[i] = (double)NAN; // its neighbourhood is not compared
    for (int i = 0; i < 2 && !status; i++) {
        struct filter filter = {
            .run = run, .block = block, .tallies = tallies,
            .plane = {block->width_px, block->height_px, block->f_stored}};

        status = make_filter(&filter, sized(block->width_px, parts[i]),
                             sized(block->height_px, parts[i]), error);
        if (!status)
            status = draw_size(&filter, run->takes_turns, error);
        free_filter(&filter);
    }
    return status;
}
