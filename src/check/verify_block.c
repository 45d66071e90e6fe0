// SPDX-License-Identifier: MIT
// Turns a block of texels into point-sampled draws, and holds their pixels to both truths:
// the remap of the stored texels, and the remap of the exact field.
#include "check/verify_block.h"
#include "base/as_float.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/upload.h"

// Channels that rise, fall and do neither much, so that a mix of channels shows.
static const float scene[3] = {0, 1, 0.25f}, fog[3] = {1, 0, 0.75f};

static size_t texel_count(const struct hexfog_block *block)
{
    return (size_t)block->width_px * (size_t)block->height_px;
}

// Room --------------------------------------------------------------------

hexfog_status hexfog_block_make(int32_t width_px, int32_t height_px, struct hexfog_block *block,
                                struct hexfog_error *error)
{
    size_t texels = (size_t)width_px * (size_t)height_px;
    size_t pixels = (size_t)ceil(width_px * HEXFOG_ENLARGE + 1) *
                    (size_t)ceil(height_px * HEXFOG_ENLARGE + 1);

    *block = (struct hexfog_block){.capacity = texels};
    block->r = hexfog_alloc(texels, sizeof *block->r);
    block->g = hexfog_alloc(texels, sizeof *block->g);
    block->b = hexfog_alloc(texels, sizeof *block->b);
    block->f_exact = hexfog_alloc(texels, sizeof *block->f_exact);
    block->packed = hexfog_alloc(texels, 16);
    block->f_stored = hexfog_alloc(texels, sizeof *block->f_stored);
    block->left_stored = hexfog_alloc(texels, sizeof *block->left_stored);
    block->left_exact = hexfog_alloc(texels, sizeof *block->left_exact);
    block->got = hexfog_alloc(texels, sizeof *block->got);
    block->spread = hexfog_alloc(texels, sizeof *block->spread);
    block->rgba = hexfog_alloc(pixels, 4 * sizeof *block->rgba);
    block->rgba8 = hexfog_alloc(pixels, 4 * sizeof *block->rgba8);
    if (block->r && block->g && block->b && block->f_exact && block->packed &&
        block->f_stored && block->left_stored && block->left_exact && block->got &&
        block->spread && block->rgba && block->rgba8)
        return HEXFOG_OK;
    hexfog_block_free(block);
    return hexfog_fail_memory(error, "a block to draw");
}

void hexfog_block_free(struct hexfog_block *block)
{
    hexfog_free(block->r);
    hexfog_free(block->g);
    hexfog_free(block->b);
    hexfog_free(block->f_exact);
    hexfog_free(block->packed);
    hexfog_free(block->f_stored);
    hexfog_free(block->left_stored);
    hexfog_free(block->left_exact);
    hexfog_free(block->got);
    hexfog_free(block->spread);
    hexfog_free(block->rgba);
    hexfog_free(block->rgba8);
    *block = (struct hexfog_block){0};
}

// Draws -------------------------------------------------------------------

struct hexfog_range hexfog_uniform_range(enum hexfog_law law, double start, double end)
{
    struct hexfog_range range = hexfog_range_of(law, start, end);

    range.density = hexfog_as_float(range.density);
    return range;
}

struct hexfog_target hexfog_block_target(const struct hexfog_block *block, int32_t width_px,
                                         int32_t height_px)
{
    return (struct hexfog_target){block->column, block->row, width_px, height_px,
                                  (double)block->width_px / width_px,
                                  (double)block->height_px / height_px};
}

struct hexfog_draw hexfog_block_draw(const struct hexfog_gl_run *run,
                                     const struct hexfog_block *block, enum hexfog_law law,
                                     const struct hexfog_range *range)
{
    struct hexfog_draw draw = {
        .sampling = HEXFOG_NEAREST, .law = law, .level_scale = run->level_scale,
        .start = range->start, .end = range->end, .density = range->density,
        .width_px = block->width_px, .height_px = block->height_px,
        .remap_text = run->remap_text};

    memcpy(draw.scene_colour, scene, sizeof scene);
    memcpy(draw.fog_colour, fog, sizeof fog);
    return draw;
}

