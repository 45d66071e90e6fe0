// SPDX-License-Identifier: MIT
// Chooses the widest vectors that the CPU has. (Of 512 bits were no faster where that was tried.)
#include "raster/row.h"

void hexfog_fill_row(const struct hexfog_map *map, const double *x_local, int32_t row,
                     int32_t *level, double *g)
{
#ifdef HEXFOG_WIDTH_256
    if (hexfog_vector_bits() >= 256) {
        hexfog_fill_row_256(map, x_local, row, level, g);
        return;
    }
#endif
    hexfog_fill_row_128(map, x_local, row, level, g);
}
