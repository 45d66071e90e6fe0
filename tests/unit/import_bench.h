/* SPDX-License-Identifier: MIT */
/* Imports maps for tests, down to the levels. */
#ifndef HEXFOG_TESTS_IMPORT_BENCH_H
#define HEXFOG_TESTS_IMPORT_BENCH_H

#include <stdbool.h>

#include "desc/import.h"
#include "hexfog.h"

struct imported {
    hexfog_status status;
    struct hexfog_text text;
    struct hexfog_import_facts facts;
    struct hexfog_description description;
    struct hexfog_map *map; /* NULL when it failed */
    struct hexfog_diagnostics diagnostics;
};

/* Options with nothing asked, for a file of that name. */
struct hexfog_import_options import_plain(const char *file_name);
/* Imports, and reads and makes what came out; that has to work. */
struct imported import_text(const char *text, size_t length,
                            const struct hexfog_import_options *options);
/* A file of tests/maps. */
struct imported import_file(const char *name, const struct hexfog_import_options *options);
void import_drop(struct imported *imported);

/* The level of the tile at that column and row. */
int import_level(const struct imported *imported, int column, int row);
/* Refused as INPUT with one error, at that place, whose message has `part`. */
bool import_refused(const struct imported *imported, uint32_t line, uint32_t column,
                    const char *part);

#endif
