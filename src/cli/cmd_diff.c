// SPDX-License-Identifier: MIT
// Turns two textures, or two folders of them, into what differs.
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/diff.h"
#include "cli/diff_image.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/result.h"
#include "cli/target.h"

// What the child of one pair fills.
struct shared {
    struct hexfog_progress progress;
    struct hexfog_diff diff;
};

struct comparing {
    struct hexfog_diff_run *run;
    int threads;                     // of one child
    struct hexfog_progress progress; // over the pairs of folders
    double texels_done;
    size_t job;                      // of the child that is being started
};

// One pair, in the child ----------------------------------------------------

static hexfog_status update(void *context, int32_t rows_done, int32_t rows_total,
                            struct hexfog_error *error)
{
    struct shared *shared = context;
    shared->progress.width_px = shared->diff.side[0].info.width_px;
    return hexfog_progress_update(&shared->progress, rows_done, rows_total, error);
}

static hexfog_status compare(void *context, void *memory, struct hexfog_error *error)
{
    const struct comparing *comparing = context;
    const char *const paths[] = { comparing->run->list[comparing->job].paths[0],
                                  comparing->run->list[comparing->job].paths[1] };
    struct hexfog_diff_options options = comparing->run->request.options;
    struct shared *shared = memory;
    options.threads = comparing->threads;
    options.limits.max_memory_bytes = hexfog_reading_memory(comparing->run->request.settings,
                                                            paths[0], paths[1]);
    if (!comparing->run->is_folders) {
        options.progress = update;
        options.progress_context = shared;
    }
    return hexfog_diff_textures(paths, &options, &shared->diff, error);
}

// All pairs -----------------------------------------------------------------

static void fail_pair(struct hexfog_compared *pair, hexfog_status status,
                      const struct hexfog_error *error)
{
    pair->verdict = HEXFOG_PAIR_UNREADABLE;
    pair->status = status;
    pair->error = *error;
    pair->error.status = status;
}

static bool take_paths(const struct hexfog_diff_run *run, struct hexfog_compared *pair)
{
    for (int i = 0; i < 2; i++)
        pair->paths[i] = run->is_folders ? hexfog_join_path(run->request.paths[i], pair->name)
                                         : hexfog_copy_string(run->request.paths[i]);
    return pair->paths[0] && pair->paths[1];
}

static void drop_paths(struct hexfog_compared *pair)
{
    for (int i = 0; i < 2; i++) {
        hexfog_free(pair->paths[i]);
        pair->paths[i] = NULL;
    }
}

static bool start(void *context, size_t job, struct hexfog_child *child, void *memory)
{
    struct comparing *comparing = context;
    const struct hexfog_settings *settings = comparing->run->request.settings;
    struct hexfog_compared *pair = &comparing->run->list[job];
    struct shared *shared = memory;
    struct hexfog_error error = { 0 };
    if (pair->verdict != HEXFOG_PAIR_SAME)
        return false; // in one folder only
    if (!take_paths(comparing->run, pair)) {
        fail_pair(pair, hexfog_fail_memory(&error, "a path"), &error);
        return false;
    }
    comparing->job = job;
    *child = hexfog_reading_child(settings, pair->paths[0], pair->paths[1]);
    child->work = compare;
    child->context = comparing;
    hexfog_progress_start(&shared->progress, settings, 0);
    return true;
}

static void keep(struct hexfog_compared *pair, const struct hexfog_diff *diff)
{
    struct hexfog_error error = { 0 };
    pair->diff = hexfog_alloc(1, sizeof *pair->diff);
    if (!pair->diff) {
        fail_pair(pair, hexfog_fail_memory(&error, "a comparison"), &error);
        return;
    }
    *pair->diff = *diff;
    pair->verdict = diff->is_different ? HEXFOG_PAIR_DIFFERENT : HEXFOG_PAIR_SAME;
    pair->status = diff->is_different ? HEXFOG_NO : HEXFOG_OK;
}

static void show_progress(struct comparing *comparing, size_t pairs_done)
{
    if (!comparing->run->is_folders)
        return;
    comparing->progress.width_px = (int32_t)(comparing->texels_done / (double)pairs_done);
    (void)hexfog_progress_update(&comparing->progress, (int32_t)pairs_done,
                                 (int32_t)comparing->run->count, NULL);
}

