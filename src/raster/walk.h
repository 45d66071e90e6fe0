/* SPDX-License-Identifier: MIT */
/*
 * A row as a walk from tile to tile. Where a row leaves a tile, and through which edge,
 * follows from the tile's centre; it is asked of the definition only where rounding could
 * decide. The definition is hexfog_tile_at and hexfog_g.
 */
#ifndef HEXFOG_RASTER_WALK_H
#define HEXFOG_RASTER_WALK_H

#include "model/map.h"

/* Tiles whose centres have one y: along a row there are two such lines, by turns, or one. */
struct hexfog_line {
    int64_t key;        /* r (pointy) or 2 r + q (flat) of its tiles */
    double u_y, abs_y;  /* of the row, from these centres; also |u_y| */
    /* In columns from a centre: |u_y|, but the last, which is where the row leaves the tile.
     * Times the turns of an order, whose last is 1, these are the places that matter. Nearer
     * to them than by both blurs only the definition can tell. */
    double scale_px[HEXFOG_LEADS], blur_px[HEXFOG_LEADS];
    const struct hexfog_lead_order *orders; /* of this side of the centres, by kind of tile */
    const struct hexfog_fan *fan;
    /* From a tile to the one that the row enters where it leaves: its line, axial numbers,
     * index and centre in steps. */
    const struct hexfog_line *next;
    struct hexfog_axial across;
    ptrdiff_t across_index;
    double across_steps;
};

struct hexfog_walk {
    const struct hexfog_map *map;
    const double *x_local;
    double y, first_x, per_px; /* first_x: of column 0; per_px: columns in a world unit */
    double tolerance;          /* of hexfog_tile_at, in e_k */
    double step_x, skew_x;     /* a centre's x = step_x * steps, steps = q + skew_x * r */
    double width;
    bool is_plain;             /* every tile is in the table, its relations in its word */
    struct hexfog_line line[2];
};

/* A run: texels of one tile. Zeroed: before the first. */
struct hexfog_run {
    int32_t first, end;
    bool knows_next;         /* else the next tile is to be found */
    const struct hexfog_line *line;
    size_t index;            /* of the tile */
    double steps, centre_x, middle; /* middle: the column of the centre */
    int32_t level;
    unsigned relation_bits;
    const struct hexfog_lead_order *order;
};

void hexfog_walk_start(const struct hexfog_map *map, const double *x_local, int32_t row,
                       struct hexfog_walk *walk);
/* The run from a column on, by the definition. */
struct hexfog_run hexfog_walk_find(struct hexfog_walk *walk, int32_t first);
/* Sets index, level and relation bits from a run's line and steps. */
void hexfog_walk_look_up(const struct hexfog_walk *walk, struct hexfog_run *run);
/* By the definition: a run's texels from `first` on; G at the columns of a run that are near
 * a turn, if any. */
void hexfog_walk_rest(const struct hexfog_walk *walk, struct hexfog_run run, int32_t first,
                      int32_t *level, double *g);
void hexfog_walk_settle(const struct hexfog_walk *walk, struct hexfog_run run, double *g);

/* Sets what follows from a run's line, steps and relation bits. */
static inline void hexfog_walk_place(const struct hexfog_walk *walk, struct hexfog_run *run)
{
    run->centre_x = walk->step_x * run->steps;
    run->middle = (run->centre_x - walk->first_x) * walk->per_px;
    run->order = run->line->orders + walk->map->leads.kind[run->relation_bits];
}

/* How far a number is from the nearest integer, with a sign: adding 1.5 * 2^52 leaves no
 * fraction bits of one below 2^51. Of a number or a vector. */
#define HEXFOG_OFF_INTEGER(number) ((number) - ((number) + 0x1.8p52 - 0x1.8p52))

/* Rounds an exit up that is no integer: the first column past it, at most the width. */
static inline int32_t hexfog_walk_end(const struct hexfog_walk *walk, double exit)
{
    double past = exit + 1 < walk->width ? exit + 1 : walk->width;

    return (int32_t)(past > -1 ? past : -1);
}

#endif
