// SPDX-License-Identifier: MIT
// GL_RGB9_E5 against the specification's formula, worked out with logarithms and powers.
// SOURCES: tests/unit/board.c
#include "prove.h"
#include <math.h>
#include "board.h"
#include "encode/rgb9e5.h"

// floor(x + 1/2); the sum itself may round up.
static uint32_t rounded(double x)
{
    return (uint32_t)floor(x) + (x - floor(x) >= 0.5);
}

static uint32_t slow(double r, double g)
{
    double c[2] = { fmin(r, 65408), fmin(g, 65408) }, greatest = fmax(c[0], c[1]);
    double shared = fmax(-16, greatest > 0 ? floor(log2(greatest)) : -999) + 16;
    if (rounded(greatest / pow(2, shared - 24)) == 512)
        shared += 1;
    return rounded(c[0] / pow(2, shared - 24)) | rounded(c[1] / pow(2, shared - 24)) << 9 |
           (uint32_t)shared << 27;
}

static void agrees(double r, double g)
{
    uint32_t got = hexfog_rgb9e5_from_values(r, g), want = slow(r, g);
    if (got != want)
        fail_msg("R %.17g, G %.17g: %08x, not %08x", r, g, (unsigned)got, (unsigned)want);
}

static void values_of_all_sizes(void **state)
{
    (void)state;
    struct random random = { 7 };
    for (int i = 0; i < 200000; i++) {
        double size = ldexp(1, random_int(&random, -30, 17));
        agrees(random_unit(&random) * size, random_unit(&random) * size);
        agrees(random_unit(&random), random_unit(&random));
    }
}

// Half-way between two mantissas, and the doubles beside it: also where 511.5 becomes 512.
static void borders_of_rounding(void **state)
{
    (void)state;
    for (int exponent = -26; exponent <= 7; exponent++) {
        for (int m = 0; m < 512; m++) {
            double middle = ldexp(m + 0.5, exponent);
            agrees(middle, 0);
            agrees(0, middle);
            agrees(nextafter(middle, 0), ldexp(0.3, exponent));
            agrees(nextafter(middle, 1e9), ldexp(300, exponent));
        }
    }
}

static void ends(void **state)
{
    (void)state;
    assert_int_equal(hexfog_rgb9e5_from_values(0, 0), 0);
    assert_int_equal(hexfog_rgb9e5_from_values(1, 1), 256u | 256u << 9 | 16u << 27);
    assert_int_equal(hexfog_rgb9e5_from_values(0, nextafter(1, 0)), 256u << 9 | 16u << 27);
    assert_int_equal(hexfog_rgb9e5_from_values(65408, 0), 511u | 31u << 27);
    assert_int_equal(hexfog_rgb9e5_from_values(1e300, 0), 511u | 31u << 27);
    assert_int_equal(hexfog_rgb9e5_from_values(0x1p-26, 0x1p-25), 1u << 9);
}

// Words that a writer makes: the greatest mantissa has its first bit, or the exponent is 0.
static void every_word_is_kept(void **state)
{
    (void)state;
    for (uint32_t e = 0; e < 32; e++) {
        for (uint32_t r = 0; r < 512; r++) {
            for (uint32_t g = e > 0 && r < 256 ? 256 : 0; g < 512; g++) {
                uint32_t word = r | g << 9 | e << 27;
                double step = ldexp(1, (int)e - 24);
                if (hexfog_rgb9e5_from_values(r * step, g * step) != word)
                    fail_msg("%08x is not kept", (unsigned)word);
                assert_true(hexfog_rgb9e5_r(word) == r * step);
            }
        }
    }
}

static void rows_are_texels(void **state)
{
    (void)state;
    static const int32_t level[5] = { 0, 3, 3, 63, 63 };
    static const double g[5] = { 0.25, 1, 0, 0.999, 0.1 };
    uint8_t bytes[20];
    float back[5];
    hexfog_rgb9e5_row(level, g, 64, 5, bytes);
    hexfog_rgb9e5_read_back_row(level, g, 64, 5, back);
    for (int i = 0; i < 5; i++) {
        uint32_t word = slow(level[i] / 64.0, g[i]);
        for (int byte = 0; byte < 4; byte++)
            assert_int_equal(bytes[4 * i + byte], word >> (8 * byte) & 255);
        assert_true((double)back[i] == ldexp(word >> 9 & 511, (int)(word >> 27) - 24));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("values of all sizes are rounded as the GL specification says",
               values_of_all_sizes),
        PROVES("so are those on and beside the borders of rounding", borders_of_rounding),
        PROVES("0, 1, the greatest number and the least", ends),
        PROVES("what a word holds becomes that word again", every_word_is_kept),
        PROVES("a row is its texels' words, low byte first", rows_are_texels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
