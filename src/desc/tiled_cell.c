// SPDX-License-Identifier: MIT
// Turns Tiled's tile size and stagger words into a cell, its place, and pixels into cells.
#include "desc/tiled.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- The head of the map.

static bool check_orientation(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    const struct hexfog_node *value = hexfog_import_value(t->reader, root, "orientation");
    char quoted[HEXFOG_QUOTE_BYTES];
    if (!value)
        return hexfog_import_fail(t->reader, root->place, "orientation",
                                  "missing (allowed: \"hexagonal\")");
    const char *word = value->kind == HEXFOG_NODE_STRING ? value->value.string : "";
    if (strcmp(word, "hexagonal") == 0)
        return true;
    const char *why = "";
    if (strcmp(word, "orthogonal") == 0 || strcmp(word, "oblique") == 0)
        why = ": its tiles have four neighbours, no hexagons";
    if (strcmp(word, "isometric") == 0 || strcmp(word, "staggered") == 0)
        why = ": its tiles are diamonds with four neighbours, no hexagons";
    return hexfog_import_fail(t->reader, value->place, "orientation",
                              "the map is %s%s (allowed: \"hexagonal\")",
                              hexfog_quote_value(quoted, value), why);
}

// One of two words; the first where there is none, as Tiled has it.
static bool read_choice(struct hexfog_tiled *t, const struct hexfog_node *root, const char *name,
                        const char *const words[2], bool *is_second)
{
    const struct hexfog_node *value = hexfog_import_value(t->reader, root, name);
    char quoted[HEXFOG_QUOTE_BYTES];
    *is_second = false;
    if (!value)
        return true;
    const char *word = value->kind == HEXFOG_NODE_STRING ? value->value.string : "";
    *is_second = strcmp(word, words[1]) == 0;
    if (*is_second || strcmp(word, words[0]) == 0)
        return true;
    return hexfog_import_fail(t->reader, value->place, name, "%s (allowed: \"%s\", \"%s\")",
                              hexfog_quote_value(quoted, value), words[0], words[1]);
}

static struct hexfog_place place_of(const struct hexfog_tiled *t, const struct hexfog_node *root,
                                    const char *name)
{
    const struct hexfog_node *value = hexfog_import_value(t->reader, root, name);
    return value ? value->place : root->place;
}

// The straight edges must be there, and so must the slanted ones.
static bool check_side(struct hexfog_tiled *t, const struct hexfog_node *root, int64_t side)
{
    const struct hexfog_tiled_cell *cell = &t->cell;
    int64_t along = cell->is_flat ? cell->tile_width : cell->tile_height;
    int64_t across = cell->is_flat ? cell->tile_height : cell->tile_width;
    const char *name = cell->is_flat ? "tilewidth" : "tileheight";
    const char *across_name = cell->is_flat ? "tileheight" : "tilewidth";
    if (across < 2)
        return hexfog_import_fail(t->reader, place_of(t, root, across_name), across_name,
                                  "1 leaves no pixel on either side of a cell's middle"
                                  " (allowed: at least 2)");
    if (along < 3)
        return hexfog_import_fail(t->reader, place_of(t, root, name), name,
                                  "too small for a hexagon (allowed: at least 4)");
    if (side == 0)
        return hexfog_import_fail(t->reader, place_of(t, root, "hexsidelength"), "hexsidelength",
                                  "0: without a side the cells are diamonds, which touch two of"
                                  " their six neighbours in a point alone (allowed: 1..%" PRId64
                                  "; it is Tile Side Length in Tiled's map properties)", along - 2);
    if (along - side < 2)
        return hexfog_import_fail(t->reader, place_of(t, root, "hexsidelength"), "hexsidelength",
                                  "%" PRId64 " leaves no slanted edges in a tile of %s %" PRId64
                                  " (allowed: 1..%" PRId64 ")", side, name, along, along - 2);
    return true;
}

bool hexfog_tiled_read_cell(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    static const char *const axes[2] = { "y", "x" }, *const indices[2] = { "odd", "even" };
    static const struct hexfog_import_integer
        width = { "tilewidth", 1, HEXFOG_MAX_TILE_PX, true },
        height = { "tileheight", 1, HEXFOG_MAX_TILE_PX, true },
        length = { "hexsidelength", 0, HEXFOG_MAX_TILE_PX, false };
    struct hexfog_tiled_cell *cell = &t->cell;
    int64_t side = 0;
    if (!check_orientation(t, root) ||
        !read_choice(t, root, "staggeraxis", axes, &cell->is_flat) ||
        !read_choice(t, root, "staggerindex", indices, &cell->is_even) ||
        !hexfog_import_integer(t->reader, root, &width, &cell->tile_width) ||
        !hexfog_import_integer(t->reader, root, &height, &cell->tile_height) ||
        !hexfog_import_integer(t->reader, root, &length, &side))
        return false;
    cell->tile_width &= ~(int64_t)1;
    cell->tile_height &= ~(int64_t)1;
    if (!check_side(t, root, side))
        return false;
    cell->side_x = cell->is_flat ? side : 0;
    cell->side_y = cell->is_flat ? 0 : side;
    cell->offset_x = (cell->tile_width - cell->side_x) / 2;
    cell->offset_y = (cell->tile_height - cell->side_y) / 2;
    return true;
}

