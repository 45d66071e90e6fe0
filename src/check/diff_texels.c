// SPDX-License-Identifier: MIT
// Turns the decoded rows of two textures into counts, first and worst places of what differs.
#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "check/diff.h"

enum { CHUNK = 512 }; // texels that are compared at once before they are looked at one by one

struct hexfog_diff_work {
    struct hexfog_diff *diff;
    struct hexfog_diff_scale scale;
    bool has_one_scale;
    float last_r[2];             // of the texel before, and whether its levels are the same
    bool had_same_level;
    double g_error_sum, worst_level, worst_g;
    uint64_t g_error_count;
};

struct hexfog_diff_scale hexfog_diff_scale_of(const struct hexfog_diff *diff)
{
    return (struct hexfog_diff_scale){
        .level_scale = { diff->side[0].level_scale, diff->side[1].level_scale },
        .r_tolerance = diff->r_tolerance + (diff->r_tolerance > 0 ? HEXFOG_DIFF_SLACK : 0),
        .g_tolerance = diff->g_tolerance + (diff->g_tolerance > 0 ? HEXFOG_DIFF_SLACK : 0),
    };
}

static double level_of(float r, double level_scale)
{
    return level_scale > 0 ? floor((double)r * level_scale + 0.5) : (double)r;
}

struct hexfog_texel_pair hexfog_diff_pair(const struct hexfog_diff_scale *scale, float r_a,
                                          float g_a, float r_b, float g_b)
{
    struct hexfog_texel_pair pair = {
        .is_nonfinite_r = !isfinite(r_a) || !isfinite(r_b),
        .is_nonfinite_g = !isfinite(g_a) || !isfinite(g_b),
    };

    if (!pair.is_nonfinite_r) {
        double tolerance = scale->level_scale[0] > 0 ? 0 : scale->r_tolerance;
        pair.level[0] = level_of(r_a, scale->level_scale[0]);
        pair.level[1] = level_of(r_b, scale->level_scale[1]);
        pair.has_other_level = fabs(pair.level[0] - pair.level[1]) > tolerance;
    }
    if (!pair.is_nonfinite_g) {
        pair.g_error = fabs((double)g_a - (double)g_b);
        pair.has_other_g = pair.g_error > scale->g_tolerance;
    }
    return pair;
}

// The place is worked out for the few that are kept.
static void note(struct hexfog_diff_texels *texels, const struct hexfog_strip *strip, size_t at,
                 const struct hexfog_diff_texel *found, bool is_worst)
{
    size_t width = (size_t)strip->width_px;
    bool is_first = texels->count++ == 0;

    if (!is_first && !is_worst)
        return;
    struct hexfog_diff_texel kept = *found;
    kept.is_set = true;
    kept.texel = (struct hexfog_texel){ (int32_t)(at % width),
                                        strip->first_row + (int32_t)(at / width) };
    texels->worst = kept;
    if (is_first)
        texels->first = kept;
}

static void note_nonfinite(struct hexfog_diff_work *work, const struct hexfog_strip *strip,
                           size_t at, bool is_r)
{
    const float *const *plane = is_r ? strip->r : strip->g;
    struct hexfog_diff_texel found = { .channel = is_r ? 'R' : 'G', .a = (double)plane[0][at],
                                       .b = (double)plane[1][at] };

    note(&work->diff->nonfinite, strip, at, &found, false);
}

static void note_levels(struct hexfog_diff_work *work, const struct hexfog_strip *strip, size_t at,
                        const struct hexfog_texel_pair *pair)
{
    struct hexfog_diff_texel found = { .channel = 'R', .a = pair->level[0], .b = pair->level[1] };
    double error = fabs(found.a - found.b);

    note(&work->diff->levels, strip, at, &found, error > work->worst_level);
    if (error > work->worst_level)
        work->worst_level = error;
}

static void note_g(struct hexfog_diff_work *work, const struct hexfog_strip *strip, size_t at,
                   double error)
{
    struct hexfog_diff_texel found = { .channel = 'G', .a = (double)strip->g[0][at],
                                       .b = (double)strip->g[1][at] };

    note(&work->diff->g, strip, at, &found, error > work->worst_g);
    if (error > work->worst_g)
        work->worst_g = error;
}

