/* SPDX-License-Identifier: MIT */
/* Items that pass through stages on several threads, as each is ready. */
#ifndef HEXFOG_BASE_STAGES_H
#define HEXFOG_BASE_STAGES_H

#include "hexfog.h"

#define HEXFOG_MOST_STAGES 16

/* Work on one item, in the room that is its own until all stages have had it. */
struct hexfog_stage {
    hexfog_status (*work)(void *context, int64_t item, int room, struct hexfog_error *error);
    void *context;
    bool is_ordered;      /* one item at a time, in their order; else several at once */
    unsigned after;       /* bits of the stages that must have done with the item before */
};

/* Of stages with an item ready for them a thread takes the first. */
struct hexfog_stages {
    const struct hexfog_stage *list;
    int count;            /* at most HEXFOG_MOST_STAGES */
    int64_t item_count;
    int room_count;       /* items under way at once, >= 1 */
    int threads;          /* >= 1; 1: all on the caller's thread */
};

/* Runs all stages on all items. Of failures that of the lowest item counts, and of its stages
 * the lowest: every stage before that place is still run, none behind it is begun, so that it is
 * the same for any number of threads. Threads that cannot be started are done without. */
hexfog_status hexfog_run_stages(const struct hexfog_stages *stages, struct hexfog_error *error);

#endif
