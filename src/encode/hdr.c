// SPDX-License-Identifier: MIT
// Turns rows into the bytes of a Radiance .hdr file, band by band.
#include <stdio.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "encode/bytes.h"
#include "encode/encoder.h"
#include "encode/rgbe.h"
#include "encode/rle.h"

// The format knows run lengths for these widths only; others are written flat.
enum { LEAST_RLE_WIDTH = 8, GREATEST_RLE_WIDTH = 32767 };

struct worker {
    uint8_t *planes;      // r, g and e of one row
    uint8_t *out;         // the band's bytes
    size_t length;
};

struct stream {
    struct hexfog_encoder head;
    uint8_t *blue;        // run lengths of a row of b, which is all zero
    size_t blue_length;
    struct worker workers[];
};

size_t hexfog_hdr_head(const struct hexfog_encoding *encoding, char out[HEXFOG_HDR_HEAD_BYTES])
{
    char text[HEXFOG_METADATA_BYTES];
    hexfog_metadata(encoding, text);
    int length = snprintf(out, HEXFOG_HDR_HEAD_BYTES,
                          "#?RADIANCE\n# hexfog %s\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", text,
                          (int)encoding->height_px, (int)encoding->width_px);
    return (size_t)length;
}

static bool is_flat(int32_t width_px)
{
    return width_px < LEAST_RLE_WIDTH || width_px > GREATEST_RLE_WIDTH;
}

size_t hexfog_hdr_row_bytes_at_most(int32_t width_px)
{
    size_t width = (size_t)width_px;
    return is_flat(width_px) ? 4 * width : 4 + 4 * (width + (width + 127) / 128);
}

static size_t put_flat(const uint8_t *planes, size_t width, uint8_t *out)
{
    for (size_t i = 0; i < width; i++) {
        out[4 * i] = planes[i];
        out[4 * i + 1] = planes[width + i];
        out[4 * i + 2] = 0;
        out[4 * i + 3] = planes[2 * width + i];
    }
    return 4 * width;
}

static size_t put_runs(const struct stream *stream, const uint8_t *planes, uint8_t *out)
{
    size_t width = (size_t)stream->head.encoding.width_px;
    uint8_t *end = out;
    *end++ = 2;
    *end++ = 2;
    *end++ = (uint8_t)(width >> 8);
    *end++ = (uint8_t)width;
    end += hexfog_rle_plane(planes, width, end);
    end += hexfog_rle_plane(planes + width, width, end);
    memcpy(end, stream->blue, stream->blue_length);
    end += stream->blue_length;
    end += hexfog_rle_plane(planes + 2 * width, width, end);
    return (size_t)(end - out);
}

static hexfog_status take_row(void *context, int worker_index, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    (void)error;
    struct stream *stream = context;
    struct worker *worker = &stream->workers[worker_index];
    size_t width = (size_t)row->width_px;
    uint8_t *planes = worker->planes, *out = worker->out + worker->length;
    hexfog_rgbe_row(row->level, row->g, stream->head.encoding.level_scale, row->width_px, planes,
                    planes + width, planes + 2 * width);
    worker->length += is_flat(row->width_px) ? put_flat(planes, width, out)
                                             : put_runs(stream, planes, out);
    return HEXFOG_OK;
}

static hexfog_status commit(void *context, int worker_index, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct stream *stream = context;
    struct worker *worker = &stream->workers[worker_index];
    struct hexfog_byte_sink bytes = stream->head.bytes;
    if (rows->first_row == 0) {
        char text[HEXFOG_HDR_HEAD_BYTES];
        size_t length = hexfog_hdr_head(&stream->head.encoding, text);
        hexfog_status status = bytes.write(bytes.context, text, length, error);
        if (status != HEXFOG_OK)
            return status;
    }
    size_t length = worker->length;
    worker->length = 0;
    return bytes.write(bytes.context, worker->out, length, error);
}

static hexfog_status finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    (void)encoder, (void)error;
    return HEXFOG_OK;
}

static void release(struct hexfog_encoder *encoder)
{
    struct stream *stream = (struct stream *)encoder;
    for (int i = 0; i < encoder->threads; i++) {
        hexfog_free(stream->workers[i].planes);
        hexfog_free(stream->workers[i].out);
    }
    hexfog_free(stream->blue);
}

static size_t band_bytes(int32_t width_px)
{
    return HEXFOG_BAND_ROWS * hexfog_hdr_row_bytes_at_most(width_px);
}

// Room for as many runs as there are bytes is more than enough.
static bool make_blue(struct stream *stream)
{
    size_t width = (size_t)stream->head.encoding.width_px;
    uint8_t *zeros = hexfog_alloc_zeroed(1, width);
    stream->blue = hexfog_alloc(2, width);
    bool whole = zeros && stream->blue;
    if (whole)
        stream->blue_length = hexfog_rle_plane(zeros, width, stream->blue);
    hexfog_free(zeros);
    return whole;
}

static bool make_rooms(struct stream *stream)
{
    int32_t width_px = stream->head.encoding.width_px;
    bool whole = make_blue(stream);
    for (int i = 0; i < stream->head.threads && whole; i++) {
        struct worker *worker = &stream->workers[i];
        worker->planes = hexfog_alloc(3, (size_t)width_px);
        worker->out = hexfog_alloc(1, band_bytes(width_px));
        whole = worker->planes && worker->out;
    }
    return whole;
}

static hexfog_status make(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error)
{
    struct stream *stream = hexfog_alloc_zeroed(
        1, sizeof *stream + (size_t)head->threads * sizeof stream->workers[0]);
    if (!stream)
        return hexfog_fail_memory(error, "an .hdr encoder");
    stream->head = *head;
    stream->head.take_row = take_row;
    stream->head.commit = commit;
    stream->head.finish = finish;
    stream->head.release = release;
    if (!make_rooms(stream)) {
        release(&stream->head);
        hexfog_free(stream);
        return hexfog_fail_memory(error, "an .hdr encoder's rows");
    }
    *encoder = &stream->head;
    return HEXFOG_OK;
}

static uint64_t memory_bytes(const struct hexfog_encoding *encoding, int threads)
{
    uint64_t width = (uint64_t)encoding->width_px;
    uint64_t worker = sizeof(struct worker) + 3 * width + band_bytes(encoding->width_px);
    return sizeof(struct stream) + 3 * width + (uint64_t)threads * worker;
}

const struct hexfog_writer hexfog_hdr_stream = { make, memory_bytes, false };
