// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/sound.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// Numbers at the edge of what a double holds and of what the limits allow, each board known
// beforehand: the right value or a refusal; never NaN, a negative or another size than asked.
#include "board.h"
#include "prove.h"
#include "sound.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- boards known beforehand

#define BOARD(grid, field, texture) \
    "{\"hexfog\": 1, \"grid\": {" grid "}, \"field\": {" field "}, \"texture\": {" texture "}}"

static void far_origins_are_right(void **state)
{
    static const char *const cells[] = {
        "\"size\": 1e-3", "\"size\": 1", "\"size\": 1e6",
        "\"cell\": {\"width\": 1e-3, \"height\": 2e-3, \"side\": 7e-4}",
        "\"cell\": {\"width\": 1e6, \"height\": 7e5, \"side\": 3e5}"};
    static const char *const origins[] = {"1e6, 1e6", "-1e6, 1e6", "1000000.5, -999999.25"};
    static const char *const metrics[] = {"sweep", "seamless"};
    (void)state;
    for (size_t i = 0; i < 5 * 3 * 2; i++) {
        struct board board;
        board_make(&board, BOARD("\"orientation\": \"%s\", %s, \"origin\": [%s], "
                                 "\"shape\": {\"radius\": 3}", "\"metric\": \"%s\"",
                                 "\"width\": 61, \"height\": 59"),
                   i % 2 ? "pointy" : "flat", cells[i % 5], origins[i / 5 % 3], metrics[i / 15]);
        board_is_sound(&board);
        filter_error_is_a_number(&board);
        board_free(&board);
    }
}

static void radius_is_answered(int32_t radius)
{
    struct board board;
    struct picture picture;
    board_make(&board, BOARD("\"orientation\": \"pointy\", \"size\": 1, "
                             "\"shape\": {\"radius\": %d}", "\"metric\": \"seamless\"",
                             "\"width\": 33, \"height\": 33"), radius);
    struct hexfog_map_facts facts = hexfog_map_facts(board.map);
    assert_int_equal(facts.shape_tile_count, 1 + 3 * (int64_t)radius * (radius + 1));
    assert_int_equal(facts.shape_max_level, radius);
    assert_int_equal(facts.fog_tile_count, 0);
    board_is_sound(&board);
    picture_bake(&picture, board.map, 2);
    for (int32_t i = 0; i < 33 * 33; i++) {
        struct hexfog_texel texel = {i % 33, i / 33};
        struct hexfog_world at = hexfog_world_from_texel(hexfog_map_texture(board.map), texel);
        struct hexfog_axial tile = hexfog_axial_from_world(board.map, at);
        int32_t steps = (abs(tile.q) + abs(tile.r) + abs(tile.q + tile.r)) / 2;
        assert_int_equal(picture.level[i], steps);
    }
    picture_free(&picture);
    board_free(&board);
}

static void radii_are_right(void **state)
{
    (void)state;
    radius_is_answered(0);
    radius_is_answered(1);
    radius_is_answered(2000);
}

static void thin_textures_are_right(void **state)
{
    static const int32_t sizes[][2] = {{1, 1}, {1, 65536}, {65536, 1}, {2, 65536}, {65536, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct board board;
        board_make(&board, BOARD("\"orientation\": \"flat\", \"size\": 2, "
                                 "\"shape\": {\"radius\": 5}", "\"metric\": \"seamless\"",
                                 "\"width\": %d, \"height\": %d, \"bounds\": [-9, -8, 9, 8]"),
                   sizes[i][0], sizes[i][1]);
        board_is_sound(&board);
        filter_error_is_a_number(&board);
        board_free(&board);
    }
}

// One texel of a shape: its centre is that of the shape.
static void one_texel_is_the_middle(void **state)
{
    struct board board;
    struct picture picture;
    (void)state;
    board_make(&board, BOARD("\"orientation\": \"pointy\", \"size\": 1e6, \"origin\": "
                             "[1e6, -1e6], \"shape\": {\"radius\": 4}", "",
                             "\"width\": 1, \"height\": 1"));
    picture_bake(&picture, board.map, 1);
    assert_int_equal(picture.level[0], 0);
    assert_true(fabs(picture.g[0] - 0.5) < 1e-12);
    picture_free(&picture);
    board_free(&board);
}

static void bounds_that_miss_are_right(void **state)
{
    static const char *const bounds[] = {"40, 40, 48, 48", "-1e5, 3, -99992, 11",
                                         "1e8, 1e8, 100000008, 100000008",
                                         "-5e8, 5e8, -499999992, 500000008"};
    (void)state;
    for (size_t i = 0; i < 4 * 2; i++) {
        struct board board;
        struct picture picture;
        bool fog = i % 2;
        // Under "extend" the search would have to reach that far.
        if (!fog && i >= 2)
            continue;
        board_make(&board, BOARD("\"orientation\": \"flat\", \"size\": 1, "
                                 "\"shape\": {\"radius\": 2}", "\"outside\": \"%s\"",
                                 "\"width\": 9, \"height\": 9, \"bounds\": [%s]"),
                   fog ? "fog" : "extend", bounds[i / 2]);
        board_is_sound(&board);
        filter_error_is_a_number(&board);
        picture_bake(&picture, board.map, 1);
        for (int j = 0; fog && j < 81; j++) {
            assert_int_equal(picture.level[j], 3);
            assert_true(picture.g[j] <= 0);
        }
        picture_free(&picture);
        board_free(&board);
    }
}

// Every tile but the source is a wall: the ring around it has level 1, all else is fog.
static void all_but_the_source_blocked(void **state)
{
    static const char *const outsides[] = {"extend", "fog"};
    char walls[4096];
    int length = 0;
    (void)state;
    for (int q = -3; q <= 3; q++)
        for (int r = -3; r <= 3; r++)
            if ((q || r) && q + r >= -3 && q + r <= 3)
                length += snprintf(walls + length, sizeof walls - (size_t)length, "%s[%d, %d]",
                                   length ? ", " : "", q, r);
    for (int i = 0; i < 4; i++) {
        struct board board;
        board_make(&board, BOARD("\"orientation\": \"pointy\", \"size\": 1, "
                                 "\"shape\": {\"radius\": 3}", "\"blocked\": [%s], "
                                 "\"outside\": \"%s\", \"metric\": \"%s\"",
                                 "\"width\": 40, \"height\": 40, \"margin\": 1"),
                   walls, outsides[i % 2], i / 2 ? "seamless" : "sweep");
        assert_int_equal(board_level(&board, 0, 0), 0);
        assert_int_equal(board_level(&board, 1, 0), 1);
        assert_int_equal(board_level(&board, 2, 0), 2);
        assert_true(hexfog_is_fog(board.map, (struct hexfog_axial){2, 0}));
        assert_int_equal(hexfog_map_facts(board.map).fog_tile_count, 12 + 18);
        board_is_sound(&board);
        board_free(&board);
    }
}

// ---------------------------------------------------------------- numbers that are refused

static void refused(const char *text, const char *rule)
{
    struct board board;
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_read_options options = {.file_name = "edge.hexfog.json"};
    memset(&board, 0, sizeof board);
    hexfog_status status = hexfog_description_read(text, strlen(text), &options,
                                                   &board.description, &diagnostics);
    if (!status)
        status = hexfog_map_make(&board.description, &board.map, &diagnostics);
    if (status != HEXFOG_INPUT)
        print_error("not refused: %s\n", text);
    assert_int_equal(status, HEXFOG_INPUT);
    assert_string_equal(diagnostics.list[0].rule, rule);
    hexfog_diagnostics_free(&diagnostics);
    board_free(&board);
}

#define TEXTURE(grid, texture) BOARD("\"orientation\": \"flat\", \"shape\": {\"radius\": 1}, " \
                                     grid, "\"outside\": \"fog\"", texture)

