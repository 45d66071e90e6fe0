// SPDX-License-Identifier: MIT
// Turns many descriptions into their fogmaps.
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/batch.h"
#include "cli/batch_look.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/target.h"

void hexfog_batch_fail(struct hexfog_batch *batch, const struct hexfog_error *error)
{
    hexfog_print_error(batch->settings, error);
    hexfog_diagnose(&batch->diagnostics, error);
    if (!error->is_warning)
        batch->status = hexfog_worse_status(batch->status, error->status);
}

// ---- Jobs.

char *hexfog_batch_output_dir(const struct hexfog_batch *batch,
                              const struct hexfog_batch_map *map)
{
    const char *folder = batch->settings->output_dir;
    if (!folder)
        return NULL;
    return *map->tree ? hexfog_join_path(folder, map->tree) : hexfog_copy_string(folder);
}

struct hexfog_settings hexfog_batch_job_settings(const struct hexfog_batch *batch,
                                                 const struct hexfog_batch_job *job)
{
    struct hexfog_settings settings = *batch->settings;
    settings.operands = &job->map->path;
    settings.operand_count = 1;
    settings.output_dir = job->output_dir;
    settings.jobs = job->threads;
    settings.quiet = true;
    settings.progress = HEXFOG_NEVER;
    settings.json = false;
    return settings;
}

static bool is_ours(const struct hexfog_batch *batch, size_t rank)
{
    return batch->shard.count == 0 || rank % batch->shard.count == batch->shard.index;
}

struct hexfog_batch_job *hexfog_batch_job_of(const struct hexfog_batch *batch, size_t rank)
{
    if (!is_ours(batch, rank))
        return NULL;
    return &batch->jobs[batch->shard.count ? rank / batch->shard.count : rank];
}

bool hexfog_batch_make_jobs(struct hexfog_batch *batch)
{
    batch->jobs = hexfog_alloc_zeroed(batch->list.count, sizeof *batch->jobs);
    for (size_t rank = 0; batch->jobs && rank < batch->list.count; rank++) {
        if (!is_ours(batch, rank))
            continue;
        struct hexfog_batch_job *job = &batch->jobs[batch->job_count++];
        job->map = &batch->list.list[rank];
        job->rank = rank;
        job->output_dir = hexfog_batch_output_dir(batch, job->map);
        if (batch->settings->output_dir && !job->output_dir)
            return false;
    }
    return batch->jobs != NULL;
}

void hexfog_batch_drop_outputs(struct hexfog_batch_job *job)
{
    for (size_t i = 0; i < job->output_count; i++)
        hexfog_free(job->outputs[i].path);
    hexfog_free(job->outputs);
    job->outputs = NULL;
    job->output_count = 0;
}

static void job_free(struct hexfog_batch_job *job)
{
    hexfog_batch_drop_outputs(job);
    hexfog_free(job->folder);
    hexfog_free(job->base);
    hexfog_free(job->output_dir);
    hexfog_free(job->plan);
    hexfog_diagnostics_free(&job->diagnostics);
}

void hexfog_batch_free(struct hexfog_batch *batch)
{
    for (size_t i = 0; i < batch->job_count; i++)
        job_free(&batch->jobs[i]);
    for (size_t i = 0; i < batch->folder_count; i++)
        hexfog_free(batch->folders[i]);
    hexfog_free(batch->folders);
    hexfog_free(batch->jobs);
    hexfog_diagnostics_free(&batch->diagnostics);
    hexfog_states_free(&batch->states);
    hexfog_batch_list_free(&batch->list);
    *batch = (struct hexfog_batch){ 0 };
}

// ---- Options.

