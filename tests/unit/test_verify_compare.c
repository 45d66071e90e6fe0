// SPDX-License-Identifier: MIT
// Pixels that are compared: which is the worst, and what becomes of those that are no number.
#include "prove.h"
#include "check/verify_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 10, HEIGHT = 4, COUNT = WIDTH * HEIGHT };

static const struct hexfog_target target = { 100, 200, WIDTH, HEIGHT, 2, 1 };
static double drawn[COUNT], left[COUNT], bounds[COUNT];

// What is drawn is what is expected, 1 + 2 * left.
static struct hexfog_comparison all_right(void)
{
    for (int i = 0; i < COUNT; i++) {
        left[i] = i;
        drawn[i] = 1 + 2 * i;
        bounds[i] = 1;
    }
    return (struct hexfog_comparison){ .target = &target, .count = COUNT, .drawn = drawn,
                                       .left = left, .offset = 1, .slope = 2, .bound = 1 };
}

static void expect_worst(const struct hexfog_gl_tally *tally, int pixel, double error)
{
    assert_true(tally->is_made);
    assert_int_equal(tally->texel.column, 100 + 2 * (pixel % WIDTH));
    assert_int_equal(tally->texel.row, 200 + pixel / WIDTH);
    assert_true(isnan(error) ? isnan(tally->error) : fabs(tally->error - error) < 1e-12);
}

static void greatest_for_its_bound(void **state)
{
    (void)state;
    struct hexfog_comparison comparison = all_right();
    struct hexfog_gl_tally tally = { 0 };
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 0, 0);
    drawn[13] += 0.5;
    drawn[37] -= 0.5; // as bad: the first stays
    drawn[29] += 0.25;
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 13, 0.5);
    bounds[29] = 0.25;
    comparison.bounds = bounds;
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 29, 0.25);
    // A bound of 0 allows nothing.
    bounds[4] = 0;
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 29, 0.25);
    drawn[4] += 1e-9;
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 4, 1e-9);
}

static void nan_is_the_worst(void **state)
{
    static const int pixels[] = { 0, 5, 31, COUNT - 1 };
    (void)state;
    for (size_t i = 0; i < sizeof pixels / sizeof *pixels; i++) {
        struct hexfog_comparison comparison = all_right();
        struct hexfog_gl_tally tally = { 0 };
        struct hexfog_gl_tallies tallies = { 0 };
        struct hexfog_checks *checks = calloc(1, sizeof *checks);
        drawn[pixels[i]] = (double)NAN;
        drawn[(pixels[i] + 7) % COUNT] = HUGE_VAL;
        hexfog_compare(&comparison, &tally);
        expect_worst(&tally, pixels[i], (double)NAN);
        // Nothing that is drawn later is worse.
        comparison = all_right();
        drawn[3] = HUGE_VAL;
        drawn[8] = (double)NAN;
        hexfog_compare(&comparison, &tally);
        expect_worst(&tally, pixels[i], (double)NAN);
        tallies.list[HEXFOG_GPU_NEAREST_FLOAT] = tally;
        hexfog_tallies_report(&tallies, "RGB32F", false, checks);
        assert_string_equal(checks->list[0].id, "gpu.nearest.float");
        assert_int_equal(checks->list[0].verdict, HEXFOG_FAIL);
        assert_non_null(strstr(checks->list[0].detail, "nan"));
        free(checks);
    }
}

// Of a texel that is no number nothing can be expected.
static void texels_without_a_number(void **state)
{
    (void)state;
    struct hexfog_comparison comparison = all_right();
    struct hexfog_gl_tally tally = { 0 };
    for (int i = 0; i < COUNT; i++)
        left[i] = (double)NAN;
    hexfog_compare(&comparison, &tally);
    assert_false(tally.is_made);
    comparison = all_right();
    left[2] = left[COUNT - 1] = (double)NAN;
    drawn[2] = (double)NAN;
    drawn[20] += 0.125;
    hexfog_compare(&comparison, &tally);
    expect_worst(&tally, 20, 0.125);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the worst pixel is the one with the greatest error for its bound",
               greatest_for_its_bound),
        PROVES("one that is drawn as no number is worse than all others, and fails",
               nan_is_the_worst),
        PROVES("one of a texel that is no number is left out", texels_without_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
