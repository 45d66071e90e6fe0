/* SPDX-License-Identifier: MIT */
/* One job of a batch in a process of its own, and what it tells its parent through a pipe. */
#ifndef HEXFOG_CLI_BATCH_CHILD_H
#define HEXFOG_CLI_BATCH_CHILD_H

#include "cli/batch.h"
#include "cli/child.h"

struct hexfog_batch_child {
    const struct hexfog_batch *batch;
    struct hexfog_batch_job *job;
    int answer_fd;              /* the pipe's end to write to */
    size_t max_memory_bytes;    /* this job's share; 0 = no limit */
    hexfog_status lost;         /* why it could not tell all */
};

/* The work of a hexfog_child; its context is the struct above. Ends the child's signal mask. */
hexfog_status hexfog_batch_child_work(void *context, void *shared, struct hexfog_error *error);

/* Takes what a child has told, up to where it broke off, into its job; false: no memory. */
bool hexfog_batch_take_answer(struct hexfog_batch_job *job, const struct hexfog_text *answer);

#endif
