// SPDX-License-Identifier: MIT
// Turns rows of the field and of a texture into what is wrong with the latter.
#include "check/verify_texels.h"

#include <math.h>

#include "base/vector.h"
#include "model/near.h"

enum { LANES = 8 }; // figures kept side by side: the sum has one order, whatever the machine

// Rows that are as they should be -----------------------------------------

struct tally { double worst[LANES], sum[LANES], wrong[LANES], outside[LANES]; };

// Floor(r * scale + 1/2) is the level exactly when the product lies in [level, level + 1):
// no rounding function, no branch, and a NaN is wrong.
HEXFOG_BODY void compare_lanes(const struct hexfog_texel_rules *rules,
                               const struct hexfog_texel_row *row, size_t first, size_t count,
                               struct tally *tally)
{
    const int32_t *level = row->level + first;
    const double *g = row->g + first, *decoded_g = row->decoded_g + first;
    const float *r = row->stored_r + first, *b = row->stored_b + first;

    for (size_t i = 0; i < count; i++) {
        double position = (double)r[i] * rules->level_scale + 0.5, from = level[i];
        double error = fabs(decoded_g[i] - g[i]);
        double wrong = position >= from ? 0 : 1;
        wrong = position < from + 1 ? wrong : 1;
        wrong = error <= rules->g_bound ? wrong : 1;
        wrong = fabs((double)b[i]) <= rules->blue_bound ? wrong : 1;
        tally->wrong[i] += wrong;
        tally->worst[i] = error > tally->worst[i] ? error : tally->worst[i];
        tally->sum[i] += error;
        double outside = decoded_g[i] < 0 ? 1 : 0;
        tally->outside[i] += decoded_g[i] > 1 ? 1 : outside;
    }
}

HEXFOG_BODY void compare_body(const struct hexfog_texel_rules *rules,
                              const struct hexfog_texel_row *row, struct tally *tally)
{
    struct tally own = { { 0 }, { 0 }, { 0 }, { 0 } };
    size_t i = 0;

    for (; i + LANES <= rules->width; i += LANES)
        compare_lanes(rules, row, i, LANES, &own);
    compare_lanes(rules, row, i, rules->width - i, &own);
    *tally = own;
}

HEXFOG_KERNEL(static, compare,
              (const struct hexfog_texel_rules *rules, const struct hexfog_texel_row *row,
               struct tally *tally),
              (rules, row, tally))

HEXFOG_BODY void widen_body(const float *restrict g, size_t count, double *restrict out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (double)g[i];
}

HEXFOG_KERNEL(static, widen, (const float *restrict g, size_t count, double *restrict out),
              (g, count, out))

static void decode_g(const struct hexfog_texel_rules *rules, const struct hexfog_texel_row *row)
{
    widen(row->stored_g, rules->width, row->decoded_g);
    // Byte / 255 is no float: what the reader rounded is undone.
    for (size_t i = 0; rules->is_bytes && i < rules->width; i++)
        row->decoded_g[i] = (double)(int32_t)(row->decoded_g[i] * 255 + 0.5) / 255;
}

// Where B need not be 0 its greatest value is told of right rows as well.
static void count_blue(const struct hexfog_texel_rules *rules, const float *b,
                       struct hexfog_cpu_findings *found)
{
    for (size_t i = 0; rules->blue_bound > 0 && i < rules->width; i++) {
        double blue = fabs((double)b[i]);
        if (isfinite(blue) && blue > found->max_blue)
            found->max_blue = blue;
    }
}

// Texels, one by one ------------------------------------------------------

static struct hexfog_texel_finding finding_of(const struct hexfog_texel_rules *rules,
                                              const struct hexfog_texel_row *row, size_t column)
{
    float r = row->stored_r[column];

    return (struct hexfog_texel_finding){
        .is_set = true,
        .texel = { (int32_t)column, row->number },
        .expected = { row->level[column], row->g[column] },
        .r = r, .g = row->stored_g[column], .b = row->stored_b[column],
        .level = floor((double)r * rules->level_scale + 0.5) };
}

static void keep_first(struct hexfog_texel_finding *first, const struct hexfog_texel_finding *one)
{
    if (!first->is_set)
        *first = *one;
}

static bool is_right(const struct hexfog_texel_rules *rules, struct hexfog_value expected,
                     double level, double g)
{
    return level == expected.level && fabs(g - expected.g) <= rules->g_bound;
}

// A texel that is wrong in its own tile but right in one whose border is a rounding error
// away. *error is then the error there.
static bool is_tie(const struct hexfog_texel_rules *rules, const struct hexfog_texel_finding *one,
                   double g, double *error)
{
    struct hexfog_value values[HEXFOG_NEAR_VALUES];
    struct hexfog_world point =
        hexfog_world_from_texel(hexfog_map_texture(rules->map), one->texel);
    int count = hexfog_values_near(rules->map, point, HEXFOG_BORDER_CELL_WIDTHS, values);

    for (int i = 1; i < count; i++) {
        if (is_right(rules, values[i], one->level, g)) {
            *error = fabs(g - values[i].g);
            return true;
        }
    }
    return false;
}

