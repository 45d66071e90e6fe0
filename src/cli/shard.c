// SPDX-License-Identifier: MIT
// Turns --shard, or what a scheduler has set, into a part of a list.
#include "cli/shard.h"
#include <stdio.h>
#include <string.h>
#include "base/error.h"

// Who runs many tasks of one kind, and how it numbers them. NULL: it tells no count.
static const struct scheduler {
    const char *index, *count;
    uint32_t first;
} schedulers[] = {
    { "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0 }, // from SLURM_ARRAY_TASK_MIN
    { "PARALLEL_SEQ", NULL, 1 },                            // GNU parallel
    { "CI_NODE_INDEX", "CI_NODE_TOTAL", 1 },                // GitLab
    { "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0 },
    { "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0 },
    { "SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", 1 },
    { "BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT", 0 },
    { "SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", 1 }, // Azure Pipelines
    { "JOB_COMPLETION_INDEX", NULL, 0 },                    // Kubernetes
    { "PBS_ARRAY_INDEX", NULL, 0 },
};
enum { SCHEDULERS = sizeof schedulers / sizeof *schedulers };

// Digits up to `end`; false for anything else, and beyond nine of them.
static bool read_number(const char *text, const char *end, uint32_t *number)
{
    *number = 0;
    if (text == end || end - text > 9)
        return false;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        *number = *number * 10 + (uint32_t)(*text - '0');
    }
    return true;
}

static bool read_variable(const char *value, uint32_t *number)
{
    return value && read_number(value, value + strlen(value), number);
}

static hexfog_status fail(struct hexfog_error *error, const char *text)
{
    return hexfog_fail(error, HEXFOG_USAGE, "--shard: '%s' is not K/N with 0 <= K <= N and"
                       " 1 <= N <= %d, auto or auto/N", text, HEXFOG_MOST_SHARDS);
}

// ---- auto.

struct task {
    const struct scheduler *scheduler;
    uint32_t number, count; // as the scheduler counts; count 0: not told
};

static hexfog_status fail_variable(struct hexfog_error *error, const char *name,
                                   const char *value)
{
    return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: %s is '%s', which is no number of a"
                       " task", name, value ? value : "");
}

// The array's own numbering, 5-9 or 0-30:2, counted from 0. One task with another number than 0
// is more likely a shard that is sent again than a list that was never split: baking all of it
// would be no mistake that anybody sees. Without a regular step the numbers
// cannot be told from a part of the array.
static hexfog_status settle_slurm(struct task *task, char *(*variable)(const char *name),
                                  struct hexfog_error *error)
{
    uint32_t least, greatest, step;
    if (task->count == 1 && task->number > 0)
        return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: this Slurm array is one task with"
                           " number %u: a part of a larger one? Give --shard %u/N or auto/N, N"
                           " being the number of all shards", (unsigned)task->number,
                           (unsigned)task->number);
    if (!read_variable(variable("SLURM_ARRAY_TASK_MIN"), &least))
        least = 0;
    if (!read_variable(variable("SLURM_ARRAY_TASK_STEP"), &step) || step == 0)
        step = 1;
    if (!read_variable(variable("SLURM_ARRAY_TASK_MAX"), &greatest))
        greatest = least + (task->count - 1) * step;
    bool is_regular = task->number >= least && (task->number - least) % step == 0
                   && (task->number - least) / step < task->count
                   && greatest >= least && (greatest - least) / step + 1 == task->count;
    if (!is_regular)
        return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: the numbers of this Slurm array"
                           " have gaps; give all of one range, or --shard auto/N");
    task->number = (task->number - least) / step;
    return HEXFOG_OK;
}

static hexfog_status settle(struct task *task, char *(*variable)(const char *name),
                            struct hexfog_error *error)
{
    const struct scheduler *scheduler = task->scheduler;
    if (scheduler == schedulers)
        return settle_slurm(task, variable, error);
    if (task->number < scheduler->first || task->number - scheduler->first >= task->count)
        return fail_variable(error, scheduler->index, variable(scheduler->index));
    task->number -= scheduler->first;
    return HEXFOG_OK;
}

static hexfog_status read_task(const struct scheduler *scheduler,
                               char *(*variable)(const char *name), struct task *task,
                               struct hexfog_error *error)
{
    const char *index = variable(scheduler->index);
    const char *count = scheduler->count ? variable(scheduler->count) : NULL;
    *task = (struct task){ .scheduler = scheduler };
    if (!read_variable(index, &task->number))
        return fail_variable(error, scheduler->index, index);
    if (count && (!read_variable(count, &task->count) || task->count == 0
                  || task->count > HEXFOG_MOST_SHARDS))
        return fail_variable(error, scheduler->count, count);
    return HEXFOG_OK;
}

// A CI that runs one task only, as most say of a job that is not split, gives way to another
// scheduler; two that count are not for us to choose from.
static hexfog_status choose(struct task *chosen, const struct task *task,
                            struct hexfog_error *error)
{
    if (!chosen->scheduler || chosen->count == 1) {
        *chosen = *task;
        return HEXFOG_OK;
    }
    if (task->count == 1)
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: both %s and %s are set; give K/N",
                       chosen->scheduler->index, task->scheduler->index);
}

static hexfog_status find_task(char *(*variable)(const char *name), struct task *chosen,
                               struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    *chosen = (struct task){ 0 };
    for (int i = 0; i < SCHEDULERS && status == HEXFOG_OK; i++) {
        struct task task;
        const char *value = variable(schedulers[i].index);
        if (!value || !*value)
            continue;
        status = read_task(&schedulers[i], variable, &task, error);
        if (status == HEXFOG_OK)
            status = choose(chosen, &task, error);
    }
    if (status != HEXFOG_OK || chosen->scheduler)
        return status;
    char names[400] = "";
    for (int i = 0; i < SCHEDULERS; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", schedulers[i].index);
    }
    return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: none of these variables is set: %s",
                       names);
}

static hexfog_status read_auto(const char *text, char *(*variable)(const char *name),
                               struct hexfog_shard *shard, struct hexfog_error *error)
{
    struct task task;
    uint32_t count = 0;
    bool has_count = text[4] == '/';
    if (text[4] && (!has_count || !read_number(text + 5, text + strlen(text), &count)
                    || count == 0 || count > HEXFOG_MOST_SHARDS))
        return fail(error, text);
    hexfog_status status = find_task(variable, &task, error);
    if (status != HEXFOG_OK)
        return status;
    if (has_count) {
        *shard = (struct hexfog_shard){ task.number % count, count };
        return HEXFOG_OK;
    }
    if (task.count == 0)
        return hexfog_fail(error, HEXFOG_USAGE, "--shard auto: %s is set, but of how many is not"
                           " told; give --shard auto/N", task.scheduler->index);
    status = settle(&task, variable, error);
    if (status == HEXFOG_OK)
        *shard = (struct hexfog_shard){ task.number, task.count };
    return status;
}

hexfog_status hexfog_shard_read(const char *text, char *(*variable)(const char *name),
                                struct hexfog_shard *shard, struct hexfog_error *error)
{
    uint32_t index, count;
    const char *slash = strchr(text, '/');
    *shard = (struct hexfog_shard){ 0 };
    if (strncmp(text, "auto", 4) == 0)
        return read_auto(text, variable, shard, error);
    if (!slash || !read_number(text, slash, &index)
        || !read_number(slash + 1, text + strlen(text), &count) || count == 0
        || count > HEXFOG_MOST_SHARDS || index > count)
        return fail(error, text);
    *shard = (struct hexfog_shard){ index % count, count };
    return HEXFOG_OK;
}
