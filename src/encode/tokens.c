// SPDX-License-Identifier: MIT
// Turns literals and matches into the bits of a deflate block.
#include "encode/tokens.h"

#include <string.h>
#include "encode/bytes.h"
#include "encode/huffman.h"

enum { LITERALS = 286, DISTANCES = 30, LENGTH_SYMBOLS = 19, END = 256, FIRST_LENGTH = 257 };

// Lengths 3 to 10 have a symbol each; then doubling ranges have four, and 258 its own.
#define ONE(symbol) symbol
#define TWO(symbol) symbol, symbol
#define FOUR(symbol) TWO(symbol), TWO(symbol)
#define EIGHT(symbol) FOUR(symbol), FOUR(symbol)
#define SIXTEEN(symbol) EIGHT(symbol), EIGHT(symbol)
#define THIRTY_TWO(symbol) SIXTEEN(symbol), SIXTEEN(symbol)
#define RANGE(of, symbol) of(symbol), of(symbol + 1), of(symbol + 2), of(symbol + 3)
const uint8_t hexfog_length_symbols[256] = {
    RANGE(ONE, 0), RANGE(ONE, 4), RANGE(TWO, 8), RANGE(FOUR, 12), RANGE(EIGHT, 16),
    RANGE(SIXTEEN, 20), THIRTY_TWO(24), THIRTY_TWO(25), THIRTY_TWO(26), SIXTEEN(27),
    EIGHT(27), FOUR(27), TWO(27), 27, 28
};

static unsigned length_extra_bits(unsigned symbol)
{
    return symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1;
}

static unsigned distance_extra_bits(unsigned symbol)
{
    return symbol < 4 ? 0 : symbol / 2 - 1;
}

void hexfog_tokens_clear(struct hexfog_tokens *tokens)
{
    memset(tokens->literals, 0, sizeof tokens->literals);
    memset(tokens->distances, 0, sizeof tokens->distances);
    tokens->count = 0;
}

// Bits ---------------------------------------------------------------------

// Writes eight bytes and counts the whole ones: fewer than 8 bits wait afterwards.
static inline void flush(struct hexfog_bits *bits)
{
    hexfog_put_u64_le(bits->bytes + bits->count, bits->waiting);
    bits->count += (size_t)(bits->waiting_count >> 3);
    bits->waiting >>= bits->waiting_count & ~7;
    bits->waiting_count &= 7;
}

// At most 56 bits between two flushes.
static inline void put(struct hexfog_bits *bits, uint64_t value, unsigned count)
{
    bits->waiting |= value << bits->waiting_count;
    bits->waiting_count += (int)count;
}

void hexfog_bits_append(struct hexfog_bits *bits, struct hexfog_bits *more)
{
    size_t at = 0;
    for (; at + 4 <= more->count; at += 4) {
        uint32_t word;
        memcpy(&word, more->bytes + at, sizeof word);
        put(bits, HEXFOG_LE(32, word), 32);
        flush(bits);
    }
    for (; at < more->count; at++) {
        put(bits, more->bytes[at], 8);
        flush(bits);
    }
    put(bits, more->waiting, (unsigned)more->waiting_count);
    flush(bits);
    more->count = 0;
    more->waiting = 0;
    more->waiting_count = 0;
}

size_t hexfog_bits_end(struct hexfog_bits *bits)
{
    put(bits, 0, (unsigned)(8 - bits->waiting_count) & 7);
    flush(bits);
    return bits->count;
}

// The block's head ---------------------------------------------------------

// Code lengths are sent as symbols themselves: 0 to 15 are lengths, 16 repeats the last one
// 3 to 6 times, 17 and 18 are 3 to 10 and 11 to 138 zeros.
struct length_list {
    uint8_t symbol[LITERALS + DISTANCES], extra[LITERALS + DISTANCES];
    int count;
    uint32_t frequency[LENGTH_SYMBOLS];
};

static void add_length(struct length_list *list, uint8_t symbol, int extra)
{
    list->symbol[list->count] = symbol;
    list->extra[list->count++] = (uint8_t)extra;
    list->frequency[symbol]++;
}

static void add_run(struct length_list *list, uint8_t length, int run)
{
    if (length == 0) {
        for (; run >= 11; run -= run < 138 ? run : 138)
            add_length(list, 18, (run < 138 ? run : 138) - 11);
        if (run >= 3)
            add_length(list, 17, run - 3);
        for (; run > 0 && run < 3; run--)
            add_length(list, 0, 0);
        return;
    }
    add_length(list, length, 0);
    for (run--; run >= 3; run -= run < 6 ? run : 6)
        add_length(list, 16, (run < 6 ? run : 6) - 3);
    for (; run > 0; run--)
        add_length(list, length, 0);
}

static void add_lengths(struct length_list *list, const uint8_t *length, int count)
{
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && length[end] == length[first]; end++)
            ;
        add_run(list, length[first], end - first);
    }
}

static int used_count(const uint8_t *length, int count, int least)
{
    while (count > least && length[count - 1] == 0)
        count--;
    return count;
}