static hexfog_status check_options(struct hexfog_batch *batch)
{
    const struct hexfog_settings *settings = batch->settings;
    struct hexfog_error error = { 0 };
    if (settings->operand_count == 0 && !settings->from0)
        return hexfog_usage_error(settings, "no LIST given (batch takes LIST..., or --from0 FILE)");
    for (int i = 0; i < settings->operand_count; i++)
        if (strcmp(settings->operands[i], "-") == 0)
            return hexfog_usage_error(settings, "'-' is no list: @- reads names a line, --from0 -"
                                      " names that end in NUL, 'hexfog bake -' a description");
    bool is_told = settings->reports.count || settings->json || settings->dry_run;
    if (settings->print_commands && is_told)
        return hexfog_usage_error(settings, "--print-commands runs nothing: no --dry-run, --json"
                                  " or --report with it");
    if ((settings->cache || settings->rehash) && !settings->if_changed)
        return hexfog_usage_error(settings, "%s is for --if-changed",
                                  settings->cache ? "--cache" : "--rehash");
    if (settings->print_commands && settings->verify)
        return hexfog_usage_error(settings, "--print-commands prints bakes only: no --verify with"
                                  " it");
    if (settings->shard
        && hexfog_shard_read(settings->shard, getenv, &batch->shard, &error) != HEXFOG_OK)
        return hexfog_usage_error(settings, "%s", error.message);
    return hexfog_check_reports(settings);
}

// ---- The run.

// Folders and lists that cannot be read. With --keep-going they count as one failed job more.
static void heed_list(struct hexfog_batch *batch)
{
    struct hexfog_diagnostics *found = &batch->list.diagnostics;
    bool may_go_on = batch->settings->keep_going
                  && hexfog_diagnostics_status(found) != HEXFOG_MEMORY;
    for (size_t i = 0; i < found->count; i++)
        hexfog_batch_fail(batch, &found->list[i]);
    if (found->count == 0 && found->error_count > 0) { // there was no room for it either
        struct hexfog_error error;
        hexfog_fail_memory(&error, "the list of maps");
        hexfog_batch_fail(batch, &error);
    }
    if (batch->status != HEXFOG_OK && may_go_on)
        batch->status = HEXFOG_NO;
}

// Else all names come from lists, none of which names one.
static bool has_folder(const struct hexfog_settings *settings)
{
    for (int i = 0; i < settings->operand_count; i++)
        if (settings->operands[i][0] != '@')
            return true;
    return false;
}

// The names of a list, read as JSON, are wrong in a way that does not tell what is.
static void note_lists(const struct hexfog_batch *batch)
{
    for (size_t i = 0; i < batch->job_count; i++) {
        const struct hexfog_batch_job *job = &batch->jobs[i];
        const char *name = strrchr(job->map->path, '/');
        if (job->status == HEXFOG_INPUT && !strstr(name ? name : job->map->path, ".json"))
            hexfog_print_note(batch->settings, "%s: a list of descriptions is named @%s",
                              job->map->path, job->map->path);
    }
}

static hexfog_status read_list(struct hexfog_batch *batch)
{
    hexfog_batch_list_read(batch->settings, &batch->list);
    heed_list(batch);
    batch->map_count = batch->list.count;
    bool is_made = hexfog_batch_make_jobs(batch);
    if (is_made && batch->settings->if_changed)
        is_made = hexfog_batch_open_states(batch);
    if (is_made)
        return HEXFOG_OK;
    struct hexfog_error error;
    hexfog_fail_memory(&error, "the jobs");
    hexfog_batch_fail(batch, &error);
    return HEXFOG_MEMORY;
}

static bool may_go_on(const struct hexfog_batch *batch)
{
    return batch->status == HEXFOG_OK
        || (batch->status == HEXFOG_NO && batch->settings->keep_going);
}

static void print_commands(struct hexfog_batch *batch)
{
    struct hexfog_text text = { 0 };
    hexfog_status status = hexfog_batch_as_commands(batch, &text);
    if (status == HEXFOG_OK)
        batch->status = hexfog_worse_status(batch->status,
                                            hexfog_print_text(batch->settings, &text));
    hexfog_text_free(&text);
}

static void print_result(struct hexfog_batch *batch)
{
    struct hexfog_text text = { 0 };
    if (batch->settings->json)
        hexfog_batch_as_json(batch, &text);
    else
        hexfog_batch_as_text(batch, &text);
    batch->status = hexfog_worse_status(batch->status, hexfog_print_text(batch->settings, &text));
    hexfog_text_free(&text);
}

static void note_damage(const struct hexfog_batch *batch)
{
    for (size_t i = 0; i < batch->states.count; i++)
        if (batch->states.list[i]->damaged > 0)
            hexfog_print_note(batch->settings, "%s/%s: damaged records are not trusted: %zu",
                              batch->states.list[i]->folder, HEXFOG_STATE_NAME,
                              batch->states.list[i]->damaged);
}

