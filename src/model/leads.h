/* SPDX-License-Identifier: MIT */
/*
 * Which of a tile's edges leads: has the greatest e_k. The lead is the same along a ray
 * from the centre, so a row through the tile meets the leads in an order that depends
 * only on whether it passes above, through or below the centre, and passes from one to
 * the next where u_x / |u_y| is a fixed number. Between turns G is one linear ramp, in
 * either metric (fogmap.md 4).
 */
#ifndef HEXFOG_MODEL_LEADS_H
#define HEXFOG_MODEL_LEADS_H

#include "model/field.h"

/* e_k has at most four slopes along x, so a row meets at most four leads. */
enum { HEXFOG_LEADS = 4, HEXFOG_TURNS = 3 };

struct hexfog_lead_order {
    /* u_x / |u_y| where the lead passes from edge[i] to edge[i + 1], ascending. A row that
     * meets fewer leads has its last one several times. */
    double turn[HEXFOG_TURNS];
    /* Rounding blurs a turn: nearer to it than blur_px columns, and in rows whose |u_y|
     * is below least_y, only the definition can tell. */
    double blur_px, least_y;
    int8_t edge[HEXFOG_LEADS];
};

/* Every set of edges, as bits k. `gradient` serves seamless: hexfog_triangle_gradient of
 * triangle k by four bits: corner k-1 is up, corner k is up, corner k-1 is down, corner k is
 * down. */
struct hexfog_leads {
    struct hexfog_lead_order order[3][64]; /* by hexfog_side_of u_y */
    struct hexfog_offset gradient[6][16];
    double column_blur; /* how far a column may be from where equal steps put it, world units */
};

void hexfog_leads_make(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       struct hexfog_leads *leads);

static inline int hexfog_side_of(double u_y)
{
    return (u_y >= 0) + (u_y > 0);
}

#endif
