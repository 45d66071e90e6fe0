// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/golden.c tests/unit/golden_compare.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// The golden maps, whose values two independent programs agreed on, through the library.
#include "board.h"
#include "golden_compare.h"
#include "prove.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>

enum { GOLDEN_COUNT = 17 };

// Corners of the bounds within the rounding of a few sums.
static void compare_bounds(const struct golden *golden, const struct hexfog_bounds *bounds)
{
    const double got[4] = {bounds->x_min, bounds->y_min, bounds->x_max, bounds->y_max};
    for (int i = 0; i < 4; i++)
        assert_true(fabs(got[i] - golden->bounds[i]) <= 1e-13 * (1 + fabs(golden->bounds[i])));
}

static void library_gives_golden(void **state)
{
    struct golden golden;
    struct board board;
    struct picture picture;
    golden_read(&golden, *state);
    board_make(&board, "%s", golden.description);
    const struct hexfog_texture *texture = hexfog_map_texture(board.map);
    struct hexfog_map_facts facts = hexfog_map_facts(board.map);
    assert_int_equal(texture->width_px, golden.width);
    assert_int_equal(texture->height_px, golden.height);
    compare_bounds(&golden, &texture->bounds);
    assert_int_equal(facts.fog_level, golden.fog_level);
    assert_int_equal(facts.max_level, golden.max_level);
    picture_bake(&picture, board.map, 1);
    struct reference *reference = reference_make(&board.description);
    assert_int_equal(golden_wrong(&golden, reference, picture.level, picture.g), 0);
    reference_free(reference);
    picture_free(&picture);
    board_free(&board);
    golden_free(&golden);
}

// The reference stands for the golden files elsewhere: it must be right where they are.
static void reference_gives_golden(void **state)
{
    struct golden golden;
    struct board board;
    (void)state;
    for (int n = 0; golden_names[n] != NULL; n++) {
        golden_read(&golden, golden_names[n]);
        board_make(&board, "%s", golden.description);
        struct reference *reference = reference_make(&board.description);
        assert_int_equal(reference_fog_level(reference), golden.fog_level);
        assert_true(fabsl(reference_tolerance(reference) - (long double)golden.g_tolerance) <
                    1e-20L);
        for (int32_t i = 0; i < golden.width * golden.height; i++) {
            struct reference_value value = reference_at(
                reference,
                reference_texel_centre(reference, i % golden.width, i / golden.width));
            assert_int_equal(value.border < REFERENCE_TIE, golden.tie[i]);
            assert_true(reference_agrees(reference, &value, golden.level[i], golden.g[i]));
        }
        reference_free(reference);
        board_free(&board);
        golden_free(&golden);
    }
}

int main(void)
{
    static char sentences[GOLDEN_COUNT][96];
    struct CMUnitTest tests[GOLDEN_COUNT + 1] = {
        PROVES("the slow reference gives every golden value", reference_gives_golden)};
    for (int i = 0; golden_names[i] != NULL && i < GOLDEN_COUNT; i++) {
        snprintf(sentences[i], sizeof sentences[i],
                 "%s: every texel has the golden level and G", golden_names[i]);
        tests[i + 1] = (struct CMUnitTest){sentences[i], library_gives_golden, NULL, NULL,
                                           (void *)(uintptr_t)golden_names[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
