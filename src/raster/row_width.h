/* SPDX-License-Identifier: MIT */
/*
 * A row at one vector width. row_*.c include this once each, with WIDTH_FILL, the name of
 * the function that it defines; WIDTH_BYTES, a vector's size; WIDTH_TARGET, an attribute.
 * The bits do not depend on them: every texel has the operands and the order of
 * model/field.c. Vectors are the compiler's own (GCC and clang), so that every machine has
 * some, and no loop has to be found to be one. A machine's own instructions may stand in
 * for what compilers do not find: WIDTH_CHOOSE, WIDTH_INSIDE, WIDTH_ALL.
 */
#include <float.h>
#include <string.h>

#include "raster/row.h"
#include "raster/walk.h"

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the field's bits need plain IEEE double arithmetic"
#endif

#ifndef WIDTH_FILL
#define WIDTH_FILL hexfog_fill_row_128
#define WIDTH_BYTES 16
#define WIDTH_TARGET
#endif

#define LANES ((int32_t)(WIDTH_BYTES / sizeof(double)))
#define INLINE WIDTH_TARGET static inline __attribute__((always_inline))

typedef double numbers __attribute__((vector_size(WIDTH_BYTES)));
typedef int64_t masks __attribute__((vector_size(WIDTH_BYTES)));

/* A number for each lead, or each turn and the exit. */
typedef double four __attribute__((vector_size(HEXFOG_LEADS * sizeof(double))));
typedef int64_t four_masks __attribute__((vector_size(HEXFOG_LEADS * sizeof(double))));

/* A run's G = base + (x u_x + y), with u_y gone into y; turn: the u_x where x and y change. */
struct ramps {
    numbers turn[HEXFOG_LEADS], x[HEXFOG_LEADS], y[HEXFOG_LEADS], base;
};

INLINE numbers every(double number)
{
    return number - (numbers){0};
}

// As a mask of all bits or none says.
INLINE numbers choose(masks mask, numbers yes, numbers no)
{
#ifdef WIDTH_CHOOSE
    return WIDTH_CHOOSE(mask, yes, no);
#else
    return (numbers)((mask & (masks)yes) | (~mask & (masks)no));
#endif
}

// hexfog_g_inside. Instructions for the greater of g and 0 give 0 for -0 too.
INLINE numbers inside(numbers g)
{
#ifdef WIDTH_INSIDE
    return WIDTH_INSIDE(g, every(0), every(1));
#else
    g = choose(g > every(0), g, every(0));
    return choose(g < every(1), g, every(1));
#endif
}

INLINE numbers g_of(const struct ramps *ramps, int turns, numbers u_x)
{
    masks first = u_x < ramps->turn[0], second = u_x < ramps->turn[1];
    numbers x = ramps->x[turns], y = ramps->y[turns];

    if (turns == 3) {
        masks third = u_x < ramps->turn[2];
        x = choose(third, ramps->x[2], x);
        y = choose(third, ramps->y[2], y);
    }
    x = choose(second, ramps->x[1], x);
    y = choose(second, ramps->y[1], y);
    x = choose(first, ramps->x[0], x);
    y = choose(first, ramps->y[0], y);
    return inside(ramps->base + (x * u_x + y));
}

// Fills a run as far as whole vectors begin at `last` or before, and says how far that was.
// What they write past the run's end, the next run writes anew.
INLINE int32_t fill_whole(const struct hexfog_run *run, const struct ramps *ramps, int turns,
                          const double *x_local, int32_t last, int32_t *level, double *g)
{
    numbers centre_x = every(run->centre_x), u_x;
    int32_t i = run->first;

    for (; i < run->end && i <= last; i += LANES) {
        memcpy(&u_x, x_local + i, sizeof u_x);
        u_x = g_of(ramps, turns, u_x - centre_x);
        memcpy(g + i, &u_x, sizeof u_x);
        for (int lane = 0; lane < LANES; lane++)
            level[i + lane] = run->level;
    }
    return i;
}

// Sets a run's end; false when it, or one of the turns, is so near to a column that only the
// definition can tell.
INLINE bool set_end(const struct hexfog_walk *walk, struct hexfog_run *run)
{
    four turn, scale, blur;

    memcpy(&turn, run->order->turn, sizeof turn);
    memcpy(&scale, run->line->scale_px, sizeof scale);
    memcpy(&blur, run->line->blur_px, sizeof blur);
    four at = run->middle + turn * scale, off = HEXFOG_OFF_INTEGER(at);
    four_masks clear = (four)((four_masks)off & INT64_MAX) > blur + run->order->blur_px;
    run->end = hexfog_walk_end(walk, at[HEXFOG_LEADS - 1]);
#ifdef WIDTH_ALL
    return WIDTH_ALL(clear);
#else
    return (clear[0] & clear[1] & clear[2] & clear[3]) != 0;
#endif
}

