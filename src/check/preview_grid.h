/* SPDX-License-Identifier: MIT */
/* What --grid lays over a picture: outlines of the tiles, their levels, the axes of q and r. */
#ifndef HEXFOG_CHECK_PREVIEW_GRID_H
#define HEXFOG_CHECK_PREVIEW_GRID_H

#include "check/preview_paint.h"

struct hexfog_overlay {
    int32_t width_px, height_px;
    uint8_t *line;   /* how much of a line covers each pixel */
    uint8_t *ink;    /* R, G, B, and 255 where it is drawn */
};

/* Draws the map's tiles for a picture of its texture's rectangle. What would be too small to
 * be read is left out: outlines, then numbers, never a part of them. MEMORY. */
hexfog_status hexfog_overlay_make(const struct hexfog_map *map, int32_t width_px,
                                  int32_t height_px, struct hexfog_overlay *overlay,
                                  struct hexfog_error *error);
void hexfog_overlay_free(struct hexfog_overlay *overlay);
/* Lays it over the upper left part of a picture. Lines are drawn in `ink`; NULL: black or
 * white, whichever stands out from what is under each pixel. */
void hexfog_overlay_draw(const struct hexfog_overlay *overlay, const struct hexfog_rgb8 *ink,
                         const struct hexfog_canvas *canvas);
/* One ink that stands out from both colours and what lies between, or as far as any does. */
struct hexfog_rgb8 hexfog_ink_for(struct hexfog_rgb8 a, struct hexfog_rgb8 b);

/* The colours of the axes: orange for q, blue for r. */
extern const struct hexfog_rgb8 hexfog_axis_colours[2];

#endif
