// SPDX-License-Identifier: MIT
// Turns 8-bit pixels back into the fog factor, as an artist with a colour picker would:
// f = (fogged - fog colour) / (unfogged - fog colour).
#include <math.h>
#include <string.h>

#include "check/verify_block.h"

// The window whose outer half is all fog.
enum { FULL_FOG_WINDOW = HEXFOG_WINDOWS - 1 };

static const float black[3] = {0, 0, 0}, white[3] = {1, 1, 1};

static size_t texel_count(const struct hexfog_block *block)
{
    return (size_t)block->width_px * (size_t)block->height_px;
}

static hexfog_status draw_8bit(struct hexfog_gl_run *run, struct hexfog_block *block,
                               enum hexfog_law law, const struct hexfog_range *range,
                               const float *scene, const float *fog, struct hexfog_error *error)
{
    struct hexfog_draw draw = hexfog_block_draw(run, block, law, range);

    memcpy(draw.scene_colour, scene, sizeof draw.scene_colour);
    memcpy(draw.fog_colour, fog, sizeof draw.fog_colour);
    hexfog_left_row(law, range, block->f_stored, texel_count(block), block->left_stored);
    return hexfog_gl_draw_8bit(run->gl, &draw, block->rgba8, error);
}

// With unfogged 0 and fog 1 the pixel is 1 - f, in each channel.
static void hold_inverted(struct hexfog_block *block, const struct hexfog_target *target,
                          const struct hexfog_sight *sight, struct hexfog_gl_tally *tally)
{
    size_t count = texel_count(block);

    for (int c = 0; c < 3; c++) {
        hexfog_channel_of_bytes(block->rgba8, c, count, block->got);
        for (size_t i = 0; i < count; i++)
            block->got[i] = (block->got[i] - 1) / (0 - 1);
        struct hexfog_comparison comparison = {
            .target = target, .count = count, .drawn = block->got, .left = block->left_stored,
            .slope = 1, .bound = HEXFOG_8BIT_BOUND, .sight = *sight};
        hexfog_compare(&comparison, tally);
    }
}

hexfog_status hexfog_block_invert(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    struct hexfog_target target = hexfog_block_target(block, block->width_px, block->height_px);
    hexfog_status status = HEXFOG_OK;

    for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2; law++)
        for (int window = 0; window < 2 && !status; window++) {
            struct hexfog_range range = hexfog_uniform_range(
                (enum hexfog_law)law, run->plan->start[window], run->plan->end[window]);
            struct hexfog_sight sight = {(enum hexfog_law)law, HEXFOG_NEAREST, range, false};

            status = draw_8bit(run, block, (enum hexfog_law)law, &range, black, white, error);
            if (!status)
                hold_inverted(block, &target, &sight,
                              &tallies->list[HEXFOG_INVERSION_LINEAR + law]);
        }
    return status;
}

// The given colours -------------------------------------------------------

struct colours {
    const float *scene, *fog, *background;
    double unfogged[3];              // the scene as drawn without fog, in 8 bits
};

static struct colours colours_of(const struct hexfog_verify_gl_options *options)
{
    return (struct colours){options->scene_colour ? options->scene_colour : black,
                            options->fog_colour ? options->fog_colour : white,
                            options->background, {0, 0, 0}};
}

// The unfogged picture: the fog begins behind the last tile.
static hexfog_status draw_unfogged(struct hexfog_gl_run *run, struct hexfog_block *block,
                                   struct colours *colours, struct hexfog_error *error)
{
    struct hexfog_range range =
        hexfog_uniform_range(HEXFOG_LAW_LINEAR, 2 * run->plan->end[0], 4 * run->plan->end[0]);
    hexfog_status status = draw_8bit(run, block, HEXFOG_LAW_LINEAR, &range, colours->scene,
                                     colours->fog, error);

    for (int c = 0; c < 3 && !status; c++)
        colours->unfogged[c] = block->rgba8[c] / 255.0;
    return status;
}

