// SPDX-License-Identifier: MIT
// Turns the F of all texels into the places where hard steps are best drawn.
#include "check/verify_steps.h"
#include "base/as_float.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"

enum { BINS_PER_TILE = 1024, MOST_BINS = 1 << 16, MOST_PAD = 8 };

// Histograms --------------------------------------------------------------

static hexfog_status make_histogram(struct hexfog_histogram *histogram, double first,
                                    double tiles, struct hexfog_error *error)
{
    double bins = tiles * BINS_PER_TILE;

    histogram->first = first;
    histogram->bin_count = (int32_t)(bins < MOST_BINS ? bins : MOST_BINS);
    histogram->bins_per_tile = histogram->bin_count / tiles;
    histogram->count = hexfog_alloc_zeroed((size_t)histogram->bin_count + 2,
                                           sizeof *histogram->count);
    return histogram->count ? HEXFOG_OK : hexfog_fail_memory(error, "the count of texels");
}

static int32_t bin_of(const struct hexfog_histogram *histogram, double f)
{
    double bin = (f - histogram->first) * histogram->bins_per_tile;

    if (!(bin >= 0))
        return 0;
    return bin < histogram->bin_count ? (int32_t)bin + 1 : histogram->bin_count + 1;
}

static double middle_of(const struct hexfog_histogram *histogram, int32_t bin)
{
    return hexfog_as_float(histogram->first + (bin - 0.5) / histogram->bins_per_tile);
}

// From then on a bin holds the texels up to its end.
static void add_up(struct hexfog_histogram *histogram)
{
    for (int32_t bin = 1; bin < histogram->bin_count + 2; bin++)
        histogram->count[bin] += histogram->count[bin - 1];
}

// Room --------------------------------------------------------------------

// So many levels on each side of a wanted one can be near to a step in it.
static int32_t pad_of(const struct hexfog_steps *steps)
{
    double pad = ceil(hexfog_step_bound(steps->max_level + 1.0, steps->g_bound)) + 1;

    return pad < MOST_PAD ? (int32_t)pad : MOST_PAD;
}

hexfog_status hexfog_steps_make(struct hexfog_steps *steps, struct hexfog_error *error)
{
    int32_t pad = pad_of(steps);
    hexfog_status status = make_histogram(&steps->whole, 0, steps->max_level + 1.0, error);

    steps->fine = hexfog_alloc_zeroed((size_t)steps->count, sizeof *steps->fine);
    if (!status && !steps->fine)
        status = hexfog_fail_memory(error, "the count of texels");
    for (int step = 0; step < steps->count && !status; step++)
        status = make_histogram(&steps->fine[step], (double)steps->level[step] - pad,
                                2.0 * pad + 1, error);
    if (status)
        hexfog_steps_free(steps);
    return status;
}

void hexfog_steps_free(struct hexfog_steps *steps)
{
    for (int step = 0; steps->fine && step < steps->count; step++)
        hexfog_free(steps->fine[step].count);
    hexfog_free(steps->fine);
    hexfog_free(steps->whole.count);
    steps->fine = NULL;
    steps->whole.count = NULL;
}

static void take(struct hexfog_histogram *histogram, const int32_t *level, const double *g,
                 int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        histogram->count[bin_of(histogram, level[i] + g[i])]++;
}

void hexfog_steps_take(struct hexfog_steps *steps, const int32_t *level, const double *g,
                       int32_t count)
{
    take(&steps->whole, level, g, count);
    for (int step = 0; step < steps->count; step++)
        take(&steps->fine[step], level, g, count);
}

// The choice --------------------------------------------------------------

// What a step between two F is worth.
struct choice {
    bool is_made;
    int64_t near;
    double at, off;          // off: from the place that was wanted
};

// The best of the bins from F `from` on up to `end`. Whole bins count as near: no fewer texels
// than there are.
static struct choice best_of(const struct hexfog_steps *steps,
                             const struct hexfog_histogram *histogram, double from, double end,
                             double wanted, double least_share)
{
    struct choice best = {0};
    int64_t all = histogram->count[histogram->bin_count + 1];
    double least = least_share * (double)all, most = hexfog_step_most_near(all) * (double)all;

    for (int32_t bin = bin_of(histogram, from); bin <= histogram->bin_count; bin++) {
        double at = middle_of(histogram, bin), bound = hexfog_step_bound(at, steps->g_bound);
        int32_t low = bin_of(histogram, at - bound);
        int64_t below = low > 0 ? histogram->count[low - 1] : 0;
        int64_t within = histogram->count[bin_of(histogram, at + bound)];
        int64_t near = within - below;
        double off = fabs(at - wanted);
        if (at >= end)
            break;
        if (bin < 1 || below < 1 || all - within < 1 || (double)near > most ||
            (double)below < least || (double)(all - within) < least)
            continue;
        if (!best.is_made || near < best.near || (near == best.near && off < best.off))
            best = (struct choice){true, near, at, off};
    }
    return best;
}

static double above_all(const struct hexfog_steps *steps)
{
    double top = steps->max_level + 2.0;

    return hexfog_as_float(ceil(top + 2 * hexfog_step_bound(top, steps->g_bound)));
}

static double choose(const struct hexfog_steps *steps, int step)
{
    double level = steps->level[step], wanted = level + 0.5;
    const struct hexfog_histogram *fine = &steps->fine[step];
    struct choice choice = best_of(steps, fine, level, level + 1, wanted, 1.0 / 50);

    if (!choice.is_made)
        choice = best_of(steps, fine, level, level + 1, wanted, 0);
    if (!choice.is_made)
        choice = best_of(steps, &steps->whole, 0, steps->max_level + 1.0, wanted, 0);
    return choice.is_made ? choice.at : above_all(steps);
}

static bool is_among(double one, const double *at, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(one - at[i]) > 0))
            return true;
    return false;
}

int hexfog_steps_choose(struct hexfog_steps *steps, double *at)
{
    int count = 0;

    add_up(&steps->whole);
    for (int step = 0; step < steps->count; step++) {
        double one;

        add_up(&steps->fine[step]);
        one = choose(steps, step);
        if (!is_among(one, at, count))
            at[count++] = one;
    }
    return count;
}
