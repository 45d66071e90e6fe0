// SPDX-License-Identifier: MIT
// Turns a position in a tile into G, as fogmap.md 4 defines it. Every faster path gives
// these bits: one multiply, one multiply, two adds a ramp, in this order.
#include "model/field.h"

unsigned hexfog_sweep_edges(struct hexfog_relations relations)
{
    unsigned smaller = relations.smaller;

    return relations.greater ? relations.greater : (smaller << 3 | smaller >> 3) & 63U;
}

// "sweep": the greatest (1 + e_k) / 2 over the edges towards greater levels; with none,
// the least (1 - e_k) / 2 over those towards smaller ones; with none either, 1/2.
static double sweep(const struct hexfog_lattice *lattice, struct hexfog_relations relations,
                    struct hexfog_offset u)
{
    unsigned edges = hexfog_sweep_edges(relations);
    bool has_outward = relations.greater != 0, first = true;
    double g = 0.5;

    for (int k = 0; k < 6; k++) {
        if (!(edges >> k & 1U))
            continue;
        double ramp = hexfog_ramp(lattice->half_e[k], u);
        if (first || (has_outward ? ramp > g : ramp < g))
            g = ramp;
        first = false;
    }
    return g;
}

// Corner k's value less 1/2: 0 where the three levels that meet there are equal, else up
// (1) when one is greater than the tile's, else down (0).
static double corner_lift(struct hexfog_relations relations, int k)
{
    unsigned both = 1U << k | 1U << (k + 1) % 6;

    if (relations.greater & both)
        return 0.5;
    return relations.smaller & both ? -0.5 : 0;
}

struct hexfog_offset hexfog_triangle_gradient(const struct hexfog_lattice *lattice,
                                              struct hexfog_relations relations, int k)
{
    double from = corner_lift(relations, (k + 5) % 6), to = corner_lift(relations, k);
    double rise = to + from, run = to - from;
    struct hexfog_offset e = lattice->half_e[k], t = lattice->half_t[k];

    return (struct hexfog_offset){rise * e.x + run * t.x, rise * e.y + run * t.y};
}

int hexfog_triangle_at(const struct hexfog_lattice *lattice, struct hexfog_offset u)
{
    double greatest = 0;
    int triangle = 0;

    for (int k = 0; k < 6; k++) {
        double half_e = lattice->half_e[k].x * u.x + lattice->half_e[k].y * u.y;
        if (half_e > greatest) {
            greatest = half_e;
            triangle = k;
        }
    }
    return triangle;
}

double hexfog_g(const struct hexfog_lattice *lattice, enum hexfog_metric metric,
                struct hexfog_relations relations, struct hexfog_offset u)
{
    double g;

    if (relations.is_fog)
        return 0;
    if (metric == HEXFOG_SWEEP)
        g = sweep(lattice, relations, u);
    else
        g = hexfog_ramp(hexfog_triangle_gradient(lattice, relations,
                                                 hexfog_triangle_at(lattice, u)), u);
    return hexfog_g_inside(g);
}
