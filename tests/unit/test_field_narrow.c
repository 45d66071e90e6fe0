// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/reference.c tests/unit/reference_field.c
//
// Cells all but without a side, or all but rectangles, down to what a description may have:
// levels and G of the slow reference.
#include "board.h"
#include "prove.h"
#include "reference.h"

static void need_precision(void)
{
    if (reference_is_precise())
        return;
    print_message("# long double is no wider than double here: no cell was compared\n");
    skip();
}

static void hold(const struct board *board, double share)
{
    struct reference *reference = reference_make(&board->description);
    struct picture picture;
    picture_bake(&picture, board->map, 1);
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        int32_t column = i % picture.width, row = i / picture.width;
        struct reference_value value =
            reference_at(reference, reference_texel_centre(reference, column, row));
        if (!reference_agrees(reference, &value, picture.level[i], picture.g[i]))
            fail_msg("side %.17g of its extent, texel %d, %d: %d + %.17g", share, column, row,
                     picture.level[i], picture.g[i]);
    }
    picture_free(&picture);
    reference_free(reference);
}

static void hold_share(double share)
{
    for (unsigned i = 0; i < 4; i++) {
        bool is_flat = i & 1;
        double width = 1.7, height = 1.3;
        struct board board;
        board_make(&board,
                   "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"cell\": {\"width\": "
                   "%.17g, \"height\": %.17g, \"side\": %.17g}, \"shape\": {\"radius\": 2}}, "
                   "\"field\": {\"metric\": \"%s\", \"sources\": [[0, 0], [2, -1]], \"blocked\": "
                   "[[1, 0]]}, \"texture\": {\"width\": 37, \"height\": 29}}",
                   is_flat ? "flat" : "pointy",
                   width, height, share * (is_flat ? width : height),
                   i & 2 ? "seamless" : "sweep");
        hold(&board, share);
        board_free(&board);
    }
}

static void short_sides(void **state)
{
    (void)state;
    need_precision();
    for (double share = 0.1; share > 2e-9; share /= 10)
        hold_share(share);
    hold_share(1.001e-9);
}

static void long_sides(void **state)
{
    (void)state;
    need_precision();
    for (double rest = 0.1; rest > 2e-9; rest /= 10)
        hold_share(1 - rest);
    hold_share(1 - 1.001e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("down to sides of 1e-9 of their extent levels and G are the reference's",
               short_sides),
        PROVES("so they are where as little is missing to it", long_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
