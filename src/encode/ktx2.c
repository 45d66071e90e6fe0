// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a .ktx2 file, band by band.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/ktx2.h"

struct worker {
    uint8_t *planes;         // R and G of a row
    uint8_t *out;            // the band's texels
};

// The smaller mip levels stand before the texture in the file and are whole only after it:
// zeros hold their place until each of their rows is known.
struct stream {
    struct hexfog_encoder head;
    struct hexfog_ktx2_layout layout;
    struct hexfog_mips *mips;        // NULL without mipmaps
    struct worker mip_row;           // its `out` has one row
    struct worker workers[];
};

static hexfog_status prepare(void *context, int worker_index, const struct hexfog_rows *rows,
                             struct hexfog_error *error)
{
    (void)error;
    struct stream *stream = context;
    struct worker *worker = &stream->workers[worker_index];
    size_t width = (size_t)rows->width_px, row_bytes = width * stream->layout.texel_bytes;
    for (size_t row = 0; row < (size_t)rows->row_count; row++)
        hexfog_ktx2_row(&stream->head.encoding, rows->width_px, rows->level + row * width,
                        rows->g + row * width, worker->planes, worker->out + row * row_bytes);
    return HEXFOG_OK;
}

static hexfog_status write_zeros(const struct stream *stream, uint64_t count,
                                 struct hexfog_error *error)
{
    static const uint8_t zeros[4096];
    struct hexfog_byte_sink bytes = stream->head.bytes;
    hexfog_status status = HEXFOG_OK;
    while (count > 0 && status == HEXFOG_OK) {
        size_t part = count < sizeof zeros ? (size_t)count : sizeof zeros;
        status = bytes.write(bytes.context, zeros, part, error);
        count -= part;
    }
    return status;
}

static hexfog_status write_head(const struct stream *stream, struct hexfog_error *error)
{
    struct hexfog_byte_sink bytes = stream->head.bytes;
    uint8_t head[HEXFOG_KTX2_HEAD_BYTES];
    size_t length = hexfog_ktx2_head(&stream->head.encoding, head);
    hexfog_status status = bytes.write(bytes.context, head, length, error);
    return status != HEXFOG_OK ? status
                               : write_zeros(stream, stream->layout.offset[0] - length, error);
}

static hexfog_status commit(void *context, int worker_index, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct stream *stream = context;
    struct hexfog_byte_sink bytes = stream->head.bytes;
    size_t texels = (size_t)rows->width_px * (size_t)rows->row_count;
    hexfog_status status = rows->first_row == 0 ? write_head(stream, error) : HEXFOG_OK;
    if (status == HEXFOG_OK)
        status = bytes.write(bytes.context, stream->workers[worker_index].out,
                             texels * stream->layout.texel_bytes, error);
    if (status == HEXFOG_OK && stream->mips)
        status = hexfog_mips_add(stream->mips, rows, error);
    return status;
}

static hexfog_status take_mip_row(void *context, int mip, const struct hexfog_rows *row,
                                  struct hexfog_error *error)
{
    struct stream *stream = context;
    struct hexfog_byte_sink bytes = stream->head.bytes;
    size_t row_bytes = (size_t)row->width_px * stream->layout.texel_bytes;
    hexfog_ktx2_row(&stream->head.encoding, row->width_px, row->level, row->g,
                    stream->mip_row.planes, stream->mip_row.out);
    return bytes.write_at(bytes.context,
                          stream->layout.offset[mip] + (uint64_t)row->first_row * row_bytes,
                          stream->mip_row.out, row_bytes, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    (void)encoder, (void)error;
    return HEXFOG_OK;
}

static void release_worker(const struct worker *worker)
{
    hexfog_free(worker->planes);
    hexfog_free(worker->out);
}

static void release(struct hexfog_encoder *encoder)
{
    struct stream *stream = (struct stream *)encoder;
    for (int i = 0; i < encoder->threads; i++)
        release_worker(&stream->workers[i]);
    release_worker(&stream->mip_row);
    hexfog_mips_free(stream->mips);
}

static bool make_worker(const struct stream *stream, size_t rows, struct worker *worker)
{
    size_t width = (size_t)stream->head.encoding.width_px;
    worker->planes = hexfog_alloc(width, 8);
    worker->out = hexfog_alloc(width * rows, stream->layout.texel_bytes);
    return worker->planes && worker->out;
}

static hexfog_status make_mips(struct stream *stream, struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    struct hexfog_mip_rules rules = { encoding->width_px, encoding->height_px,
                                      encoding->max_level, take_mip_row, stream };
    if (!encoding->mipmaps)
        return HEXFOG_OK;
    if (!make_worker(stream, 1, &stream->mip_row))
        return hexfog_fail_memory(error, "a .ktx2 encoder's mip levels");
    return hexfog_mips_make(&rules, &stream->mips, error);
}

static hexfog_status make_rooms(struct stream *stream, struct hexfog_error *error)
{
    for (int i = 0; i < stream->head.threads; i++)
        if (!make_worker(stream, HEXFOG_BAND_ROWS, &stream->workers[i]))
            return hexfog_fail_memory(error, "a .ktx2 encoder's bands");
    return make_mips(stream, error);
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    struct stream *stream = hexfog_alloc_zeroed(
        1, sizeof *stream + (size_t)head->threads * sizeof stream->workers[0]);
    if (!stream)
        return hexfog_fail_memory(error, "a .ktx2 encoder");
    stream->head = *head;
    stream->head.prepare = prepare;
    stream->head.commit = commit;
    stream->head.finish = finish;
    stream->head.release = release;
    hexfog_ktx2_layout(&head->encoding, &stream->layout);
    hexfog_status status = make_rooms(stream, error);
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
    struct hexfog_ktx2_layout layout;
    hexfog_ktx2_layout(encoding, &layout);
    uint64_t width = (uint64_t)encoding->width_px, row = width * layout.texel_bytes;
    uint64_t worker = sizeof(struct worker) + 8 * width + HEXFOG_BAND_ROWS * row;
    uint64_t mips = hexfog_mips_memory_bytes(encoding->width_px) + 8 * width + row;
    return sizeof(struct stream) + (uint64_t)threads * worker + (encoding->mipmaps ? mips : 0);
}

const struct hexfog_writer hexfog_ktx2_stream = { make, memory_bytes, false };
