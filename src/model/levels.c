// SPDX-License-Identifier: MIT
// Turns sources and blocked tiles into one level a tile: distances, or two sweeps over the
// table, where nothing stands in the way, else a breadth-first search, ring after ring.
#include "model/levels.h"

#include "base/alloc.h"

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// ---- In the open.

// A shortest way in the open takes steps in two neighbouring directions, in any order. The
// tile between two such steps is inside a box of q and r when its ends are, and inside a
// hexagon too, in one of the two orders: its q, its r and its q + r are then each that of one
// of the ends. So distances are those of the plane, where nothing is blocked.
static bool is_open(const struct hexfog_description *description)
{
    return description->field.blocked.count == 0 &&
           (description->field.outside == HEXFOG_OUTSIDE_EXTEND ||
            description->grid.shape.kind == HEXFOG_SHAPE_RADIUS);
}

struct visit { struct hexfog_tile_table *table; struct hexfog_axial source; };

// Lowers some tiles of a row to their distance from a source: |dr| where that takes dq along,
// and one more for each tile before or past those.
static void lower_to_distance(void *context, struct hexfog_axial first, int32_t count)
{
    const struct visit *visit = context;
    int32_t *tile = (int32_t *)visit->table->tile + hexfog_tile_index(visit->table, first);
    int32_t dr = first.r - visit->source.r, least = dr < 0 ? -dr : dr;
    int32_t from = visit->source.q - (dr > 0 ? dr : 0) - first.q;
    int32_t before = from < 0 ? 0 : from < count ? from : count;
    int32_t past = from + least < 0 ? 0 : from + least < count ? from + least : count;

    for (int32_t i = 0; i < before; i++)
        tile[i] = least + from - i < tile[i] ? least + from - i : tile[i];
    for (int32_t i = before; i < past; i++)
        tile[i] = least < tile[i] ? least : tile[i];
    for (int32_t i = past; i < count; i++)
        tile[i] = i - from < tile[i] ? i - from : tile[i];
}

static void measure_distances(const struct hexfog_description *description,
                              struct hexfog_tile_table *table)
{
    const struct hexfog_tile_list *sources = &description->field.sources;
    const struct hexfog_box *box = &table->box;

    for (size_t i = 0; i < sources->count; i++) {
        struct visit visit = {table, sources->tiles[i]};
        if (table->outside == HEXFOG_OUTSIDE_FOG)
            hexfog_shape_each(&description->grid, lower_to_distance, &visit);
        for (int64_t r = box->r_min; r <= box->r_max && table->outside != HEXFOG_OUTSIDE_FOG; r++)
            lower_to_distance(&visit, (struct hexfog_axial){(int32_t)box->q_min, (int32_t)r},
                              (int32_t)(box->q_max - box->q_min + 1));
    }
}

// For many sources. Rows are walked from the first to the last with steps along +q, +r and
// (-1, +1), then back with the opposite ones. Four of the six pairs of directions are in one of
// the two sweeps; of the other two the first sweep takes one, the second the other: (-1, +1)
// before -q, and +q before (+1, -1).

// One row, `count` tiles from tile[0] on in the direction of `step` along q; behind[0] and
// behind[step] are tile[0]'s neighbours in the row before.
static inline void sweep_row(uint32_t *tile, const uint32_t *behind, ptrdiff_t count,
                             ptrdiff_t step)
{
    uint32_t last = tile[-step], near = behind[0];

    for (ptrdiff_t i = 0; i != count * step; i += step) {
        uint32_t own = tile[i], far = behind[i + step];
        uint32_t level = lesser(lesser(lesser(near, far) + 1, own), last + 1);
        last = own > HEXFOG_UNREACHED ? own : level;
        tile[i] = last;
        near = far;
    }
}

static void sweep_levels(struct hexfog_tile_table *table)
{
    size_t rows = table->tile_count / table->stride, inside = table->stride - 2;

    for (size_t row = 1; row + 1 < rows; row++) {
        uint32_t *first = table->tile + row * table->stride + 1;
        sweep_row(first, first - table->stride, (ptrdiff_t)inside, 1);
    }
    for (size_t row = rows - 2; row >= 1; row--) {
        uint32_t *last = table->tile + row * table->stride + inside;
        sweep_row(last, last + table->stride, (ptrdiff_t)inside, -1);
    }
}

