// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/random_board.c tests/unit/random_tiles.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// The plain questions that a map answers: places of texels and tiles, uv, levels, figures.
#include "board.h"
#include "prove.h"
#include "random_board.h"
#include "reference.h"

#include <math.h>
#include <string.h>

static void assert_near(double got, double wanted, double slack)
{
    if (fabs(got - wanted) > slack)
        print_error("%.17g, not %.17g\n", got, wanted);
    assert_true(fabs(got - wanted) <= slack);
}

// ---------------------------------------------------------------- texels and uv

static void texel_is_sampled_at_its_centre(void **state)
{
    struct hexfog_texture texture = {4, 2, {-8, 10, 8, 16}, HEXFOG_Y_DOWN};
    struct hexfog_world first, last;
    (void)state;
    first = hexfog_world_from_texel(&texture, (struct hexfog_texel){0, 0});
    last = hexfog_world_from_texel(&texture, (struct hexfog_texel){3, 1});
    assert_near(first.x, -6, 0);
    assert_near(first.y, 11.5, 0);
    assert_near(last.x, 6, 0);
    assert_near(last.y, 14.5, 0);
    texture.y_axis = HEXFOG_Y_UP;
    first = hexfog_world_from_texel(&texture, (struct hexfog_texel){0, 0});
    last = hexfog_world_from_texel(&texture, (struct hexfog_texel){3, 1});
    assert_near(first.x, -6, 0);
    assert_near(first.y, 14.5, 0);
    assert_near(last.x, 6, 0);
    assert_near(last.y, 11.5, 0);
}

// Texel (i, j) is at ((i + 1/2) / width, (j + 1/2) / height), whichever way y grows.
static void uv_is_that_of_the_texel(void **state)
{
    struct random random = {90};
    (void)state;
    for (int i = 0; i < 2000; i++) {
        double x = random_between(&random, -100, 100), y = random_between(&random, -100, 100);
        struct hexfog_texture texture = {
            random_int(&random, 1, 500), random_int(&random, 1, 500),
            {x, y, x + random_between(&random, 1, 50), y + random_between(&random, 1, 50)},
            i & 1 ? HEXFOG_Y_UP : HEXFOG_Y_DOWN};
        struct hexfog_texel texel = {random_int(&random, 0, texture.width_px - 1),
                                     random_int(&random, 0, texture.height_px - 1)};
        struct hexfog_world point = hexfog_world_from_texel(&texture, texel);
        struct hexfog_uv uv = hexfog_uv_from_world(&texture);
        assert_near(point.x * uv.scale[0] + uv.offset[0],
                    (texel.column + 0.5) / texture.width_px, 1e-12);
        assert_near(point.y * uv.scale[1] + uv.offset[1],
                    (texel.row + 0.5) / texture.height_px, 1e-12);
    }
}

static void uv_is_zero_at_the_top(void **state)
{
    struct hexfog_texture texture = {4, 2, {-8, 10, 8, 16}, HEXFOG_Y_DOWN};
    struct hexfog_uv down = hexfog_uv_from_world(&texture), up;
    (void)state;
    texture.y_axis = HEXFOG_Y_UP;
    up = hexfog_uv_from_world(&texture);
    assert_near(-8 * down.scale[0] + down.offset[0], 0, 1e-15);
    assert_near(8 * down.scale[0] + down.offset[0], 1, 1e-15);
    assert_near(10 * down.scale[1] + down.offset[1], 0, 1e-15);
    assert_near(16 * down.scale[1] + down.offset[1], 1, 1e-15);
    assert_near(10 * up.scale[1] + up.offset[1], 1, 1e-15);
    assert_near(16 * up.scale[1] + up.offset[1], 0, 1e-15);
}

// ---------------------------------------------------------------- tiles and places

static struct random_board random_text; // large: not on the stack

static void make_random(struct board *board, uint64_t seed)
{
    random_board_make(&random_text, seed);
    board_make(board, "%s", random_text.text);
}

