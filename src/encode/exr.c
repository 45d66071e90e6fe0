// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a compressed scanline OpenEXR file, band by band.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "encode/bytes.h"
#include "encode/deflate.h"
#include "encode/encoder.h"

// Before a worker's row stands the last pair of bytes of the row before it.
enum { BLOCK_HEAD = HEXFOG_EXR_BLOCK_HEAD, PAIR = 2 };

struct worker {
    struct hexfog_deflater *deflater;
    uint8_t *room, *row;                 // `row` is in `room`
    uint8_t *split;                      // one block, as split_row leaves it
    int32_t rows;                        // in `split`
    uint8_t *out;                        // the band's blocks
    uint32_t sizes[HEXFOG_BAND_ROWS];    // of each block, head included
    int block_count;
    size_t length;
};

struct stream {
    struct hexfog_encoder head;
    int32_t block_rows;
    size_t row_bytes;
    uint8_t *table;        // offsets of the blocks, as bytes of the file
    size_t block_index;    // blocks committed
    uint64_t table_at, next_at;
    struct worker workers[];
};

static size_t block_count(const struct hexfog_encoding *encoding)
{
    int32_t rows = hexfog_exr_block_rows(encoding->compression);
    return (size_t)((encoding->height_px + rows - 1) / rows);
}

static size_t row_bytes(const struct hexfog_encoding *encoding)
{
    return (size_t)encoding->width_px * hexfog_exr_texel_bytes(encoding);
}

static uint16_t pair_at(const uint8_t *bytes)
{
    uint16_t pair;
    memcpy(&pair, bytes, sizeof pair);
    return HEXFOG_LE(16, pair);
}

// OpenEXR's preparation for zlib: even bytes, then odd ones, each as its difference from
// the one before it plus 128. A row is whole channels of 2 or 4 bytes, so whole pairs.
HEXFOG_BODY void split_row_body(const uint8_t *restrict row, size_t pairs, uint8_t *restrict even,
                                uint8_t *restrict odd)
{
    for (size_t i = 0; i < pairs; i++) {
        uint16_t pair = pair_at(row + PAIR * i), before = pair_at(row + PAIR * i - PAIR);
        even[i] = (uint8_t)(pair - before + 128);
        odd[i] = (uint8_t)((pair >> 8) - (before >> 8) + 128);
    }
}
HEXFOG_KERNEL(static, split_row, (const uint8_t *row, size_t pairs, uint8_t *even, uint8_t *odd),
              (row, pairs, even, odd))

static void join_bytes(const uint8_t *split, size_t bytes, uint8_t *raw)
{
    uint8_t byte = 128;
    for (size_t i = 0; i < bytes; i++) {
        byte = (uint8_t)(byte + split[i] - 128);
        raw[i < bytes / 2 ? 2 * i : 2 * (i - bytes / 2) + 1] = byte;
    }
}

// A block that does not shrink is stored as it was; readers know by its size.
static size_t compress(struct worker *worker, size_t bytes, uint8_t *out)
{
    size_t size = hexfog_deflate(worker->deflater, worker->split, bytes, out, bytes - 1);
    if (size > 0)
        return size;
    join_bytes(worker->split, bytes, out);
    return bytes;
}

static void end_block(const struct stream *stream, struct worker *worker, int32_t last_row)
{
    size_t bytes = (size_t)worker->rows * stream->row_bytes;
    uint8_t *out = worker->out + worker->length;
    // The first odd byte comes after the last even one, as no other does.
    worker->split[bytes / 2] =
        (uint8_t)(worker->split[bytes / 2] - worker->row[stream->row_bytes - PAIR]);
    size_t size = compress(worker, bytes, out + BLOCK_HEAD);
    hexfog_put_u32_le(out, (uint32_t)(last_row + 1 - worker->rows));
    hexfog_put_u32_le(out + 4, (uint32_t)size);
    worker->sizes[worker->block_count++] = (uint32_t)size + BLOCK_HEAD;
    worker->length += size + BLOCK_HEAD;
    worker->rows = 0;
}

static hexfog_status take_row(void *context, int worker_index, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)error;
    struct stream *stream = context;
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    struct worker *worker = &stream->workers[worker_index];
    size_t half_row = stream->row_bytes / 2;
    int32_t left = encoding->height_px - row->first_row + worker->rows;
    int32_t block_rows = left < stream->block_rows ? left : stream->block_rows;
    // A block's first even byte stays as it is: 128 goes before it.
    if (worker->rows == 0)
        hexfog_put_u16_le(worker->row - PAIR, 128);
    else
        memcpy(worker->row - PAIR, worker->row + stream->row_bytes - PAIR, PAIR);
    hexfog_exr_row(encoding, row->level, row->g, worker->row);
    uint8_t *even = worker->split + (size_t)worker->rows * half_row;
    split_row(worker->row, half_row, even, even + (size_t)block_rows * half_row);
    if (++worker->rows == block_rows)
        end_block(stream, worker, row->first_row);
    return HEXFOG_OK;
}

