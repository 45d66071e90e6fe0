/* SPDX-License-Identifier: MIT */
/*
 * The hexagonal lattice: which tile a point is in, and where tiles lie (fogmap.md 2).
 *
 *            pointy-top                         flat-top
 *
 *               4                               _____
 *            .-' '-.  5                      3 /  4  \ 5         h = height
 *         3 |       |      s                  /   s   \          w = width
 *           |   w   | 0   (side)           2 <    w    > (k = 5 | 0)
 *         2  '-. .-'  1 |                     \       /
 *               '                            2 \_____/ 0
 *                                                 1
 *    y grows downward in both; the numbers name edges k, towards the axial neighbours
 *    (+1,0) (0,+1) (-1,+1) (-1,0) (0,-1) (+1,-1). Corner k is where edges k and k+1 meet.
 *
 * Flat-top is pointy-top with x and y, and q and r, exchanged. So the code speaks of two
 * axes: `across` (x when pointy), along which neighbours are one extent apart, and
 * `band` (y when pointy), along which bands of tiles are one pitch apart.
 */
#ifndef HEXFOG_MODEL_LATTICE_H
#define HEXFOG_MODEL_LATTICE_H

#include "hexfog.h"

/* A world point seen from the grid's origin, or from a tile's centre. World units. */
struct hexfog_local { double x, y; };
struct hexfog_offset { double x, y; };

struct hexfog_lattice {
    struct hexfog_cell cell;
    struct hexfog_world origin;
    /* Half the gradient of e_k and of t_k, for k = 0..5: e_k runs from 0 at the centre to
     * 1 on edge k; t_k from -1 at corner k-1 to 1 at corner k, 0 on the line from the centre to the
     * edge's middle. */
    struct hexfog_offset half_e[6], half_t[6];
    /* The same numbers by axis, ready for hexfog_tile_at. */
    double across, half_across, pitch, half_side;
    double slant_across, slant_band, slant_limit; /* see hexfog_lattice_make */
};

extern const struct hexfog_axial hexfog_directions[6];

/* False when a derived number is not finite or a cell is too small for double precision. */
bool hexfog_lattice_make(const struct hexfog_grid *grid, struct hexfog_lattice *lattice);

/* The centre of a tile, from the origin. */
struct hexfog_local hexfog_tile_centre(const struct hexfog_lattice *lattice,
                                       struct hexfog_axial tile);
/* Whether a point's tile has numbers within +-2^30; false for what is not finite. */
bool hexfog_is_near(const struct hexfog_lattice *lattice, struct hexfog_local point);
/* The tile that a point is in. On a border of integer cells: the tile with the smaller r,
 * then the smaller q. Only for points that are near. */
struct hexfog_axial hexfog_tile_at(const struct hexfog_lattice *lattice,
                                   struct hexfog_local point);

/* Steps between two tiles. */
int64_t hexfog_tile_distance(struct hexfog_axial a, struct hexfog_axial b);

#endif
