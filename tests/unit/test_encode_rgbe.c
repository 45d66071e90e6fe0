// SPDX-License-Identifier: MIT
// RGBE and its run lengths, against slow formulas.
// SOURCES: tests/unit/board.c
#include "prove.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "board.h"
#include "base/vector.h"
#include "encode/rgbe.h"
#include "encode/rle.h"

// Without the sum value + 0.5, which may round.
static double nearest(double value)
{
    double below = floor(value);
    return value - below >= 0.5 ? below + 1 : below;
}

// From the sentence in the contract, exactly and by search.
static struct hexfog_rgbe slow(double r, double g)
{
    double greatest = r > g ? r : g;
    if (greatest < 0x1p-106)
        return (struct hexfog_rgbe){ 0, 0, 0 };
    int e = -128;
    while (greatest >= ldexp(1, e))
        e++;
    if (nearest(ldexp(greatest, 8 - e)) == 256)
        e++;
    return (struct hexfog_rgbe){ (uint8_t)nearest(ldexp(r, 8 - e)),
                                 (uint8_t)nearest(ldexp(g, 8 - e)), (uint8_t)(e + 128) };
}

static void expect(double r, double g)
{
    struct hexfog_rgbe got = hexfog_rgbe_from_values(r, g), want = slow(r, g);
    if (got.r != want.r || got.g != want.g || got.e != want.e)
        fail_msg("%a %a: %d %d %d, not %d %d %d", r, g, got.r, got.g, got.e, want.r, want.g,
                 want.e);
}

static void known_values(void **state)
{
    (void)state;
    struct { double r, g; struct hexfog_rgbe stored; } known[] = {
        { 0.0, 0.0, { 0, 0, 0 } },
        { 0.0, 1.0, { 0, 128, 129 } },
        { 0.0, 0.5, { 0, 128, 128 } },
        { 0.5, 1.0, { 64, 128, 129 } },
        { 1.0 / 64, 0.0, { 128, 0, 123 } },
        { 1.0 / 64, 1.0, { 2, 128, 129 } },
        { 0.0, 255.4 / 256, { 0, 255, 128 } },
        { 0.0, 255.5 / 256, { 0, 128, 129 } },  // 256 moves the exponent
        { 2.5, 0.25, { 160, 16, 130 } },        // level 25 at scale 10
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct hexfog_rgbe got = hexfog_rgbe_from_values(known[i].r, known[i].g);
        assert_memory_equal(&got, &known[i].stored, sizeof got);
        expect(known[i].r, known[i].g);
    }
}

static void agrees_with_the_formula(void **state)
{
    (void)state;
    struct random random = { 41 };
    for (int i = 0; i < 300000; i++) {
        double r = random_int(&random, 0, 300) / (random_chance(&random, 0.5) ? 64.0 : 10.0);
        double g = random_chance(&random, 0.9) ? random_unit(&random)
                                               : ldexp(random_unit(&random), -i % 130);
        expect(r, g);
    }
}

static void agrees_beside_every_rounding_border(void **state)
{
    (void)state;
    for (int e = -104; e < 26; e++) {
        for (int m = 128; m < 256; m++) {
            double border = ldexp(m + 0.5, e - 8), lesser = ldexp(m - 127.5, e - 8);
            for (int side = -1; side <= 1; side++) {
                double value = side ? nextafter(border, side * 1e30) : border;
                expect(value, 0.0);
                expect(0.0, value);
                expect(value, nextafter(lesser, side * 1e30));
            }
        }
    }
}

static void rows_are_the_same(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static int32_t level[COUNT];
    static double g[COUNT];
    static uint8_t planes[3][COUNT];
    static float back[COUNT];
    struct random random = { 5 };
    for (int i = 0; i < COUNT; i++) {
        level[i] = i % 100 < 50 ? i / 100 : random_int(&random, 0, 60);
        g[i] = random_unit(&random);
    }
    hexfog_rgbe_row(level, g, 10.0, COUNT, planes[0], planes[1], planes[2]);
    hexfog_rgbe_read_back_row(level, g, 10.0, COUNT, back);
    for (int i = 0; i < COUNT; i++) {
        struct hexfog_rgbe one = slow(level[i] / 10.0, g[i]);
        assert_int_equal(planes[0][i], one.r);
        assert_int_equal(planes[1][i], one.g);
        assert_int_equal(planes[2][i], one.e);
        assert_true((double)back[i] == ldexp(one.g, one.e - 136));
    }
}

