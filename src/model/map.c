// SPDX-License-Identifier: MIT
// Turns a description into a map, and answers what the field is at a point.
#include "model/map.h"

#include <math.h>

#include "base/alloc.h"
#include "model/check.h"
#include "model/extent.h"
#include "model/visible.h"

struct maker {
    const struct hexfog_description *description;
    struct hexfog_reporter reporter;
    struct hexfog_tile_set shape_tiles;
    struct hexfog_error error;
};

static bool has(const struct maker *maker, unsigned parts)
{
    return !(maker->description->broken & parts);
}

static hexfog_status check_tiles(struct maker *maker)
{
    const struct hexfog_description *description = maker->description;
    bool knows_shape = has(maker, HEXFOG_BROKEN_SHAPE | HEXFOG_BROKEN_COORDINATES);
    hexfog_status status = HEXFOG_MEMORY;

    if (hexfog_tile_set_make(&description->grid.shape.list, &maker->shape_tiles))
        status = hexfog_check_tiles(description, knows_shape ? &maker->shape_tiles : NULL,
                                    &maker->reporter);
    hexfog_tile_set_free(&maker->shape_tiles);
    return status ? hexfog_fail_memory(&maker->error, "the shape's tiles") : HEXFOG_OK;
}

static bool make_lattice(struct maker *maker, struct hexfog_map *map)
{
    const struct hexfog_grid *grid = &maker->description->grid;

    if (hexfog_lattice_make(grid, &map->lattice))
        return true;
    hexfog_report(&maker->reporter, "D7", grid->place, "grid",
                  "the cell's numbers leave the range of double precision");
    return false;
}

// The search box: shape and raster, one tile wider on each side.
static bool make_box(struct maker *maker, const struct hexfog_map *map, struct hexfog_box *box)
{
    const struct hexfog_description *description = maker->description;
    struct hexfog_place place = description->grid.shape.place;
    const char *key = "grid.shape";
    struct hexfog_box raster;

    *box = hexfog_shape_box(&description->grid);
    bool ok = hexfog_box_tile_count(*box) <= HEXFOG_MAX_TABLE_TILES;
    bool in_range = hexfog_raster_box(&map->lattice, &map->texture, &raster);
    if (ok && (!in_range || description->field.outside == HEXFOG_OUTSIDE_EXTEND)) {
        place = description->texture.has_bounds ? description->texture.bounds_place
                                                : description->texture.place;
        key = description->texture.has_bounds ? "texture.bounds" : "texture";
        *box = in_range ? hexfog_box_union(*box, raster) : *box;
    }
    *box = (struct hexfog_box){box->q_min - 1, box->r_min - 1, box->q_max + 1, box->r_max + 1};
    if (in_range && hexfog_box_tile_count(*box) <= HEXFOG_MAX_TABLE_TILES)
        return true;
    hexfog_report(&maker->reporter, "D30", place, key,
                  "over %lld tiles in play: the axial box around shape and texture is too large",
                  (long long)HEXFOG_MAX_TABLE_TILES);
    return false;
}

// Places far from 0 are rounded. What that may do to G (its accuracy in fogmap.md 4) must stay
// small, or the field would be noise: beyond some 10^13 cells nothing is right.
static bool is_near_enough(struct maker *maker, const struct hexfog_map *map)
{
    const struct hexfog_bounds *b = &map->texture.bounds;
    const struct hexfog_lattice *lattice = &map->lattice;
    double x = fmax(fmax(fabs(b->x_min), fabs(b->x_max)), fabs(lattice->origin.x));
    double y = fmax(fmax(fabs(b->y_min), fabs(b->y_max)), fabs(lattice->origin.y));

    if (8 * 0x1p-53 * fmax(x, y) <= fmin(lattice->cell.width, lattice->cell.height) / 64)
        return true;
    hexfog_report(&maker->reporter, "D7", maker->description->grid.place, "grid.origin",
                  "so far from 0 double precision rounds places by over 1/64 of a tile");
    return false;
}

// Fills the map part by part; a part that another one needs is tried only when that one is good.
static hexfog_status fill(struct maker *maker, struct hexfog_map *map)
{
    const struct hexfog_description *description = maker->description;
    struct hexfog_box box;
    hexfog_status status = HEXFOG_OK;
    size_t errors = maker->reporter.diagnostics->error_count;

    map->metric = description->field.metric;
    if (maker->description->broken != HEXFOG_BROKEN_ALL)
        status = check_tiles(maker);
    if (status || !has(maker, HEXFOG_BROKEN_GRID | HEXFOG_BROKEN_SHAPE) ||
        !make_lattice(maker, map) || !has(maker, HEXFOG_BROKEN_TEXTURE) ||
        !hexfog_texture_make(&map->lattice, description, &maker->reporter, &map->texture))
        return status ? status : HEXFOG_INPUT;
    if (!make_box(maker, map, &box) || !is_near_enough(maker, map) ||
        !has(maker, HEXFOG_BROKEN_FIELD) || maker->reporter.diagnostics->error_count > errors)
        return HEXFOG_INPUT;
    status = hexfog_tile_table_make(description, box, &maker->reporter, &map->table, &maker->error);
    if (status)
        return status;
    hexfog_leads_make(&map->lattice, &map->texture, map->metric, &map->leads);
    map->max_level = hexfog_greatest_visible_level(&map->lattice, &map->texture, &map->table);
    return HEXFOG_OK;
}

