// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Our zlib streams, read back by zlib; and the codes that they are made of.
#include "prove.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "board.h"
#include "encode/huffman.h"
#include "encode/tokens.h"
#include "encode/zip.h"

// Codes --------------------------------------------------------------------

enum { MOST = HEXFOG_HUFFMAN_SYMBOLS };

// Every word of the code, sent as it is, is told from all others: lengths fill the tree, and
// words count up in it (RFC 1951, 3.2.2).
static void expect_canonical(const struct hexfog_code *code, int count, int longest)
{
    uint32_t next = 0;
    for (int length = 1; length <= longest; length++) {
        next <<= 1;
        for (int i = 0; i < count; i++) {
            if (code->length[i] != length)
                continue;
            uint32_t word = 0;
            for (int bit = 0; bit < length; bit++)
                word |= (uint32_t)(code->bits[i] >> bit & 1) << (length - 1 - bit);
            assert_int_equal(word, next);
            next++;
        }
    }
    assert_int_equal(next, 1 << longest);
}

// The least sum of bits without a limit: the two lightest become one, and so on.
static uint64_t least_bits(const uint32_t *frequency, int count)
{
    uint64_t weight[MOST], sum = 0;
    int left = 0;
    for (int i = 0; i < count; i++)
        if (frequency[i])
            weight[left++] = frequency[i];
    for (; left > 1; left--)
        for (int pair = 0; pair < 2; pair++) { // the two least go to the end
            int last = left - 1 - pair;
            for (int i = 0; i < last; i++)
                if (weight[i] < weight[last]) {
                    uint64_t held = weight[i];
                    weight[i] = weight[last];
                    weight[last] = held;
                }
            if (pair == 1) {
                weight[left - 2] += weight[left - 1];
                sum += weight[left - 2];
            }
        }
    return sum;
}

static uint64_t bits_of(const struct hexfog_code *code, const uint32_t *frequency, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        assert_true(frequency[i] == 0 || code->length[i] > 0);
        sum += (uint64_t)frequency[i] * code->length[i];
    }
    return sum;
}

static void codes_are_the_shortest(void **state)
{
    (void)state;
    struct random random = { 3 };
    for (int i = 0; i < 3000; i++) {
        uint32_t frequency[MOST] = { 0 };
        struct hexfog_code code;
        int count = random_int(&random, 2, MOST), used = random_int(&random, 2, count);
        for (int k = 0; k < used; k++)
            frequency[random_int(&random, 0, count - 1)] =
                (uint32_t)random_int(&random, 1, i % 3 ? 40 : 3);
        hexfog_huffman_make(frequency, count, 15, &code);
        expect_canonical(&code, count, 15);
        if (least_bits(frequency, count)) // two symbols or more
            assert_int_equal(bits_of(&code, frequency, count), least_bits(frequency, count));
    }
}

// Fibonacci's numbers make the deepest trees.
static void long_codes_are_limited(void **state)
{
    (void)state;
    for (int longest = 5; longest <= 15; longest++) {
        uint32_t frequency[MOST] = { 1, 1 };
        struct hexfog_code code;
        int count = 2;
        for (; frequency[count - 1] < 20000; count++)
            frequency[count] = frequency[count - 1] + frequency[count - 2];
        hexfog_huffman_make(frequency, count, longest, &code);
        expect_canonical(&code, count, longest);
        double most = longest == 15 ? 1.002 : longest > 8 ? 1.03 : 1.4;
        assert_true((double)bits_of(&code, frequency, count)
                    < most * (double)least_bits(frequency, count));
    }
}

static void few_symbols_have_codes(void **state)
{
    (void)state;
    for (int used = 0; used < 5; used++) {
        uint32_t frequency[30] = { 0 };
        struct hexfog_code code;
        if (used)
            frequency[7 * (used - 1)] = 1000;
        hexfog_huffman_make(frequency, 30, 15, &code);
        expect_canonical(&code, 30, 15);
    }
}

static void alphabet_is_that_of_deflate(void **state)
{
    (void)state;
    // RFC 1951, 3.2.5: the first length and the first distance of each symbol.
    static const uint32_t lengths[] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31,
                                        35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
                                        259 };
    static const uint32_t distances[] = { 1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129,
                                          193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
                                          6145, 8193, 12289, 16385, 24577, 32769 };
    for (unsigned i = 0; i < 29; i++)
        for (uint32_t length = lengths[i]; length < lengths[i + 1]; length++)
            assert_int_equal(hexfog_length_symbol(length), 257 + i);
    for (unsigned i = 0; i < 30; i++)
        for (uint32_t distance = distances[i]; distance < distances[i + 1]; distance++)
            assert_int_equal(hexfog_distance_symbol(distance), i);
}

