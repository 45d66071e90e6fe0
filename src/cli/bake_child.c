// SPDX-License-Identifier: MIT
// Turns a bake whose encoder ends the process when memory runs out into one that fails.
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/bake_job.h"
#include "cli/child.h"

// tinyexr, which writes the reference .exr, follows what malloc gives it without a look, and
// throws where new fails.
bool hexfog_bake_may_crash(const struct hexfog_bake_job *job)
{
    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_encoding *encoding = &job->targets.list[i].encoding;
        if (encoding->format == HEXFOG_EXR && encoding->encoder == HEXFOG_REFERENCE)
            return true;
    }
    return false;
}

// The files stay the parent's, which removes them whatever becomes of the child: the loader ends
// a process that finds no memory without a word to anybody.
struct filling {
    struct hexfog_replacement *const *files;
    size_t count;
    hexfog_status (*fill)(void *context, struct hexfog_error *error);
    void *context;
};

static hexfog_status work(void *context, void *shared, struct hexfog_error *error)
{
    const struct filling *filling = context;
    uint64_t *bytes = shared;
    hexfog_status status = filling->fill(filling->context, error);

    for (size_t i = 0; i < filling->count && status == HEXFOG_OK; i++)
        status = hexfog_replacement_hand_over(filling->files[i], &bytes[i], error);
    return status;
}

hexfog_status hexfog_bake_fill_in_child(struct hexfog_replacement *const *files, size_t count,
                                        hexfog_status (*fill)(void *context,
                                                              struct hexfog_error *error),
                                        void *context, struct hexfog_error *error)
{
    struct filling filling = { files, count, fill, context };
    const struct hexfog_child child = { .what = "tinyexr, encoder reference,",
                                        .advice = "out of memory? try encoder stream",
                                        .crash_status = HEXFOG_MEMORY, .work = work,
                                        .context = &filling };
    uint64_t *bytes = hexfog_alloc_zeroed(count, sizeof *bytes);

    if (!bytes)
        return hexfog_fail_memory(error, "the bake");
    hexfog_status status = hexfog_run_child(&child, bytes, count * sizeof *bytes, error);
    for (size_t i = 0; i < count && status == HEXFOG_OK; i++)
        hexfog_replacement_take_over(files[i], bytes[i]);
    hexfog_free(bytes);
    return status;
}