static void count_g_error(struct hexfog_diff_work *work, double error)
{
    work->g_error_sum += error;
    work->g_error_count++;
    if (error > work->diff->max_g_error)
        work->diff->max_g_error = error;
}

static void compare_texel(struct hexfog_diff_work *work, const struct hexfog_strip *strip,
                          size_t at)
{
    struct hexfog_texel_pair pair = hexfog_diff_pair(&work->scale, strip->r[0][at],
                                                     strip->g[0][at], strip->r[1][at],
                                                     strip->g[1][at]);

    work->had_same_level = !pair.is_nonfinite_r && !pair.has_other_level;
    if (pair.is_nonfinite_r || pair.is_nonfinite_g)
        note_nonfinite(work, strip, at, pair.is_nonfinite_r);
    if (pair.has_other_level)
        note_levels(work, strip, at, &pair);
    if (pair.is_nonfinite_g)
        return;
    count_g_error(work, pair.g_error);
    if (pair.has_other_g)
        note_g(work, strip, at, pair.g_error);
}

// R lasts for a tile's width, so that most texels have the levels of the one before.
static void compare_chunk(struct hexfog_diff_work *work, const struct hexfog_strip *strip,
                          size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        float r_a = strip->r[0][i], r_b = strip->r[1][i];
        double error = fabs((double)strip->g[0][i] - (double)strip->g[1][i]);
        bool is_new_r = r_a != work->last_r[0] || r_b != work->last_r[1];

        work->last_r[0] = r_a;
        work->last_r[1] = r_b;
        if (is_new_r || !work->had_same_level || !(error <= work->scale.g_tolerance))
            compare_texel(work, strip, i);
        else
            count_g_error(work, error);
    }
}

// Infinities and NaN leave a difference that is not 0, so that they count as different here.
HEXFOG_BODY void find_difference_body(const float *restrict a, const float *restrict b,
                                      int *differs)
{
    int found = 0;

    for (int i = 0; i < CHUNK; i++)
        found |= a[i] - b[i] != 0;
    *differs |= found;
}

HEXFOG_KERNEL(static, find_difference, (const float *a, const float *b, int *differs),
              (a, b, differs))

static bool has_difference(const struct hexfog_strip *strip, size_t first, size_t count)
{
    int differs = count < CHUNK;

    if (!differs)
        find_difference(strip->r[0] + first, strip->r[1] + first, &differs);
    if (!differs)
        find_difference(strip->g[0] + first, strip->g[1] + first, &differs);
    return differs;
}

static hexfog_status compare_strip(void *context, const struct hexfog_strip *strip,
                                   struct hexfog_error *error)
{
    struct hexfog_diff_work *work = context;
    size_t texels = (size_t)strip->width_px * (size_t)strip->row_count;

    (void)error;
    for (size_t first = 0; first < texels; first += CHUNK) {
        size_t count = texels - first < CHUNK ? texels - first : CHUNK;
        if (work->has_one_scale && !has_difference(strip, first, count)) {
            work->g_error_count += count;
            continue;
        }
        compare_chunk(work, strip, first, count);
    }
    work->diff->texel_count += texels;
    return HEXFOG_OK;
}

hexfog_status hexfog_diff_work_make(struct hexfog_diff *diff, struct hexfog_diff_work **work,
                                    struct hexfog_error *error)
{
    *work = hexfog_alloc_zeroed(1, sizeof **work);
    if (!*work)
        return hexfog_fail_memory(error, "a comparison");
    (*work)->diff = diff;
    (*work)->scale = hexfog_diff_scale_of(diff);
    // With one scale, equal R are equal levels.
    (*work)->has_one_scale = (*work)->scale.level_scale[0] == (*work)->scale.level_scale[1];
    return HEXFOG_OK;
}

struct hexfog_strip_work hexfog_diff_strip_work(struct hexfog_diff_work *work)
{
    return (struct hexfog_strip_work){ .work = compare_strip, .context = work };
}

void hexfog_diff_work_end(struct hexfog_diff_work *work)
{
    if (!work)
        return;
    if (work->g_error_count > 0)
        work->diff->mean_g_error = work->g_error_sum / (double)work->g_error_count;
    hexfog_free(work);
}