static void finish(void *context, size_t job, void *memory, hexfog_status status,
                   const struct hexfog_error *error)
{
    struct comparing *comparing = context;
    struct hexfog_diff_run *run = comparing->run;
    struct hexfog_compared *pair = &run->list[job];
    struct shared *shared = memory;
    hexfog_progress_end(&shared->progress);
    drop_paths(pair);
    if (pair->verdict == HEXFOG_PAIR_SAME && status == HEXFOG_OK)
        keep(pair, &shared->diff);
    else if (pair->verdict == HEXFOG_PAIR_SAME)
        fail_pair(pair, status, error);
    if (pair->verdict == HEXFOG_PAIR_UNREADABLE) {
        hexfog_progress_end(&comparing->progress);
        hexfog_print_error(run->request.settings, &pair->error);
    }
    run->verdict_count[pair->verdict]++;
    run->status = hexfog_worse_status(run->status, pair->status);
    comparing->texels_done += pair->diff ? (double)pair->diff->texel_count : 0;
    show_progress(comparing, job + 1);
}

static hexfog_status list_pairs(struct hexfog_diff_run *run, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    if (run->is_folders)
        status = hexfog_pairs_make(run->request.paths, &run->pairs, error);
    if (status != HEXFOG_OK)
        return status;
    size_t count = run->is_folders ? run->pairs.count : 1;
    run->list = hexfog_alloc_zeroed(count, sizeof *run->list);
    if (!run->list)
        return hexfog_fail_memory(error, "the list of files");
    run->count = count;
    for (size_t i = 0; i < run->count; i++) {
        const struct hexfog_pair *pair = run->is_folders ? &run->pairs.list[i] : NULL;
        bool is_missing = pair && !pair->is_in[1], is_extra = pair && !pair->is_in[0];
        run->list[i] = (struct hexfog_compared){
            .name = pair ? pair->name : "",
            .verdict = is_missing ? HEXFOG_PAIR_MISSING : is_extra ? HEXFOG_PAIR_EXTRA
                                                                   : HEXFOG_PAIR_SAME,
            .status = is_missing || is_extra ? HEXFOG_NO : HEXFOG_OK,
        };
    }
    return HEXFOG_OK;
}

static hexfog_status compare_all(struct hexfog_diff_run *run, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = run->request.settings;
    int threads = settings->jobs ? settings->jobs : hexfog_default_threads();
    struct comparing comparing = { .run = run, .threads = run->is_folders ? 1 : threads };
    struct hexfog_reading_jobs jobs = {
        .context = &comparing, .job_count = run->count, .at_once = run->is_folders ? threads : 1,
        .shared_bytes = sizeof(struct shared), .start = start, .finish = finish
    };
    hexfog_progress_start(&comparing.progress, settings, 0);
    hexfog_status status = hexfog_run_reading(&jobs, error);
    hexfog_progress_end(&comparing.progress);
    return status;
}

// The command ---------------------------------------------------------------

// True for a folder; false with an errno in *reason for what cannot be looked at.
static bool is_folder(const char *path, int *reason)
{
    struct stat file;
    *reason = stat(path, &file) == 0 ? 0 : errno;
    return *reason == 0 && S_ISDIR(file.st_mode);
}

// A folder and something else, if it is something at all.
static hexfog_status refuse_pair(const struct hexfog_settings *settings, const char *folder,
                                 const char *other, int reason)
{
    struct hexfog_error error = { 0 };
    if (reason == 0)
        return hexfog_usage_error(settings, "'%s' is a folder and '%s' is not", folder, other);
    hexfog_fail_io(&error, "read", other, reason);
    hexfog_print_error(settings, &error);
    return HEXFOG_IO;
}

// What is written must not replace what is compared.
static hexfog_status check_not_read(const struct hexfog_diff_request *request)
{
    const struct hexfog_settings *settings = request->settings;
    for (int i = 0; i < 2; i++) {
        const char *path = request->paths[i], *report = hexfog_report_at(settings, path);
        bool is_image = settings->image && hexfog_is_same_file(settings->image, path);
        if (report || is_image)
            return hexfog_usage_error(settings, "--%s: '%s' is a file that diff reads",
                                      report ? "report" : "image",
                                      report ? report : settings->image);
    }
    return HEXFOG_OK;
}

