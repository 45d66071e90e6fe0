// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/golden.c tests/unit/golden_compare.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// The golden maps through the field at a point, texel by texel: nothing of the raster is
// used, so that a build of the model alone can be tried (tests/cli/test_float_build.sh).
#include "board.h"
#include "golden_compare.h"
#include "prove.h"

#include <stdlib.h>

static size_t wrong_points(const struct golden *golden, const struct board *board)
{
    size_t count = (size_t)golden->width * (size_t)golden->height;
    int32_t *level = calloc(count, sizeof *level);
    double *g = calloc(count, sizeof *g);
    assert_true(level != NULL && g != NULL);
    struct reference *reference = reference_make(&board->description);
    for (size_t i = 0; i < count; i++) {
        struct hexfog_texel texel = {(int32_t)(i % (size_t)golden->width),
                                     (int32_t)(i / (size_t)golden->width)};
        struct hexfog_world point = hexfog_world_from_texel(hexfog_map_texture(board->map), texel);
        struct hexfog_value value = board_value(board, point.x, point.y);
        level[i] = value.level;
        g[i] = value.g;
    }
    size_t wrong = golden_wrong(golden, reference, level, g);
    reference_free(reference);
    free(level);
    free(g);
    return wrong;
}

static void points_are_golden(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (int i = 0; golden_names[i] != NULL; i++) {
        struct golden golden;
        struct board board;
        golden_read(&golden, golden_names[i]);
        board_make(&board, "%s", golden.description);
        wrong += wrong_points(&golden, &board);
        board_free(&board);
        golden_free(&golden);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the field at every texel's centre has the golden level and G", points_are_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
