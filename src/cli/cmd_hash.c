// SPDX-License-Identifier: MIT
// Turns texture files into hashes of their texels, or into a verdict on a list of such.
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/texture_hash.h"
#include "cli/commands.h"
#include "cli/hash.h"
#include "cli/message.h"
#include "cli/number.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/result.h"
#include "cli/target.h"

struct hashing {
    struct hexfog_hash_run *run;
    int threads;              // of one child
    size_t job;               // of the child that is being started
    struct hexfog_progress progress;
};

// What a child fills.
struct shared {
    struct hexfog_progress progress;
    char hash[HEXFOG_HASH_BYTES];
};

// In the child.
static hexfog_status hash(void *context, void *memory, struct hexfog_error *error)
{
    const struct hashing *hashing = context;
    const struct hexfog_hash_run *run = hashing->run;
    const char *path = run->list[hashing->job].path;
    struct shared *shared = memory;
    struct hexfog_texture_hash_options options = {
        .limits.max_memory_bytes = hexfog_reading_memory(run->settings, path, NULL),
        .level_scale = run->level_scale, .threads = hashing->threads,
        .progress = run->count == 1 ? hexfog_progress_update : NULL,
        .progress_context = &shared->progress
    };
    return hexfog_texture_hash(path, &options, shared->hash, error);
}

