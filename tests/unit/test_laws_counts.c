// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Answers known beforehand: how many tiles a ring has, texels a level has on the map that
// the technique was shown with, levels of boards as map editors write them.
#include "board.h"
#include "prove.h"

#include <string.h>

// ---------------------------------------------------------------- rings

static void ring_n_has_6n_tiles(void **state)
{
    struct board board;
    int32_t count[25] = {0};
    (void)state;
    board_make(&board, "{\"hexfog\": 1, \"grid\": {\"orientation\": \"pointy\", \"size\": 1, "
                       "\"shape\": {\"radius\": 24}}, \"texture\": {\"width\": 4, \"height\": 4}}");
    for (int32_t q = -24; q <= 24; q++)
        for (int32_t r = -24; r <= 24; r++)
            if (hexfog_is_in_shape(board.map, (struct hexfog_axial){q, r}))
                count[board_level(&board, q, r)]++;
    assert_int_equal(count[0], 1);
    for (int32_t n = 1; n <= 24; n++)
        assert_int_equal(count[n], 6 * n);
    assert_int_equal(hexfog_map_facts(board.map).shape_tile_count, 1 + 3 * 24 * 25);
    assert_int_equal(hexfog_map_facts(board.map).shape_max_level, 24);
    board_free(&board);
}

// ---------------------------------------------------------------- the seed's map

struct histogram { int64_t texels[64]; };

static hexfog_status count_rows(void *context, int worker, const struct hexfog_rows *rows,
                                struct hexfog_error *error)
{
    struct histogram *histogram = context;
    (void)worker;
    (void)error;
    for (size_t i = 0; i < (size_t)rows->width_px * (size_t)rows->row_count; i++) {
        if (rows->level[i] < 0 || rows->level[i] >= 64)
            return HEXFOG_NO;
        histogram->texels[rows->level[i]]++;
    }
    return HEXFOG_OK;
}

static void busharium_is_right(void **state)
{
    struct board board;
    struct histogram histogram = {{0}};
    struct hexfog_sink sink = {.context = &histogram, .commit = count_rows};
    struct hexfog_bake_options options = {.threads = 0};
    struct hexfog_error error;
    (void)state;
    board_make(&board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": "
               "0.57735026918962576, \"shape\": {\"radius\": 14}}, \"texture\": {\"width\": 4096, "
               "\"height\": 4096, \"bounds\": [-14.5, -14.5, 14.5, 14.5]}, \"encoding\": "
               "{\"level_scale\": 10}}");
    assert_int_equal(hexfog_bake(board.map, &options, &sink, 1, &error), HEXFOG_OK);
    assert_int_equal(histogram.texels[0], 17340);
    assert_int_equal(histogram.texels[1], 103540);
    assert_int_equal(histogram.texels[14], 1451020);
    assert_true(histogram.texels[23] > 0);
    for (int level = 24; level < 64; level++)
        assert_int_equal(histogram.texels[level], 0);
    assert_int_equal(hexfog_map_facts(board.map).max_level, 23);
    assert_int_equal(hexfog_map_facts(board.map).shape_max_level, 14);
    board_free(&board);
}

// ---------------------------------------------------------------- a board of 21 wards

static const char wards[] =
    "[2, -5], [3, -5], [1, -4], [2, -4], [3, -4], [0, -3], [1, -3], [2, -3], [3, -3], [-1, -2], "
    "[1, -2], [2, -2], [3, -2], [4, -2], [0, -1], [1, -1], [2, -1], [3, -1], [1, 0], [3, 0], "
    "[0, 1]";

static void hold_ward_counts(const char *coordinates, const int32_t wanted[5])
{
    struct board board;
    int32_t count[5] = {0};
    board_make(&board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"pointy\", \"size\": 1, "
               "\"coordinates\": \"%s\", \"y_axis\": \"up\", \"shape\": {\"tiles\": [%s]}}, "
               "\"field\": {\"sources\": [[2, -2]]}, \"texture\": {\"width\": 8, \"height\": 8}}",
               coordinates, wards);
    for (int32_t q = -9; q <= 9; q++)
        for (int32_t r = -9; r <= 9; r++)
            if (hexfog_is_in_shape(board.map, (struct hexfog_axial){q, r})) {
                int32_t level = board_level(&board, q, r);
                assert_in_range(level, 0, 4);
                count[level]++;
            }
    assert_int_equal(hexfog_map_facts(board.map).shape_tile_count, 21);
    assert_memory_equal(count, wanted, sizeof count);
    board_free(&board);
}

