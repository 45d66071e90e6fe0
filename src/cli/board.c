// SPDX-License-Identifier: MIT
// Turns the operand of a command, a description or another program's map, into a description
// and its levels.
#include "cli/board.h"
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/import.h"
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

// ---- Hashes of what is read.

static hexfog_status hash_bytes(const char *bytes, size_t length, char hex[65],
                                struct hexfog_error *error)
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    if (!hash)
        return hexfog_fail_memory(error, "a hash");
    hexfog_sha256_add(hash, bytes, length);
    hexfog_sha256_digest(hash, hex);
    hexfog_sha256_free(hash);
    return HEXFOG_OK;
}

// The library takes the text over and frees it as malloc's, by its contract.
static hexfog_status load_base(void *context, const char *path, char **text, size_t *length,
                               struct hexfog_error *error)
{
    struct hexfog_read_hashes *hashes = context;
    char *read = NULL;
    hexfog_status status = hexfog_read_regular_file(path, true, HEXFOG_MAX_TEXT_BYTES, &read,
                                                    length, error);
    if (status == HEXFOG_OK)
        status = hash_bytes(read, *length, hashes->base, error);
    *text = status == HEXFOG_OK ? malloc(*length + 1) : NULL;
    if (*text)
        memcpy(*text, read, *length + 1);
    else if (status == HEXFOG_OK)
        status = hexfog_fail_memory(error, path);
    hexfog_free(read);
    return status;
}

static void hash_own(struct hexfog_board *board, const char *text, size_t length)
{
    struct hexfog_error error;
    if (board->reading.hashes
        && hash_bytes(text, length, board->reading.hashes->own, &error) != HEXFOG_OK)
        hexfog_diagnose(&board->diagnostics, &error);
}

// ---- Descriptions.

static void read_text(const struct hexfog_settings *settings, struct hexfog_board *board,
                      const char *text, size_t length)
{
    struct hexfog_read_options options = {
        .file_name = hexfog_board_name(board),
        .jsonc = settings->jsonc,
        .sets = settings->sets.list,
        .set_count = settings->sets.count,
        .load = board->reading.hashes ? load_base : NULL,
        .load_context = board->reading.hashes,
    };
    struct hexfog_description *description = &board->description;
    hexfog_status status = hexfog_description_read(text, length, &options, description,
                                                   &board->diagnostics);
    hold_failure(board, status);
    if (!description->files[HEXFOG_FILE_OF_GIVEN_OUTPUTS])
        description->files[HEXFOG_FILE_OF_GIVEN_OUTPUTS] = hexfog_copy_string("-o");
    if (!description->files[HEXFOG_FILE_OF_GIVEN_OUTPUTS])
        hold_failure(board, status = HEXFOG_MEMORY);
    if (status == HEXFOG_MEMORY || status == HEXFOG_IO || board->reading.without_map)
        return;
    hold_failure(board, hexfog_map_make(description, &board->map, &board->diagnostics));
}

// ---- Maps of other programs.

// The description that was made of a map has no lines that anybody could look up.
static void forget_lines(struct hexfog_board *board)
{
    for (size_t i = 0; i < board->diagnostics.count; i++) {
        struct hexfog_error *error = &board->diagnostics.list[i];
        if (error->file_rank == 0)
            error->line = error->column = 0;
    }
}

static void import(const struct hexfog_settings *settings, struct hexfog_board *board,
                   const char *text, size_t length)
{
    struct hexfog_import_request request;
    struct hexfog_diagnostics own = { 0 };
    struct hexfog_error error;
    hexfog_status status = hexfog_import_request_read(settings, hexfog_board_name(board), &request,
                                                      &error);
    if (status != HEXFOG_OK)
        hexfog_diagnose(&board->diagnostics, &error);
    else
        status = hexfog_import_in_child(settings, text, length, &request.options,
                                        &board->imported, &board->facts, &own);
    if (status == HEXFOG_OK) {
        read_text(settings, board, board->imported.bytes, board->imported.length);
        forget_lines(board);
    }
    if (status == HEXFOG_OK && board->diagnostics.error_count == 0)
        hexfog_print_import_note(settings, hexfog_board_name(board), &board->facts);
    for (size_t i = 0; i < own.count; i++)
        hexfog_diagnose(&board->diagnostics, &own.list[i]);
    board->diagnostics.dropped += own.dropped;
    if (status != HEXFOG_OK)
        hold_failure(board, status);
    hexfog_diagnostics_free(&own);
    hexfog_import_request_free(&request);
}

static void refuse_import_option(struct hexfog_board *board, const char *option)
{
    struct hexfog_error error;
    hexfog_fail(&error, HEXFOG_USAGE, "%s is for maps of other programs; %s is a description",
                option, hexfog_board_name(board));
    hexfog_diagnose(&board->diagnostics, &error);
}

static void read_either(const struct hexfog_settings *settings, struct hexfog_board *board,
                        const char *text, size_t length)
{
    const char *option = hexfog_import_option_given(settings);
    board->is_map = settings->description_output
                 || hexfog_is_map(hexfog_board_name(board), text, length);
    if (board->is_map && board->reading.without_map)
        return; // it has no outputs of its own
    if (board->is_map)
        import(settings, board, text, length);
    else if (option)
        refuse_import_option(board, option);
    else
        read_text(settings, board, text, length);
}

static hexfog_status read_bytes(const struct hexfog_board *board, char **text, size_t *length,
                                struct hexfog_error *error)
{
    if (board->reading.must_be_regular)
        return hexfog_read_regular_file(board->path, true, HEXFOG_MAX_TEXT_BYTES, text, length,
                                        error);
    return hexfog_read_file(board->path, HEXFOG_MAX_TEXT_BYTES, text, length, error);
}

static void read_file(const struct hexfog_settings *settings, struct hexfog_board *board)
{
    char *text = NULL;
    size_t length = 0;
    struct hexfog_error error;
    board->description.broken = HEXFOG_BROKEN_ALL;
    if (read_bytes(board, &text, &length, &error) == HEXFOG_OK)
        read_either(settings, board, text, length);
    else
        hexfog_diagnose(&board->diagnostics, &error);
    if (text)
        hash_own(board, text, length);
    hexfog_free(text);
}

void hexfog_board_read_as(const struct hexfog_settings *settings,
                          const struct hexfog_board_reading *reading, struct hexfog_board *board)
{
    *board = (struct hexfog_board){ .path = settings->operands[0], .reading = *reading };
    if (reading->hashes)
        *reading->hashes = (struct hexfog_read_hashes){ 0 };
    read_file(settings, board);
}

void hexfog_board_read(const struct hexfog_settings *settings, struct hexfog_board *board)
{
    struct hexfog_board_reading reading = { 0 };
    hexfog_board_read_as(settings, &reading, board);
}

void hexfog_board_free(struct hexfog_board *board)
{
    hexfog_map_free(board->map);
    hexfog_description_free(&board->description);
    hexfog_diagnostics_free(&board->diagnostics);
    hexfog_text_free(&board->imported);
    *board = (struct hexfog_board){ 0 };
}
