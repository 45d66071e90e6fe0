/* SPDX-License-Identifier: MIT */
/* A description that a command was given, read as far as it goes. */
#ifndef HEXFOG_CLI_BOARD_H
#define HEXFOG_CLI_BOARD_H

#include "cli/settings.h"

struct hexfog_board {
    const char *path;        /* as given; "-" = standard input */
    struct hexfog_description description;
    struct hexfog_map *map;  /* NULL when there are errors in what it needs */
    struct hexfog_diagnostics diagnostics;
};

/* hexfog_place.file of messages about -o files. */
#define HEXFOG_FILE_OF_GIVEN_OUTPUTS (HEXFOG_MAX_FILES - 1)

/* Reads the command's operand with --set and --jsonc, and makes its map. Nothing is
 * printed: everything wrong is in the diagnostics. Free *board in any case. */
void hexfog_board_read(const struct hexfog_settings *settings, struct hexfog_board *board);
void hexfog_board_free(struct hexfog_board *board);

/* "<stdin>" or the path, as messages name it. */
const char *hexfog_board_name(const struct hexfog_board *board);

#endif
