// SPDX-License-Identifier: MIT
// Turns a description and its textures into a verdict.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
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

static bool add(struct hexfog_verify_run *run, const char *path,
                const struct hexfog_target *target)
{
    struct hexfog_verified *verified = &run->list[run->count];
    verified->path = path;
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

static void verify_all(struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    struct hexfog_error error;
    if (!list_textures(run)) {
        hexfog_fail_memory(&error, "the list of textures");
        hexfog_print_error(settings, &error);
        run->status = HEXFOG_MEMORY;
        return;
    }
    if (run->count == 0)
        run->status = hexfog_usage_error(settings, "nothing to verify: the description has no"
                                         " textures among its outputs and none is named");
    for (size_t i = 0; i < run->count; i++) {
        struct hexfog_verified *verified = &run->list[i];
        hexfog_verify_texture(&run->request, verified);
        if (verified->error.status != HEXFOG_OK) {
            if (!verified->error.file[0])
                hexfog_error_set_file(&verified->error, verified->path);
            hexfog_print_error(settings, &verified->error);
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

static hexfog_status write_report(const struct hexfog_verify_run *run,
                                  enum hexfog_report_form form)
{
    struct hexfog_text text = { 0 };
    if (form == HEXFOG_REPORT_JSON)
        hexfog_verify_as_json(run, &text);
    else
        hexfog_verify_as_junit(run, &text);
    hexfog_status status = hexfog_write_report(run->request.settings, &text);
    hexfog_text_free(&text);
    return status;
}

static hexfog_status check_report(const struct hexfog_verify_run *run)
{
    const struct hexfog_settings *settings = run->request.settings;
    for (int i = 0; settings->report && i < settings->operand_count; i++)
        if (hexfog_is_same_file(settings->report, settings->operands[i]))
            return hexfog_usage_error(settings, "--report: '%s' is a file that verify reads",
                                      settings->report);
    return HEXFOG_OK;
}

static void run_free(struct hexfog_verify_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        hexfog_free(run->list[i].proof);
    hexfog_free(run->list);
    hexfog_targets_free(&run->targets);
    hexfog_board_free(&run->board);
}

hexfog_status hexfog_command_verify(const struct hexfog_settings *settings)
{
    struct hexfog_verify_run run = { 0 };
    enum hexfog_report_form form;
    hexfog_status status = hexfog_verify_request_read(settings, &run.request);
    if (status == HEXFOG_OK)
        status = hexfog_report_form_of(settings, &form);
    if (status == HEXFOG_OK)
        status = check_report(&run);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    run.request.board = &run.board;
    read_and_check(&run);
    if (run.status == HEXFOG_OK)
        verify_all(&run);
    run.status = hexfog_worse_status(run.status, print_result(&run));
    if (form != HEXFOG_REPORT_NONE)
        run.status = hexfog_worse_status(run.status, write_report(&run, form));
    status = run.status;
    run_free(&run);
    return status;
}
