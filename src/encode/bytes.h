/* SPDX-License-Identifier: MIT */
/* Numbers as bytes in the file's order, whatever the machine's. */
#ifndef HEXFOG_ENCODE_BYTES_H
#define HEXFOG_ENCODE_BYTES_H

#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HEXFOG_LE(bits, value) __builtin_bswap##bits(value)
#else
#define HEXFOG_LE(bits, value) (value)
#endif

/* One store each, so that loops of them become vectors. */
/* A number whose bytes in memory are in the file's order, and back: for loops over many. */
static inline uint16_t hexfog_u16_of_le(uint16_t number)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap16(number);
#else
    return number;
#endif
}

static inline uint32_t hexfog_u32_of_le(uint32_t number)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(number);
#else
    return number;
#endif
}

static inline void hexfog_put_u16_le(uint8_t *out, uint16_t value)
{
    uint16_t ordered = HEXFOG_LE(16, value);
    memcpy(out, &ordered, sizeof ordered);
}

static inline void hexfog_put_u32_le(uint8_t *out, uint32_t value)
{
    uint32_t ordered = HEXFOG_LE(32, value);
    memcpy(out, &ordered, sizeof ordered);
}

static inline void hexfog_put_u64_le(uint8_t *out, uint64_t value)
{
    uint64_t ordered = HEXFOG_LE(64, value);
    memcpy(out, &ordered, sizeof ordered);
}

static inline void hexfog_put_u32_be(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16);
    out[2] = (uint8_t)(value >> 8);
    out[3] = (uint8_t)value;
}

static inline uint32_t hexfog_bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void hexfog_put_float_le(uint8_t *out, float value)
{
    hexfog_put_u32_le(out, hexfog_bits_of_float(value));
}

static inline uint64_t hexfog_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double hexfog_double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
