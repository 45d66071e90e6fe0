// SPDX-License-Identifier: MIT
// Turns the `grid` object into a cell, a coordinate system and a shape.
#include "desc/read.h"

#include <math.h>
#include <string.h>

// Parts that cannot be judged while the grid is wrong.
enum { GRID = HEXFOG_BROKEN_GRID, SHAPE = HEXFOG_BROKEN_SHAPE };

// The regular hexagon with that centre-to-corner distance (fogmap.md 2).
static void read_size(const struct hexfog_object *grid, struct hexfog_cell *cell)
{
    double size;
    if (!hexfog_get_real(grid, "size", &size))
        return;
    double across = sqrt(3.0) * size, along = 2.0 * size;
    bool is_pointy = cell->orientation == HEXFOG_POINTY;
    cell->width = is_pointy ? across : along;
    cell->height = is_pointy ? along : across;
    cell->side = size;
    if (!isfinite(along))
        hexfog_object_report(grid, "D7", hexfog_object_get(grid, "size")->place, "size",
                             "the cell's extent, twice this, is past the greatest double");
}

// Where the two slanted edges, or the two of the side, all but meet, rounding a place by one
// unit in the last one moves G of `seamless` by that over the share: by 2e-6 at this one.
static const double least_share = 1e-9;

static void check_side(const struct hexfog_object *object, const struct hexfog_cell *cell)
{
    bool is_pointy = cell->orientation == HEXFOG_POINTY;
    double extent = is_pointy ? cell->height : cell->width, least = least_share * extent;
    char side_text[HEXFOG_QUOTE_BYTES], extent_text[HEXFOG_QUOTE_BYTES];
    const char *what = cell->side < least            ? "less than 1e-9 of"
                       : !(cell->side < extent)      ? "not less than"
                       : extent - cell->side < least ? "not less by 1e-9 than"
                                                     : NULL;
    if (!what)
        return;
    hexfog_object_report(object, "D12", hexfog_object_get(object, "side")->place, "side",
                         "%s is %s %s %s", hexfog_quote_number(side_text, cell->side), what,
                         is_pointy ? "height" : "width", hexfog_quote_number(extent_text, extent));
}

static void read_cell(const struct hexfog_object *grid, bool has_orientation,
                      struct hexfog_cell *cell)
{
    static const char *const names[] = { "width", "height", "side" };
    double *const values[] = { &cell->width, &cell->height, &cell->side };
    struct hexfog_object object;
    const struct hexfog_node *node = hexfog_object_get(grid, "cell");
    if (!node || !hexfog_object_open(grid->reader, node, &hexfog_cell_keys, "grid.cell", GRID,
                                     &object))
        return;
    bool is_right[3];
    for (int i = 0; i < 3; i++) {
        is_right[i] = hexfog_get_real(&object, names[i], values[i]);
        if (!hexfog_object_get(&object, names[i]))
            hexfog_report_missing(&object, names[i], "a number > 0; a cell has all three");
    }
    if (has_orientation && is_right[2] && is_right[cell->orientation == HEXFOG_POINTY ? 1 : 0])
        check_side(&object, cell);
}

// False when the orientation is not known, so that nothing can be held against it.
static bool read_orientation(const struct hexfog_object *grid, struct hexfog_cell *cell)
{
    int word;
    if (!hexfog_object_get(grid, "orientation"))
        hexfog_report_missing(grid, "orientation", "\"pointy\", \"flat\"");
    if (!hexfog_get_word(grid, "orientation", &word))
        return false;
    cell->orientation = (enum hexfog_orientation)word;
    return true;
}

static void read_coordinates(const struct hexfog_object *grid, bool has_orientation,
                             struct hexfog_grid *out)
{
    int word;
    const struct hexfog_node *node = hexfog_object_get(grid, "coordinates");
    if (!hexfog_get_word(grid, "coordinates", &word)) {
        if (node)
            grid->reader->description->broken |= HEXFOG_BROKEN_COORDINATES;
        return;
    }
    out->coordinates = (enum hexfog_coordinates)word;
    bool needs_pointy = word == HEXFOG_ODD_R || word == HEXFOG_EVEN_R;
    bool is_pointy = out->cell.orientation == HEXFOG_POINTY;
    if (!has_orientation || word == HEXFOG_AXIAL || needs_pointy == is_pointy)
        return;
    grid->reader->description->broken |= HEXFOG_BROKEN_COORDINATES;
    hexfog_object_report(grid, "D13", node->place, "coordinates",
                         "\"%s\" does not fit orientation \"%s\" (allowed: %s)",
                         node->value.string,
                         is_pointy ? "pointy" : "flat", is_pointy
                         ? "\"axial\", \"odd-r\", \"even-r\"" : "\"axial\", \"odd-q\", \"even-q\"");
}

// ---- The shape.

static void read_radius(const struct hexfog_object *object, struct hexfog_shape *shape)
{
    shape->kind = HEXFOG_SHAPE_RADIUS;
    hexfog_get_integer(object, "radius", &shape->radius);
    const struct hexfog_node *center = hexfog_object_get(object, "center");
    if (center)
        hexfog_read_tile(object, center, "grid.shape.center", &shape->center);
}

