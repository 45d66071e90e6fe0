// SPDX-License-Identifier: MIT
// Turns drawn pixels and expected values into the worst pixel of each check.
#include "check/verify_compare.h"

#include <math.h>

// Errors kept side by side, so that a compiler makes vectors of them.
enum { LANES = 8 };

void hexfog_channel_of_floats(const float *rgba, int c, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (double)rgba[4 * i + (size_t)c];
}

void hexfog_channel_of_bytes(const uint8_t *rgba, int c, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = rgba[4 * i + (size_t)c] / 255.0;
}

// An error for its bound: more than 1 fails. Any error fails a bound of 0.
static double weight(double error, double bound)
{
    return error == 0 ? 0 : error / bound;
}

void hexfog_tally_keep(struct hexfog_gl_tally *tally, const struct hexfog_gl_tally *pixel)
{
    int64_t wrong_count = tally->wrong_count;

    if (tally->is_made && (isnan(tally->error) || weight(pixel->error, pixel->bound) <=
                                                      weight(tally->error, tally->bound)))
        return;
    *tally = *pixel;
    tally->is_made = true;
    tally->wrong_count = wrong_count;
}

static double error_at(const struct hexfog_comparison *c, size_t i)
{
    return fabs(c->drawn[i] - (c->offset + c->slope * c->left[i]));
}

static double bound_at(const struct hexfog_comparison *c, size_t i)
{
    return c->bounds ? c->bounds[i] : c->bound;
}

static struct hexfog_texel texel_of(const struct hexfog_comparison *c, size_t i)
{
    const struct hexfog_target *target = c->target;
    size_t pixel = c->first + i, width = (size_t)target->width_px;
    size_t column = pixel % width, row = pixel / width;

    return (struct hexfog_texel){
        target->column + (int32_t)((double)column * target->columns_per_pixel),
        target->row + (int32_t)((double)row * target->rows_per_pixel)};
}

// Pixel by pixel: finds the worst, passes over what can't be compared.
static void search(const struct hexfog_comparison *c, struct hexfog_gl_tally *tally)
{
    for (size_t i = 0; i < c->count; i++) {
        double error = error_at(c, i), bound = bound_at(c, i);

        if (isnan(c->left[i]))
            continue;
        if (tally->is_made && weight(error, bound) <= weight(tally->error, tally->bound))
            continue;
        struct hexfog_gl_tally pixel = {
            .error = error, .bound = bound, .drawn = c->drawn[i],
            .expected = c->offset + c->slope * c->left[i], .texel = texel_of(c, i),
            .sight = c->sight};
        hexfog_tally_keep(tally, &pixel);
        if (isnan(error))
            return;
    }
}

// The greatest error for its bound; a NaN among them sets *is_nan.
static double greatest(const struct hexfog_comparison *c, bool *is_nan)
{
    double lanes[LANES] = {0}, worst = 0, poison = 0;
    size_t i = 0;

    for (; i + LANES <= c->count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            double error = error_at(c, i + lane) / bound_at(c, i + lane);
            lanes[lane] = error > lanes[lane] ? error : lanes[lane];
            poison += error * 0;
        }
    for (; i < c->count; i++) {
        double error = error_at(c, i) / bound_at(c, i);
        worst = error > worst ? error : worst;
        poison += error * 0;
    }
    for (size_t lane = 0; lane < LANES; lane++)
        worst = lanes[lane] > worst ? lanes[lane] : worst;
    *is_nan = isnan(poison);
    return worst;
}

void hexfog_compare(const struct hexfog_comparison *comparison, struct hexfog_gl_tally *tally)
{
    bool is_nan;
    double worst = greatest(comparison, &is_nan);

    if (tally->is_made && !is_nan && worst <= weight(tally->error, tally->bound))
        return;
    search(comparison, tally);
}
