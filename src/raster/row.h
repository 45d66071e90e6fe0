/* SPDX-License-Identifier: MIT */
/* A row of texels at once, with the bits of the per-texel definition. */
#ifndef HEXFOG_RASTER_ROW_H
#define HEXFOG_RASTER_ROW_H

#include "base/vector.h"
#include "model/map.h"

typedef void hexfog_row_function(const struct hexfog_map *map, const double *x_local, int32_t row,
                                 int32_t *level, double *g);

/* Fills width_px levels and values of G of a texture's row. `x_local` holds each column's
 * x less the origin's. */
hexfog_row_function hexfog_fill_row;

/* The same at one vector width each: hexfog_fill_row takes the one for hexfog_vector_bits. */
#ifdef HEXFOG_WIDTH_256
hexfog_row_function hexfog_fill_row_256;
#endif
hexfog_row_function hexfog_fill_row_128;

#endif
