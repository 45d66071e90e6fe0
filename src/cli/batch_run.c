// SPDX-License-Identifier: MIT
// Turns the jobs of a batch into child processes, so many at once, and their ends into results.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/batch.h"
#include "cli/batch_child.h"
#include "cli/batch_look.h"
#include "cli/batch_show.h"
#include "cli/interrupt.h"

enum { TICK_MS = 250, PATIENCE_MS = 700, READ_BYTES = 64 << 10 };

// A job that runs.
struct slot {
    struct hexfog_batch_job *job; // NULL: free
    struct hexfog_running_child child;
    struct hexfog_batch_child context;
    struct hexfog_text answer;
    int fd;
    double start_s;
};

struct runner {
    struct hexfog_batch *batch;
    struct hexfog_batch_show *show;
    struct slot *slots;
    struct pollfd *polls;         // one a slot
    size_t slot_count, running;
    size_t next;                  // the first job that was not started
    int cores, threads_in_use;
    bool is_ending;               // no job is started any more
    bool has_died;                // a child, perhaps with its temporary files in place
    double end_s;                 // when children that were told to end are killed
    struct hexfog_batch_job **alone; // jobs to which a share of the memory was too little
    size_t alone_count;
};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// ---- Starting.

// What is left of the cores, among the jobs that can still begin beside those that run.
static int threads_for_next(const struct runner *runner, size_t jobs_left)
{
    size_t beginning = runner->slot_count - runner->running;
    if (beginning > jobs_left)
        beginning = jobs_left;
    int spare = runner->cores - runner->threads_in_use;
    int threads = beginning > 0 ? spare / (int)beginning : spare;
    return threads > 1 ? threads : 1;
}

// A job's part of --max-memory, with what this process holds, which a fork shares.
static size_t memory_share(const struct runner *runner, bool is_alone)
{
    size_t total = runner->batch->settings->max_memory_bytes, held = hexfog_allocated_bytes();
    if (total == 0 || is_alone || runner->slot_count < 2 || total <= held)
        return total;
    return held + (total - held) / runner->slot_count;
}

static struct slot *free_slot(const struct runner *runner)
{
    for (size_t i = 0; i < runner->slot_count; i++)
        if (!runner->slots[i].job)
            return &runner->slots[i];
    return NULL;
}

static hexfog_status start_child(struct slot *slot, struct hexfog_error *error)
{
    struct hexfog_child child = { .what = "the bake", .crash_status = HEXFOG_IO,
                                  .kill_status = HEXFOG_MEMORY, .work = hexfog_batch_child_work,
                                  .context = &slot->context };
    int ends[2];
    char none = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return hexfog_fail(error, HEXFOG_IO, "no pipe for the bake: %s", strerror(errno));
    slot->context.answer_fd = ends[1];
    slot->fd = ends[0];
    hexfog_status status = hexfog_start_child(&child, &none, sizeof none, &slot->child, error);
    close(ends[1]);
    if (status != HEXFOG_OK)
        close(ends[0]);
    return status;
}

static void end_job(struct runner *runner, struct hexfog_batch_job *job);

// False when there is no room for another process now, but will be once one has ended.
static bool start(struct runner *runner, struct hexfog_batch_job *job, int threads, bool is_alone)
{
    struct slot *slot = free_slot(runner);
    struct hexfog_error error = { 0 };
    *slot = (struct slot){ .job = job, .start_s = now_s() };
    slot->context = (struct hexfog_batch_child){
        .batch = runner->batch, .job = job, .max_memory_bytes = memory_share(runner, is_alone)
    };
    job->threads = threads;
    hexfog_status status = start_child(slot, &error);
    if (status == HEXFOG_OK) {
        hexfog_batch_drop_outputs(job); // the child tells of them anew
        hexfog_batch_show_start(runner->show, job);
        runner->running++;
        runner->threads_in_use += threads;
        return true;
    }
    slot->job = NULL;
    if (runner->running > 0)
        return false;
    job->result = HEXFOG_BATCH_FAILED;
    job->status = status;
    error.status = status;
    hexfog_diagnose(&job->diagnostics, &error);
    end_job(runner, job);
    return true;
}

