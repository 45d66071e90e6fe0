/* SPDX-License-Identifier: MIT */
/* Rules that need the board's geometry: D17 and D18. */
#ifndef HEXFOG_MODEL_CHECK_H
#define HEXFOG_MODEL_CHECK_H

#include "base/error.h"
#include "model/shape.h"

/* Reports every source, blocked tile and level outside the shape (D18), unless shape_tiles
 * is NULL, and every source that is blocked (D17). Entries that are wrong already are left
 * out. MEMORY when a set cannot be made, else OK. */
hexfog_status hexfog_check_tiles(const struct hexfog_description *description,
                                 const struct hexfog_tile_set *shape_tiles,
                                 const struct hexfog_reporter *reporter);

#endif
