// SPDX-License-Identifier: MIT
// Turns bytes into a description, its tiny bake and its files, and holds every stage to the
// field at a point: what is baked, what each encoder makes of it, what each reader gives back.
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "check/read.h"

enum { MOST_SIDE_PX = 32, MOST_TEXELS = 1024, MOST_RADIUS = 24, MOST_OUTPUTS = 3 };
#define MOST_BYTES ((size_t)16 << 20)
#define MOST_TABLE_BYTES ((size_t)4 << 20) // more takes seconds under sanitizers

struct bake {
    const struct hexfog_map *map;
    const struct hexfog_texture *texture;
    int32_t level[MOST_TEXELS];
    double g[MOST_TEXELS];
};

// One output on its way.
struct file {
    struct hexfog_encoding encoding;
    struct hexfog_encoder *encoder;
    struct fuzz_bytes bytes;
};

// Most descriptions ask for more than a fuzzer has time for.
static void make_tiny(struct hexfog_description *description)
{
    struct hexfog_shape *shape = &description->grid.shape;
    struct hexfog_texture_rules *texture = &description->texture;
    if (shape->radius > MOST_RADIUS)
        shape->radius = shape->radius % (MOST_RADIUS + 1);
    if (shape->kind == HEXFOG_SHAPE_RECTANGLE) {
        shape->columns = 1 + (shape->columns - 1) % MOST_SIDE_PX;
        shape->rows = 1 + (shape->rows - 1) % MOST_SIDE_PX;
    }
    if (texture->width_px > 0)
        texture->width_px = 1 + (texture->width_px - 1) % MOST_SIDE_PX;
    if (texture->height_px > 0)
        texture->height_px = 1 + (texture->height_px - 1) % MOST_SIDE_PX;
}

static hexfog_status keep_rows(void *context, int worker, const struct hexfog_rows *rows,
                               struct hexfog_error *error)
{
    struct bake *bake = context;
    size_t width = (size_t)rows->width_px, first = width * (size_t)rows->first_row;
    (void)worker, (void)error;
    memcpy(bake->level + first, rows->level, width * (size_t)rows->row_count * sizeof(int32_t));
    memcpy(bake->g + first, rows->g, width * (size_t)rows->row_count * sizeof(double));
    return HEXFOG_OK;
}

// ---- The bake against the field at a point.

static void check_texel(const struct bake *bake, struct hexfog_texel texel)
{
    int32_t i = texel.row * bake->texture->width_px + texel.column, level = -1;
    struct hexfog_world point = hexfog_world_from_texel(bake->texture, texel);
    struct hexfog_value value;
    struct hexfog_error error = { 0 };
    FUZZ_HOLDS(hexfog_field_at(bake->map, point, &value, &error) == HEXFOG_OK);
    FUZZ_HOLDS(value.level == bake->level[i]);
    FUZZ_HOLDS(memcmp(&value.g, &bake->g[i], sizeof(double)) == 0);
    FUZZ_HOLDS(value.g >= 0 && value.g <= 1 && value.level >= 0);
    FUZZ_HOLDS(hexfog_level_of(bake->map, hexfog_axial_from_world(bake->map, point), &level));
    FUZZ_HOLDS(level == value.level);
}

static void check_values(const struct bake *bake)
{
    struct hexfog_map_facts facts = hexfog_map_facts(bake->map);
    int32_t most = 0;
    struct hexfog_texel at = { 0, 0 };
    for (; at.row < bake->texture->height_px; at.row++)
        for (at.column = 0; at.column < bake->texture->width_px; at.column++) {
            int32_t level = bake->level[at.row * bake->texture->width_px + at.column];
            most = level > most ? level : most;
            check_texel(bake, at);
        }
    FUZZ_HOLDS(most == facts.max_level);
}

// ---- The files against the bake.

static void check_row(const struct bake *bake, const struct hexfog_encoding *encoding, int32_t row,
                      const float *r, const float *g, const float *b)
{
    double most = hexfog_max_g_error(encoding) + 0x1p-25; // for the reader's own floats
    for (int32_t column = 0; column < encoding->width_px; column++) {
        int32_t i = row * encoding->width_px + column;
        struct hexfog_value value = { bake->level[i], bake->g[i] };
        FUZZ_HOLDS(floor((double)r[column] * encoding->level_scale + 0.5) == value.level);
        FUZZ_HOLDS(g[column] == hexfog_stored_g(encoding, value));
        FUZZ_HOLDS(fabs((double)g[column] - value.g) <= most);
        FUZZ_HOLDS(b[column] == 0);
    }
}

