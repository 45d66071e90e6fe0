/* SPDX-License-Identifier: MIT */
/* Files that hold the names of files: `@list` of batch, one a line, and --from0, each ended by
 * a NUL. */
#ifndef HEXFOG_CLI_NAME_LIST_H
#define HEXFOG_CLI_NAME_LIST_H

#include "hexfog.h"

/* Owns the text that its entries point into. */
struct hexfog_name_list {
    char *text;
    const char **list;
    size_t count;
};

enum hexfog_name_end { HEXFOG_ENDS_IN_NEWLINE, HEXFOG_ENDS_IN_NUL };

/*
 * Of lines, a carriage return at the end is dropped, and empty ones and those that begin with
 * # are passed over; a NUL is INPUT. Between NULs every byte counts; an empty name is INPUT. The
 * last end may be missing. error->line counts lines, or names. MEMORY. Free *names either way.
 */
hexfog_status hexfog_name_list_read(const char *bytes, size_t length, enum hexfog_name_end end,
                                    struct hexfog_name_list *names, struct hexfog_error *error);
void hexfog_name_list_free(struct hexfog_name_list *names);

#endif
