/* SPDX-License-Identifier: MIT */
/* The values that a point near a border may have: each adjoining tile's. */
#ifndef HEXFOG_MODEL_NEAR_H
#define HEXFOG_MODEL_NEAR_H

#include "hexfog.h"

#define HEXFOG_NEAR_VALUES 8

/*
 * The value of the point's own tile, then of each neighbour whose shared edge is at most
 * `tolerance` away, in cell widths (across that edge's pair). At a corner that is three
 * values. Returns their number; 0 for a point that hexfog_field_at refuses.
 */
int hexfog_values_near(const struct hexfog_map *map, struct hexfog_world point, double tolerance,
                       struct hexfog_value values[HEXFOG_NEAR_VALUES]);

#endif
