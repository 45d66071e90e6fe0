/* SPDX-License-Identifier: MIT */
/* A map seen in a picture of its texture's rectangle: pixels and tiles. */
#ifndef HEXFOG_CHECK_PREVIEW_VIEW_H
#define HEXFOG_CHECK_PREVIEW_VIEW_H

#include "model/map.h"

struct hexfog_view {
    const struct hexfog_map *map;
    struct hexfog_texture picture;     /* the texture, with the picture's size */
    /* e_k (fogmap.md 2) per pixel to the right and per pixel down, and pixels from a tile's
     * centre to edge k. */
    double e_right[6], e_down[6], apothem_px[6];
    double least_apothem_px;
};

void hexfog_view_make(const struct hexfog_map *map, int32_t width_px, int32_t height_px,
                      struct hexfog_view *view);

/* A place in the picture: pixel (i, j) covers i..i + 1 and j..j + 1. */
struct hexfog_place_px { double x, y; };
struct hexfog_place_px hexfog_px_of_tile(const struct hexfog_view *view,
                                         struct hexfog_axial tile);
/* Whether a tile is in the shape and its centre in the picture. */
bool hexfog_view_shows(const struct hexfog_view *view, struct hexfog_axial tile);
/* The greatest |e_k| of the corners of a rectangle of pixels, centred at an offset from a tile's
 * centre: at most 1 when it lies in the tile. */
double hexfog_view_reach(const struct hexfog_view *view, double right_px, double down_px,
                         double width_px, double height_px);

#endif
