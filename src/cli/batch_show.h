/* SPDX-License-Identifier: MIT */
/* What a batch says while it runs: a line that is drawn again on a terminal, a line a job
 * elsewhere, an event a line with --messages json. */
#ifndef HEXFOG_CLI_BATCH_SHOW_H
#define HEXFOG_CLI_BATCH_SHOW_H

#include "cli/batch.h"

struct hexfog_batch_show {
    const struct hexfog_batch *batch;
    bool is_live;          /* the line that is drawn again is wanted */
    bool is_drawn;
    double start_s, last_s;
    size_t done;           /* bases too */
    size_t bases, bases_done;   /* which nobody waits for: lines do not count them */
    size_t busy[3], busy_count; /* ranks of some that run, the oldest first */
};

void hexfog_batch_show_open(struct hexfog_batch_show *show, const struct hexfog_batch *batch);
void hexfog_batch_show_start(struct hexfog_batch_show *show, const struct hexfog_batch_job *job);
/* Also prints what is wrong with it. */
void hexfog_batch_show_end(struct hexfog_batch_show *show, struct hexfog_batch_job *job);
void hexfog_batch_show_tick(struct hexfog_batch_show *show);
/* The last word: counts and time. */
void hexfog_batch_show_close(struct hexfog_batch_show *show);

#endif
