/* SPDX-License-Identifier: MIT */
/* Worker threads that take numbered jobs and finish them in order. */
#ifndef HEXFOG_BASE_WORKERS_H
#define HEXFOG_BASE_WORKERS_H

#include "hexfog.h"

/*
 * For each job 0 .. job_count - 1: `work` on any worker, several at once; then `finish`
 * by the same worker, one job at a time, in order. The first status that is not OK (of the
 * lowest job, so with any number of threads the same) ends the run and is returned with its
 * error: jobs before it are finished, jobs after it that are under way are completed, their
 * finish is left out. threads >= 1; with 1 everything runs on the caller's thread. A thread that
 * cannot be started: the run goes on with fewer; none at all: on the caller's thread.
 */
struct hexfog_ordered_jobs {
    void *context;
    int64_t job_count;
    int threads;
    hexfog_status (*work)(void *context, int worker, int64_t job, struct hexfog_error *error);
    hexfog_status (*finish)(void *context, int worker, int64_t job, struct hexfog_error *error);
};
hexfog_status hexfog_run_ordered(const struct hexfog_ordered_jobs *jobs,
                                 struct hexfog_error *error);

/* CPUs that the control groups grant, rounded up, 0 = no cap. Looks at proc/self/cgroup and
 * sys/fs/cgroup below `root` ("" but in tests). */
int hexfog_cgroup_cpus(const char *root);

#endif
