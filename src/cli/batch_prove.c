// SPDX-License-Identifier: MIT
// Turns the textures of a job into a verdict on it.
#include "cli/batch_prove.h"
#include "base/alloc.h"
#include "base/error.h"
#include "cli/result.h"
#include "cli/verify.h"

// "2 of 9 checks fail: levels, g; likely flipped_rows".
static void explain(const struct hexfog_proof *proof, struct hexfog_error *error)
{
    struct hexfog_text text = { 0 };
    const char *gap = ": ";
    hexfog_text_print(&text, "%zu of %zu checks fail", hexfog_checks_failed(&proof->checks),
                      proof->checks.count);
    for (size_t i = 0; i < proof->checks.count; i++) {
        if (proof->checks.list[i].verdict != HEXFOG_FAIL)
            continue;
        hexfog_text_print(&text, "%s%s", gap, proof->checks.list[i].id);
        gap = ", ";
    }
    hexfog_text_print(&text, "; likely %s", hexfog_likely_word(proof->likely));
    hexfog_fail(error, HEXFOG_NO, "%s", text.failed ? "checks fail" : text.bytes);
    hexfog_text_free(&text);
}

static void add_verdict(struct hexfog_bake_job *job, struct hexfog_verified *verified)
{
    struct hexfog_error error = verified->error;
    if (verified->status == HEXFOG_OK)
        return;
    if (verified->status == HEXFOG_NO)
        explain(verified->proof, &error);
    else if (error.message[0] == '\0')
        hexfog_fail(&error, verified->status, "not all of it could be checked");
    error.status = verified->status;
    if (!error.file[0])
        hexfog_error_set_file(&error, verified->path);
    hexfog_diagnose(&job->board.diagnostics, &error);
    job->status = hexfog_worse_status(job->status, verified->status);
}

static void prove(struct hexfog_bake_job *job, const struct hexfog_verify_request *request,
                  const struct hexfog_target *target)
{
    struct hexfog_verified verified = { .path = target->path, .output = target->output };
    struct hexfog_error error;
    verified.proof = hexfog_alloc_zeroed(1, sizeof *verified.proof);
    if (!verified.proof) {
        job->status = hexfog_fail_memory(&error, "the proof");
        hexfog_diagnose(&job->board.diagnostics, &error);
        return;
    }
    verified.proof->expected = target->encoding;
    hexfog_verify_texture(request, &verified);
    add_verdict(job, &verified);
    hexfog_free(verified.proof);
}

void hexfog_batch_prove(struct hexfog_bake_job *job, bool gpu)
{
    struct hexfog_settings settings = *job->settings;
    struct hexfog_verify_request request;
    settings.gpu = gpu ? NULL : "none";
    if (hexfog_verify_request_read(&settings, &request) != HEXFOG_OK)
        return; // there is nothing in these settings to be wrong
    request.board = &job->board;
    request.gpu_advice = "do without GL: --verify";
    for (size_t i = 0; i < job->targets.count; i++)
        if (job->targets.list[i].output->format != HEXFOG_CONSTANTS)
            prove(job, &request, &job->targets.list[i]);
}
