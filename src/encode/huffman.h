/* SPDX-License-Identifier: MIT */
/* Huffman codes as deflate has them (RFC 1951, 3.2): canonical, of a limited length. */
#ifndef HEXFOG_ENCODE_HUFFMAN_H
#define HEXFOG_ENCODE_HUFFMAN_H

#include <stdint.h>

#define HEXFOG_HUFFMAN_SYMBOLS 286
#define HEXFOG_HUFFMAN_LONGEST 15

struct hexfog_code {
    uint8_t length[HEXFOG_HUFFMAN_SYMBOLS];   /* 0 = the symbol does not occur */
    uint16_t bits[HEXFOG_HUFFMAN_SYMBOLS];    /* the first one to send is the lowest */
};

/*
 * A code of at most `longest` bits for `count` symbols that occur so often; each at most
 * 65535 times, in sum at most 2^24. Where fewer than two occur, symbols 0 and 1 are given
 * codes too: some decoders want two. The shortest possible unless the limit is met.
 */
void hexfog_huffman_make(const uint32_t *frequency, int count, int longest,
                         struct hexfog_code *code);

#endif
