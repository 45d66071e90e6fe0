/* SPDX-License-Identifier: MIT */
/* A row of texels at once, with the bits of the per-texel definition. */
#ifndef HEXFOG_RASTER_ROW_H
#define HEXFOG_RASTER_ROW_H

#include "model/map.h"

typedef void hexfog_row_function(const struct hexfog_map *map, const double *x_local, int32_t row,
                                 int32_t *level, double *g);

/* Fills width_px levels and values of G of a texture's row. `x_local` holds each column's
 * x less the origin's. */
hexfog_row_function hexfog_fill_row;

/* The same at one vector width each, the widest last. */
#if defined(__x86_64__) || defined(__i386__)
#define HEXFOG_HAS_WIDTHS 1
hexfog_row_function hexfog_fill_row_avx2;
#else
#define HEXFOG_HAS_WIDTHS 0
#endif
hexfog_row_function hexfog_fill_row_plain;

/* Those that this CPU can run; NULL past the last. */
struct hexfog_row_width { const char *name; hexfog_row_function *fill; };
struct hexfog_row_width hexfog_row_width(size_t index);

#endif
