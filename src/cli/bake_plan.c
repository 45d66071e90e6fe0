// SPDX-License-Identifier: MIT
// Turns a settled bake into its threads and memory, before anything large is allocated.
#include "base/alloc.h"
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/size.h"

enum { FILE_BUFFER_BYTES = 256 * 1024 };

// One worker's band of levels and G.
static uint64_t band_bytes(int32_t width_px)
{
    return (uint64_t)width_px * HEXFOG_BAND_ROWS * (sizeof(int32_t) + sizeof(double));
}

static uint64_t memory_of(const struct hexfog_bake_job *job)
{
    int32_t width_px = hexfog_map_texture(job->board.map)->width_px;
    uint64_t bytes = hexfog_allocated_bytes() + (uint64_t)width_px * sizeof(double)
                   + (uint64_t)job->threads * band_bytes(width_px);
    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_encoding *encoding = &job->targets.list[i].encoding;
        bytes += FILE_BUFFER_BYTES;
        if (encoding->format != HEXFOG_CONSTANTS)
            bytes += hexfog_encoder_memory_bytes(encoding, job->threads);
    }
    return bytes;
}

hexfog_status hexfog_bake_plan(struct hexfog_bake_job *job, struct hexfog_error *error)
{
    size_t limit = job->settings->max_memory_bytes;
    job->threads = job->settings->jobs ? job->settings->jobs : hexfog_default_threads();
    job->memory_bytes = memory_of(job);
    if (limit == 0 || job->memory_bytes <= limit)
        return HEXFOG_OK;
    char needed[HEXFOG_SIZE_BYTES], allowed[HEXFOG_SIZE_BYTES];
    hexfog_size_as_text(needed, job->memory_bytes);
    hexfog_size_as_text(allowed, limit);
    return hexfog_fail(error, HEXFOG_MEMORY,
                       "the bake needs up to %s with %d threads, --max-memory allows %s", needed,
                       job->threads, allowed);
}
