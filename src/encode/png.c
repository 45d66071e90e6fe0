// SPDX-License-Identifier: MIT
// Turns rows into a .png file of 8 bits a channel through stb_image_write.
#include <string.h>
#include "encode/bytes.h"
#include "encode/deflate.h"
#include "encode/format.h"
#include "encode/stb.h"
#include "encode/whole.h"

static hexfog_status take_row(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)worker, (void)error;
    struct hexfog_whole *whole = context;
    uint8_t *out = whole->image + 3 * (size_t)row->first_row * (size_t)row->width_px;
    size_t count = (size_t)row->width_px;
    for (size_t i = 0; i < count; i++) {
        out[3 * i] = (uint8_t)row->level[i]; // to 255: hexfog_encoder_make holds it
        out[3 * i + 1] = hexfog_byte_from_g(row->g[i]);
    }
    return HEXFOG_OK;
}

struct text_insertion {
    struct hexfog_encoder *encoder;
    struct hexfog_error *error;
    hexfog_status status;
};

// The signature and IHDR, which stand first: 8 bytes and a chunk of 13.
enum { BEFORE_TEXT = 8 + 12 + 13 };

// A chunk is its size, its type, its bytes and a CRC of the latter two.
static size_t text_chunk(const struct hexfog_encoding *encoding, uint8_t out[160])
{
    static const char keyword[] = "hexfog"; // its NUL is part of the chunk
    char text[HEXFOG_METADATA_BYTES];
    hexfog_metadata(encoding, text);
    size_t text_length = strlen(text), size = sizeof keyword + text_length;
    hexfog_put_u32_be(out, (uint32_t)size);
    memcpy(out + 4, "tEXt", 4);
    memcpy(out + 8, keyword, sizeof keyword);
    memcpy(out + 8 + sizeof keyword, text, text_length);
    hexfog_put_u32_be(out + 8 + size, hexfog_crc32(0, out + 4, 4 + size));
    return 12 + size;
}

static void send(struct text_insertion *insertion, const void *bytes, size_t count)
{
    struct hexfog_byte_sink sink = insertion->encoder->bytes;
    if (insertion->status == HEXFOG_OK)
        insertion->status = sink.write(sink.context, bytes, count, insertion->error);
}

static void put(void *context, void *bytes, int count)
{
    struct text_insertion *insertion = context;
    uint8_t chunk[160];
    send(insertion, bytes, BEFORE_TEXT);
    send(insertion, chunk, text_chunk(&insertion->encoder->encoding, chunk));
    send(insertion, (const uint8_t *)bytes + BEFORE_TEXT, (size_t)count - BEFORE_TEXT);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    struct hexfog_whole *whole = (struct hexfog_whole *)encoder;
    struct text_insertion insertion = { .encoder = encoder, .error = error };
    hexfog_status status =
        hexfog_stb_write_png(put, &insertion, encoder->encoding.width_px,
                             encoder->encoding.height_px, whole->image, error);
    return status != HEXFOG_OK ? status : insertion.status;
}

static const struct hexfog_whole_kind kind = { "a .png encoder", 3, take_row, finish };

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    return hexfog_whole_make(head, &kind, encoder, error);
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    (void)threads;
    return sizeof(struct hexfog_whole) + hexfog_texel_count(encoding) * kind.texel_bytes +
           hexfog_stb_png_bytes(encoding->width_px, encoding->height_px) + HEXFOG_DEFLATER_BYTES;
}

const struct hexfog_writer hexfog_png_writer = { make, memory_bytes, true };
