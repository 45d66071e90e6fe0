/* SPDX-License-Identifier: MIT */
/* --verify of what a job has baked. */
#ifndef HEXFOG_CLI_BATCH_PROVE_H
#define HEXFOG_CLI_BATCH_PROVE_H

#include "cli/bake_job.h"

/* Proves the textures among the job's targets against its board, on the CPU and, with gpu, on the
 * GPU. What fails is in the board's diagnostics and in job->status: NO, or why it could not be
 * checked. Other threads must not run. */
void hexfog_batch_prove(struct hexfog_bake_job *job, bool gpu);

#endif