static void put_head(const struct hexfog_code *literals, const struct hexfog_code *distances,
                     bool is_last, struct hexfog_bits *bits)
{
    static const uint8_t order[LENGTH_SYMBOLS] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5,
                                                   11, 4, 12, 3, 13, 2, 14, 1, 15 };
    static const uint8_t extra_bits[LENGTH_SYMBOLS] = { [16] = 2, [17] = 3, [18] = 7 };
    struct length_list list = { .count = 0 };
    struct hexfog_code code;
    uint8_t ordered[LENGTH_SYMBOLS];
    int literal_count = used_count(literals->length, LITERALS, 257);
    int distance_count = used_count(distances->length, DISTANCES, 1);
    add_lengths(&list, literals->length, literal_count);
    add_lengths(&list, distances->length, distance_count);
    hexfog_huffman_make(list.frequency, LENGTH_SYMBOLS, 7, &code);
    for (int i = 0; i < LENGTH_SYMBOLS; i++)
        ordered[i] = code.length[order[i]];
    int ordered_count = used_count(ordered, LENGTH_SYMBOLS, 4);
    put(bits, (is_last ? 1 : 0) | 2 << 1, 3); // 2: codes of its own
    put(bits, (uint64_t)(literal_count - 257), 5);
    put(bits, (uint64_t)(distance_count - 1), 5);
    put(bits, (uint64_t)(ordered_count - 4), 4);
    for (int i = 0; i < ordered_count; i++) {
        flush(bits);
        put(bits, ordered[i], 3);
    }
    for (int i = 0; i < list.count; i++) {
        flush(bits);
        put(bits, code.bits[list.symbol[i]], code.length[list.symbol[i]]);
        put(bits, list.extra[i], extra_bits[list.symbol[i]]);
    }
    flush(bits);
}

// Its tokens ---------------------------------------------------------------

// A length's word and its extra bits, ready to be sent.
struct length_words {
    uint32_t bits[256];
    uint8_t count[256];
};

static void make_words(const struct hexfog_code *code, struct length_words *words)
{
    unsigned first = 0; // the least length - 3 of the symbol
    for (unsigned i = 0; i < 256; i++) {
        unsigned symbol = hexfog_length_symbols[i];
        if (i == 0 || symbol != hexfog_length_symbols[i - 1])
            first = i;
        unsigned length = code->length[FIRST_LENGTH + symbol];
        words->bits[i] = code->bits[FIRST_LENGTH + symbol] | (i - first) << length;
        words->count[i] = (uint8_t)(length + length_extra_bits(symbol));
    }
}

static inline void put_distance(struct hexfog_bits *bits, const struct hexfog_code *code,
                                uint32_t from_zero)
{
    unsigned symbol = hexfog_distance_symbol(from_zero + 1);
    unsigned extra = distance_extra_bits(symbol);
    put(bits, code->bits[symbol], code->length[symbol]);
    put(bits, from_zero & ((UINT32_C(1) << extra) - 1), extra);
}

// 15 + 5 and 15 + 13 bits at most.
static void put_tokens(const struct hexfog_tokens *tokens, const struct hexfog_code *literals,
                       const struct hexfog_code *distances, struct hexfog_bits *out)
{
    struct length_words words;
    struct hexfog_bits bits = *out;
    make_words(literals, &words);
    for (size_t i = 0; i < tokens->count; i++) {
        uint32_t token = tokens->list[i], length = token >> 16;
        if (length) {
            put(&bits, words.bits[length - HEXFOG_LEAST_MATCH],
                words.count[length - HEXFOG_LEAST_MATCH]);
            put_distance(&bits, distances, token & 0xffff);
        } else {
            put(&bits, literals->bits[token], literals->length[token]);
        }
        flush(&bits);
    }
    put(&bits, literals->bits[END], literals->length[END]);
    flush(&bits);
    *out = bits;
}

void hexfog_tokens_write(struct hexfog_tokens *tokens, bool is_last, struct hexfog_bits *bits)
{
    struct hexfog_code literals, distances;
    tokens->literals[END]++;
    hexfog_huffman_make(tokens->literals, LITERALS, HEXFOG_HUFFMAN_LONGEST, &literals);
    hexfog_huffman_make(tokens->distances, DISTANCES, HEXFOG_HUFFMAN_LONGEST, &distances);
    put_head(&literals, &distances, is_last, bits);
    put_tokens(tokens, &literals, &distances, bits);
    hexfog_tokens_clear(tokens);
}

// A code is no longer than one of 9 bits for every symbol would be. A match of 4 bytes or more
// then takes 9 + 5 + 5 + 13 bits, no more than its bytes. A head has 17 bits, 19 lengths of 3
// and 316 symbols of at most 14.
size_t hexfog_tokens_bytes_at_most(size_t bytes_in)
{
    size_t blocks = bytes_in / HEXFOG_BLOCK_TOKENS + 2;
    return bytes_in + bytes_in / 8 + blocks * 600 + 16;
}
