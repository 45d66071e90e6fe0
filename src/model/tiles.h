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
 * A tile is one word. Where all levels of a table are below 2^19 it holds, from the top:
 * how the six neighbours stand to it (12 relation bits), whether it is in
 * the shape, its level. Else: whether it is fog, whether it is in the shape, nothing, its
 * level in 24 bits, and the neighbours are looked at when they are asked for.
 */
enum { HEXFOG_RELATIONS_SHIFT = 32 - HEXFOG_RELATION_BITS };
#define HEXFOG_NARROW_LEVELS ((int32_t)1 << 19)

/* Rows of r, columns of q over `box` and one more tile on each side, whose tiles are
 * walls: a neighbour's index is a fixed distance away and always valid. */
struct hexfog_tile_table {
    struct hexfog_box box;       /* tiles in play */
    size_t stride, tile_count;   /* of the stored grid, the walls included */
    uint32_t *tile;
    uint32_t level_mask, shape_bit, fog_from; /* fog_from: the least word of a fog tile */
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
    return (int32_t)(table->tile[index] & table->level_mask);
}

static inline bool hexfog_tile_is_in_shape(const struct hexfog_tile_table *table, size_t index)
{
    return (table->tile[index] & table->shape_bit) != 0;
}

static inline bool hexfog_tile_is_fog(const struct hexfog_tile_table *table, size_t index)
{
    return table->tile[index] >= table->fog_from;
}

/* By comparison of levels, where words hold no relations. */
unsigned hexfog_compare_levels(const struct hexfog_tile_table *table, size_t index);

static inline bool hexfog_is_narrow(const struct hexfog_tile_table *table)
{
    return table->level_mask < HEXFOG_NARROW_LEVELS;
}

static inline unsigned hexfog_relation_bits(const struct hexfog_tile_table *table, size_t index)
{
    return hexfog_is_narrow(table) ? table->tile[index] >> HEXFOG_RELATIONS_SHIFT
                                   : hexfog_compare_levels(table, index);
}

static inline struct hexfog_relations hexfog_tile_relations(const struct hexfog_tile_table *table,
                                                            size_t index)
{
    return hexfog_relations_from_bits(hexfog_relation_bits(table, index));
}

#endif
