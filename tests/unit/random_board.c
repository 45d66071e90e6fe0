// SPDX-License-Identifier: MIT
// Turns a seed into a description of some random kind, as JSON text.
#include "random_board.h"
#include "prove.h"
#include "random_tiles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const board_feature_names[BOARD_FEATURE_COUNT] = {
#define BOARD_FEATURE_NAME(name) #name,
    BOARD_FEATURES(BOARD_FEATURE_NAME)
#undef BOARD_FEATURE_NAME
};

struct maker {
    struct random random;
    struct random_board *board;
    enum hexfog_orientation orientation;
    enum hexfog_coordinates coordinates;
    double width, height, side, origin_x, origin_y;
    double x_min, y_min, x_max, y_max; // of the shape
};

static void add(struct maker *m, const char *format, ...) HEXFOG_PRINTF(2, 3);
static void add(struct maker *m, const char *format, ...)
{
    struct random_board *board = m->board;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(board->text + board->length, sizeof board->text - board->length,
                            format, arguments);
    va_end(arguments);
    board->length += (size_t)written;
    assert_true(board->length < sizeof board->text);
}

static void mark(struct maker *m, enum board_feature feature)
{
    m->board->features |= UINT64_C(1) << feature;
}

bool random_board_has(const struct random_board *board, enum board_feature feature)
{
    return board->features >> feature & 1;
}

static double log_between(struct maker *m, double low, double high)
{
    return exp(random_between(&m->random, log(low), log(high)));
}

// ---------------------------------------------------------------- tiles

static void add_tiles(struct maker *m, const struct random_tiles *list, bool with_levels)
{
    add(m, "[");
    for (int i = 0; i < list->count; i++) {
        struct hexfog_axial pair = tile_written_as(m->coordinates, list->tiles[i]);
        add(m, "%s[%d, %d", i ? ", " : "", pair.q, pair.r);
        if (with_levels)
            add(m, ", %d", list->levels[i]);
        add(m, "]");
    }
    add(m, "]");
}

static struct hexfog_axial any_tile(struct maker *m)
{
    const struct random_tiles *shape = &m->board->shape;
    return shape->tiles[random_int(&m->random, 0, shape->count - 1)];
}

// ---------------------------------------------------------------- grid

static void choose_sides(struct maker *m, double *extent)
{
    double share = random_between(&m->random, 0.1, 0.9);
    if (random_chance(&m->random, 0.15)) {
        share = log_between(m, 1e-4, 1e-1);
        mark(m, BOARD_NARROW_SIDE);
    } else if (random_chance(&m->random, 0.15)) {
        share = 1 - log_between(m, 1e-4, 1e-1);
        mark(m, BOARD_WIDE_SIDE);
    }
    m->side = *extent * share;
}

// Cells near 1, a few near 1e-3 and 1e6.
static double edge_scale(struct maker *m)
{
    double kind = random_unit(&m->random);
    if (kind < 0.9)
        return 1;
    mark(m, kind < 0.95 ? BOARD_CELL_OF_1E_3 : BOARD_CELL_OF_1E6);
    return kind < 0.95 ? 1e-3 : 1e6;
}

static void choose_cell(struct maker *m)
{
    bool pointy = m->orientation == HEXFOG_POINTY;
    double kind = random_unit(&m->random), scale = edge_scale(m);
    if (kind < 0.3) {
        double size = scale * (random_chance(&m->random, 0.5) ? log_between(m, 0.05, 200)
                                                              : random_int(&m->random, 1, 9));
        m->width = pointy ? sqrt(3) * size : 2 * size;
        m->height = pointy ? 2 * size : sqrt(3) * size;
        m->side = size;
        mark(m, BOARD_REGULAR);
        add(m, "\"size\": %.17g", size);
        return;
    }
    if (kind < 0.6 && scale >= 1 && scale <= 1) {
        m->width = random_int(&m->random, 2, 24);
        m->height = random_int(&m->random, 2, 24);
        m->side = random_int(&m->random, 1, (int32_t)(pointy ? m->height : m->width) - 1);
        mark(m, BOARD_INTEGER_CELL);
    } else {
        m->width = scale * log_between(m, 0.1, 100);
        m->height = m->width * log_between(m, 0.15, 7);
        choose_sides(m, pointy ? &m->height : &m->width);
        mark(m, BOARD_REAL_CELL);
    }
    add(m, "\"cell\": {\"width\": %.17g, \"height\": %.17g, \"side\": %.17g}", m->width,
        m->height, m->side);
}