// A NaN is the worst, and the first of them stays.
static void keep_worst_level(struct hexfog_cpu_findings *found,
                             const struct hexfog_texel_finding *one)
{
    struct hexfog_texel_finding *kept = &found->worst_level;
    double by = fabs(one->level - one->expected.level);
    double worst = fabs(kept->level - kept->expected.level);

    if (!kept->is_set || (!isnan(worst) && !(by <= worst)))
        *kept = *one;
}

static void keep_worst_g(struct hexfog_cpu_findings *found, const struct hexfog_texel_finding *one,
                         double error)
{
    if (found->worst_g.is_set && !(error > found->max_g_error))
        return;
    found->max_g_error = error;
    found->worst_g = *one;
}

static void count_g(const struct hexfog_texel_rules *rules, const struct hexfog_texel_finding *one,
                    double error, struct hexfog_texel_sums *sums)
{
    if (!(error <= rules->g_bound)) {
        sums->found.wrong_g_count++;
        keep_first(&sums->found.first_g, one);
    }
    if (!isfinite(error))
        return;
    sums->error_sum += error;
    sums->error_count++;
    keep_worst_g(&sums->found, one, error);
}

static void count_others(const struct hexfog_texel_rules *rules,
                         const struct hexfog_texel_finding *one, struct hexfog_cpu_findings *found)
{
    double blue = fabs((double)one->b);

    if (!isfinite(one->r) || !isfinite(one->g) || !isfinite(one->b)) {
        found->nonfinite_count++;
        keep_first(&found->first_nonfinite, one);
    }
    if (isfinite(blue) && blue > found->max_blue)
        found->max_blue = blue;
    if (!(blue <= rules->blue_bound)) {
        found->wrong_blue_count++;
        keep_first(&found->first_blue, one);
    }
}

static void judge(const struct hexfog_texel_rules *rules, const struct hexfog_texel_row *row,
                  size_t column, struct hexfog_texel_sums *sums)
{
    struct hexfog_texel_finding one = finding_of(rules, row, column);
    double g = row->decoded_g[column], error = fabs(g - one.expected.g);
    bool is_wrong = !is_right(rules, one.expected, one.level, g);

    if (is_wrong && is_tie(rules, &one, g, &error)) {
        sums->found.tie_count++;
        is_wrong = false;
    }
    if (is_wrong && one.level != one.expected.level) {
        sums->found.wrong_level_count++;
        keep_first(&sums->found.first_level, &one);
        keep_worst_level(&sums->found, &one);
    }
    count_g(rules, &one, error, sums);
    count_others(rules, &one, &sums->found);
}

static void find_worst(const struct hexfog_texel_rules *rules, const struct hexfog_texel_row *row,
                       double worst, struct hexfog_cpu_findings *found)
{
    size_t i = 0;

    while (i + 1 < rules->width && fabs(row->decoded_g[i] - row->g[i]) < worst)
        i++;
    struct hexfog_texel_finding one = finding_of(rules, row, i);
    keep_worst_g(found, &one, worst);
}

// Rows --------------------------------------------------------------------

static double greatest_of(const double lanes[LANES])
{
    double greatest = 0;

    for (int i = 0; i < LANES; i++)
        greatest = lanes[i] > greatest ? lanes[i] : greatest;
    return greatest;
}

static double sum_of(const double lanes[LANES])
{
    double sum = 0;

    for (int i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

void hexfog_take_texel_row(const struct hexfog_texel_rules *rules,
                           const struct hexfog_texel_row *row, struct hexfog_texel_sums *sums)
{
    struct hexfog_cpu_findings *found = &sums->found;
    struct tally tally;

    decode_g(rules, row);
    compare(rules, row, &tally);
    count_blue(rules, row->stored_b, found);
    found->g_outside_count += (uint64_t)sum_of(tally.outside);
    found->texel_count += rules->width;
    if (!(sum_of(tally.wrong) <= 0)) {
        for (size_t i = 0; i < rules->width; i++)
            judge(rules, row, i, sums);
        return;
    }
    double worst = greatest_of(tally.worst);
    if (!found->worst_g.is_set || worst > found->max_g_error)
        find_worst(rules, row, worst, found);
    sums->error_sum += sum_of(tally.sum);
    sums->error_count += rules->width;
}

void hexfog_add_texel_sums(struct hexfog_texel_sums *sums, const struct hexfog_texel_sums *next)
{
    struct hexfog_cpu_findings *found = &sums->found;
    const struct hexfog_cpu_findings *more = &next->found;

    found->texel_count += more->texel_count;
    found->wrong_level_count += more->wrong_level_count;
    found->wrong_g_count += more->wrong_g_count;
    found->nonfinite_count += more->nonfinite_count;
    found->g_outside_count += more->g_outside_count;
    found->wrong_blue_count += more->wrong_blue_count;
    found->tie_count += more->tie_count;
    keep_first(&found->first_level, &more->first_level);
    keep_first(&found->first_g, &more->first_g);
    keep_first(&found->first_nonfinite, &more->first_nonfinite);
    keep_first(&found->first_blue, &more->first_blue);
    if (more->worst_level.is_set)
        keep_worst_level(found, &more->worst_level);
    if (more->worst_g.is_set)
        keep_worst_g(found, &more->worst_g, more->max_g_error);
    found->max_blue = more->max_blue > found->max_blue ? more->max_blue : found->max_blue;
    sums->error_sum += next->error_sum;
    sums->error_count += next->error_count;
}