static void set_sources(const struct hexfog_tile_list *sources, struct hexfog_tile_table *table)
{
    for (size_t i = 0; i < sources->count; i++)
        table->tile[hexfog_tile_index(table, sources->tiles[i])] = 0;
}

static void search_open(const struct hexfog_description *description,
                        struct hexfog_tile_table *table)
{
    enum { FEW = 8 }; // of which the distances take less time than two sweeps

    if (description->field.sources.count <= FEW) {
        measure_distances(description, table);
        return;
    }
    set_sources(&description->field.sources, table);
    sweep_levels(table);
}

// ---- Rings.

// The tiles that were reached at the same step: index * 8 + the direction of that step.
struct ring { uint32_t *entry; size_t count, capacity; };

static bool push(struct ring *ring, size_t index, unsigned direction)
{
    if (ring->count == ring->capacity) {
        size_t capacity = ring->capacity ? ring->capacity * 2 : 1024;
        uint32_t *grown = hexfog_realloc(ring->entry, capacity, sizeof *grown);
        if (!grown)
            return false;
        ring->entry = grown;
        ring->capacity = capacity;
    }
    ring->entry[ring->count++] = (uint32_t)index << 3 | direction; // a table has under 2^29 tiles
    return true;
}

// Only ahead and half left and right of the step that led to a tile can there be new ones:
// its other neighbours are those of the tile that the step came from, or that tile.
static bool step_out(const struct ring *from, struct ring *to, struct hexfog_tile_table *table,
                     uint32_t level)
{
    ptrdiff_t step[8];

    hexfog_tile_table_steps(table, step);
    step[6] = step[0], step[7] = step[1];
    to->count = 0;
    for (size_t i = 0; i < from->count; i++) {
        unsigned left = from->entry[i] & 7U;
        left = left ? left - 1 : 5;
        for (unsigned k = left; k < left + 3; k++) {
            size_t index = (size_t)((ptrdiff_t)(from->entry[i] >> 3) + step[k]);
            if (table->tile[index] != HEXFOG_UNREACHED)
                continue;
            table->tile[index] = level;
            if (!push(to, index, k < 6 ? k : k - 6))
                return false;
        }
    }
    return true;
}

// A source looks around as if reached in direction 1, and in direction 4.
static bool push_source(struct ring *ring, size_t index)
{
    return push(ring, index, 1) && push(ring, index, 4);
}

static bool search_rings(const struct hexfog_tile_list *sources, struct hexfog_tile_table *table)
{
    struct ring ring = {0}, next = {0};
    bool ok = true;

    set_sources(sources, table);
    for (size_t i = 0; i < sources->count && ok; i++)
        ok = push_source(&ring, hexfog_tile_index(table, sources->tiles[i]));
    for (uint32_t level = 1; ok && ring.count; level++) {
        ok = step_out(&ring, &next, table, level);
        struct ring swap = ring;
        ring = next;
        next = swap;
    }
    hexfog_free(ring.entry);
    hexfog_free(next.entry);
    return ok;
}

// ---- Blocked tiles.

// A blocked tile is reached from the least of its neighbours that the search has passed.
// Levels of other blocked tiles do not count, so the order does not matter.
static uint32_t level_of_blocked(const struct hexfog_tile_table *table, size_t index,
                                 const ptrdiff_t step[6])
{
    uint32_t least = HEXFOG_UNREACHED;

    for (int k = 0; k < 6; k++)
        least = lesser(least, table->tile[(size_t)((ptrdiff_t)index + step[k])]);
    return least < HEXFOG_IS_BLOCKED ? HEXFOG_IS_BLOCKED | (least + 1) : HEXFOG_BLOCKED;
}

static void reach_blocked(const struct hexfog_tile_list *blocked, struct hexfog_tile_table *table)
{
    ptrdiff_t step[6];

    hexfog_tile_table_steps(table, step);
    for (size_t i = 0; i < blocked->count; i++) {
        size_t index = hexfog_tile_index(table, blocked->tiles[i]);
        table->tile[index] = level_of_blocked(table, index, step);
    }
}

hexfog_status hexfog_search_levels(const struct hexfog_description *description,
                                   struct hexfog_tile_table *table, struct hexfog_error *error)
{
    const struct hexfog_field_rules *field = &description->field;

    if (is_open(description))
        search_open(description, table);
    else if (!search_rings(&field->sources, table))
        return hexfog_fail_memory(error, "the level search");
    reach_blocked(&field->blocked, table);
    return HEXFOG_OK;
}
