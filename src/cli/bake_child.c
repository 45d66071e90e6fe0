// SPDX-License-Identifier: MIT
// Turns a bake whose encoder ends the process when memory runs out into one that fails.
#include "base/alloc.h"
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/child.h"

// tinyexr, which writes the reference .exr, follows what malloc gives it without a look, and
// throws where new fails.
static bool may_crash(const struct hexfog_bake_job *job)
{
    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_encoding *encoding = &job->targets.list[i].encoding;
        if (encoding->format == HEXFOG_EXR && encoding->encoder == HEXFOG_REFERENCE)
            return true;
    }
    return false;
}

// What a bake finds out of a target.
struct written {
    uint64_t bytes;
    struct hexfog_file_stamp stamp;
};

static hexfog_status work(void *context, void *shared, struct hexfog_error *error)
{
    struct hexfog_bake_job *job = context;
    struct written *written = shared;
    hexfog_status status = hexfog_bake_write_here(job, error);

    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_target *target = &job->targets.list[i];
        written[i] = (struct written){ target->written_bytes, target->stamp };
    }
    return status;
}

static hexfog_status write_in_child(struct hexfog_bake_job *job, struct written *written,
                                    struct hexfog_error *error)
{
    const struct hexfog_child child = { .what = "tinyexr, encoder reference,",
                                        .advice = "out of memory? try encoder stream",
                                        .crash_status = HEXFOG_MEMORY, .work = work,
                                        .context = job };
    hexfog_status status = hexfog_run_child(&child, written, job->targets.count * sizeof *written,
                                            error);

    for (size_t i = 0; i < job->targets.count; i++) {
        job->targets.list[i].written_bytes = written[i].bytes;
        job->targets.list[i].stamp = written[i].stamp;
    }
    return status;
}

hexfog_status hexfog_bake_write(struct hexfog_bake_job *job, struct hexfog_error *error)
{
    if (!may_crash(job))
        return hexfog_bake_write_here(job, error);
    struct written *written = hexfog_alloc_zeroed(job->targets.count, sizeof *written);
    hexfog_status status = written ? write_in_child(job, written, error)
                                   : hexfog_fail_memory(error, "the bake");
    hexfog_free(written);
    return status;
}
