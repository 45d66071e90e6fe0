// SPDX-License-Identifier: MIT
// Turns a job of a batch into files, in a process of its own, and tells the parent of it.
#include "cli/batch_child.h"
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/interrupt.h"
#include "cli/message.h"

// What is sent: a head, then its bytes. Both ends are one program, so plain data will do.
enum answer_kind { ANSWER_ERROR, ANSWER_OUTPUT, ANSWER_PLAN, ANSWER_END };
struct head {
    enum answer_kind kind;
    size_t length;
};
struct end {
    enum hexfog_batch_result result;
    enum hexfog_proven proven;
};

// ---- Sending.

// Nobody is left to tell when this fails.
static void send(const struct hexfog_batch_child *child, enum answer_kind kind,
                 const void *bytes, size_t length)
{
    struct head head = { kind, length };
    (void)hexfog_write_all(child->answer_fd, "", (const char *)&head, sizeof head, NULL);
    (void)hexfog_write_all(child->answer_fd, "", bytes, length, NULL);
}

static void send_diagnostics(const struct hexfog_batch_child *child,
                             struct hexfog_diagnostics *diagnostics)
{
    hexfog_diagnostics_sort(diagnostics);
    for (size_t i = 0; i < diagnostics->count; i++)
        send(child, ANSWER_ERROR, &diagnostics->list[i], sizeof *diagnostics->list);
}

static void send_output(const struct hexfog_batch_child *child,
                        const struct hexfog_target *target)
{
    struct hexfog_text text = { 0 };
    struct hexfog_file_stamp stamp = target->stamp;
    stamp.bytes = target->written_bytes;
    hexfog_text_add_bytes(&text, &stamp, sizeof stamp);
    hexfog_text_add_bytes(&text, target->path, strlen(target->path));
    if (!text.failed)
        send(child, ANSWER_OUTPUT, text.bytes, text.length);
    hexfog_text_free(&text);
}

static void send_plan(const struct hexfog_batch_child *child, const struct hexfog_bake_job *bake)
{
    struct hexfog_text text = { 0 };
    hexfog_bake_as_text(bake, &text);
    if (!text.failed)
        send(child, ANSWER_PLAN, text.bytes, text.length);
    hexfog_text_free(&text);
}

// ---- Work.

static void bake(struct hexfog_batch_child *child, struct hexfog_bake_job *bake)
{
    bool is_dry = bake->settings->dry_run;
    struct hexfog_error error = { 0 };
    struct end end = { is_dry ? HEXFOG_BATCH_CHECKED : HEXFOG_BATCH_BAKED, 0 };
    hexfog_bake_read(bake);
    if (bake->status == HEXFOG_OK)
        (void)hexfog_bake_run(bake, &error);
    hexfog_set_memory_limit(0); // it is for the bake, not for telling how that went
    if (bake->status != HEXFOG_OK)
        end.result = HEXFOG_BATCH_FAILED;
    send_diagnostics(child, &bake->board.diagnostics);
    for (size_t i = 0; bake->status == HEXFOG_OK && i < bake->targets.count; i++)
        send_output(child, &bake->targets.list[i]);
    if (is_dry && bake->status == HEXFOG_OK)
        send_plan(child, bake);
    send(child, ANSWER_END, &end, sizeof end);
}

hexfog_status hexfog_batch_child_work(void *context, void *shared, struct hexfog_error *error)
{
    (void)shared;
    (void)error;
    struct hexfog_batch_child *child = context;
    struct hexfog_settings settings = hexfog_batch_job_settings(child->batch, child->job);
    struct hexfog_bake_job job = { .settings = &settings,
                                   .wants_hashes = child->batch->settings->report
                                                   || child->batch->settings->json,
                                   .is_swept = true };
    hexfog_let_ends_through();
    settings.max_memory_bytes = child->max_memory_bytes;
    hexfog_set_memory_limit(settings.max_memory_bytes);
    bake(child, &job);
    return job.status;
}

// ---- What the parent hears.

static bool take_output(struct hexfog_batch_job *job, const char *bytes, size_t length)
{
    struct hexfog_batch_output *grown = hexfog_realloc(job->outputs, job->output_count + 1,
                                                       sizeof *grown);
    if (!grown)
        return false;
    job->outputs = grown;
    struct hexfog_batch_output *output = &grown[job->output_count];
    *output = (struct hexfog_batch_output){ 0 };
    memcpy(&output->stamp, bytes, sizeof output->stamp);
    output->path = hexfog_copy_bytes(bytes + sizeof output->stamp, length - sizeof output->stamp);
    job->output_count += output->path != NULL;
    return output->path != NULL;
}

static void take_end(struct hexfog_batch_job *job, const char *bytes)
{
    struct end end;
    memcpy(&end, bytes, sizeof end);
    job->result = end.result;
    job->proven = end.proven;
}

static bool take(struct hexfog_batch_job *job, enum answer_kind kind, const char *bytes,
                 size_t length)
{
    struct hexfog_error error;
    switch (kind) {
    case ANSWER_ERROR:
        memcpy(&error, bytes, sizeof error);
        hexfog_diagnose(&job->diagnostics, &error);
        return true;
    case ANSWER_OUTPUT: return take_output(job, bytes, length);
    case ANSWER_PLAN:
        job->plan = hexfog_copy_bytes(bytes, length);
        return job->plan != NULL;
    case ANSWER_END: take_end(job, bytes); return true;
    default: return true;
    }
}

bool hexfog_batch_take_answer(struct hexfog_batch_job *job, const struct hexfog_text *answer)
{
    size_t at = 0;
    struct head head;
    while (answer->length - at >= sizeof head) {
        memcpy(&head, answer->bytes + at, sizeof head);
        at += sizeof head;
        if (answer->length - at < head.length)
            return true;
        if (!take(job, head.kind, answer->bytes + at, head.length))
            return false;
        at += head.length;
    }
    return true;
}
