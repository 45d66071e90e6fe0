// SPDX-License-Identifier: MIT
// Turns a description and its textures into a verdict.
#include <stdio.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/verify.h"

static void read_and_check(struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    struct hexfog_diagnostics *diagnostics = &run->board.diagnostics;
    struct hexfog_error error;
    hexfog_board_read(settings, &run->board);
    if (!hexfog_targets_make(settings, &run->board, &run->targets)) {
        hexfog_fail_memory(&error, "the list of textures");
        hexfog_diagnose(diagnostics, &error);
    }
    hexfog_print_diagnostics(settings, diagnostics);
    run->status = hexfog_diagnostics_status(diagnostics);
}

// The file's name without its folder; a second one of that name is "map.hdr-2".
static void name_images(const struct hexfog_verify_run *run, struct hexfog_verified *verified)
{
    const char *slash = strrchr(verified->path, '/');
    const char *name = slash ? slash + 1 : verified->path;
    int twins = 0;
    for (size_t i = 0; i < run->count; i++) {
        const char *other = strrchr(run->list[i].path, '/');
        twins += strcmp(other ? other + 1 : run->list[i].path, name) == 0;
    }
    snprintf(verified->image_name, sizeof verified->image_name, twins ? "%.255s-%d" : "%.255s",
             name, twins + 1);
}

static bool add(struct hexfog_verify_run *run, const char *path,
                const struct hexfog_target *target)
{
    struct hexfog_verified *verified = &run->list[run->count];
    verified->path = path;
    name_images(run, verified);
    verified->proof = hexfog_alloc_zeroed(1, sizeof *verified->proof);
    if (!verified->proof)
        return false;
    if (target) {
        verified->output = target->output;
        verified->proof->expected = target->encoding;
    }
    run->count++;
    return true;
}

static const struct hexfog_target *target_of(const struct hexfog_verify_run *run, const char *path)
{
    for (size_t i = 0; i < run->targets.count; i++)
        if (run->targets.list[i].output->format != HEXFOG_CONSTANTS
            && hexfog_is_same_file(path, run->targets.list[i].path))
            return &run->targets.list[i];
    return NULL;
}

// The textures that the command line names, else the description's own.
static bool list_textures(struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    size_t named = (size_t)settings->operand_count - 1;
    run->list = hexfog_alloc_zeroed(named + run->targets.count, sizeof *run->list);
    if (!run->list)
        return false;
    for (size_t i = 0; i < named; i++)
        if (!add(run, settings->operands[i + 1], target_of(run, settings->operands[i + 1])))
            return false;
    for (size_t i = 0; named == 0 && i < run->targets.count; i++)
        if (run->targets.list[i].output->format != HEXFOG_CONSTANTS
            && !add(run, run->targets.list[i].path, &run->targets.list[i]))
            return false;
    return true;
}

static void drop_list(struct hexfog_verify_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        hexfog_free(run->list[i].proof);
    hexfog_free(run->list);
    run->list = NULL;
    run->count = 0; // a report tells of no texture that was not looked at
}

static hexfog_status prepare(struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    struct hexfog_error error;
    if (!list_textures(run)) {
        drop_list(run);
        hexfog_status status = hexfog_fail_memory(&error, "the list of textures");
        hexfog_print_error(settings, &error);
        return status;
    }
    if (run->count == 0)
        return hexfog_usage_error(settings, "nothing to verify: the description has no textures"
                                  " among its outputs and none is named");
    return HEXFOG_OK;
}

static void verify_all(struct hexfog_verify_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct hexfog_verified *verified = &run->list[i];
        hexfog_verify_texture(&run->request, verified);
        if (verified->error.status != HEXFOG_OK) {
            if (!verified->error.file[0])
                hexfog_error_set_file(&verified->error, verified->path);
            hexfog_print_error(run->request.settings, &verified->error);
        }
        run->status = hexfog_worse_status(run->status, verified->status);
    }
}

