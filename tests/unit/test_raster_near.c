// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Rows through centres, edges and corners of tiles, but for some roundings, where only the
// definition can tell tile and lead: the bits that it has. (What rows of other tests meet by
// chance is caught by them; what guards these places alone, here.)
#include "board.h"
#include "prove.h"

#include <math.h>
#include <string.h>

enum { BOARDS = 20000, HEIGHT = 3 };

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

// The y of a centre, a horizontal edge or a corner, up to two roundings off.
static double some_y(struct random *random, const struct cell *cell)
{
    double from_centre[] = {0, cell->height / 2, cell->side / 2};
    double y = random_int(random, -6, 6) * (cell->height + cell->side) / 2 +
               random_int(random, -1, 1) * from_centre[random_int(random, 0, 2)];
    if (cell->is_flat)
        y = random_int(random, -12, 12) * cell->height / 2;
    y += cell->origin_y;
    for (int i = random_int(random, 0, 2); i > 0; i--)
        y = nextafter(y, random_chance(random, 0.5) ? HUGE_VAL : -HUGE_VAL);
    return y;
}

static void make(struct random *random, struct board *board)
{
    struct cell cell = some_cell(random);
    bool is_seamless = random_chance(random, 0.75);
    int32_t width = random_int(random, 20, 100);
    double texel_x = cell.width / (random_chance(random, 0.5) ? random_int(random, 1, 40)
                                                              : log_between(random, 2, 60));
    double texel_y = cell.height / log_between(random, 2, 60);
    double y = some_y(random, &cell) - (random_int(random, 0, HEIGHT - 1) + 0.5) * texel_y;
    double x = cell.origin_x - width * texel_x / 2 +
               (random_chance(random, 0.5) ? random_int(random, -4, 4) * cell.width / 4
                                           : random_between(random, -3, 3) * cell.width);
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"origin\": [%.17g, %.17g], "
               "\"cell\": {\"width\": %.17g, \"height\": %.17g, \"side\": %.17g}, \"shape\": "
               "{\"radius\": 4}}, \"field\": {\"metric\": \"%s\"%s}, \"texture\": {\"width\": %d, "
               "\"height\": %d, \"bounds\": [%.17g, %.17g, %.17g, %.17g]}}",
               cell.is_flat ? "flat" : "pointy", cell.origin_x, cell.origin_y, cell.width,
               cell.height, cell.side, is_seamless ? "seamless" : "sweep",
               fields[random_int(random, 0, 3)], width, HEIGHT, x, y, x + width * texel_x,
               y + HEIGHT * texel_y);
}

static void hold(const struct board *board, uint64_t seed)
{
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    struct picture picture;
    picture_bake(&picture, board->map, 1);
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        struct hexfog_texel texel = {i % picture.width, i / picture.width};
        struct hexfog_world point = hexfog_world_from_texel(texture, texel);
        struct hexfog_value value = board_value(board, point.x, point.y);
        if (picture.level[i] != value.level ||
            memcmp(&picture.g[i], &value.g, sizeof value.g) != 0)
            fail_msg("board %llu, texel %d, %d: %d + %.17g, not %d + %.17g",
                     (unsigned long long)seed, texel.column, texel.row, picture.level[i],
                     picture.g[i], value.level, value.g);
    }
    picture_free(&picture);
}

static void rows_near_tiles_lines(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < BOARDS; seed++) {
        struct random random = {seed};
        struct board board;
        make(&random, &board);
        hold(&board, seed);
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("rows some roundings off centres, edges and corners are the definition",
               rows_near_tiles_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
