// SPDX-License-Identifier: MIT
// Turns a job of a batch into files, in a process of its own, and tells the parent of it.
#include "cli/batch_child.h"
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/batch_look.h"
#include "cli/batch_prove.h"
#include "cli/interrupt.h"
#include "cli/message.h"

// What is sent: a head, then its bytes. Both ends are one program, so plain data will do.
enum answer_kind { ANSWER_ERROR, ANSWER_OUTPUT, ANSWER_PLAN, ANSWER_READ, ANSWER_BASE, ANSWER_END };
struct head {
    uint64_t kind;               // an answer_kind
    uint64_t length;
};
struct output_head {
    struct hexfog_file_stamp stamp;
    int is_absolute; // any number may come in
};
struct end {
    enum hexfog_batch_result result;
    enum hexfog_proven proven;
};

// ---- Sending.

// After one that failed nothing is sent any more: what is there is whole, but for its end, and
// the parent misses ANSWER_END.
static void send(struct hexfog_batch_child *child, enum answer_kind kind,
                 const void *bytes, size_t length)
{
    struct head head = { kind, length };
    int fd = child->answer_fd;
    if (child->lost == HEXFOG_OK)
        child->lost = hexfog_write_all(fd, "", (const char *)&head, sizeof head, NULL);
    if (child->lost == HEXFOG_OK)
        child->lost = hexfog_write_all(fd, "", bytes, length, NULL);
}

static void send_diagnostics(struct hexfog_batch_child *child,
                             struct hexfog_diagnostics *diagnostics)
{
    hexfog_diagnostics_sort(diagnostics);
    for (size_t i = 0; i < diagnostics->count; i++)
        send(child, ANSWER_ERROR, &diagnostics->list[i], sizeof *diagnostics->list);
    struct hexfog_error rest;
    if (hexfog_diagnostics_rest(diagnostics, &rest))
        send(child, ANSWER_ERROR, &rest, sizeof rest);
}

static void send_path(struct hexfog_batch_child *child, enum answer_kind kind, const void *head,
                      size_t head_length, const char *path)
{
    struct hexfog_text text = { 0 };
    hexfog_text_add_bytes(&text, head, head_length);
    hexfog_text_add_bytes(&text, path, strlen(path));
    if (text.failed && child->lost == HEXFOG_OK)
        child->lost = HEXFOG_MEMORY;
    if (!text.failed)
        send(child, kind, text.bytes, text.length);
    hexfog_text_free(&text);
}

static void send_output(struct hexfog_batch_child *child, const struct hexfog_batch_output *output)
{
    struct output_head head;
    memset(&head, 0, sizeof head);
    head.stamp = output->stamp;
    head.is_absolute = output->is_absolute;
    send_path(child, ANSWER_OUTPUT, &head, sizeof head, output->path);
}

static void send_target(struct hexfog_batch_child *child, const struct hexfog_target *target)
{
    struct hexfog_batch_output output = { .path = target->path, .stamp = target->stamp,
                                          .is_absolute = target->output->path[0] == '/' };
    output.stamp.bytes = target->written_bytes;
    send_output(child, &output);
}

static void send_plan(struct hexfog_batch_child *child, const struct hexfog_bake_job *bake)
{
    struct hexfog_text text = { 0 };
    hexfog_bake_as_text(bake, &text);
    if (text.failed && child->lost == HEXFOG_OK)
        child->lost = HEXFOG_MEMORY;
    if (!text.failed)
        send(child, ANSWER_PLAN, text.bytes, text.length);
    hexfog_text_free(&text);
}

static void send_reads(struct hexfog_batch_child *child, const struct hexfog_bake_job *bake)
{
    const struct hexfog_description *description = &bake->board.description;
    const int is_absolute = description->is_base_absolute;
    send(child, ANSWER_READ, bake->read_hashes, sizeof *bake->read_hashes);
    if (description->base_path)
        send_path(child, ANSWER_BASE, &is_absolute, sizeof is_absolute, description->base_path);
}

// ---- Work.

static void tell(struct hexfog_batch_child *child, struct hexfog_bake_job *bake,
                 const struct end *end)
{
    hexfog_set_memory_limit(0); // it is for the bake, not for telling how that went
    send_diagnostics(child, &bake->board.diagnostics);
    if (bake->status == HEXFOG_OK && end->result == HEXFOG_BATCH_CHECKED)
        send_plan(child, bake);
    send_reads(child, bake);
    send(child, ANSWER_END, end, sizeof *end);
}

static enum hexfog_proven wanted_proof(struct hexfog_batch_child *child)
{
    return (enum hexfog_proven)child->batch->settings->verify;
}

static void prove(struct hexfog_batch_child *child, struct hexfog_bake_job *bake,
                  struct end *end)
{
    if (bake->status != HEXFOG_OK || wanted_proof(child) == HEXFOG_PROVEN_NOTHING)
        return;
    hexfog_batch_prove(bake, wanted_proof(child) == HEXFOG_PROVEN_ON_GPU);
    end->proven = wanted_proof(child);
}

static void finish(struct hexfog_batch_child *child, struct hexfog_bake_job *bake,
                   struct end *end)
{
    if (bake->status != HEXFOG_OK)
        *end = (struct end){ HEXFOG_BATCH_FAILED, HEXFOG_PROVEN_NOTHING };
    tell(child, bake, end);
}

