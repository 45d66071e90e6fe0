/* SPDX-License-Identifier: MIT */
/*
 * The mip chain of a fogmap. Mip level p has max(1, floor(side / 2^p)) texels on each side,
 * down to 1 x 1. A texel of it is the mean of F = level + G over what it covers of mip level
 * p - 1: of w texels in a row that become v, texel i covers those from i w / v to
 * (i + 1) w / v, a texel that it covers in part counting in part. The mean F is then split
 * anew: level = floor(F), at most the map's greatest, and G = F - level. So level + G is the
 * mean F for a shader that rounds the level, and R * level_scale + G is it for one that
 * filters.
 */
#ifndef HEXFOG_ENCODE_MIPS_H
#define HEXFOG_ENCODE_MIPS_H

#include "hexfog.h"

/* 65536 x 65536 down to 1 x 1. */
#define HEXFOG_MAX_MIPS 17
int hexfog_mip_count(int32_t width_px, int32_t height_px);
static inline int32_t hexfog_mip_px(int32_t side_px, int mip)
{
    return side_px >> mip > 0 ? side_px >> mip : 1;
}

struct hexfog_mip_rules {
    int32_t width_px, height_px, max_level;
    /* Gets each row of the mip levels from 1 on when it is whole: rows of one mip level come
     * in order. `row` is valid during the call. A status that is not OK ends it all. */
    hexfog_status (*take)(void *context, int mip, const struct hexfog_rows *row,
                          struct hexfog_error *error);
    void *context;
};

/* Memory does not grow with the height. */
struct hexfog_mips;
hexfog_status hexfog_mips_make(const struct hexfog_mip_rules *rules, struct hexfog_mips **mips,
                               struct hexfog_error *error);
uint64_t hexfog_mips_memory_bytes(int32_t width_px);
/* The next rows of the texture, from the first on. */
hexfog_status hexfog_mips_add(struct hexfog_mips *mips, const struct hexfog_rows *rows,
                              struct hexfog_error *error);
void hexfog_mips_free(struct hexfog_mips *mips); /* accepts NULL */

#endif
