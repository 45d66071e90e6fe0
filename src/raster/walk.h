/* SPDX-License-Identifier: MIT */
/*
 * A row as a walk from tile to tile. Where a row leaves a tile, and through which edge,
 * follows from the tile's centre; it is asked of the definition only where rounding could
 * decide. The definition is hexfog_tile_at and hexfog_g.
 */
#ifndef HEXFOG_RASTER_WALK_H
#define HEXFOG_RASTER_WALK_H

#include "model/map.h"

/* Tiles whose centres have one y: along a row there are two such lines, by turns. */
struct hexfog_line {
    int64_t key;               /* r (pointy) or 2 r + q (flat) of its tiles */
    double u_y;                /* of the row, from these centres */
    double abs_y, abs_y_px;    /* |u_y|, also in columns */
    double exit_px, blur_px;   /* columns from a centre to where the row leaves the tile; nearer
                                * to that than blur_px only the definition can tell */
    struct hexfog_axial across;/* from a tile to the one that the row enters there */
    int side;                  /* hexfog_side_of u_y */
};

struct hexfog_walk {
    const struct hexfog_map *map;
    const double *x_local;
    double y, first_x, per_px; /* first_x: of column 0; per_px: columns in a world unit */
    double tolerance;          /* of hexfog_tile_at, in e_k */
    double step_x, skew_x;     /* a centre's x = step_x * (q + skew_x * r) */
    int32_t width;
    bool is_flat;
    struct hexfog_line line[2];
};

/* A run: texels of one tile. `middle` is the column of its centre, with a fraction; `next`
 * is the tile of column `end`, or one before it that has no texel in this row. */
struct hexfog_run {
    int32_t first, end, level;
    struct hexfog_axial tile, next;
    struct hexfog_relations relations;
    double centre_x, middle;
    const struct hexfog_line *line;
    const struct hexfog_lead_order *order;
};

void hexfog_walk_start(const struct hexfog_map *map, const double *x_local, int32_t row,
                       struct hexfog_walk *walk);
/* By the definition: the tile of a column, and a run's tile, end and next from its `first`. */
struct hexfog_axial hexfog_walk_tile(const struct hexfog_walk *walk, int32_t column);
void hexfog_walk_find(struct hexfog_walk *walk, struct hexfog_run *run);
void hexfog_walk_set_line(const struct hexfog_walk *walk, struct hexfog_axial tile, int64_t key,
                          struct hexfog_line *line);
/* Writes G by the definition at the columns of a run that are near a turn, or at all. */
void hexfog_walk_settle(const struct hexfog_walk *walk, const struct hexfog_run *run, double *g);

/* The line that a tile is on. */
static inline const struct hexfog_line *hexfog_walk_line(struct hexfog_walk *walk,
                                                         struct hexfog_axial tile)
{
    int64_t key = walk->is_flat ? 2 * (int64_t)tile.r + tile.q : tile.r;
    struct hexfog_line *line = &walk->line[key & 1];

    if (line->key != key)
        hexfog_walk_set_line(walk, tile, key, line);
    return line;
}

/* To the nearest integer, for numbers below 2^51: adding 1.5 * 2^52 leaves no fraction bits. */
static inline double hexfog_nearest(double number)
{
    return number + 0x1.8p52 - 0x1.8p52;
}

/* The first column past the tile, clipped to [0, width]; -1 where only the definition can tell. */
static inline int32_t hexfog_walk_exit(const struct hexfog_walk *walk,
                                       const struct hexfog_line *line, double middle)
{
    double at = middle + line->exit_px, nearest = hexfog_nearest(at);
    double distance = at - nearest;

    if (!((distance < 0 ? -distance : distance) > line->blur_px))
        return -1;
    double end = distance > 0 ? nearest + 1 : nearest;
    return end < walk->width ? end > 0 ? (int32_t)end : 0 : walk->width;
}

static inline void hexfog_walk_place(struct hexfog_walk *walk, struct hexfog_run *run)
{
    run->line = hexfog_walk_line(walk, run->tile);
    run->centre_x = walk->step_x * (run->tile.q + walk->skew_x * run->tile.r);
    run->middle = (run->centre_x - walk->first_x) * walk->per_px;
    run->end = hexfog_walk_exit(walk, run->line, run->middle);
    run->next = (struct hexfog_axial){run->tile.q + run->line->across.q,
                                      run->tile.r + run->line->across.r};
}

/* From a run to the next one, as long as run->end is less than the width. */
static inline void hexfog_walk_on(struct hexfog_walk *walk, struct hexfog_run *run)
{
    run->first = run->end;
    run->tile = run->next;
    hexfog_walk_place(walk, run);
    if (run->end <= run->first)
        hexfog_walk_find(walk, run);
}

/* Is one of the turns so near to a column that only the definition can tell? */
static inline bool hexfog_is_blurred(const struct hexfog_run *run)
{
    bool is_clear = run->line->abs_y >= run->order->least_y;

    for (int i = 0; i < HEXFOG_TURNS; i++) {
        double at = run->middle + run->order->turn[i] * run->line->abs_y_px;
        double distance = at - hexfog_nearest(at);
        is_clear &= (distance < 0 ? -distance : distance) > run->order->blur_px;
    }
    return !is_clear;
}

#endif