// ---- Where the cells lie.

// From one column to the next and one row to the next, and how far the second ones shift.
static int64_t column_width(const struct hexfog_tiled_cell *cell)
{
    return cell->offset_x + cell->side_x;
}

static int64_t row_height(const struct hexfog_tiled_cell *cell)
{
    return cell->offset_y + cell->side_y;
}

static struct hexfog_cell real_cell(const struct hexfog_tiled_cell *cell)
{
    return (struct hexfog_cell){
        .orientation = cell->is_flat ? HEXFOG_FLAT : HEXFOG_POINTY,
        .width = (double)(2 * cell->offset_x + cell->side_x),
        .height = (double)(2 * cell->offset_y + cell->side_y),
        .side = (double)(cell->is_flat ? cell->side_x : cell->side_y),
    };
}

// The rectangle that Tiled draws the cells in. It begins at the first cell's corner as if that
// one were not shifted, whichever is.
static struct hexfog_bounds pixel_bounds(const struct hexfog_tiled_cell *cell,
                                         const struct hexfog_import_map *map)
{
    int64_t column = column_width(cell), row = row_height(cell);
    int64_t x_step = cell->is_flat ? column : 2 * column;
    int64_t y_step = cell->is_flat ? 2 * row : row;
    int64_t width = map->columns * x_step, height = map->rows * y_step;
    if (cell->is_flat) {
        width += cell->offset_x;
        height += map->columns > 1 ? row : 0;
    } else {
        height += cell->offset_y;
        width += map->rows > 1 ? column : 0;
    }
    double x = (double)(map->column * x_step), y = (double)(map->row * y_step);
    return (struct hexfog_bounds){ x, y, x + (double)width, y + (double)height };
}

void hexfog_tiled_place(const struct hexfog_tiled *t, struct hexfog_import_map *map)
{
    const struct hexfog_tiled_cell *cell = &t->cell;
    map->has_pixels = true;
    map->cell = real_cell(cell);
    map->orientation = map->cell.orientation;
    map->y_axis = HEXFOG_Y_DOWN;
    if (cell->is_flat)
        map->coordinates = cell->is_even ? HEXFOG_EVEN_Q : HEXFOG_ODD_Q;
    else
        map->coordinates = cell->is_even ? HEXFOG_EVEN_R : HEXFOG_ODD_R;
    // Column and row 0 are even: with parity even, tile [0, 0] is a shifted one.
    double shift_x = cell->is_even && !cell->is_flat ? (double)column_width(cell) : 0.0;
    double shift_y = cell->is_even && cell->is_flat ? (double)row_height(cell) : 0.0;
    map->origin = (struct hexfog_world){ t->shape_x_px + shift_x + map->cell.width / 2,
                                         t->shape_y_px + shift_y + map->cell.height / 2 };
    map->bounds = pixel_bounds(cell, map);
}

// ---- Pixels to cells, as if pointy: x across the straight edges, y along them.

struct lattice { double width, height, side, row_step; bool is_even; };

static bool is_inside(const struct lattice *l, double x, double y)
{
    double c = 1 - l->side / l->height, across = 2 * x / l->width, along = 2 * y / l->height;
    return fabs(across) <= 1 && fabs(along + c * across) <= 1 && fabs(along - c * across) <= 1;
}

static bool find_in_row(const struct lattice *l, double x, double y, int64_t row, int64_t *column)
{
    double shift = ((row & 1) == 0) == l->is_even ? l->width / 2 : 0;
    double middle_y = (double)row * l->row_step + l->height / 2;
    int64_t first = (int64_t)floor((x - shift) / l->width) - 1;
    for (int64_t i = first; i <= first + 2; i++) {
        double middle_x = ((double)i + 0.5) * l->width + shift;
        if (!is_inside(l, x - middle_x, y - middle_y))
            continue;
        *column = i;
        return true;
    }
    return false;
}

static bool find(const struct lattice *l, double x, double y, int64_t *column, int64_t *row)
{
    int64_t first = (int64_t)floor(y / l->row_step) - 1;
    for (*row = first; *row <= first + 2; ++*row)
        if (find_in_row(l, x, y, *row, column))
            return true;
    return false;
}

bool hexfog_tiled_cell_at(const struct hexfog_tiled *t, double x_px, double y_px, int64_t *column,
                          int64_t *row)
{
    struct hexfog_cell cell = real_cell(&t->cell);
    double x = x_px - t->shape_x_px, y = y_px - t->shape_y_px;
    if (!(fabs(x) < 1e12) || !(fabs(y) < 1e12))
        return false;
    struct lattice pointy = { cell.width, cell.height, cell.side, (double)row_height(&t->cell),
                              t->cell.is_even };
    struct lattice turned = { cell.height, cell.width, cell.side, (double)column_width(&t->cell),
                              t->cell.is_even };
    return t->cell.is_flat ? find(&turned, y, x, row, column) : find(&pointy, x, y, column, row);
}
