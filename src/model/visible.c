// SPDX-License-Identifier: MIT
// Turns a texture's rectangle into the tiles whose texels it holds.
#include "model/visible.h"

#include <math.h>

#include "model/texel.h"

#define MAX_TILE_NUMBER 536870912.0 // 2^29: hexfog_is_near holds all around the raster

bool hexfog_raster_box(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       struct hexfog_box *box)
{
    const struct hexfog_bounds *b = &texture->bounds;
    bool pointy = lattice->cell.orientation == HEXFOG_POINTY;
    double x_min = b->x_min - lattice->origin.x, x_max = b->x_max - lattice->origin.x;
    double y_min = b->y_min - lattice->origin.y, y_max = b->y_max - lattice->origin.y;
    double n_min = (pointy ? y_min : x_min) / lattice->pitch;
    double n_max = (pointy ? y_max : x_max) / lattice->pitch;
    double i_min = (pointy ? x_min : y_min) / lattice->across - n_max / 2;
    double i_max = (pointy ? x_max : y_max) / lattice->across - n_min / 2;

    // A point is within one band and one tile of the fractional position.
    n_min = floor(n_min) - 1, n_max = ceil(n_max) + 1;
    i_min = floor(i_min) - 1, i_max = ceil(i_max) + 1;
    if (!(n_min >= -MAX_TILE_NUMBER && n_max <= MAX_TILE_NUMBER && i_min >= -MAX_TILE_NUMBER &&
          i_max <= MAX_TILE_NUMBER))
        return false;
    struct hexfog_box flat = {(int64_t)n_min, (int64_t)i_min, (int64_t)n_max, (int64_t)i_max};
    *box = pointy ? (struct hexfog_box){flat.r_min, flat.q_min, flat.r_max, flat.q_max} : flat;
    return true;
}

struct span { int32_t first, last; }; // texels; empty when first > last

// The columns or rows whose centres can be in [middle - half, middle + half], one more on
// each side for rounding, clipped to the raster.
static struct span texels_near(double middle, double half, double start, double texel,
                               int32_t count)
{
    double first = floor((middle - half - start) / texel - 0.5) - 1;
    double last = ceil((middle + half - start) / texel - 0.5) + 1;

    if (!(last >= 0 && first < count))
        return (struct span){0, -1};
    return (struct span){first > 0 ? (int32_t)first : 0,
                         last < count - 1 ? (int32_t)last : count - 1};
}

static struct span columns_near(const struct hexfog_lattice *lattice,
                                const struct hexfog_texture *texture, struct hexfog_local centre)
{
    const struct hexfog_bounds *b = &texture->bounds;

    return texels_near(centre.x + lattice->origin.x, lattice->cell.width / 2, b->x_min,
                       (b->x_max - b->x_min) / texture->width_px, texture->width_px);
}

static struct span rows_near(const struct hexfog_lattice *lattice,
                             const struct hexfog_texture *texture, struct hexfog_local centre)
{
    const struct hexfog_bounds *b = &texture->bounds;
    double y = centre.y + lattice->origin.y;
    double texel = (b->y_max - b->y_min) / texture->height_px;

    if (texture->y_axis == HEXFOG_Y_DOWN)
        return texels_near(y, lattice->cell.height / 2, b->y_min, texel, texture->height_px);
    return texels_near(-y, lattice->cell.height / 2, -b->y_max, texel, texture->height_px);
}

static struct hexfog_axial tile_of_texel(const struct hexfog_lattice *lattice,
                                         const struct hexfog_texture *texture, int32_t column,
                                         int32_t row)
{
    struct hexfog_local point = {hexfog_x_from_column(texture, column) - lattice->origin.x,
                                 hexfog_y_from_row(texture, row) - lattice->origin.y};

    return hexfog_tile_at(lattice, point);
}

static bool row_shows(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                      struct hexfog_axial tile, struct span columns, int32_t row)
{
    for (int32_t column = columns.first; column <= columns.last; column++) {
        struct hexfog_axial at = tile_of_texel(lattice, texture, column, row);
        if (at.q == tile.q && at.r == tile.r)
            return true;
    }
    return false;
}

