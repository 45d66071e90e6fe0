// SPDX-License-Identifier: MIT
// Turns a checked description into the tile table: who is where, levels, fog, relations.
#include "model/tiles.h"

#include <string.h>

#include "base/alloc.h"
#include "model/levels.h"

enum { SPARE_TILES = 4 };

void hexfog_tile_table_steps(const struct hexfog_tile_table *table, ptrdiff_t step[6])
{
    for (int k = 0; k < 6; k++)
        step[k] = hexfog_directions[k].r * (ptrdiff_t)table->stride + hexfog_directions[k].q;
}

bool hexfog_tile_table_has(const struct hexfog_tile_table *table, struct hexfog_axial tile)
{
    const struct hexfog_box *box = &table->box;

    if (table->outside == HEXFOG_OUTSIDE_FOG)
        return true;
    // The box's border tiles are in the search, but not all of their neighbours are.
    return tile.q > box->q_min && tile.q < box->q_max && tile.r > box->r_min && tile.r < box->r_max;
}

static bool allocate(struct hexfog_tile_table *table)
{
    size_t columns = (size_t)(table->box.q_max - table->box.q_min + 3);
    size_t rows = (size_t)(table->box.r_max - table->box.r_min + 3);

    table->stride = columns;
    table->tile_count = columns * rows; // both are at most HEXFOG_MAX_TABLE_TILES + 2 a side
    // Spare ones, so that whole vectors do.
    table->tile = hexfog_alloc(table->tile_count + SPARE_TILES, sizeof *table->tile);
    return table->tile != NULL;
}

static void fill(uint32_t *tiles, size_t count, uint32_t word)
{
    for (size_t i = 0; i < count; i++)
        tiles[i] = word;
}

static void open_shape(void *context, struct hexfog_axial first, int32_t count)
{
    struct hexfog_tile_table *table = context;

    fill(table->tile + hexfog_tile_index(table, first), (size_t)count, HEXFOG_UNREACHED);
}

// Walls beyond the box, and under "fog" beyond the shape; else every tile unreached.
static void lay_out(const struct hexfog_grid *grid, struct hexfog_tile_table *table)
{
    size_t inside = table->stride - 2, rows = table->tile_count / table->stride;

    fill(table->tile, table->tile_count + SPARE_TILES, HEXFOG_WALL);
    for (size_t row = 1; row + 1 < rows && table->outside == HEXFOG_OUTSIDE_EXTEND; row++)
        fill(table->tile + row * table->stride + 1, inside, HEXFOG_UNREACHED);
    if (table->outside == HEXFOG_OUTSIDE_FOG)
        hexfog_shape_each(grid, open_shape, table);
}

static void mark_blocked(struct hexfog_tile_table *table, const struct hexfog_tile_list *blocked)
{
    for (size_t i = 0; i < blocked->count; i++)
        table->tile[hexfog_tile_index(table, blocked->tiles[i])] = HEXFOG_BLOCKED;
}

static void take_levels(struct hexfog_tile_table *table, const struct hexfog_tile_list *levels)
{
    for (size_t i = 0; i < levels->count; i++)
        table->tile[hexfog_tile_index(table, levels->tiles[i])] = (uint32_t)levels->levels[i];
}

// ---- From levels to words.

static uint32_t level_of(uint32_t found)
{
    return found & ~HEXFOG_IS_BLOCKED;
}

// fog_level and shape_max_level: of the tiles so far, -1 for none.
static void survey_shape(void *context, struct hexfog_axial first, int32_t count)
{
    struct hexfog_tile_table *table = context;
    const uint32_t *tile = table->tile + hexfog_tile_index(table, first);

    table->shape_tile_count += count;
    for (int32_t i = 0; i < count; i++) {
        if (tile[i] >= HEXFOG_UNREACHED)
            table->fog_tile_count++;
        else if ((int32_t)level_of(tile[i]) > table->shape_max_level)
            table->shape_max_level = (int32_t)level_of(tile[i]);
    }
}

static void mark_shape(void *context, struct hexfog_axial first, int32_t count)
{
    struct hexfog_tile_table *table = context;
    uint32_t *tile = table->tile + hexfog_tile_index(table, first);

    for (int32_t i = 0; i < count; i++)
        tile[i] |= HEXFOG_TILE_IN_SHAPE;
}

