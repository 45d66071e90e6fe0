// SPDX-License-Identifier: MIT
// Which levels each encoding gives back.
#include "prove.h"
#include <math.h>
#include "encode/half.h"
#include "encode/recover.h"

static struct hexfog_encoding with(enum hexfog_format format, enum hexfog_precision precision,
                                   int32_t max_level)
{
    return (struct hexfog_encoding){
        .format = format,
        .precision = precision,
        .max_level = max_level,
        .level_scale = format == HEXFOG_PNG ? 255.0 : hexfog_auto_level_scale(max_level),
    };
}

static void auto_scale_is_64_or_the_next_power_of_two(void **state)
{
    (void)state;
    static const struct { int32_t level; double scale; } known[] = {
        { 0, 64 }, { 1, 64 }, { 63, 64 }, { 64, 128 }, { 127, 128 }, { 128, 256 }, { 255, 256 },
        { 256, 512 }, { 2047, 2048 }, { 2048, 4096 }, { (1 << 24) - 2, 1 << 24 },
        { (1 << 24) - 1, 1 << 24 },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(hexfog_auto_level_scale(known[i].level) == known[i].scale);
}

// One map further than the last that holds is refused; `limit` is what the message says.
static void expect_limit(enum hexfog_format format, enum hexfog_precision precision, int32_t limit)
{
    int32_t failing = -1;
    struct hexfog_encoding last = with(format, precision, limit);
    struct hexfog_encoding next = with(format, precision, limit + 1);
    assert_true(hexfog_levels_hold(&last, &failing));
    assert_false(hexfog_levels_hold(&next, &failing));
    assert_true(failing >= 0 && failing <= limit + 1);
    assert_int_not_equal(hexfog_level_read_back(&next, failing), failing);
    assert_int_equal(hexfog_greatest_level(&next, format != HEXFOG_PNG), limit);
}

static void limits_under_auto(void **state)
{
    (void)state;
    expect_limit(HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, 127);
    expect_limit(HEXFOG_PNG, HEXFOG_PRECISION_DEFAULT, 255);
    expect_limit(HEXFOG_EXR, HEXFOG_HALF, 2048);
    struct hexfog_encoding all = with(HEXFOG_EXR, HEXFOG_FLOAT, (1 << 24) - 1);
    int32_t failing;
    assert_true(hexfog_levels_hold(&all, &failing));
}

static void other_decoders_hold_to_63(void **state)
{
    (void)state;
    int32_t failing = -1;
    struct hexfog_encoding safe = with(HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, 63);
    assert_true(hexfog_levels_hold_under(&safe, HEXFOG_DECODER_A, &failing));
    assert_true(hexfog_levels_hold_under(&safe, HEXFOG_DECODER_B, &failing));
    assert_true(hexfog_levels_hold_under(&safe, HEXFOG_DECODER_C, &failing));
    for (int32_t level = 64; level <= 127; level++) {
        struct hexfog_encoding risky = with(HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, level);
        assert_true(hexfog_levels_hold_under(&risky, HEXFOG_DECODER_A, &failing));
        assert_false(hexfog_levels_hold_under(&risky, HEXFOG_DECODER_B, &failing) &&
                     hexfog_levels_hold_under(&risky, HEXFOG_DECODER_C, &failing));
    }
}

// The seed's scale of 10: counted here with the formula of the format.
static void a_given_scale(void **state)
{
    (void)state;
    struct hexfog_encoding encoding = with(HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, 1 << 20);
    int32_t first = 0, failing;
    encoding.level_scale = 10.0;
    for (;; first++) {
        double r = first / 10.0, step = r > 1.0 ? exp2(floor(log2(r)) - 7) : 1.0 / 128.0;
        if (floor(floor(r / step + 0.5) * step * 10.0 + 0.5) != first)
            break;
    }
    assert_false(hexfog_levels_hold(&encoding, &failing));
    assert_int_equal(failing, first);
    assert_int_equal(hexfog_greatest_level(&encoding, false), first - 1);
}

// What float's proof claims, level by level.
static void proven_levels_hold(void **state)
{
    (void)state;
    static const double scales[] = { 64.0, 1.0, 16384.0, 16777216.0, 10.0, 3.0, 255.0, 1.1,
                                     9999.7, 16383.999999999998, 20.299999999999997 };
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        struct hexfog_encoding encoding = with(HEXFOG_EXR, HEXFOG_FLOAT, 0);
        int32_t proven = hexfog_form_of(&encoding)->proven_levels(scales[i]);
        double scale = scales[i];
        assert_true(proven == 1 << 23 || proven == 1 << 24);
        for (int32_t level = 0; level < proven; level++) {
            double back = (double)(float)(level / scale) * scale + 0.5;
            if ((int32_t)back != level)
                fail_msg("level %d at scale %.17g", (int)level, scale);
        }
    }
}

// Past them each level is tried: of a scale that is no power of two some are lost.
static void floats_past_the_proof_are_tried(void **state)
{
    (void)state;
    static const double scales[] = { 10.0, 3.0, 255.0 };
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        struct hexfog_encoding encoding = with(HEXFOG_EXR, HEXFOG_FLOAT, (1 << 24) - 1);
        int32_t first = 1 << 23, failing = -1;
        encoding.level_scale = scales[i];
        while (floor((double)(float)(first / scales[i]) * scales[i] + 0.5) == first)
            first++;
        assert_in_range(first, 1 << 23, (1 << 24) - 1);
        assert_false(hexfog_levels_hold(&encoding, &failing));
        assert_int_equal(failing, first);
        assert_int_equal(hexfog_greatest_level(&encoding, false), first - 1);
        assert_int_not_equal(hexfog_level_read_back(&encoding, first), first);
        encoding.max_level = first - 1;
        assert_true(hexfog_levels_hold(&encoding, &failing));
    }
}

static void known_reads_of_the_three_decoders(void **state)
{
    (void)state;
    // level 3 of 64 beside G = 1: mantissa 6 under the exponent of 1
    assert_true(hexfog_rgbe_read_r(3.0 / 64, 1.0, HEXFOG_DECODER_A) == 6.0 / 128);
    assert_true(hexfog_rgbe_read_r(3.0 / 64, 1.0, HEXFOG_DECODER_B) == 6.0 / 255 * 2);
    assert_true(hexfog_rgbe_read_r(3.0 / 64, 1.0, HEXFOG_DECODER_C) == 6.5 / 128);
    assert_true(hexfog_rgbe_read_r(0.0, 0.0, HEXFOG_DECODER_C) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("level_scale auto is 64 to level 63, then the next power of two",
               auto_scale_is_64_or_the_next_power_of_two),
        PROVES("under auto an .hdr holds levels to 127, a .png to 255, a half to 2048",
               limits_under_auto),
        PROVES("under auto all three decoders of .hdr hold to 63 and not from 64 on",
               other_decoders_hold_to_63),
        PROVES("a given scale has the limit that the format's steps give it", a_given_scale),
        PROVES("the levels that float is said to hold are all given back", proven_levels_hold),
        PROVES("of float's levels past those, the first that is lost is told",
               floats_past_the_proof_are_tried),
        PROVES("the three decoders of RGBE read as they are known to",
               known_reads_of_the_three_decoders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