static hexfog_status write_head(struct stream *stream, struct hexfog_error *error)
{
    struct hexfog_byte_sink bytes = stream->head.bytes;
    uint8_t head[HEXFOG_EXR_HEAD_BYTES];
    size_t length = hexfog_exr_head(&stream->head.encoding, head);
    size_t blocks = block_count(&stream->head.encoding);
    stream->table_at = length;
    stream->next_at = length + 8 * (uint64_t)blocks;
    hexfog_status status = bytes.write(bytes.context, head, length, error);
    if (status == HEXFOG_OK) // zeros hold the table's place
        status = bytes.write(bytes.context, stream->table, 8 * blocks, error);
    return status;
}

static hexfog_status commit(void *context, int worker_index, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct stream *stream = context;
    struct worker *worker = &stream->workers[worker_index];
    struct hexfog_byte_sink bytes = stream->head.bytes;
    hexfog_status status = rows->first_row == 0 ? write_head(stream, error) : HEXFOG_OK;
    if (status != HEXFOG_OK)
        return status;
    for (int i = 0; i < worker->block_count; i++) {
        hexfog_put_u64_le(stream->table + 8 * stream->block_index++, stream->next_at);
        stream->next_at += worker->sizes[i];
    }
    size_t length = worker->length;
    worker->length = 0;
    worker->block_count = 0;
    return bytes.write(bytes.context, worker->out, length, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    struct stream *stream = (struct stream *)encoder;
    return encoder->bytes.write_at(encoder->bytes.context, stream->table_at, stream->table,
                                   8 * block_count(&encoder->encoding), error);
}

static void release(struct hexfog_encoder *encoder)
{
    struct stream *stream = (struct stream *)encoder;
    for (int i = 0; i < encoder->threads; i++) {
        hexfog_deflater_free(stream->workers[i].deflater);
        hexfog_free(stream->workers[i].room);
        hexfog_free(stream->workers[i].split);
        hexfog_free(stream->workers[i].out);
    }
    hexfog_free(stream->table);
}

static size_t block_bytes(const struct hexfog_encoding *encoding)
{
    return row_bytes(encoding) * (size_t)hexfog_exr_block_rows(encoding->compression);
}

static size_t band_bytes(const struct hexfog_encoding *encoding)
{
    return HEXFOG_BAND_ROWS * (row_bytes(encoding) + BLOCK_HEAD);
}

static bool make_worker(struct worker *worker, const struct hexfog_encoding *encoding)
{
    worker->deflater = hexfog_deflater_make();
    worker->room = hexfog_alloc(1, PAIR + row_bytes(encoding));
    worker->split = hexfog_alloc(1, block_bytes(encoding));
    worker->out = hexfog_alloc(1, band_bytes(encoding));
    if (!worker->deflater || !worker->room || !worker->split || !worker->out)
        return false;
    worker->row = worker->room + PAIR;
    return true;
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &head->encoding;
    if (encoding->compression == HEXFOG_COMPRESSION_NONE)
        return hexfog_exr_plain.make(head, encoder, error);
    struct stream *stream = hexfog_alloc_zeroed(
        1, sizeof *stream + (size_t)head->threads * sizeof stream->workers[0]);
    if (!stream)
        return hexfog_fail_memory(error, "an .exr encoder");
    stream->head = *head;
    stream->head.take_row = take_row;
    stream->head.commit = commit;
    stream->head.finish = finish;
    stream->head.release = release;
    stream->block_rows = hexfog_exr_block_rows(encoding->compression);
    stream->row_bytes = row_bytes(encoding);
    stream->table = hexfog_alloc_zeroed(block_count(encoding), 8);
    bool whole = stream->table;
    for (int i = 0; i < head->threads && whole; i++)
        whole = make_worker(&stream->workers[i], encoding);
    if (!whole) {
        release(&stream->head);
        hexfog_free(stream);
        return hexfog_fail_memory(error, "an .exr encoder's blocks");
    }
    *encoder = &stream->head;
    return HEXFOG_OK;
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    if (encoding->compression == HEXFOG_COMPRESSION_NONE)
        return hexfog_exr_plain.memory_bytes(encoding, threads);
    uint64_t worker = sizeof(struct worker) + PAIR + row_bytes(encoding) +
                      block_bytes(encoding) + band_bytes(encoding) + HEXFOG_DEFLATER_BYTES;
    return sizeof(struct stream) + 8 * block_count(encoding) + (uint64_t)threads * worker;
}

const struct hexfog_writer hexfog_exr_stream = { make, memory_bytes, false };