static void centre_is_in_its_tile(void **state)
{
    (void)state;
    for (uint64_t seed = 5000; seed < 5200; seed++) {
        struct board board;
        struct random random = {seed};
        make_random(&board, seed);
        for (int i = 0; i < 200; i++) {
            struct hexfog_axial tile = {random_int(&random, -9000, 9000),
                                        random_int(&random, -9000, 9000)};
            struct hexfog_axial back =
                hexfog_axial_from_world(board.map, hexfog_world_from_axial(board.map, tile));
            assert_int_equal(back.q, tile.q);
            assert_int_equal(back.r, tile.r);
        }
        board_free(&board);
    }
}

// Places of centres and the tiles of any point near, by the cell's own edges.
static void points_are_in_their_tiles(void **state)
{
    uint64_t compared = 0;
    (void)state;
    for (uint64_t seed = 6000; seed < 6200; seed++) {
        struct board board;
        struct random random = {seed};
        make_random(&board, seed);
        struct reference *reference = reference_make(&board.description);
        struct hexfog_bounds b = hexfog_map_texture(board.map)->bounds;
        for (int i = 0; i < 200; i++) {
            struct hexfog_world point = {random_between(&random, b.x_min, b.x_max),
                                         random_between(&random, b.y_min, b.y_max)};
            struct reference_value value =
                reference_at(reference, reference_point_at(point.x, point.y));
            struct hexfog_axial got = hexfog_axial_from_world(board.map, point);
            if (value.border < REFERENCE_TIE)
                continue;
            assert_int_equal(got.q, value.choices[0].tile.q);
            assert_int_equal(got.r, value.choices[0].tile.r);
            compared++;
        }
        reference_free(reference);
        board_free(&board);
    }
    assert_true(compared > 30000);
}

// ---------------------------------------------------------------- in play or not

static const char open_board[] =
    "{\"hexfog\": 1, \"grid\": {\"orientation\": \"pointy\", \"size\": 1, "
    "\"shape\": {\"radius\": 3}}, \"field\": {\"blocked\": [[2, 0]]%s}, "
    "\"texture\": {\"width\": 16, \"height\": 16}}";

static void field_is_refused_outside(void **state)
{
    const double none = nan(""), places[][2] = {{none, 0},      {0, none},  {HUGE_VAL, 0},
                                                {0, -HUGE_VAL}, {1e300, 0}, {0, -1e300},
                                                {500, 500}};
    struct board board;
    (void)state;
    board_make(&board, open_board, "");
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct hexfog_value value = {7, 7};
        struct hexfog_error error = {0};
        struct hexfog_world point = {places[i][0], places[i][1]};
        assert_int_equal(hexfog_field_at(board.map, point, &value, &error), HEXFOG_INPUT);
        assert_int_equal(error.status, HEXFOG_INPUT);
        assert_true(strlen(error.message) > 0);
        assert_int_equal(hexfog_field_at(board.map, point, &value, NULL), HEXFOG_INPUT);
    }
    board_free(&board);
}

static void tiles_far_off_have_no_level(void **state)
{
    struct board board;
    int32_t level = 77;
    (void)state;
    board_make(&board, open_board, "");
    assert_false(hexfog_level_of(board.map, (struct hexfog_axial){500, 0}, &level));
    assert_false(hexfog_level_of(board.map, (struct hexfog_axial){0, -500}, &level));
    assert_false(hexfog_level_of(board.map, (struct hexfog_axial){INT32_MAX, INT32_MIN}, &level));
    assert_false(hexfog_is_in_shape(board.map, (struct hexfog_axial){4, 0}));
    assert_false(hexfog_is_in_shape(board.map, (struct hexfog_axial){INT32_MIN, INT32_MAX}));
    assert_true(hexfog_is_in_shape(board.map, (struct hexfog_axial){3, -3}));
    assert_int_equal(board_level(&board, 3, 0), 4);
    assert_int_equal(board_level(&board, 2, 0), 2);
    board_free(&board);
}

// ---------------------------------------------------------------- figures

