// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a .ktx2 file.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/ktx2.h"
#include "encode/placed.h"

// The smaller mip levels stand before the texture in the file and are whole only after it:
// where the file is not reserved, zeros hold their place until each of their rows is known.
struct stream {
    struct hexfog_encoder head;
    struct hexfog_ktx2_layout layout;
    struct hexfog_placed *placed;    // the texture's own rows
    struct hexfog_mips *mips;        // NULL without mipmaps
    uint8_t *mip_row;
    uint8_t *planes[];               // R and G of a row, one a worker and one for mip_row
};

static hexfog_status put_row(struct stream *stream, int worker, const struct hexfog_rows *row,
                             struct hexfog_error *error)
{
    hexfog_ktx2_row(&stream->head.encoding, row->width_px, row->level, row->g,
                    stream->planes[worker],
                    hexfog_placed_room(stream->placed, worker, row->first_row));
    return hexfog_placed_end_row(stream->placed, worker, row->first_row, error);
}

static hexfog_status take_row(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    return put_row(context, worker, row, error);
}

// With mipmaps: commit wants the texels too.
static hexfog_status prepare(void *context, int worker, const struct hexfog_rows *rows,
                             struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    size_t width = (size_t)rows->width_px;
    for (int32_t i = 0; i < rows->row_count && status == HEXFOG_OK; i++) {
        struct hexfog_rows row = { rows->width_px, rows->first_row + i, 1,
                                   rows->level + (size_t)i * width,
                                   rows->g + (size_t)i * width };
        status = put_row(context, worker, &row, error);
    }
    return status;
}

static hexfog_status write_zeros(const struct stream *stream, uint64_t count,
                                 struct hexfog_error *error)
{
    static const uint8_t zeros[4096];
    hexfog_status status = HEXFOG_OK;
    while (count > 0 && status == HEXFOG_OK) {
        size_t part = count < sizeof zeros ? (size_t)count : sizeof zeros;
        status = hexfog_placed_head(stream->placed, zeros, part, error);
        count -= part;
    }
    return status;
}

static hexfog_status write_head(const struct stream *stream, struct hexfog_error *error)
{
    uint8_t head[HEXFOG_KTX2_HEAD_BYTES];
    size_t length = hexfog_ktx2_head(&stream->head.encoding, head);
    hexfog_status status = hexfog_placed_head(stream->placed, head, length, error);
    return status != HEXFOG_OK ? status
                               : write_zeros(stream, stream->layout.offset[0] - length, error);
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct stream *stream = context;
    hexfog_status status = hexfog_placed_commit(stream->placed, worker, error);
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
                    stream->planes[stream->head.threads], stream->mip_row);
    return bytes.write_at(bytes.context,
                          stream->layout.offset[mip] + (uint64_t)row->first_row * row_bytes,
                          stream->mip_row, row_bytes, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    (void)encoder, (void)error;
    return HEXFOG_OK;
}

static void release(struct hexfog_encoder *encoder)
{
    struct stream *stream = (struct stream *)encoder;
    for (int i = 0; i <= encoder->threads; i++)
        hexfog_free(stream->planes[i]);
    hexfog_free(stream->mip_row);
    hexfog_mips_free(stream->mips);
    hexfog_placed_free(stream->placed);
}

static struct hexfog_placed_layout placed_layout(const struct hexfog_encoding *encoding,
                                                 const struct hexfog_ktx2_layout *layout)
{
    return (struct hexfog_placed_layout){ layout->file_bytes, layout->offset[0],
                                          (size_t)encoding->width_px * layout->texel_bytes,
                                          encoding->height_px };
}

static hexfog_status make_mips(struct stream *stream, struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &stream->head.encoding;
    struct hexfog_mip_rules rules = { encoding->width_px, encoding->height_px,
                                      encoding->max_level, take_mip_row, stream };
    if (!encoding->mipmaps)
        return HEXFOG_OK;
    stream->mip_row = hexfog_alloc((size_t)encoding->width_px, stream->layout.texel_bytes);
    if (!stream->mip_row)
        return hexfog_fail_memory(error, "a .ktx2 encoder's mip levels");
    return hexfog_mips_make(&rules, &stream->mips, error);
}

static hexfog_status make_rooms(struct stream *stream, struct hexfog_error *error)
{
    for (int i = 0; i <= stream->head.threads; i++) {
        stream->planes[i] = hexfog_alloc((size_t)stream->head.encoding.width_px, 8);
        if (!stream->planes[i])
            return hexfog_fail_memory(error, "a .ktx2 encoder's rows");
    }
    return make_mips(stream, error);
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    struct stream *stream = hexfog_alloc_zeroed(
        1, sizeof *stream + ((size_t)head->threads + 1) * sizeof stream->planes[0]);
    if (!stream)
        return hexfog_fail_memory(error, "a .ktx2 encoder");
    stream->head = *head;
    stream->head.take_row = head->encoding.mipmaps ? NULL : take_row;
    stream->head.prepare = head->encoding.mipmaps ? prepare : NULL;
    stream->head.commit = commit;
    stream->head.finish = finish;
    stream->head.release = release;
    hexfog_ktx2_layout(&head->encoding, &stream->layout);
    struct hexfog_placed_layout layout = placed_layout(&head->encoding, &stream->layout);
    hexfog_status status = make_rooms(stream, error);
    if (status == HEXFOG_OK)
        status = hexfog_placed_make(&layout, head->threads, head->bytes, &stream->placed, error);
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
    struct hexfog_ktx2_layout layout;
    hexfog_ktx2_layout(encoding, &layout);
    struct hexfog_placed_layout placed = placed_layout(encoding, &layout);
    uint64_t width = (uint64_t)encoding->width_px;
    uint64_t mips = hexfog_mips_memory_bytes(encoding->width_px) + width * layout.texel_bytes;
    return sizeof(struct stream) + ((uint64_t)threads + 1) * (8 * width + sizeof(uint8_t *)) +
           hexfog_placed_memory_bytes(&placed, threads) + (encoding->mipmaps ? mips : 0);
}

const struct hexfog_writer hexfog_ktx2_stream = { make, memory_bytes, false };
