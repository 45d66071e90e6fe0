/* SPDX-License-Identifier: MIT */
/* The legend of a picture in false colours: a strip below it. */
#ifndef HEXFOG_CHECK_PREVIEW_LEGEND_H
#define HEXFOG_CHECK_PREVIEW_LEGEND_H

#include "check/preview_paint.h"

struct hexfog_legend {
    const char *title;       /* in letters that the font has */
    double least, most;      /* what the colours stand for */
    bool is_whole;           /* only whole numbers occur: steps instead of a ramp */
};

/* The whole picture's size, with a legend below a map of the given size. */
struct hexfog_legend_size { int32_t width_px, height_px; };
struct hexfog_legend_size hexfog_legend_size(int32_t map_width_px, int32_t map_height_px);
/* Draws the legend below the first map_height_px rows. */
void hexfog_legend_draw(const struct hexfog_legend *legend, const struct hexfog_canvas *canvas,
                        int32_t map_height_px, struct hexfog_rgb8 background);

#endif
