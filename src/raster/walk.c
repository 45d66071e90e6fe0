// SPDX-License-Identifier: MIT
// Turns a row's y into the places where it leaves tiles, and settles what is too near to call.
#include "raster/walk.h"

#include <math.h>

#include "model/texel.h"

enum { EXIT = HEXFOG_LEADS - 1 }; // of what a line holds for each lead, its exit

static double greater_of(double a, double b)
{
    return a > b ? a : b;
}

// hexfog_tile_at rounds numbers of the size of the point's place, in cells, some ten times.
static double tile_tolerance(const struct hexfog_map *map, double first_x, double last_x, double y)
{
    const struct hexfog_cell *cell = &map->lattice.cell;

    return 0x1p-46 * (4 + greater_of(fabs(first_x), fabs(last_x)) / cell->width +
                      fabs(y) / cell->height);
}

void hexfog_walk_start(const struct hexfog_map *map, const double *x_local, int32_t row,
                       struct hexfog_walk *walk)
{
    const struct hexfog_lattice *lattice = &map->lattice;
    const struct hexfog_texture *texture = &map->texture;
    bool has_flat_tops = lattice->cell.orientation == HEXFOG_FLAT;

    *walk = (struct hexfog_walk){
        .map = map,
        .x_local = x_local,
        .y = hexfog_y_from_row(texture, row) - lattice->origin.y,
        .first_x = x_local[0],
        .per_px = texture->width_px / (texture->bounds.x_max - texture->bounds.x_min),
        .step_x = has_flat_tops ? lattice->pitch : lattice->across,
        .skew_x = has_flat_tops ? 0 : 0.5,
        .width = texture->width_px,
        .is_plain = map->table.outside == HEXFOG_OUTSIDE_EXTEND && hexfog_is_narrow(&map->table),
        .line = {{.key = INT64_MIN}, {.key = INT64_MIN}}};
    walk->tolerance = tile_tolerance(map, x_local[0], x_local[texture->width_px - 1], walk->y);
}

// ---- Tiles and lines.

static bool is_flat(const struct hexfog_walk *walk)
{
    return walk->map->lattice.cell.orientation == HEXFOG_FLAT;
}

static int64_t key_of(const struct hexfog_walk *walk, struct hexfog_axial tile)
{
    return is_flat(walk) ? 2 * (int64_t)tile.r + tile.q : tile.r;
}

static double steps_of(const struct hexfog_walk *walk, struct hexfog_axial tile)
{
    return tile.q + walk->skew_x * tile.r;
}

// The inverse of both.
static struct hexfog_axial tile_of(const struct hexfog_walk *walk, const struct hexfog_line *line,
                                   double steps)
{
    if (is_flat(walk))
        return (struct hexfog_axial){(int32_t)steps, (int32_t)((line->key - (int64_t)steps) / 2)};
    return (struct hexfog_axial){(int32_t)(steps - 0.5 * (double)line->key), (int32_t)line->key};
}

void hexfog_walk_look_up(const struct hexfog_walk *walk, struct hexfog_run *run)
{
    const struct hexfog_tile_table *table = &walk->map->table;

    run->index = hexfog_tile_index(table, tile_of(walk, run->line, run->steps));
    run->level = hexfog_tile_level(table, run->index);
    run->relation_bits = hexfog_relation_bits(table, run->index);
}

// Sets scale and blur of the exit. Near a corner two edges are left at once, near a
// horizontal edge all along it: then nothing is clear of the blur.
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
    line->scale_px[EXIT] = least * walk->per_px;
    line->blur_px[EXIT] = (blur + walk->map->leads.column_blur) * walk->per_px;
    // Several tiles to a column are not walked through.
    if (corner > 0 || walk->step_x * walk->per_px < 0.25)
        line->blur_px[EXIT] = HUGE_VAL;
}

static void set_line(const struct hexfog_walk *walk, struct hexfog_axial tile,
                     struct hexfog_line *line)
{
    const struct hexfog_leads *leads = &walk->map->leads;
    double u_y = walk->y - hexfog_tile_centre(&walk->map->lattice, tile).y;
    int side = hexfog_side_of(u_y);

    *line = (struct hexfog_line){.key = key_of(walk, tile),
                                 .u_y = u_y,
                                 .abs_y = fabs(u_y),
                                 .orders = leads->order[side],
                                 .fan = &leads->fan[side],
                                 .next = line};
    // Where the row is on the centres, leads that change places there are equal.
    for (int i = 0; i < EXIT; i++) {
        line->scale_px[i] = line->abs_y * walk->per_px;
        line->blur_px[i] = side != 1 && line->abs_y < leads->least_y ? HUGE_VAL : 0;
    }
    set_exit(walk, line);
    line->across_index = line->across.r * (ptrdiff_t)walk->map->table.stride + line->across.q;
    line->across_steps = steps_of(walk, line->across);
}

static struct hexfog_axial across(const struct hexfog_line *line, struct hexfog_axial tile)
{
    return (struct hexfog_axial){tile.q + line->across.q, tile.r + line->across.r};
}

