// SPDX-License-Identifier: MIT
// Turns stages that wait for each other into work for as many threads as there are.
#include "base/stages.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/error.h"

// One item in one stage.
struct task {
    int64_t item;
    int stage;
};

struct crew {
    const struct hexfog_stages *stages;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t next_item[HEXFOG_MOST_STAGES]; // that a stage has not begun
    bool is_busy[HEXFOG_MOST_STAGES];      // of ordered ones
    int64_t first_item;                    // that not all stages have done with
    unsigned *done_stages;                 // a bit each, by room
    int running;
    struct task failed;                    // behind all others while there is none
    hexfog_status status;
    struct hexfog_error *error;
};

static int room_of(const struct crew *crew, int64_t item)
{
    return (int)(item % crew->stages->room_count);
}

static bool is_before(struct task a, struct task b)
{
    return a.item < b.item || (a.item == b.item && a.stage < b.stage);
}

static bool is_ready(const struct crew *crew, struct task task)
{
    const struct hexfog_stages *stages = crew->stages;
    const struct hexfog_stage *stage = &stages->list[task.stage];

    if (task.item >= stages->item_count || task.item >= crew->first_item + stages->room_count ||
        !is_before(task, crew->failed) || (stage->is_ordered && crew->is_busy[task.stage]))
        return false;
    return (crew->done_stages[room_of(crew, task.item)] & stage->after) == stage->after;
}

static bool find_task(const struct crew *crew, struct task *task)
{
    for (int stage = 0; stage < crew->stages->count; stage++) {
        *task = (struct task){ crew->next_item[stage], stage };
        if (is_ready(crew, *task))
            return true;
    }
    return false;
}

// False when there is nothing more to do, and nothing under way that could change it.
static bool take_task(struct crew *crew, struct task *task)
{
    bool is_found;

    pthread_mutex_lock(&crew->lock);
    while (!(is_found = find_task(crew, task)) && crew->running > 0)
        pthread_cond_wait(&crew->changed, &crew->lock);
    if (is_found) {
        crew->next_item[task->stage]++;
        crew->is_busy[task->stage] = true;
        crew->running++;
    }
    pthread_mutex_unlock(&crew->lock);
    return is_found;
}

static void empty_rooms(struct crew *crew)
{
    unsigned all = (1U << crew->stages->count) - 1;

    while (crew->first_item < crew->stages->item_count &&
           crew->done_stages[room_of(crew, crew->first_item)] == all) {
        crew->done_stages[room_of(crew, crew->first_item)] = 0;
        crew->first_item++;
    }
}

static void end_task(struct crew *crew, struct task task, hexfog_status status,
                     const struct hexfog_error *error)
{
    pthread_mutex_lock(&crew->lock);
    crew->running--;
    crew->is_busy[task.stage] = false;
    if (status == HEXFOG_OK) {
        crew->done_stages[room_of(crew, task.item)] |= 1U << task.stage;
        empty_rooms(crew);
    } else if (is_before(task, crew->failed)) {
        crew->failed = task;
        crew->status = status;
        if (crew->error)
            *crew->error = *error;
    }
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *context)
{
    struct crew *crew = context;
    struct task task;

    while (take_task(crew, &task)) {
        const struct hexfog_stage *stage = &crew->stages->list[task.stage];
        struct hexfog_error error = { 0 };
        hexfog_status status = stage->work(stage->context, task.item, room_of(crew, task.item),
                                           &error);
        end_task(crew, task, status, &error);
    }
    return NULL;
}

static void run(struct crew *crew, pthread_t *threads, int count)
{
    int started = 0;

    while (started < count && pthread_create(&threads[started], NULL, work, crew) == 0)
        started++;
    work(crew);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

hexfog_status hexfog_run_stages(const struct hexfog_stages *stages, struct hexfog_error *error)
{
    struct crew crew = { .stages = stages, .failed = { INT64_MAX, 0 }, .error = error };
    size_t more = (size_t)(stages->threads > 1 ? stages->threads - 1 : 0);
    pthread_t *threads = hexfog_alloc(more, sizeof *threads);

    crew.done_stages = hexfog_alloc_zeroed((size_t)stages->room_count, sizeof *crew.done_stages);
    if (threads && crew.done_stages) {
        pthread_mutex_init(&crew.lock, NULL);
        pthread_cond_init(&crew.changed, NULL);
        run(&crew, threads, (int)more);
        pthread_cond_destroy(&crew.changed);
        pthread_mutex_destroy(&crew.lock);
    } else {
        crew.status = hexfog_fail_memory(error, "the worker threads");
    }
    hexfog_free(threads);
    hexfog_free(crew.done_stages);
    return crew.status;
}
