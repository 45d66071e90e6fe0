// SPDX-License-Identifier: MIT
// Turns a shape's few numbers into the set of tiles that they mean.
#include "model/shape.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "desc/offset.h"

struct hexfog_box hexfog_box_union(struct hexfog_box a, struct hexfog_box b)
{
    return (struct hexfog_box){
        a.q_min < b.q_min ? a.q_min : b.q_min, a.r_min < b.r_min ? a.r_min : b.r_min,
        a.q_max > b.q_max ? a.q_max : b.q_max, a.r_max > b.r_max ? a.r_max : b.r_max};
}

int64_t hexfog_box_tile_count(struct hexfog_box box)
{
    int64_t columns = box.q_max - box.q_min + 1, rows = box.r_max - box.r_min + 1;

    return columns > INT64_MAX / rows ? INT64_MAX : columns * rows;
}

// Sorts by r, then q.
static uint64_t key_of(struct hexfog_axial tile)
{
    return (uint64_t)((uint32_t)tile.r ^ 0x80000000U) << 32 | ((uint32_t)tile.q ^ 0x80000000U);
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

bool hexfog_tile_set_make(const struct hexfog_tile_list *list, struct hexfog_tile_set *set)
{
    *set = (struct hexfog_tile_set){hexfog_alloc(list->count, sizeof *set->keys), 0};
    if (!set->keys)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (list->places[i].line)
            set->keys[set->count++] = key_of(list->tiles[i]);
    qsort(set->keys, set->count, sizeof *set->keys, compare_keys);
    return true;
}

bool hexfog_tile_set_has(const struct hexfog_tile_set *set, struct hexfog_axial tile)
{
    uint64_t key = key_of(tile);

    return set->count && bsearch(&key, set->keys, set->count, sizeof key, compare_keys);
}

void hexfog_tile_set_free(struct hexfog_tile_set *set)
{
    hexfog_free(set->keys);
    *set = (struct hexfog_tile_set){0};
}

bool hexfog_shape_has(const struct hexfog_grid *grid, const struct hexfog_tile_set *tiles,
                      struct hexfog_axial tile)
{
    const struct hexfog_shape *shape = &grid->shape;

    if (shape->kind == HEXFOG_SHAPE_RADIUS)
        return hexfog_tile_distance(tile, shape->center) <= shape->radius;
    if (shape->kind == HEXFOG_SHAPE_TILES)
        return hexfog_tile_set_has(tiles, tile);
    struct hexfog_written_tile at = hexfog_written_from_axial(grid->coordinates, tile);
    return at.a >= 0 && at.a < shape->columns && at.b >= 0 && at.b < shape->rows;
}

static struct hexfog_box box_of(struct hexfog_axial tile)
{
    return (struct hexfog_box){tile.q, tile.r, tile.q, tile.r};
}

// A rectangle's extremes, in any measure, are met by tiles within two columns and two
// rows of its corners: shifted rows alternate, and everything else grows steadily.
static int corner_numbers(int32_t count, int32_t number[4])
{
    int32_t candidates[4] = {0, 1, count - 2, count - 1};
    int found = 0;

    for (int i = 0; i < 4; i++)
        if (candidates[i] >= 0 && candidates[i] < count)
            number[found++] = candidates[i];
    return found;
}

static struct hexfog_axial tile_of(const struct hexfog_grid *grid, int32_t column, int32_t row)
{
    return hexfog_axial_from_written(grid->coordinates, (struct hexfog_written_tile){column, row});
}

static void each_corner_tile(const struct hexfog_grid *grid,
                             void (*visit)(void *context, struct hexfog_axial tile), void *context)
{
    int32_t columns[4], rows[4];
    int column_count = corner_numbers(grid->shape.columns, columns);
    int row_count = corner_numbers(grid->shape.rows, rows);

    for (int i = 0; i < row_count; i++)
        for (int j = 0; j < column_count; j++)
            visit(context, tile_of(grid, columns[j], rows[i]));
}

// The tiles among which a shape's extremes are: the six corners of a hexagon, those near
// a rectangle's corners, all of a list.
static void each_extreme_tile(const struct hexfog_grid *grid,
                              void (*visit)(void *context, struct hexfog_axial tile),
                              void *context)
{
    const struct hexfog_shape *shape = &grid->shape;

    if (shape->kind == HEXFOG_SHAPE_RECTANGLE)
        each_corner_tile(grid, visit, context);
    for (int k = 0; k < 6 && shape->kind == HEXFOG_SHAPE_RADIUS; k++)
        visit(context, (struct hexfog_axial){
                           shape->center.q + hexfog_directions[k].q * shape->radius,
                           shape->center.r + hexfog_directions[k].r * shape->radius});
    for (size_t i = 0; i < shape->list.count && shape->kind == HEXFOG_SHAPE_TILES; i++)
        visit(context, shape->list.tiles[i]);
}

struct growing_box { struct hexfog_box box; bool any; };

static void grow_box(void *context, struct hexfog_axial tile)
{
    struct growing_box *growing = context;

    growing->box = growing->any ? hexfog_box_union(growing->box, box_of(tile)) : box_of(tile);
    growing->any = true;
}

struct hexfog_box hexfog_shape_box(const struct hexfog_grid *grid)
{
    struct growing_box growing = {0};

    each_extreme_tile(grid, grow_box, &growing);
    return growing.box;
}

// A tile's centre lies at across * half / 2 along its band and at pitch * band.
struct growing_steps {
    bool pointy, any;
    int64_t half_min, half_max, band_min, band_max;
};

static void grow_steps(void *context, struct hexfog_axial tile)
{
    struct growing_steps *g = context;
    int64_t band = g->pointy ? tile.r : tile.q;
    int64_t half = 2 * (int64_t)(g->pointy ? tile.q : tile.r) + band;

    if (!g->any)
        *g = (struct growing_steps){g->pointy, true, half, half, band, band};
    if (half < g->half_min)
        g->half_min = half;
    if (half > g->half_max)
        g->half_max = half;
    if (band < g->band_min)
        g->band_min = band;
    if (band > g->band_max)
        g->band_max = band;
}

struct hexfog_frame hexfog_shape_frame(const struct hexfog_lattice *lattice,
                                       const struct hexfog_grid *grid)
{
    struct growing_steps g = {.pointy = lattice->cell.orientation == HEXFOG_POINTY};

    each_extreme_tile(grid, grow_steps, &g);
    double along = lattice->across * (0.25 * (double)(g.half_min + g.half_max));
    double over = lattice->pitch * (0.5 * (double)(g.band_min + g.band_max));
    double length = lattice->across * (0.5 * (double)(g.half_max - g.half_min));
    double breadth = lattice->pitch * (double)(g.band_max - g.band_min);
    if (g.pointy)
        return (struct hexfog_frame){along, over, length + lattice->cell.width,
                                     breadth + lattice->cell.height};
    return (struct hexfog_frame){over, along, breadth + lattice->cell.width,
                                 length + lattice->cell.height};
}

static void each_in_radius(const struct hexfog_shape *shape, hexfog_visit_tiles *visit,
                           void *context)
{
    int32_t radius = shape->radius;

    for (int32_t r = -radius; r <= radius; r++) {
        int32_t first = r < 0 ? -radius - r : -radius, last = r < 0 ? radius : radius - r;
        struct hexfog_axial tile = {shape->center.q + first, shape->center.r + r};
        visit(context, tile, last - first + 1);
    }
}

// A row of offset tiles lies along +q only where rows are what is shifted.
static void each_in_rectangle(const struct hexfog_grid *grid, hexfog_visit_tiles *visit,
                              void *context)
{
    bool is_whole = grid->coordinates == HEXFOG_ODD_R || grid->coordinates == HEXFOG_EVEN_R;
    int32_t columns = grid->shape.columns, count = is_whole ? columns : 1;

    for (int32_t row = 0; row < grid->shape.rows; row++)
        for (int32_t column = 0; column < columns; column += count)
            visit(context, tile_of(grid, column, row), count);
}

void hexfog_shape_each(const struct hexfog_grid *grid, hexfog_visit_tiles *visit, void *context)
{
    const struct hexfog_shape *shape = &grid->shape;

    if (shape->kind == HEXFOG_SHAPE_RADIUS)
        each_in_radius(shape, visit, context);
    if (shape->kind == HEXFOG_SHAPE_RECTANGLE)
        each_in_rectangle(grid, visit, context);
    if (shape->kind == HEXFOG_SHAPE_TILES)
        for (size_t i = 0; i < shape->list.count; i++)
            visit(context, shape->list.tiles[i], 1);
}
