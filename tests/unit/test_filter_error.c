// SPDX-License-Identifier: MIT
// The error of linear sampling, against what is known of both metrics (fogmap.md 6).
// SOURCES: tests/unit/board.c
#include "prove.h"
#include "board.h"
#include "check/filter_error.h"

#include <math.h>

static struct hexfog_filter_error measure(const char *orientation, const char *metric, int texels)
{
    struct board board;
    struct hexfog_filter_error measured;
    struct hexfog_error error = { 0 };
    board_make(&board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 1,"
               " \"shape\": {\"radius\": 9}}, \"field\": {\"metric\": \"%s\"},"
               " \"texture\": {\"texels_per_tile\": %d}}", orientation, metric, texels);
    if (hexfog_filter_error_measure(&board.description, board.map, &measured, &error) != HEXFOG_OK)
        fail_msg("%s", error.message);
    board_free(&board);
    assert_true(measured.point_count > 50000);
    assert_true(measured.mean > 0 && measured.mean < measured.greatest);
    return measured;
}

// 0.029, 0.015, 0.003 seamless and 0.46, 0.43, 0.40 sweep, about: how a tile's centre lies
// among the texels moves these.
static void both_metrics(void **state)
{
    (void)state;
    static const struct { int texels; double seamless, sweep; } known[] = {
        { 16, 0.029, 0.46 }, { 32, 0.015, 0.43 }, { 128, 0.003, 0.40 }
    };
    static const char *const orientations[] = { "pointy", "flat" };
    for (int o = 0; o < 2; o++) {
        for (int i = 0; i < 3; i++) {
            double seamless = measure(orientations[o], "seamless", known[i].texels).greatest;
            double sweep = measure(orientations[o], "sweep", known[i].texels).greatest;
            assert_true(seamless > 0.7 * known[i].seamless && seamless < 2 * known[i].seamless);
            assert_true(fabs(sweep - known[i].sweep) < 0.11);
        }
    }
}

static void halves_with_the_texel(void **state)
{
    (void)state;
    double coarse = measure("flat", "seamless", 16).mean;
    double fine = measure("flat", "seamless", 64).mean;
    assert_true(fine < coarse / 8); // creases take less of the area, too
    assert_true(measure("flat", "sweep", 64).greatest > 0.3); // a seam stays what it is
}

static void walls_are_met(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_filter_error measured;
    struct hexfog_error error = { 0 };
    board_make(&board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 1,"
               " \"shape\": {\"radius\": 3}}, \"field\": {\"metric\": \"seamless\","
               " \"outside\": \"fog\", \"sources\": [[-3, 0]]}, \"texture\": {\"width\": 128,"
               " \"height\": 128, \"bounds\": [-8, -8, 8, 8]}}");
    assert_int_equal(hexfog_filter_error_measure(&board.description, board.map, &measured, &error),
                     HEXFOG_OK);
    board_free(&board);
    assert_true(measured.greatest > 2); // level 0 beside the fog's
    assert_true(hypot(measured.worst.x, measured.worst.y) > 3);
}

static void one_texel_has_no_filter(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_filter_error measured;
    struct hexfog_error error = { 0 };
    board_make(&board, "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 1,"
                       " \"shape\": {\"radius\": 0}}, \"texture\": {\"width\": 1, \"height\": 1}}");
    assert_int_equal(hexfog_filter_error_measure(&board.description, board.map, &measured, &error),
                     HEXFOG_OK);
    board_free(&board);
    assert_true(measured.greatest == 0 && measured.mean == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the greatest error at 16, 32 and 128 texels a tile is what is known of it",
               both_metrics),
        PROVES("the error falls with the texel where F is continuous", halves_with_the_texel),
        PROVES("a step of several levels is met", walls_are_met),
        PROVES("a texture of one texel has no error of filtering", one_texel_has_no_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
