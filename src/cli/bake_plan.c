// SPDX-License-Identifier: MIT
// Turns a settled bake into its threads and memory, before anything large is allocated.
#include <inttypes.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/size.h"

// The buffer of an open file; and what names, records and heads of workers add up to.
enum { FILE_BUFFER_BYTES = 256 * 1024, SMALL_BYTES = 16 * 1024, WORKER_BYTES = 1024 };

// One worker's levels and G: a band where mip levels are made of it, else a row.
static uint64_t rows_bytes(const struct hexfog_bake_job *job)
{
    uint64_t width = (uint64_t)hexfog_map_texture(job->board.map)->width_px, rows = 1;
    for (size_t i = 0; i < job->targets.count; i++)
        if (job->targets.list[i].encoding.mipmaps)
            rows = HEXFOG_BAND_ROWS;
    return width * rows * (sizeof(int32_t) + sizeof(double));
}

// A hasher's worker: a row of G as decoded, and a band of levels with it.
static uint64_t hasher_bytes(int32_t width_px)
{
    return (uint64_t)width_px * (sizeof(float) + HEXFOG_BAND_ROWS * (4 + sizeof(float)));
}

static bool wants_hashes(const struct hexfog_bake_job *job)
{
    for (size_t i = 0; i < job->targets.count; i++)
        if (job->targets.list[i].output->format == HEXFOG_CONSTANTS)
            return true;
    return false;
}

// From now on, with what is held already.
static uint64_t bake_bytes(const struct hexfog_bake_job *job)
{
    int32_t width_px = hexfog_map_texture(job->board.map)->width_px;
    uint64_t threads = (uint64_t)job->threads;
    uint64_t hashing = wants_hashes(job) ? threads * (hasher_bytes(width_px) + WORKER_BYTES) : 0;
    uint64_t bytes = hexfog_allocated_bytes() + SMALL_BYTES + (uint64_t)width_px * sizeof(double)
                   + threads * (rows_bytes(job) + WORKER_BYTES);
    if (job->settings->depfile)
        bytes += FILE_BUFFER_BYTES + SMALL_BYTES;
    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_encoding *encoding = &job->targets.list[i].encoding;
        if (encoding->format == HEXFOG_FORMAT_NONE)
            continue; // it cannot hold the levels: info plans without it
        bytes += FILE_BUFFER_BYTES + SMALL_BYTES;
        if (encoding->format != HEXFOG_CONSTANTS)
            bytes += hexfog_encoder_memory_bytes(encoding, job->threads) + hashing;
    }
    return bytes;
}

// Reading a large description may have taken more than the bake will: --max-memory must allow
// that too, the next time.
static uint64_t memory_of(const struct hexfog_bake_job *job)
{
    uint64_t bytes = bake_bytes(job), peak = hexfog_peak_allocated_bytes();
    return bytes > peak ? bytes : peak;
}

hexfog_status hexfog_bake_plan(struct hexfog_bake_job *job, struct hexfog_error *error)
{
    size_t limit = job->settings->max_memory_bytes;
    job->threads = job->settings->jobs ? job->settings->jobs : hexfog_default_threads();
    job->memory_bytes = memory_of(job);
    if (limit == 0 || job->memory_bytes <= limit)
        return HEXFOG_OK;
    char needed[HEXFOG_SIZE_BYTES], allowed[HEXFOG_SIZE_BYTES];
    return hexfog_fail(error, HEXFOG_MEMORY,
                       "the bake needs up to %" PRIu64 " bytes (%s) with %d thread%s, --max-memory"
                       " allows %zu (%s)", job->memory_bytes,
                       hexfog_size_as_text(needed, job->memory_bytes), job->threads,
                       HEXFOG_PLURAL(job->threads), limit, hexfog_size_as_text(allowed, limit));
}
