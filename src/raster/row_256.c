// SPDX-License-Identifier: MIT
// A row with vectors of 32 bytes.
#include "raster/row.h"

#ifdef HEXFOG_WIDTH_256
#include <immintrin.h>

#define WIDTH_FILL hexfog_fill_row_256
#define WIDTH_BYTES 32
#define WIDTH_TARGET HEXFOG_WIDTH_256
#define WIDTH_CHOOSE(mask, yes, no) _mm256_blendv_pd(no, yes, (numbers)(mask))
#define WIDTH_INSIDE(g, zero, one) _mm256_min_pd(_mm256_max_pd(g, zero), one)
#define WIDTH_ALL(mask) (_mm256_movemask_pd((numbers)(mask)) == 15)
#include "raster/row_width.h"
#endif
