/* SPDX-License-Identifier: MIT */
/* A row of texels at once, with the bits of the per-texel definition. */
#ifndef HEXFOG_RASTER_ROW_H
#define HEXFOG_RASTER_ROW_H

#include "model/map.h"

/* Fills width_px levels and values of G of a texture's row. `x_local` holds each column's
 * x less the origin's. */
void hexfog_fill_row(const struct hexfog_map *map, const double *x_local, int32_t row,
                     int32_t *level, double *g);

#endif
