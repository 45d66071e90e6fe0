/* SPDX-License-Identifier: MIT */
/*
 * The tile table: level and the six neighbours' relations of every tile in play
 * (fogmap.md 3), computed once and then only read, in 4 bytes a tile.
 */
#ifndef HEXFOG_MODEL_TILES_H
#define HEXFOG_MODEL_TILES_H

#include "base/error.h"
#include "model/field.h"
#include "model/shape.h"

#define HEXFOG_MAX_LEVEL ((1 << 24) - 2)      /* so that a fog level is exact in binary32 */
#define HEXFOG_MAX_TABLE_TILES ((int64_t)1 << 27)

/*
 * A tile is one word: its level, and in the bits below it what G and reports ask. Bit k < 3
 * says that the neighbour in direction k has a greater level, bit 3 + k that it has a smaller
 * one; how the other three neighbours stand to this tile is in their words.
 */
enum {
    HEXFOG_TILE_GREATER = 1 << 0,
    HEXFOG_TILE_SMALLER = 1 << 3,
    HEXFOG_TILE_FOG = 1 << 6,
    HEXFOG_TILE_IN_SHAPE = 1 << 7,
    HEXFOG_TILE_LEVEL_SHIFT = 8
};

/* Rows of r, columns of q over `box` and one more tile on each side, whose tiles are
 * walls: a neighbour's index is a fixed distance away and always valid. */
struct hexfog_tile_table {
    struct hexfog_box box;       /* tiles in play */
    size_t stride, tile_count;   /* of the stored grid, the walls included */
    uint32_t *tile;
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

static inline int32_t hexfog_tile_level(const struct hexfog_tile_table *table, size_t index)
{
    return (int32_t)(table->tile[index] >> HEXFOG_TILE_LEVEL_SHIFT);
}

/* Fog has none: walls, whose neighbours may be missing, are fog. */
static inline struct hexfog_relations hexfog_tile_relations(const struct hexfog_tile_table *table,
                                                            size_t index)
{
    const uint32_t *tile = table->tile + index;

    if (*tile & HEXFOG_TILE_FOG)
        return (struct hexfog_relations){.is_fog = true};
    // The neighbours in directions 3, 4 and 5; this tile is in their directions 0, 1 and 2.
    uint32_t back = (tile[-1] & 011U) | (tile[-(ptrdiff_t)table->stride] & 022U) |
                    (tile[1 - (ptrdiff_t)table->stride] & 044U);
    return (struct hexfog_relations){(*tile & 7U) | (back & 070U),
                                     (*tile >> 3 & 7U) | (back & 7U) << 3, false};
}

#endif