// A GPU's floats may round a level the other way only when it lies half-way between two, and
// overflow where no level can be: no file of ours has such texels, and no verdict on a GPU
// should hang on them.
static void forget_doubtful_levels(const struct hexfog_gl_run *run, struct hexfog_block *block,
                                   const float *r)
{
    for (size_t i = 0; i < texel_count(block); i++) {
        double position = (double)r[i] * run->level_scale + 0.5;
        double off = fabs(position - floor(position + 0.5));

        if (!(off > 0x1p-22 * (fabs(position) + 1)) ||
            !(fabs(block->f_stored[i]) <= HEXFOG_F_LIMIT))
            block->f_stored[i] = (double)NAN;
    }
}

// Uploads, and learns what a sampler will get: the packed texels. `got` and `spread` serve
// as room for them.
static hexfog_status upload(struct hexfog_gl_run *run, struct hexfog_block *block,
                            enum hexfog_upload format, struct hexfog_error *error)
{
    struct hexfog_planes planes = {block->width_px, block->height_px, block->r, block->g,
                                   block->b};
    float *r = (float *)(void *)block->got, *g = (float *)(void *)block->spread;
    size_t count = texel_count(block);

    hexfog_upload_pack(format, &planes, 0, count, block->packed);
    hexfog_upload_unpack(format, block->packed, count, r, g);
    hexfog_f_row(HEXFOG_NEAREST, run->level_scale, r, g, count, block->f_stored);
    forget_doubtful_levels(run, block, r);
    return hexfog_gl_upload(run->gl, format, &planes, error);
}

// Channel c of the pixels in `got` against one truth.
static void hold_to(const struct hexfog_block *block, const struct hexfog_target *target, int c,
                    const double *left, double bound, const struct hexfog_sight *sight,
                    struct hexfog_gl_tally *tally)
{
    struct hexfog_comparison comparison = {
        .target = target, .count = texel_count(block), .drawn = block->got, .left = left,
        .offset = (double)fog[c], .slope = (double)scene[c] - (double)fog[c], .bound = bound,
        .sight = *sight};

    hexfog_compare(&comparison, tally);
}

static void compare_both(const struct hexfog_block *block, const struct hexfog_sight *sight,
                         double gpu_bound, double file_bound, bool is_8bit,
                         struct hexfog_gl_tallies *tallies)
{
    struct hexfog_target target =
        hexfog_block_target(block, block->width_px, block->height_px);
    struct hexfog_gl_tally *gpu = &tallies->list[is_8bit ? HEXFOG_GPU_NEAREST_8BIT
                                                         : HEXFOG_GPU_NEAREST_FLOAT];
    struct hexfog_gl_tally *field = &tallies->list[is_8bit ? HEXFOG_FIELD_NEAREST_8BIT
                                                           : HEXFOG_FIELD_NEAREST_FLOAT];

    for (int c = 0; c < 3; c++) {
        if (is_8bit)
            hexfog_channel_of_bytes(block->rgba8, c, texel_count(block), block->got);
        else
            hexfog_channel_of_floats(block->rgba, c, texel_count(block), block->got);
        hold_to(block, &target, c, block->left_stored, gpu_bound, sight, gpu);
        hold_to(block, &target, c, block->left_exact, file_bound, sight, field);
    }
}

// One window through one law, to both targets.
static hexfog_status draw_window(struct hexfog_gl_run *run, struct hexfog_block *block,
                                 enum hexfog_law law, int window,
                                 struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    struct hexfog_range range =
        hexfog_uniform_range(law, run->plan->start[window], run->plan->end[window]);
    struct hexfog_draw draw = hexfog_block_draw(run, block, law, &range);
    struct hexfog_sight sight = {law, HEXFOG_NEAREST, range, false};
    double gpu_bound = hexfog_float_bound(&range);
    double file_bound = gpu_bound + run->g_bound * hexfog_left_slope(law, &range);
    size_t count = texel_count(block);
    hexfog_status status;

    hexfog_left_row(law, &range, block->f_stored, count, block->left_stored);
    hexfog_left_row(law, &range, block->f_exact, count, block->left_exact);
    status = hexfog_gl_draw_float(run->gl, &draw, block->rgba, error);
    if (status)
        return status;
    compare_both(block, &sight, gpu_bound, file_bound, false, tallies);
    status = hexfog_gl_draw_8bit(run->gl, &draw, block->rgba8, error);
    if (status)
        return status;
    compare_both(block, &sight, HEXFOG_8BIT_BOUND, file_bound + HEXFOG_8BIT_BOUND, true, tallies);
    return HEXFOG_OK;
}

