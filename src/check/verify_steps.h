/* SPDX-License-Identifier: MIT */
/* Where a hard step may stand so that nearly all texels can be judged against it. */
#ifndef HEXFOG_CHECK_VERIFY_STEPS_H
#define HEXFOG_CHECK_VERIFY_STEPS_H

#include "check/remap.h"

/* How many texels have which F: `bin_count` bins from `first` on, one before and one after. */
struct hexfog_histogram {
    double first, bins_per_tile;
    int32_t bin_count;
    int64_t *count;                  /* bin_count + 2 */
};

/* All texels, once in the coarse histogram of the whole map and once in that of each wanted
 * level with its neighbours. */
struct hexfog_steps {
    double g_bound;
    int32_t max_level;
    int count;
    int32_t *level;                  /* the caller's: a step is wanted in each */
    struct hexfog_histogram whole, *fine; /* one a step */
};

hexfog_status hexfog_steps_make(struct hexfog_steps *steps, struct hexfog_error *error);
void hexfog_steps_free(struct hexfog_steps *steps);
void hexfog_steps_take(struct hexfog_steps *steps, const int32_t *level, const double *g,
                       int32_t count);
/*
 * After all texels. A step in its level where few texels are near and some lie on each side;
 * else one anywhere in the map; else, where every inner step is too near to too many, one above
 * all F: that all is before the fog is proven then. Returns how many differ; `at` has room for
 * all of them.
 */
int hexfog_steps_choose(struct hexfog_steps *steps, double *at);

#endif
