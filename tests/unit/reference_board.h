/* SPDX-License-Identifier: MIT */
/* What the two files of the reference share: its board, and a look into it. */
#ifndef HEXFOG_TESTS_REFERENCE_BOARD_H
#define HEXFOG_TESTS_REFERENCE_BOARD_H

#include "reference.h"

struct reference_tile {
    bool in_shape, blocked, fog;
    int32_t level; // -1: not reached
};

struct reference {
    enum hexfog_orientation orientation;
    enum hexfog_metric metric;
    bool beyond_is_fog;
    long double width, height, side, origin_x, origin_y;
    struct reference_texture texture;
    struct hexfog_axial *shape;
    size_t shape_count;
    struct reference_box box;
    struct reference_tile *tiles; // of the box, row by row
    int32_t fog_level;
};

/* The state of a tile of the box; aborts for any other. */
struct reference_tile *reference_tile(const struct reference *reference, struct hexfog_axial tile);
/* The tile near a point as the lattice reckons it, within two steps of the right one. */
struct hexfog_axial reference_tile_near(const struct reference *reference,
                                        struct reference_point point);

#endif
