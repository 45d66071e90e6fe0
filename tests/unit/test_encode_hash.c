// SPDX-License-Identifier: MIT
// The texel hash, the metadata text and the bounds of G.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c
#include "prove.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/sha256.h"
#include "encode_io.h"

static void hash_of(const struct field *field, const struct hexfog_encoding *encoding, int workers,
                    char hex[65])
{
    struct hexfog_hasher *hasher;
    assert_int_equal(hexfog_hasher_make(encoding, workers, &hasher, NULL), HEXFOG_OK);
    assert_int_equal(field_feed(field, hexfog_hasher_sink(hasher), workers, NULL), HEXFOG_OK);
    hexfog_hasher_digest(hasher, hex);
    hexfog_hasher_free(hasher);
}

// Two texels, written out by hand: level 3 with G 0.5, level 260 with G 1.
static void a_hash_by_hand(void **state)
{
    (void)state;
    static const uint8_t bytes[] = "hexfog-texels-1\0"
                                   "\2\0\0\0" "\1\0\0\0"
                                   "\3\0\0\0" "\0\0\0\x3f"
                                   "\4\1\0\0" "\0\0\x80\x3f";
    int32_t level[] = { 3, 260 };
    double g[] = { 0.5, 1.0 };
    struct field field = { .width = 2, .height = 1, .max_level = 260, .level = level, .g = g };
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_EXR);
    struct hexfog_sha256 *sha = hexfog_sha256_make();
    char want[65], got[65];
    hexfog_sha256_add(sha, bytes, sizeof bytes - 1);
    hexfog_sha256_digest(sha, want);
    hexfog_sha256_free(sha);
    hash_of(&field, &encoding, 1, got);
    assert_string_equal(got, want);
}

static void workers_and_encoders_do_not_count(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_encoding encoding;
    char one[65], three[65], half[65] = "", binary32[65] = "";
    field_make(&field, FIELD_NOISE, 77, 101, 50, 6);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        hash_of(&field, &encoding, 1, one);
        hash_of(&field, &encoding, 3, three);
        assert_string_equal(one, three);
        if (encoding.format != HEXFOG_EXR)
            continue;
        char *kind = encoding.precision == HEXFOG_HALF ? half : binary32;
        if (kind[0])
            assert_string_equal(kind, one);
        strcpy(kind, one);
    }
    assert_string_not_equal(half, binary32);
    field_free(&field);
}

static void metadata_is_plain_and_short(void **state)
{
    (void)state;
    static const struct {
        double scale;
        int32_t level;
        enum hexfog_metric metric;
        const char *text;
    } known[] = {
        { 64.0, 23, HEXFOG_SWEEP, "version=1 level_scale=64 max_level=23 metric=sweep" },
        { 10.0, 0, HEXFOG_SEAMLESS, "version=1 level_scale=10 max_level=0 metric=seamless" },
        { 10.25, 7, HEXFOG_SWEEP, "version=1 level_scale=10.25 max_level=7 metric=sweep" },
        { 10.1 + 10.2, 7, HEXFOG_SWEEP,
          "version=1 level_scale=20.299999999999997 max_level=7 metric=sweep" },
        { 16777216.0, 16777215, HEXFOG_SEAMLESS,
          "version=1 level_scale=16777216 max_level=16777215 metric=seamless" },
    };
    struct random random = { 3 };
    char text[HEXFOG_METADATA_BYTES];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct hexfog_encoding encoding = { .level_scale = known[i].scale,
                                            .max_level = known[i].level,
                                            .metric = known[i].metric };
        hexfog_metadata(&encoding, text);
        assert_string_equal(text, known[i].text);
    }
    for (int i = 0; i < 20000; i++) {
        struct hexfog_encoding encoding = { .level_scale = random_between(&random, 1.0, 16384.0),
                                            .max_level = (1 << 24) - 1,
                                            .metric = HEXFOG_SEAMLESS };
        double scale;
        hexfog_metadata(&encoding, text);
        assert_true(strlen(text) <= 80);
        assert_true(strstr(text, " max_level=16777215 metric=seamless"));
        scale = strtod(strstr(text, "level_scale=") + strlen("level_scale="), NULL);
        assert_true(scale == encoding.level_scale);
    }
}

static void bounds_are_the_tables(void **state)
{
    (void)state;
    static const struct { int32_t level; double scale, bound; } rgbe[] = {
        { 0, 64, 0x1p-9 },   { 63, 64, 0x1p-9 },  { 64, 64, 0x1p-8 },   { 127, 128, 0x1p-9 },
        { 9, 10, 0x1p-9 },   { 10, 10, 0x1p-8 },  { 1022, 1023, 0x1p-8 }, { 20, 10, 0x1p-7 },
        { 39, 10, 0x1p-7 },  { 40, 10, 0x1p-6 },  { 3, 1, 0x1p-7 },
    };
    struct hexfog_encoding encoding = { .format = HEXFOG_HDR };
    for (size_t i = 0; i < sizeof rgbe / sizeof rgbe[0]; i++) {
        encoding.max_level = rgbe[i].level;
        encoding.level_scale = rgbe[i].scale;
        assert_true(hexfog_max_g_error(&encoding) == rgbe[i].bound);
    }
    encoding = (struct hexfog_encoding){ .format = HEXFOG_EXR, .precision = HEXFOG_HALF };
    assert_true(hexfog_max_g_error(&encoding) == 0x1p-12);
    encoding.precision = HEXFOG_FLOAT;
    assert_true(hexfog_max_g_error(&encoding) == 0x1p-25);
    encoding = (struct hexfog_encoding){ .format = HEXFOG_PNG };
    assert_true(hexfog_max_g_error(&encoding) == 1.0 / 510.0);
}

// Also where a level is so great that the exponent is not G's own.
static void stored_g_is_within_the_bound(void **state)
{
    (void)state;
    struct random random = { 12 };
    for (int i = 0; i < 200000; i++) {
        struct field field = { .width = 1, .height = 1, .max_level = random_int(&random, 0, 150) };
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
        encoding.level_scale = random_chance(&random, 0.5) ? 10.0 : encoding.level_scale;
        struct hexfog_value value = { random_int(&random, 0, field.max_level),
                                      random_chance(&random, 0.1) ? 1.0 : random_unit(&random) };
        double stored = (double)hexfog_stored_g(&encoding, value);
        assert_true(fabs(stored - value.g) <= hexfog_max_g_error(&encoding));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("two texels hash as the bytes that the contract lists", a_hash_by_hand),
        PROVES("neither threads nor the encoder change the texel hash",
               workers_and_encoders_do_not_count),
        PROVES("metadata is plain decimal, exact and far below 120 bytes",
               metadata_is_plain_and_short),
        PROVES("each format has the bound of the contract's table", bounds_are_the_tables),
        PROVES("the G that RGBE stores is within the bound at any level",
               stored_g_is_within_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
