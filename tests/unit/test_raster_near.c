// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Rows through centres, edges and corners of tiles, but for some roundings, where only the
// definition can tell tile and lead: the bits that it has. (What rows of other tests meet by
// chance is caught by them; what guards these places alone, here.)
#include "board.h"
#include "prove.h"

#include <math.h>
#include <stdio.h>

enum { BOARDS = 20000, RAY_BOARDS = 10000, FAR_BOARDS = 10000,
       CLOSE_BOARDS = 10000, HEIGHT = 3 };

static const char *const fields[] = {
    "",
    ", \"sources\": [[0, 0], [1, -1]], \"blocked\": [[1, 0], [0, 1]]",
    ", \"levels\": [[0, 0, 3], [1, 0, 9], [0, 1, 5], [-1, 0, 0]]",
    ", \"sources\": [[0, 0]], \"blocked\": [[0, -1], [1, 0]], \"outside\": \"fog\""};

struct cell {
    bool is_flat;
    double width, height, side, origin_x, origin_y;
};

static double log_between(struct random *random, double low, double high)
{
    return exp(random_between(random, log(low), log(high)));
}

static double some_origin(struct random *random)
{
    double far = random_chance(random, 1 / 6.0) ? 1e4 : 1;
    return random_chance(random, 0.7) ? 0 : far * random_between(random, -5, 5);
}

static struct cell some_cell(struct random *random)
{
    struct cell cell = {.is_flat = random_chance(random, 0.75), .width = 1};
    if (random_chance(random, 0.5))
        cell.width = log_between(random, 0.1, 20);
    cell.height = cell.width * (random_chance(random, 0.5) ? log_between(random, 0.3, 3)
                                : cell.is_flat             ? sqrt(3) / 2
                                                           : 2 / sqrt(3));
    double share = random_chance(random, 0.3) ? 0.5 : random_between(random, 0.1, 0.9);
    cell.side = share * (cell.is_flat ? cell.width : cell.height);
    cell.origin_x = some_origin(random);
    cell.origin_y = some_origin(random);
    return cell;
}

static double from_centre(struct random *random, const struct cell *cell)
{
    double from_centre[] = {0, cell->height / 2, cell->side / 2};
    return random_int(random, -1, 1) * from_centre[random_int(random, 0, cell->is_flat ? 1 : 2)];
}

// Up to two roundings off.
static double off(struct random *random, double y)
{
    for (int i = random_int(random, 0, 2); i > 0; i--)
        y = nextafter(y, random_chance(random, 0.5) ? HUGE_VAL : -HUGE_VAL);
    return y;
}

// The y of a centre, a horizontal edge or a corner, nearly.
static double some_y(struct random *random, const struct cell *cell)
{
    double y = cell->is_flat ? random_int(random, -12, 12) * cell->height / 2
                             : random_int(random, -6, 6) * (cell->height + cell->side) / 2 +
                                   from_centre(random, cell);
    return off(random, y + cell->origin_y);
}

struct view {
    int32_t width;
    double x, y, texel_x, texel_y;
};

static void make_board(struct board *board, const struct cell *cell, struct hexfog_axial centre,
                       bool is_seamless, const char *field, const struct view *view)
{
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"origin\": [%.17g, %.17g], "
               "\"cell\": {\"width\": %.17g, \"height\": %.17g, \"side\": %.17g}, \"shape\": "
               "{\"radius\": 4, \"center\": [%d, %d]}}, \"field\": {\"metric\": \"%s\"%s}, "
               "\"texture\": {\"width\": %d, \"height\": %d, \"bounds\": [%.17g, %.17g, %.17g, "
               "%.17g]}}",
               cell->is_flat ? "flat" : "pointy", cell->origin_x, cell->origin_y, cell->width,
               cell->height, cell->side, centre.q, centre.r, is_seamless ? "seamless" : "sweep",
               field, view->width, HEIGHT, view->x, view->y,
               view->x + view->width * view->texel_x, view->y + HEIGHT * view->texel_y);
}

static void make_near(struct random *random, struct board *board)
{
    struct cell cell = some_cell(random);
    bool is_seamless = random_chance(random, 0.75);
    struct view view = {.width = random_int(random, 20, 100)};
    view.texel_x = cell.width / (random_chance(random, 0.5) ? random_int(random, 1, 40)
                                                            : log_between(random, 2, 60));
    view.texel_y = cell.height / log_between(random, 2, 60);
    view.y = some_y(random, &cell) - (random_int(random, 0, HEIGHT - 1) + 0.5) * view.texel_y;
    view.x = cell.origin_x - view.width * view.texel_x / 2 +
             (random_chance(random, 0.5) ? random_int(random, -4, 4) * cell.width / 4
                                         : random_between(random, -3, 3) * cell.width);
    make_board(board, &cell, (struct hexfog_axial){0, 0}, is_seamless,
               fields[random_int(random, 0, 3)], &view);
}

// ---- A column on the ray to one corner of one tile, where the lead passes from edge to edge.

