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
            (!(at > *turn) && (lines->slope[i] > lines->slope[next] ||
                               (!(lines->slope[i] < lines->slope[next]) && i < next)))) {
            next = i;
            *turn = at;
        }
    }
    return next;
}

// A line loses the lead by MARGIN within MARGIN / (difference of slopes) of a turn; parallel
// lines are told apart by their heights, that grow with |u_y|.
static void set_blur(const struct lines *lines, double texel, double column_blur,
                     struct hexfog_lead_order *order)
{
    double least_gain = HUGE_VAL, least_rise = HUGE_VAL;

    for (int i = 0; i < lines->count; i++) {
        for (int j = 0; j < i; j++) {
            double gain = fabs(lines->slope[i] - lines->slope[j]);
            double rise = fabs(lines->height[i] - lines->height[j]);
            if (gain > 0)
                least_gain = fmin(least_gain, gain);
            else if (rise > 0)
                least_rise = fmin(least_rise, rise);
        }
    }
    order->blur_px = (MARGIN / least_gain + column_blur) / texel;
    order->least_y = MARGIN / least_rise;
}

// What follows the last turn is that turn again, from the last lead to itself.
static struct hexfog_lead_order order_of(const struct lines *lines)
{
    struct hexfog_lead_order order = {.edge = {0}};
    int lead = first_lead(lines), met = 0, next;
    double turn = 0;

    order.edge[0] = (int8_t)lines->edge[lead];
    while (met < HEXFOG_TURNS && (next = next_lead(lines, lead, &turn)) != lead) {
        order.turn[met++] = turn;
        order.edge[met] = (int8_t)lines->edge[next];
        lead = next;
    }
    for (int i = met; i < HEXFOG_TURNS; i++) {
        order.turn[i] = turn;
        order.edge[i + 1] = order.edge[i];
    }
    return order;
}

static void set_gradients(const struct hexfog_lattice *lattice, struct hexfog_leads *leads)
{
    for (int k = 0; k < 6; k++) {
        unsigned before = 1U << (k + 5) % 6, after = 1U << (k + 1) % 6;
        // Corner k - 1 lies between edges k - 1 and k, corner k between k and k + 1.
        for (unsigned i = 0; i < 16; i++) {
            struct hexfog_relations relations = {
                (i & 1 ? before : 0) | (i & 2 ? after : 0),
                (i & 4 ? before : 0) | (i & 8 ? after : 0), false};
            leads->gradient[k][i] = hexfog_triangle_gradient(lattice, relations, k);
        }
    }
}

// A column's x is rounded some five times in numbers of this size.
static double column_blur(const struct hexfog_lattice *lattice,
                          const struct hexfog_texture *texture)
{
    return 0x1p-48 * (fabs(texture->bounds.x_min) + fabs(texture->bounds.x_max) +
                      fabs(lattice->origin.x) + lattice->cell.width);
}

void hexfog_leads_make(const struct hexfog_lattice *lattice, const struct hexfog_texture *texture,
                       struct hexfog_leads *leads)
{
    double texel = (texture->bounds.x_max - texture->bounds.x_min) / texture->width_px;

    leads->column_blur = column_blur(lattice, texture);
    set_gradients(lattice, leads);
    for (int side = 0; side < 3; side++) {
        for (unsigned edges = 1; edges < 64; edges++) {
            struct lines lines = lines_of(lattice, side, edges);
            leads->order[side][edges] = order_of(&lines);
            set_blur(&lines, texel, leads->column_blur, &leads->order[side][edges]);
        }
    }
}
