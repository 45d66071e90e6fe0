/* SPDX-License-Identifier: MIT */
/* G inside a tile: the per-texel definition (fogmap.md 4). */
#ifndef HEXFOG_MODEL_FIELD_H
#define HEXFOG_MODEL_FIELD_H

#include "model/lattice.h"

/* What G depends on besides the position: bit k of `greater` is set when the tile across
 * edge k has a greater level, of `smaller` when it has a smaller one. */
struct hexfog_relations {
    unsigned greater, smaller;
    bool is_fog;
};

/* The same in one number: bit k, bit 6 + k; fog is all of them. */
enum { HEXFOG_RELATION_BITS = 12, HEXFOG_RELATIONS_FOG = (1 << HEXFOG_RELATION_BITS) - 1 };

static inline struct hexfog_relations hexfog_relations_from_bits(unsigned bits)
{
    if (bits == HEXFOG_RELATIONS_FOG)
        return (struct hexfog_relations){0, 0, true};
    return (struct hexfog_relations){bits & 63U, bits >> 6, false};
}

/* Value of the linear ramp across edge k: 1/2 at the centre, 1 on edge k, 0 on the opposite one. */
static inline double hexfog_ramp(struct hexfog_offset half_gradient, struct hexfog_offset u)
{
    return 0.5 + (half_gradient.x * u.x + half_gradient.y * u.y);
}

/* G of a point at offset u from the centre of a tile with these relations: in [0, 1]. */
double hexfog_g(const struct hexfog_lattice *lattice, enum hexfog_metric metric,
                struct hexfog_relations relations, struct hexfog_offset u);

/* The edge set that sweep's extremum runs over: all of O, or with O empty the edges
 * opposite to I, whose ramps are (1 - e_k) / 2. 0: G = 1/2. */
unsigned hexfog_sweep_edges(struct hexfog_relations relations);

/* Seamless: half the gradient of G on triangle k (centre, corner k-1, corner k). */
struct hexfog_offset hexfog_triangle_gradient(const struct hexfog_lattice *lattice,
                                              struct hexfog_relations relations, int k);
/* The triangle that a point is in: the edge with the greatest e_k, the first of equals. */
int hexfog_triangle_at(const struct hexfog_lattice *lattice, struct hexfog_offset u);

/* Rounding may leave G a little outside [0, 1]: the last step brings it inside, -0 to 0. */
static inline double hexfog_g_inside(double g)
{
    return g > 0 ? (g < 1 ? g : 1) : 0;
}

#endif
