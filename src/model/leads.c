// SPDX-License-Identifier: MIT
// Turns a lattice into the order in which a row meets the leads of each set of edges.
#include "model/leads.h"

#include <math.h>

// The definition's e_k / 2 is off by less than 3 * 2^-54, the difference of two by less
// than 2^-51; two that differ by more than this compare as the exact ones do.
#define MARGIN 0x1p-48

// A set of lines e_k / 2 = slope * u_x + height, in a row of one side.
struct lines {
    int count;
    int edge[6];
    double slope[6], height[6];
};

static struct lines lines_of(const struct hexfog_lattice *lattice, int side, unsigned edges)
{
    struct lines lines = {0};

    for (int k = 0; k < 6; k++) {
        if (!(edges >> k & 1U))
            continue;
        lines.edge[lines.count] = k;
        lines.slope[lines.count] = lattice->half_e[k].x;
        lines.height[lines.count++] = lattice->half_e[k].y * (side - 1);
    }
    return lines;
}

// Far to the left the line with the least slope leads; of parallel ones the upper one, and
// of equal ones the first.
static int first_lead(const struct lines *lines)
{
    int lead = 0;

    for (int i = 1; i < lines->count; i++)
        if (lines->slope[i] < lines->slope[lead] ||
            (!(lines->slope[i] > lines->slope[lead]) && lines->height[i] > lines->height[lead]))
            lead = i;
    return lead;
}

// The line that takes the lead next, and where; of several the steepest. `from` when none does.
static int next_lead(const struct lines *lines, int from, double *turn)
{
    int next = from;

    for (int i = 0; i < lines->count; i++) {
        double gain = lines->slope[i] - lines->slope[from];
        if (!(gain > 0))
            continue;
        double at = (lines->height[from] - lines->height[i]) / gain;
        if (next == from || at < *turn ||
            (!(at > *turn) && lines->slope[i] > lines->slope[next])) {
            next = i;
            *turn = at;
        }
    }
    return next;
}

// A line loses the lead by MARGIN within MARGIN / (difference of slopes) of a turn; parallel
// lines are told apart by their heights, that grow with |u_y|.
static void set_blur(const struct lines *lines, double texel, struct hexfog_leads *leads,
                     struct hexfog_lead_order *order)
{
    double least_gain = HUGE_VAL;

    for (int i = 0; i < lines->count; i++) {
        for (int j = 0; j < i; j++) {
            double gain = fabs(lines->slope[i] - lines->slope[j]);
            double rise = fabs(lines->height[i] - lines->height[j]);
            if (gain > 0)
                least_gain = gain < least_gain ? gain : least_gain;
            else if (rise > 0 && MARGIN / rise > leads->least_y)
                leads->least_y = MARGIN / rise;
        }
    }
    order->blur_px = (MARGIN / least_gain + leads->column_blur) / texel;
}

static void set_lead(const struct hexfog_lattice *lattice, int lead, int edge,
                     struct hexfog_lead_order *order)
{
    for (int i = lead; i < HEXFOG_LEADS; i++) {
        order->edge[i] = edge;
        order->x[i] = lattice->half_e[edge].x;
        order->y[i] = lattice->half_e[edge].y;
    }
}

// What follows the last turn is that turn again, from the last lead to itself.
static void set_order(const struct hexfog_lattice *lattice, const struct lines *lines,
                      struct hexfog_lead_order *order)
{
    int most = lattice->cell.orientation == HEXFOG_POINTY ? HEXFOG_LEADS : HEXFOG_LEADS - 1;
    int lead = first_lead(lines), met = 1, next;
    double turn = 0;

    order->base = 0.5;
    order->turn[HEXFOG_LEADS - 1] = 1;
    set_lead(lattice, 0, lines->edge[lead], order);
    while ((next = next_lead(lines, lead, &turn)) != lead && met < most) {
        for (int i = met - 1; i + 1 < HEXFOG_LEADS; i++)
            order->turn[i] = turn;
        set_lead(lattice, met++, lines->edge[next], order);
        lead = next;
    }
    if (next != lead) // a lead too many: parallel edges that are not
        order->blur_px = HUGE_VAL;
}

static void set_orders(const struct hexfog_lattice *lattice, double texel,
                       struct hexfog_leads *leads, int side)
{
    struct hexfog_lead_order *outward = leads->order[side];

