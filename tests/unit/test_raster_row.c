// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Long rows of tiles of every size, on borders and off them, at every vector width: the
// bits of the definition at a point. (picture_bake holds the widths to each other.)
#include "board.h"
#include "model/map.h"
#include "prove.h"

#include <math.h>
#include <stdio.h>

enum { TILES = 61, HEIGHT = 24 };

struct kind {
    double texels;           // a tile's width (pointy) or height (flat)
    double height, side;     // of the cell, its width being 1 (pointy), or the other way round
    double shift;            // of the raster, in texels
    const char *orientation, *metric, *y_axis, *field;
};

static void make(struct board *board, const struct kind *kind, int32_t width)
{
    bool flat = kind->orientation[0] == 'f';
    double texel = 1 / kind->texels, x = kind->shift * texel, y = x;
    double half_width = width * texel / 2, half_height = HEIGHT * texel / 2;
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"y_axis\": \"%s\", \"cell\": "
               "{\"width\": %.17g, \"height\": %.17g, \"side\": %.17g}, \"shape\": {\"radius\": "
               "%d}}, \"field\": {\"metric\": \"%s\"%s}, \"texture\": {\"width\": %d, \"height\": "
               "%d, \"bounds\": [%.17g, %.17g, %.17g, %.17g]}}",
               kind->orientation, kind->y_axis, flat ? kind->height : 1, flat ? 1 : kind->height,
               kind->side, TILES, kind->metric, kind->field, width, HEIGHT, x - half_width,
               y - half_height, x + half_width, y + half_height);
}

static void hold(const struct kind *kind, int32_t width)
{
    struct board board;
    char name[1000];
    snprintf(name, sizeof name, "%s %s %s, %.17g texels a tile, shift %g", kind->orientation,
             kind->metric, kind->field, kind->texels, kind->shift);
    make(&board, kind, width);
    board_bakes_as_defined(&board, name);
    board_free(&board);
}

static const char *const fields[] = {
    "",
    ", \"sources\": [[0, 0], [7, -3], [-20, 9]], \"blocked\": [[1, 0], [0, 1], [-1, 1], [2, 2]]",
    ", \"sources\": [[3, 0], [-5, -5]], \"blocked\": [[4, 0]], \"outside\": \"fog\"",
    ", \"levels\": [[0, 0, 3], [1, 0, 9], [0, 1, 600000], [-1, 0, 0], [-2, 1, 3]]",
};

// Regular, stretched, nearly a rectangle, nearly a rhombus; with width 1.
static const double shapes[][2] = {{1.1547005383792515, 0.57735026918962573}, {0.5, 0.2},
                                   {2, 1.9998}, {1.25, 0.0002}};

static void hold_size(double texels, double shift)
{
    for (unsigned i = 0; i < 64; i++) {
        struct kind kind = {
            .texels = texels, .shift = shift,
            .height = shapes[i >> 4][0], .side = shapes[i >> 4][1],
            .orientation = i & 1 ? "flat" : "pointy", .metric = i & 2 ? "seamless" : "sweep",
            .y_axis = i & 1 ? "up" : "down", .field = fields[i >> 2 & 3]};
        hold(&kind, 200);
    }
}

static void sizes_off_borders(void **state)
{
    static const double texels[] = {0.13, 0.7, 1.37, 2.41, 3.9961, 7.77, 15.3, 63.015, 141.2};
    (void)state;
    for (size_t i = 0; i < sizeof texels / sizeof texels[0]; i++)
        hold_size(texels[i], 0.123);
}

static void sizes_on_borders(void **state)
{
    static const double texels[] = {0.25, 1, 2, 3, 4, 8, 15, 64};
    (void)state;
    for (size_t i = 0; i < sizeof texels / sizeof texels[0]; i++)
        for (int shift = 0; shift < 2; shift++)
            hold_size(texels[i], shift / 2.0);
}

// Fewer texels than a vector has, and one more; the last are done otherwise.
static void every_width_px(void **state)
{
    (void)state;
    for (int32_t width = 1; width <= 19; width++)
        for (unsigned i = 0; i < 4; i++) {
            struct kind kind = {
                .texels = 5.3, .shift = 0.3, .height = shapes[0][0], .side = shapes[0][1],
                .orientation = i & 1 ? "flat" : "pointy", .metric = i & 2 ? "seamless" : "sweep",
                .y_axis = "down", .field = fields[1]};
            hold(&kind, width);
        }
}

// So far out that columns are not equally far apart: nothing is known but by the definition.
static void far_from_the_origin(void **state)
{
    static const double far[] = {1e6, 1e9, 1e12, 3e13}; // beyond is refused
    (void)state;
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        for (unsigned j = 0; j < 4; j++) {
            struct board board;
            board_make(&board,
                       "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 1.3, "
                       "\"origin\": [%.17g, %.17g], \"shape\": {\"radius\": 9}}, \"field\": "
                       "{\"metric\": \"%s\"}, \"texture\": {\"width\": 150, \"height\": 20}}",
                       j & 1 ? "flat" : "pointy", far[i], -far[i],
                       j & 2 ? "seamless" : "sweep");
            board_bakes_as_defined(&board, "far out");
            board_free(&board);
        }
}

// The words of a table with a level over 2^19 have no room for the relations.
static void levels_past_half_a_million(void **state)
{
    (void)state;
    for (unsigned j = 0; j < 2; j++) {
        struct board board;
        board_make(&board,
                   "{\"hexfog\": 1, \"grid\": {\"orientation\": \"pointy\", \"coordinates\": "
                   "\"odd-r\", \"cell\": {\"width\": 1, \"height\": 1.25, \"side\": 0.625}, "
                   "\"shape\": {\"columns\": 524320, \"rows\": 1}}, \"field\": {\"sources\": "
                   "[[0, 0]], \"metric\": \"%s\"}, \"texture\": {\"width\": 150, \"height\": 20, "
                   "\"bounds\": [524277.3, -2, 524300.3, 2]}}", j ? "seamless" : "sweep");
        assert_true(board_value(&board, 524287, 0).level == 524287);
        assert_true(board_value(&board, 524289, 0).level == 524289);
        board_bakes_as_defined(&board, "levels past 2^19");
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("rows of tiles of 0.13 to 141 texels are the definition, bit for bit",
               sizes_off_borders),
        PROVES("so are rows whose texels lie on borders, corners and centres", sizes_on_borders),
        PROVES("so are rows of 1 to 19 texels", every_width_px),
        PROVES("so are rows far from the origin", far_from_the_origin),
        PROVES("so are rows of levels past 2^19", levels_past_half_a_million),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
