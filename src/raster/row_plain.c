// SPDX-License-Identifier: MIT
// A row with vectors of 16 bytes: what every machine has.
#define WIDTH_FILL hexfog_fill_row_plain
#define WIDTH_BYTES 16
#define WIDTH_TARGET
#include "raster/row_width.h"
