// SPDX-License-Identifier: MIT
// Turns a description into the figures of its board; a texture goes to info_texture.
#include <string.h>
#include "base/error.h"
#include "cli/commands.h"
#include "cli/info.h"
#include "cli/info_texture.h"
#include "cli/message.h"
#include "cli/result.h"
#include "encode/recover.h"

static void gather_geometry(struct hexfog_info *info)
{
    const struct hexfog_description *description = &info->job.board.description;
    const struct hexfog_texture *texture = hexfog_map_texture(info->job.board.map);
    const struct hexfog_bounds *bounds = &texture->bounds;
    const struct hexfog_cell *cell = &description->grid.cell;
    info->texel_world[0] = (bounds->x_max - bounds->x_min) / texture->width_px;
    info->texel_world[1] = (bounds->y_max - bounds->y_min) / texture->height_px;
    info->texels_per_tile = cell->orientation == HEXFOG_POINTY
        ? cell->width / info->texel_world[0]
        : cell->height / info->texel_world[1];
    info->facts = hexfog_map_facts(info->job.board.map);
    info->level_scale = description->level_scale > 0
        ? description->level_scale
        : hexfog_auto_level_scale(info->facts.max_level);
}

// Right but for outputs that cannot hold a level: all figures are known then, and help.
static bool can_be_told(const struct hexfog_info *info)
{
    const struct hexfog_diagnostics *diagnostics = &info->job.board.diagnostics;
    for (size_t i = 0; i < diagnostics->count; i++)
        if (!diagnostics->list[i].is_warning && strcmp(diagnostics->list[i].rule, "D25") != 0)
            return false;
    return info->job.board.map != NULL;
}

static void gather(struct hexfog_info *info)
{
    struct hexfog_bake_job *job = &info->job;
    struct hexfog_diagnostics *diagnostics = &job->board.diagnostics;
    struct hexfog_error error;
    hexfog_board_read(job->settings, &job->board);
    if (!hexfog_targets_make(job->settings, &job->board, &job->targets)) {
        hexfog_fail_memory(&error, "the list of outputs");
        hexfog_diagnose(diagnostics, &error);
    }
    if (can_be_told(info)) {
        gather_geometry(info);
        // What a bake would need is told, not asked for: --max-memory is for this run.
        (void)hexfog_bake_plan(job, &error);
        if (hexfog_filter_error_measure(&job->board.description, job->board.map,
                                        &info->filter_error, &error) != HEXFOG_OK
            || hexfog_histogram_make(&job->board.description, job->board.map, &info->histogram,
                                     &error) != HEXFOG_OK)
            hexfog_diagnose(diagnostics, &error);
    }
    job->status = hexfog_diagnostics_status(diagnostics);
    if (!info->histogram.tile_count)
        hexfog_print_diagnostics(job->settings, diagnostics);
}

static hexfog_status print_result(const struct hexfog_info *info)
{
    const struct hexfog_settings *settings = info->job.settings;
    struct hexfog_text text = { 0 };
    if (settings->json)
        hexfog_info_as_json(info, &text);
    else if (info->histogram.tile_count && settings->engine)
        hexfog_info_advice_as_text(info, &text);
    else if (info->histogram.tile_count)
        hexfog_info_as_text(info, &text);
    hexfog_status status = hexfog_print_text(settings, &text);
    hexfog_text_free(&text);
    return status;
}

static void as_report(const void *info, enum hexfog_report_form form, struct hexfog_text *text)
{
    if (form == HEXFOG_REPORT_JSON)
        hexfog_info_as_json(info, text);
    else
        hexfog_info_as_junit(info, text);
}

hexfog_status hexfog_command_info(const struct hexfog_settings *settings)
{
    if (hexfog_is_texture(settings->operands[0]))
        return hexfog_info_of_texture(settings);
    struct hexfog_info info = { .job.settings = settings };
    const char *own = hexfog_report_at(settings, settings->operands[0]);
    hexfog_status status = hexfog_check_reports(settings);
    if (status == HEXFOG_OK && settings->level_scale)
        status = hexfog_usage_error(settings, "--level-scale does not go with a description: it is"
                                    " for a texture");
    if (status == HEXFOG_OK && own)
        status = hexfog_usage_error(settings, "--report: '%s' is the description itself", own);
    if (status == HEXFOG_OK)
        status = hexfog_check_reports_written(settings);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    gather(&info);
    hexfog_set_memory_limit(0); // it is for the figures, not for telling them
    status = hexfog_worse_status(info.job.status, print_result(&info));
    if (info.histogram.tile_count)
        hexfog_print_diagnostics(settings, &info.job.board.diagnostics);
    status = hexfog_worse_status(status, hexfog_write_reports(settings, as_report, &info));
    hexfog_histogram_free(&info.histogram);
    hexfog_targets_free(&info.job.targets);
    hexfog_board_free(&info.job.board);
    return status;
}