enum { BORDERS = 6 * 128 };

// A row of G beside the rounding borders of one exponent, under R of `level` / `scale`.
static void expect_row(int e, int32_t row_level, double scale)
{
    static int32_t level[BORDERS];
    static double g[BORDERS];
    static uint8_t planes[3][BORDERS];
    static struct hexfog_rgbe want[BORDERS];
    for (int i = 0; i < BORDERS; i++) {
        double border = ldexp(i % 128 + (i / 384 ? 128.5 : 0.5), e - 8);
        int side = i / 128 % 3 - 1;
        level[i] = row_level;
        g[i] = side ? nextafter(border, side * 1e30) : border;
    }
    for (int i = 0; i < BORDERS; i++)
        want[i] = slow(row_level / scale, g[i]);
    for (int bits = 128; bits <= 512; bits *= 2) {
        hexfog_vector_limit(bits);
        hexfog_rgbe_row(level, g, scale, BORDERS, planes[0], planes[1], planes[2]);
        for (int i = 0; i < BORDERS; i++)
            if (planes[0][i] != want[i].r || planes[1][i] != want[i].g || planes[2][i] != want[i].e)
                fail_msg("level %d / %g, G %a at %d bits", (int)row_level, scale, g[i], bits);
    }
}

static void rows_round_as_texels_do(void **state)
{
    (void)state;
    static const int32_t levels[] = { 0, 1, 63, 4000 };
    for (int e = -1070; e <= 2; e += e < -140 ? 93 : 1)
        for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
            expect_row(e, levels[i], e % 2 ? 64.0 : 10.0);
}

// A decoder of run lengths, and the size that the writer promises.
static void expect_runs(const uint8_t *plane, size_t count)
{
    size_t room = count + (count + 127) / 128, at = 0, in = 0;
    uint8_t *coded = malloc(room + 1), *back = malloc(count + 256);
    assert_true(coded && back);
    coded[room] = 0xa5;
    size_t size = hexfog_rle_plane(plane, count, coded);
    assert_true(size <= room);
    assert_int_equal(coded[room], 0xa5);
    while (in < size && at < count) {
        uint8_t length = coded[in++];
        assert_true(length > 0);
        if (length > 128) {
            memset(back + at, coded[in++], length - 128u);
            at += length - 128u;
        } else {
            memcpy(back + at, coded + in, length);
            at += length;
            in += length;
        }
    }
    assert_int_equal(in, size);
    assert_int_equal(at, count);
    assert_memory_equal(back, plane, count);
    free(coded);
    free(back);
}

static void runs_come_back(void **state)
{
    (void)state;
    struct random random = { 77 };
    static uint8_t plane[5000];
    for (int i = 0; i < 20000; i++) {
        size_t count = (size_t)random_int(&random, 1, i % 50 ? 300 : 5000);
        int32_t values = random_int(&random, 1, 4);
        double change = random_unit(&random);
        uint8_t byte = 0;
        for (size_t k = 0; k < count; k++) {
            if (random_chance(&random, change))
                byte = (uint8_t)random_int(&random, 0, values);
            plane[k] = byte;
        }
        expect_runs(plane, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("known values have their known RGBE", known_values),
        PROVES("RGBE is what the rule in long double says", agrees_with_the_formula),
        PROVES("RGBE is right on both sides of every rounding border",
               agrees_beside_every_rounding_border),
        PROVES("a row is stored and read back as its values are", rows_are_the_same),
        PROVES("a row is right on both sides of every rounding border, at every vector width",
               rows_round_as_texels_do),
        PROVES("run lengths decode to the plane and fit the promised room", runs_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