static void check_file(const struct bake *bake, const struct file *file)
{
    const struct hexfog_encoding *encoding = &file->encoding;
    struct hexfog_reader *reader;
    struct hexfog_error error = { 0 };
    float r[MOST_TEXELS], g[MOST_TEXELS], b[MOST_TEXELS];
    FUZZ_HOLDS(file->bytes.length <= hexfog_file_bytes_at_most(encoding));
    FUZZ_HOLDS(hexfog_reader_open(fuzz_file(file->bytes.bytes, file->bytes.length),
                                  HEXFOG_DECODER_A, NULL, &reader, &error) == HEXFOG_OK);
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    FUZZ_HOLDS(info->width_px == encoding->width_px && info->height_px == encoding->height_px);
    FUZZ_HOLDS(info->format == encoding->format && info->finding_count == 0);
    FUZZ_HOLDS(info->metadata.is_valid && info->metadata.level_scale == encoding->level_scale
               && info->metadata.max_level == encoding->max_level);
    for (int32_t row = 0; row < info->height_px; row++) {
        FUZZ_HOLDS(hexfog_reader_rows(reader, 1, r, g, b, &error) == HEXFOG_OK);
        check_row(bake, encoding, row, r, g, b);
    }
    hexfog_reader_free(reader);
}

// ---- The whole.

static bool are_made(hexfog_status status)
{
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_MEMORY);
    return status == HEXFOG_OK;
}

// Both ways to take rows and both ways to write a file, by how many files there are.
static void bake_files(struct bake *bake, struct file *files, size_t count)
{
    struct hexfog_bake_options options = { .threads = 1 };
    struct hexfog_sink sinks[MOST_OUTPUTS + 1] = { { .context = bake } };
    struct hexfog_error error = { 0 };
    size_t made = 0;
    if (count % 2)
        sinks[0].take_row = keep_rows;
    sinks[0].commit = count % 2 ? NULL : keep_rows;
    while (made < count
           && are_made(hexfog_encoder_make(&files[made].encoding, 1,
                                           fuzz_bytes_sink(&files[made].bytes, count % 2),
                                           &files[made].encoder, &error))) {
        sinks[made + 1] = hexfog_encoder_sink(files[made].encoder);
        made++;
    }
    if (are_made(hexfog_bake(bake->map, &options, sinks, made + 1, &error)))
        check_values(bake);
    else
        made = 0;
    for (size_t i = 0; i < made; i++)
        if (are_made(hexfog_encoder_finish(files[i].encoder, &error)))
            check_file(bake, &files[i]);
}

static void bake_map(const struct hexfog_description *description, const struct hexfog_map *map,
                     struct hexfog_diagnostics *diagnostics)
{
    static struct bake bake;
    struct file files[MOST_OUTPUTS] = { 0 };
    size_t count = 0;

    bake.map = map;
    bake.texture = hexfog_map_texture(map);
    FUZZ_HOLDS(bake.texture->width_px >= 1 && bake.texture->height_px >= 1);
    if ((int64_t)bake.texture->width_px * bake.texture->height_px > MOST_TEXELS)
        return;
    for (size_t i = 0; i < description->output_count && count < MOST_OUTPUTS; i++) {
        const struct hexfog_output *output = &description->outputs[i];
        if (output->format != HEXFOG_CONSTANTS
            && hexfog_encoding_make(map, description, output, true, &files[count].encoding,
                                    diagnostics) == HEXFOG_OK)
            count++;
    }
    bake_files(&bake, files, count);
    for (size_t i = 0; i < MOST_OUTPUTS; i++) {
        hexfog_encoder_free(files[i].encoder);
        free(files[i].bytes.bytes);
    }
}

void fuzz_bake(const uint8_t *data, size_t size)
{
    struct hexfog_description description;
    struct hexfog_diagnostics diagnostics;
    struct hexfog_map *map = NULL;
    struct fuzz_input input;
    size_t held = hexfog_allocated_bytes();

    hexfog_set_memory_limit(MOST_BYTES);
    fuzz_split(data, size, &input);
    if (fuzz_read_description(&input, true, &description, &diagnostics) == HEXFOG_OK) {
        make_tiny(&description);
        hexfog_set_memory_limit(MOST_TABLE_BYTES);
        hexfog_status status = hexfog_map_make(&description, &map, &diagnostics);
        hexfog_set_memory_limit(MOST_BYTES);
        FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_INPUT || status == HEXFOG_MEMORY);
        FUZZ_HOLDS((status == HEXFOG_OK) == (map != NULL));
        fuzz_check_diagnostics(&diagnostics);
        if (map)
            bake_map(&description, map, &diagnostics);
        hexfog_map_free(map);
    }
    hexfog_description_free(&description);
    hexfog_diagnostics_free(&diagnostics);
    fuzz_input_free(&input);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
    hexfog_set_memory_limit(0);
}
