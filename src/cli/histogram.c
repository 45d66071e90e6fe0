// SPDX-License-Identifier: MIT
// Turns a shape into counts of its tiles by level.
#include "cli/histogram.h"
#include "base/alloc.h"
#include "base/error.h"
#include "desc/offset.h"

struct counting {
    const struct hexfog_map *map;
    struct hexfog_histogram *histogram;
};

static void count_tile(const struct counting *counting, struct hexfog_axial tile)
{
    int32_t level;
    if (hexfog_level_of(counting->map, tile, &level) && level < counting->histogram->level_count)
        counting->histogram->tile_count[level]++;
}

static void count_radius(const struct counting *counting, const struct hexfog_shape *shape)
{
    int32_t radius = shape->radius;
    for (int32_t r = -radius; r <= radius; r++) {
        int32_t first = r < 0 ? -radius - r : -radius, last = r < 0 ? radius : radius - r;
        for (int32_t q = first; q <= last; q++)
            count_tile(counting, (struct hexfog_axial){ shape->center.q + q, shape->center.r + r });
    }
}

static void count_rectangle(const struct counting *counting, const struct hexfog_grid *grid)
{
    for (int32_t row = 0; row < grid->shape.rows; row++)
        for (int32_t column = 0; column < grid->shape.columns; column++)
            count_tile(counting,
                       hexfog_axial_from_written(grid->coordinates,
                                                 (struct hexfog_written_tile){ column, row }));
}

static void count_list(const struct counting *counting, const struct hexfog_tile_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        count_tile(counting, list->tiles[i]);
}

hexfog_status hexfog_histogram_make(const struct hexfog_description *description,
                                    const struct hexfog_map *map,
                                    struct hexfog_histogram *histogram,
                                    struct hexfog_error *error)
{
    int32_t count = hexfog_map_facts(map).shape_max_level + 1;
    *histogram = (struct hexfog_histogram){ .level_count = count };
    histogram->tile_count = hexfog_alloc_zeroed((size_t)count, sizeof *histogram->tile_count);
    if (!histogram->tile_count)
        return hexfog_fail_memory(error, "the tiles of each level");
    struct counting counting = { map, histogram };
    switch (description->grid.shape.kind) {
    case HEXFOG_SHAPE_RADIUS: count_radius(&counting, &description->grid.shape); break;
    case HEXFOG_SHAPE_RECTANGLE: count_rectangle(&counting, &description->grid); break;
    case HEXFOG_SHAPE_TILES: count_list(&counting, &description->grid.shape.list); break;
    }
    return HEXFOG_OK;
}

void hexfog_histogram_free(struct hexfog_histogram *histogram)
{
    hexfog_free(histogram->tile_count);
    *histogram = (struct hexfog_histogram){ 0 };
}
