/* SPDX-License-Identifier: MIT */
/* How many tiles of the shape have each level. */
#ifndef HEXFOG_CLI_HISTOGRAM_H
#define HEXFOG_CLI_HISTOGRAM_H

#include "hexfog.h"

struct hexfog_histogram {
    uint32_t *tile_count;  /* of level i; tiles in play are at most 2^27 */
    int32_t level_count;   /* one more than the greatest level of the shape */
};

/* MEMORY. */
hexfog_status hexfog_histogram_make(const struct hexfog_description *description,
                                    const struct hexfog_map *map,
                                    struct hexfog_histogram *histogram,
                                    struct hexfog_error *error);
void hexfog_histogram_free(struct hexfog_histogram *histogram);

#endif
