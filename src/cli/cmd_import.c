// SPDX-License-Identifier: MIT
// Turns a map of another program into a description on disk.
#include <inttypes.h>
#include <string.h>
#include "base/error.h"
#include "base/file.h"
#include "cli/board.h"
#include "cli/commands.h"
#include "cli/import.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/target.h"
#include "encode/format.h"

// What is named like a texture, its constants or a map is not replaced by a description, which
// nothing would read as one under that name.
static bool names_another_file(const char *path)
{
    static const char *const others[] = { ".fogmap.json", ".tmj", ".tmx", ".hexjson", ".gif" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (hexfog_ends_in(path, others[i]))
            return true;
    return hexfog_names_texture(path);
}

static hexfog_status check_options(const struct hexfog_settings *settings)
{
    const char *output = settings->description_output;
    struct hexfog_import_request request;
    struct hexfog_error error;
    if (!output)
        return hexfog_usage_error(settings, "no -o DESC given (- is standard output)");
    if (strcmp(output, "-") != 0 && hexfog_is_same_file(output, settings->operands[0]))
        return hexfog_usage_error(settings, "-o: '%s' is the map itself", output);
    if (names_another_file(output))
        return hexfog_usage_error(settings, "-o: '%s' is not named as a description is (allowed:"
                                  " NAME.hexfog.json, .json or .jsonc; - is standard output);"
                                  " 'hexfog bake MAP -o FILE' writes textures", output);
    hexfog_status status = hexfog_import_request_read(settings, "", &request, &error);
    hexfog_import_request_free(&request);
    if (status == HEXFOG_USAGE)
        return hexfog_usage_error(settings, "%s", error.message);
    return hexfog_check_written(settings, output);
}

static hexfog_status write(const struct hexfog_settings *settings,
                           const struct hexfog_board *board)
{
    const struct hexfog_file_options options = { .make_folders = settings->make_folders,
                                                 .sync = settings->sync };
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    const char *output = settings->description_output;
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_replace_text(output, &options, &board->imported, &error);
    if (status != HEXFOG_OK) {
        hexfog_print_error(settings, &error);
        return status;
    }
    hexfog_print_note(settings, "wrote %s (%" PRId64 " tiles, %d x %d texels, levels 0..%d)",
                      strcmp(output, "-") == 0 ? "standard output" : output,
                      board->facts.tile_count, (int)texture->width_px, (int)texture->height_px,
                      (int)hexfog_map_facts(board->map).max_level);
    if (strcmp(output, "-") != 0)
        hexfog_print_note(settings, "it lists no outputs yet: 'hexfog bake -o NAME.exr %s' bakes"
                          " it, or add \"outputs\": [{\"path\": \"NAME.exr\"}]", output);
    return HEXFOG_OK;
}

hexfog_status hexfog_command_import(const struct hexfog_settings *settings)
{
    struct hexfog_board board;
    hexfog_status status = check_options(settings);
    if (status != HEXFOG_OK)
        return status;
    hexfog_set_memory_limit(settings->max_memory_bytes);
    hexfog_board_read(settings, &board);
    hexfog_set_memory_limit(0); // it is for the map, not for writing what was made of it
    hexfog_print_diagnostics(settings, &board.diagnostics);
    status = hexfog_diagnostics_status(&board.diagnostics);
    if (status == HEXFOG_OK)
        status = write(settings, &board);
    hexfog_board_free(&board);
    return status;
}