    outward[HEXFOG_KIND_FOG].turn[HEXFOG_LEADS - 1] = 1;
    outward[HEXFOG_KIND_INWARD].turn[HEXFOG_LEADS - 1] = 1;
    outward[HEXFOG_KIND_INWARD].base = 0.5;
    for (unsigned edges = 1; edges < 64; edges++) {
        struct hexfog_lead_order *inward = &outward[HEXFOG_KIND_INWARD + edges];
        struct lines lines = lines_of(lattice, side, edges);
        set_blur(&lines, texel, leads, &outward[edges]);
        set_order(lattice, &lines, &outward[edges]);
        // The least (1 - e_k) / 2 is where e_k is the greatest.
        *inward = outward[edges];
        for (int i = 0; i < HEXFOG_LEADS; i++) {
            inward->x[i] = -inward->x[i];
            inward->y[i] = -inward->y[i];
        }
    }
}

// What corner c, between edges c and c + 1, has: bit 0, an edge towards a greater level;
// bit 1, one towards a smaller.
static unsigned corner_of(struct hexfog_relations relations, int c)
{
    unsigned both = 1U << c | 1U << (c + 1) % 6;

    return (relations.greater & both ? 1U : 0) | (relations.smaller & both ? 2U : 0);
}

// The gradients on edge k's triangle, by what corners k - 1 and k have.
static void set_gradients(const struct hexfog_lattice *lattice, int k,
                          struct hexfog_offset gradient[16])
{
    unsigned before = 1U << (k + 5) % 6, after = 1U << (k + 1) % 6;

    for (unsigned i = 0; i < 16; i++) {
        struct hexfog_relations relations = {(i & 1 ? before : 0) | (i & 4 ? after : 0),
                                             (i & 2 ? before : 0) | (i & 8 ? after : 0), false};
        gradient[i] = hexfog_triangle_gradient(lattice, relations, k);
    }
}

static void set_fan(const struct hexfog_lattice *lattice, const struct hexfog_lead_order *order,
                    struct hexfog_fan *fan)
{
    for (int i = 0; i < HEXFOG_LEADS; i++)
        set_gradients(lattice, order->edge[i], fan->gradient[i]);
    for (unsigned bits = 0; bits < HEXFOG_RELATIONS_FOG; bits++) {
        struct hexfog_relations relations = hexfog_relations_from_bits(bits);
        unsigned corners = 0;
        if (relations.greater & relations.smaller)
            continue; // no tile has these
        for (int i = 0; i < HEXFOG_LEADS; i++) {
            int k = order->edge[i];
            corners |= corner_of(relations, (k + 5) % 6) << 4 * i;
            corners |= corner_of(relations, k) << (4 * i + 2);
        }
        fan->corners[bits] = (uint16_t)corners;
    }
}

// A column's x is rounded some five times in numbers of this size.
static double column_blur(const struct hexfog_lattice *lattice,
                          const struct hexfog_texture *texture)
{
    return 0x1p-48 * (fabs(texture->bounds.x_min) + fabs(texture->bounds.x_max) +
                      fabs(lattice->origin.x) + lattice->cell.width);
}

static void set_kinds(enum hexfog_metric metric, struct hexfog_leads *leads)
{
    for (unsigned bits = 0; bits < HEXFOG_RELATIONS_FOG; bits++) {
        unsigned kind = bits & 63U ? bits & 63U : HEXFOG_KIND_INWARD | bits >> 6;
        leads->kind[bits] = (uint8_t)(metric == HEXFOG_SWEEP ? kind : HEXFOG_KIND_ALL);
    }
    leads->kind[HEXFOG_RELATIONS_FOG] = HEXFOG_KIND_FOG;
}

void hexfog_leads_make(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       enum hexfog_metric metric, struct hexfog_leads *leads)
{
    double texel = (texture->bounds.x_max - texture->bounds.x_min) / texture->width_px;

    *leads = (struct hexfog_leads){.column_blur = column_blur(lattice, texture)};
    set_kinds(metric, leads);
    for (int side = 0; side < 3; side++) {
        set_orders(lattice, texel, leads, side);
        if (metric == HEXFOG_SEAMLESS)
            set_fan(lattice, &leads->order[side][HEXFOG_KIND_ALL], &leads->fan[side]);
    }
}