static void read_rectangle(const struct hexfog_object *object, bool is_axial,
                           struct hexfog_shape *shape)
{
    static const char *const names[] = { "columns", "rows" };
    int32_t *const values[] = { &shape->columns, &shape->rows };
    shape->kind = HEXFOG_SHAPE_RECTANGLE;
    const struct hexfog_node *first = NULL;
    for (int i = 0; i < 2; i++) {
        const struct hexfog_node *node = hexfog_object_get(object, names[i]);
        if (!node)
            hexfog_report_missing(object, names[i], "an integer 1..1048576; rows and columns");
        hexfog_get_integer(object, names[i], values[i]);
        first = first ? first : node;
    }
    if (is_axial)
        hexfog_object_report(object, "D14", first->place, first->key->name,
                             "columns and rows need offset coordinates, and grid.coordinates is "
                             "\"axial\" (allowed: \"odd-r\", \"even-r\", \"odd-q\", \"even-q\")");
}

static void read_tile_shape(const struct hexfog_object *object, struct hexfog_shape *shape)
{
    const struct hexfog_node *tiles = hexfog_object_get(object, "tiles");
    shape->kind = HEXFOG_SHAPE_TILES;
    hexfog_read_tiles(object, "tiles", false, &shape->list);
    if (tiles->kind == HEXFOG_NODE_LIST && !tiles->value.first)
        hexfog_object_report(object, "D20", tiles->place, "tiles",
                             "the shape is empty (allowed: at least one tile)");
}

// The ways to give a shape exclude each other.
static bool has_two_kinds(const struct hexfog_object *object)
{
    static const char *const pairs[][2] = {
        { "radius", "columns" }, { "radius", "rows" }, { "radius", "tiles" },
        { "columns", "tiles" }, { "rows", "tiles" }, { "center", "columns" },
        { "center", "rows" }, { "center", "tiles" },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (hexfog_report_pair(object, pairs[i][0], pairs[i][1]))
            return true;
    return false;
}

// Axial by the text, not because a wrong word was left out.
static bool says_axial(const struct hexfog_object *grid)
{
    const struct hexfog_node *node = hexfog_object_get(grid, "coordinates");
    if (!node)
        return !grid->reader->is_partial;
    return node->kind == HEXFOG_NODE_STRING && strcmp(node->value.string, "axial") == 0;
}

// Whichever of the kinds is meant, what is wrong in it is wrong.
static void read_each_kind(const struct hexfog_object *object, struct hexfog_shape *shape)
{
    hexfog_get_integer(object, "columns", &shape->columns);
    hexfog_get_integer(object, "rows", &shape->rows);
    read_radius(object, shape);
    if (hexfog_object_get(object, "tiles"))
        read_tile_shape(object, shape);
}

static void read_shape(const struct hexfog_object *grid, struct hexfog_shape *shape)
{
    struct hexfog_object object;
    const struct hexfog_node *node = hexfog_object_get(grid, "shape");
    shape->place = grid->node->place;
    if (!node) {
        hexfog_report_missing(grid, "shape",
                              "an object with radius, or columns and rows, or tiles");
        grid->reader->description->broken |= SHAPE;
        return;
    }
    shape->place = node->place;
    if (!hexfog_object_open(grid->reader, node, &hexfog_shape_keys, "grid.shape", SHAPE, &object))
        return;
    if (has_two_kinds(&object)) {
        read_each_kind(&object, shape);
        return;
    }
    if (hexfog_object_get(&object, "columns") || hexfog_object_get(&object, "rows"))
        read_rectangle(&object, says_axial(grid), shape);
    else if (hexfog_object_get(&object, "tiles"))
        read_tile_shape(&object, shape);
    else if (hexfog_object_get(&object, "radius") || hexfog_object_get(&object, "center"))
        read_radius(&object, shape);
    if (!hexfog_object_get(&object, "columns") && !hexfog_object_get(&object, "rows") &&
        !hexfog_object_get(&object, "tiles") && !hexfog_object_get(&object, "radius"))
        hexfog_report_missing(&object, "radius", "radius, or columns and rows, or tiles");
}

void hexfog_read_grid(struct hexfog_reader *reader, const struct hexfog_object *root)
{
    struct hexfog_grid *out = &reader->description->grid;
    struct hexfog_object grid;
    const struct hexfog_node *node = hexfog_object_get(root, "grid");
    int y_axis = HEXFOG_Y_DOWN;
    double origin[2] = { 0.0, 0.0 };
    out->place = root->node->place;
    out->shape.place = root->node->place;
    if (!node || !hexfog_object_open(reader, node, &hexfog_grid_keys, "grid", GRID, &grid)) {
        if (!node)
            hexfog_report_missing(root, "grid", "an object with orientation, size or cell, shape");
        reader->description->broken |= GRID | SHAPE;
        return;
    }
    out->place = node->place;
    bool has_orientation = read_orientation(&grid, &out->cell);
    if (!hexfog_object_get(&grid, "size") && !hexfog_object_get(&grid, "cell"))
        hexfog_report_missing(&grid, "size", "size, or cell with width, height and side");
    hexfog_report_pair(&grid, "size", "cell");
    read_size(&grid, &out->cell);
    read_cell(&grid, has_orientation, &out->cell);
    hexfog_get_word(&grid, "y_axis", &y_axis);
    hexfog_get_reals(&grid, "origin", origin, 2);
    read_coordinates(&grid, has_orientation, out);
    out->y_axis = (enum hexfog_y_axis)y_axis;
    out->origin = (struct hexfog_world){ origin[0], origin[1] };
    read_shape(&grid, &out->shape);
}
