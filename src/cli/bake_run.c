// SPDX-License-Identifier: MIT
// Turns a description into a settled bake, and that into files, without a word.
#include <string.h>
#include "base/error.h"
#include "cli/bake_job.h"

static void raise_warnings(struct hexfog_diagnostics *diagnostics)
{
    static const char reason[] = " [--werror]";
    for (size_t i = 0; i < diagnostics->count; i++) {
        struct hexfog_error *error = &diagnostics->list[i];
        if (!error->is_warning)
            continue;
        diagnostics->error_count++;
        error->is_warning = false;
        if (strlen(error->message) + sizeof reason <= sizeof error->message)
            strcat(error->message, reason);
    }
}

// All .exr outputs, the description's own too: it changes no texel.
static void set_effort(struct hexfog_bake_job *job)
{
    for (size_t i = 0; i < job->targets.count; i++)
        if (job->targets.list[i].output->format == HEXFOG_EXR)
            job->targets.list[i].encoding.effort = (enum hexfog_effort)job->settings->effort;
}

void hexfog_bake_read(struct hexfog_bake_job *job)
{
    struct hexfog_diagnostics *diagnostics = &job->board.diagnostics;
    struct hexfog_error error;
    struct hexfog_board_reading reading = { .must_be_regular = job->must_be_regular,
                                            .hashes = job->read_hashes };
    hexfog_board_read_as(job->settings, &reading, &job->board);
    if (!hexfog_targets_make(job->settings, &job->board, &job->targets)) {
        hexfog_fail_memory(&error, "the list of outputs");
        hexfog_diagnose(diagnostics, &error);
    }
    if (job->settings->outputs.count == 0)
        hexfog_require_outputs(job->settings, &job->board);
    if (job->settings->warnings_are_errors)
        raise_warnings(diagnostics);
    job->status = hexfog_diagnostics_status(diagnostics);
    if (job->status == HEXFOG_OK)
        set_effort(job);
}

hexfog_status hexfog_bake_run(struct hexfog_bake_job *job, struct hexfog_error *error)
{
    hexfog_status status = hexfog_bake_plan(job, error);
    if (status == HEXFOG_OK)
        status = job->settings->dry_run ? hexfog_bake_check(job, error)
                                        : hexfog_bake_write(job, error);
    if (status == HEXFOG_OK)
        return HEXFOG_OK;
    error->status = status;
    hexfog_diagnose(&job->board.diagnostics, error);
    job->status = status;
    return status;
}
