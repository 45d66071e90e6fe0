// SPDX-License-Identifier: MIT
// Turns a row's y into the places where it leaves tiles, and settles what is too near to call.
#include "raster/walk.h"

#include <math.h>

#include "model/texel.h"

static double greater_of(double a, double b)
{
    return a > b ? a : b;
}

// hexfog_tile_at rounds numbers of the size of the point's place, in cells, some ten times.
static double tile_tolerance(const struct hexfog_walk *walk)
{
    const struct hexfog_cell *cell = &walk->map->lattice.cell;
    double x = greater_of(fabs(walk->x_local[0]), fabs(walk->x_local[walk->width - 1]));

    return 0x1p-46 * (4 + x / cell->width + fabs(walk->y) / cell->height);
}

void hexfog_walk_start(const struct hexfog_map *map, const double *x_local, int32_t row,
                       struct hexfog_walk *walk)
{
    const struct hexfog_lattice *lattice = &map->lattice;
    const struct hexfog_texture *texture = &map->texture;
    bool is_flat = lattice->cell.orientation == HEXFOG_FLAT;

    *walk = (struct hexfog_walk){
        .map = map,
        .x_local = x_local,
        .y = hexfog_y_from_row(texture, row) - lattice->origin.y,
        .first_x = x_local[0],
        .per_px = texture->width_px / (texture->bounds.x_max - texture->bounds.x_min),
        .step_x = is_flat ? lattice->pitch : lattice->across,
        .skew_x = is_flat ? 0 : 0.5,
        .width = texture->width_px,
        .is_flat = is_flat,
        .line = {{.key = INT64_MIN}, {.key = INT64_MIN}}};
    walk->tolerance = tile_tolerance(walk);
}

struct hexfog_axial hexfog_walk_tile(const struct hexfog_walk *walk, int32_t column)
{
    return hexfog_tile_at(&walk->map->lattice,
                          (struct hexfog_local){walk->x_local[column], walk->y});
}

// ---- Exact ends.

// inside: a column of the tile; outside: one past it.
struct search { int32_t inside, outside; };

static void look_at(const struct hexfog_walk *walk, struct hexfog_axial tile, int32_t column,
                    struct search *search)
{
    if (column <= search->inside || column >= search->outside)
        return;
    struct hexfog_axial at = hexfog_walk_tile(walk, column);
    if (at.q == tile.q && at.r == tile.r)
        search->inside = column;
    else
        search->outside = column;
}

// A tile is convex, so a row's texels of one tile are neighbours: doubling steps from the
// first one find one outside, halving ones the border.
static int32_t end_of(const struct hexfog_walk *walk, const struct hexfog_run *run)
{
    struct search search = {run->first, walk->width};
    double guess = run->middle + run->line->exit_px;

    if (guess > run->first && guess < walk->width)
        for (int32_t i = -1; i <= 1; i++)
            look_at(walk, run->tile, (int32_t)guess + i, &search);
    for (int32_t step = 1; search.inside + step < search.outside; step *= 2)
        look_at(walk, run->tile, search.inside + step, &search);
    while (search.outside - search.inside > 1)
        look_at(walk, run->tile, search.inside + (search.outside - search.inside) / 2, &search);
    return search.outside;
}

void hexfog_walk_find(struct hexfog_walk *walk, struct hexfog_run *run)
{
    run->tile = hexfog_walk_tile(walk, run->first);
    hexfog_walk_place(walk, run);
    if (run->end > run->first)
        return;
    run->end = end_of(walk, run);
    if (run->end < walk->width)
        run->next = hexfog_walk_tile(walk, run->end);
}

// ---- Lines.

// Sets exit and blur of a line whose u_y is known. Near a corner two edges are left at
// once, near a horizontal edge all along it: then nothing is clear of the blur.
static void set_exit(const struct hexfog_walk *walk, struct hexfog_line *line)
{
    const struct hexfog_lattice *lattice = &walk->map->lattice;
    double least = HUGE_VAL, blur = 0, corner = 0;
    int edge = 0;

    for (int k = 0; k < 6; k++) {
        struct hexfog_offset half = lattice->half_e[k];
        double room = 0.5 - half.y * line->u_y;
        if (half.x > 0) {
            double at = room / half.x, wide = walk->tolerance / half.x;
            corner = greater_of(corner, -fabs(at - least) + 2 * (wide + blur));
            if (at < least)
                least = at, blur = wide, edge = k;
        } else if (!(half.x < 0) && room < walk->tolerance) {
            corner = HUGE_VAL;
        }
    }
    line->across = hexfog_directions[edge];
    line->exit_px = least * walk->per_px;
    line->blur_px = corner > 0 ? HUGE_VAL : (blur + walk->map->leads.column_blur) * walk->per_px;
}

void hexfog_walk_set_line(const struct hexfog_walk *walk, struct hexfog_axial tile, int64_t key,
                          struct hexfog_line *line)
{
    double u_y = walk->y - hexfog_tile_centre(&walk->map->lattice, tile).y;

    *line = (struct hexfog_line){.key = key,
                                 .u_y = u_y,
                                 .abs_y = fabs(u_y),
                                 .abs_y_px = fabs(u_y) * walk->per_px,
                                 .side = hexfog_side_of(u_y)};
    set_exit(walk, line);
}

// ---- Near turns.

static void settle_columns(const struct hexfog_walk *walk, const struct hexfog_run *run, double *g,
                           int32_t first, int32_t last)
{
    for (int32_t i = first; i <= last; i++)
        g[i] = hexfog_g(&walk->map->lattice, walk->map->metric, run->relations,
                        (struct hexfog_offset){walk->x_local[i] - run->centre_x, run->line->u_y});
}

// Comparisons so that what is not a number takes the whole run.
void hexfog_walk_settle(const struct hexfog_walk *walk, const struct hexfog_run *run, double *g)
{
    double blur = run->line->abs_y >= run->order->least_y ? run->order->blur_px : HUGE_VAL;

    for (int i = 0; i < HEXFOG_TURNS; i++) {
        double at = run->middle + run->order->turn[i] * run->line->abs_y_px;
        double first = ceil(at - blur), last = floor(at + blur);
        if (first > last || first >= run->end || last < run->first)
            continue;
        settle_columns(walk, run, g, first > run->first ? (int32_t)first : run->first,
                       last < run->end - 1 ? (int32_t)last : run->end - 1);
    }
}
