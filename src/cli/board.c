// SPDX-License-Identifier: MIT
// Turns the operand of a command into a description and its map.
#include "cli/board.h"
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "desc/scan.h"

const char *hexfog_board_name(const struct hexfog_board *board)
{
    return strcmp(board->path, "-") == 0 ? "<stdin>" : board->path;
}

// A stage that failed without a word still has to fail the command.
static void hold_failure(struct hexfog_board *board, hexfog_status status)
{
    if (status == HEXFOG_OK || board->diagnostics.error_count > 0)
        return;
    struct hexfog_error error;
    if (status == HEXFOG_MEMORY)
        hexfog_fail_memory(&error, hexfog_board_name(board));
    else
        hexfog_fail(&error, status, "cannot read %s", hexfog_board_name(board));
    hexfog_diagnose(&board->diagnostics, &error);
}

static void read_text(const struct hexfog_settings *settings, struct hexfog_board *board,
                      const char *text, size_t length)
{
    struct hexfog_read_options options = {
        .file_name = hexfog_board_name(board),
        .jsonc = settings->jsonc,
        .sets = settings->sets.list,
        .set_count = settings->sets.count,
    };
    struct hexfog_description *description = &board->description;
    hexfog_status status = hexfog_description_read(text, length, &options, description,
                                                   &board->diagnostics);
    hold_failure(board, status);
    if (!description->files[HEXFOG_FILE_OF_GIVEN_OUTPUTS])
        description->files[HEXFOG_FILE_OF_GIVEN_OUTPUTS] = hexfog_copy_string("-o");
    if (status == HEXFOG_MEMORY || status == HEXFOG_IO)
        return;
    hold_failure(board, hexfog_map_make(description, &board->map, &board->diagnostics));
}

void hexfog_board_read(const struct hexfog_settings *settings, struct hexfog_board *board)
{
    *board = (struct hexfog_board){ .path = settings->operands[0] };
    char *text = NULL;
    size_t length = 0;
    struct hexfog_error error;
    board->description.broken = HEXFOG_BROKEN_ALL;
    if (hexfog_read_file(board->path, HEXFOG_MAX_TEXT_BYTES, &text, &length, &error) == HEXFOG_OK)
        read_text(settings, board, text, length);
    else
        hexfog_diagnose(&board->diagnostics, &error);
    hexfog_free(text);
}

void hexfog_board_free(struct hexfog_board *board)
{
    hexfog_map_free(board->map);
    hexfog_description_free(&board->description);
    hexfog_diagnostics_free(&board->diagnostics);
    *board = (struct hexfog_board){ 0 };
}