static hexfog_status check_request(struct hexfog_diff_run *run)
{
    const struct hexfog_diff_request *request = &run->request;
    const struct hexfog_settings *settings = request->settings;
    int reasons[2];
    bool folder[2] = { is_folder(request->paths[0], &reasons[0]),
                       is_folder(request->paths[1], &reasons[1]) };
    int other = folder[0] ? 1 : 0;
    run->is_folders = folder[0] && folder[1];
    if (folder[0] != folder[1])
        return refuse_pair(settings, request->paths[!other], request->paths[other],
                           reasons[other]);
    hexfog_status status = check_not_read(request);
    if (status == HEXFOG_OK)
        status = hexfog_check_diff_image(settings, run->is_folders);
    if (status == HEXFOG_OK)
        status = hexfog_check_reports_written(settings);
    return status == HEXFOG_OK ? hexfog_check_written(settings, settings->image) : status;
}

// What ended the run before its end is why the rest was not compared.
static void fail_rest(struct hexfog_diff_run *run, hexfog_status status,
                      const struct hexfog_error *error)
{
    for (size_t i = 0; i < run->count; i++) {
        struct hexfog_compared *pair = &run->list[i];
        if (pair->verdict != HEXFOG_PAIR_SAME || pair->diff)
            continue;
        fail_pair(pair, status, error);
        run->verdict_count[HEXFOG_PAIR_UNREADABLE]++;
    }
}

static hexfog_status draw(const struct hexfog_diff_run *run, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = run->request.settings;
    enum hexfog_pair_verdict verdict = run->list[0].verdict;
    if (verdict == HEXFOG_PAIR_DIFFERENT)
        return hexfog_write_diff_image(&run->request, run->list[0].diff, error);
    if (verdict == HEXFOG_PAIR_SAME && access(settings->image, F_OK) == 0)
        hexfog_print_note(settings, "no new %s: the textures are the same", settings->image);
    return HEXFOG_OK;
}

static void run_all(struct hexfog_diff_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    struct hexfog_error error = { 0 };
    hexfog_status status = list_pairs(run, &error);
    if (status == HEXFOG_OK && run->count == 0)
        status = hexfog_fail(&error, HEXFOG_USAGE, "nothing to compare: neither folder holds a"
                             " .hdr, .exr, .ktx2 or .png file");
    if (status == HEXFOG_OK)
        status = compare_all(run, &error);
    if (status == HEXFOG_OK && settings->image)
        status = draw(run, &error);
    if (status == HEXFOG_OK)
        return;
    error.status = status;
    hexfog_print_error(settings, &error);
    fail_rest(run, status, &error);
    run->status = hexfog_worse_status(run->status, status);
}

static hexfog_status print_result(const struct hexfog_diff_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    struct hexfog_text text = { 0 };
    if (settings->json)
        hexfog_diff_as_json(run, &text);
    else if (!settings->quiet || run->status != HEXFOG_OK)
        hexfog_diff_as_text(run, &text);
    hexfog_status status = hexfog_print_text(settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *run, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_diff_as_json(run, text);
    else
        hexfog_diff_as_junit(run, text);
}

static void free_run(struct hexfog_diff_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        hexfog_free(run->list[i].diff);
    hexfog_free(run->list);
    hexfog_pairs_free(&run->pairs);
}

hexfog_status hexfog_command_diff(const struct hexfog_settings *settings)
{
    struct hexfog_diff_run run = { 0 };
    hexfog_status status = hexfog_check_reports(settings);
    if (status == HEXFOG_OK)
        status = hexfog_diff_request_read(settings, &run.request);
    if (status == HEXFOG_OK)
        status = check_request(&run);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    run_all(&run);
    hexfog_set_memory_limit(0); // it is for the comparison, not for telling how that went
    run.status = hexfog_worse_status(run.status, print_result(&run));
    run.status = hexfog_worse_status(run.status, hexfog_write_reports(settings, as_report, &run));
    status = run.status;
    free_run(&run);
    return status;
}