static void negative_rows_keep_their_parity(void **state)
{
    (void)state;
    hold_ward_counts("odd-r", (const int32_t[5]){1, 6, 10, 4, 0});
    hold_ward_counts("even-r", (const int32_t[5]){1, 6, 8, 5, 1});
}

// ---------------------------------------------------------------- map editors' boards

struct map {
    const char *orientation, *coordinates;
    int32_t columns, rows, width, height, side;
    int32_t width_px, height_px, steps, greatest_level;
};

static const struct map maps[] = {
    {"pointy", "odd-r", 20, 20, 14, 12, 6, 287, 183, 29, 15},
    {"flat", "odd-q", 20, 20, 60, 60, 30, 915, 1230, 29, 15},
    {"pointy", "odd-r", 10, 10, 64, 68, 34, 672, 527, 14, 8},
    {"flat", "even-q", 20, 22, 60, 52, 30, 915, 1170, 30, 16},
    {"pointy", "even-r", 10, 10, 16, 16, 8, 168, 124, 13, 7},
    {"flat", "odd-q", 14, 14, 52, 24, 12, 468, 348, 20, 11},
};

static void make_map(struct board *board, const struct map *map, int32_t column, int32_t row)
{
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"cell\": {\"width\": %d, "
               "\"height\": %d, \"side\": %d}, \"coordinates\": \"%s\", \"shape\": {\"columns\": "
               "%d, \"rows\": %d}}, \"field\": {\"sources\": [[%d, %d]]}, "
               "\"texture\": {\"texels_per_unit\": 1}}",
               map->orientation, map->width, map->height, map->side, map->coordinates,
               map->columns, map->rows, column, row);
}

// The tile in the last column and row, by its place: odd lines lie half a cell off, ahead
// under "odd", behind under "even".
static struct hexfog_axial last_tile(const struct board *board, const struct map *map)
{
    double shift = strncmp(map->coordinates, "odd", 3) == 0 ? 0.5 : -0.5;
    double column = map->columns - 1, row = map->rows - 1;
    struct hexfog_world centre;
    if (strcmp(map->orientation, "pointy") == 0) {
        centre.x = map->width * (column + ((map->rows - 1) & 1 ? shift : 0));
        centre.y = (map->height + map->side) / 2.0 * row;
    } else {
        centre.x = (map->width + map->side) / 2.0 * column;
        centre.y = map->height * (row + ((map->columns - 1) & 1 ? shift : 0));
    }
    return hexfog_axial_from_world(board->map, centre);
}

static void editors_maps_have_their_levels(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        struct board board;
        const struct map *map = &maps[i];
        make_map(&board, map, map->columns / 2, map->rows / 2);
        struct hexfog_map_facts facts = hexfog_map_facts(board.map);
        assert_int_equal(facts.shape_tile_count, map->columns * map->rows);
        assert_int_equal(facts.shape_max_level, map->greatest_level);
        board_free(&board);

        make_map(&board, map, 0, 0);
        struct hexfog_axial last = last_tile(&board, map);
        assert_int_equal(board_level(&board, last.q, last.r), map->steps);
        board_free(&board);
    }
}

static void editors_maps_have_their_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        struct board board;
        make_map(&board, &maps[i], 0, 0);
        assert_int_equal(hexfog_map_texture(board.map)->width_px, maps[i].width_px);
        assert_int_equal(hexfog_map_texture(board.map)->height_px, maps[i].height_px);
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("ring n has 6n tiles", ring_n_has_6n_tiles),
        PROVES("busharium has 17340 texels of level 0, 103540 of 1, 1451020 of 14, none over 23",
               busharium_is_right),
        PROVES("negative rows are odd or even as they stand", negative_rows_keep_their_parity),
        PROVES("six maps of map editors have their steps and greatest levels",
               editors_maps_have_their_levels),
        PROVES("six maps of map editors have their size at a texel a pixel",
               editors_maps_have_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
