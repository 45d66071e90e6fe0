// SPDX-License-Identifier: MIT
// Turns numbered jobs into work on several threads that is finished in order.
#include "base/workers.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/error.h"

struct crew {
    const struct hexfog_ordered_jobs *jobs;
    pthread_mutex_t lock;
    pthread_cond_t turn_changed;
    int64_t next_job;    // the first one that no worker has taken
    int64_t turn;        // the job that may be finished; all before it are
    bool is_ending;      // a job has failed: no more are taken
    hexfog_status status;
    struct hexfog_error *error;
};

struct worker {
    struct crew *crew;
    pthread_t thread;
    int index;
};

static bool take_job(struct crew *crew, int64_t *job)
{
    pthread_mutex_lock(&crew->lock);
    bool has_job = !crew->is_ending && crew->next_job < crew->jobs->job_count;
    if (has_job)
        *job = crew->next_job++;
    pthread_mutex_unlock(&crew->lock);
    return has_job;
}

// Jobs are taken in order, so every job before this one has a worker and its turn comes.
// A failure waits too: then it is the lowest failing job whose error is returned.
static bool wait_for_turn(struct crew *crew, int64_t job, bool has_failed)
{
    pthread_mutex_lock(&crew->lock);
    if (has_failed)
        crew->is_ending = true;
    while (crew->turn != job)
        pthread_cond_wait(&crew->turn_changed, &crew->lock);
    bool goes_on = crew->status == HEXFOG_OK;
    pthread_mutex_unlock(&crew->lock);
    return goes_on;
}

static void pass_turn(struct crew *crew, hexfog_status status, const struct hexfog_error *error)
{
    pthread_mutex_lock(&crew->lock);
    if (status != HEXFOG_OK && crew->status == HEXFOG_OK) {
        crew->status = status;
        crew->is_ending = true;
        if (crew->error)
            *crew->error = *error;
    }
    crew->turn++;
    pthread_cond_broadcast(&crew->turn_changed);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct crew *crew = worker->crew;
    const struct hexfog_ordered_jobs *jobs = crew->jobs;
    int64_t job;

    while (take_job(crew, &job)) {
        struct hexfog_error error = {0};
        hexfog_status status = jobs->work(jobs->context, worker->index, job, &error);
        bool goes_on = wait_for_turn(crew, job, status != HEXFOG_OK);
        if (goes_on && status == HEXFOG_OK)
            status = jobs->finish(jobs->context, worker->index, job, &error);
        pass_turn(crew, status, &error);
    }
    return NULL;
}

hexfog_status hexfog_run_ordered(const struct hexfog_ordered_jobs *jobs, struct hexfog_error *error)
{
    struct crew crew = {.jobs = jobs, .error = error};
    int64_t wanted = jobs->threads < jobs->job_count ? jobs->threads : jobs->job_count;
    int count = wanted > 1 ? (int)wanted : 1, started = 1;

    struct worker *workers = hexfog_alloc((size_t)count, sizeof *workers);
    if (!workers)
        return hexfog_fail_memory(error, "the worker threads");
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.turn_changed, NULL);
    for (int i = 0; i < count; i++)
        workers[i] = (struct worker){.crew = &crew, .index = i};
    while (started < count
           && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_cond_destroy(&crew.turn_changed);
    pthread_mutex_destroy(&crew.lock);
    hexfog_free(workers);
    return crew.status;
}
