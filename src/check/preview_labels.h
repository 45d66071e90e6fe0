/* SPDX-License-Identifier: MIT */
/* Levels, axes and coordinates as ink on an overlay. */
#ifndef HEXFOG_CHECK_PREVIEW_LABELS_H
#define HEXFOG_CHECK_PREVIEW_LABELS_H

#include "check/preview_grid.h"
#include "check/preview_view.h"

/* The axes through tile (0, 0), or through the tile in the middle of the picture when that
 * one is not shown; the level of every tile of the shape whose number has room; along the axes
 * the coordinate of each tile below it. */
void hexfog_labels_draw(const struct hexfog_view *view, struct hexfog_overlay *overlay);

#endif
