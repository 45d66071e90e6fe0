// SPDX-License-Identifier: MIT
// Turns a cell's three numbers into a lattice, and points into tiles.
#include "model/lattice.h"

#include <math.h>
#include <stdlib.h>

const struct hexfog_axial hexfog_directions[6] = {{1, 0},  {0, 1},  {-1, 1},
                                                  {-1, 0}, {0, -1}, {1, -1}};

// The corners' offsets from the centre, corner k between edges k and k + 1.
static void place_corners(const struct hexfog_cell *cell, struct hexfog_offset corner[6])
{
    double w = cell->width / 2, h = cell->height / 2, s = cell->side / 2;
    struct hexfog_offset pointy[3] = {{w, s}, {0, h}, {-w, s}};
    struct hexfog_offset flat[3] = {{s, h}, {-s, h}, {-w, 0}};

    for (int k = 0; k < 3; k++) {
        corner[k] = cell->orientation == HEXFOG_POINTY ? pointy[k] : flat[k];
        corner[k + 3] = (struct hexfog_offset){-corner[k].x, -corner[k].y};
    }
}

static double cross(struct hexfog_offset a, struct hexfog_offset b)
{
    return a.x * b.y - a.y * b.x;
}

// Half of e_k's gradient: e_k is 1 at both ends of edge k, so it is the linear function
// cross(u, d) / cross(middle, d), d the edge's direction.
static struct hexfog_offset half_gradient_across(struct hexfog_offset from, struct hexfog_offset to)
{
    struct hexfog_offset middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct hexfog_offset d = {to.x - from.x, to.y - from.y};
    double area = 2 * cross(middle, d);

    return (struct hexfog_offset){d.y / area, -d.x / area};
}

// Half of t_k's gradient: u = e * middle + t * d / 2, so t = 2 cross(middle, u) / cross(middle, d).
static struct hexfog_offset half_gradient_along(struct hexfog_offset from, struct hexfog_offset to)
{
    struct hexfog_offset middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct hexfog_offset d = {to.x - from.x, to.y - from.y};
    double area = cross(middle, d);

    return (struct hexfog_offset){-middle.y / area, middle.x / area};
}

static void set_gradients(struct hexfog_lattice *lattice)
{
    struct hexfog_cell unit = lattice->cell;
    struct hexfog_offset corner[6];
    // In cells scaled to 1 x 1, so that areas neither overflow nor vanish.
    double w = unit.width, h = unit.height;

    unit.side /= unit.orientation == HEXFOG_POINTY ? h : w;
    unit.width = unit.height = 1;
    place_corners(&unit, corner);
    for (int k = 0; k < 6; k++) {
        struct hexfog_offset e = half_gradient_across(corner[(k + 5) % 6], corner[k]);
        struct hexfog_offset t = half_gradient_along(corner[(k + 5) % 6], corner[k]);
        lattice->half_e[k] = (struct hexfog_offset){e.x / w, e.y / h};
        lattice->half_t[k] = (struct hexfog_offset){t.x / w, t.y / h};
    }
}

/*
 * A band's slanted edges are tested as e <= 1 multiplied by across * extent / 2, which is
 * exact for integer cells: across * b + lead * a <= across * extent / 2. Both sides are
 * scaled by a power of two (exact) so that no product overflows.
 */
static void set_axes(struct hexfog_lattice *lattice)
{
    const struct hexfog_cell *cell = &lattice->cell;
    bool pointy = cell->orientation == HEXFOG_POINTY;
    double extent = pointy ? cell->height : cell->width;
    int exponent;

    lattice->across = pointy ? cell->width : cell->height;
    lattice->half_across = lattice->across / 2;
    lattice->pitch = (extent + cell->side) / 2;
    lattice->half_side = cell->side / 2;
    lattice->slant_band = frexp(lattice->across, &exponent);
    lattice->slant_across = ldexp(extent - cell->side, -exponent);
    lattice->slant_limit = lattice->slant_band * (extent / 2);
}

static bool is_usable(const struct hexfog_lattice *lattice)
{
    bool ok = isnormal(lattice->across) && isnormal(lattice->pitch) &&
              isnormal(lattice->half_side) && isfinite(lattice->slant_across) &&
              isnormal(lattice->slant_limit) && lattice->slant_across > 0;

    for (int k = 0; k < 6; k++)
        ok = ok && isfinite(lattice->half_e[k].x) && isfinite(lattice->half_e[k].y) &&
             isfinite(lattice->half_t[k].x) && isfinite(lattice->half_t[k].y);
    return ok;
}

bool hexfog_lattice_make(const struct hexfog_grid *grid, struct hexfog_lattice *lattice)
{
    *lattice = (struct hexfog_lattice){.cell = grid->cell, .origin = grid->origin};
    set_gradients(lattice);
    set_axes(lattice);
    return is_usable(lattice);
}

struct hexfog_local hexfog_tile_centre(const struct hexfog_lattice *lattice,
                                       struct hexfog_axial tile)
{
    if (lattice->cell.orientation == HEXFOG_POINTY)
        return (struct hexfog_local){lattice->across * (tile.q + 0.5 * tile.r),
                                     lattice->pitch * tile.r};
    return (struct hexfog_local){lattice->pitch * tile.q,
                                 lattice->across * (tile.r + 0.5 * tile.q)};
}

bool hexfog_is_near(const struct hexfog_lattice *lattice, struct hexfog_local point)
{
    bool pointy = lattice->cell.orientation == HEXFOG_POINTY;
    double n = (pointy ? point.y : point.x) / lattice->pitch;
    double i = (pointy ? point.x : point.y) / lattice->across - n / 2;
    double most = (1 << 30) - 2; // a tile is within two steps of its fractional numbers

    return fabs(n) <= most && fabs(i) <= most;
}

/*
 * A band n holds the straight part of its tiles and the zigzag towards band n + 1. The
 * tile of band n whose across range holds the point is the only one there that can have
 * it; past one of that tile's two slanted edges the point is in the neighbour's. Each
 * test is half open, so that every point gets one tile: which side a border belongs to
 * follows from "smaller r, then smaller q" and differs between the orientations only in
 * the edge towards (+1, -1).
 */
struct hexfog_axial hexfog_tile_at(const struct hexfog_lattice *lattice, struct hexfog_local point)
{
    bool pointy = lattice->cell.orientation == HEXFOG_POINTY;
    double a = pointy ? point.x : point.y;
    double b = pointy ? point.y : point.x;
    double n = ceil((b + lattice->half_side) / lattice->pitch) - 1;
    double shift = lattice->across * (0.5 * n);
    double i = ceil((a - shift + lattice->half_across) / lattice->across) - 1;
    double from_centre = a - lattice->across * (i + 0.5 * n);
    double straight = lattice->slant_band * (b - lattice->pitch * n);
    double slant = lattice->slant_across * from_centre;
    double back = straight - slant;

    if (pointy ? back > lattice->slant_limit : back >= lattice->slant_limit) {
        n += 1;
        i -= 1;
    } else if (straight + slant > lattice->slant_limit) {
        n += 1;
    }
    return pointy ? (struct hexfog_axial){(int32_t)i, (int32_t)n}
                  : (struct hexfog_axial){(int32_t)n, (int32_t)i};
}

int64_t hexfog_tile_distance(struct hexfog_axial a, struct hexfog_axial b)
{
    int64_t dq = (int64_t)a.q - b.q, dr = (int64_t)a.r - b.r;

    return (llabs(dq) + llabs(dr) + llabs(dq + dr)) / 2;
}
