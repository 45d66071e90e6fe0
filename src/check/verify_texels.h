/* SPDX-License-Identifier: MIT */
/* Rows of decoded texels against rows of the field: what verify finds on the CPU. */
#ifndef HEXFOG_CHECK_VERIFY_TEXELS_H
#define HEXFOG_CHECK_VERIFY_TEXELS_H

#include "check/verify_cpu.h"

/* What counts as right. */
struct hexfog_texel_rules {
    const struct hexfog_map *map;
    double level_scale, g_bound, blue_bound;
    bool is_bytes;           /* .png: G is compared as byte / 255, not as its nearest float */
    size_t width;
};

/* One row, both sides. */
struct hexfog_texel_row {
    int32_t number;
    const int32_t *level;    /* expected */
    const double *g;
    const float *stored_r, *stored_g, *stored_b;
    double *decoded_g;       /* room for the stored G as they are compared */
};

/* Of some rows, in order: all that is counted or found by place. */
struct hexfog_texel_sums {
    struct hexfog_cpu_findings found;
    double error_sum;
    uint64_t error_count;
};

void hexfog_take_texel_row(const struct hexfog_texel_rules *rules,
                           const struct hexfog_texel_row *row, struct hexfog_texel_sums *sums);
/* Adds what was found in the rows behind those of *sums. */
void hexfog_add_texel_sums(struct hexfog_texel_sums *sums, const struct hexfog_texel_sums *next);

#endif