static bool needs_nothing(const struct runner *runner, const struct hexfog_batch_job *job)
{
    return job->is_base || job->need == HEXFOG_NEEDS_NOTHING
        || (job->need == HEXFOG_NEEDS_PROOF && runner->batch->settings->dry_run);
}

static void pass_over(struct runner *runner, struct hexfog_batch_job *job)
{
    job->result = job->is_base ? HEXFOG_BATCH_BASE : HEXFOG_BATCH_UP_TO_DATE;
    end_job(runner, job);
}

static void start_more(struct runner *runner)
{
    struct hexfog_batch *batch = runner->batch;
    while (!runner->is_ending && runner->running < runner->slot_count
           && runner->next < batch->job_count) {
        if (needs_nothing(runner, &batch->jobs[runner->next])) {
            pass_over(runner, &batch->jobs[runner->next++]);
            continue;
        }
        int threads = threads_for_next(runner, batch->job_count - runner->next);
        if (!start(runner, &batch->jobs[runner->next], threads, false))
            return;
        runner->next++;
    }
    if (!runner->is_ending && runner->running == 0 && runner->alone_count > 0)
        (void)start(runner, runner->alone[--runner->alone_count], runner->cores, true);
}

// ---- Ending.

static void fail_memory(struct runner *runner)
{
    struct hexfog_error error = { 0 };
    hexfog_fail_memory(&error, "the records of the batch");
    hexfog_batch_fail(runner->batch, &error);
    runner->is_ending = true;
}

static void end_job(struct runner *runner, struct hexfog_batch_job *job)
{
    struct hexfog_batch *batch = runner->batch;
    hexfog_batch_show_end(runner->show, job);
    if (!hexfog_batch_remember(batch, job))
        fail_memory(runner);
    if (job->result != HEXFOG_BATCH_FAILED)
        return;
    if (batch->settings->keep_going) {
        batch->status = hexfog_worse_status(batch->status, HEXFOG_NO);
        return;
    }
    if (!runner->is_ending)
        batch->status = job->status;
    runner->is_ending = true;
}

// A child that died told nothing, or not all. Those that were ended with us did not fail.
static void settle(struct runner *runner, struct hexfog_batch_job *job, hexfog_status status,
                   struct hexfog_error *error)
{
    bool has_told = job->result != HEXFOG_BATCH_NOT_RUN
                 && (job->result == HEXFOG_BATCH_FAILED) == (status != HEXFOG_OK);
    if (has_told) {
        job->status = status;
        return;
    }
    hexfog_batch_drop_outputs(job);
    runner->has_died = true;
    job->result = HEXFOG_BATCH_NOT_RUN;
    if (runner->batch->end_signal)
        return;
    job->result = HEXFOG_BATCH_FAILED;
    job->status = error->status = status == HEXFOG_OK ? HEXFOG_IO : status;
    if (!error->message[0])
        hexfog_fail(error, job->status, job->status == HEXFOG_MEMORY
                    ? "out of memory for the job's result" : "the job's process did not tell all");
    hexfog_error_set_file(error, job->map->path);
    hexfog_diagnose(&job->diagnostics, error);
}

// A job that needs more than its share has another try with all of it, and all by itself.
static bool is_to_be_tried_alone(struct runner *runner, const struct slot *slot)
{
    struct hexfog_batch_job *job = slot->job;
    if (job->status != HEXFOG_MEMORY || job->result != HEXFOG_BATCH_FAILED
        || slot->context.max_memory_bytes >= runner->batch->settings->max_memory_bytes)
        return false;
    job->result = HEXFOG_BATCH_NOT_RUN;
    job->need = HEXFOG_NEEDS_BAKE;
    hexfog_diagnostics_free(&job->diagnostics);
    runner->alone[runner->alone_count++] = job;
    return true;
}