static void bake_map(struct hexfog_batch_child *child, struct hexfog_bake_job *bake)
{
    struct hexfog_error error = { 0 };
    struct end end = { HEXFOG_BATCH_BAKED, HEXFOG_PROVEN_NOTHING };
    hexfog_bake_read(bake);
    if (bake->status == HEXFOG_OK)
        (void)hexfog_bake_run(bake, &error);
    if (bake->settings->dry_run)
        end.result = HEXFOG_BATCH_CHECKED;
    else
        prove(child, bake, &end);
    for (size_t i = 0; bake->status == HEXFOG_OK && i < bake->targets.count; i++)
        send_target(child, &bake->targets.list[i]);
    finish(child, bake, &end);
}

// The outputs are as they were: nothing, or only a proof, is left to do.
static void keep_map(struct hexfog_batch_child *child, struct hexfog_bake_job *bake)
{
    const struct hexfog_batch_job *job = child->job;
    struct end end = { HEXFOG_BATCH_UP_TO_DATE, job->proven };
    bool is_open = job->proven < wanted_proof(child) && !bake->settings->dry_run;
    if (is_open)
        hexfog_bake_read(bake);
    if (is_open)
        prove(child, bake, &end);
    for (size_t i = 0; bake->status == HEXFOG_OK && i < job->output_count; i++)
        send_output(child, &job->outputs[i]);
    finish(child, bake, &end);
}

static bool is_kept(const struct hexfog_batch_child *child)
{
    if (child->job->need == HEXFOG_NEEDS_BAKE)
        return false;
    return child->job->need != HEXFOG_NEEDS_READING
        || hexfog_batch_outputs_hold(child->batch, child->job);
}

static bool wants_hashes(const struct hexfog_settings *settings)
{
    return settings->reports.count > 0 || settings->json || settings->if_changed;
}

hexfog_status hexfog_batch_child_work(void *context, void *shared, struct hexfog_error *error)
{
    (void)shared;
    (void)error;
    struct hexfog_batch_child *child = context;
    struct hexfog_settings settings = hexfog_batch_job_settings(child->batch, child->job);
    struct hexfog_read_hashes hashes = { 0 };
    struct hexfog_bake_job job = { .settings = &settings, .is_swept = true,
                                   .must_be_regular = child->job->map->is_found,
                                   .wants_hashes = wants_hashes(child->batch->settings),
                                   .read_hashes = &hashes };
    hexfog_let_ends_through();
    hexfog_forget_peak(); // the parent's
    settings.max_memory_bytes = child->max_memory_bytes;
    hexfog_set_memory_limit(settings.max_memory_bytes);
    if (is_kept(child))
        keep_map(child, &job);
    else
        bake_map(child, &job);
    return child->lost == HEXFOG_OK ? job.status : child->lost;
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
    struct output_head head;
    memcpy(&head, bytes, sizeof head);
    *output = (struct hexfog_batch_output){ .stamp = head.stamp,
                                            .is_absolute = head.is_absolute != 0 };
    output->path = hexfog_copy_bytes(bytes + sizeof head, length - sizeof head);
    job->output_count += output->path != NULL;
    return output->path != NULL;
}

static bool take_base(struct hexfog_batch_job *job, const char *bytes, size_t length)
{
    int is_absolute;
    memcpy(&is_absolute, bytes, sizeof is_absolute);
    job->is_base_absolute = is_absolute != 0;
    job->base = hexfog_copy_bytes(bytes + sizeof is_absolute, length - sizeof is_absolute);
    return job->base != NULL;
}

static void take_end(struct hexfog_batch_job *job, const char *bytes)
{
    struct end end;
    memcpy(&end, bytes, sizeof end);
    job->result = end.result;
    job->proven = end.proven;
}

// A child that was taken over may send anything.
static bool is_sound(uint64_t kind, uint64_t length)
{
    switch (kind) {
    case ANSWER_ERROR: return length == sizeof(struct hexfog_error);
    case ANSWER_OUTPUT: return length >= sizeof(struct output_head);
    case ANSWER_READ: return length == sizeof(((struct hexfog_batch_job *)0)->read);
    case ANSWER_END: return length == sizeof(struct end);
    case ANSWER_BASE: return length >= sizeof(int);
    case ANSWER_PLAN: return true;
    }
    return false;
}

static bool take(struct hexfog_batch_job *job, uint64_t kind, const char *bytes,
                 size_t length)
{
    struct hexfog_error error;
    switch (kind) {
    case ANSWER_ERROR:
        memcpy(&error, bytes, sizeof error);
        hexfog_error_settle(&error);
        hexfog_diagnose(&job->diagnostics, &error);
        return true;
    case ANSWER_OUTPUT: return take_output(job, bytes, length);
    case ANSWER_PLAN:
        job->plan = hexfog_copy_bytes(bytes, length);
        return job->plan != NULL;
    case ANSWER_READ: memcpy(&job->read, bytes, sizeof job->read); return true;
    case ANSWER_BASE: return take_base(job, bytes, length);
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
        if (answer->length - at < head.length || !is_sound(head.kind, head.length))
            return true;
        size_t length = (size_t)head.length;
        if (!take(job, head.kind, answer->bytes + at, length))
            return false;
        at += length;
    }
    return true;
}
