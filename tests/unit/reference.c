// SPDX-License-Identifier: MIT
// Turns a description into the board of the reference: shape, texture, levels of tiles.
#include "reference_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Tiles tried beyond the shape and the raster: more than the page says are enough.
enum { BOX_MARGIN = 4 };

static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "reference: out of memory\n");
        abort();
    }
    return memory;
}

// ---------------------------------------------------------------- shape and texture

static struct hexfog_axial axial_from_offset(enum hexfog_coordinates word, int32_t column,
                                             int32_t row)
{
    int32_t odd_row = row & 1, odd_column = column & 1;
    switch (word) {
    case HEXFOG_ODD_R: return (struct hexfog_axial){column - (row - odd_row) / 2, row};
    case HEXFOG_EVEN_R: return (struct hexfog_axial){column - (row + odd_row) / 2, row};
    case HEXFOG_ODD_Q: return (struct hexfog_axial){column, row - (column - odd_column) / 2};
    case HEXFOG_EVEN_Q: return (struct hexfog_axial){column, row - (column + odd_column) / 2};
    case HEXFOG_AXIAL: break;
    }
    return (struct hexfog_axial){column, row};
}

static void add_shape_tile(struct reference *m, struct hexfog_axial tile)
{
    m->shape = need(realloc(m->shape, (m->shape_count + 1) * sizeof *m->shape));
    m->shape[m->shape_count++] = tile;
}

static int32_t steps(struct hexfog_axial a, struct hexfog_axial b)
{
    int32_t q = abs(a.q - b.q), r = abs(a.r - b.r), s = abs(a.q + a.r - b.q - b.r);
    return q > r ? (q > s ? q : s) : (r > s ? r : s);
}

static void list_shape(struct reference *m, const struct hexfog_grid *grid)
{
    const struct hexfog_shape *shape = &grid->shape;
    if (shape->kind == HEXFOG_SHAPE_TILES)
        for (size_t i = 0; i < shape->list.count; i++)
            add_shape_tile(m, shape->list.tiles[i]);
    if (shape->kind == HEXFOG_SHAPE_RECTANGLE)
        for (int32_t i = 0; i < shape->columns * shape->rows; i++)
            add_shape_tile(m, axial_from_offset(grid->coordinates, i % shape->columns,
                                                i / shape->columns));
    if (shape->kind == HEXFOG_SHAPE_RADIUS) {
        int32_t n = 2 * shape->radius + 1;
        for (int32_t i = 0; i < n * n; i++) {
            struct hexfog_axial tile = {shape->center.q - shape->radius + i % n,
                                        shape->center.r - shape->radius + i / n};
            if (steps(tile, shape->center) <= shape->radius)
                add_shape_tile(m, tile);
        }
    }
}

static void default_bounds(struct reference *m, long double margin)
{
    struct reference_texture *t = &m->texture;
    t->x_min = t->y_min = HUGE_VALL;
    t->x_max = t->y_max = -HUGE_VALL;
    for (size_t i = 0; i < m->shape_count; i++) {
        struct reference_point c = reference_tile_centre(m, m->shape[i]);
        t->x_min = fminl(t->x_min, c.x - m->width / 2);
        t->x_max = fmaxl(t->x_max, c.x + m->width / 2);
        t->y_min = fminl(t->y_min, c.y - m->height / 2);
        t->y_max = fmaxl(t->y_max, c.y + m->height / 2);
    }
    t->x_min -= margin;
    t->y_min -= margin;
    t->x_max += margin;
    t->y_max += margin;
}

static void stretch(long double *low, long double *high, long double extent)
{
    long double centre = (*low + *high) / 2;
    *low = centre - extent / 2;
    *high = centre + extent / 2;
}

static void grow_to_square_texels(struct reference_texture *t)
{
    long double x = (t->x_max - t->x_min) / t->width, y = (t->y_max - t->y_min) / t->height;
    if (x < y)
        stretch(&t->x_min, &t->x_max, y * t->width);
    else
        stretch(&t->y_min, &t->y_max, x * t->height);
}

static int32_t texels_across(long double extent, long double per_unit)
{
    long double count = ceill(extent * per_unit - 1e-6L);
    return count < 1 ? 1 : (int32_t)count;
}

