// SPDX-License-Identifier: MIT
// Turns stored texels into F, and F into the share of unfogged colour that is left.
#include "check/remap.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"

#define LN_20 2.995732273553991 // exp(-LN_20) = 5 %

// GL may round a coordinate to 1/256 of a texel: so near to a texel's centre, a pixel may
// take either pair of neighbours.
#define TAP_SLACK (1.0 / 512)

// The laws ----------------------------------------------------------------

double hexfog_density_at(enum hexfog_law law, double distance)
{
    switch (law) {
    case HEXFOG_LAW_EXP: return LN_20 / distance;
    case HEXFOG_LAW_EXP2: return sqrt(LN_20) / distance;
    case HEXFOG_LAW_LINEAR: break;
    }
    return 0;
}

struct hexfog_range hexfog_range_of(enum hexfog_law law, double start, double end)
{
    return (struct hexfog_range){start, end, hexfog_density_at(law, end - start)};
}

// Comparisons are written so that a NaN comes out as one: it must not pass for clear air.
static double fog_of(const struct hexfog_range *range, double f)
{
    double fog = range->end > range->start ? (f - range->start) / (range->end - range->start)
                                           : f - range->start;

    if (!(range->end > range->start))
        return fog < 0 ? 0 : fog >= 0 ? 1 : fog;
    return fog < 0 ? 0 : fog > 1 ? 1 : fog;
}

double hexfog_left(enum hexfog_law law, const struct hexfog_range *range, double f)
{
    double d = f < range->start ? 0 : f - range->start, x = range->density * d;

    switch (law) {
    case HEXFOG_LAW_EXP: return exp(-x);
    case HEXFOG_LAW_EXP2: return exp(-x * x);
    case HEXFOG_LAW_LINEAR: break;
    }
    return 1 - fog_of(range, f);
}

void hexfog_left_row(enum hexfog_law law, const struct hexfog_range *range, const double *f,
                     size_t count, double *left)
{
    for (size_t i = 0; i < count; i++)
        left[i] = hexfog_left(law, range, f[i]);
}

double hexfog_left_slope(enum hexfog_law law, const struct hexfog_range *range)
{
    switch (law) {
    case HEXFOG_LAW_EXP: return range->density;
    // The slope of exp(-x^2) is steepest at x = 1/sqrt(2): sqrt(2/e).
    case HEXFOG_LAW_EXP2: return range->density * sqrt(2 * exp(-1));
    case HEXFOG_LAW_LINEAR: break;
    }
    return range->end > range->start ? 1 / (range->end - range->start) : HUGE_VAL;
}

// F and its bounds --------------------------------------------------------

void hexfog_f_row(enum hexfog_sampling sampling, double level_scale, const float *r,
                  const float *g, size_t count, double *f)
{
    if (sampling == HEXFOG_NEAREST)
        for (size_t i = 0; i < count; i++)
            f[i] = floor((double)r[i] * level_scale + 0.5) + (double)g[i];
    else
        for (size_t i = 0; i < count; i++)
            f[i] = (double)r[i] * level_scale + (double)g[i];
}

double hexfog_float_bound(const struct hexfog_range *range)
{
    double width = range->end - range->start;

    return 16 * 0x1p-24 * (width > 0 ? range->end / width : 1) + 0x1p-21;
}

double hexfog_f_bound(double f)
{
    return 4 * 0x1p-24 * (fabs(f) > 1 ? fabs(f) : 1);
}

double hexfog_step_bound(double at, double g_bound)
{
    return g_bound + hexfog_f_bound(at);
}

double hexfog_step_most_near(int64_t texel_count)
{
    return texel_count > 1 && texel_count < 50 ? 1 / (double)texel_count : 0.02;
}

double hexfog_filter_bound(double spread, double f)
{
    return spread / 256 + 1e-3 + hexfog_f_bound(f);
}

// The filter --------------------------------------------------------------

static int32_t clamp_index(double index, int32_t count)
{
    return index < 0 ? 0 : index > count - 1 ? count - 1 : (int32_t)index;
}

hexfog_status hexfog_taps_make(int32_t source_px, int32_t target_px, struct hexfog_taps *taps,
                               struct hexfog_error *error)
{
    size_t count = (size_t)target_px;

    taps->first = hexfog_alloc(count, sizeof *taps->first);
    taps->second = hexfog_alloc(count, sizeof *taps->second);
    taps->low = hexfog_alloc(count, sizeof *taps->low);
    taps->high = hexfog_alloc(count, sizeof *taps->high);
    taps->part = hexfog_alloc(count, sizeof *taps->part);
    if (!taps->first || !taps->second || !taps->low || !taps->high || !taps->part) {
        hexfog_taps_free(taps);
        return hexfog_fail_memory(error, "the filter's table");
    }
    for (int32_t i = 0; i < target_px; i++) {
        double position = (i + 0.5) * source_px / target_px - 0.5, left = floor(position);
        // At the border a GPU may also clamp the position and give the second texel no weight.
        double inside = position < 0 ? 0 : position > source_px - 1 ? source_px - 1 : position;

        taps->first[i] = clamp_index(left, source_px);
        taps->second[i] = clamp_index(left + 1, source_px);
        taps->part[i] = position - left;
        taps->low[i] = clamp_index(floor(inside - TAP_SLACK), source_px);
        taps->high[i] = clamp_index(floor(inside + TAP_SLACK) + 1, source_px);
    }
    return HEXFOG_OK;
}

void hexfog_taps_free(struct hexfog_taps *taps)
{
    hexfog_free(taps->first);
    hexfog_free(taps->second);
    hexfog_free(taps->low);
    hexfog_free(taps->high);
    hexfog_free(taps->part);
    *taps = (struct hexfog_taps){0};
}

// Greatest less least of F over a footprint; NaN where one of its texels is.
static double spread_of(const struct hexfog_f_plane *plane, int32_t x0, int32_t x1, int32_t y0,
                        int32_t y1)
{
    double least = HUGE_VAL, greatest = -HUGE_VAL, poison = 0;

    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++) {
            double f = plane->f[(size_t)y * (size_t)plane->width_px + (size_t)x];
            least = f < least ? f : least;
            greatest = f > greatest ? f : greatest;
            poison += f * 0;
        }
    return greatest - least + poison;
}

void hexfog_bilinear_row(const struct hexfog_f_plane *plane, const struct hexfog_taps *across,
                         const struct hexfog_taps *down, int32_t target_row,
                         int32_t target_width_px, double *f, double *spread)
{
    size_t width = (size_t)plane->width_px;
    const double *upper = plane->f + (size_t)down->first[target_row] * width;
    const double *lower = plane->f + (size_t)down->second[target_row] * width;
    double part_down = down->part[target_row];

    for (int32_t i = 0; i < target_width_px; i++) {
        int32_t a = across->first[i], b = across->second[i];
        double above = upper[a] + (upper[b] - upper[a]) * across->part[i];
        double below = lower[a] + (lower[b] - lower[a]) * across->part[i];

        spread[i] = spread_of(plane, across->low[i], across->high[i], down->low[target_row],
                              down->high[target_row]);
        f[i] = above + (below - above) * part_down + spread[i] * 0;
    }
}