// Streams ------------------------------------------------------------------

enum content { ZEROS, EQUAL, RUNS, NOISE, RAMPS, REPEATS, DISTANT, SPARSE, CONTENTS };

static uint8_t byte_of(enum content content, size_t at, size_t half_row, struct random *random)
{
    size_t x = at % half_row, y = at / half_row;
    switch (content) {
    case EQUAL: return 200;
    case RUNS: return (uint8_t)(at / 255 + at / 258 + at / 3001); // of 1 to 258 bytes
    case NOISE: return (uint8_t)random_bits(random);
    case RAMPS: return (uint8_t)(x * 5 / 3 - x * 5 / 3 / 7 + y / 3);
    case REPEATS: return (uint8_t)(at % 97 * (at % 97) / 9);
    case DISTANT: return (uint8_t)(at * 2654435761U % 32749 >> 3); // repeats near the window's end
    case SPARSE: return random_chance(random, 0.02) ? (uint8_t)random_bits(random) : 128;
    case ZEROS:
    case CONTENTS: break;
    }
    return 0;
}

struct planes {
    uint8_t *even, *odd;
    size_t plain;   // bytes of each row that are the same from the second one on
};

static void make_plain(uint8_t *row, size_t plain)
{
    if (plain > 2)
        memset(row + 2, row[1], plain - 2);
}

static struct planes make_planes(const struct hexfog_zip_kind *kind, enum content content,
                                 size_t plain)
{
    struct random random = { 11 + (uint64_t)content };
    size_t count = kind->half_row * kind->rows;
    struct planes planes = { malloc(count), malloc(count), plain };
    assert_true(planes.even && planes.odd);
    for (size_t i = 0; i < count; i++) {
        planes.even[i] = byte_of(content, i, kind->half_row, &random);
        planes.odd[i] = byte_of(content, i + 1, kind->half_row, &random);
    }
    for (size_t row = 0; row < kind->rows; row++) {
        make_plain(planes.even + row * kind->half_row, plain);
        make_plain(planes.odd + row * kind->half_row, plain);
    }
    return planes;
}

static size_t zip_planes(struct hexfog_zip *zip, const struct hexfog_zip_kind *kind,
                         struct planes planes, size_t rows, const uint8_t **bytes)
{
    size_t half = kind->half_row;
    for (size_t row = 0; row < rows; row++) {
        struct hexfog_zip_row room = hexfog_zip_room(zip);
        memcpy(room.even, planes.even + row * half, half);
        memcpy(room.odd, planes.odd + row * half, half);
        hexfog_zip_add(zip, planes.plain);
    }
    return hexfog_zip_end(zip, 77, bytes);
}

static void expect_stream(const uint8_t *stream, size_t size, struct planes planes, size_t half)
{
    uLongf count = (uLongf)(2 * half);
    uint8_t *back = malloc(2 * half + 1);
    assert_non_null(back);
    assert_int_equal(uncompress(back, &count, stream, (uLong)size), Z_OK);
    assert_int_equal(count, 2 * half);
    assert_memory_equal(back, planes.even, half);
    assert_int_equal(back[half], (uint8_t)(planes.odd[0] + 77));
    assert_memory_equal(back + half + 1, planes.odd + 1, half - 1);
    free(back);
}

static void expect_round_trip(struct hexfog_zip *zip, const struct hexfog_zip_kind *kind,
                              enum content content, size_t plain)
{
    struct planes planes = make_planes(kind, content, plain);
    for (size_t rows = kind->rows; rows > 0; rows = rows > 3 ? rows / 3 : rows - 1) {
        const uint8_t *stream;
        size_t half = rows * kind->half_row, size = zip_planes(zip, kind, planes, rows, &stream);
        assert_true(size <= 2 * hexfog_tokens_bytes_at_most(half) + 700);
        expect_stream(stream, size, planes, half);
    }
    free(planes.even);
    free(planes.odd);
}