// From a run to the next. A tile that has no texel in the row gives an empty run.
INLINE bool go_on(const struct hexfog_walk *walk, struct hexfog_run *run)
{
    const struct hexfog_tile_table *table = &walk->map->table;
    const struct hexfog_line *line = run->line;

    run->first = run->end;
    if (!run->knows_next)
        return false;
    run->line = line->next;
    run->steps += line->across_steps;
    run->index += (size_t)line->across_index;
    if (walk->is_plain) {
        run->level = (int32_t)(table->tile[run->index] & (HEXFOG_NARROW_LEVELS - 1));
        run->relation_bits = table->tile[run->index] >> HEXFOG_RELATIONS_SHIFT;
    } else {
        hexfog_walk_look_up(walk, run);
    }
    hexfog_walk_place(walk, run);
    return set_end(walk, run);
}

INLINE void set_sweep(const struct hexfog_run *run, int i, struct ramps *ramps)
{
    ramps->x[i] = every(run->order->x[i]);
    ramps->y[i] = every(run->order->y[i] * run->line->u_y);
}

INLINE void set_seamless(const struct hexfog_run *run, unsigned corners, int i,
                         struct ramps *ramps)
{
    const struct hexfog_offset *gradient = &run->line->fan->gradient[i][corners >> 4 * i & 15U];

    ramps->x[i] = every(gradient->x);
    ramps->y[i] = every(gradient->y * run->line->u_y);
}

// (No loops over leads: compilers unroll them too late or not at all.)
INLINE void set_ramps(const struct hexfog_run *run, enum hexfog_metric metric,
                      struct ramps *ramps)
{
    const double *turn = run->order->turn;

    ramps->base = every(run->order->base);
    ramps->turn[0] = every(turn[0] * run->line->abs_y);
    ramps->turn[1] = every(turn[1] * run->line->abs_y);
    ramps->turn[2] = every(turn[2] * run->line->abs_y);
    if (metric == HEXFOG_SWEEP) {
        set_sweep(run, 0, ramps);
        set_sweep(run, 1, ramps);
        set_sweep(run, 2, ramps);
        set_sweep(run, 3, ramps);
    } else {
        unsigned corners = run->line->fan->corners[run->relation_bits];
        set_seamless(run, corners, 0, ramps);
        set_seamless(run, corners, 1, ramps);
        set_seamless(run, corners, 2, ramps);
        set_seamless(run, corners, 3, ramps);
    }
}

INLINE void fill_row(const struct hexfog_map *map, const double *x_local, int32_t row,
                     enum hexfog_metric metric, int turns, int32_t *level, double *g)
{
    int32_t width = map->texture.width_px;
    struct hexfog_walk walk;
    struct hexfog_run run = {0};
    struct ramps ramps;

    hexfog_walk_start(map, x_local, row, &walk);
    while (run.end < width) {
        bool is_clear = go_on(&walk, &run);
        if (!is_clear)
            run = hexfog_walk_find(&walk, run.first);
        set_ramps(&run, metric, &ramps);
        int32_t done = fill_whole(&run, &ramps, turns, x_local, width - LANES, level, g);
        if (done < run.end)
            hexfog_walk_rest(&walk, run, done, level, g);
        if (!is_clear)
            hexfog_walk_settle(&walk, run, g);
    }
}

// A copy for each metric and orientation, so that neither is asked for each run.
WIDTH_TARGET void WIDTH_FILL(const struct hexfog_map *map, const double *x_local, int32_t row,
                             int32_t *level, double *g)
{
    bool is_flat = map->lattice.cell.orientation == HEXFOG_FLAT;

    if (map->metric == HEXFOG_SWEEP && is_flat)
        fill_row(map, x_local, row, HEXFOG_SWEEP, 2, level, g);
    else if (map->metric == HEXFOG_SWEEP)
        fill_row(map, x_local, row, HEXFOG_SWEEP, 3, level, g);
    else if (is_flat)
        fill_row(map, x_local, row, HEXFOG_SEAMLESS, 2, level, g);
    else
        fill_row(map, x_local, row, HEXFOG_SEAMLESS, 3, level, g);
}
