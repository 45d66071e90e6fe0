// SPDX-License-Identifier: MIT
/*
 * A description in, numbers out: how a program of yours uses libhexfog.
 *
 *     cc -Iinclude -o build/example samples/example.c build/libhexfog.a \
 *        $(pkg-config --libs libcjson libdeflate nettle) -ltinyexr -lm -pthread
 *     build/example samples/y-up-odd-q.hexfog.jsonc 0 0  2.5 1.5
 *
 * It prints the field at the given world points, then bakes the map to a sink of its own,
 * which counts the texels of each level. For a file instead of a count, pass what
 * hexfog_encoder_sink gives to the same call.
 */
#include <stdio.h>
#include <stdlib.h>

#include "hexfog.h"

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(file);
    *length = text ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    return text;
}

static void print_errors(const struct hexfog_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct hexfog_error *e = &found->list[i];
        fprintf(stderr, "%s:%u:%u: %s%s%s\n", e->file, e->line, e->column, e->key,
                e->key[0] ? ": " : "", e->message);
    }
}

// Description and map, checked; NULL when something is wrong, and then it was printed.
static struct hexfog_map *read_map(const char *path)
{
    size_t length = 0;
    char *text = read_whole(path, &length);
    if (!text) {
        perror(path);
        return NULL;
    }
    struct hexfog_read_options options = { .file_name = path };
    struct hexfog_description description = { 0 };
    struct hexfog_diagnostics found = { 0 };
    struct hexfog_map *map = NULL;
    if (hexfog_description_read(text, length, &options, &description, &found) == HEXFOG_OK)
        hexfog_map_make(&description, &map, &found);
    hexfog_diagnostics_sort(&found);
    print_errors(&found);
    hexfog_diagnostics_free(&found);
    hexfog_description_free(&description);
    free(text);
    return map;
}

static void print_point(const struct hexfog_map *map, struct hexfog_world point)
{
    struct hexfog_value value;
    struct hexfog_error error;
    if (hexfog_field_at(map, point, &value, &error) != HEXFOG_OK) {
        fprintf(stderr, "(%g, %g): %s\n", point.x, point.y, error.message);
        return;
    }
    struct hexfog_axial tile = hexfog_axial_from_world(map, point);
    printf("(%g, %g) is in tile %d, %d: level %d, G %.4f, F %.4f\n", point.x, point.y, tile.q,
           tile.r, value.level, value.g, value.level + value.g);
}

#define LEVELS 64
struct count {
    long texels[LEVELS];
};

// Called for one band of rows after the other, in order, so that it needs no lock.
static hexfog_status count_rows(void *context, int worker, const struct hexfog_rows *rows,
                                struct hexfog_error *error)
{
    (void)worker, (void)error;
    struct count *count = context;
    long texels = (long)rows->width_px * rows->row_count;
    for (long i = 0; i < texels; i++)
        if (rows->level[i] < LEVELS)
            count->texels[rows->level[i]]++;
    return HEXFOG_OK;
}

static int print_levels(const struct hexfog_map *map)
{
    struct count count = { { 0 } };
    struct hexfog_sink sink = { .context = &count, .commit = count_rows };
    struct hexfog_bake_options options = { .threads = 0 };
    struct hexfog_error error;
    if (hexfog_bake(map, &options, &sink, 1, &error) != HEXFOG_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    printf("%d x %d texels\n", texture->width_px, texture->height_px);
    for (int level = 0; level < LEVELS; level++)
        if (count.texels[level])
            printf("level %d: %ld\n", level, count.texels[level]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc % 2) {
        fprintf(stderr, "usage: example DESCRIPTION [X Y]...\n");
        return 2;
    }
    struct hexfog_map *map = read_map(argv[1]);
    if (!map)
        return 1;
    for (int i = 2; i < argc; i += 2)
        print_point(map, (struct hexfog_world){ strtod(argv[i], NULL), strtod(argv[i + 1], NULL) });
    int failed = print_levels(map);
    hexfog_map_free(map);
    return failed;
}
