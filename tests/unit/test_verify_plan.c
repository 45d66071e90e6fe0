// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
// What GL verify chooses to draw: every level, windows no narrower than the contract says,
// and steps that most texels can be judged against.
#include "prove.h"
#include "board.h"

#include <math.h>
#include <stdlib.h>

#include "check/verify_plan.h"

static void make_plan(struct hexfog_plan *plan, const struct hexfog_map *map, double g_bound,
                      bool draw_all, int32_t max_side_px)
{
    struct hexfog_plan_rules rules = { g_bound, draw_all, max_side_px, 2 };
    struct hexfog_error error = { .status = HEXFOG_OK };

    if (hexfog_plan_make(map, &rules, plan, &error))
        fail_msg("%s", error.message);
}

static void make_large(struct board *board, int32_t width, int32_t height)
{
    board_make(board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, "
                      "\"shape\": { \"radius\": 14 } }, \"field\": { \"sources\": [[-9, 2]] }, "
                      "\"texture\": { \"width\": %d, \"height\": %d } }", width, height);
}

static void strips_cover_every_level(void **state)
{
    struct hexfog_plan plan;
    struct picture picture = { 0 };
    struct board board;
    bool seen[64] = { false }, drawn[64] = { false };

    (void)state;
    make_large(&board, 2100, 2048);
    make_plan(&plan, board.map, 0x1p-9, false, 16384);
    picture_bake(&picture, board.map, 2);
    for (int32_t row = 0; row < picture.height; row++)
        for (int32_t x = 0; x < picture.width; x++) {
            int32_t level = picture.level[(size_t)row * 2100 + (size_t)x];
            assert_in_range(level, 0, 63);
            seen[level] = true;
            drawn[level] = drawn[level] || plan.is_drawn[row / plan.strip_rows];
        }
    assert_memory_equal(seen, drawn, sizeof seen);
    assert_true(plan.drawn_count < plan.strip_count / 2);
    assert_int_equal(plan.strip_count, (2048 + plan.strip_rows - 1) / plan.strip_rows);
    picture_free(&picture);
    hexfog_plan_free(&plan);
    board_free(&board);
}

static void all_is_all(void **state)
{
    struct hexfog_plan plan;
    struct board board;

    (void)state;
    make_large(&board, 2100, 2048);
    make_plan(&plan, board.map, 0x1p-9, true, 16384);
    assert_int_equal(plan.drawn_count, plan.strip_count);
    hexfog_plan_free(&plan);
    board_free(&board);
    make_large(&board, 2048, 2048); // not beyond the limit
    make_plan(&plan, board.map, 0x1p-9, false, 16384);
    assert_int_equal(plan.drawn_count, plan.strip_count);
    hexfog_plan_free(&plan);
    board_free(&board);
}

static void targets_fit(void **state)
{
    static const int32_t sides[] = { 2048, 4096, 16384 };
    struct board board;

    (void)state;
    make_large(&board, 6000, 20);
    for (int i = 0; i < 3; i++) {
        struct hexfog_plan plan;
        make_plan(&plan, board.map, 0x1p-9, false, sides[i]);
        assert_true(plan.block_columns > 0 && plan.strip_rows > 0);
        assert_true(floor((plan.block_columns + 1) * HEXFOG_ENLARGE + 0.5) <= sides[i]);
        assert_true(floor((plan.strip_rows + 1) * HEXFOG_ENLARGE + 0.5) <= sides[i]);
        assert_true(plan.strip_rows <= 512);
        hexfog_plan_free(&plan);
    }
    board_free(&board);
}