// Before hours of work that the next run would not know of.
static bool heed_states(struct hexfog_batch *batch)
{
    bool is_good = true;
    for (size_t i = 0; i < batch->states.count; i++) {
        if (!batch->states.list[i]->refusal)
            continue;
        hexfog_batch_fail(batch, batch->states.list[i]->refusal);
        is_good = false;
    }
    return is_good;
}

// The folder of --cache, before any work is done for it.
static void check_cache(struct hexfog_batch *batch)
{
    const struct hexfog_settings *settings = batch->settings;
    struct hexfog_file_options options = { .make_folders = settings->make_folders,
                                           .refuses_link = true };
    struct hexfog_error error = { 0 };
    char *path = hexfog_join_path(settings->cache, HEXFOG_STATE_NAME);
    if (!path)
        hexfog_fail_memory(&error, "--cache");
    else
        (void)hexfog_replacement_check(path, &options, &error);
    hexfog_free(path);
    if (error.status != HEXFOG_OK)
        hexfog_batch_fail(batch, &error);
}

// Before hours of work that they would not tell of.
static bool can_report(struct hexfog_batch *batch)
{
    bool is_good = true;
    const struct hexfog_settings *settings = batch->settings;
    for (size_t i = 0; i < settings->reports.count; i++) {
        struct hexfog_error error = { 0 };
        const char *path = settings->reports.list[i];
        if (strcmp(path, "-") != 0
            && hexfog_can_write(settings, path, &error) != HEXFOG_OK) {
            hexfog_batch_fail(batch, &error);
            is_good = false;
        }
    }
    return is_good;
}

// For a report, too: a CI that finds no file of a batch cannot tell why.
static void refuse_empty(struct hexfog_batch *batch)
{
    struct hexfog_error error;
    hexfog_fail(&error, HEXFOG_USAGE, "nothing to bake: %s",
                has_folder(batch->settings) ? "no *.hexfog.json and no *.hexfog.jsonc there"
                                            : "the list is empty");
    batch->status = hexfog_usage_error(batch->settings, "%s", error.message);
    hexfog_diagnose(&batch->diagnostics, &error);
}

static void run(struct hexfog_batch *batch)
{
    hexfog_hold_ends();
    note_damage(batch);
    if (heed_states(batch) && batch->settings->cache && !batch->settings->print_commands)
        check_cache(batch);
    if (!can_report(batch))
        return;
    hexfog_batch_check_targets(batch);
    if (batch->status == HEXFOG_USAGE)
        return; // a report would replace what it must not
    if (batch->list.count == 0 && batch->status == HEXFOG_OK)
        refuse_empty(batch);
    if (batch->settings->print_commands) {
        hexfog_let_ends_through(); // who reads may never read on
        if (may_go_on(batch))
            print_commands(batch);
        return;
    }
    if (may_go_on(batch) && !batch->settings->dry_run)
        hexfog_batch_sweep(batch);
    if (may_go_on(batch))
        hexfog_batch_run(batch);
    hexfog_set_memory_limit(0); // it is for the work, not for telling how that went
    if (!batch->end_signal)
        batch->end_signal = hexfog_held_end();
    hexfog_batch_write_reports(batch);
    if (batch->end_signal)
        return;
    hexfog_let_ends_through();
    note_lists(batch);
    if (batch->settings->json || (batch->settings->dry_run && batch->status != HEXFOG_USAGE))
        print_result(batch);
}

hexfog_status hexfog_command_batch(const struct hexfog_settings *settings)
{
    struct hexfog_batch batch = { .settings = settings };
    hexfog_status status = check_options(&batch);
    hexfog_set_memory_limit(settings->max_memory_bytes);
    if (status == HEXFOG_OK)
        status = read_list(&batch);
    if (status == HEXFOG_OK) {
        run(&batch);
        status = batch.status;
    }
    int end_signal = batch.end_signal ? batch.end_signal : hexfog_held_end();
    hexfog_batch_free(&batch);
    if (end_signal)
        hexfog_end_by(end_signal);
    return status;
}