static bool is_missing(const char *path)
{
    struct stat file;
    return stat(path, &file) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static bool start(void *context, size_t job, struct hexfog_child *child, void *memory)
{
    struct hashing *hashing = context;
    struct hexfog_hash_run *run = hashing->run;
    struct hexfog_hashed *hashed = &run->list[job];
    struct shared *shared = memory;
    if (run->settings->check && is_missing(hashed->path)) {
        hashed->verdict = HEXFOG_HASH_MISSING;
        return false;
    }
    hashing->job = job;
    *child = hexfog_reading_child(run->settings, hashed->path, NULL);
    child->work = hash;
    child->context = hashing;
    hexfog_progress_start(&shared->progress, run->settings, 0);
    return true;
}

static void settle(struct hexfog_hashed *hashed, const char *found, hexfog_status status,
                   const struct hexfog_error *error)
{
    if (hashed->verdict == HEXFOG_HASH_MISSING) {
        hashed->status = HEXFOG_NO;
    } else if (status != HEXFOG_OK) {
        hashed->verdict = HEXFOG_HASH_UNREADABLE;
        hashed->status = status;
        hashed->error = *error;
        hashed->error.status = status;
    } else {
        memcpy(hashed->hash, found, HEXFOG_HASH_BYTES);
        bool is_changed = hashed->expected[0] && strcmp(hashed->expected, found) != 0;
        hashed->verdict = is_changed ? HEXFOG_HASH_CHANGED : HEXFOG_HASH_OK;
        hashed->status = is_changed ? HEXFOG_NO : HEXFOG_OK;
    }
}

static void finish(void *context, size_t job, void *memory, hexfog_status status,
                   const struct hexfog_error *error)
{
    struct hashing *hashing = context;
    struct hexfog_hash_run *run = hashing->run;
    struct hexfog_hashed *hashed = &run->list[job];
    struct shared *shared = memory;
    hexfog_progress_end(&shared->progress);
    settle(hashed, shared->hash, status, error);
    if (hashed->verdict == HEXFOG_HASH_UNREADABLE) {
        hexfog_progress_end(&hashing->progress);
        hexfog_print_error(run->settings, &hashed->error);
    }
    run->verdict_count[hashed->verdict]++;
    run->status = hexfog_worse_status(run->status, hashed->status);
    if (run->count > 1)
        (void)hexfog_progress_update(&hashing->progress, (int32_t)(job + 1), (int32_t)run->count,
                                     NULL);
}

// The limit is not for what is wrong.
static void diagnose(struct hexfog_hash_run *run, const struct hexfog_error *error)
{
    size_t limit = hexfog_memory_limit();
    hexfog_set_memory_limit(0);
    hexfog_diagnose(&run->diagnostics, error);
    hexfog_set_memory_limit(limit);
}

// What ended the run before its end is why the rest has no hash.
static void fail_rest(struct hexfog_hash_run *run, hexfog_status status,
                      const struct hexfog_error *error)
{
    for (size_t i = 0; i < run->count; i++) {
        struct hexfog_hashed *hashed = &run->list[i];
        if (hashed->verdict != HEXFOG_HASH_OK || hashed->hash[0])
            continue;
        settle(hashed, "", status, error);
        run->verdict_count[HEXFOG_HASH_UNREADABLE]++;
    }
}

static void hash_all(struct hexfog_hash_run *run)
{
    const struct hexfog_settings *settings = run->settings;
    int threads = settings->jobs ? settings->jobs : hexfog_default_threads();
    struct hashing hashing = { .run = run, .threads = run->count > 1 ? 1 : threads };
    struct hexfog_reading_jobs jobs = {
        .context = &hashing, .job_count = run->count, .at_once = threads,
        .shared_bytes = sizeof(struct shared), .start = start, .finish = finish
    };
    struct hexfog_error error = { 0 };
    hexfog_progress_start(&hashing.progress, settings, 0);
    hexfog_status status = hexfog_run_reading(&jobs, &error);
    hexfog_progress_end(&hashing.progress);
    if (status == HEXFOG_OK)
        return;
    error.status = status;
    fail_rest(run, status, &error);
    diagnose(run, &error);
}

static void list_files(struct hexfog_hash_run *run)
{
    const struct hexfog_settings *settings = run->settings;
    for (int i = 0; i < settings->operand_count; i++) {
        const char *operand = settings->operands[i];
        struct hexfog_error error = { 0 };
        if (settings->check) {
            hexfog_hash_read_list(run, operand);
        } else if (!hexfog_hash_add(run, operand, strlen(operand), NULL, NULL)) {
            hexfog_fail_memory(&error, "the list of files");
            diagnose(run, &error);
            return;
        }
    }
}

static hexfog_status print_result(const struct hexfog_hash_run *run)
{
    struct hexfog_text text = { 0 };
    if (run->settings->json)
        hexfog_hash_as_json(run, &text);
    else
        hexfog_hash_as_text(run, &text);
    hexfog_status status = hexfog_print_text(run->settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *run, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_hash_as_json(run, text);
    else
        hexfog_hash_as_junit(run, text);
}

static void note_summary(const struct hexfog_hash_run *run)
{
    const size_t *count = run->verdict_count;
    if (run->settings->check && run->count > 0)
        hexfog_print_note(run->settings, "%zu ok, %zu changed, %zu missing, %zu unreadable",
                          count[HEXFOG_HASH_OK], count[HEXFOG_HASH_CHANGED],
                          count[HEXFOG_HASH_MISSING], count[HEXFOG_HASH_UNREADABLE]);
}

static void free_run(struct hexfog_hash_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        hexfog_free(run->list[i].path);
    hexfog_free(run->list);
    hexfog_diagnostics_free(&run->diagnostics);
}

static hexfog_status check_settings(const struct hexfog_settings *settings)
{
    for (int i = 0; i < settings->operand_count; i++) {
        const char *report = hexfog_report_at(settings, settings->operands[i]);
        if (report)
            return hexfog_usage_error(settings, "--report: '%s' is a file that hash reads",
                                      report);
    }
    return hexfog_check_reports_written(settings);
}

hexfog_status hexfog_command_hash(const struct hexfog_settings *settings)
{
    struct hexfog_hash_run run = { .settings = settings };
    hexfog_status status = hexfog_check_reports(settings);
    if (status == HEXFOG_OK)
        status = hexfog_read_level_scale(settings, &run.level_scale);
    if (status == HEXFOG_OK)
        status = check_settings(settings);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    list_files(&run);
    hash_all(&run);
    hexfog_print_diagnostics(settings, &run.diagnostics);
    hexfog_set_memory_limit(0); // it is for reading, not for telling what was read
    run.status = hexfog_worse_status(run.status, hexfog_diagnostics_status(&run.diagnostics));
    run.status = hexfog_worse_status(run.status, print_result(&run));
    note_summary(&run);
    run.status = hexfog_worse_status(run.status, hexfog_write_reports(settings, as_report, &run));
    status = run.status;
    free_run(&run);
    return status;
}