static void windows_are_wide_enough(void **state)
{
    static const int levels[] = { 0, 1, 7, 63, 1000, 100000, 16777214 };

    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        struct hexfog_plan plan;
        struct board board;
        board_make(&board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, "
                           "\"shape\": { \"radius\": 0 } }, \"field\": { \"levels\": [[0, 0, %d]] "
                           "}, \"texture\": { \"width\": 4, \"height\": 4, "
                           "\"bounds\": [-0.1, -0.1, 0.1, 0.1] } }", levels[i]);
        make_plan(&plan, board.map, 0x1p-25, false, 16384);
        for (int w = 0; w < HEXFOG_WINDOWS; w++) {
            double width = plan.end[w] - plan.start[w];
            assert_true(width >= 0.25 && width >= plan.end[w] / 1000);
            assert_true(plan.end[w] == (double)(float)plan.end[w]);
            assert_true(plan.start[w] < levels[i] + 1.0);
        }
        assert_true(plan.step_count >= 1);
        hexfog_plan_free(&plan);
        board_free(&board);
    }
}

static void steps_can_be_judged(void **state)
{
    struct hexfog_plan plan;
    struct picture picture = { 0 };
    struct board board;

    (void)state;
    make_large(&board, 300, 280);
    make_plan(&plan, board.map, 0x1p-9, false, 16384);
    picture_bake(&picture, board.map, 2);
    assert_int_equal(plan.step_count, 3);
    for (int step = 0; step < plan.step_count; step++) {
        int64_t near = 0, below = 0, count = (int64_t)picture.width * picture.height;
        for (int64_t i = 0; i < count; i++) {
            double f = picture.level[i] + picture.g[i];
            near += fabs(f - plan.step[step]) <= 0x1p-9;
            below += f < plan.step[step];
        }
        assert_true((double)near <= 0.002 * (double)count);
        assert_true(below > count / 50 && below < count - count / 50);
    }
    picture_free(&picture);
    hexfog_plan_free(&plan);
    board_free(&board);
}

// Of 14 texels one may be near; a bound of a quarter tile is that of an .hdr with level_scale 1.
static void few_texels_can_be_judged(void **state)
{
    static const double bounds[] = { 0x1p-25, 0x1p-9, 0.25, 0.8, 2.5 };

    (void)state;
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        struct hexfog_plan plan;
        struct picture picture = { 0 };
        struct board board;

        make_large(&board, 7, 2);
        make_plan(&plan, board.map, bounds[i], false, 16384);
        picture_bake(&picture, board.map, 1);
        assert_true(plan.step_count >= 1);
        for (int step = 0; step < plan.step_count; step++) {
            int near = 0, below = 0;
            for (int at = 0; at < 14; at++) {
                double f = picture.level[at] + picture.g[at];
                near += fabs(f - plan.step[step]) <= hexfog_step_bound(plan.step[step], bounds[i]);
                below += f < plan.step[step];
            }
            assert_true(near <= 1 && below > 0 && below < 14);
        }
        picture_free(&picture);
        hexfog_plan_free(&plan);
        board_free(&board);
    }
}

// One tile, all of it level 3 and no G: whatever the bound, the step is above it.
static void a_step_above_all_is_the_last_resort(void **state)
{
    struct hexfog_plan plan;
    struct board board;

    (void)state;
    board_make(&board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, "
                       "\"shape\": { \"radius\": 0 } }, \"field\": { \"levels\": [[0, 0, 3]] }, "
                       "\"texture\": { \"width\": 4, \"height\": 4, "
                       "\"bounds\": [-0.1, -0.1, 0.1, 0.1] } }");
    make_plan(&plan, board.map, 0.8, false, 16384);
    assert_int_equal(plan.step_count, 1);
    assert_true(plan.step[0] > 4 + hexfog_step_bound(plan.step[0], 0.8));
    hexfog_plan_free(&plan);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the strips of a large texture show every level", strips_cover_every_level),
        PROVES("all texels are drawn when asked, and up to 2048 x 2048", all_is_all),
        PROVES("no target is larger than the driver takes", targets_fit),
        PROVES("windows are as wide as the contract says", windows_are_wide_enough),
        PROVES("steps part the texels and few lie on them", steps_can_be_judged),
        PROVES("a step of a dozen texels is near to one of them at most", few_texels_can_be_judged),
        PROVES("a step stands above all F where no other can be judged",
               a_step_above_all_is_the_last_resort),
    };

    return cmocka_run_group_tests_name("what verify draws", tests, NULL, NULL);
}