static void what_cannot_be_computed_is_refused(void **state)
{
    (void)state;
    // Cells that leave the range of double precision.
    refused(TEXTURE("\"size\": 4.9406564584124654e-324", "\"width\": 4, \"height\": 4"), "D7");
    refused(TEXTURE("\"size\": 1e-308", "\"width\": 4, \"height\": 4"), "D7");
    refused(TEXTURE("\"size\": 1e308", "\"width\": 4, \"height\": 4"), "D7");
    // Rectangles whose extent, or its inverse, is no number.
    refused(TEXTURE("\"size\": 1", "\"width\": 4, \"height\": 4, \"bounds\": "
                    "[-1e308, 0, 1e308, 1]"), "D7");
    refused(TEXTURE("\"size\": 1", "\"width\": 4, \"height\": 4, \"bounds\": "
                    "[0, 0, 1e-309, 1]"), "D7");
    refused(TEXTURE("\"size\": 1", "\"width\": 4, \"height\": 4, \"bounds\": "
                    "[0, 0, 1, 4.9406564584124654e-324]"), "D7");
    refused(TEXTURE("\"size\": 1", "\"width\": 4, \"height\": 4, \"margin\": 1e308"), "D7");
    // The texels' tile has a centre beyond what a double holds.
    refused(TEXTURE("\"size\": 1e300, \"origin\": [1.7976931348623157e308, -1e9]",
                    "\"width\": 4, \"height\": 6, \"bounds\": [-3, -0.1, 2e-308, 1]"), "D7");
    refused(TEXTURE("\"size\": 1e300, \"origin\": [0, -1.7976931348623157e308]",
                    "\"width\": 4, \"height\": 6, \"bounds\": [-3, -0.1, 2e-308, 1]"), "D7");
    refused(TEXTURE("\"size\": 1, \"origin\": [1e308, 0]", "\"width\": 4, \"height\": 4"), "D7");
    // So far from 0 that G would be noise.
    refused(TEXTURE("\"size\": 0.1, \"origin\": [9007199254740993, -24]",
                    "\"width\": 12, \"height\": 1"), "D7");
    refused(TEXTURE("\"size\": 1, \"origin\": [0, -1e14]", "\"width\": 4, \"height\": 4"), "D7");
    // Tiles too far off to be numbered, and texels beyond the limit.
    refused(TEXTURE("\"size\": 1e-3", "\"width\": 4, \"height\": 4, \"bounds\": "
                    "[1e300, 0, 2e300, 1]"), "D30");
    refused(TEXTURE("\"size\": 1", "\"texels_per_unit\": 1e300"), "D31");
    refused(TEXTURE("\"size\": 1", "\"texels_per_tile\": 1e308"), "D31");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("cells of 1e-3 and 1e6 at 1e6 units from the origin are right",
               far_origins_are_right),
        PROVES("radius 0, 1 and 2000 have the levels of their rings", radii_are_right),
        PROVES("textures of 1 x 1, 1 x 65536 and 65536 x 1 are right", thin_textures_are_right),
        PROVES("one texel has the value of the shape's middle", one_texel_is_the_middle),
        PROVES("bounds that miss the map have what lies there", bounds_that_miss_are_right),
        PROVES("with all but the source blocked, a ring of level 1 and fog",
               all_but_the_source_blocked),
        PROVES("denormals, 1e308 and what comes of them are refused by their rules",
               what_cannot_be_computed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
