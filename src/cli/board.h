/* SPDX-License-Identifier: MIT */
/* A description that a command was given, read as far as it goes. */
#ifndef HEXFOG_CLI_BOARD_H
#define HEXFOG_CLI_BOARD_H

#include "base/text.h"
#include "cli/settings.h"
#include "desc/import.h"

/* SHA-256 of what a description was read from; "" = there is none. */
struct hexfog_read_hashes {
    char own[65], base[65];
};

/* How one is read. Zeroed = as every command does. */
struct hexfog_board_reading {
    bool without_map;        /* only the outputs are asked for; no child, so from any thread */
    bool must_be_regular;    /* the user has not typed its name: no pipe, which would wait */
    struct hexfog_read_hashes *hashes; /* filled; NULL: nobody asks */
};

struct hexfog_board {
    const char *path;        /* as given; "-" = standard input */
    struct hexfog_description description;
    struct hexfog_map *map;  /* NULL when there are errors in what it needs */
    struct hexfog_diagnostics diagnostics;
    struct hexfog_board_reading reading;
    bool is_map;             /* the file is a map of another program: */
    struct hexfog_import_facts facts;
    struct hexfog_text imported; /* the description that was made of it */
};

/* hexfog_place.file of messages about -o files. */
#define HEXFOG_FILE_OF_GIVEN_OUTPUTS (HEXFOG_MAX_FILES - 1)

/* Reads the command's operand with --set and --jsonc, and makes its map. A file of another
 * program is imported first, with the command line's options. Nothing wrong is printed, it
 * is in the diagnostics. Free *board in any case. */
void hexfog_board_read(const struct hexfog_settings *settings, struct hexfog_board *board);
void hexfog_board_read_as(const struct hexfog_settings *settings,
                          const struct hexfog_board_reading *reading, struct hexfog_board *board);
void hexfog_board_free(struct hexfog_board *board);

/* "<stdin>" or the path, as messages name it. */
const char *hexfog_board_name(const struct hexfog_board *board);

#endif