hexfog_status hexfog_map_make(const struct hexfog_description *description,
                              struct hexfog_map **map, struct hexfog_diagnostics *diagnostics)
{
    struct maker maker = {.description = description,
                          .reporter = {diagnostics, (const char *const *)description->files}};
    struct hexfog_map *made = hexfog_alloc_zeroed(1, sizeof *made);
    hexfog_status status = HEXFOG_MEMORY;

    *map = NULL;
    if (!made)
        hexfog_fail_memory(&maker.error, "the map");
    else
        status = fill(&maker, made);
    if (!status) {
        *map = made;
        return HEXFOG_OK;
    }
    if (status == HEXFOG_MEMORY)
        hexfog_diagnose(diagnostics, &maker.error);
    hexfog_map_free(made);
    return status;
}

void hexfog_map_free(struct hexfog_map *map)
{
    if (map)
        hexfog_tile_table_free(&map->table);
    hexfog_free(map);
}

const struct hexfog_texture *hexfog_map_texture(const struct hexfog_map *map)
{
    return &map->texture;
}

struct hexfog_map_facts hexfog_map_facts(const struct hexfog_map *map)
{
    const struct hexfog_tile_table *table = &map->table;

    return (struct hexfog_map_facts){
        .metric = map->metric,
        .max_level = map->max_level,
        .shape_max_level = table->shape_max_level,
        .fog_level = table->fog_level,
        .shape_tile_count = table->shape_tile_count,
        .fog_tile_count = table->fog_tile_count,
        .table_tile_count = hexfog_box_tile_count(table->box),
        .memory_bytes = sizeof *map + table->tile_count * sizeof *table->tile};
}

struct hexfog_axial hexfog_axial_from_world(const struct hexfog_map *map, struct hexfog_world point)
{
    struct hexfog_world origin = map->lattice.origin;

    return hexfog_tile_at(&map->lattice,
                          (struct hexfog_local){point.x - origin.x, point.y - origin.y});
}

struct hexfog_world hexfog_world_from_axial(const struct hexfog_map *map, struct hexfog_axial tile)
{
    struct hexfog_local centre = hexfog_tile_centre(&map->lattice, tile);

    struct hexfog_world origin = map->lattice.origin;

    return (struct hexfog_world){origin.x + centre.x, origin.y + centre.y};
}

bool hexfog_level_of(const struct hexfog_map *map, struct hexfog_axial tile, int32_t *level)
{
    if (!hexfog_tile_table_has(&map->table, tile))
        return false;
    *level = hexfog_tile_level(&map->table, hexfog_tile_index(&map->table, tile));
    return true;
}

bool hexfog_is_in_shape(const struct hexfog_map *map, struct hexfog_axial tile)
{
    return hexfog_tile_is_in_shape(&map->table, hexfog_tile_index(&map->table, tile));
}

bool hexfog_is_fog(const struct hexfog_map *map, struct hexfog_axial tile)
{
    return hexfog_tile_table_has(&map->table, tile) &&
           hexfog_tile_is_fog(&map->table, hexfog_tile_index(&map->table, tile));
}

hexfog_status hexfog_field_at(const struct hexfog_map *map, struct hexfog_world point,
                              struct hexfog_value *value, struct hexfog_error *error)
{
    const struct hexfog_lattice *lattice = &map->lattice;
    struct hexfog_local local = {point.x - lattice->origin.x, point.y - lattice->origin.y};

    *value = (struct hexfog_value){0, 0};
    if (!hexfog_is_near(lattice, local))
        return hexfog_fail(error, HEXFOG_INPUT, "the point is not finite or too far away");
    struct hexfog_axial tile = hexfog_tile_at(lattice, local);
    if (!hexfog_tile_table_has(&map->table, tile))
        return hexfog_fail(error, HEXFOG_INPUT, "the point is in tile (%d, %d), beyond the map",
                           (int)tile.q, (int)tile.r);
    struct hexfog_local centre = hexfog_tile_centre(lattice, tile);
    size_t index = hexfog_tile_index(&map->table, tile);
    value->level = hexfog_tile_level(&map->table, index);
    value->g = hexfog_g(lattice, map->metric, hexfog_tile_relations(&map->table, index),
                        (struct hexfog_offset){local.x - centre.x, local.y - centre.y});
    return HEXFOG_OK;
}