static void facts_are_those_of_the_board(void **state)
{
    struct board board;
    (void)state;
    board_make(&board, open_board, ", \"outside\": \"fog\", \"metric\": \"seamless\"");
    struct hexfog_map_facts facts = hexfog_map_facts(board.map);
    assert_int_equal(facts.metric, HEXFOG_SEAMLESS);
    assert_int_equal(facts.shape_tile_count, 37);
    assert_int_equal(facts.fog_tile_count, 0);
    assert_int_equal(facts.fog_level, 5); // (3, 0) lies behind the wall: 4 steps
    assert_int_equal(facts.shape_max_level, 4);
    assert_int_equal(facts.max_level, 5); // the corners of the picture are fog
    assert_true(facts.table_tile_count >= 37);
    assert_true(facts.memory_bytes > 0);
    board_free(&board);
}

static void level_nobody_sees_counts_for_fog(void **state)
{
    struct board board;
    (void)state;
    board_make(&board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 1, \"shape\": "
               "{\"tiles\": [[0, 0], [1, 0], [40, 0]]}}, \"field\": {\"levels\": [[0, 0, 1], "
               "[40, 0, 9]]}, \"texture\": {\"width\": 8, \"height\": 8, "
               "\"bounds\": [-0.5, -0.5, 0.5, 0.5]}}");
    struct hexfog_map_facts facts = hexfog_map_facts(board.map);
    assert_int_equal(facts.fog_level, 10);
    assert_int_equal(facts.fog_tile_count, 1);
    assert_int_equal(facts.shape_max_level, 10);
    assert_int_equal(facts.max_level, 1);
    assert_int_equal(board_level(&board, 1, 0), 10);
    assert_true(hexfog_is_fog(board.map, (struct hexfog_axial){1, 0}));
    board_free(&board);
}

// ---------------------------------------------------------------- lifetimes

static void map_outlives_its_description(void **state)
{
    (void)state;
    for (uint64_t seed = 7000; seed < 7020; seed++) {
        struct board board;
        struct picture before, after;
        make_random(&board, seed);
        picture_bake(&before, board.map, 1);
        hexfog_description_free(&board.description);
        picture_bake(&after, board.map, 1);
        assert_true(picture_equal(&before, &after));
        picture_free(&before);
        picture_free(&after);
        board_free(&board);
    }
}

static void empty_ones_are_freed(void **state)
{
    struct hexfog_description description = {0};
    (void)state;
    hexfog_map_free(NULL);
    hexfog_description_free(&description);
    hexfog_description_free(&description);
}

static void broken_parts_make_no_map(void **state)
{
    static const unsigned parts[] = {HEXFOG_BROKEN_GRID, HEXFOG_BROKEN_SHAPE, HEXFOG_BROKEN_FIELD,
                                     HEXFOG_BROKEN_TEXTURE, HEXFOG_BROKEN_ALL};
    struct board board;
    (void)state;
    board_make(&board, open_board, "");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct hexfog_diagnostics diagnostics = {0};
        struct hexfog_map *map = board.map;
        board.description.broken = parts[i];
        assert_int_equal(hexfog_map_make(&board.description, &map, &diagnostics), HEXFOG_INPUT);
        assert_null(map);
        assert_int_equal(diagnostics.error_count, 0);
        hexfog_diagnostics_free(&diagnostics);
    }
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a texel samples the world at its centre, row 0 at the picture's top",
               texel_is_sampled_at_its_centre),
        PROVES("uv of a texel's centre is its place in the picture", uv_is_that_of_the_texel),
        PROVES("uv is 0 at the left and top edge, 1 at the right and bottom one",
               uv_is_zero_at_the_top),
        PROVES("a tile's centre is in the tile", centre_is_in_its_tile),
        PROVES("a point is in the tile whose edges enclose it", points_are_in_their_tiles),
        PROVES("a point that is not finite or not in play is refused", field_is_refused_outside),
        PROVES("tiles out of play have no level", tiles_far_off_have_no_level),
        PROVES("a map's figures are those of its board", facts_are_those_of_the_board),
        PROVES("a level that no texel shows counts for the fog's level",
               level_nobody_sees_counts_for_fog),
        PROVES("a map outlives its description", map_outlives_its_description),
        PROVES("empty ones can be freed, and twice", empty_ones_are_freed),
        PROVES("a description with broken parts makes no map and no new error",
               broken_parts_make_no_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
