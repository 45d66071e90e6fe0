// SPDX-License-Identifier: MIT
// Turns a row into runs of texels of one tile, and a run into ramps. In a run the tile's
// level and relations are constant and only x changes, so the work a texel is one ramp
// an edge. Operands and their order are those of model/field.c: the bits are equal.
#include "raster/row.h"

#include "model/texel.h"

struct run {
    const struct hexfog_lattice *lattice;
    const double *x_local;      // of the run's first texel on
    int32_t count;
    struct hexfog_local centre; // of the tile
    double u_y;
    double *g;
};

static void fill_constant(double *g, int32_t count, double value)
{
    for (int32_t i = 0; i < count; i++)
        g[i] = value;
}

static void start_ramp(const struct run *run, struct hexfog_offset half)
{
    double from_y = half.y * run->u_y;

    for (int32_t i = 0; i < run->count; i++)
        run->g[i] = 0.5 + (half.x * (run->x_local[i] - run->centre.x) + from_y);
}

static void raise_to_ramp(const struct run *run, struct hexfog_offset half)
{
    double from_y = half.y * run->u_y;

    for (int32_t i = 0; i < run->count; i++) {
        double ramp = 0.5 + (half.x * (run->x_local[i] - run->centre.x) + from_y);
        run->g[i] = ramp > run->g[i] ? ramp : run->g[i];
    }
}

static void lower_to_ramp(const struct run *run, struct hexfog_offset half)
{
    double from_y = half.y * run->u_y;

    for (int32_t i = 0; i < run->count; i++) {
        double ramp = 0.5 + (half.x * (run->x_local[i] - run->centre.x) + from_y);
        run->g[i] = ramp < run->g[i] ? ramp : run->g[i];
    }
}

static void bring_inside(const struct run *run)
{
    for (int32_t i = 0; i < run->count; i++)
        run->g[i] = hexfog_g_inside(run->g[i]);
}

static void fill_sweep(const struct run *run, struct hexfog_relations relations)
{
    unsigned edges = hexfog_sweep_edges(relations);
    bool first = true;

    if (!edges)
        fill_constant(run->g, run->count, 0.5);
    for (int k = 0; k < 6; k++) {
        struct hexfog_offset half = run->lattice->half_e[k];
        if (!(edges >> k & 1U))
            continue;
        if (first)
            start_ramp(run, half);
        else if (relations.greater)
            raise_to_ramp(run, half);
        else
            lower_to_ramp(run, half);
        first = false;
    }
    bring_inside(run);
}

static void fill_seamless(const struct run *run, struct hexfog_relations relations)
{
    struct hexfog_offset gradient[6];

    for (int k = 0; k < 6; k++)
        gradient[k] = hexfog_triangle_gradient(run->lattice, relations, k);
    for (int32_t i = 0; i < run->count; i++) {
        struct hexfog_offset u = {run->x_local[i] - run->centre.x, run->u_y};
        run->g[i] = hexfog_g_inside(hexfog_ramp(gradient[hexfog_triangle_at(run->lattice, u)], u));
    }
}

static void fill_run(const struct hexfog_map *map, const struct run *run,
                     struct hexfog_relations relations)
{
    if (relations.is_fog)
        fill_constant(run->g, run->count, 0);
    else if (map->metric == HEXFOG_SWEEP)
        fill_sweep(run, relations);
    else
        fill_seamless(run, relations);
}

static bool is_same(struct hexfog_axial a, struct hexfog_axial b)
{
    return a.q == b.q && a.r == b.r;
}

// The end of the run that starts at `first`. A tile is convex, so a row's texels of one
// tile are neighbours: doubling steps find one outside, halving ones the border.
static int32_t end_of_run(const struct hexfog_map *map, const double *x_local, double y,
                          int32_t first, struct hexfog_axial tile)
{
    int32_t width = map->texture.width_px, inside = first, step = 1;

    while (inside + step < width &&
           is_same(hexfog_tile_at(&map->lattice, (struct hexfog_local){x_local[inside + step], y}),
                   tile)) {
        inside += step;
        step *= 2;
    }
    int32_t outside = inside + step < width ? inside + step : width;
    while (outside - inside > 1) {
        int32_t middle = inside + (outside - inside) / 2;
        struct hexfog_local point = {x_local[middle], y};
        if (is_same(hexfog_tile_at(&map->lattice, point), tile))
            inside = middle;
        else
            outside = middle;
    }
    return outside;
}

void hexfog_fill_row(const struct hexfog_map *map, const double *x_local, int32_t row,
                     int32_t *level, double *g)
{
    double y = hexfog_y_from_row(&map->texture, row) - map->lattice.origin.y;

    for (int32_t first = 0, end; first < map->texture.width_px; first = end) {
        struct hexfog_local point = {x_local[first], y};
        struct hexfog_axial tile = hexfog_tile_at(&map->lattice, point);
        struct hexfog_local centre = hexfog_tile_centre(&map->lattice, tile);
        size_t index = hexfog_tile_index(&map->table, tile);
        end = end_of_run(map, x_local, y, first, tile);
        struct run run = {&map->lattice, x_local + first, end - first, centre, y - centre.y,
                          g + first};
        for (int32_t i = first; i < end; i++)
            level[i] = map->table.level[index];
        fill_run(map, &run, hexfog_tile_relations(&map->table, index));
    }
}
