// SPDX-License-Identifier: MIT
// Turns a description, or a texture's metadata, into the remap function of a shader.
#include <stdio.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/read.h"
#include "check/shader_text.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/reading.h"
#include "cli/result.h"
#include "cli/target.h"
#include "encode/format.h"
#include "encode/recover.h"

enum { PNG_LEVEL_SCALE = 255 };

struct texture_head { struct hexfog_texture_info info; };

static hexfog_status read_head(void *context, void *shared, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = context;
    const char *path = settings->operands[0];
    struct texture_head *head = shared;
    struct hexfog_reader *reader = NULL;
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(settings, path, NULL)
    };
    hexfog_status status = hexfog_reader_open(path, HEXFOG_DECODER_A, &limits, &reader, error);
    if (status == HEXFOG_OK)
        head->info = *hexfog_reader_info(reader);
    hexfog_reader_free(reader);
    return status;
}

// A texture knows its scale and levels, not where it lies in the world.
static hexfog_status constants_of_texture(const struct hexfog_settings *settings,
                                          struct hexfog_shader_constants *constants,
                                          struct hexfog_error *error)
{
    const char *path = settings->operands[0];
    struct texture_head head = { 0 };
    struct hexfog_settings copy = *settings;
    struct hexfog_child child = hexfog_reading_child(settings, path, NULL);
    child.work = read_head;
    child.context = &copy;
    hexfog_status status = hexfog_run_child(&child, &head, sizeof head, error);
    if (status != HEXFOG_OK)
        return status;
    const struct hexfog_file_metadata *metadata = &head.info.metadata;
    if (!metadata->is_present || !metadata->is_valid)
        return hexfog_fail(error, HEXFOG_IO, "%s has no hexfog metadata, so its level_scale is not"
                           " known; name the description instead", path);
    *constants = (struct hexfog_shader_constants){ .level_scale = metadata->level_scale,
                                                   .max_level = metadata->max_level };
    return HEXFOG_OK;
}

// A .png holds level / 255 whatever the description says. Where it is the only kind, its scale
// is meant; beside others it is named.
static double level_scale_of(const struct hexfog_settings *settings,
                             const struct hexfog_board *board)
{
    const struct hexfog_description *description = &board->description;
    const char *png = NULL;
    size_t others = 0;
    for (size_t i = 0; i < description->output_count; i++) {
        if (description->outputs[i].format == HEXFOG_PNG)
            png = description->outputs[i].path;
        else
            others += description->outputs[i].format != HEXFOG_CONSTANTS;
    }
    if (png && others == 0)
        return PNG_LEVEL_SCALE;
    if (png) {
        struct hexfog_error warning = { .status = HEXFOG_INPUT, .is_warning = true };
        hexfog_error_set_file(&warning, hexfog_board_name(board));
        snprintf(warning.message, sizeof warning.message, "level_scale is %d in %.400s: name that"
                 " file for its function", PNG_LEVEL_SCALE, png);
        hexfog_print_error(settings, &warning);
    }
    return description->level_scale > 0
        ? description->level_scale
        : hexfog_auto_level_scale(hexfog_map_facts(board->map).max_level);
}

static hexfog_status constants_of_board(const struct hexfog_settings *settings,
                                        struct hexfog_shader_constants *constants)
{
    struct hexfog_board board = { 0 };
    hexfog_board_read(settings, &board);
    hexfog_print_diagnostics(settings, &board.diagnostics);
    hexfog_status status = hexfog_diagnostics_status(&board.diagnostics);
    if (status == HEXFOG_OK) {
        *constants = (struct hexfog_shader_constants){
            .level_scale = level_scale_of(settings, &board),
            .max_level = hexfog_map_facts(board.map).max_level, .has_uv = true,
            .uv = hexfog_uv_from_world(hexfog_map_texture(board.map))
        };
    }
    hexfog_board_free(&board);
    return status;
}

static hexfog_status print_shader(const struct hexfog_settings *settings,
                                  const struct hexfog_shader_constants *constants)
{
    enum hexfog_shader_language language =
        settings->language ? (enum hexfog_shader_language)(settings->language - 1)
                           : HEXFOG_SHADER_GLSL;
    struct hexfog_text text = { 0 };
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_shader_text(language, constants, &text.bytes, &text.length,
                                              &error);
    if (status != HEXFOG_OK) {
        hexfog_print_error(settings, &error);
        return status;
    }
    status = hexfog_print_text(settings, &text);
    hexfog_free(text.bytes);
    return status;
}

hexfog_status hexfog_command_shader(const struct hexfog_settings *settings)
{
    struct hexfog_shader_constants constants;
    struct hexfog_error error = { 0 };
    hexfog_status status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    if (!hexfog_names_texture(settings->operands[0]))
        status = constants_of_board(settings, &constants);
    else if ((status = constants_of_texture(settings, &constants, &error)))
        hexfog_print_error(settings, &error);
    return status == HEXFOG_OK ? print_shader(settings, &constants) : status;
}
