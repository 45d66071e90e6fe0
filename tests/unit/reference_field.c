// SPDX-License-Identifier: MIT
// Turns a board of the reference and a point into a level and G, by the page's formulas.
#include "reference_board.h"

#include <math.h>
#include <stdlib.h>

static const int directions[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

struct hexfog_axial reference_neighbour(struct hexfog_axial tile, int k)
{
    return (struct hexfog_axial){tile.q + directions[k][0], tile.r + directions[k][1]};
}

struct reference_point reference_point_at(double x, double y)
{
    return (struct reference_point){(long double)x, (long double)y};
}

// ---------------------------------------------------------------- cells

struct reference_point reference_tile_centre(const struct reference *m, struct hexfog_axial tile)
{
    long double q = tile.q, r = tile.r;
    if (m->orientation == HEXFOG_POINTY)
        return (struct reference_point){m->origin_x + m->width * (q + r / 2),
                                        m->origin_y + (m->height + m->side) / 2 * r};
    return (struct reference_point){m->origin_x + (m->width + m->side) / 2 * q,
                                    m->origin_y + m->height * (r + q / 2)};
}

// e_k = ax * x + ay * y of an offset (x, y) from the centre.
static struct reference_point edge_gradient(const struct reference *m, int k)
{
    long double sign = k < 3 ? 1 : -1, x = 2 / m->width, y = 2 / m->height;
    long double c = m->orientation == HEXFOG_POINTY ? 1 - m->side / m->height
                                                    : 1 - m->side / m->width;
    struct reference_point pointy[3] = {{x, 0}, {c * x, y}, {-c * x, y}};
    struct reference_point flat[3] = {{x, c * y}, {0, y}, {-x, c * y}};
    struct reference_point g = m->orientation == HEXFOG_POINTY ? pointy[k % 3] : flat[k % 3];
    return (struct reference_point){sign * g.x, sign * g.y};
}

long double reference_edge(const struct reference *m, struct hexfog_axial tile,
                           struct reference_point point, int k)
{
    struct reference_point centre = reference_tile_centre(m, tile), g = edge_gradient(m, k);
    return g.x * (point.x - centre.x) + g.y * (point.y - centre.y);
}

static int edge_of_greatest(const struct reference *m, struct hexfog_axial tile,
                            struct reference_point point, long double *greatest)
{
    int best = 0;
    for (int k = 0; k < 6; k++) {
        long double e = reference_edge(m, tile, point, k);
        if (k == 0 || e > *greatest) {
            *greatest = e;
            best = k;
        }
    }
    return best;
}

struct reference_point reference_corner(const struct reference *m, int k)
{
    struct reference_point a = edge_gradient(m, k), b = edge_gradient(m, (k + 1) % 6);
    long double det = a.x * b.y - a.y * b.x;
    return (struct reference_point){(b.y - a.y) / det, (a.x - b.x) / det};
}

struct hexfog_axial reference_tile_near(const struct reference *m, struct reference_point p)
{
    long double x = p.x - m->origin_x, y = p.y - m->origin_y;
    if (m->orientation == HEXFOG_POINTY) {
        long double r = y / ((m->height + m->side) / 2);
        return (struct hexfog_axial){(int32_t)lrintl(x / m->width - r / 2), (int32_t)lrintl(r)};
    }
    long double q = x / ((m->width + m->side) / 2);
    return (struct hexfog_axial){(int32_t)lrintl(q), (int32_t)lrintl(y / m->height - q / 2)};
}

// ---------------------------------------------------------------- the field

static long double sweep(const struct reference *m, struct hexfog_axial tile,
                         struct reference_point p)
{
    long double outward = -1, inward = 2;
    bool any_outward = false, any_inward = false;
    int32_t level = reference_tile(m, tile)->level;
    for (int k = 0; k < 6; k++) {
        int32_t other = reference_tile(m, reference_neighbour(tile, k))->level;
        long double e = reference_edge(m, tile, p, k);
        if (other > level) {
            any_outward = true;
            outward = fmaxl(outward, (1 + e) / 2);
        } else if (other < level) {
            any_inward = true;
            inward = fminl(inward, (1 - e) / 2);
        }
    }
    return any_outward ? outward : any_inward ? inward : 0.5L;
}

static long double corner_value(const struct reference *m, struct hexfog_axial tile, int k)
{
    int32_t own = reference_tile(m, tile)->level;
    int32_t a = reference_tile(m, reference_neighbour(tile, k))->level;
    int32_t b = reference_tile(m, reference_neighbour(tile, (k + 1) % 6))->level;
    if (own == a && own == b)
        return 0.5L;
    return a > own || b > own ? 1 : 0;
}

static long double seamless(const struct reference *m, struct hexfog_axial tile,
                            struct reference_point p)
{
    long double greatest = 0;
    int k = edge_of_greatest(m, tile, p, &greatest), before = (k + 5) % 6;
    struct reference_point a = reference_corner(m, before), b = reference_corner(m, k);
    struct reference_point centre = reference_tile_centre(m, tile);
    long double x = p.x - centre.x, y = p.y - centre.y, det = a.x * b.y - a.y * b.x;
    long double share_a = (x * b.y - y * b.x) / det, share_b = (a.x * y - a.y * x) / det;
    return 0.5L + share_a * (corner_value(m, tile, before) - 0.5L) +
           share_b * (corner_value(m, tile, k) - 0.5L);
}

static struct reference_choice value_in(const struct reference *m, struct hexfog_axial tile,
                                        struct reference_point p)
{
    const struct reference_tile *state = reference_tile(m, tile);
    struct reference_choice choice = {tile, state->level, 0};
    if (!state->fog)
        choice.g = m->metric == HEXFOG_SWEEP ? sweep(m, tile, p) : seamless(m, tile, p);
    choice.g = fminl(fmaxl(choice.g, 0), 1);
    return choice;
}

struct reference_value reference_at(const struct reference *m, struct reference_point point)
{
    struct reference_value value = {.count = 0, .border = -1};
    struct hexfog_axial near = reference_tile_near(m, point);
    for (int32_t i = 0; i < 25; i++) {
        struct hexfog_axial tile = {near.q - 2 + i % 5, near.r - 2 + i / 5};
        long double greatest = 0;
        edge_of_greatest(m, tile, point, &greatest);
        long double border = (1 - greatest) / 2;
        if (border < -reference_tie(m) || value.count == 4)
            continue;
        value.choices[value.count] = value_in(m, tile, point);
        if (border > value.border || value.count == 0) {
            struct reference_choice first = value.choices[value.count];
            value.choices[value.count] = value.choices[0];
            value.choices[0] = first;
            value.border = border;
        }
        value.count++;
    }
    return value;
}

bool reference_is_precise(void)
{
    volatile long double one = 1, bit_63 = 0x1p-63L;
    return one + bit_63 != one;
}

static long double tolerance_over(const struct reference *m, long double shortest)
{
    const struct reference_texture *t = &m->texture;
    long double far = fmaxl(fmaxl(fabsl(t->x_min), fabsl(t->x_max)),
                            fmaxl(fabsl(t->y_min), fabsl(t->y_max)));
    far = fmaxl(far, fmaxl(fabsl(m->origin_x), fabsl(m->origin_y)));
    return 1e-12L + 8 * 0x1p-53L * far / shortest;
}

long double reference_tolerance(const struct reference *m)
{
    return tolerance_over(m, fminl(m->width, m->height));
}

long double reference_slack(const struct reference *m)
{
    long double shortest = fminl(m->width, m->height);
    return tolerance_over(m, m->metric == HEXFOG_SEAMLESS ? fminl(shortest, 2 * m->side)
                                                          : shortest);
}

long double reference_tie(const struct reference *m)
{
    return fmaxl(REFERENCE_TIE, reference_tolerance(m));
}

bool reference_agrees(const struct reference *m, const struct reference_value *value,
                      int32_t level, double g)
{
    int count = value->border < reference_tie(m) ? value->count : 1;
    for (int i = 0; i < count; i++)
        if (value->choices[i].level == level &&
            fabsl(value->choices[i].g - (long double)g) <= reference_slack(m))
            return true;
    return false;
}
