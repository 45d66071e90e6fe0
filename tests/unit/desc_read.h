/* SPDX-License-Identifier: MIT */
/* Reads descriptions for tests and looks at what was reported. */
#ifndef HEXFOG_TESTS_DESC_READ_H
#define HEXFOG_TESTS_DESC_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hexfog.h"

struct reading {
    hexfog_status status;
    struct hexfog_description description;
    struct hexfog_diagnostics diagnostics;
};

/* A file "map.hexfog.json". The text is handed over without a NUL behind it. */
struct reading read_text(const char *text);
struct reading read_bytes(const char *text, size_t length,
                          const struct hexfog_read_options *options);
void drop(struct reading *reading);

/* Error number `index` is of that rule, at that place, for that key path. */
bool has_error(const struct reading *reading, size_t index, const char *rule, uint32_t line,
               uint32_t column, const char *key);

/* The bytes of a file, ending in NUL; free() them. */
char *slurp(const char *path, size_t *length);

#endif
