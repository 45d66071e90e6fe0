// SPDX-License-Identifier: MIT
// A row with vectors of 16 bytes, which every machine has or imitates.
#define WIDTH_FILL hexfog_fill_row_128
#define WIDTH_BYTES 16
#define WIDTH_TARGET

#ifdef __SSE2__
#include <emmintrin.h>
#define WIDTH_INSIDE(g, zero, one) _mm_min_pd(_mm_max_pd(g, zero), one)
#endif

#include "raster/row_width.h"
