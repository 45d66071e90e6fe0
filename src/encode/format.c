// SPDX-License-Identifier: MIT
// Turns a format's name into what it takes, who writes it and how large it gets.
#include "encode/format.h"
#include <string.h>
#include <strings.h>
#include "encode/deflate.h"
#include "encode/ktx2.h"

static uint64_t texels(const struct hexfog_encoding *encoding)
{
    return (uint64_t)encoding->width_px * (uint64_t)encoding->height_px;
}

static uint64_t hdr_bytes(const struct hexfog_encoding *encoding)
{
    char head[HEXFOG_HDR_HEAD_BYTES];
    return hexfog_hdr_head(encoding, head) +
           (uint64_t)encoding->height_px * hexfog_hdr_row_bytes_at_most(encoding->width_px);
}

// Compressed blocks are stored raw where they do not shrink, by both encoders.
static uint64_t exr_bytes(const struct hexfog_encoding *encoding)
{
    uint8_t head[HEXFOG_EXR_HEAD_BYTES];
    int32_t rows = hexfog_exr_block_rows(encoding->compression);
    uint64_t blocks = (uint64_t)((encoding->height_px + rows - 1) / rows);
    return hexfog_exr_head(encoding, head) + 16 * blocks +
           texels(encoding) * hexfog_exr_texel_bytes(encoding);
}

static uint64_t ktx2_bytes(const struct hexfog_encoding *encoding)
{
    struct hexfog_ktx2_layout layout;
    hexfog_ktx2_layout(encoding, &layout);
    return layout.file_bytes;
}

// Five chunks with our text; one filter byte a row.
static uint64_t png_bytes(const struct hexfog_encoding *encoding)
{
    uint64_t filtered = (uint64_t)encoding->height_px * (3 * (uint64_t)encoding->width_px + 1);
    return 256 + hexfog_deflate_bytes_at_most((size_t)filtered);
}

static const struct hexfog_format_row rows[] = {
    [HEXFOG_HDR] = { ".hdr", false, 0, 0, 0.0, &hexfog_hdr_stream, &hexfog_hdr_reference,
                     hdr_bytes },
    [HEXFOG_EXR] = { ".exr", true, HEXFOG_ZIP, HEXFOG_RGB, 0.0, &hexfog_exr_stream,
                     &hexfog_exr_reference, exr_bytes },
    [HEXFOG_KTX2] = { ".ktx2", true, 0, HEXFOG_RG, 0.0, &hexfog_ktx2_stream, NULL, ktx2_bytes },
    [HEXFOG_PNG] = { ".png", false, 0, 0, 255.0, &hexfog_png_writer, NULL, png_bytes },
    [HEXFOG_CONSTANTS] = { ".fogmap.json", false, 0, 0, 0.0, NULL, NULL, NULL },
};

const struct hexfog_format_row *hexfog_format_row(enum hexfog_format format)
{
    size_t count = sizeof rows / sizeof rows[0];
    return (size_t)format < count && rows[format].suffix ? &rows[format] : NULL;
}

bool hexfog_names_texture(const char *path)
{
    size_t length = strlen(path);
    for (int format = HEXFOG_HDR; format <= HEXFOG_PNG; format++) {
        const char *suffix = rows[format].suffix;
        size_t suffix_length = strlen(suffix);
        if (length > suffix_length && strcasecmp(path + length - suffix_length, suffix) == 0)
            return true;
    }
    return false;
}

const struct hexfog_writer *hexfog_writer_of(const struct hexfog_encoding *encoding)
{
    const struct hexfog_format_row *row = hexfog_format_row(encoding->format);
    if (!row)
        return NULL;
    return encoding->encoder == HEXFOG_REFERENCE ? row->reference : row->stream;
}

uint64_t hexfog_file_bytes_at_most(const struct hexfog_encoding *encoding)
{
    const struct hexfog_format_row *row = hexfog_format_row(encoding->format);
    return row && row->file_bytes ? row->file_bytes(encoding) : 0;
}

uint64_t hexfog_encoder_memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    const struct hexfog_writer *writer = hexfog_writer_of(encoding);
    return writer ? writer->memory_bytes(encoding, threads) : 0;
}

double hexfog_max_g_error(const struct hexfog_encoding *encoding)
{
    return hexfog_form_of(encoding)->bound(encoding);
}

float hexfog_stored_g(const struct hexfog_encoding *encoding, struct hexfog_value value)
{
    float stored;
    hexfog_form_of(encoding)->read_g(encoding, &value.level, &value.g, 1, &stored);
    return stored;
}
