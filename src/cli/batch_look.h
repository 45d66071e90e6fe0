/* SPDX-License-Identifier: MIT */
/* --if-changed: what is to be done for a map, and what is remembered of it. */
#ifndef HEXFOG_CLI_BATCH_LOOK_H
#define HEXFOG_CLI_BATCH_LOOK_H

#include "cli/batch.h"

/* Finds the state files of all jobs, which must be there before the looks. False: no memory. */
bool hexfog_batch_open_states(struct hexfog_batch *batch);
/* Settles job->need and job->reason; from several threads at once. */
void hexfog_batch_look(const struct hexfog_batch *batch, struct hexfog_batch_job *job);

/* In the job's process: true when all recorded outputs have the content that they had; their
 * stamps are renewed in job->outputs, which then are the outputs of the job. */
bool hexfog_batch_outputs_hold(const struct hexfog_batch *batch, struct hexfog_batch_job *job);

/* Takes what a job came to into its state file, to be saved. False when memory is out. */
bool hexfog_batch_remember(struct hexfog_batch *batch, const struct hexfog_batch_job *job);

#endif
