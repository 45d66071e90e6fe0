/* SPDX-License-Identifier: MIT */
/* The search: steps from the nearest source, written into a tile table's levels. */
#ifndef HEXFOG_MODEL_LEVELS_H
#define HEXFOG_MODEL_LEVELS_H

#include "model/tiles.h"

/* A tile that no source reaches has this level until fog gets its own. */
#define HEXFOG_UNREACHED (-1)

/* The table's facts are set and its levels are all HEXFOG_UNREACHED. INPUT with rule D31
 * in *error for a level over HEXFOG_MAX_LEVEL; MEMORY. */
hexfog_status hexfog_search_levels(const struct hexfog_description *description,
                                   struct hexfog_tile_table *table, struct hexfog_error *error);

#endif