static hexfog_status print_result(const struct hexfog_verify_run *run)
{
    struct hexfog_text text = { 0 };
    if (run->request.settings->json)
        hexfog_verify_as_json(run, &text);
    else
        hexfog_verify_as_text(run, &text);
    hexfog_status status = hexfog_print_text(run->request.settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *run, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_verify_as_json(run, text);
    else
        hexfog_verify_as_junit(run, text);
}

static hexfog_status check_options(const struct hexfog_settings *settings)
{
    const char *const drawn[] = { settings->images, settings->scene_color, settings->fog_color,
                                  settings->background };
    static const char *const names[] = { "images", "scene-color", "fog-color", "background" };
    for (int i = 0; i < 4; i++)
        if (drawn[i] && settings->gpu && strcmp(settings->gpu, "none") == 0)
            return hexfog_usage_error(settings, "--%s needs a GPU to draw on, which --gpu none"
                                      " does without", names[i]);
    for (int i = 1; i < settings->operand_count; i++)
        if (strcmp(settings->operands[i], "-") == 0)
            return hexfog_usage_error(settings, "a texture is not read from standard input;"
                                      " a file of that name is ./-");
    return HEXFOG_OK;
}

// A report must not replace what is being verified.
static const char *report_that_is_read(const struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    const char *base = run->board.description.base_path;
    const char *report = hexfog_report_at(settings, run->board.path);
    if (!report && base)
        report = hexfog_report_at(settings, base);
    for (size_t i = 0; i < run->count && !report; i++)
        report = hexfog_report_at(settings, run->list[i].path);
    for (size_t i = 0; i < run->targets.count && !report; i++)
        report = hexfog_report_at(settings, run->targets.list[i].path);
    return report;
}

// A name in the folder of the pictures stands for them all.
static hexfog_status check_images(const struct hexfog_settings *settings)
{
    struct hexfog_error error;
    if (!settings->images)
        return HEXFOG_OK;
    char *picture = hexfog_join_path(settings->images, "drawn.png");
    hexfog_status status = picture ? hexfog_check_written(settings, picture)
                                   : hexfog_fail_memory(&error, "a picture's name");
    if (!picture)
        hexfog_print_error(settings, &error);
    hexfog_free(picture);
    return status;
}

static hexfog_status check_written(const struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    const char *report = report_that_is_read(run);
    if (report)
        return hexfog_usage_error(settings, "--report: '%s' is the description's or a texture's own"
                                  " file", report);
    hexfog_status status = hexfog_check_reports_written(settings);
    return status == HEXFOG_OK ? check_images(settings) : status;
}

static void run_free(struct hexfog_verify_run *run)
{
    drop_list(run);
    hexfog_targets_free(&run->targets);
    hexfog_board_free(&run->board);
}

// The limit is for the work, not for telling how it went.
static void report(struct hexfog_verify_run *run)
{
    hexfog_set_memory_limit(0);
    run->status = hexfog_worse_status(run->status, print_result(run));
    run->status = hexfog_worse_status(run->status, hexfog_write_reports(run->request.settings,
                                                                        as_report, run));
}

hexfog_status hexfog_command_verify(const struct hexfog_settings *settings)
{
    struct hexfog_verify_run run = { 0 };
    hexfog_status status = hexfog_verify_request_read(settings, &run.request);
    if (status == HEXFOG_OK)
        status = check_options(settings);
    if (status == HEXFOG_OK)
        status = hexfog_check_reports(settings);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    run.request.board = &run.board;
    read_and_check(&run);
    if (run.status == HEXFOG_OK)
        run.status = prepare(&run);
    status = check_written(&run);
    if (status == HEXFOG_OK && run.status == HEXFOG_OK)
        verify_all(&run);
    if (status == HEXFOG_OK)
        report(&run);
    status = hexfog_worse_status(status, run.status);
    run_free(&run);
    return status;
}