static void settle_texture(struct reference *m, const struct hexfog_description *d)
{
    const struct hexfog_texture_rules *rules = &d->texture;
    struct reference_texture *t = &m->texture;
    long double per_unit = (long double)rules->texels_per_unit;
    t->y_up = d->grid.y_axis == HEXFOG_Y_UP;
    t->width = rules->width_px;
    t->height = rules->height_px;
    if (rules->has_bounds) {
        t->x_min = (long double)rules->bounds.x_min;
        t->y_min = (long double)rules->bounds.y_min;
        t->x_max = (long double)rules->bounds.x_max;
        t->y_max = (long double)rules->bounds.y_max;
    } else {
        default_bounds(m, (long double)rules->margin);
    }
    if (per_unit > 0 && rules->has_bounds) {
        t->width = (int32_t)lrintl((t->x_max - t->x_min) * per_unit);
        t->height = (int32_t)lrintl((t->y_max - t->y_min) * per_unit);
    } else if (per_unit > 0) {
        t->width = texels_across(t->x_max - t->x_min, per_unit);
        t->height = texels_across(t->y_max - t->y_min, per_unit);
        stretch(&t->x_min, &t->x_max, t->width / per_unit);
        stretch(&t->y_min, &t->y_max, t->height / per_unit);
    } else if (!rules->has_bounds) {
        grow_to_square_texels(t);
    }
}

struct reference_texture reference_texture(const struct reference *m)
{
    return m->texture;
}

struct reference_point reference_texel_centre(const struct reference *m, int32_t column,
                                              int32_t row)
{
    const struct reference_texture *t = &m->texture;
    long double x = (column + 0.5L) * (t->x_max - t->x_min) / t->width;
    long double y = (row + 0.5L) * (t->y_max - t->y_min) / t->height;
    return (struct reference_point){t->x_min + x, t->y_up ? t->y_max - y : t->y_min + y};
}

// ---------------------------------------------------------------- levels

static void widen(struct reference_box *box, struct hexfog_axial tile)
{
    box->q_min = tile.q < box->q_min ? tile.q : box->q_min;
    box->q_max = tile.q > box->q_max ? tile.q : box->q_max;
    box->r_min = tile.r < box->r_min ? tile.r : box->r_min;
    box->r_max = tile.r > box->r_max ? tile.r : box->r_max;
}

static void find_box(struct reference *m)
{
    const struct reference_texture *t = &m->texture;
    struct reference_point corners[4] = {
        {t->x_min, t->y_min}, {t->x_max, t->y_min}, {t->x_min, t->y_max}, {t->x_max, t->y_max}};
    m->box = (struct reference_box){m->shape[0].q, m->shape[0].q, m->shape[0].r, m->shape[0].r};
    for (size_t i = 0; i < m->shape_count; i++)
        widen(&m->box, m->shape[i]);
    for (int i = 0; i < 4; i++)
        widen(&m->box, reference_tile_near(m, corners[i]));
    m->box.q_min -= BOX_MARGIN;
    m->box.r_min -= BOX_MARGIN;
    m->box.q_max += BOX_MARGIN;
    m->box.r_max += BOX_MARGIN;
}

static bool in_box(const struct reference *m, struct hexfog_axial tile)
{
    return tile.q >= m->box.q_min && tile.q <= m->box.q_max && tile.r >= m->box.r_min &&
           tile.r <= m->box.r_max;
}

struct reference_tile *reference_tile(const struct reference *m, struct hexfog_axial tile)
{
    if (!in_box(m, tile)) {
        fprintf(stderr, "reference: tile %d,%d is outside the box\n", tile.q, tile.r);
        abort();
    }
    size_t columns = (size_t)(m->box.q_max - m->box.q_min + 1);
    return &m->tiles[(size_t)(tile.r - m->box.r_min) * columns + (size_t)(tile.q - m->box.q_min)];
}

static size_t box_tile_count(const struct reference *m)
{
    return (size_t)(m->box.q_max - m->box.q_min + 1) * (size_t)(m->box.r_max - m->box.r_min + 1);
}

static bool is_walkable(const struct reference *m, struct hexfog_axial tile)
{
    const struct reference_tile *state = reference_tile(m, tile);
    return !state->blocked && (state->in_shape || !m->beyond_is_fog);
}

static void search_from(struct reference *m, const struct hexfog_tile_list *sources)
{
    struct hexfog_axial *queue = need(malloc(box_tile_count(m) * sizeof *queue));
    size_t head = 0, tail = 0;
    for (size_t i = 0; i < sources->count; i++) {
        reference_tile(m, sources->tiles[i])->level = 0;
        queue[tail++] = sources->tiles[i];
    }
    while (head < tail) {
        struct hexfog_axial from = queue[head++];
        for (int k = 0; k < 6; k++) {
            struct hexfog_axial to = reference_neighbour(from, k);
            if (!in_box(m, to) || !is_walkable(m, to) || reference_tile(m, to)->level >= 0)
                continue;
            reference_tile(m, to)->level = reference_tile(m, from)->level + 1;
            queue[tail++] = to;
        }
    }
    free(queue);
}

