/* SPDX-License-Identifier: MIT */
/* The import options of a command line, for `import` and for the commands that take a map in
 * place of a description. */
#ifndef HEXFOG_CLI_IMPORT_H
#define HEXFOG_CLI_IMPORT_H

#include "cli/settings.h"
#include "desc/import.h"

struct hexfog_import_request {
    struct hexfog_import_options options;
    struct hexfog_written_tile *sources;
    uint32_t *blocked_gids;
};

/* The first import option that was given, for a message; NULL when there is none. */
const char *hexfog_import_option_given(const struct hexfog_settings *settings);

/* Reads the options; USAGE or MEMORY is not printed. Free *request either way. */
hexfog_status hexfog_import_request_read(const struct hexfog_settings *settings,
                                         const char *file_name,
                                         struct hexfog_import_request *request,
                                         struct hexfog_error *error);
void hexfog_import_request_free(struct hexfog_import_request *request);

/* hexfog_import in a child process whose memory and time are limited. Call it while no other
 * thread runs. IO: the child crashed, or took too long. */
hexfog_status hexfog_import_in_child(const struct hexfog_settings *settings, const char *text,
                                     size_t length, const struct hexfog_import_options *options,
                                     struct hexfog_text *description,
                                     struct hexfog_import_facts *facts,
                                     struct hexfog_diagnostics *diagnostics);

/* Says where level 0 was taken from, unless an option named it, and unless -q. */
void hexfog_print_import_note(const struct hexfog_settings *settings, const char *file_name,
                              const struct hexfog_import_facts *facts);

#endif
