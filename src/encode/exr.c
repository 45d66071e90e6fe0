// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a compressed scanline OpenEXR file, band by band.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "encode/bytes.h"
#include "encode/deflate.h"
#include "encode/encoder.h"
#include "encode/zip.h"

// Before a worker's row stands the last pair of bytes of the row before it.
enum { BLOCK_HEAD = HEXFOG_EXR_BLOCK_HEAD, PAIR = 2 };

// Effort best, libdeflate's. Of 2048 x 2048 texels at 63 and 141 texels a tile, sweep, in ns a
// texel and MB of .exr:
//
//     level         6          7          8          9          10         12
//     half, 141    18 0.671   28 0.622   77 0.578  125 0.567  298 0.590  1175 0.529
//     half, 63     23 1.094   40 1.035  122 0.987  211 0.974  354 0.999  1163 0.924
//     float, 141   39 5.191   49 5.171   80 5.105   92 5.087  347 4.969  1435 4.895
//     float, 63    44 5.414   56 5.358   94 5.266  115 5.250  458 5.229  1306 5.133
//
// Beyond 9 a twentieth of size costs ten times the time.
enum { BEST_LEVEL = 9 };

struct worker {
    struct hexfog_zip *zip;              // takes rows; NULL with effort best,
    struct hexfog_deflater *deflater;    // which takes blocks
    uint8_t *room, *row;                 // `row` is in `room`
    uint8_t *split;                      // one block for the deflater, or one to be joined
    int32_t rows;                        // of the block so far
    uint8_t *out;                        // the band's blocks
    uint32_t sizes[HEXFOG_BAND_ROWS];    // of each block, head included
    int block_count;
    size_t length;
};

