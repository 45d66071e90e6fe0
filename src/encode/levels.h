/* SPDX-License-Identifier: MIT */
/* A row's levels: each lasts for a tile's width. */
#ifndef HEXFOG_ENCODE_LEVELS_H
#define HEXFOG_ENCODE_LEVELS_H

#include <stdint.h>

/* Of HEXFOG_LEVELS_AT_ONCE levels: how many equal the first one before another comes. */
enum { HEXFOG_LEVELS_AT_ONCE = 16 };
static inline int32_t hexfog_equal_levels(const int32_t *level)
{
    int32_t other = 0, run = 1;
    for (int32_t i = 0; i < HEXFOG_LEVELS_AT_ONCE; i++)
        other |= level[i] ^ level[0];
    if (!other)
        return HEXFOG_LEVELS_AT_ONCE;
    while (level[run] == level[0])
        run++;
    return run;
}

#endif