// Each kind of content, with and without bytes that are told to be plain.
static void expect_round_trips(size_t half_row, size_t rows)
{
    for (int i = 0; i < 4; i++) {
        struct hexfog_zip_kind kind = { half_row, rows, i & 1, i & 2 };
        struct hexfog_zip *zip = hexfog_zip_make(&kind);
        assert_non_null(zip);
        for (int content = 0; content < CONTENTS; content++)
            expect_round_trip(zip, &kind, (enum content)content, 0);
        expect_round_trip(zip, &kind, RAMPS, (half_row + 2) / 3);
        expect_round_trip(zip, &kind, NOISE, half_row);
        hexfog_zip_free(zip);
    }
}

static void zlib_reads_every_stream(void **state)
{
    (void)state;
    // Rows of a few bytes; as wide as the window, or nearly; and far beyond what is held.
    static const size_t half_rows[] = { 1, 2, 3, 7, 8, 9, 100, 5000, 32767, 32768, 40000, 300000 };
    for (size_t i = 0; i < sizeof half_rows / sizeof *half_rows; i++)
        expect_round_trips(half_rows[i], half_rows[i] > 99999 ? 3 : 16);
}

static void zlib_reads_every_small_width(void **state)
{
    (void)state;
    for (size_t half_row = 1; half_row <= 600; half_row++)
        expect_round_trips(half_row, 3);
}

static void streams_depend_on_their_rows_alone(void **state)
{
    (void)state;
    struct hexfog_zip_kind kind = { 12288, 16, true, false };
    struct hexfog_zip *fresh = hexfog_zip_make(&kind), *used = hexfog_zip_make(&kind);
    struct planes first = make_planes(&kind, RAMPS, 0), second = make_planes(&kind, REPEATS, 0);
    const uint8_t *wanted, *stream;
    size_t wanted_size = zip_planes(fresh, &kind, first, 16, &wanted);
    for (int i = 0; i < 3; i++)
        zip_planes(used, &kind, i % 2 ? first : second, 16, &stream);
    assert_int_equal(zip_planes(used, &kind, first, 16, &stream), wanted_size);
    assert_memory_equal(stream, wanted, wanted_size);
    hexfog_zip_free(fresh);
    hexfog_zip_free(used);
    free(first.even);
    free(first.odd);
    free(second.even);
    free(second.odd);
}

// What is held of earlier streams is out of reach by its place; places are 32 bits.
static void places_start_anew_in_time(void **state)
{
    (void)state;
    struct hexfog_zip_kind long_kind = { 1 << 24, 9, false, true };
    struct hexfog_zip *zip = hexfog_zip_make(&long_kind);
    struct hexfog_zip_kind row_kind = { 1 << 24, 1, false, true };
    struct planes planes = make_planes(&row_kind, ZEROS, 0);
    const uint8_t *stream;
    assert_non_null(zip);
    for (int64_t places = 0; places < INT64_C(5) << 30; places += INT64_C(9) << 24) {
        for (int row = 0; row < 9; row++) {
            struct hexfog_zip_row room = hexfog_zip_room(zip);
            if (places == 0) {
                memset(room.even, 0, (size_t)1 << 24);
                memset(room.odd, 0, (size_t)1 << 24);
            }
            room.even[5] = room.odd[5] = (uint8_t)row; // the rest is what stood there
            hexfog_zip_add(zip, 0);
        }
        hexfog_zip_end(zip, 0, &stream);
    }
    size_t size = zip_planes(zip, &long_kind, planes, 1, &stream);
    expect_stream(stream, size, planes, 1 << 24);
    hexfog_zip_free(zip);
    free(planes.even);
    free(planes.odd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("codes are prefix codes, and the shortest", codes_are_the_shortest),
        PROVES("codes of the deepest trees keep the limit, at little cost",
               long_codes_are_limited),
        PROVES("one symbol and none have codes too", few_symbols_have_codes),
        PROVES("lengths and distances have the symbols of RFC 1951", alphabet_is_that_of_deflate),
        PROVES("zlib reads every stream: rows of 1 byte to 300000, noise and runs",
               zlib_reads_every_stream),
        PROVES("zlib reads every stream of rows of 1 to 600 bytes", zlib_reads_every_small_width),
        PROVES("a stream does not depend on those before it", streams_depend_on_their_rows_alone),
        PROVES("after 4 GiB streams are still right", places_start_anew_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