// The hard step -----------------------------------------------------------

static void count_wrong(const struct hexfog_block *block, size_t i, double expected,
                        const struct hexfog_sight *sight, struct hexfog_gl_tally *tally)
{
    struct hexfog_gl_tally pixel = {
        .error = 1, .bound = 1, .drawn = block->got[i], .expected = expected, .sight = *sight,
        .texel = {block->column + (int32_t)(i % (size_t)block->width_px),
                  block->row + (int32_t)(i / (size_t)block->width_px)}};

    hexfog_tally_keep(tally, &pixel); // of equals, the first stays
    tally->wrong_count++;
}

// The red channel is the fog, 0 or 1.
static void judge_step(const struct hexfog_gl_run *run, const struct hexfog_block *block,
                       int step, const struct hexfog_sight *sight,
                       struct hexfog_gl_tallies *tallies)
{
    double at = sight->range.start;
    struct hexfog_gl_tally *gpu = &tallies->list[HEXFOG_GPU_STEP];
    struct hexfog_gl_tally *field = &tallies->list[HEXFOG_FIELD_STEP];

    gpu->is_made = field->is_made = true;
    for (size_t i = 0; i < texel_count(block); i++) {
        double stored = block->f_stored[i], exact = block->f_exact[i];
        double from_stored = stored >= at ? 1 : 0, from_exact = exact >= at ? 1 : 0;

        if (fabs(stored - at) > hexfog_f_bound(at) &&
            !(fabs(block->got[i] - from_stored) <= HEXFOG_8BIT_BOUND))
            count_wrong(block, i, from_stored, sight, gpu);
        tallies->step_texels[step]++;
        if (!(fabs(exact - at) > hexfog_step_bound(at, run->g_bound)))
            tallies->step_near[step]++;
        else if (!(fabs(block->got[i] - from_exact) <= HEXFOG_8BIT_BOUND))
            count_wrong(block, i, from_exact, sight, field);
    }
}

static hexfog_status draw_step(struct hexfog_gl_run *run, struct hexfog_block *block, int step,
                               struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    struct hexfog_range range = {run->plan->step[step], run->plan->step[step], 0};
    struct hexfog_draw draw = hexfog_block_draw(run, block, HEXFOG_LAW_LINEAR, &range);
    struct hexfog_sight sight = {HEXFOG_LAW_LINEAR, HEXFOG_NEAREST, range, false};
    size_t count = texel_count(block);
    hexfog_status status = hexfog_gl_draw_float(run->gl, &draw, block->rgba, error);

    if (status)
        return status;
    hexfog_channel_of_floats(block->rgba, 0, count, block->got);
    judge_step(run, block, step, &sight, tallies);
    status = hexfog_gl_draw_8bit(run->gl, &draw, block->rgba8, error);
    if (status)
        return status;
    hexfog_channel_of_bytes(block->rgba8, 0, count, block->got);
    judge_step(run, block, step, &sight, tallies);
    return HEXFOG_OK;
}

// All draws ---------------------------------------------------------------

static hexfog_status draw_nearest(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (int window = 0; window < HEXFOG_WINDOWS && !status; window++)
        for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2 && !status; law++)
            status = draw_window(run, block, (enum hexfog_law)law, window, tallies, error);
    for (int step = 0; step < run->plan->step_count && !status; step++)
        status = draw_step(run, block, step, tallies, error);
    return status;
}

hexfog_status hexfog_block_verify(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (int i = 0; i < run->upload_count && !status; i++) {
        struct hexfog_gl_tallies *tallies = &run->tallies[i];

        status = upload(run, block, run->uploads[i], error);
        if (!status)
            status = draw_nearest(run, block, tallies, error);
        if (!status && i == 0)
            status = hexfog_block_invert(run, block, tallies, error);
        if (!status && i == 0)
            status = hexfog_block_colours(run, block, tallies, error);
        if (!status && i == 0 && block->wants_pictures)
            status = hexfog_block_pictures(run, block, error);
        if (!status && hexfog_gl_can_filter(run->gl, run->uploads[i]))
            status = hexfog_block_filter(run, block, tallies, error);
    }
    return status;
}