// Half a step of the fogged pixel and of the unfogged one, as large as it counts, over the
// distance of the colours.
static void hold_recovered(struct hexfog_block *block, const struct hexfog_target *target,
                           const struct colours *colours, int c,
                           const struct hexfog_sight *sight, struct hexfog_gl_tally *tally)
{
    size_t count = texel_count(block);
    double fog = (double)colours->fog[c], distance = colours->unfogged[c] - fog;
    double own = hexfog_float_bound(&sight->range);

    if (fabs(distance) < 1.0 / 255)
        return; // no fog factor can be read off this channel
    hexfog_channel_of_bytes(block->rgba8, c, count, block->got);
    for (size_t i = 0; i < count; i++) {
        block->got[i] = (block->got[i] - fog) / distance;
        block->spread[i] =
            (0.5 + 0.5 * block->left_stored[i]) / 255 / fabs(distance) + own / fabs(distance);
    }
    struct hexfog_comparison comparison = {
        .target = target, .count = count, .drawn = block->got, .left = block->left_stored,
        .bounds = block->spread, .slope = 1, .sight = *sight};
    hexfog_compare(&comparison, tally);
}

// Where at most 5 % is left, the picture must look like the background.
static void hold_to_background(struct hexfog_block *block, const struct hexfog_target *target,
                               const struct colours *colours, int c,
                               const struct hexfog_sight *sight, struct hexfog_gl_tally *tally)
{
    size_t count = texel_count(block);
    double allowed = 0.05 * fabs((double)colours->scene[c] - (double)colours->fog[c]);

    hexfog_channel_of_bytes(block->rgba8, c, count, block->got);
    for (size_t i = 0; i < count; i++)
        block->spread[i] = block->left_stored[i] <= 0.05 ? 0 : (double)NAN;
    struct hexfog_comparison comparison = {
        .target = target, .count = count, .drawn = block->got, .left = block->spread,
        .offset = (double)colours->background[c], .bound = allowed + HEXFOG_8BIT_BOUND,
        .sight = *sight};
    hexfog_compare(&comparison, tally);
}

hexfog_status hexfog_block_colours(struct hexfog_gl_run *run, struct hexfog_block *block,
                                   struct hexfog_gl_tallies *tallies, struct hexfog_error *error)
{
    const struct hexfog_verify_gl_options *options = run->options;
    struct hexfog_target target = hexfog_block_target(block, block->width_px, block->height_px);
    struct colours colours = colours_of(options);
    hexfog_status status;

    if (!options->scene_colour && !options->fog_colour && !options->background)
        return HEXFOG_OK;
    status = draw_unfogged(run, block, &colours, error);
    for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2 && !status; law++) {
        struct hexfog_range range =
            hexfog_uniform_range((enum hexfog_law)law, run->plan->start[FULL_FOG_WINDOW],
                                 run->plan->end[FULL_FOG_WINDOW]);
        struct hexfog_sight sight = {(enum hexfog_law)law, HEXFOG_NEAREST, range, false};

        status = draw_8bit(run, block, (enum hexfog_law)law, &range, colours.scene, colours.fog,
                           error);
        for (int c = 0; c < 3 && !status; c++) {
            hold_recovered(block, &target, &colours, c, &sight,
                           &tallies->list[HEXFOG_COLOURS_LINEAR + law]);
            if (colours.background)
                hold_to_background(block, &target, &colours, c, &sight,
                                   &tallies->list[HEXFOG_SILHOUETTE]);
        }
    }
    return status;
}

// Pictures ----------------------------------------------------------------

static uint8_t byte_of(double value)
{
    return value > 0 ? (value < 1 ? (uint8_t)(value * 255 + 0.5) : 255) : 0;
}

static void keep_picture(const struct hexfog_block *block, const struct colours *colours,
                         int picture)
{
    for (size_t i = 0; i < texel_count(block); i++)
        for (size_t c = 0; c < 3; c++) {
            double fog = (double)colours->fog[c];

            block->drawn[picture][3 * i + c] = block->rgba8[4 * i + c];
            block->expected[picture][3 * i + c] =
                byte_of(fog + ((double)colours->scene[c] - fog) * block->left_stored[i]);
        }
}

// The three laws over the whole map, then the first hard step.
hexfog_status hexfog_block_pictures(struct hexfog_gl_run *run, struct hexfog_block *block,
                                    struct hexfog_error *error)
{
    struct colours colours = colours_of(run->options);
    hexfog_status status = HEXFOG_OK;

    for (int picture = 0; picture < HEXFOG_PICTURES && !status; picture++) {
        enum hexfog_law law = picture < 3 ? (enum hexfog_law)picture : HEXFOG_LAW_LINEAR;
        struct hexfog_range range =
            picture < 3 ? hexfog_uniform_range(law, run->plan->start[0], run->plan->end[0])
                        : (struct hexfog_range){run->plan->step[0], run->plan->step[0], 0};

        status = draw_8bit(run, block, law, &range, colours.scene, colours.fog, error);
        if (!status)
            keep_picture(block, &colours, picture);
    }
    return status;
}
