// SPDX-License-Identifier: MIT
// Turns a Radiance .hdr file into rows of floats under one of the three decoders in use.
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "check/hdr_header.h"
#include "check/hdr_scanline.h"
#include "check/reading.h"

enum {
    BUFFER_ROWS = 4,    // longest scanlines that the buffer holds: refilled while one is left
    PIECE = 256         // values turned at once: a fixed count that compilers make vectors of
};

struct slot {
    uint8_t *planes;    // r, g, b, e of each row
    int32_t row_count;
};

struct hdr {
    struct hexfog_reader head;
    uint64_t data_offset, next_offset; // of the first scanline; of what is behind the buffer
    uint8_t *buffer;
    size_t capacity, at, end;          // unread bytes are those from `at` to `end`
    struct slot slots[HEXFOG_MOST_SLOTS];
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

// Values ------------------------------------------------------------------

// Decoder A without tables, the same values: m has 8 bits, so that no product is rounded.
// A step of 2^(e - 136) has the float's own exponent e - 9; *small_steps is not 0 afterwards
// where one of 1 to 9 has none.
HEXFOG_BODY void take_piece(const uint8_t *restrict plane, const uint8_t *restrict exponents,
                            size_t count, float *restrict out, unsigned *small_steps)
{
    unsigned small = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t e = exponents[i], bits = e > 9 ? (e - 9) << 23 : 0;
        float step;
        memcpy(&step, &bits, sizeof step);
        out[i] = (float)plane[i] * step;
        small |= e - 1 < 9;
    }
    *small_steps |= small;
}

HEXFOG_BODY void take_row_body(const uint8_t *plane, const uint8_t *exponents, size_t count,
                               float *out, unsigned *small_steps)
{
    size_t i = 0;

    for (; i + PIECE <= count; i += PIECE)
        take_piece(plane + i, exponents + i, PIECE, out + i, small_steps);
    take_piece(plane + i, exponents + i, count - i, out + i, small_steps);
}

HEXFOG_KERNEL(static, take_row,
              (const uint8_t *plane, const uint8_t *exponents, size_t count, float *out,
               unsigned *small_steps),
              (plane, exponents, count, out, small_steps))

static void values_of(const struct hdr *hdr, const uint8_t *plane, const uint8_t *exponents,
                      float *out)
{
    size_t width = (size_t)hdr->head.info.width_px;
    unsigned small_steps = hdr->head.info.decoder != HEXFOG_DECODER_A;

    if (!small_steps)
        take_row(plane, exponents, width, out, &small_steps);
    for (size_t i = 0; i < width && small_steps; i++)
        out[i] = (float)(hdr->mantissa[plane[i]] * hdr->scale[exponents[i]]);
}

static hexfog_status decode(struct hexfog_reader *reader, int slot, const struct hexfog_span *span,
                            struct hexfog_error *error)
{
    const struct hdr *hdr = (const struct hdr *)reader;
    size_t width = (size_t)reader->info.width_px;

    (void)error;
    for (int32_t i = 0; i < span->row_count; i++) {
        const uint8_t *planes = hdr->slots[slot].planes + (size_t)i * 4 * width;
        size_t first = (size_t)i * width;
        values_of(hdr, planes, planes + 3 * width, span->r + first);
        values_of(hdr, planes + width, planes + 3 * width, span->g + first);
        if (span->b)
            values_of(hdr, planes + 2 * width, planes + 3 * width, span->b + first);
    }
    return HEXFOG_OK;
}

// Scanlines ---------------------------------------------------------------

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

static hexfog_status fetch_row(struct hdr *hdr, int32_t row, uint8_t *planes,
                               struct hexfog_error *error)
{
    hexfog_status status = refill(hdr, error);

    if (status != HEXFOG_OK)
        return status;
    const uint8_t *at = hdr->buffer + hdr->at;
    const char *problem = hexfog_hdr_scanline(&at, hdr->buffer + hdr->end,
                                              hdr->head.info.width_px, planes);
    if (problem)
        return hexfog_fail(error, HEXFOG_IO, "row %d: %s", (int)row, problem);
    hdr->at = (size_t)(at - hdr->buffer);
    return HEXFOG_OK;
}

static hexfog_status fetch(struct hexfog_reader *reader, int slot, int32_t first_row,
                           int32_t *row_count, struct hexfog_error *error)
{
    struct hdr *hdr = (struct hdr *)reader;
    const struct slot *into = &hdr->slots[slot];
    size_t row_bytes = 4 * (size_t)reader->info.width_px;
    hexfog_status status = HEXFOG_OK;

    if (*row_count > into->row_count)
        *row_count = into->row_count;
    for (int32_t i = 0; i < *row_count && status == HEXFOG_OK; i++)
        status = fetch_row(hdr, first_row + i, into->planes + (size_t)i * row_bytes, error);
    return status;
}

static void rewind_rows(struct hexfog_reader *reader)
{
    struct hdr *hdr = (struct hdr *)reader;

    hdr->next_offset = hdr->data_offset;
    hdr->at = hdr->end = 0;
}

static uint64_t slot_bytes(const struct hexfog_reader *reader, int32_t rows)
{
    return (uint64_t)rows * 4 * (uint64_t)reader->info.width_px;
}

static bool make_slot(struct hexfog_reader *reader, int slot, int32_t rows)
{
    struct slot *made = &((struct hdr *)reader)->slots[slot];

    if (rows <= made->row_count)
        return true;
    uint8_t *planes = hexfog_alloc((size_t)rows, 4 * (size_t)reader->info.width_px);
    if (!planes)
        return false;
    hexfog_free(made->planes);
    *made = (struct slot){ planes, rows };
    return true;
}

static void release(struct hexfog_reader *reader)
{
    struct hdr *hdr = (struct hdr *)reader;

    hexfog_free(hdr->buffer);
    for (int i = 0; i < HEXFOG_MOST_SLOTS; i++)
        hexfog_free(hdr->slots[i].planes);
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
    return hdr->buffer && make_slot(&hdr->head, 0, 1)
               ? HEXFOG_OK
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
    hdr->head.fetch = fetch;
    hdr->head.decode = decode;
    hdr->head.slot_bytes = slot_bytes;
    hdr->head.make_slot = make_slot;
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
