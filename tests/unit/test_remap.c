// SPDX-License-Identifier: MIT
// The remap in double precision has the values that theory says, and its bounds are bounds.
#include "prove.h"

#include <math.h>

#include "check/remap.h"

static bool is_near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

// Laws --------------------------------------------------------------------

static void five_percent_is_left_at_d(void **state)
{
    (void)state;
    for (double distance = 0.25; distance < 300; distance *= 1.7)
        for (int law = HEXFOG_LAW_EXP; law <= HEXFOG_LAW_EXP2; law++) {
            struct hexfog_range range = hexfog_range_of((enum hexfog_law)law, 3, 3 + distance);
            assert_true(is_near(hexfog_left((enum hexfog_law)law, &range, 3 + distance), 0.05,
                                1e-14));
            assert_true(hexfog_left((enum hexfog_law)law, &range, 3) == 1);
            assert_true(hexfog_left((enum hexfog_law)law, &range, 1) == 1);
        }
    assert_true(is_near(hexfog_density_at(HEXFOG_LAW_EXP, 2), log(20) / 2, 1e-15));
    assert_true(is_near(hexfog_density_at(HEXFOG_LAW_EXP2, 2), sqrt(log(20)) / 2, 1e-15));
    assert_true(hexfog_density_at(HEXFOG_LAW_LINEAR, 2) == 0);
}

static void linear_law_is_linear(void **state)
{
    struct hexfog_range range = hexfog_range_of(HEXFOG_LAW_LINEAR, 2, 6);

    (void)state;
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 0) == 1);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 2) == 1);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 3) == 0.75);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 6) == 0);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 60) == 0);
}

static void equal_ends_are_a_step(void **state)
{
    struct hexfog_range range = { 4.5, 4.5, 0 };

    (void)state;
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, nextafter(4.5, 0)) == 1);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 4.5) == 0);
    assert_true(hexfog_left(HEXFOG_LAW_LINEAR, &range, 9) == 0);
}

static void nan_stays_nan(void **state)
{
    struct hexfog_range soft = { 1, 2, 0.5 }, hard = { 1, 1, 0.5 };

    (void)state;
    for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2; law++)
        assert_true(isnan(hexfog_left((enum hexfog_law)law, &soft, (double)NAN)));
    assert_true(isnan(hexfog_left(HEXFOG_LAW_LINEAR, &hard, (double)NAN)));
}

static void slopes_are_the_steepest(void **state)
{
    (void)state;
    for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2; law++) {
        struct hexfog_range range = hexfog_range_of((enum hexfog_law)law, 5, 8);
        double slope = hexfog_left_slope((enum hexfog_law)law, &range), steepest = 0;
        for (double f = 4; f < 12; f += 1e-4) {
            double by = fabs(hexfog_left((enum hexfog_law)law, &range, f + 1e-4) -
                             hexfog_left((enum hexfog_law)law, &range, f)) / 1e-4;
            steepest = fmax(steepest, by);
        }
        assert_true(steepest <= slope * (1 + 1e-9));
        assert_true(steepest >= slope * 0.999);
    }
}

// F -----------------------------------------------------------------------

static void f_is_level_and_g(void **state)
{
    static const float r[3] = { 7 / 64.0f, 7.3f / 64.0f, 6.6f / 64.0f };
    static const float g[3] = { 0.25f, 0.5f, 1.0f };
    double f[3];

    (void)state;
    hexfog_f_row(HEXFOG_NEAREST, 64, r, g, 3, f);
    assert_true(f[0] == 7.25 && f[1] == 7.5 && f[2] == 8);
    hexfog_f_row(HEXFOG_LINEAR_FILTER, 64, r, g, 3, f);
    assert_true(f[0] == 7.25 && is_near(f[1], 7.8, 1e-6) && is_near(f[2], 7.6, 1e-6));
}

static void bounds_are_the_contracts(void **state)
{
    struct hexfog_range range = { 999, 1000, 0 };

    (void)state;
    assert_true(hexfog_float_bound(&range) == 16 * 0x1p-24 * 1000 + 0x1p-21);
    assert_true(HEXFOG_8BIT_BOUND == 0.7 / 255);
    assert_true(is_near(hexfog_filter_bound(2.56, 24), 2.56 / 256 + 1e-3, 1e-5));
}

