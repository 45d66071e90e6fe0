// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a scanline OpenEXR file, band by band.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/bytes.h"
#include "encode/deflate.h"
#include "encode/encoder.h"

// A block in the file: its first row, its size, then rows of channels B, G, R (or G, R).
enum { BLOCK_HEAD = 8 };

struct worker {
    struct hexfog_deflater *deflater;    // none of the three without compression
    uint8_t *raw, *split;                // one block
    uint8_t *out;                        // the band's blocks
    uint32_t sizes[HEXFOG_BAND_ROWS];    // of each block, head included
    int block_count;
    size_t length;
};

struct stream {
    struct hexfog_encoder head;
    int32_t block_rows;
    size_t row_bytes;
    uint8_t *table;        // offsets of the blocks, as bytes of the file; with compression
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

static bool is_compressed(const struct hexfog_encoding *encoding)
{
    return encoding->compression != HEXFOG_COMPRESSION_NONE;
}

static void put_row(const struct stream *stream, const struct hexfog_rows *rows, int32_t row,
                    uint8_t *out)
{
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    size_t at = (size_t)row * (size_t)rows->width_px;
    size_t plane = (encoding->precision == HEXFOG_HALF ? 2 : 4) * (size_t)rows->width_px;
    uint8_t *out_r = out + stream->row_bytes - plane;
    hexfog_exr_row(encoding, rows->level + at, rows->g + at, out_r, out_r - plane);
    if (encoding->channels != HEXFOG_RG)
        memset(out, 0, plane);
}

// OpenEXR's preparation for zlib: even bytes, then odd ones, each as its difference from
// the one before it plus 128. The count is even: a row is whole channels of 2 or 4 bytes.
static void split_bytes(const uint8_t *raw, size_t count, uint8_t *split)
{
    size_t half = count / 2;
    uint8_t *odd = split + half;
    for (size_t i = 1; i < half; i++)
        split[i] = (uint8_t)(raw[2 * i] - raw[2 * i - 2] + 128);
    for (size_t i = 1; i < half; i++)
        odd[i] = (uint8_t)(raw[2 * i + 1] - raw[2 * i - 1] + 128);
    split[0] = raw[0];
    odd[0] = (uint8_t)(raw[1] - raw[count - 2] + 128);
}

// A block that does not shrink is stored as it was; readers know by its size.
static size_t compress(struct worker *worker, size_t raw_bytes, uint8_t *out)
{
    split_bytes(worker->raw, raw_bytes, worker->split);
    size_t size = hexfog_deflate(worker->deflater, worker->split, raw_bytes, out, raw_bytes - 1);
    if (size > 0)
        return size;
    memcpy(out, worker->raw, raw_bytes);
    return raw_bytes;
}

static hexfog_status prepare(void *context, int worker_index, const struct hexfog_rows *rows,
                             struct hexfog_error *error)
{
    (void)error;
    struct stream *stream = context;
    struct worker *worker = &stream->workers[worker_index];
    worker->length = 0;
    worker->block_count = 0;
    for (int32_t row = 0; row < rows->row_count; row += stream->block_rows) {
        int32_t left = rows->row_count - row;
        int32_t count = left < stream->block_rows ? left : stream->block_rows;
        uint8_t *out = worker->out + worker->length;
        uint8_t *raw = worker->deflater ? worker->raw : out + BLOCK_HEAD;
        for (int32_t i = 0; i < count; i++)
            put_row(stream, rows, row + i, raw + (size_t)i * stream->row_bytes);
        size_t size = (size_t)count * stream->row_bytes;
        if (worker->deflater)
            size = compress(worker, size, out + BLOCK_HEAD);
        hexfog_put_u32_le(out, (uint32_t)(rows->first_row + row));
        hexfog_put_u32_le(out + 4, (uint32_t)size);
        worker->sizes[worker->block_count++] = (uint32_t)size + BLOCK_HEAD;
        worker->length += size + BLOCK_HEAD;
    }
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
    // Without compression the offsets are known; else zeros hold their place.
    for (size_t i = 0; i < blocks && !is_compressed(&stream->head.encoding); i++)
        hexfog_put_u64_le(stream->table + 8 * i,
                          stream->next_at + i * (stream->row_bytes + BLOCK_HEAD));
    hexfog_status status = bytes.write(bytes.context, head, length, error);
    if (status == HEXFOG_OK)
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
    return bytes.write(bytes.context, worker->out, worker->length, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    struct stream *stream = (struct stream *)encoder;
    if (!is_compressed(&encoder->encoding))
        return HEXFOG_OK;
    return encoder->bytes.write_at(encoder->bytes.context, stream->table_at, stream->table,
                                   8 * block_count(&encoder->encoding), error);
}

static void release(struct hexfog_encoder *encoder)
{
    struct stream *stream = (struct stream *)encoder;
    for (int i = 0; i < encoder->threads; i++) {
        hexfog_deflater_free(stream->workers[i].deflater);
        hexfog_free(stream->workers[i].raw);
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
    worker->out = hexfog_alloc(1, band_bytes(encoding));
    if (!is_compressed(encoding))
        return worker->out;
    worker->deflater = hexfog_deflater_make();
    worker->raw = hexfog_alloc(1, block_bytes(encoding));
    worker->split = hexfog_alloc(1, block_bytes(encoding));
    return worker->out && worker->deflater && worker->raw && worker->split;
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &head->encoding;
    struct stream *stream = hexfog_alloc_zeroed(
        1, sizeof *stream + (size_t)head->threads * sizeof stream->workers[0]);
    if (!stream)
        return hexfog_fail_memory(error, "an .exr encoder");
    stream->head = *head;
    stream->head.prepare = prepare;
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
    uint64_t worker = sizeof(struct worker) + band_bytes(encoding);
    if (is_compressed(encoding))
        worker += 2 * block_bytes(encoding) + HEXFOG_DEFLATER_BYTES;
    return sizeof(struct stream) + 8 * block_count(encoding) + (uint64_t)threads * worker;
}

const struct hexfog_writer hexfog_exr_stream = { make, memory_bytes, false };
