// SPDX-License-Identifier: MIT
// Turns texel values into shares of fog and into false colours.
#include "check/preview_paint.h"

#include <math.h>

// Shares ----------------------------------------------------------------------

static uint16_t share_of(double left)
{
    // Written so that a NaN comes out as full fog.
    return left > 0 ? (uint16_t)(left < 1 ? left * HEXFOG_WHOLE_SHARE + 0.5 : HEXFOG_WHOLE_SHARE)
                    : 0;
}

void hexfog_fog_fill(const void *context, int plane, const void *row, uint16_t *texels)
{
    const struct hexfog_fog_paint *paint = context;
    const struct hexfog_range *range = &paint->ranges[plane];
    const double *f = row;

    for (int32_t i = 0; i < paint->width_px; i++) {
        double left = hexfog_left(paint->law, range, f[i]);
        if (paint->is_hard)
            left = left > 0.5 ? 1 : 0;
        texels[i] = share_of(left);
    }
}

// False colours ---------------------------------------------------------------

enum { STOPS = 6 };
static const struct hexfog_rgb8 stops[STOPS] = {
    {  13,  18,  66 }, {  40,  62, 128 }, {  86, 104, 144 },
    { 145, 146, 132 }, { 209, 190,  98 }, { 255, 244, 170 },
};
static const struct hexfog_rgb8 not_a_number = { 255, 0, 255 };

static double between(uint8_t a, uint8_t b, double part)
{
    return a + ((double)b - a) * part;
}

// Channels of 0 to 255, not rounded yet.
static void colour_at(double part, double channels[3])
{
    double place = (part > 0 ? part < 1 ? part : 1 : 0) * (STOPS - 1);
    int left = place < STOPS - 2 ? (int)place : STOPS - 2;
    const struct hexfog_rgb8 *a = &stops[left], *b = &stops[left + 1];

    channels[0] = between(a->r, b->r, place - left);
    channels[1] = between(a->g, b->g, place - left);
    channels[2] = between(a->b, b->b, place - left);
}

struct hexfog_rgb8 hexfog_false_colour(double part)
{
    double c[3];

    colour_at(part, c);
    return (struct hexfog_rgb8){ (uint8_t)(c[0] + 0.5), (uint8_t)(c[1] + 0.5),
                                 (uint8_t)(c[2] + 0.5) };
}

void hexfog_colour_fill(const void *context, int plane, const void *row, uint16_t *texels)
{
    const struct hexfog_colour_paint *paint = context;
    const double *values = row, width = paint->most - paint->least;
    const uint8_t odd[] = { not_a_number.r, not_a_number.g, not_a_number.b };

    for (int32_t i = 0; i < paint->width_px; i++) {
        double channels[3];
        if (!isfinite(values[i])) {
            texels[i] = (uint16_t)(257 * odd[plane]);
            continue;
        }
        colour_at(width > 0 ? (values[i] - paint->least) / width : 0, channels);
        texels[i] = (uint16_t)(257 * (uint32_t)(channels[plane] + 0.5));
    }
}

// Colours ---------------------------------------------------------------------

static uint8_t mixed(uint8_t fog, uint8_t clear, uint32_t share)
{
    return (uint8_t)((fog * (HEXFOG_WHOLE_SHARE - share) + clear * share + HEXFOG_WHOLE_SHARE / 2)
                     / HEXFOG_WHOLE_SHARE);
}

struct hexfog_rgb8 hexfog_mix(struct hexfog_rgb8 fog, struct hexfog_rgb8 clear, uint32_t share)
{
    return (struct hexfog_rgb8){ mixed(fog.r, clear.r, share), mixed(fog.g, clear.g, share),
                                 mixed(fog.b, clear.b, share) };
}

int hexfog_lightness(struct hexfog_rgb8 colour)
{
    return (54 * colour.r + 183 * colour.g + 19 * colour.b) / 256; // Rec. 709's weights
}

struct hexfog_rgb8 hexfog_contrast(struct hexfog_rgb8 colour)
{
    uint8_t value = hexfog_lightness(colour) > 115 ? 0 : 255;

    return (struct hexfog_rgb8){ value, value, value };
}
