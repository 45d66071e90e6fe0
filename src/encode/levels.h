/* SPDX-License-Identifier: MIT */
/* A row's levels: each lasts for a tile's width. */
#ifndef HEXFOG_ENCODE_LEVELS_H
#define HEXFOG_ENCODE_LEVELS_H

#include <stdint.h>

/* How many of the `count` >= 1 levels equal the first one before another comes. */
static inline int32_t hexfog_level_run(const int32_t *level, int32_t count)
{
    enum { AT_ONCE = 16 };
    int32_t first = level[0], run = 1;
    for (; run + AT_ONCE <= count; run += AT_ONCE) {
        int32_t other = 0;
        for (int32_t i = 0; i < AT_ONCE; i++)
            other |= level[run + i] ^ first;
        if (other)
            break;
    }
    while (run < count && level[run] == first)
        run++;
    return run;
}

#endif
