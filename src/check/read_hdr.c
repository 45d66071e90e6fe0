// SPDX-License-Identifier: MIT
// Turns a Radiance .hdr file into rows of floats under one of the three decoders in use.
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/hdr_header.h"
#include "check/hdr_scanline.h"
#include "check/reading.h"

enum { BUFFER_ROWS = 4 }; // longest scanlines that the buffer holds: refilled while one is left

struct hdr {
    struct hexfog_reader head;
    uint64_t data_offset, next_offset; // of the first scanline; of what is behind the buffer
    uint8_t *buffer;
    size_t capacity, at, end;          // unread bytes are those from `at` to `end`
    uint8_t *planes;                   // r, g, b, e of one row
    double mantissa[256], scale[256];  // a channel's value is the product of both
};

/*
 * Mantissa m under exponent byte e:  A  m / 256 * 2^(e - 128)   B  m / 255 * 2^(e - 128)
 *                                    C  (m + 1/2) / 256 * 2^(e - 128);  e = 0 is black.
 */
static void set_decoder(struct hdr *hdr, enum hexfog_rgbe_decoder decoder)
{
    for (int i = 0; i < 256; i++) {
        double m = i;
        hdr->mantissa[i] = decoder == HEXFOG_DECODER_B   ? m / 255
                           : decoder == HEXFOG_DECODER_C ? (m + 0.5) / 256
                                                         : m / 256;
        hdr->scale[i] = i == 0 ? 0 : ldexp(1, i - 128);
    }
}

static void values_of(const struct hdr *hdr, const uint8_t *plane, const uint8_t *exponents,
                      float *out)
{
    for (int32_t i = 0; i < hdr->head.info.width_px; i++)
        out[i] = (float)(hdr->mantissa[plane[i]] * hdr->scale[exponents[i]]);
}

// Keeps a whole scanline in the buffer while the file has one.
static hexfog_status refill(struct hdr *hdr, struct hexfog_error *error)
{
    size_t most = hdr->capacity / BUFFER_ROWS, left = hdr->end - hdr->at, got;

    if (left >= most)
        return HEXFOG_OK;
    memmove(hdr->buffer, hdr->buffer + hdr->at, left);
    hdr->at = 0;
    hdr->end = left;
    hexfog_status status = hexfog_input_read(&hdr->head.input, hdr->next_offset,
                                             hdr->buffer + left, hdr->capacity - left, &got, error);
    hdr->end += got;
    hdr->next_offset += got;
    return status;
}

static hexfog_status read_row(struct hdr *hdr, int32_t row, float *r, float *g, float *b,
                              struct hexfog_error *error)
{
    size_t width = (size_t)hdr->head.info.width_px;
    hexfog_status status = refill(hdr, error);

    if (status != HEXFOG_OK)
        return status;
    const uint8_t *at = hdr->buffer + hdr->at;
    const char *problem = hexfog_hdr_scanline(&at, hdr->buffer + hdr->end,
                                              hdr->head.info.width_px, hdr->planes);
    if (problem)
        return hexfog_fail(error, HEXFOG_IO, "row %d: %s", (int)row, problem);
    hdr->at = (size_t)(at - hdr->buffer);
    values_of(hdr, hdr->planes, hdr->planes + 3 * width, r);
    values_of(hdr, hdr->planes + width, hdr->planes + 3 * width, g);
    if (b)
        values_of(hdr, hdr->planes + 2 * width, hdr->planes + 3 * width, b);
    return HEXFOG_OK;
}

static hexfog_status rows(struct hexfog_reader *reader, int32_t row_count, float *r, float *g,
                          float *b, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (int32_t i = 0; i < row_count && status == HEXFOG_OK; i++) {
        size_t first = (size_t)i * (size_t)reader->info.width_px;
        status = read_row((struct hdr *)reader, reader->next_row + i, r + first, g + first,
                          b ? b + first : NULL, error);
    }
    return status;
}

static hexfog_status rewind_rows(struct hexfog_reader *reader, struct hexfog_error *error)
{
    struct hdr *hdr = (struct hdr *)reader;

    (void)error;
    hdr->next_offset = hdr->data_offset;
    hdr->at = hdr->end = 0;
    return HEXFOG_OK;
}

static void release(struct hexfog_reader *reader)
{
    struct hdr *hdr = (struct hdr *)reader;

    hexfog_free(hdr->buffer);
    hexfog_free(hdr->planes);
}

static hexfog_status read_header(struct hdr *hdr, struct hexfog_error *error)
{
    size_t length, data_offset;
    char *bytes = hexfog_alloc(HEXFOG_HDR_HEADER_LIMIT_BYTES, 1);

    if (!bytes)
        return hexfog_fail_memory(error, "an .hdr file's header");
    hexfog_status status = hexfog_input_read(&hdr->head.input, 0, bytes,
                                             HEXFOG_HDR_HEADER_LIMIT_BYTES, &length, error);
    if (status == HEXFOG_OK)
        status = hexfog_hdr_header_read(bytes, length, &hdr->head.info, &data_offset, error);
    hexfog_free(bytes);
    if (status != HEXFOG_OK)
        return status;
    hdr->data_offset = hdr->next_offset = data_offset;
    return hexfog_check_side_px(&hdr->head.limits, hdr->head.info.width_px,
                                hdr->head.info.height_px, error);
}

static hexfog_status make_room(struct hdr *hdr, struct hexfog_error *error)
{
    size_t width = (size_t)hdr->head.info.width_px;

    hdr->capacity = BUFFER_ROWS * HEXFOG_HDR_SCANLINE_BYTES_AT_MOST(width);
    hexfog_status status = hexfog_check_reader_memory(&hdr->head.limits,
                                                      hdr->capacity + 4 * width, error);
    if (status != HEXFOG_OK)
        return status;
    hdr->buffer = hexfog_alloc(hdr->capacity, 1);
    hdr->planes = hexfog_alloc(4, width);
    return hdr->buffer && hdr->planes ? HEXFOG_OK
                                      : hexfog_fail_memory(error, "an .hdr file's rows");
}

hexfog_status hexfog_hdr_reader_make(const struct hexfog_reader *head,
                                     struct hexfog_reader **reader, struct hexfog_error *error)
{
    static const char names[] = "R,G,B";
    struct hdr *hdr = hexfog_alloc_zeroed(1, sizeof *hdr);

    if (!hdr)
        return hexfog_fail_memory(error, "an .hdr reader");
    hdr->head = *head;
    hdr->head.info.format = HEXFOG_HDR;
    hdr->head.info.channels = HEXFOG_RGB;
    hdr->head.info.has_blue = true;
    memcpy(hdr->head.info.channel_names, names, sizeof names);
    hdr->head.rows = rows;
    hdr->head.rewind = rewind_rows;
    hdr->head.release = release;
    set_decoder(hdr, head->info.decoder);
    hexfog_status status = read_header(hdr, error);
    if (status == HEXFOG_OK)
        status = make_room(hdr, error);
    if (status != HEXFOG_OK) {
        release(&hdr->head);
        hexfog_free(hdr);
        return status;
    }
    *reader = &hdr->head;
    return HEXFOG_OK;
}
