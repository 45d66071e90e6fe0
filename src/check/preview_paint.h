/* SPDX-License-Identifier: MIT */
/* What a row of texel values gives to a picture: shares of fog, or false colours. */
#ifndef HEXFOG_CHECK_PREVIEW_PAINT_H
#define HEXFOG_CHECK_PREVIEW_PAINT_H

#include "check/remap.h"

struct hexfog_rgb8 { uint8_t r, g, b; };

/* A picture in memory: 3 * width_px * height_px bytes, row by row from the top. */
struct hexfog_canvas { int32_t width_px, height_px; uint8_t *rgb; };

/* The whole share: 65535 of the unfogged colour are left, that is no fog. */
#define HEXFOG_WHOLE_SHARE 65535U

/* Shares of the unfogged colour that are left, one plane a range. */
struct hexfog_fog_paint {
    enum hexfog_law law;
    bool is_hard;                        /* none or all: the nearer one of the law's share */
    const struct hexfog_range *ranges;   /* one a plane */
    int32_t width_px;                    /* texels a row */
};
/* hexfog_area_request.fill; `context` is a hexfog_fog_paint, `row` the F of each texel. What
 * is not a number is in full fog. */
void hexfog_fog_fill(const void *context, int plane, const void *row, uint16_t *texels);

/* False colours, 3 planes: dark blue at `least`, pale yellow at `most`; their lightness rises
 * throughout, and only blue and yellow change places, so that it reads without red and green. */
struct hexfog_colour_paint { double least, most; int32_t width_px; };
/* The same for a hexfog_colour_paint; any value. What is not a finite number is magenta. */
void hexfog_colour_fill(const void *context, int plane, const void *row, uint16_t *texels);
/* The colour at `part` of the way from least to most. */
struct hexfog_rgb8 hexfog_false_colour(double part);

/* `share` of `clear` and the rest of `fog`. */
struct hexfog_rgb8 hexfog_mix(struct hexfog_rgb8 fog, struct hexfog_rgb8 clear, uint32_t share);
/* How light a colour looks, 0 to 255. */
int hexfog_lightness(struct hexfog_rgb8 colour);
/* Black or white, whichever stands out from a colour. */
struct hexfog_rgb8 hexfog_contrast(struct hexfog_rgb8 colour);

static inline void hexfog_put_pixel(const struct hexfog_canvas *canvas, int32_t x, int32_t y,
                                    struct hexfog_rgb8 colour)
{
    uint8_t *pixel = canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width_px + (size_t)x);

    pixel[0] = colour.r;
    pixel[1] = colour.g;
    pixel[2] = colour.b;
}

#endif
