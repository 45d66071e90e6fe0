// SPDX-License-Identifier: MIT
// Turns a .ktx2 file into rows of floats, of the texture and of each smaller mip level.
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "check/ktx2_header.h"
#include "check/reading.h"
#include "encode/bytes.h"

enum {
    BUFFER_BYTES = 1 << 16, // or one row, where that is more
    LANES = 256             // texels turned at once: a fixed count that compilers make vectors of
};

struct ktx2 {
    struct hexfog_reader head;
    struct hexfog_ktx2_header header;
    uint8_t *buffer[HEXFOG_MOST_SLOTS];
    size_t capacity;        // of each
};

// Texels ------------------------------------------------------------------

static uint32_t word_at(const uint8_t *bytes)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof word);
    return hexfog_u32_of_le(word);
}

static uint32_t half_at(const uint8_t *bytes)
{
    uint16_t half;

    memcpy(&half, bytes, sizeof half);
    return hexfog_u16_of_le(half);
}

HEXFOG_BODY float float_of_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

HEXFOG_BODY uint32_t bits_of_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A half's fields moved into a float's have an exponent that is 112 too small; small halves
// become small floats, and the product is exact for both. Infinity and NaN keep their fraction.
HEXFOG_BODY float float_of_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16;
    int32_t rest = (int32_t)(half & 0x7fff) << 13;
    uint32_t finite = bits_of_float(float_of_bits((uint32_t)rest) * 0x1p112f);
    uint32_t special = 0x7f800000u | ((uint32_t)rest & 0x7fffffu);
    uint32_t is_special = -(uint32_t)(rest >= 0x7c00 << 13); // as a mask: loops have no branch

    return float_of_bits(sign | (finite & ~is_special) | (special & is_special));
}

HEXFOG_BODY void turn_halves_body(const uint32_t *restrict halves, float *restrict out)
{
    for (int i = 0; i < LANES; i++)
        out[i] = float_of_half(halves[i]);
}

HEXFOG_KERNEL(static, turn_halves, (const uint32_t *halves, float *out), (halves, out))

// Mantissa `shift` bits up in a word of RGB9E5, times 2^(exponent - bias - mantissa bits).
HEXFOG_BODY void turn_words_body(const uint32_t *restrict words, unsigned shift,
                                 float *restrict out)
{
    for (int i = 0; i < LANES; i++) {
        float step = float_of_bits((127 + (words[i] >> 27) - 15 - 9) << 23);
        out[i] = (float)(int32_t)(words[i] >> shift & 511) * step;
    }
}

HEXFOG_KERNEL(static, turn_words, (const uint32_t *words, unsigned shift, float *out),
              (words, shift, out))

static inline void split(const uint8_t *from, size_t texel_bytes, size_t channel_bytes,
                         size_t count, uint32_t *bits)
{
    for (size_t i = 0; i < count; i++, from += texel_bytes)
        bits[i] = channel_bytes == 2 ? half_at(from) : word_at(from);
}

// LANES texels of one word each, all that hexfog writes by default: two halves, or RGB9E5.
HEXFOG_BODY void split_words_body(const uint8_t *texels, unsigned shift, uint32_t mask,
                                  uint32_t *restrict out)
{
    uint32_t words[LANES];

    memcpy(words, texels, sizeof words);
    for (int i = 0; i < LANES; i++)
        out[i] = hexfog_u32_of_le(words[i]) >> shift & mask;
}

HEXFOG_KERNEL(static, split_words,
              (const uint8_t *texels, unsigned shift, uint32_t mask, uint32_t *out),
              (texels, shift, mask, out))

// Up to LANES texels of one channel, 0 to 2, as floats.
static void turn(const struct hexfog_ktx2_header *header, const uint8_t *texels, size_t channel,
                 size_t count, float *out)
{
    uint32_t bits[LANES];

    if (count < LANES)
        memset(bits, 0, sizeof bits);

    if (header->texel == HEXFOG_KTX2_RGB9E5) {
        if (count == LANES)
            split_words(texels, 0, UINT32_MAX, bits);
        else
            split(texels, 4, 4, count, bits);
        turn_words(bits, 9 * (unsigned)channel, out);
    } else if (header->texel == HEXFOG_KTX2_FLOATS) {
        split(texels + 4 * channel, header->texel_bytes, 4, count, bits);
        memcpy(out, bits, sizeof bits);
    } else {
        if (count == LANES && header->channel_count == 2)
            split_words(texels, 16 * (unsigned)channel, 0xffff, bits);
        else
            split(texels + 2 * channel, header->texel_bytes, 2, count, bits);
        turn_halves(bits, out);
    }
}

