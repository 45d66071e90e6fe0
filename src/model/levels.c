// SPDX-License-Identifier: MIT
// Turns sources and blocked tiles into one level a tile: a breadth-first search, ring
// after ring, over the table's walkable tiles.
#include "model/levels.h"

#include <string.h>

#include "base/alloc.h"

// One ring of the search: the indices of the tiles that were reached at the same step.
struct ring { uint32_t *index; size_t count, capacity; };

static bool push(struct ring *ring, uint32_t index)
{
    if (ring->count == ring->capacity) {
        size_t capacity = ring->capacity ? ring->capacity * 2 : 1024;
        uint32_t *grown = hexfog_realloc(ring->index, capacity, sizeof *grown);
        if (!grown)
            return false;
        ring->index = grown;
        ring->capacity = capacity;
    }
    ring->index[ring->count++] = index;
    return true;
}

static bool is_walkable(const struct hexfog_tile_table *table, size_t index)
{
    return !(table->facts[index] & (HEXFOG_TILE_WALL | HEXFOG_TILE_BLOCKED));
}

static bool start(const struct hexfog_tile_list *sources, struct hexfog_tile_table *table,
                  struct ring *ring)
{
    for (size_t i = 0; i < sources->count; i++) {
        size_t index = hexfog_tile_index(table, sources->tiles[i]);
        table->level[index] = 0;
        if (!push(ring, (uint32_t)index))
            return false;
    }
    return true;
}

static bool step_out(const struct ring *from, struct ring *to, struct hexfog_tile_table *table,
                     int32_t level)
{
    ptrdiff_t step[6];

    hexfog_tile_table_steps(table, step);
    to->count = 0;
    for (size_t i = 0; i < from->count; i++) {
        for (int k = 0; k < 6; k++) {
            size_t index = (size_t)((ptrdiff_t)from->index[i] + step[k]);
            if (table->level[index] != HEXFOG_UNREACHED || !is_walkable(table, index))
                continue;
            table->level[index] = level;
            if (!push(to, (uint32_t)index))
                return false;
        }
    }
    return true;
}

// A blocked tile is reached from the least of its neighbours that the search has passed.
// Levels of other blocked tiles do not count, so the order does not matter.
static int32_t level_of_blocked(const struct hexfog_tile_table *table, size_t index,
                                const ptrdiff_t step[6])
{
    int32_t least = HEXFOG_UNREACHED;

    for (int k = 0; k < 6; k++) {
        size_t neighbour = (size_t)((ptrdiff_t)index + step[k]);
        int32_t level = table->level[neighbour];
        if (level == HEXFOG_UNREACHED || !is_walkable(table, neighbour))
            continue;
        if (least == HEXFOG_UNREACHED || level < least)
            least = level;
    }
    return least == HEXFOG_UNREACHED ? least : least + 1;
}

static void reach_blocked(const struct hexfog_tile_list *blocked, struct hexfog_tile_table *table)
{
    ptrdiff_t step[6];

    hexfog_tile_table_steps(table, step);
    for (size_t i = 0; i < blocked->count; i++) {
        size_t index = hexfog_tile_index(table, blocked->tiles[i]);
        table->level[index] = level_of_blocked(table, index, step);
    }
}

hexfog_status hexfog_search_levels(const struct hexfog_field_rules *field,
                                   struct hexfog_tile_table *table, struct hexfog_error *error)
{
    struct ring ring = {0}, next = {0};
    bool ok = start(&field->sources, table, &ring);
    int32_t level = 0;

    while (ok && ring.count && level < HEXFOG_MAX_LEVEL) {
        ok = step_out(&ring, &next, table, ++level);
        struct ring swap = ring;
        ring = next;
        next = swap;
    }
    bool is_too_far = ok && ring.count;
    hexfog_free(ring.index);
    hexfog_free(next.index);
    if (!ok)
        return hexfog_fail_memory(error, "the level search");
    if (is_too_far)
        return hexfog_fail(error, HEXFOG_INPUT, "a tile's level is over %d", HEXFOG_MAX_LEVEL);
    reach_blocked(&field->blocked, table);
    return HEXFOG_OK;
}
