// SPDX-License-Identifier: MIT
// Turns rows into a scanline OpenEXR file without compression.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/bytes.h"
#include "encode/encoder.h"
#include "encode/placed.h"

struct stream {
    struct hexfog_encoder head;
    struct hexfog_placed *placed;
};

static size_t row_bytes(const struct hexfog_encoding *encoding)
{
    return (size_t)encoding->width_px * hexfog_exr_texel_bytes(encoding);
}

static hexfog_status take_row(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    struct stream *stream = context;
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    uint8_t *out = hexfog_placed_room(stream->placed, worker, row->first_row);
    hexfog_put_u32_le(out, (uint32_t)row->first_row);
    hexfog_put_u32_le(out + 4, (uint32_t)row_bytes(encoding));
    hexfog_exr_row(encoding, row->level, row->g, out + HEXFOG_EXR_BLOCK_HEAD);
    return hexfog_placed_end_row(stream->placed, worker, row->first_row, error);
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    (void)rows;
    return hexfog_placed_commit(((struct stream *)context)->placed, worker, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    (void)encoder, (void)error;
    return HEXFOG_OK;
}

static void release(struct hexfog_encoder *encoder)
{
    hexfog_placed_free(((struct stream *)encoder)->placed);
}

// A block is a row with its head.
static struct hexfog_placed_layout layout_of(const struct hexfog_encoding *encoding)
{
    uint8_t head[HEXFOG_EXR_HEAD_BYTES];
    uint64_t height = (uint64_t)encoding->height_px;
    uint64_t first = hexfog_exr_head(encoding, head) + 8 * height;
    size_t block = row_bytes(encoding) + HEXFOG_EXR_BLOCK_HEAD;
    return (struct hexfog_placed_layout){ first + height * block, first, block,
                                          encoding->height_px };
}

// The head and the blocks' offsets.
static hexfog_status write_head(struct stream *stream, struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    struct hexfog_placed_layout layout = layout_of(encoding);
    size_t height = (size_t)encoding->height_px;
    uint8_t head[HEXFOG_EXR_HEAD_BYTES];
    uint8_t *table = hexfog_alloc(height, 8);
    if (!table)
        return hexfog_fail_memory(error, "an .exr encoder's table");
    for (size_t i = 0; i < height; i++)
        hexfog_put_u64_le(table + 8 * i, layout.first_row_at + i * layout.row_bytes);
    hexfog_status status = hexfog_placed_head(stream->placed, head,
                                              hexfog_exr_head(encoding, head), error);
    if (status == HEXFOG_OK)
        status = hexfog_placed_head(stream->placed, table, 8 * height, error);
    hexfog_free(table);
    return status;
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    struct hexfog_placed_layout layout = layout_of(&head->encoding);
    struct stream *stream = hexfog_alloc_zeroed(1, sizeof *stream);
    if (!stream)
        return hexfog_fail_memory(error, "an .exr encoder");
    stream->head = *head;
    stream->head.take_row = take_row;
    stream->head.commit = commit;
    stream->head.finish = finish;
    stream->head.release = release;
    hexfog_status status = hexfog_placed_make(&layout, head->threads, head->bytes,
                                              &stream->placed, error);
    if (status == HEXFOG_OK)
        status = write_head(stream, error);
    if (status != HEXFOG_OK) {
        release(&stream->head);
        hexfog_free(stream);
        return status;
    }
    *encoder = &stream->head;
    return HEXFOG_OK;
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    struct hexfog_placed_layout layout = layout_of(encoding);
    return sizeof(struct stream) + 8 * (uint64_t)encoding->height_px +
           hexfog_placed_memory_bytes(&layout, threads);
}

const struct hexfog_writer hexfog_exr_plain = { make, memory_bytes, false };
