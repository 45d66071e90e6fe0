// SPDX-License-Identifier: MIT
// Turns a checked description into the tile table: who is where, levels, fog, relations.
#include "model/tiles.h"

#include "base/alloc.h"
#include "model/levels.h"

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
    table->level = hexfog_alloc(table->tile_count, sizeof *table->level);
    table->facts = hexfog_alloc(table->tile_count, sizeof *table->facts);
    return table->level && table->facts;
}

// Every tile unreached; walls beyond the box, and under "fog" everywhere until the shape
// takes its tiles.
static void lay_out(struct hexfog_tile_table *table)
{
    uint16_t inside = table->outside == HEXFOG_OUTSIDE_FOG ? HEXFOG_TILE_WALL : 0;
    size_t rows = table->tile_count / table->stride;

    for (size_t i = 0; i < table->tile_count; i++) {
        table->level[i] = HEXFOG_UNREACHED;
        table->facts[i] = inside;
    }
    for (size_t i = 0; i < table->stride; i++) {
        table->facts[i] = HEXFOG_TILE_WALL;
        table->facts[table->tile_count - 1 - i] = HEXFOG_TILE_WALL;
    }
    for (size_t row = 0; row < rows; row++) {
        table->facts[row * table->stride] = HEXFOG_TILE_WALL;
        table->facts[(row + 1) * table->stride - 1] = HEXFOG_TILE_WALL;
    }
}

static void take_in_shape(void *context, struct hexfog_axial tile)
{
    struct hexfog_tile_table *table = context;

    table->facts[hexfog_tile_index(table, tile)] = HEXFOG_TILE_IN_SHAPE;
    table->shape_tile_count++;
}

static void mark_blocked(struct hexfog_tile_table *table, const struct hexfog_tile_list *blocked)
{
    for (size_t i = 0; i < blocked->count; i++)
        table->facts[hexfog_tile_index(table, blocked->tiles[i])] |= HEXFOG_TILE_BLOCKED;
}

static void take_levels(struct hexfog_tile_table *table, const struct hexfog_tile_list *levels)
{
    for (size_t i = 0; i < levels->count; i++)
        table->level[hexfog_tile_index(table, levels->tiles[i])] = levels->levels[i];
}

// Fog is what has no level; its own is one more than the greatest in the shape.
static void set_fog(struct hexfog_tile_table *table)
{
    int32_t greatest = -1;

    for (size_t i = 0; i < table->tile_count; i++)
        if ((table->facts[i] & HEXFOG_TILE_IN_SHAPE) && table->level[i] > greatest)
            greatest = table->level[i];
    table->fog_level = greatest + 1;
    for (size_t i = 0; i < table->tile_count; i++) {
        if (table->level[i] != HEXFOG_UNREACHED)
            continue;
        table->level[i] = table->fog_level;
        table->facts[i] |= HEXFOG_TILE_FOG;
        if (table->facts[i] & HEXFOG_TILE_IN_SHAPE)
            table->fog_tile_count++;
    }
    table->shape_max_level = table->fog_tile_count ? table->fog_level : greatest;
}

static uint16_t relations_of(const struct hexfog_tile_table *table, size_t index,
                             const ptrdiff_t step[6])
{
    unsigned relations = 0;
    int32_t own = table->level[index];

    for (int k = 0; k < 6; k++) {
        int32_t other = table->level[(size_t)((ptrdiff_t)index + step[k])];
        relations |= (unsigned)(other > own) << k | (unsigned)(other < own) << (6 + k);
    }
    return (uint16_t)relations;
}

static void relate(struct hexfog_tile_table *table)
{
    size_t rows = table->tile_count / table->stride;
    ptrdiff_t step[6];

    hexfog_tile_table_steps(table, step);
    for (size_t row = 1; row + 1 < rows; row++) {
        size_t first = row * table->stride + 1, end = (row + 1) * table->stride - 1;
        for (size_t i = first; i < end; i++)
            table->facts[i] |= relations_of(table, i, step);
    }
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
    lay_out(table);
    hexfog_shape_each(&description->grid, take_in_shape, table);
    mark_blocked(table, &field->blocked);
    if (field->has_levels)
        take_levels(table, &field->levels);
    else
        status = hexfog_search_levels(description, table, error);
    if (status == HEXFOG_INPUT)
        hexfog_report(reporter, "D31", field->place, "field", "%s", error->message);
    if (status)
        return status;
    set_fog(table);
    relate(table);
    return HEXFOG_OK;
}

void hexfog_tile_table_free(struct hexfog_tile_table *table)
{
    hexfog_free(table->level);
    hexfog_free(table->facts);
    *table = (struct hexfog_tile_table){0};
}
