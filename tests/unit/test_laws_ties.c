// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Integer cells at one texel a unit: texel centres fall on borders and corners, and then the
// tile with the smaller r has them, then the one with the smaller q. Decided here in whole
// numbers alone, four to a unit.
#include "board.h"
#include "prove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    bool flat;
    int64_t width, height, side, origin_x, origin_y;
};

struct spot { int64_t x, y; }; // in quarters of a unit

static struct spot spot_from(struct hexfog_world point)
{
    struct spot spot = {llrint(4 * point.x), llrint(4 * point.y)};
    assert_true(!((double)spot.x < 4 * point.x) && !((double)spot.x > 4 * point.x));
    assert_true(!((double)spot.y < 4 * point.y) && !((double)spot.y > 4 * point.y));
    return spot;
}

static struct spot centre_of(const struct cell *cell, int64_t q, int64_t r)
{
    struct spot pointy = {2 * cell->width * (2 * q + r), 2 * (cell->height + cell->side) * r};
    struct spot flat = {2 * (cell->width + cell->side) * q, 2 * cell->height * (2 * r + q)};
    struct spot centre = cell->flat ? flat : pointy;
    return (struct spot){centre.x + 4 * cell->origin_x, centre.y + 4 * cell->origin_y};
}

// Every e_k <= 1, multiplied out: u in quarters, so that X = u / (2 w). *on_border is set
// where some e_k is 1.
static bool is_in(const struct cell *cell, int64_t q, int64_t r, struct spot spot,
                  bool *on_border)
{
    struct spot centre = centre_of(cell, q, r);
    int64_t x = spot.x - centre.x, y = spot.y - centre.y;
    int64_t w = cell->width, h = cell->height, whole = 2 * w * h;
    int64_t slope = cell->flat ? w - cell->side : h - cell->side;
    int64_t pointy[3] = {x * h, y * w + slope * x, y * w - slope * x};
    int64_t flat[3] = {x * h + slope * y, y * w, slope * y - x * h};
    *on_border = false;
    for (int k = 0; k < 3; k++) {
        int64_t e = llabs(cell->flat ? flat[k] : pointy[k]);
        if (e > whole)
            return false;
        *on_border |= e == whole;
    }
    return true;
}

// The first in the order of r, then q.
static struct hexfog_axial tile_of(const struct cell *cell, struct spot spot, bool *on_border)
{
    double x = (double)(spot.x - 4 * cell->origin_x) / 4;
    double y = (double)(spot.y - 4 * cell->origin_y) / 4;
    double w = (double)cell->width, h = (double)cell->height, s = (double)cell->side;
    double line = cell->flat ? x / ((w + s) / 2) : y / ((h + s) / 2);
    double along = cell->flat ? y / h - line / 2 : x / w - line / 2;
    int64_t near_q = llrint(cell->flat ? line : along);
    int64_t near_r = llrint(cell->flat ? along : line);
    for (int64_t r = near_r - 3; r <= near_r + 3; r++)
        for (int64_t q = near_q - 3; q <= near_q + 3; q++)
            if (is_in(cell, q, r, spot, on_border))
                return (struct hexfog_axial){(int32_t)q, (int32_t)r};
    fail_msg("no tile has the texel");
    return (struct hexfog_axial){0, 0};
}

static uint64_t hold_board(const struct board *board, const struct cell *cell)
{
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    struct picture picture;
    uint64_t ties = 0;
    picture_bake(&picture, board->map, 1);
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        struct hexfog_world point = hexfog_world_from_texel(
            texture, (struct hexfog_texel){i % picture.width, i / picture.width});
        bool on_border = false;
        struct hexfog_axial wanted = tile_of(cell, spot_from(point), &on_border);
        struct hexfog_axial got = hexfog_axial_from_world(board->map, point);
        if (got.q != wanted.q || got.r != wanted.r)
            print_error("%s %dx%d/%d at %.17g, %.17g: tile %d,%d, not %d,%d\n",
                        cell->flat ? "flat" : "pointy", (int)cell->width, (int)cell->height,
                        (int)cell->side, point.x, point.y, got.q, got.r, wanted.q, wanted.r);
        assert_int_equal(got.q, wanted.q);
        assert_int_equal(got.r, wanted.r);
        assert_int_equal(picture.level[i], board_level(board, wanted.q, wanted.r));
        ties += on_border;
    }
    picture_free(&picture);
    return ties;
}

static struct cell any_cell(struct random *random, int64_t reach)
{
    struct cell cell = {.flat = random_chance(random, 0.5)};
    cell.width = random_int(random, 2, 22);
    cell.height = random_int(random, 2, 22);
    cell.side = random_int(random, 1, (int32_t)(cell.flat ? cell.width : cell.height) - 1);
    cell.origin_x = random_int(random, -(int32_t)reach, (int32_t)reach);
    cell.origin_y = random_int(random, -(int32_t)reach, (int32_t)reach);
    return cell;
}

static uint64_t hold_cells(uint64_t seed, int count, int64_t reach)
{
    struct random random = {seed};
    uint64_t ties = 0;
    for (int i = 0; i < count; i++) {
        struct cell cell = any_cell(&random, reach);
        struct board board;
        char bounds[160] = "";
        int64_t x = cell.origin_x - random_int(&random, 0, 30);
        int64_t y = cell.origin_y - random_int(&random, 0, 30);
        if (i & 1)
            snprintf(bounds, sizeof bounds, ", \"bounds\": [%lld, %lld, %lld, %lld]",
                     (long long)x, (long long)y, (long long)x + random_int(&random, 20, 70),
                     (long long)y + random_int(&random, 20, 70));
        board_make(&board,
                   "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"cell\": {\"width\": "
                   "%lld, \"height\": %lld, \"side\": %lld}, \"y_axis\": \"%s\", \"origin\": "
                   "[%lld, %lld], \"shape\": {\"radius\": 2}}, "
                   "\"texture\": {\"texels_per_unit\": 1%s}}",
                   cell.flat ? "flat" : "pointy", (long long)cell.width, (long long)cell.height,
                   (long long)cell.side, random_chance(&random, 0.5) ? "up" : "down",
                   (long long)cell.origin_x, (long long)cell.origin_y, bounds);
        ties += hold_board(&board, &cell);
        board_free(&board);
    }
    return ties;
}

static void ties_near_the_origin(void **state)
{
    (void)state;
    assert_true(hold_cells(80, 400, 9) > 10000);
}

static void ties_far_from_it(void **state)
{
    (void)state;
    assert_true(hold_cells(81, 200, 1000000) > 4000);
    assert_true(hold_cells(82, 200, 1000000000) > 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("on a border of integer cells the smaller r has the texel, then the smaller q",
               ties_near_the_origin),
        PROVES("it has it far from the origin as well", ties_far_from_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