static void choose_coordinates(struct maker *m)
{
    static const char *const words[] = {"axial", "odd-r", "even-r", "odd-q", "even-q"};
    int offset = random_int(&m->random, 0, 2);
    bool pointy = m->orientation == HEXFOG_POINTY;
    m->coordinates = offset == 0 ? HEXFOG_AXIAL
                                 : (enum hexfog_coordinates)(offset + (pointy ? 0 : 2));
    mark(m, (enum board_feature)(BOARD_AXIAL + (int)m->coordinates));
    if (m->coordinates != HEXFOG_AXIAL || random_chance(&m->random, 0.5))
        add(m, ", \"coordinates\": \"%s\"", words[m->coordinates]);
}

static void choose_origin(struct maker *m)
{
    double kind = random_unit(&m->random), shortest = fmin(m->width, m->height);
    if (kind < 0.4)
        return;
    bool whole = random_chance(&m->random, 0.3);
    double reach = kind < 0.7 ? 5 : log_between(m, 1e3, 1e6);
    mark(m, kind < 0.7 ? BOARD_NEAR_ORIGIN : BOARD_FAR_ORIGIN);
    double unit = shortest;
    if (kind > 0.95) {
        mark(m, BOARD_FAR_UNITS);
        reach = 1e6;
        unit = 1;
    }
    m->origin_x = unit * reach * random_between(&m->random, -1, 1);
    m->origin_y = unit * reach * random_between(&m->random, -1, 1);
    if (whole) {
        m->origin_x = floor(m->origin_x);
        m->origin_y = floor(m->origin_y);
    }
    add(m, ", \"origin\": [%.17g, %.17g]", m->origin_x, m->origin_y);
}

static void shape_of_radius(struct maker *m, struct hexfog_axial center, int32_t radius)
{
    for (int32_t q = -radius; q <= radius; q++)
        for (int32_t r = -radius; r <= radius; r++)
            if (q + r >= -radius && q + r <= radius)
                put_tile(&m->board->shape, (struct hexfog_axial){center.q + q, center.r + r}, 0);
    struct hexfog_axial pair = tile_written_as(m->coordinates, center);
    mark(m, BOARD_RADIUS);
    if (radius == 0)
        mark(m, BOARD_RADIUS_0);
    add(m, ", \"shape\": {\"radius\": %d", radius);
    if (center.q != 0 || center.r != 0)
        add(m, ", \"center\": [%d, %d]", pair.q, pair.r);
    add(m, "}");
}

static void shape_of_rectangle(struct maker *m)
{
    int32_t columns = random_int(&m->random, 1, 8), rows = random_int(&m->random, 1, 8);
    for (int32_t i = 0; i < columns * rows; i++)
        put_tile(&m->board->shape, tile_read_as(m->coordinates, i % columns, i / columns), 0);
    mark(m, BOARD_RECTANGLE);
    add(m, ", \"shape\": {\"columns\": %d, \"rows\": %d}", columns, rows);
}

// A walk of tiles, some of them left out, so that lists have holes and islands.
static void shape_of_tiles(struct maker *m, struct hexfog_axial start)
{
    int32_t wanted = random_int(&m->random, 1, 40);
    struct hexfog_axial tile = start;
    put_tile(&m->board->shape, tile, 0);
    for (int i = 0; i < 4 * wanted && m->board->shape.count < wanted; i++) {
        tile = tile_neighbour(tile, random_int(&m->random, 0, 5));
        if (random_chance(&m->random, 0.7))
            put_tile(&m->board->shape, tile, 0);
    }
    mark(m, BOARD_TILES);
    add(m, ", \"shape\": {\"tiles\": ");
    add_tiles(m, &m->board->shape, false);
    add(m, "}");
}

