/* SPDX-License-Identifier: MIT */
/* The playable tiles as a set: membership, walks and bounding boxes. */
#ifndef HEXFOG_MODEL_SHAPE_H
#define HEXFOG_MODEL_SHAPE_H

#include "model/lattice.h"

/* Axial bounding box, both ends included. */
struct hexfog_box { int64_t q_min, r_min, q_max, r_max; };

struct hexfog_box hexfog_box_union(struct hexfog_box a, struct hexfog_box b);
/* Tiles in a box, at most INT64_MAX. */
int64_t hexfog_box_tile_count(struct hexfog_box box);

/* A sorted set of tiles. Zeroed = empty. */
struct hexfog_tile_set { uint64_t *keys; size_t count; };
bool hexfog_tile_set_make(const struct hexfog_tile_list *list, struct hexfog_tile_set *set);
bool hexfog_tile_set_has(const struct hexfog_tile_set *set, struct hexfog_axial tile);
void hexfog_tile_set_free(struct hexfog_tile_set *set);

/* `tiles` is the set of a TILES shape's list, not looked at for other kinds. */
bool hexfog_shape_has(const struct hexfog_grid *grid, const struct hexfog_tile_set *tiles,
                      struct hexfog_axial tile);
struct hexfog_box hexfog_shape_box(const struct hexfog_grid *grid);
/* The rectangle around the cells of all tiles: its centre, from the origin, and its
 * extents. These come from whole steps between tiles, so that they are as exact far from
 * the origin as near it. */
struct hexfog_frame { double x, y, width, height; };
struct hexfog_frame hexfog_shape_frame(const struct hexfog_lattice *lattice,
                                       const struct hexfog_grid *grid);
/* Calls `visit` for the shape's tiles, `count` at a time from `first` on towards +q, in row
 * order. */
typedef void hexfog_visit_tiles(void *context, struct hexfog_axial first, int32_t count);
void hexfog_shape_each(const struct hexfog_grid *grid, hexfog_visit_tiles *visit, void *context);

#endif
