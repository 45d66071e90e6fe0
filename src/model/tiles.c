// SPDX-License-Identifier: MIT
// Turns a checked description into the tile table: who is where, levels, fog, relations.
#include "model/tiles.h"

#include <string.h>

#include "base/alloc.h"
#include "base/vector.h"
#include "model/levels.h"

enum { SPARE_TILES = 8 }; // a vector of them

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
        tile[i] |= table->shape_bit;
}

// Some tiles side by side. Numbers are signed, as machines compare them.
typedef uint32_t words __attribute__((vector_size(4 * SPARE_TILES)));
typedef int32_t numbers __attribute__((vector_size(4 * SPARE_TILES)));

#define LOAD(vector, from) memcpy(&(vector), from, sizeof(vector))
#define STORE(to, vector) memcpy(to, &(vector), sizeof(vector))

// The greatest level that the search found, in the shape or beyond.
HEXFOG_BODY void find_greatest_body(const uint32_t *tile, size_t count, int32_t *greatest)
{
    words found;
    numbers most = {0};

    for (size_t i = 0; i < count; i += SPARE_TILES) {
        LOAD(found, tile + i);
        words is_level = (words)((numbers)found < (int32_t)HEXFOG_UNREACHED);
        numbers level = (numbers)(found & ~HEXFOG_IS_BLOCKED & is_level);
        numbers is_greater = level > most;
        most = (level & is_greater) | (most & ~is_greater);
    }
    for (int i = 0; i < SPARE_TILES; i++)
        *greatest = most[i] > *greatest ? most[i] : *greatest;
}
HEXFOG_KERNEL(static, find_greatest, (const uint32_t *tile, size_t count, int32_t *greatest),
              (tile, count, greatest))

// From what the search found to words without relations.
HEXFOG_BODY void set_words_body(uint32_t *tile, size_t count, uint32_t fog)
{
    words found;

    for (size_t i = 0; i < count; i += SPARE_TILES) {
        LOAD(found, tile + i);
        words is_level = (words)((numbers)found < (int32_t)HEXFOG_UNREACHED);
        found = (found & ~HEXFOG_IS_BLOCKED & is_level) | (fog & ~is_level);
        STORE(tile + i, found);
    }
}
HEXFOG_KERNEL(static, set_words, (uint32_t *tile, size_t count, uint32_t fog), (tile, count, fog))

// Adds to `word` how the tiles at `other` stand to those of level `own`.
#define RELATE(word, own, other, k)                                                              \
    do {                                                                                         \
        words there;                                                                             \
        LOAD(there, other);                                                                      \
        there &= HEXFOG_NARROW_LEVELS - 1;                                                       \
        word |= (words)((numbers)there > own) & 1U << ((k) + HEXFOG_RELATIONS_SHIFT);            \
        word |= (words)((numbers)there < own) & 64U << ((k) + HEXFOG_RELATIONS_SHIFT);           \
    } while (0)

// Sets the relations of tiles that have all neighbours.
HEXFOG_BODY void relate_body(uint32_t *tile, size_t count, ptrdiff_t stride)
{
    words word;

    for (uint32_t *end = tile + count; tile < end; tile += SPARE_TILES) {
        LOAD(word, tile);
        numbers own = (numbers)(word & (HEXFOG_NARROW_LEVELS - 1));
        RELATE(word, own, tile + 1, 0);
        RELATE(word, own, tile + stride, 1);
        RELATE(word, own, tile + stride - 1, 2);
        RELATE(word, own, tile - 1, 3);
        RELATE(word, own, tile - stride, 4);
        RELATE(word, own, tile - stride + 1, 5);
        STORE(tile, word);
    }
}
HEXFOG_KERNEL(static, relate, (uint32_t *tile, size_t count, ptrdiff_t stride),
              (tile, count, stride))

// How words are laid out, for levels up to this.
static void set_layout(struct hexfog_tile_table *table, int32_t greatest)
{
    bool is_narrow = greatest < HEXFOG_NARROW_LEVELS && table->fog_level < HEXFOG_NARROW_LEVELS;

    table->level_mask = is_narrow ? HEXFOG_NARROW_LEVELS - 1 : (1U << 24) - 1;
    table->shape_bit = is_narrow ? 1U << 19 : 1U << 30;
    table->fog_from = is_narrow ? (uint32_t)HEXFOG_RELATIONS_FOG << HEXFOG_RELATIONS_SHIFT
                                : 1U << 31;
}

unsigned hexfog_compare_levels(const struct hexfog_tile_table *table, size_t index)
{
    int32_t own = hexfog_tile_level(table, index);
    unsigned bits = 0;
    ptrdiff_t step[6];

    // Walls, whose neighbours may be missing, are fog.
    if (hexfog_tile_is_fog(table, index))
        return HEXFOG_RELATIONS_FOG;
    hexfog_tile_table_steps(table, step);
    for (int k = 0; k < 6; k++) {
        int32_t other = hexfog_tile_level(table, (size_t)((ptrdiff_t)index + step[k]));
        bits |= (other > own ? 1U : 0) << k | (other < own ? 64U : 0) << k;
    }
    return bits;
}

// From levels to words. False: a level is too great.
static bool set_table(const struct hexfog_grid *grid, struct hexfog_tile_table *table)
{
    size_t stride = table->stride;
    int32_t greatest = 0;

    find_greatest(table->tile, table->tile_count, &greatest);
    if (greatest > HEXFOG_MAX_LEVEL)
        return false;
    table->shape_max_level = -1;
    hexfog_shape_each(grid, survey_shape, table);
    table->fog_level = table->shape_max_level + 1;
    if (table->fog_tile_count)
        table->shape_max_level = table->fog_level;
    set_layout(table, greatest);
    set_words(table->tile, table->tile_count, table->fog_from | (uint32_t)table->fog_level);
    hexfog_shape_each(grid, mark_shape, table);
    // The first and the last row are fog.
    if (hexfog_is_narrow(table))
        relate(table->tile + stride, table->tile_count - 2 * stride, (ptrdiff_t)stride);
    return true;
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
    if (set_table(&description->grid, table))
        return HEXFOG_OK;
    hexfog_report(reporter, "D31", field->place, "field", "a tile's level is over %d",
                  HEXFOG_MAX_LEVEL);
    return HEXFOG_INPUT;
}

void hexfog_tile_table_free(struct hexfog_tile_table *table)
{
    hexfog_free(table->tile);
    *table = (struct hexfog_tile_table){0};
}
