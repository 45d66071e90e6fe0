/* SPDX-License-Identifier: MIT */
/* Which tiles and levels the texture shows. */
#ifndef HEXFOG_MODEL_VISIBLE_H
#define HEXFOG_MODEL_VISIBLE_H

#include "model/tiles.h"

/* An axial box that holds every tile with a texel. False: tiles beyond +-2^30. */
bool hexfog_raster_box(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       struct hexfog_box *box);

/* The greatest level of any texel, exactly, without visiting all texels where tiles are larger. */
int32_t hexfog_greatest_visible_level(const struct hexfog_lattice *lattice,
                                      const struct hexfog_texture *texture,
                                      const struct hexfog_tile_table *table);

#endif
