// SPDX-License-Identifier: MIT
// Turns a description into its fogmaps.
#include <string.h>
#include "base/error.h"
#include "cli/bake_job.h"
#include "cli/commands.h"
#include "cli/depfile.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/size.h"

static hexfog_status check_options(const struct hexfog_settings *settings)
{
    hexfog_status status = hexfog_check_output_options(settings);
    if (status != HEXFOG_OK)
        return status;
    if (settings->depfile_target && !settings->depfile)
        return hexfog_usage_error(settings, "--depfile-target needs --depfile");
    if (settings->depfile_target && hexfog_depfile_fault(settings->depfile_target, true))
        return hexfog_usage_error(settings, "--depfile-target: '%s' cannot stand in a makefile: %s",
                                  settings->depfile_target,
                                  hexfog_depfile_fault(settings->depfile_target, true));
    if (settings->json && !settings->dry_run)
        return hexfog_usage_error(settings, "--json needs --dry-run: a bake prints nothing"
                                  " (--report FILE.json writes how it went)");
    return hexfog_check_reports(settings);
}

static hexfog_status check_name(const struct hexfog_bake_job *job, const char *name,
                                bool is_target)
{
    const char *fault = strcmp(name, "-") == 0 ? NULL : hexfog_depfile_fault(name, is_target);
    return fault ? hexfog_usage_error(job->settings, "--depfile: '%s' cannot stand in a makefile:"
                                      " %s%s", name, fault, is_target
                                      ? " (--depfile-target names another target)" : "")
                 : HEXFOG_OK;
}

// Standard output is none; a rule without a target makes nothing anew. Of a wrong description
// no targets are known.
static hexfog_status check_targets(const struct hexfog_bake_job *job)
{
    hexfog_status status = HEXFOG_OK;
    size_t named = 0;
    for (size_t i = 0; i < job->targets.count && status == HEXFOG_OK; i++) {
        named += strcmp(job->targets.list[i].path, "-") != 0;
        status = check_name(job, job->targets.list[i].path, true);
    }
    return status != HEXFOG_OK || named > 0 || job->targets.count == 0
        ? status : hexfog_usage_error(job->settings, "--depfile: standard output has no name for"
                                      " a makefile (--depfile-target names a target)");
}

// The names that the depfile will hold.
static hexfog_status check_depfile(const struct hexfog_bake_job *job)
{
    const char *base = job->board.description.base_path;
    hexfog_status status = HEXFOG_OK;
    if (!job->settings->depfile)
        return HEXFOG_OK;
    if (!job->settings->depfile_target)
        status = check_targets(job);
    if (status == HEXFOG_OK)
        status = check_name(job, job->board.path, false);
    return status == HEXFOG_OK && base ? check_name(job, base, false) : status;
}

// Files that the command line names must not be files that the bake reads or writes.
static hexfog_status check_side_file(const struct hexfog_bake_job *job, const char *option,
                                     const char *path)
{
    if (!path)
        return HEXFOG_OK;
    const char *base = job->board.description.base_path;
    bool is_stdout = strcmp(path, "-") == 0; // and the description's "-" is standard input
    bool is_input = hexfog_is_same_file(path, job->board.path)
                 || (base && hexfog_is_same_file(path, base));
    if (is_input && !is_stdout)
        return hexfog_usage_error(job->settings, "%s: '%s' is a file that the bake reads", option,
                                  path);
    for (size_t i = 0; i < job->targets.count; i++)
        if (hexfog_is_same_file(path, job->targets.list[i].path))
            return hexfog_usage_error(job->settings, "%s: '%s' is also an output", option, path);
    return HEXFOG_OK;
}

static hexfog_status check_side_files(const struct hexfog_bake_job *job)
{
    const struct hexfog_paths *reports = &job->settings->reports;
    const char *depfile = job->settings->depfile;
    const char *both = depfile ? hexfog_report_at(job->settings, depfile) : NULL;
    hexfog_status status = check_side_file(job, "--depfile", depfile);
    if (status == HEXFOG_OK)
        status = check_depfile(job);
    for (size_t i = 0; i < reports->count && status == HEXFOG_OK; i++)
        status = check_side_file(job, "--report", reports->list[i]);
    if (status == HEXFOG_OK && both)
        status = hexfog_usage_error(job->settings, "--report: '%s' is also the depfile", both);
    return status;
}

