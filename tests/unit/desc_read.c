// SPDX-License-Identifier: MIT
// Turns texts into readings for the tests of the description.
#include "desc_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading read_bytes(const char *text, size_t length,
                          const struct hexfog_read_options *options)
{
    struct reading reading = { 0 };
    char *bytes = malloc(length ? length : 1); // so that a sanitizer sees a read past the end
    if (!bytes)
        abort();
    memcpy(bytes, text, length);
    reading.status = hexfog_description_read(bytes, length, options, &reading.description,
                                             &reading.diagnostics);
    free(bytes);
    return reading;
}

struct reading read_text(const char *text)
{
    struct hexfog_read_options options = { .file_name = "map.hexfog.json" };
    return read_bytes(text, strlen(text), &options);
}

void drop(struct reading *reading)
{
    hexfog_description_free(&reading->description);
    hexfog_description_free(&reading->description); // twice is allowed
    hexfog_diagnostics_free(&reading->diagnostics);
}

bool has_error(const struct reading *reading, size_t index, const char *rule, uint32_t line,
               uint32_t column, const char *key)
{
    const struct hexfog_diagnostics *diagnostics = &reading->diagnostics;
    if (index < diagnostics->count) {
        const struct hexfog_error *error = &diagnostics->list[index];
        if (strcmp(error->rule, rule) == 0 && strcmp(error->key, key) == 0 &&
            error->line == line && error->column == column)
            return true;
    }
    fprintf(stderr, "wanted %s at %u:%u for %s\n", rule, line, column, key);
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct hexfog_error *error = &diagnostics->list[i];
        fprintf(stderr, "got    %s at %u:%u for %s: %s\n", error->rule, error->line,
                error->column, error->key, error->message);
    }
    return false;
}

char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes)
        abort();
    *length = fread(bytes, 1, (1 << 20) - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}