// Neighbours that are neither blocked nor fog tiles are the ones that the search reached.
static void reach_blocked(struct reference *m, const struct hexfog_tile_list *blocked)
{
    for (size_t i = 0; i < blocked->count; i++) {
        int32_t least = -1;
        for (int k = 0; k < 6; k++) {
            struct hexfog_axial next = reference_neighbour(blocked->tiles[i], k);
            const struct reference_tile *n = reference_tile(m, next);
            if (!n->blocked && n->level >= 0 && (least < 0 || n->level < least))
                least = n->level;
        }
        if (least >= 0)
            reference_tile(m, blocked->tiles[i])->level = least + 1;
    }
}

static void give_fog_its_level(struct reference *m)
{
    int32_t greatest = -1;
    for (size_t i = 0; i < m->shape_count; i++) {
        const struct reference_tile *state = reference_tile(m, m->shape[i]);
        greatest = state->level > greatest ? state->level : greatest;
    }
    m->fog_level = greatest + 1;
    for (size_t i = 0; i < box_tile_count(m); i++) {
        m->tiles[i].fog = m->tiles[i].level < 0;
        if (m->tiles[i].fog)
            m->tiles[i].level = m->fog_level;
    }
}

static void find_levels(struct reference *m, const struct hexfog_field_rules *field)
{
    for (size_t i = 0; i < box_tile_count(m); i++)
        m->tiles[i].level = -1;
    for (size_t i = 0; i < m->shape_count; i++)
        reference_tile(m, m->shape[i])->in_shape = true;
    if (field->has_levels) {
        for (size_t i = 0; i < field->levels.count; i++)
            reference_tile(m, field->levels.tiles[i])->level = field->levels.levels[i];
    } else {
        for (size_t i = 0; i < field->blocked.count; i++)
            reference_tile(m, field->blocked.tiles[i])->blocked = true;
        search_from(m, &field->sources);
        reach_blocked(m, &field->blocked);
    }
    give_fog_its_level(m);
}

// ---------------------------------------------------------------- whole boards

struct reference *reference_make(const struct hexfog_description *d)
{
    struct reference *m = need(calloc(1, sizeof *m));
    m->orientation = d->grid.cell.orientation;
    m->metric = d->field.metric;
    m->beyond_is_fog = d->field.outside == HEXFOG_OUTSIDE_FOG || d->field.has_levels;
    m->width = (long double)d->grid.cell.width;
    m->height = (long double)d->grid.cell.height;
    m->side = (long double)d->grid.cell.side;
    m->origin_x = (long double)d->grid.origin.x;
    m->origin_y = (long double)d->grid.origin.y;
    list_shape(m, &d->grid);
    settle_texture(m, d);
    find_box(m);
    m->tiles = need(calloc(box_tile_count(m), sizeof *m->tiles));
    find_levels(m, &d->field);
    return m;
}

void reference_free(struct reference *m)
{
    if (m == NULL)
        return;
    free(m->tiles);
    free(m->shape);
    free(m);
}

struct reference_box reference_box(const struct reference *m)
{
    return m->box;
}

int32_t reference_level(const struct reference *m, struct hexfog_axial tile)
{
    return reference_tile(m, tile)->level;
}

bool reference_is_fog(const struct reference *m, struct hexfog_axial tile)
{
    return reference_tile(m, tile)->fog;
}

bool reference_is_in_shape(const struct reference *m, struct hexfog_axial tile)
{
    return reference_tile(m, tile)->in_shape;
}

int32_t reference_fog_level(const struct reference *m)
{
    return m->fog_level;
}

int32_t reference_shape_max_level(const struct reference *m)
{
    int32_t greatest = 0;
    for (size_t i = 0; i < m->shape_count; i++) {
        int32_t level = reference_tile(m, m->shape[i])->level;
        greatest = level > greatest ? level : greatest;
    }
    return greatest;
}

int64_t reference_shape_tile_count(const struct reference *m)
{
    return (int64_t)m->shape_count;
}

int64_t reference_fog_tile_count(const struct reference *m)
{
    int64_t count = 0;
    for (size_t i = 0; i < m->shape_count; i++)
        count += reference_tile(m, m->shape[i])->fog;
    return count;
}