static void choose_shape(struct maker *m)
{
    double kind = random_unit(&m->random);
    int32_t reach = random_chance(&m->random, 0.1) ? 5000 : 6;
    struct hexfog_axial start = {0, 0};
    if (random_chance(&m->random, 0.6))
        start = (struct hexfog_axial){random_int(&m->random, -reach, reach),
                                      random_int(&m->random, -reach, reach)};
    if (m->coordinates != HEXFOG_AXIAL && kind < 0.4) {
        shape_of_rectangle(m);
        return;
    }
    if (reach > 6)
        mark(m, BOARD_FAR_TILES);
    if (start.r < 0 && m->coordinates != HEXFOG_AXIAL)
        mark(m, BOARD_NEGATIVE_TILES);
    if (kind < 0.7)
        shape_of_radius(m, start, random_int(&m->random, 0, 6));
    else
        shape_of_tiles(m, start);
}

static void widen(double *least, double *most, double middle, double extent)
{
    *least = fmin(*least, middle - extent / 2);
    *most = fmax(*most, middle + extent / 2);
}

// gcc 12 for 64-bit ARM ends in an error of its own where fmin and fmax of this loop are made
// vectors: volatile forbids it.
static void find_extent(struct maker *m)
{
    volatile int count = m->board->shape.count;
    m->x_min = m->y_min = HUGE_VAL;
    m->x_max = m->y_max = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        double q = m->board->shape.tiles[i].q, r = m->board->shape.tiles[i].r;
        bool pointy = m->orientation == HEXFOG_POINTY;
        double x = pointy ? m->width * (q + r / 2) : (m->width + m->side) / 2 * q;
        double y = pointy ? (m->height + m->side) / 2 * r : m->height * (r + q / 2);
        widen(&m->x_min, &m->x_max, m->origin_x + x, m->width);
        widen(&m->y_min, &m->y_max, m->origin_y + y, m->height);
    }
}

static void choose_grid(struct maker *m)
{
    m->orientation = random_chance(&m->random, 0.5) ? HEXFOG_POINTY : HEXFOG_FLAT;
    bool pointy = m->orientation == HEXFOG_POINTY;
    mark(m, pointy ? BOARD_POINTY : BOARD_FLAT);
    add(m, "\"grid\": {\"orientation\": \"%s\", ", pointy ? "pointy" : "flat");
    choose_cell(m);
    choose_coordinates(m);
    if (random_chance(&m->random, 0.5)) {
        add(m, ", \"y_axis\": \"up\"");
        mark(m, BOARD_Y_UP);
    }
    choose_origin(m);
    choose_shape(m);
    find_extent(m);
    add(m, "}");
}

// ---------------------------------------------------------------- field

static void choose_levels(struct maker *m)
{
    struct random_board *board = m->board;
    int32_t greatest = random_chance(&m->random, 0.1) ? 16777214 : random_int(&m->random, 0, 6);
    double share = random_chance(&m->random, 0.5) ? 1 : random_unit(&m->random);
    for (int i = 0; i < board->shape.count; i++)
        if (i == 0 || random_chance(&m->random, share))
            put_tile(&board->levels, board->shape.tiles[i], random_int(&m->random, 0, greatest));
    mark(m, BOARD_LEVELS);
    if (board->levels.count < board->shape.count)
        mark(m, BOARD_LEVELS_LEFT_OUT);
    add(m, "\"levels\": ");
    add_tiles(m, &board->levels, true);
}

static void block(struct maker *m, struct hexfog_axial tile)
{
    if (find_tile(&m->board->sources, tile) < 0 && find_tile(&m->board->shape, tile) >= 0)
        put_tile(&m->board->blocked, tile, 0);
}