static void note_outputs(const struct hexfog_bake_job *job)
{
    const struct hexfog_texture *texture = hexfog_map_texture(job->board.map);
    int max_level = (int)hexfog_map_facts(job->board.map).max_level;
    for (size_t i = 0; i < job->targets.count; i++) {
        const struct hexfog_target *target = &job->targets.list[i];
        char size[HEXFOG_SIZE_BYTES];
        hexfog_size_as_text(size, target->written_bytes);
        hexfog_print_note(job->settings, "wrote %s (%d x %d, %s, levels 0..%d)",
                          strcmp(target->path, "-") == 0 ? "standard output" : target->path,
                          (int)texture->width_px, (int)texture->height_px, size, max_level);
    }
}

// hexfog_bake_read has given it to the targets that it fits.
static hexfog_status check_effort(const struct hexfog_bake_job *job)
{
    bool fits = job->settings->effort == 0;
    for (size_t i = 0; i < job->targets.count; i++)
        fits |= job->targets.list[i].encoding.effort != 0;
    return fits ? HEXFOG_OK
                : hexfog_usage_error(job->settings, "--effort fits none of the outputs");
}

// The work itself, once nothing is wrong with what was asked.
static void run(struct hexfog_bake_job *job)
{
    struct hexfog_error error = { 0 };
    if (hexfog_bake_run(job, &error) != HEXFOG_OK)
        hexfog_print_error(job->settings, &error);
    else if (!job->settings->dry_run)
        note_outputs(job);
}

static hexfog_status print_plan(const struct hexfog_bake_job *job)
{
    struct hexfog_text text = { 0 };
    if (job->settings->json)
        hexfog_bake_as_json(job, &text);
    else if (job->status == HEXFOG_OK)
        hexfog_bake_as_text(job, &text);
    hexfog_status status = hexfog_print_text(job->settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *job, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_bake_as_json(job, text);
    else
        hexfog_bake_as_junit(job, text);
}

// A report that cannot be written must not come to light behind outputs that were replaced.
static bool can_report(struct hexfog_bake_job *job)
{
    struct hexfog_error error = { 0 };
    if (hexfog_can_write_reports(job->settings, &error) == HEXFOG_OK)
        return true;
    hexfog_print_error(job->settings, &error);
    hexfog_diagnose(&job->board.diagnostics, &error);
    job->status = hexfog_worse_status(job->status, error.status);
    return false;
}

static void report(struct hexfog_bake_job *job, bool is_written)
{
    hexfog_set_memory_limit(0); // it is for the bake, not for telling how that went
    if (job->settings->dry_run)
        job->status = hexfog_worse_status(job->status, print_plan(job));
    if (is_written)
        job->status = hexfog_worse_status(job->status, hexfog_write_reports(job->settings,
                                                                            as_report, job));
}

hexfog_status hexfog_command_bake(const struct hexfog_settings *settings)
{
    struct hexfog_bake_job job = { .settings = settings };
    hexfog_status status = check_options(settings);
    bool is_report_written = false;
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    hexfog_bake_read(&job);
    hexfog_print_diagnostics(settings, &job.board.diagnostics);
    hexfog_status side_status = check_side_files(&job);
    if (side_status != HEXFOG_OK)
        job.status = side_status;
    else
        is_report_written = can_report(&job);
    if (job.status == HEXFOG_OK)
        job.status = check_effort(&job);
    if (job.status == HEXFOG_OK)
        run(&job);
    if (side_status == HEXFOG_OK)
        report(&job, is_report_written);
    status = job.status;
    hexfog_targets_free(&job.targets);
    hexfog_board_free(&job.board);
    return status;
}
