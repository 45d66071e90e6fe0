/* SPDX-License-Identifier: MIT */
/*
 * Which of a tile's edges leads: has the greatest e_k. The lead is the same along a ray
 * from the centre, so a row through the tile meets the leads in an order that depends
 * only on whether it passes above, through or below the centre, and passes from one to
 * the next where u_x / |u_y| is a fixed number. Between turns G is one linear ramp, in
 * either metric (fogmap.md 4):
 *
 *     G = base + (x u_x + y u_y), brought inside [0, 1]
 *
 * with base 1/2, and x and y half the gradient on the triangle of the lead.
 */
#ifndef HEXFOG_MODEL_LEADS_H
#define HEXFOG_MODEL_LEADS_H

#include "model/field.h"

/* Pointy, e_k has four slopes along x, so a row meets at most four leads; flat, three. */
enum { HEXFOG_LEADS = 4 };

struct hexfog_lead_order {
    /* u_x / |u_y| where the lead passes from the i-th to the next, ascending. A row that
     * meets fewer leads has its last one several times. The last turn is 1, for the raster. */
    double turn[HEXFOG_LEADS];
    double x[HEXFOG_LEADS], y[HEXFOG_LEADS]; /* of sweep */
    double base;
    /* Rounding blurs a turn: nearer to it than this, in columns, only the definition can tell. */
    double blur_px;
    int32_t edge[HEXFOG_LEADS]; /* fills up 128 bytes: an order is found by a shift */
};

/* Kinds of tile: fog; those with edges towards greater levels, by these; those without, by
 * the edges towards smaller ones, of which there may be none. Seamless has but one order
 * for all that are not fog: each edge may lead. */
enum { HEXFOG_KIND_FOG = 0, HEXFOG_KIND_ALL = 63, HEXFOG_KIND_INWARD = 64, HEXFOG_KINDS = 128 };

/* Seamless: x and y of the i-th lead of HEXFOG_KIND_ALL are gradient[i][c], c the bits 4 i to
 * 4 i + 3 of `corners` for the tile's relation bits: what the ends of the lead's edge are. */
struct hexfog_fan {
    struct hexfog_offset gradient[HEXFOG_LEADS][16];
    uint16_t corners[1 << HEXFOG_RELATION_BITS];
};

/* By hexfog_side_of u_y. */
struct hexfog_leads {
    struct hexfog_lead_order order[3][HEXFOG_KINDS];
    struct hexfog_fan fan[3]; /* set for seamless only */
    uint8_t kind[1 << HEXFOG_RELATION_BITS]; /* of a tile, by its relation bits */
    double least_y;     /* rows whose |u_y| is less but not 0: only the definition can tell */
    double column_blur; /* how far a column may be from where equal steps put it, world units */
};

void hexfog_leads_make(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       enum hexfog_metric metric, struct hexfog_leads *leads);

static inline int hexfog_side_of(double u_y)
{
    return (u_y >= 0) + (u_y > 0);
}

#endif