static void choose_walls(struct maker *m)
{
    double kind = random_unit(&m->random), share = random_unit(&m->random);
    const struct random_tiles *shape = &m->board->shape;
    struct hexfog_axial middle = any_tile(m);
    if (kind < 0.3) {
        for (int i = 0; i < shape->count; i++)
            if (random_chance(&m->random, share))
                block(m, shape->tiles[i]);
        mark(m, BOARD_SCATTERED_WALLS);
    } else if (kind < 0.45) {
        for (int k = 0; k < 6; k++)
            block(m, tile_neighbour(middle, k));
        mark(m, BOARD_RING_WALL);
    } else if (kind < 0.6) {
        for (int i = 0; i < shape->count; i++)
            if (shape->tiles[i].q == middle.q && random_chance(&m->random, 0.95))
                block(m, shape->tiles[i]);
        mark(m, BOARD_LINE_WALL);
    } else if (kind < 0.7) {
        for (int k = 0; k < 6; k++)
            block(m, tile_neighbour(m->board->sources.tiles[0], k));
        mark(m, BOARD_SHUT_IN_SOURCE);
    } else if (kind < 0.75) {
        for (int i = 0; i < shape->count; i++)
            block(m, shape->tiles[i]);
        mark(m, BOARD_ALL_BLOCKED);
    }
}

static void choose_sources(struct maker *m)
{
    struct random_board *board = m->board;
    const char *comma = "";
    if (random_board_has(board, BOARD_RADIUS) && random_chance(&m->random, 0.4)) {
        put_tile(&board->sources, board->shape.tiles[board->shape.count / 2], 0);
        mark(m, BOARD_DEFAULT_SOURCE);
    } else {
        int32_t wanted = random_chance(&m->random, 0.5) ? 1 : random_int(&m->random, 2, 5);
        for (int32_t i = 0; i < wanted; i++)
            put_tile(&board->sources, any_tile(m), 0);
        if (board->sources.count > 1)
            mark(m, BOARD_SEVERAL_SOURCES);
        add(m, "\"sources\": ");
        add_tiles(m, &board->sources, false);
        comma = ", ";
    }
    choose_walls(m);
    if (board->blocked.count == 0)
        return;
    add(m, "%s\"blocked\": ", comma);
    add_tiles(m, &board->blocked, false);
}

static void choose_field(struct maker *m)
{
    bool seamless = random_chance(&m->random, 0.5), fog = random_chance(&m->random, 0.5);
    add(m, ", \"field\": {");
    size_t empty = m->board->length;
    if (random_chance(&m->random, 0.25)) {
        choose_levels(m);
        fog = true;
    } else {
        choose_sources(m);
        if (fog)
            add(m, "%s\"outside\": \"fog\"", m->board->length > empty ? ", " : "");
    }
    mark(m, fog ? BOARD_OUTSIDE_FOG : BOARD_OUTSIDE_EXTEND);
    mark(m, seamless ? BOARD_SEAMLESS : BOARD_SWEEP);
    if (seamless)
        add(m, "%s\"metric\": \"seamless\"", m->board->length > empty ? ", " : "");
    add(m, "}");
}

// ---------------------------------------------------------------- texture

static void add_bounds(struct maker *m, double x, double y, double width, double height)
{
    mark(m, BOARD_BOUNDS);
    add(m, ", \"bounds\": [%.17g, %.17g, %.17g, %.17g]", x, y, x + width, y + height);
}

// Some part of the shape's box and some of its surroundings.
static void choose_bounds(struct maker *m, double *x, double *y, double *width, double *height)
{
    double x_extent = m->x_max - m->x_min, y_extent = m->y_max - m->y_min;
    *width = x_extent * log_between(m, 0.1, 1.6);
    *height = y_extent * log_between(m, 0.1, 1.6);
    *x = random_between(&m->random, m->x_min - 0.3 * x_extent, m->x_max - 0.5 * *width);
    *y = random_between(&m->random, m->y_min - 0.3 * y_extent, m->y_max - 0.5 * *height);
    if (!random_chance(&m->random, 0.06))
        return;
    // Past the shape, on one side of it or at a corner.
    *x = m->x_min + x_extent * random_int(&m->random, -3, -2);
    if (random_chance(&m->random, 0.5))
        *y = m->y_max + y_extent * random_int(&m->random, 1, 2);
    mark(m, BOARD_MISSES);
}

