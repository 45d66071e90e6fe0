// SPDX-License-Identifier: MIT
// Turns bytes into the rows of a texture file, twice: both readings have to be the same.
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "check/read.h"

enum { MOST_FLOATS = 1 << 20 };
static const struct hexfog_read_limits limits = { .max_memory_bytes = 64 << 20 };

static void check_failed(hexfog_status status, const struct hexfog_error *error)
{
    FUZZ_HOLDS(status == HEXFOG_IO || status == HEXFOG_MEMORY);
    FUZZ_HOLDS(error->status == status && error->message[0]);
    FUZZ_HOLDS(memchr(error->message, '\0', sizeof error->message));
}

static void check_info(const struct hexfog_texture_info *info)
{
    FUZZ_HOLDS(info->width_px >= 1 && info->width_px <= 65536);
    FUZZ_HOLDS(info->height_px >= 1 && info->height_px <= 65536);
    FUZZ_HOLDS(info->mip_count >= 1 && info->mip_count <= 17);
    FUZZ_HOLDS(memchr(info->compression_name, '\0', sizeof info->compression_name));
    FUZZ_HOLDS(memchr(info->channel_names, '\0', sizeof info->channel_names));
    FUZZ_HOLDS(memchr(info->notes, '\0', sizeof info->notes));
    FUZZ_HOLDS(memchr(info->findings, '\0', sizeof info->findings));
    FUZZ_HOLDS((info->finding_count > 0) == (info->findings[0] != '\0'));
    FUZZ_HOLDS(memchr(info->metadata.text, '\0', sizeof info->metadata.text));
    FUZZ_HOLDS(!info->metadata.is_valid
               || (info->metadata.is_present && isfinite(info->metadata.level_scale)
                   && info->metadata.level_scale > 0 && info->metadata.max_level >= 0));
}

// Planes R, G, B of some rows.
struct planes { float *r, *g, *b; };

static struct planes planes_make(size_t floats)
{
    struct planes planes = { malloc(floats * sizeof(float)), malloc(floats * sizeof(float)),
                             malloc(floats * sizeof(float)) };
    if (!planes.r || !planes.g || !planes.b)
        abort();
    return planes;
}

static void planes_free(struct planes *planes)
{
    free(planes->r);
    free(planes->g);
    free(planes->b);
}

// All rows at once, then a few at a time and without B, as one of several readers would.
static void read_twice(struct hexfog_reader *reader, int32_t rows, int32_t few)
{
    size_t width = (size_t)hexfog_reader_info(reader)->width_px;
    struct planes all = planes_make(width * (size_t)rows);
    struct planes part = planes_make(width * (size_t)few);
    struct hexfog_error error = { 0 }, again = { 0 };
    hexfog_status status = hexfog_reader_rows(reader, rows, all.r, all.g, all.b, &error);
    hexfog_status second = HEXFOG_OK;
    if (status != HEXFOG_OK)
        check_failed(status, &error);
    hexfog_reader_rewind(reader);
    hexfog_reader_share(reader, 2, few);
    for (int32_t row = 0; row < rows && second == HEXFOG_OK; row += few) {
        int32_t count = few < rows - row ? few : rows - row;
        size_t first = width * (size_t)row, bytes = width * (size_t)count * sizeof(float);
        second = hexfog_reader_rows_at(reader, row, count, part.r, part.g, NULL, &again);
        if (status != HEXFOG_OK || second != HEXFOG_OK)
            continue;
        FUZZ_HOLDS(memcmp(part.r, all.r + first, bytes) == 0);
        FUZZ_HOLDS(memcmp(part.g, all.g + first, bytes) == 0);
    }
    FUZZ_HOLDS(second == status);
    if (status != HEXFOG_OK)
        FUZZ_HOLDS(strcmp(error.message, again.message) == 0);
    planes_free(&all);
    planes_free(&part);
}

static void read_mips(struct hexfog_reader *reader)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    for (int mip = 1; mip < info->mip_count; mip++) {
        int32_t width = info->width_px >> mip, height = info->height_px >> mip;
        struct planes one = planes_make((size_t)(width > 0 ? width : 1));
        for (int32_t row = 0; row < (height > 0 ? height : 1) && row < 64; row++) {
            struct hexfog_error error = { 0 };
            hexfog_status status = hexfog_reader_mip_row(reader, mip, row, one.r, one.g, one.b,
                                                         &error);
            if (status != HEXFOG_OK)
                check_failed(status, &error);
        }
        planes_free(&one);
    }
}

static void read_file(const uint8_t *data, size_t size, const char *magic, size_t magic_length)
{
    struct hexfog_error error = { 0 };
    struct hexfog_reader *reader = NULL;
    size_t held = hexfog_allocated_bytes();

    if (size < magic_length || memcmp(data, magic, magic_length) != 0)
        return;
    enum hexfog_rgbe_decoder decoder = (enum hexfog_rgbe_decoder)(size % 3);
    hexfog_status status = hexfog_reader_open(fuzz_file(data, size), decoder, &limits, &reader,
                                              &error);
    if (status == HEXFOG_OK) {
        const struct hexfog_texture_info *info = hexfog_reader_info(reader);
        check_info(info);
        int32_t most = MOST_FLOATS / info->width_px;
        read_twice(reader, most < info->height_px ? most : info->height_px,
                   1 + (int32_t)(size % 19));
        read_mips(reader);
        hexfog_reader_free(reader);
    } else {
        FUZZ_HOLDS(!reader);
        check_failed(status, &error);
    }
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}

void fuzz_hdr(const uint8_t *data, size_t size)
{
    read_file(data, size, "#?", 2);
}

void fuzz_exr(const uint8_t *data, size_t size)
{
    read_file(data, size, "\x76\x2f\x31\x01", 4);
}

void fuzz_ktx2(const uint8_t *data, size_t size)
{
    read_file(data, size, "\xabKTX 20\xbb\r\n\x1a\n", 12);
}

void fuzz_png(const uint8_t *data, size_t size)
{
    read_file(data, size, "\x89PNG\r\n\x1a\n", 8);
}