static bool is_visible(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       struct hexfog_axial tile)
{
    struct hexfog_local centre = hexfog_tile_centre(lattice, tile);
    struct span columns = columns_near(lattice, texture, centre);
    struct span rows = rows_near(lattice, texture, centre);

    if (columns.first > columns.last || rows.first > rows.last)
        return false;
    // Most tiles show their middle.
    struct hexfog_axial middle = tile_of_texel(lattice, texture,
                                               columns.first + (columns.last - columns.first) / 2,
                                               rows.first + (rows.last - rows.first) / 2);
    if (middle.q == tile.q && middle.r == tile.r)
        return true;
    for (int32_t row = rows.first; row <= rows.last; row++)
        if (row_shows(lattice, texture, tile, columns, row))
            return true;
    return false;
}

static int32_t greatest_by_texel(const struct hexfog_lattice *lattice,
                                 const struct hexfog_texture *texture,
                                 const struct hexfog_tile_table *table)
{
    int32_t greatest = 0;

    for (int32_t row = 0; row < texture->height_px; row++) {
        for (int32_t column = 0; column < texture->width_px; column++) {
            struct hexfog_axial tile = tile_of_texel(lattice, texture, column, row);
            int32_t level = hexfog_tile_level(table, hexfog_tile_index(table, tile));
            greatest = level > greatest ? level : greatest;
        }
    }
    return greatest;
}

// The q of a row's tiles whose cells come near the raster, with half a cell to spare for
// rounding; the corners of the box, which is askew, are far off.
static bool tiles_near(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       int64_t r, struct hexfog_box *box)
{
    const struct hexfog_bounds *b = &texture->bounds;
    double x_min = b->x_min - lattice->origin.x - lattice->cell.width;
    double x_max = b->x_max - lattice->origin.x + lattice->cell.width;
    double y_min = b->y_min - lattice->origin.y - lattice->cell.height;
    double y_max = b->y_max - lattice->origin.y + lattice->cell.height;
    double row = (double)r, least, most;

    if (lattice->cell.orientation == HEXFOG_POINTY) {
        if (lattice->pitch * row < y_min || lattice->pitch * row > y_max)
            return false;
        least = x_min / lattice->across - row / 2;
        most = x_max / lattice->across - row / 2;
    } else {
        least = fmax(x_min / lattice->pitch, 2 * (y_min / lattice->across - row));
        most = fmin(x_max / lattice->pitch, 2 * (y_max / lattice->across - row));
    }
    least = fmax(ceil(least), (double)box->q_min);
    most = fmin(floor(most), (double)box->q_max);
    *box = (struct hexfog_box){(int64_t)least, r, (int64_t)most, r};
    return least <= most;
}

// The first tile from `index` on whose level is over `greatest`; `end` where there is none.
static size_t next_greater(const struct hexfog_tile_table *table, size_t index, size_t end,
                           int32_t greatest)
{
    while (index < end && hexfog_tile_level(table, index) <= greatest)
        index++;
    return index;
}

// Of a row that has a tile: its greatest visible level, or `greatest` where that is more.
static int32_t greatest_in_row(const struct hexfog_lattice *lattice,
                               const struct hexfog_texture *texture,
                               const struct hexfog_tile_table *table, struct hexfog_box row,
                               int32_t greatest)
{
    int32_t r = (int32_t)row.r_min;
    bool is_inside = row.q_min >= table->box.q_min && row.q_max <= table->box.q_max;
    size_t first = hexfog_tile_index(table, (struct hexfog_axial){(int32_t)row.q_min, r});
    size_t end = first + (size_t)(row.q_max - row.q_min) + 1;

    for (size_t at = first; at < end; at++) {
        if (is_inside)
            at = next_greater(table, at, end, greatest);
        if (at == end)
            break;
        struct hexfog_axial tile = {(int32_t)(row.q_min + (int64_t)(at - first)), r};
        int32_t level = hexfog_tile_level(table, hexfog_tile_index(table, tile));
        if (level > greatest && is_visible(lattice, texture, tile))
            greatest = level;
    }
    return greatest;
}

int32_t hexfog_greatest_visible_level(const struct hexfog_lattice *lattice,
                                      const struct hexfog_texture *texture,
                                      const struct hexfog_tile_table *table)
{
    struct hexfog_box box;
    int32_t greatest = -1;

    if (!hexfog_raster_box(lattice, texture, &box) ||
        hexfog_box_tile_count(box) / texture->width_px > texture->height_px)
        return greatest_by_texel(lattice, texture, table);
    for (int64_t r = box.r_min; r <= box.r_max; r++) {
        struct hexfog_box row = box;
        if (tiles_near(lattice, texture, r, &row))
            greatest = greatest_in_row(lattice, texture, table, row, greatest);
    }
    return greatest;
}
