// SPDX-License-Identifier: MIT
// Turns a .ktx2 file into rows of floats, of the texture and of each smaller mip level.
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/ktx2_header.h"
#include "check/reading.h"

enum { BUFFER_BYTES = 1 << 16 }; // or one row, where that is more

struct ktx2 {
    struct hexfog_reader head;
    struct hexfog_ktx2_header header;
    uint8_t *buffer;
    size_t capacity;
};

struct planes { float *r, *g, *b; }; // b may be NULL

// Texels ------------------------------------------------------------------

static uint32_t word_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static float float_of_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

// A half's fields moved into a float's have an exponent that is 112 too small; small halves
// become small floats, and the product is exact for both.
static float float_of_half(const uint8_t *bytes)
{
    uint32_t half = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    uint32_t sign = (half & 0x8000) << 16, rest = (half & 0x7fff) << 13;

    if (rest >= 0x7c00u << 13) // infinity and NaN keep their fraction
        return float_of_bits(sign | 0x7f800000u | (rest & 0x7fffffu));
    return float_of_bits(sign | rest) * 0x1p112f;
}

static void take_words(const uint8_t *texels, size_t count, const struct planes *out)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = word_of(texels + 4 * i);
        // 2^(exponent - bias - mantissa bits), as a float's own exponent
        float step = float_of_bits((127 + (word >> 27) - 15 - 9) << 23);
        out->r[i] = (float)(word & 511) * step;
        out->g[i] = (float)(word >> 9 & 511) * step;
        if (out->b)
            out->b[i] = (float)(word >> 18 & 511) * step;
    }
}

static void take_halves(const uint8_t *texels, size_t count, size_t texel_bytes, bool has_blue,
                        const struct planes *out)
{
    for (size_t i = 0; i < count; i++, texels += texel_bytes) {
        out->r[i] = float_of_half(texels);
        out->g[i] = float_of_half(texels + 2);
        if (out->b)
            out->b[i] = has_blue ? float_of_half(texels + 4) : 0.0f;
    }
}

static void take_floats(const uint8_t *texels, size_t count, size_t texel_bytes, bool has_blue,
                        const struct planes *out)
{
    for (size_t i = 0; i < count; i++, texels += texel_bytes) {
        out->r[i] = float_of_bits(word_of(texels));
        out->g[i] = float_of_bits(word_of(texels + 4));
        if (out->b)
            out->b[i] = has_blue ? float_of_bits(word_of(texels + 8)) : 0.0f;
    }
}

static void take(const struct ktx2 *ktx2, size_t count, const struct planes *out)
{
    const struct hexfog_ktx2_header *header = &ktx2->header;
    bool has_blue = header->channel_count > 2;

    if (header->texel == HEXFOG_KTX2_RGB9E5)
        take_words(ktx2->buffer, count, out);
    else if (header->texel == HEXFOG_KTX2_HALVES)
        take_halves(ktx2->buffer, count, header->texel_bytes, has_blue, out);
    else
        take_floats(ktx2->buffer, count, header->texel_bytes, has_blue, out);
}

// Rows --------------------------------------------------------------------

static hexfog_status read_part(struct ktx2 *ktx2, uint64_t offset, size_t count,
                               const struct planes *out, struct hexfog_error *error)
{
    size_t bytes = count * ktx2->header.texel_bytes, got;
    hexfog_status status = hexfog_input_read(&ktx2->head.input, offset, ktx2->buffer, bytes, &got,
                                             error);

    if (status == HEXFOG_OK && got < bytes)
        return hexfog_fail(error, HEXFOG_IO, "the file ends in its texels, at byte %llu",
                           (unsigned long long)(offset + got));
    if (status == HEXFOG_OK)
        take(ktx2, count, out);
    return status;
}

// Rows of a mip level lie without gaps: they are so many texels.
static hexfog_status read_texels(struct ktx2 *ktx2, uint64_t offset, size_t count,
                                 struct planes out, struct hexfog_error *error)
{
    size_t most = ktx2->capacity / ktx2->header.texel_bytes;
    hexfog_status status = HEXFOG_OK;

    while (count > 0 && status == HEXFOG_OK) {
        size_t part = count < most ? count : most;
        status = read_part(ktx2, offset, part, &out, error);
        offset += (uint64_t)part * ktx2->header.texel_bytes;
        out.r += part;
        out.g += part;
        out.b = out.b ? out.b + part : NULL;
        count -= part;
    }
    return status;
}

static hexfog_status read_rows(struct hexfog_reader *reader, int mip, int32_t first_row,
                               int32_t row_count, struct planes out, struct hexfog_error *error)
{
    struct ktx2 *ktx2 = (struct ktx2 *)reader;
    int32_t side = reader->info.width_px >> mip;
    size_t width = side > 0 ? (size_t)side : 1;
    uint64_t offset = ktx2->header.offset[mip] +
                      (uint64_t)first_row * width * ktx2->header.texel_bytes;

    return read_texels(ktx2, offset, width * (size_t)row_count, out, error);
}

static hexfog_status rows(struct hexfog_reader *reader, int32_t row_count, float *r, float *g,
                          float *b, struct hexfog_error *error)
{
    return read_rows(reader, 0, reader->next_row, row_count, (struct planes){ r, g, b }, error);
}

static hexfog_status mip_row(struct hexfog_reader *reader, int mip, int32_t row, float *r,
                             float *g, float *b, struct hexfog_error *error)
{
    return read_rows(reader, mip, row, 1, (struct planes){ r, g, b }, error);
}

static hexfog_status rewind_rows(struct hexfog_reader *reader, struct hexfog_error *error)
{
    (void)reader, (void)error; // the offsets say it all
    return HEXFOG_OK;
}

static void release(struct hexfog_reader *reader)
{
    hexfog_free(((struct ktx2 *)reader)->buffer);
}

static hexfog_status make_room(struct ktx2 *ktx2, struct hexfog_error *error)
{
    size_t row = (size_t)ktx2->head.info.width_px * ktx2->header.texel_bytes;

    ktx2->capacity = row > BUFFER_BYTES ? row : BUFFER_BYTES;
    hexfog_status status = hexfog_check_reader_memory(&ktx2->head.limits, ktx2->capacity, error);
    if (status != HEXFOG_OK)
        return status;
    ktx2->buffer = hexfog_alloc(ktx2->capacity, 1);
    return ktx2->buffer ? HEXFOG_OK : hexfog_fail_memory(error, "a .ktx2 file's rows");
}

hexfog_status hexfog_ktx2_reader_make(const struct hexfog_reader *head,
                                      struct hexfog_reader **reader, struct hexfog_error *error)
{
    struct ktx2 *ktx2 = hexfog_alloc_zeroed(1, sizeof *ktx2);

    if (!ktx2)
        return hexfog_fail_memory(error, "a .ktx2 reader");
    ktx2->head = *head;
    ktx2->head.info.format = HEXFOG_KTX2;
    ktx2->head.rows = rows;
    ktx2->head.mip_row = mip_row;
    ktx2->head.rewind = rewind_rows;
    ktx2->head.release = release;
    hexfog_status status = hexfog_ktx2_header_read(&head->input, &head->limits, &ktx2->header,
                                                   &ktx2->head.info, error);
    if (status == HEXFOG_OK)
        status = make_room(ktx2, error);
    if (status != HEXFOG_OK) {
        release(&ktx2->head);
        hexfog_free(ktx2);
        return status;
    }
    *reader = &ktx2->head;
    return HEXFOG_OK;
}