// Four tiles side by side. Levels are compared as signed numbers, as machines do.
typedef uint32_t words __attribute__((vector_size(16)));
typedef int32_t numbers __attribute__((vector_size(16)));
enum { WORDS = sizeof(words) / sizeof(uint32_t) };

static inline words words_at(const uint32_t *tile)
{
    words found;

    memcpy(&found, tile, sizeof found);
    return found;
}

// From what the search found to words; the greatest level is kept.
static inline void set_words(uint32_t *tile, words fog, numbers *greatest)
{
    words found = words_at(tile), level = found & ~HEXFOG_IS_BLOCKED;
    words is_fog = (words)((numbers)found >= (int32_t)HEXFOG_UNREACHED);
    numbers known = (numbers)(level & ~is_fog), is_greater = known > *greatest;
    words word = (fog & is_fog) | (level << HEXFOG_TILE_LEVEL_SHIFT & ~is_fog);

    *greatest = (known & is_greater) | (*greatest & ~is_greater);
    memcpy(tile, &word, sizeof word);
}

// Fog is what has no level; its own is one more than the greatest in the shape. False: a
// level is too great.
static bool set_all_words(const struct hexfog_grid *grid, struct hexfog_tile_table *table)
{
    numbers greatest = {0};
    bool fits = true;

    table->shape_max_level = -1;
    hexfog_shape_each(grid, survey_shape, table);
    table->fog_level = table->shape_max_level + 1;
    if (table->fog_tile_count)
        table->shape_max_level = table->fog_level;
    uint32_t fog = (uint32_t)table->fog_level << HEXFOG_TILE_LEVEL_SHIFT | HEXFOG_TILE_FOG;
    for (size_t i = 0; i < table->tile_count; i += WORDS)
        set_words(table->tile + i, (words){fog, fog, fog, fog}, &greatest);
    for (int i = 0; i < WORDS; i++)
        fits &= greatest[i] <= HEXFOG_MAX_LEVEL;
    hexfog_shape_each(grid, mark_shape, table);
    return fits;
}

static inline words relations_to(numbers own, numbers other, int k)
{
    return ((words)(other > own) & (uint32_t)HEXFOG_TILE_GREATER << k) |
           ((words)(other < own) & (uint32_t)HEXFOG_TILE_SMALLER << k);
}

static inline numbers levels_at(const uint32_t *tile)
{
    return (numbers)(words_at(tile) >> HEXFOG_TILE_LEVEL_SHIFT);
}

// Sets the six bits of some tiles, which were 0.
static inline void relate(uint32_t *tile, ptrdiff_t stride)
{
    numbers own = levels_at(tile);
    words word = words_at(tile) | relations_to(own, levels_at(tile + 1), 0) |
                 relations_to(own, levels_at(tile + stride), 1) |
                 relations_to(own, levels_at(tile + stride - 1), 2);

    memcpy(tile, &word, sizeof word);
}

// Every tile but those of the last row, which are walls.
static void relate_all(struct hexfog_tile_table *table)
{
    for (size_t i = 0; i < table->tile_count - table->stride; i += WORDS)
        relate(table->tile + i, (ptrdiff_t)table->stride);
}

hexfog_status hexfog_tile_table_make(const struct hexfog_description *description,
                                     struct hexfog_box box, const struct hexfog_reporter *reporter,
                                     struct hexfog_tile_table *table, struct hexfog_error *error)
{
    const struct hexfog_field_rules *field = &description->field;
    hexfog_status status = HEXFOG_OK;

    *table = (struct hexfog_tile_table){.box = box, .outside = field->outside};
    if (!allocate(table))
        return hexfog_fail_memory(error, "the tile table");
    lay_out(&description->grid, table);
    mark_blocked(table, &field->blocked);
    if (field->has_levels)
        take_levels(table, &field->levels);
    else
        status = hexfog_search_levels(description, table, error);
    if (status)
        return status;
    if (!set_all_words(&description->grid, table)) {
        hexfog_report(reporter, "D31", field->place, "field", "a tile's level is over %d",
                      HEXFOG_MAX_LEVEL);
        return HEXFOG_INPUT;
    }
    relate_all(table);
    return HEXFOG_OK;
}

void hexfog_tile_table_free(struct hexfog_tile_table *table)
{
    hexfog_free(table->tile);
    *table = (struct hexfog_tile_table){0};
}
