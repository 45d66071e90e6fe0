// SPDX-License-Identifier: MIT
// Turns a list of files into results, each file read in a process of its own.
#include "cli/reading.h"

#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/error.h"

// The slowest decoder seen takes a second for 8 MiB of a file; a hang takes longer. What a
// small file can claim to hold is what LEAST_SECONDS are for.
enum { LEAST_SECONDS = 120, BYTES_A_SECOND = 1 << 20 };

// A sanitizer's own tables take terabytes of addresses.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

// Code, stacks of threads and the allocator's spare room; what is read counts besides.
#define OWN_BYTES ((uint64_t)1 << 30)
// A row of blocks of any size, or a whole .png of 8192 x 8192; deflate unpacks to 1032 times as
// much, but an image that is worth it holds more than zeros.
#define HONEST_BYTES ((uint64_t)1 << 31)
enum { HONEST_RATIO = 512 };

static uint64_t size_of(const char *path)
{
    struct stat file;
    return path && stat(path, &file) == 0 && file.st_size > 0 ? (uint64_t)file.st_size : 0;
}

uint64_t hexfog_reading_memory(const struct hexfog_settings *settings, const char *a,
                               const char *b)
{
    if (settings->max_memory_bytes)
        return settings->max_memory_bytes;
    return HONEST_BYTES + HONEST_RATIO * (size_of(a) + size_of(b));
}

struct hexfog_child hexfog_reading_child(const struct hexfog_settings *settings, const char *a,
                                         const char *b)
{
    uint64_t seconds = LEAST_SECONDS + (size_of(a) + size_of(b)) / BYTES_A_SECOND;
    uint64_t memory = 2 * hexfog_reading_memory(settings, a, b) + OWN_BYTES; // two readers

    return (struct hexfog_child){ .what = "reading the texture", .advice = "",
                                  .seconds = (unsigned)(seconds < 86400 ? seconds : 86400),
                                  .address_bytes = HAS_SANITIZER ? 0 : memory,
                                  .crash_status = HEXFOG_IO, .files = { a, b } };
}

// The children under way, oldest first, in a ring.
struct slot {
    bool is_running;
    size_t job;
    struct hexfog_running_child child;
    hexfog_status status; // why it does not run, if it should
    struct hexfog_error error;
};

static void finish(const struct hexfog_reading_jobs *jobs, struct slot *slot, void *shared)
{
    memset(shared, 0, jobs->shared_bytes);
    if (slot->is_running)
        slot->status = hexfog_end_child(&slot->child, shared, &slot->error);
    jobs->finish(jobs->context, slot->job, shared, slot->status, &slot->error);
}

static void start(const struct hexfog_reading_jobs *jobs, size_t job, struct slot *slot,
                  void *shared)
{
    struct hexfog_child child = { 0 };

    *slot = (struct slot){ .job = job };
    memset(shared, 0, jobs->shared_bytes);
    if (!jobs->start(jobs->context, job, &child, shared))
        return;
    slot->status = hexfog_start_child(&child, shared, jobs->shared_bytes, &slot->child,
                                      &slot->error);
    slot->is_running = slot->status == HEXFOG_OK;
}

static void run(const struct hexfog_reading_jobs *jobs, struct slot *ring, size_t room,
                void *shared)
{
    size_t started = 0, finished = 0;

    while (finished < jobs->job_count) {
        if (started < jobs->job_count && started - finished < room) {
            start(jobs, started, &ring[started % room], shared);
            started++;
        } else {
            finish(jobs, &ring[finished % room], shared);
            finished++;
        }
    }
}

hexfog_status hexfog_run_reading(const struct hexfog_reading_jobs *jobs,
                                 struct hexfog_error *error)
{
    size_t room = (size_t)(jobs->at_once > 1 ? jobs->at_once : 1);
    struct slot *ring = hexfog_alloc_zeroed(room, sizeof *ring);
    void *shared = hexfog_alloc_zeroed(1, jobs->shared_bytes);
    hexfog_status status = ring && shared ? HEXFOG_OK
                                          : hexfog_fail_memory(error, "the list of files");

    if (status == HEXFOG_OK)
        run(jobs, ring, room, shared);
    hexfog_free(ring);
    hexfog_free(shared);
    return status;
}
