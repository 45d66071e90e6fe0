// SPDX-License-Identifier: MIT
// A row with vectors of 32 bytes: AVX2.
#include "raster/row.h"

#if HEXFOG_HAS_WIDTHS
#define WIDTH_FILL hexfog_fill_row_avx2
#define WIDTH_BYTES 32
#define WIDTH_TARGET __attribute__((target("avx2")))
#include "raster/row_width.h"
#endif
