// SPDX-License-Identifier: MIT
// Turns maps into imports for the tests.
#include "prove.h"
#include "import_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hexfog_import_options import_plain(const char *file_name)
{
    return (struct hexfog_import_options){ .file_name = file_name, .metric = HEXFOG_SEAMLESS };
}

static void make(struct imported *i)
{
    const struct hexfog_read_options options = { .file_name = "imported" };
    hexfog_status status = hexfog_description_read(i->text.bytes, i->text.length, &options,
                                                   &i->description, &i->diagnostics);
    if (status == HEXFOG_OK)
        status = hexfog_map_make(&i->description, &i->map, &i->diagnostics);
    if (status != HEXFOG_OK)
        fail_msg("not a description: %s\n%s", i->diagnostics.list[0].message, i->text.bytes);
}

struct imported import_text(const char *text, size_t length,
                            const struct hexfog_import_options *options)
{
    struct imported i = { 0 };
    char *bytes = malloc(length ? length : 1); // so that a sanitizer sees a read past the end
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    i.status = hexfog_import(bytes, length, options, &i.text, &i.facts, &i.diagnostics);
    free(bytes);
    if (i.status == HEXFOG_OK)
        make(&i);
    else
        assert_int_equal(i.text.length, 0);
    return i;
}

struct imported import_file(const char *name, const struct hexfog_import_options *options)
{
    char path[256];
    snprintf(path, sizeof path, "tests/maps/%s", name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("no %s", path);
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    struct hexfog_import_options plain = import_plain(name);
    return import_text(text, length, options ? options : &plain);
}

void import_drop(struct imported *i)
{
    hexfog_map_free(i->map);
    hexfog_description_free(&i->description);
    hexfog_diagnostics_free(&i->diagnostics);
    hexfog_text_free(&i->text);
    *i = (struct imported){ 0 };
}

int import_level(const struct imported *i, int column, int row)
{
    int32_t level = -1;
    struct hexfog_axial tile = hexfog_axial_from_written(
        i->description.grid.coordinates, (struct hexfog_written_tile){ column, row });
    assert_non_null(i->map);
    assert_true(hexfog_level_of(i->map, tile, &level));
    return level;
}

bool import_refused(const struct imported *i, uint32_t line, uint32_t column, const char *part)
{
    const struct hexfog_diagnostics *d = &i->diagnostics;
    if (i->status == HEXFOG_INPUT && d->error_count == 1 && d->list[0].line == line &&
        d->list[0].column == column && strstr(d->list[0].message, part))
        return true;
    fprintf(stderr, "wanted %u:%u ... %s ...; status %d\n", line, column, part, (int)i->status);
    for (size_t n = 0; n < d->count; n++)
        fprintf(stderr, "got %s:%u:%u: %s: %s\n", d->list[n].file, d->list[n].line,
                d->list[n].column, d->list[n].key, d->list[n].message);
    return false;
}