struct stream {
    struct hexfog_encoder head;
    int32_t block_rows;
    size_t row_bytes;
    size_t plain;          // even bytes of B in a row, and odd ones
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

static size_t channel_bytes(const struct hexfog_encoding *encoding)
{
    return (size_t)encoding->width_px * (encoding->precision == HEXFOG_HALF ? 2 : 4);
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

// B, which is all zero and comes first, is split without a look at it: but for its first pair
// all differences are 0.
static void split(const struct stream *stream, const uint8_t *row, uint8_t *even, uint8_t *odd)
{
    size_t plain = stream->plain;
    if (plain > 0) {
        split_row(row, 1, even, odd);
        memset(even + 1, 128, plain - 1);
        memset(odd + 1, 128, plain - 1);
    }
    split_row(row + PAIR * plain, stream->row_bytes / 2 - plain, even + plain, odd + plain);
}

static void join_bytes(const uint8_t *split, size_t bytes, uint8_t *raw)
{
    uint8_t byte = 128;
    for (size_t i = 0; i < bytes; i++) {
        byte = (uint8_t)(byte + split[i] - 128);
        raw[i < bytes / 2 ? 2 * i : 2 * (i - bytes / 2) + 1] = byte;
    }
}

// A stream in `out` is followed by what it holds where it is no shorter: such a block is stored
// as it was, and readers know by its size.
static hexfog_status end_zip(struct worker *worker, size_t bytes, uint8_t last_even, uint8_t *out,
                             size_t *size, struct hexfog_error *error)
{
    const uint8_t *stream;
    *size = hexfog_zip_end(worker->zip, (uint8_t)-last_even, &stream);
    if (*size < bytes) {
        memcpy(out, stream, *size);
        return HEXFOG_OK;
    }
    hexfog_status status = hexfog_inflate(stream, *size, worker->split, bytes, error);
    if (status == HEXFOG_OK)
        join_bytes(worker->split, bytes, out);
    *size = bytes;
    return status;
}

static void end_deflate(struct worker *worker, size_t bytes, uint8_t last_even, uint8_t *out,
                        size_t *size)
{
    worker->split[bytes / 2] = (uint8_t)(worker->split[bytes / 2] - last_even);
    *size = hexfog_deflate(worker->deflater, worker->split, bytes, out, bytes - 1);
    if (*size == 0) {
        join_bytes(worker->split, bytes, out);
        *size = bytes;
    }
}

// The first odd byte goes by the last even one, as no other does: only now it is known.
static hexfog_status end_block(const struct stream *stream, struct worker *worker,
                               int32_t last_row, struct hexfog_error *error)
{
    size_t bytes = (size_t)worker->rows * stream->row_bytes, size = 0;
    uint8_t *out = worker->out + worker->length;
    uint8_t last_even = worker->row[stream->row_bytes - PAIR];
    hexfog_status status = HEXFOG_OK;
    if (worker->zip)
        status = end_zip(worker, bytes, last_even, out + BLOCK_HEAD, &size, error);
    else
        end_deflate(worker, bytes, last_even, out + BLOCK_HEAD, &size);
    hexfog_put_u32_le(out, (uint32_t)(last_row + 1 - worker->rows));
    hexfog_put_u32_le(out + 4, (uint32_t)size);
    worker->sizes[worker->block_count++] = (uint32_t)size + BLOCK_HEAD;
    worker->length += size + BLOCK_HEAD;
    worker->rows = 0;
    return status;
}

// The even and the odd bytes of `worker->row`, which is number worker->rows of block_rows.
static void add_row(const struct stream *stream, struct worker *worker, int32_t block_rows)
{
    size_t half_row = stream->row_bytes / 2;
    if (worker->zip) {
        struct hexfog_zip_row room = hexfog_zip_room(worker->zip);
        split(stream, worker->row, room.even, room.odd);
        hexfog_zip_add(worker->zip, stream->plain);
    } else {
        uint8_t *even = worker->split + (size_t)worker->rows * half_row;
        split(stream, worker->row, even, even + (size_t)block_rows * half_row);
    }
    worker->rows++;
}

static hexfog_status take_row(void *context, int worker_index, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    struct stream *stream = context;
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    struct worker *worker = &stream->workers[worker_index];
    int32_t left = encoding->height_px - row->first_row + worker->rows;
    int32_t block_rows = left < stream->block_rows ? left : stream->block_rows;
    // A block's first even byte stays as it is: 128 goes before it.
    if (worker->rows == 0)
        hexfog_put_u16_le(worker->row - PAIR, 128);
    else
        memcpy(worker->row - PAIR, worker->row + stream->row_bytes - PAIR, PAIR);
    uint8_t *g = worker->row + PAIR * stream->plain; // B before it stays zero
    hexfog_exr_channels(encoding, row->level, row->g, g + channel_bytes(encoding), g);
    add_row(stream, worker, block_rows);
    return worker->rows == block_rows ? end_block(stream, worker, row->first_row, error)
                                      : HEXFOG_OK;
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
        hexfog_zip_free(stream->workers[i].zip);
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

static bool is_best(const struct hexfog_encoding *encoding)
{
    return encoding->effort == HEXFOG_EFFORT_BEST;
}

static struct hexfog_zip_kind zip_kind(const struct hexfog_encoding *encoding)
{
    return (struct hexfog_zip_kind){ row_bytes(encoding) / 2,
                                     (size_t)hexfog_exr_block_rows(encoding->compression),
                                     encoding->precision == HEXFOG_FLOAT,
                                     encoding->effort == HEXFOG_EFFORT_FAST };
}

static bool make_worker(struct worker *worker, const struct hexfog_encoding *encoding)
{
    struct hexfog_zip_kind kind = zip_kind(encoding);
    if (is_best(encoding))
        worker->deflater = hexfog_deflater_make(BEST_LEVEL);
    else
        worker->zip = hexfog_zip_make(&kind);
    worker->room = hexfog_alloc_zeroed(1, PAIR + row_bytes(encoding));
    worker->split = hexfog_alloc(1, block_bytes(encoding));
    worker->out = hexfog_alloc(1, band_bytes(encoding));
    bool has_compressor = worker->zip || worker->deflater;
    if (!has_compressor || !worker->room || !worker->split || !worker->out)
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
    stream->plain = encoding->channels == HEXFOG_RG ? 0 : channel_bytes(encoding) / PAIR;
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
    struct hexfog_zip_kind kind = zip_kind(encoding);
    uint64_t compressor = is_best(encoding) ? HEXFOG_DEFLATER_BYTES
                                            : hexfog_zip_memory_bytes(&kind);
    uint64_t worker = sizeof(struct worker) + PAIR + row_bytes(encoding) +
                      block_bytes(encoding) + band_bytes(encoding) + compressor;
    return sizeof(struct stream) + 8 * block_count(encoding) + (uint64_t)threads * worker;
}

const struct hexfog_writer hexfog_exr_stream = { make, memory_bytes, false };