static void finish(struct runner *runner, struct slot *slot)
{
    struct hexfog_batch_job *job = slot->job;
    struct hexfog_error error = { 0 };
    char none;
    close(slot->fd);
    hexfog_status status = hexfog_end_child(&slot->child, &none, &error);
    if (!hexfog_batch_take_answer(job, &slot->answer) || slot->answer.failed)
        status = hexfog_fail_memory(&error, "the result of a job");
    hexfog_text_free(&slot->answer);
    job->seconds = now_s() - slot->start_s;
    runner->running--;
    runner->threads_in_use -= job->threads;
    settle(runner, job, status, &error);
    if (!is_to_be_tried_alone(runner, slot))
        end_job(runner, job);
    slot->job = NULL;
}

// True at the end of the answer.
static bool read_answer(struct slot *slot)
{
    char bytes[READ_BYTES];
    ssize_t count = read(slot->fd, bytes, sizeof bytes);
    if (count > 0)
        hexfog_text_add_bytes(&slot->answer, bytes, (size_t)count);
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

// ---- The end of it all.

static void signal_all(const struct runner *runner, int signal_number)
{
    for (size_t i = 0; i < runner->slot_count; i++) {
        if (!runner->slots[i].job)
            continue;
        (void)kill(runner->slots[i].child.pid, signal_number);
        (void)kill(runner->slots[i].child.pid, SIGCONT);
    }
}

static void heed_signals(struct runner *runner)
{
    int signal_number = hexfog_held_end();
    if (signal_number && !runner->batch->end_signal) {
        runner->batch->end_signal = signal_number;
        runner->is_ending = true;
        runner->end_s = now_s() + PATIENCE_MS / 1000.0;
        signal_all(runner, SIGTERM);
    }
    if (runner->batch->end_signal && now_s() > runner->end_s)
        signal_all(runner, SIGKILL);
}

static void wait_and_read(struct runner *runner)
{
    for (size_t i = 0; i < runner->slot_count; i++)
        runner->polls[i] = (struct pollfd){ .fd = runner->slots[i].job ? runner->slots[i].fd : -1,
                                            .events = POLLIN };
    bool is_ready = hexfog_wait_for_input(runner->polls, runner->slot_count, TICK_MS);
    heed_signals(runner); // a child may have died of the same one
    for (size_t i = 0; is_ready && i < runner->slot_count; i++)
        if (runner->polls[i].revents && read_answer(&runner->slots[i]))
            finish(runner, &runner->slots[i]);
}

static bool allocate(struct runner *runner)
{
    const struct hexfog_batch *batch = runner->batch;
    size_t most = batch->settings->jobs ? (size_t)batch->settings->jobs : (size_t)runner->cores;
    runner->slot_count = most < batch->job_count ? most : batch->job_count;
    runner->slots = hexfog_alloc_zeroed(runner->slot_count, sizeof *runner->slots);
    runner->polls = hexfog_alloc_zeroed(runner->slot_count, sizeof *runner->polls);
    runner->alone = hexfog_alloc_zeroed(batch->job_count, sizeof *runner->alone);
    return runner->slots && runner->polls && runner->alone;
}

void hexfog_batch_run(struct hexfog_batch *batch)
{
    struct hexfog_batch_show show;
    struct runner runner = { .batch = batch, .show = &show, .cores = hexfog_default_threads() };
    struct hexfog_error error = { 0 };
    double start_s = now_s();
    struct hexfog_file_options options = { .make_folders = batch->settings->make_folders,
                                           .sync = batch->settings->sync };
    batch->states.saved_s = start_s;
    hexfog_batch_show_open(&show, batch);
    if (!allocate(&runner)) {
        hexfog_fail_memory(&error, "the jobs");
        hexfog_batch_fail(batch, &error);
        runner.is_ending = true;
    }
    heed_signals(&runner);
    for (start_more(&runner); runner.running > 0; start_more(&runner)) {
        wait_and_read(&runner);
        hexfog_batch_show_tick(&show);
        hexfog_states_save_some(&batch->states, &options, now_s());
    }
    if (hexfog_states_save(&batch->states, &options, &error) != HEXFOG_OK)
        hexfog_batch_fail(batch, &error);
    batch->seconds = now_s() - start_s;
    if (runner.has_died)
        hexfog_batch_sweep(batch);
    hexfog_batch_show_close(&show);
    hexfog_free(runner.alone);
    hexfog_free(runner.polls);
    hexfog_free(runner.slots);
}
