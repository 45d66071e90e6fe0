// SPDX-License-Identifier: MIT
// Turns a point into the values that it has seen from every tile that it may belong to.
#include "model/near.h"

#include "model/map.h"

static struct hexfog_value value_in(const struct hexfog_map *map, struct hexfog_axial tile,
                                    struct hexfog_local point)
{
    struct hexfog_local centre = hexfog_tile_centre(&map->lattice, tile);
    struct hexfog_offset u = {point.x - centre.x, point.y - centre.y};
    size_t index = hexfog_tile_index(&map->table, tile);

    return (struct hexfog_value){
        hexfog_tile_level(&map->table, index),
        hexfog_g(&map->lattice, map->metric, hexfog_tile_relations(&map->table, index), u)};
}

int hexfog_values_near(const struct hexfog_map *map, struct hexfog_world point, double tolerance,
                       struct hexfog_value values[HEXFOG_NEAR_VALUES])
{
    const struct hexfog_lattice *lattice = &map->lattice;
    struct hexfog_local local = {point.x - lattice->origin.x, point.y - lattice->origin.y};
    int count = 0;

    if (!hexfog_is_near(lattice, local))
        return 0;
    struct hexfog_axial tile = hexfog_tile_at(lattice, local);
    if (!hexfog_tile_table_has(&map->table, tile))
        return 0;
    struct hexfog_local centre = hexfog_tile_centre(lattice, tile);
    struct hexfog_offset u = {local.x - centre.x, local.y - centre.y};
    values[count++] = value_in(map, tile, local);
    for (int k = 0; k < 6; k++) {
        // 1/2 at the centre, 1 on the edge: in units of the extent across the edge pair.
        double position = hexfog_ramp(lattice->half_e[k], u);
        struct hexfog_axial other = {tile.q + hexfog_directions[k].q,
                                     tile.r + hexfog_directions[k].r};
        if (1 - position <= tolerance && hexfog_tile_table_has(&map->table, other))
            values[count++] = value_in(map, other, local);
    }
    return count;
}
