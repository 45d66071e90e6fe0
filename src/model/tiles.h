/* SPDX-License-Identifier: MIT */
/*
 * The tile table: level and the six neighbours' relations of every tile in play
 * (fogmap.md 3), computed once and then only read.
 */
#ifndef HEXFOG_MODEL_TILES_H
#define HEXFOG_MODEL_TILES_H

#include "base/error.h"
#include "model/field.h"
#include "model/shape.h"

#define HEXFOG_MAX_LEVEL ((1 << 24) - 2)      /* so that a fog level is exact in binary32 */
#define HEXFOG_MAX_TABLE_TILES ((int64_t)1 << 27)

/* Facts of a tile: bits 0..5 greater neighbours, 6..11 smaller ones, then: */
enum {
    HEXFOG_TILE_FOG = 1 << 12,
    HEXFOG_TILE_IN_SHAPE = 1 << 13,
    HEXFOG_TILE_BLOCKED = 1 << 14,
    HEXFOG_TILE_WALL = 1 << 15  /* the search never enters: beyond the box, or under "fog"
                                   beyond the shape */
};

/* Rows of r, columns of q over `box` and one more tile on each side, whose tiles are
 * walls: a neighbour's index is a fixed distance away and always valid. */
struct hexfog_tile_table {
    struct hexfog_box box;       /* tiles in play */
    size_t stride, tile_count;   /* of the stored grid, the walls included */
    int32_t *level;
    uint16_t *facts;
    enum hexfog_outside outside;
    int32_t fog_level, shape_max_level;
    int64_t shape_tile_count, fog_tile_count;
};

/* `box` covers the shape and, under "extend", the raster, one tile wider on each side.
 * Errors: D31 (a level over the limit) to `reporter`; MEMORY. */
hexfog_status hexfog_tile_table_make(const struct hexfog_description *description,
                                     struct hexfog_box box, const struct hexfog_reporter *reporter,
                                     struct hexfog_tile_table *table, struct hexfog_error *error);
void hexfog_tile_table_free(struct hexfog_tile_table *table);

/* Index steps to the six neighbours. */
void hexfog_tile_table_steps(const struct hexfog_tile_table *table, ptrdiff_t step[6]);

/* Is a tile's value known? Under "fog" always: what is beyond the box is fog. */
bool hexfog_tile_table_has(const struct hexfog_tile_table *table, struct hexfog_axial tile);

/* Index of a tile; beyond the box, that of the nearest wall in q and in r. */
static inline size_t hexfog_tile_index(const struct hexfog_tile_table *table,
                                       struct hexfog_axial tile)
{
    int64_t q = tile.q - table->box.q_min + 1, r = tile.r - table->box.r_min + 1;
    int64_t q_last = table->box.q_max - table->box.q_min + 2;
    int64_t r_last = table->box.r_max - table->box.r_min + 2;

    q = q < 0 ? 0 : q > q_last ? q_last : q;
    r = r < 0 ? 0 : r > r_last ? r_last : r;
    return (size_t)r * table->stride + (size_t)q;
}

static inline struct hexfog_relations hexfog_tile_relations(const struct hexfog_tile_table *table,
                                                            size_t index)
{
    unsigned facts = table->facts[index];

    return (struct hexfog_relations){facts & 63U, facts >> 6 & 63U, (facts & HEXFOG_TILE_FOG) != 0};
}

#endif