// The filter --------------------------------------------------------------

enum { W = 23, H = 17 };

struct drawing { double f[W * H * 9], spread[W * H * 9]; };

static void filter(const double *plane, int32_t width, int32_t height, struct drawing *drawing)
{
    struct hexfog_f_plane source = { W, H, plane };
    struct hexfog_taps across, down;

    assert_int_equal(hexfog_taps_make(W, width, &across, NULL), HEXFOG_OK);
    assert_int_equal(hexfog_taps_make(H, height, &down, NULL), HEXFOG_OK);
    for (int32_t row = 0; row < height; row++)
        hexfog_bilinear_row(&source, &across, &down, row, width,
                            drawing->f + (size_t)row * (size_t)width,
                            drawing->spread + (size_t)row * (size_t)width);
    hexfog_taps_free(&across);
    hexfog_taps_free(&down);
}

static double plane[W * H];
static struct drawing drawing;

static void at_its_own_size_nothing_changes(void **state)
{
    (void)state;
    for (int i = 0; i < W * H; i++)
        plane[i] = (i * 7919) % 101;
    filter(plane, W, H, &drawing);
    for (int i = 0; i < W * H; i++)
        assert_true(drawing.f[i] == plane[i]);
}

static void linear_fields_come_out_linear(void **state)
{
    enum { WIDE = 60, HIGH = 44 };

    (void)state;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            plane[y * W + x] = 3 + 0.5 * x - 0.25 * y;
    filter(plane, WIDE, HIGH, &drawing);
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            // Clamped to the centres of the border's texels.
            double u = fmin(fmax((x + 0.5) * W / WIDE - 0.5, 0), W - 1);
            double v = fmin(fmax((y + 0.5) * H / HIGH - 0.5, 0), H - 1);
            assert_true(is_near(drawing.f[y * WIDE + x], 3 + 0.5 * u - 0.25 * v, 1e-12));
            assert_true(drawing.spread[y * WIDE + x] <= 0.75 + 0.75);
        }
}

static void shrinking_skips_texels(void **state)
{
    (void)state;
    for (int i = 0; i < W * H; i++)
        plane[i] = 4;
    plane[5 * W + 11] = 9;
    filter(plane, 1, 1, &drawing);
    assert_true(drawing.f[0] == 4); // the middle is texel (11, 8)
    plane[8 * W + 11] = 9;
    filter(plane, 1, 1, &drawing);
    assert_true(drawing.f[0] == 9);
    assert_true(drawing.spread[0] == 5);
}

static void border_is_clamped(void **state)
{
    (void)state;
    for (int i = 0; i < W * H; i++)
        plane[i] = i % W == 0 ? 1 : 2;
    filter(plane, 3 * W, H, &drawing);
    assert_true(drawing.f[0] == 1);
    assert_true(drawing.f[3 * W - 1] == 2);
    assert_true(drawing.spread[0] == 1); // the second texel may be touched, without weight
    assert_true(drawing.spread[2] == 1);
    assert_true(drawing.spread[9] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("5 % is left at distance D behind start", five_percent_is_left_at_d),
        PROVES("the linear law falls from start to end", linear_law_is_linear),
        PROVES("equal start and end are a step that fogs F >= start", equal_ends_are_a_step),
        PROVES("what is no number does not come out as clear air", nan_stays_nan),
        PROVES("no law is steeper than its slope", slopes_are_the_steepest),
        PROVES("F is the rounded level and G, or linear in both", f_is_level_and_g),
        PROVES("the bounds are those of the contract", bounds_are_the_contracts),
        PROVES("filtering at a texture's own size changes nothing",
               at_its_own_size_nothing_changes),
        PROVES("filtering keeps a linear field linear", linear_fields_come_out_linear),
        PROVES("a small target samples the middle of its pixels", shrinking_skips_texels),
        PROVES("the border is clamped", border_is_clamped),
    };

    return cmocka_run_group_tests_name("remap", tests, NULL, NULL);
}
