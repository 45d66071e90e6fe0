// SPDX-License-Identifier: MIT
// Turns sources and blocked tiles into one level a tile: two sweeps over the table where
// nothing stands in the way, else a breadth-first search, ring after ring.
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

// ---- Two sweeps.

// A shortest way takes steps in two neighbouring directions, in any order that stays inside.
// Rows are walked from the first to the last with steps along +q, +r and (-1, +1), then back
// with the opposite ones. Four of the six pairs of directions are in one of the two sweeps; of
// the other two the first sweep takes one, the second the other: (-1, +1) before -q, and +q
// before (+1, -1). The tile between them is inside a box of q and r, and inside a hexagon too,
// for its q + r is that of one of the ends.
static bool is_open(const struct hexfog_description *description)
{
    return description->field.blocked.count == 0 &&
           (description->field.outside == HEXFOG_OUTSIDE_EXTEND ||
            description->grid.shape.kind == HEXFOG_SHAPE_RADIUS);
}

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// As unsigned numbers, unreached ones are the greatest.
static inline void reach(struct hexfog_tile_table *table, size_t index, const ptrdiff_t from[3])
{
    uint32_t least = UINT32_MAX;

    if (!is_walkable(table, index))
        return;
    for (int k = 0; k < 3; k++)
        least = lesser(least, (uint32_t)table->level[(size_t)((ptrdiff_t)index + from[k])]);
    least += least != UINT32_MAX;
    table->level[index] = (int32_t)lesser(least, (uint32_t)table->level[index]);
}

static bool sweep_levels(const struct hexfog_tile_list *sources, struct hexfog_tile_table *table)
{
    ptrdiff_t stride = (ptrdiff_t)table->stride;
    const ptrdiff_t ahead[3] = {-1, -stride, 1 - stride}, back[3] = {1, stride, stride - 1};
    size_t first = table->stride + 1, end = table->tile_count - first;
    int32_t greatest = 0;

    for (size_t i = 0; i < sources->count; i++)
        table->level[hexfog_tile_index(table, sources->tiles[i])] = 0;
    for (size_t i = first; i < end; i++)
        reach(table, i, ahead);
    for (size_t i = end; i-- > first;) {
        reach(table, i, back);
        greatest = table->level[i] > greatest ? table->level[i] : greatest;
    }
    return greatest < HEXFOG_MAX_LEVEL;
}

static hexfog_status fail_too_far(struct hexfog_error *error)
{
    return hexfog_fail(error, HEXFOG_INPUT, "a tile's level is over %d", HEXFOG_MAX_LEVEL);
}

hexfog_status hexfog_search_levels(const struct hexfog_description *description,
                                   struct hexfog_tile_table *table, struct hexfog_error *error)
{
    const struct hexfog_field_rules *field = &description->field;
    if (is_open(description))
        return sweep_levels(&field->sources, table) ? HEXFOG_OK : fail_too_far(error);
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
        return fail_too_far(error);
    reach_blocked(&field->blocked, table);
    return HEXFOG_OK;
}
