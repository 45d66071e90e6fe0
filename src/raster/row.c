// SPDX-License-Identifier: MIT
// Chooses the widest vectors that the CPU has. (AVX-512 was no faster where it was tried.)
#include "raster/row.h"

// Not asked before main, so the compiler's own start-up code has looked at the CPU.
static int width_count(void)
{
#if HEXFOG_HAS_WIDTHS
    if (__builtin_cpu_supports("avx2"))
        return 2;
#endif
    return 1;
}

static const struct hexfog_row_width widths[] = {
    {"plain", hexfog_fill_row_plain},
#if HEXFOG_HAS_WIDTHS
    {"avx2", hexfog_fill_row_avx2},
#endif
};

struct hexfog_row_width hexfog_row_width(size_t index)
{
    return index < (size_t)width_count() ? widths[index] : (struct hexfog_row_width){NULL, NULL};
}

void hexfog_fill_row(const struct hexfog_map *map, const double *x_local, int32_t row,
                     int32_t *level, double *g)
{
    widths[width_count() - 1].fill(map, x_local, row, level, g);
}
