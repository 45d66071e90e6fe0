/* SPDX-License-Identifier: MIT */
/*
 * A row at one vector width. row_*.c include this once each, with WIDTH_FILL, the name of
 * the function that it defines; WIDTH_BYTES, a vector's size; WIDTH_TARGET, an attribute.
 * The bits do not depend on them: every texel has the operands and the order of
 * model/field.c. Vectors are the compiler's own (GCC and clang), so that every machine has
 * some, and no loop has to be found to be one.
 */
#include <float.h>
#include <string.h>

#include "raster/ramps.h"
#include "raster/row.h"

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

INLINE numbers every(double number)
{
    return number - (numbers){0};
}

INLINE numbers choose(masks mask, numbers yes, numbers no)
{
    return (numbers)((mask & (masks)yes) | (~mask & (masks)no));
}

INLINE numbers g_of(const struct hexfog_ramps *ramps, numbers u_x)
{
    numbers x = every(ramps->x[HEXFOG_TURNS]), y = every(ramps->y[HEXFOG_TURNS]);

    for (int i = HEXFOG_TURNS - 1; i >= 0; i--) {
        masks before = u_x < every(ramps->turn[i]);
        x = choose(before, every(ramps->x[i]), x);
        y = choose(before, every(ramps->y[i]), y);
    }
    numbers g = 0.5 + (x * u_x + y);
    g = choose(g > every(0), g, every(0));
    return choose(g < every(1), g, every(1));
}

INLINE void fill_block(const struct hexfog_ramps *ramps, double centre_x, int32_t tile_level,
                       const double *x_local, int32_t *level, double *g)
{
    numbers u_x, values;

    memcpy(&u_x, x_local, sizeof u_x);
    u_x -= centre_x;
    values = g_of(ramps, u_x);
    memcpy(g, &values, sizeof values);
    for (int i = 0; i < LANES; i++)
        level[i] = tile_level;
}

// The row's last texels, fewer than a vector.
INLINE void fill_tail(const struct hexfog_ramps *ramps, double centre_x, int32_t tile_level,
                      const double *x_local, int32_t count, int32_t *level, double *g)
{
    double x[LANES], values[LANES];
    int32_t levels[LANES];

    for (int32_t i = 0; i < LANES; i++)
        x[i] = x_local[i < count ? i : 0];
    fill_block(ramps, centre_x, tile_level, x, levels, values);
    for (int32_t i = 0; i < count; i++) {
        level[i] = levels[i];
        g[i] = values[i];
    }
}

// Whole vectors: what they write past the run's end, the next run writes anew.
INLINE void fill_run(const struct hexfog_walk *walk, const struct hexfog_run *run,
                     int32_t *level, double *g)
{
    int32_t whole = walk->width - LANES + 1, i = run->first;
    struct hexfog_ramps ramps;

    hexfog_ramps_set(walk->map, run, &ramps);
    for (whole = whole < run->end ? whole : run->end; i < whole; i += LANES)
        fill_block(&ramps, run->centre_x, run->level, walk->x_local + i, level + i, g + i);
    if (i < run->end)
        fill_tail(&ramps, run->centre_x, run->level, walk->x_local + i, run->end - i, level + i,
                  g + i);
    if (!run->relations.is_fog && hexfog_is_blurred(run))
        hexfog_walk_settle(walk, run, g);
}

WIDTH_TARGET void WIDTH_FILL(const struct hexfog_map *map, const double *x_local, int32_t row,
                             int32_t *level, double *g)
{
    struct hexfog_walk walk;
    struct hexfog_run run = {0};

    hexfog_walk_start(map, x_local, row, &walk);
    for (run.next = hexfog_walk_tile(&walk, 0); run.end < walk.width;) {
        hexfog_walk_on(&walk, &run);
        hexfog_run_look_up(map, &run);
        fill_run(&walk, &run, level, g);
    }
}