static void take_channel(const struct hexfog_ktx2_header *header, const uint8_t *texels,
                         size_t channel, size_t count, float *out)
{
    bool is_there = channel < (size_t)header->channel_count;
    size_t i = 0;

    for (; is_there && i + LANES <= count; i += LANES)
        turn(header, texels + i * header->texel_bytes, channel, LANES, out + i);
    if (is_there && i < count) {
        float last[LANES];
        turn(header, texels + i * header->texel_bytes, channel, count - i, last);
        memcpy(out + i, last, (count - i) * sizeof *out);
    }
    for (; !is_there && i < count; i++)
        out[i] = 0;
}

// Rows --------------------------------------------------------------------

static hexfog_status read_part(struct ktx2 *ktx2, int slot, uint64_t offset, size_t count,
                               float *const out[3], struct hexfog_error *error)
{
    size_t bytes = count * ktx2->header.texel_bytes, got;
    hexfog_status status = hexfog_input_read(&ktx2->head.input, offset, ktx2->buffer[slot], bytes,
                                             &got, error);

    if (status == HEXFOG_OK && got < bytes)
        return hexfog_fail(error, HEXFOG_IO, "the file ends in its texels, at byte %llu",
                           (unsigned long long)(offset + got));
    for (size_t c = 0; c < 3 && status == HEXFOG_OK; c++) {
        if (out[c])
            take_channel(&ktx2->header, ktx2->buffer[slot], c, count, out[c]);
    }
    return status;
}

// Rows of a mip level lie without gaps: they are so many texels.
static hexfog_status read_rows(struct hexfog_reader *reader, int slot, int mip,
                               const struct hexfog_span *span, struct hexfog_error *error)
{
    struct ktx2 *ktx2 = (struct ktx2 *)reader;
    int32_t side = reader->info.width_px >> mip;
    size_t width = side > 0 ? (size_t)side : 1, texel_bytes = ktx2->header.texel_bytes;
    size_t most = ktx2->capacity / texel_bytes, all = width * (size_t)span->row_count;
    uint64_t offset = ktx2->header.offset[mip] + (uint64_t)span->first_row * width * texel_bytes;
    hexfog_status status = HEXFOG_OK;

    for (size_t done = 0, part; done < all && status == HEXFOG_OK; done += part) {
        float *out[3] = { span->r + done, span->g + done, span->b ? span->b + done : NULL };
        part = all - done < most ? all - done : most;
        status = read_part(ktx2, slot, offset + (uint64_t)done * texel_bytes, part, out, error);
    }
    return status;
}

static hexfog_status decode(struct hexfog_reader *reader, int slot, const struct hexfog_span *span,
                            struct hexfog_error *error)
{
    return read_rows(reader, slot, 0, span, error);
}

static uint64_t slot_bytes(const struct hexfog_reader *reader, int32_t rows)
{
    (void)rows;
    return ((const struct ktx2 *)reader)->capacity;
}

static bool make_slot(struct hexfog_reader *reader, int slot, int32_t rows)
{
    struct ktx2 *ktx2 = (struct ktx2 *)reader;

    (void)rows;
    if (!ktx2->buffer[slot])
        ktx2->buffer[slot] = hexfog_alloc(ktx2->capacity, 1);
    return ktx2->buffer[slot];
}

static void release(struct hexfog_reader *reader)
{
    for (int i = 0; i < HEXFOG_MOST_SLOTS; i++)
        hexfog_free(((struct ktx2 *)reader)->buffer[i]);
}

static hexfog_status make_room(struct ktx2 *ktx2, struct hexfog_error *error)
{
    size_t row = (size_t)ktx2->head.info.width_px * ktx2->header.texel_bytes;

    ktx2->capacity = row > BUFFER_BYTES ? row : BUFFER_BYTES;
    hexfog_status status = hexfog_check_reader_memory(&ktx2->head.limits, ktx2->capacity, error);
    if (status != HEXFOG_OK)
        return status;
    return make_slot(&ktx2->head, 0, 1) ? HEXFOG_OK
                                        : hexfog_fail_memory(error, "a .ktx2 file's rows");
}

hexfog_status hexfog_ktx2_reader_make(const struct hexfog_reader *head,
                                      struct hexfog_reader **reader, struct hexfog_error *error)
{
    struct ktx2 *ktx2 = hexfog_alloc_zeroed(1, sizeof *ktx2);

    if (!ktx2)
        return hexfog_fail_memory(error, "a .ktx2 reader");
    ktx2->head = *head;
    ktx2->head.info.format = HEXFOG_KTX2;
    ktx2->head.decode = decode;
    ktx2->head.mip_row = read_rows;
    ktx2->head.slot_bytes = slot_bytes;
    ktx2->head.make_slot = make_slot;
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