// The line of a tile. With it that of the tile that the row goes on to is set: where it is
// another one, the row comes back from it to the first, or meets a corner.
static const struct hexfog_line *line_of(struct hexfog_walk *walk, struct hexfog_axial tile)
{
    int64_t key = key_of(walk, tile);
    struct hexfog_line *line = &walk->line[key & 1], *other = &walk->line[~key & 1];

    if (line->key == key)
        return line;
    set_line(walk, tile, line);
    tile = across(line, tile);
    // What it was may lead to a line that is gone. (No row can ask for it: only pointy tiles lead
    // to their own line, and of those hexfog_tile_at finds but two lines in a row. A third comes
    // in by roundings about a corner alone, which set_exit has told.)
    other->key = INT64_MIN;
    if (key_of(walk, tile) == key)
        return line;
    set_line(walk, tile, other);
    line->next = other;
    other->next = line;
    // (Rows of random boards met no corner that set_exit had not told: `next` leans on it.)
    if (key_of(walk, across(other, tile)) != key)
        other->blur_px[EXIT] = HUGE_VAL;
    return line;
}

// ---- Runs by the definition.

static struct hexfog_axial tile_at(const struct hexfog_walk *walk, int32_t column)
{
    return hexfog_tile_at(&walk->map->lattice,
                          (struct hexfog_local){walk->x_local[column], walk->y});
}

// inside: a column of the tile; outside: one past it.
struct search { struct hexfog_axial tile; int32_t inside, outside; };

static void look_at(const struct hexfog_walk *walk, int32_t column, struct search *search)
{
    if (column <= search->inside || column >= search->outside)
        return;
    struct hexfog_axial at = tile_at(walk, column);
    if (at.q == search->tile.q && at.r == search->tile.r)
        search->inside = column;
    else
        search->outside = column;
}

// A tile is convex, so a row's texels of one tile are neighbours: doubling steps from the
// first one find one outside, halving ones the border.
static int32_t end_of(const struct hexfog_walk *walk, struct hexfog_axial tile, int32_t first,
                      double guess)
{
    struct search search = {tile, first, (int32_t)walk->width};

    // Columns that are only some roundings apart may come back to a tile.
    if (walk->map->leads.column_blur * walk->per_px > 0x1p-10)
        return first + 1;
    if (guess > first && guess < walk->width) // else it may be no int32_t
        for (int32_t i = -1; i <= 1; i++)
            look_at(walk, (int32_t)guess + i, &search);
    for (int32_t step = 1; search.inside + step < search.outside; step *= 2)
        look_at(walk, search.inside + step, &search);
    while (search.outside - search.inside > 1)
        look_at(walk, search.inside + (search.outside - search.inside) / 2, &search);
    return search.outside;
}

struct hexfog_run hexfog_walk_find(struct hexfog_walk *walk, int32_t first)
{
    struct hexfog_axial tile = tile_at(walk, first);
    struct hexfog_run run = {.first = first, .steps = steps_of(walk, tile)};

    run.line = line_of(walk, tile);
    hexfog_walk_look_up(walk, &run);
    hexfog_walk_place(walk, &run);
    double exit = run.middle + run.line->scale_px[EXIT];
    run.knows_next = fabs(HEXFOG_OFF_INTEGER(exit)) > run.line->blur_px[EXIT];
    run.end = run.knows_next ? hexfog_walk_end(walk, exit) : end_of(walk, tile, first, exit);
    return run;
}

// ---- Texels by the definition.

static void settle_columns(const struct hexfog_walk *walk, const struct hexfog_run *run, double *g,
                           int32_t first, int32_t last)
{
    const struct hexfog_map *map = walk->map;
    struct hexfog_relations relations = hexfog_relations_from_bits(run->relation_bits);

    for (int32_t i = first; i <= last; i++)
        g[i] = hexfog_g(&map->lattice, map->metric, relations,
                        (struct hexfog_offset){walk->x_local[i] - run->centre_x, run->line->u_y});
}

void hexfog_walk_rest(const struct hexfog_walk *walk, struct hexfog_run run, int32_t first,
                      int32_t *level, double *g)
{
    for (int32_t i = first; i < run.end; i++)
        level[i] = run.level;
    settle_columns(walk, &run, g, first, run.end - 1);
}

// Comparisons so that what is not a number takes the whole run.
void hexfog_walk_settle(const struct hexfog_walk *walk, struct hexfog_run run, double *g)
{
    for (int i = 0; i < EXIT; i++) {
        double at = run.middle + run.order->turn[i] * run.line->scale_px[i];
        double blur = run.order->blur_px + run.line->blur_px[i];
        double first = ceil(at - blur), last = floor(at + blur);
        if (first > last || first >= run.end || last < run.first)
            continue;
        settle_columns(walk, &run, g, first > run.first ? (int32_t)first : run.first,
                       last < run.end - 1 ? (int32_t)last : run.end - 1);
    }
}
