// SPDX-License-Identifier: MIT
// A row with vectors of 32 bytes.
#include "raster/row.h"

#ifdef HEXFOG_WIDTH_256
#define WIDTH_FILL hexfog_fill_row_256
#define WIDTH_BYTES 32
#define WIDTH_TARGET HEXFOG_WIDTH_256
#include "raster/row_width.h"
#endif
