/* SPDX-License-Identifier: MIT */
/* The search: steps from the nearest source, for every tile of a table. */
#ifndef HEXFOG_MODEL_LEVELS_H
#define HEXFOG_MODEL_LEVELS_H

#include "model/tiles.h"

/*
 * While levels are looked for, a table's words hold the level alone, or one of these. They
 * are greater than any level, and UNREACHED is the least, so that one more than the least
 * of some neighbours never looks like a way to a tile.
 */
#define HEXFOG_UNREACHED 0x7FFFFFFDU
#define HEXFOG_BLOCKED 0x7FFFFFFEU
#define HEXFOG_WALL 0x7FFFFFFFU
/* A blocked tile's level has this bit: it is nobody's way. */
#define HEXFOG_IS_BLOCKED 0x40000000U

/* Takes a table of UNREACHED, BLOCKED and WALL. MEMORY. */
hexfog_status hexfog_search_levels(const struct hexfog_description *description,
                                   struct hexfog_tile_table *table, struct hexfog_error *error);

#endif