static void make_on_ray(struct random *random, struct board *board)
{
    struct cell cell = some_cell(random);
    while (cell.is_flat && random_chance(random, 0.75)) // pointy ones have a lead more
        cell = some_cell(random);
    double w = cell.width / 2, h = cell.height / 2, s = cell.side / 2, t = random_unit(random);
    double corners[2][2][2] = {{{w, s}, {0, h}}, {{s, h}, {w, 0}}};
    const double *corner = corners[cell.is_flat][random_int(random, 0, 1)];
    double x = cell.origin_x + (random_chance(random, 0.5) ? t : -t) * corner[0];
    double y = cell.origin_y + (random_chance(random, 0.5) ? t : -t) * corner[1];
    bool is_seamless = random_chance(random, 0.75);
    struct view view = {.width = random_int(random, 20, 100)};
    view.texel_x = cell.width / log_between(random, 2, 60);
    view.texel_y = cell.height / log_between(random, 2, 60);
    view.x = off(random, x) - (random_int(random, 1, view.width - 2) + 0.5) * view.texel_x;
    view.y = off(random, y) - (random_int(random, 0, HEIGHT - 1) + 0.5) * view.texel_y;
    make_board(board, &cell, (struct hexfog_axial){0, 0}, is_seamless,
               fields[random_int(random, 0, 3)], &view);
}

// ---- Columns that are some roundings apart, about a corner far out in y. The less a cell's
// slanted edges slant, the further a rounding of y moves a border.

static double some_share(struct random *random)
{
    double little = log_between(random, 1.1e-9, 0.1);
    return random_chance(random, 0.3) ? 0.5 : random_chance(random, 0.5) ? little : 1 - little;
}

static void make_far(struct random *random, struct board *board)
{
    struct cell cell = {.is_flat = random_chance(random, 0.3), .width = 1};
    double share = some_share(random);
    cell.height = log_between(random, 0.3, 3);
    cell.side = share * (cell.is_flat ? cell.width : cell.height);
    int32_t far = (int32_t)log_between(random, 1, 1e6), q = random_int(random, -3, 3);
    struct hexfog_axial centre = {cell.is_flat ? q : q - far / 2, far};
    double pitch = (1 + share) / 2 * (cell.is_flat ? cell.width : cell.height);
    double x = cell.is_flat ? pitch * q : centre.q + far / 2.0;
    double y = cell.is_flat ? cell.height * (far + q / 2.0) : pitch * far;
    x += random_int(random, -1, 1) * (cell.is_flat ? cell.side : cell.width) / 2;
    y = off(random, y + from_centre(random, &cell));
    struct view view = {.width = random_int(random, 20, 100)};
    view.texel_x = log_between(random, 1e-16, 1e-7);
    view.texel_y = cell.height / 8;
    view.x = x - random_int(random, 0, view.width) * view.texel_x;
    view.y = y - (random_int(random, 0, HEIGHT - 1) + 0.5) * view.texel_y;
    make_board(board, &cell, centre, random_chance(random, 0.5), "", &view);
}

// Columns that are a rounding apart or the same, along the edge that a row of flat tiles meets
// behind each corner: there the definition may come back to a tile that it has left.
static void make_close(struct random *random, struct board *board)
{
    struct cell cell = {.is_flat = true, .width = 1};
    double share = some_share(random);
    cell.height = log_between(random, 0.3, 3);
    cell.side = share;
    int32_t q = (int32_t)log_between(random, 3, 100);
    struct hexfog_axial centre = {q, random_int(random, -3, 3) - q / 2};
    double x = (1 + share) / 2 * q + (random_chance(random, 0.5) ? cell.width : cell.side) / 2;
    double y = cell.height * (centre.r + q / 2.0), rounding = nextafter(x, HUGE_VAL) - x;
    if (random_chance(random, 0.5))
        y += rounding * random_between(random, -1, 1) * log_between(random, 1e-3, 1e3);
    struct view view = {.width = random_int(random, 8, 40)};
    view.texel_x = rounding * log_between(random, 0.2, 1);
    view.texel_y = cell.height / 8;
    view.x = x - random_int(random, 0, view.width) * view.texel_x;
    view.y = off(random, y) - (random_int(random, 0, HEIGHT - 1) + 0.5) * view.texel_y;
    make_board(board, &cell, centre, random_chance(random, 0.5), "", &view);
}

static void hold_boards(void (*make)(struct random *random, struct board *board), uint64_t count)
{
    for (uint64_t seed = 0; seed < count; seed++) {
        struct random random = {seed};
        struct board board;
        char name[32];
        make(&random, &board);
        snprintf(name, sizeof name, "board %llu", (unsigned long long)seed);
        board_bakes_as_defined(&board, name);
        board_free(&board);
    }
}

static void rows_near_tiles_lines(void **state)
{
    (void)state;
    hold_boards(make_near, BOARDS);
}

static void columns_on_rays(void **state)
{
    (void)state;
    hold_boards(make_on_ray, RAY_BOARDS);
}

static void columns_a_rounding_apart(void **state)
{
    (void)state;
    hold_boards(make_close, CLOSE_BOARDS);
}

static void rows_near_corners_far_out(void **state)
{
    (void)state;
    hold_boards(make_far, FAR_BOARDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("rows some roundings off centres, edges and corners are the definition",
               rows_near_tiles_lines),
        PROVES("so are columns on the ray to one corner of a tile", columns_on_rays),
        PROVES("so are columns that are a rounding apart, at the corners of flat tiles",
               columns_a_rounding_apart),
        PROVES("so are columns some roundings apart about a corner, also far out in y",
               rows_near_corners_far_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
