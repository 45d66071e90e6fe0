/* SPDX-License-Identifier: MIT */
/*
 * Deflate's alphabet (RFC 1951, 3.2.5): a token is a literal byte or a match, `length` bytes
 * that stand `distance` bytes back as well. Tokens are collected and written as blocks with
 * codes of their own.
 */
#ifndef HEXFOG_ENCODE_TOKENS_H
#define HEXFOG_ENCODE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEXFOG_LEAST_MATCH 3
#define HEXFOG_LONGEST_MATCH 258
#define HEXFOG_FARTHEST_MATCH 32768
#define HEXFOG_BLOCK_TOKENS 16384

/* Bits in the order of deflate. `room` must hold all that is written. */
struct hexfog_bits {
    uint8_t *bytes;
    size_t count;        /* whole bytes written */
    uint64_t waiting;    /* the bits after them */
    int waiting_count;   /* less than 8 between two calls */
};

struct hexfog_tokens {
    uint32_t literals[286], distances[30];    /* how often each symbol occurs */
    size_t count;
    uint32_t list[HEXFOG_BLOCK_TOKENS];       /* a byte, or hexfog_match_token */
};

/* No tokens. */
void hexfog_tokens_clear(struct hexfog_tokens *tokens);
/* Writes them as one block and clears them. */
void hexfog_tokens_write(struct hexfog_tokens *tokens, bool is_last, struct hexfog_bits *bits);
/* Most bytes that the blocks of bytes_in bytes take, where no match has fewer than four. */
size_t hexfog_tokens_bytes_at_most(size_t bytes_in);
/* Appends the bits of `more` and empties it. */
void hexfog_bits_append(struct hexfog_bits *bits, struct hexfog_bits *more);
/* Fills the last byte up with zeros; the number of bytes. */
size_t hexfog_bits_end(struct hexfog_bits *bits);

/* Which symbol a distance has: doubling ranges, two symbols each. */
static inline unsigned hexfog_distance_symbol(uint32_t distance)
{
    uint32_t from_zero = distance - 1;
    if (from_zero < 4)
        return from_zero;
    unsigned top = 31 - (unsigned)__builtin_clz(from_zero);
    return 2 * top + (from_zero >> (top - 1) & 1);
}

/* Symbols of lengths 3 to 258, less 257. */
extern const uint8_t hexfog_length_symbols[256];
static inline unsigned hexfog_length_symbol(uint32_t length)
{
    return 257U + hexfog_length_symbols[length - HEXFOG_LEAST_MATCH];
}

static inline uint32_t hexfog_match_token(uint32_t length, uint32_t distance)
{
    return length << 16 | (distance - 1);
}

#endif
