// SPDX-License-Identifier: MIT
// Turns a texture file into a report on it.
#include "cli/info_texture.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/message.h"
#include "cli/number.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/result.h"
#include "cli/target.h"
#include "encode/format.h"

// The first bytes of each kind; no JSON begins so.
static bool begins_so(const char *path)
{
    static const char *const begins[] = { "#?", "\x76\x2f\x31\x01", "\x89PNG", "\xabKTX" };
    char bytes[4] = "";
    struct stat file;
    if (strcmp(path, "-") == 0 || stat(path, &file) != 0 || !S_ISREG(file.st_mode))
        return false;
    int descriptor;
    ssize_t count;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return false;
    do
        count = read(descriptor, bytes, sizeof bytes);
    while (count < 0 && errno == EINTR);
    close(descriptor);
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (count >= (ssize_t)strlen(begins[i]) && memcmp(bytes, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

bool hexfog_is_texture(const char *path)
{
    return begins_so(path) || hexfog_names_texture(path);
}

// In the child ---------------------------------------------------------------

struct shared {
    struct hexfog_progress progress;
    struct hexfog_texture_stats stats;
};

struct reading {
    const struct hexfog_texture_report *report;
    double level_scale;
};

static hexfog_status update(void *context, int32_t rows_done, int32_t rows_total,
                            struct hexfog_error *error)
{
    struct shared *shared = context;
    shared->progress.width_px = shared->stats.info.width_px;
    return hexfog_progress_update(&shared->progress, rows_done, rows_total, error);
}

static hexfog_status read_texture(void *context, void *memory, struct hexfog_error *error)
{
    const struct reading *reading = context;
    const struct hexfog_texture_report *report = reading->report;
    struct shared *shared = memory;
    struct hexfog_texture_stats_options options = {
        .limits.max_memory_bytes = hexfog_reading_memory(report->settings, report->path, NULL),
        .level_scale = reading->level_scale, .progress = update, .progress_context = shared
    };
    return hexfog_texture_stats_read(report->path, &options, &shared->stats, error);
}

static void gather(struct hexfog_texture_report *report, struct shared *shared,
                   double level_scale)
{
    struct reading reading = { report, level_scale };
    struct hexfog_child child = hexfog_reading_child(report->settings, report->path, NULL);
    child.work = read_texture;
    child.context = &reading;
    hexfog_progress_start(&shared->progress, report->settings, 0);
    report->status = hexfog_run_child(&child, shared, sizeof *shared, &report->error);
    hexfog_progress_end(&shared->progress);
    report->stats = &shared->stats;
    if (report->status == HEXFOG_OK && report->settings->engine
        && !report->stats->info.metadata.is_valid)
        report->status = hexfog_fail(&report->error, HEXFOG_IO, "%s has no hexfog metadata, so"
                                     " what it needs is not known; name the description instead",
                                     report->path);
    if (report->status == HEXFOG_OK)
        return;
    report->error.status = report->status;
    hexfog_print_error(report->settings, &report->error);
}

// Results ----------------------------------------------------------------------

static hexfog_status print_result(const struct hexfog_texture_report *report)
{
    struct hexfog_text text = { 0 };
    if (report->settings->json)
        hexfog_texture_report_as_json(report, &text);
    else if (hexfog_texture_has_advice(report))
        hexfog_texture_advice_as_text(report, &text);
    else if (report->status == HEXFOG_OK)
        hexfog_texture_report_as_text(report, &text);
    hexfog_status status = hexfog_print_text(report->settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *result, enum hexfog_report_form form, struct hexfog_text *text)
{
    const struct hexfog_texture_report *report = result;
    struct hexfog_test_case test = { .name = "texture", .status = report->status,
                                     .message = report->error.message };
    if (form == HEXFOG_REPORT_JSON)
        hexfog_texture_report_as_json(report, text);
    else
        hexfog_junit(text, "hexfog info", report->path, &test, 1);
}

hexfog_status hexfog_info_of_texture(const struct hexfog_settings *settings)
{
    struct hexfog_texture_report report = { .settings = settings, .path = settings->operands[0] };
    struct hexfog_error error = { 0 };
    const char *own = hexfog_report_at(settings, report.path);
    double level_scale = 0;
    hexfog_status status = hexfog_check_reports(settings);
    if (status == HEXFOG_OK)
        status = hexfog_read_level_scale(settings, &level_scale);
    if (status == HEXFOG_OK && own)
        status = hexfog_usage_error(settings, "--report: '%s' is the texture itself", own);
    if (status == HEXFOG_OK)
        status = hexfog_check_reports_written(settings);
    if (status != HEXFOG_OK)
        return status;
    struct shared *shared = hexfog_alloc_zeroed(1, sizeof *shared);
    if (!shared) {
        status = hexfog_fail_memory(&error, "the figures of a texture");
        hexfog_print_error(settings, &error);
        return status;
    }
    hexfog_set_memory_limit(settings->max_memory_bytes);
    gather(&report, shared, level_scale);
    hexfog_set_memory_limit(0); // it is for reading, not for telling what was read
    status = hexfog_worse_status(report.status, print_result(&report));
    status = hexfog_worse_status(status, hexfog_write_reports(settings, as_report, &report));
    hexfog_free(shared);
    return status;
}
