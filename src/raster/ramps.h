/* SPDX-License-Identifier: MIT */
/* The linear ramps that G follows along a run, from lead to lead. */
#ifndef HEXFOG_RASTER_RAMPS_H
#define HEXFOG_RASTER_RAMPS_H

#include "raster/walk.h"

/* G = 1/2 + (x u_x + y), brought inside [0, 1]; up to turn[i], a u_x, with x[i] and y[i]. */
struct hexfog_ramps {
    double turn[HEXFOG_TURNS], x[HEXFOG_LEADS], y[HEXFOG_LEADS];
};

/* The edges of which one leads. Sweep without outward edges takes the inward ones: the
 * least (1 - e_k) / 2 is where e_k is the greatest. */
static inline unsigned hexfog_leading_edges(enum hexfog_metric metric,
                                            struct hexfog_relations relations)
{
    unsigned edges = relations.greater ? relations.greater : relations.smaller;

    return metric == HEXFOG_SWEEP && edges ? edges : 63U;
}

/* +1: G rises with e_k of the lead; -1: it falls; 0: it is 1/2. */
static inline double hexfog_sweep_sense(struct hexfog_relations relations)
{
    return relations.greater ? 1 : relations.smaller ? -1 : 0;
}

/* Bits c: some edge at corner c, between edges c and c + 1, is in the set; twice over. */
static inline unsigned hexfog_corners_of(unsigned edges)
{
    unsigned corners = (edges | edges >> 1 | edges << 5) & 63U;

    return corners | corners << 6;
}

static inline void hexfog_ramps_sweep(const struct hexfog_map *map, const struct hexfog_run *run,
                                      struct hexfog_ramps *ramps)
{
    double sense = hexfog_sweep_sense(run->relations);

    for (int i = 0; i < HEXFOG_LEADS; i++) {
        struct hexfog_offset half = map->lattice.half_e[run->order->edge[i]];
        ramps->x[i] = sense * half.x;
        ramps->y[i] = sense * half.y * run->line->u_y;
    }
}

static inline void hexfog_ramps_seamless(const struct hexfog_map *map,
                                         const struct hexfog_run *run, struct hexfog_ramps *ramps)
{
    unsigned up = hexfog_corners_of(run->relations.greater);
    unsigned down = hexfog_corners_of(run->relations.smaller);

    for (int i = 0; i < HEXFOG_LEADS; i++) {
        int edge = run->order->edge[i];
        unsigned corners = (up >> (edge + 5) & 3) | (down >> (edge + 5) & 3) << 2;
        struct hexfog_offset gradient = map->leads.gradient[edge][corners];
        ramps->x[i] = gradient.x;
        ramps->y[i] = gradient.y * run->line->u_y;
    }
}

/* What a run's values depend on besides its place. */
static inline void hexfog_run_look_up(const struct hexfog_map *map, struct hexfog_run *run)
{
    size_t index = hexfog_tile_index(&map->table, run->tile);

    run->level = hexfog_tile_level(&map->table, index);
    run->relations = hexfog_tile_relations(&map->table, index);
    run->order = &map->leads.order[run->line->side][hexfog_leading_edges(map->metric,
                                                                         run->relations)];
}

static inline void hexfog_ramps_set(const struct hexfog_map *map, const struct hexfog_run *run,
                                    struct hexfog_ramps *ramps)
{
    if (run->relations.is_fog) {
        *ramps = (struct hexfog_ramps){.y = {-0.5, -0.5, -0.5, -0.5}};
        return;
    }
    for (int i = 0; i < HEXFOG_TURNS; i++)
        ramps->turn[i] = run->order->turn[i] * run->line->abs_y;
    if (map->metric == HEXFOG_SWEEP)
        hexfog_ramps_sweep(map, run, ramps);
    else
        hexfog_ramps_seamless(map, run, ramps);
}

#endif