static void choose_margin(struct maker *m)
{
    if (random_chance(&m->random, 0.5))
        return;
    mark(m, BOARD_MARGIN);
    add(m, ", \"margin\": %.17g", random_between(&m->random, 0, 2) * m->width);
}

static void texture_of_resolution(struct maker *m)
{
    double x = 0, y = 0, width = m->x_max - m->x_min, height = m->y_max - m->y_min;
    double per_unit = random_between(&m->random, 3, 36) / fmax(width, height);
    double tile = m->orientation == HEXFOG_POINTY ? m->width : m->height;
    // At 1e9 cells from the origin no rounded bounds are a whole number of texels wide.
    bool bounds = !random_board_has(m->board, BOARD_FAR_UNITS) && random_chance(&m->random, 0.4);
    if (random_board_has(m->board, BOARD_INTEGER_CELL) && width * height < 8000 &&
        random_chance(&m->random, 0.7)) {
        mark(m, BOARD_ONE_TEXEL_A_UNIT);
        per_unit = 1;
    }
    bool per_tile = per_unit < 1 && random_chance(&m->random, 0.5);
    mark(m, per_tile ? BOARD_PER_TILE : BOARD_PER_UNIT);
    if (per_tile)
        add(m, "\"texels_per_tile\": %.17g", per_unit * tile);
    else
        add(m, "\"texels_per_unit\": %.17g", per_unit);
    if (!bounds) {
        choose_margin(m);
        return;
    }
    choose_bounds(m, &x, &y, &width, &height);
    if (per_unit >= 1 && per_unit <= 1) {
        // Texel centres at whole units lie on corners too, and on more of the borders.
        double half = random_chance(&m->random, 0.5) ? 0.5 : 0;
        if (half > 0)
            mark(m, BOARD_HALF_TEXELS);
        x = floor(x) + half;
        y = floor(y) + half;
    }
    add_bounds(m, x, y, ceil(width * per_unit) / per_unit, ceil(height * per_unit) / per_unit);
}

// A strip of 65536 texels has bounds: square texels would reach far beyond the board.
static void texture_of_size(struct maker *m)
{
    double x, y, width, height, kind = random_unit(&m->random);
    int32_t columns = random_int(&m->random, 1, 40), rows = random_int(&m->random, 1, 40);
    bool strip = kind < 0.02;
    mark(m, BOARD_SIZE_IN_TEXELS);
    if (strip) {
        mark(m, BOARD_LONG_STRIP);
        columns = kind < 0.01 ? 1 : 65536;
        rows = kind < 0.01 ? 65536 : 1;
    } else if (kind < 0.05) {
        mark(m, BOARD_ONE_TEXEL);
        columns = rows = 1;
    }
    add(m, "\"width\": %d, \"height\": %d", columns, rows);
    if (strip || random_chance(&m->random, 0.4)) {
        choose_bounds(m, &x, &y, &width, &height);
        add_bounds(m, x, y, width, height);
    } else {
        choose_margin(m);
    }
}

static void choose_texture(struct maker *m)
{
    add(m, ", \"texture\": {");
    if (random_chance(&m->random, 0.4))
        texture_of_resolution(m);
    else
        texture_of_size(m);
    add(m, "}");
}

void random_board_make(struct random_board *board, uint64_t seed)
{
    struct maker m = {.random = {seed * 0x9e3779b97f4a7c15u + 12345}, .board = board};
    *board = (struct random_board){.length = 0};
    add(&m, "{\"hexfog\": 1, ");
    choose_grid(&m);
    choose_field(&m);
    choose_texture(&m);
    add(&m, "}\n");
}
