// SPDX-License-Identifier: MIT
// Turns a map and a texture file's rows into figures: how far the file is from the field.
#include "check/verify_cpu.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/cpu_report.h"
#include "encode/mips.h"
#include "model/near.h"

enum { LANES = 8 }; // texels compared at once: a fixed count that compilers make vectors of

// A texel with G = 1 has the exponent 1: its blue mantissa 0 is (0 + 1/2) / 256 * 2 there.
#define OFFSET_BLUE 0x1p-8

struct verifier {
    const struct hexfog_map *map;
    struct hexfog_reader *reader;
    struct hexfog_cpu_findings *found;
    double level_scale, g_bound, blue_bound;
    bool is_bytes;           // .png: G is compared as byte / 255, not as its nearest float
    size_t width;
    float *r, *g, *b;        // HEXFOG_BAND_ROWS rows
    double *decoded_g;       // one row
    double error_sum;
    uint64_t error_count;
};

// One row, both sides.
struct row {
    int32_t number;
    const int32_t *level;    // expected
    const double *g;
    const float *stored_r, *stored_g, *stored_b;
    const double *decoded_g;
};

double hexfog_decoded_g_bound(const struct hexfog_encoding *encoding,
                              enum hexfog_rgbe_decoder decoder)
{
    double bound = hexfog_max_g_error(encoding);

    // 2^-9 * 2^k under the file's own decoder, 0.006 * 2^k under the others.
    return encoding->format == HEXFOG_HDR && decoder != HEXFOG_DECODER_A ? 0.006 * 512 * bound
                                                                         : bound;
}

// Rows that are as they should be -----------------------------------------

struct tally { double worst[LANES], sum[LANES], wrong[LANES]; };

// Floor(r * scale + 1/2) is the level exactly when the product lies in [level, level + 1):
// no rounding function, no branch, and a NaN is wrong.
static inline void compare_lanes(const struct verifier *v, const struct row *row, size_t first,
                                 size_t count, struct tally *tally)
{
    const int32_t *level = row->level + first;
    const double *g = row->g + first, *decoded_g = row->decoded_g + first;
    const float *r = row->stored_r + first, *b = row->stored_b + first;

    for (size_t i = 0; i < count; i++) {
        double position = (double)r[i] * v->level_scale + 0.5, from = level[i];
        double error = fabs(decoded_g[i] - g[i]);
        double wrong = position >= from ? 0 : 1;
        wrong = position < from + 1 ? wrong : 1;
        wrong = error <= v->g_bound ? wrong : 1;
        wrong = fabs((double)b[i]) <= v->blue_bound ? wrong : 1;
        tally->wrong[i] += wrong;
        tally->worst[i] = error > tally->worst[i] ? error : tally->worst[i];
        tally->sum[i] += error;
    }
}

// False when anything in the row is wrong. The sum has one order, whatever the machine.
static bool compare_row(const struct verifier *v, const struct row *row, double *worst, double *sum)
{
    struct tally tally = { { 0 }, { 0 }, { 0 } };
    size_t i = 0;

    for (; i + LANES <= v->width; i += LANES)
        compare_lanes(v, row, i, LANES, &tally);
    compare_lanes(v, row, i, v->width - i, &tally);
    double wrong = 0;
    *worst = *sum = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        wrong += tally.wrong[lane];
        *worst = tally.worst[lane] > *worst ? tally.worst[lane] : *worst;
        *sum += tally.sum[lane];
    }
    return wrong == 0; // false for a NaN as well
}

// Texels, one by one ------------------------------------------------------

static struct hexfog_texel_finding finding_of(const struct verifier *v, const struct row *row,
                                              size_t column)
{
    float r = row->stored_r[column];

    return (struct hexfog_texel_finding){
        .is_set = true,
        .texel = { (int32_t)column, row->number },
        .expected = { row->level[column], row->g[column] },
        .r = r, .g = row->stored_g[column], .b = row->stored_b[column],
        .level = floor((double)r * v->level_scale + 0.5) };
}

static void keep_first(struct hexfog_texel_finding *first, const struct hexfog_texel_finding *one)
{
    if (!first->is_set)
        *first = *one;
}

static bool is_right(const struct verifier *v, struct hexfog_value expected, double level, double g)
{
    return level == expected.level && fabs(g - expected.g) <= v->g_bound;
}

// A texel that is wrong in its own tile but right in one whose border is a rounding error
// away. *error is then the error there.
static bool is_tie(const struct verifier *v, const struct hexfog_texel_finding *one, double g,
                   double *error)
{
    struct hexfog_value values[HEXFOG_NEAR_VALUES];
    struct hexfog_world point =
        hexfog_world_from_texel(hexfog_map_texture(v->map), one->texel);
    int count = hexfog_values_near(v->map, point, HEXFOG_BORDER_CELL_WIDTHS, values);

    for (int i = 1; i < count; i++) {
        if (is_right(v, values[i], one->level, g)) {
            *error = fabs(g - values[i].g);
            return true;
        }
    }
    return false;
}

static void count_wrong_level(struct verifier *v, const struct hexfog_texel_finding *one)
{
    struct hexfog_cpu_findings *found = v->found;
    double by = fabs(one->level - one->expected.level);
    double worst = fabs(found->worst_level.level - found->worst_level.expected.level);

    found->wrong_level_count++;
    keep_first(&found->first_level, one);
    if (!found->worst_level.is_set || !(by <= worst)) // a NaN is the worst
        found->worst_level = isnan(worst) && found->worst_level.is_set ? found->worst_level : *one;
}

static void count_g(struct verifier *v, const struct hexfog_texel_finding *one, double error)
{
    struct hexfog_cpu_findings *found = v->found;

    if (!(error <= v->g_bound)) {
        found->wrong_g_count++;
        keep_first(&found->first_g, one);
    }
    if (!isfinite(error))
        return;
    v->error_sum += error;
    v->error_count++;
    if (!found->worst_g.is_set || error > found->max_g_error) {
        found->max_g_error = error;
        found->worst_g = *one;
    }
}

static void count_others(struct verifier *v, const struct hexfog_texel_finding *one)
{
    struct hexfog_cpu_findings *found = v->found;
    double blue = fabs((double)one->b);

    if (!isfinite(one->r) || !isfinite(one->g) || !isfinite(one->b)) {
        found->nonfinite_count++;
        keep_first(&found->first_nonfinite, one);
    }
    if (isfinite(blue) && blue > found->max_blue)
        found->max_blue = blue;
    if (!(blue <= v->blue_bound)) {
        found->wrong_blue_count++;
        keep_first(&found->first_blue, one);
    }
}

static void judge(struct verifier *v, const struct row *row, size_t column)
{
    struct hexfog_texel_finding one = finding_of(v, row, column);
    double g = row->decoded_g[column], error = fabs(g - one.expected.g);
    bool is_wrong = !is_right(v, one.expected, one.level, g);

    if (is_wrong && is_tie(v, &one, g, &error)) {
        v->found->tie_count++;
        is_wrong = false;
    }
    if (is_wrong && one.level != one.expected.level)
        count_wrong_level(v, &one);
    count_g(v, &one, error);
    count_others(v, &one);
}

static void find_worst(struct verifier *v, const struct row *row, double worst)
{
    for (size_t i = 0; i < v->width; i++) {
        if (fabs(row->decoded_g[i] - row->g[i]) < worst)
            continue;
        v->found->worst_g = finding_of(v, row, i);
        v->found->max_g_error = worst;
        return;
    }
}

static void take_row(struct verifier *v, const struct row *row)
{
    double worst, sum;

    if (!compare_row(v, row, &worst, &sum)) {
        for (size_t i = 0; i < v->width; i++)
            judge(v, row, i);
        return;
    }
    if (!v->found->worst_g.is_set || worst > v->found->max_g_error)
        find_worst(v, row, worst);
    v->error_sum += sum;
    v->error_count += v->width;
}

// The bake's end ----------------------------------------------------------

static void decode_g(struct verifier *v, const float *g)
{
    for (size_t i = 0; i < v->width; i++)
        v->decoded_g[i] = (double)g[i];
    // Byte / 255 is no float: what the reader rounded is undone.
    for (size_t i = 0; v->is_bytes && i < v->width; i++)
        v->decoded_g[i] = (double)(int32_t)(v->decoded_g[i] * 255 + 0.5) / 255;
}

// A row's texels out of [0, 1]: in a plain loop, which decides nothing.
static uint64_t count_outside(const struct verifier *v)
{
    uint64_t count = 0;

    for (size_t i = 0; i < v->width; i++)
        count += v->decoded_g[i] < 0 || v->decoded_g[i] > 1;
    return count;
}

// Where B need not be 0 its greatest value is told of right rows as well.
static void count_blue(struct verifier *v, const float *b)
{
    for (size_t i = 0; v->blue_bound > 0 && i < v->width; i++) {
        double blue = fabs((double)b[i]);
        if (isfinite(blue) && blue > v->found->max_blue)
            v->found->max_blue = blue;
    }
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct verifier *v = context;
    hexfog_status status = hexfog_reader_rows(v->reader, rows->row_count, v->r, v->g, v->b, error);

    (void)worker;
    for (int32_t i = 0; i < rows->row_count && status == HEXFOG_OK; i++) {
        size_t first = (size_t)i * v->width;
        decode_g(v, v->g + first);
        v->found->g_outside_count += count_outside(v);
        count_blue(v, v->b + first);
        struct row row = { rows->first_row + i, rows->level + first, rows->g + first,
                           v->r + first, v->g + first, v->b + first, v->decoded_g };
        take_row(v, &row);
        v->found->texel_count += v->width;
    }
    return status;
}

// With the smaller mip levels where the file has all of them.
static hexfog_status run(struct verifier *v, const struct hexfog_encoding *expected,
                         const struct hexfog_bake_options *options, struct hexfog_error *error)
{
    struct hexfog_sink sinks[2] = { { .context = v, .commit = commit } };
    struct hexfog_mip_findings *found = &v->found->mips;
    struct hexfog_mip_verifier *mips = NULL;
    hexfog_status status = HEXFOG_OK;

    hexfog_reader_rewind(v->reader);
    if (found->count > 1 && found->count == found->expected_count)
        status = hexfog_mip_verifier_make(expected, v->reader, v->g_bound, found, &mips, error);
    if (mips)
        sinks[1] = hexfog_mip_verifier_sink(mips);
    if (status == HEXFOG_OK)
        status = hexfog_bake(v->map, options, sinks, mips ? 2 : 1, error);
    hexfog_mip_verifier_free(mips);
    return status;
}

static hexfog_status compare(struct verifier *v, const struct hexfog_encoding *expected,
                             const struct hexfog_bake_options *options, struct hexfog_error *error)
{
    size_t texels = v->width * HEXFOG_BAND_ROWS;
    hexfog_status status;

    v->r = hexfog_alloc(texels, sizeof(float));
    v->g = hexfog_alloc(texels, sizeof(float));
    v->b = hexfog_alloc(texels, sizeof(float));
    v->decoded_g = hexfog_alloc(v->width, sizeof(double));
    if (!v->r || !v->g || !v->b || !v->decoded_g)
        status = hexfog_fail_memory(error, "the comparison's rows");
    else
        status = run(v, expected, options, error);
    hexfog_free(v->r);
    hexfog_free(v->g);
    hexfog_free(v->b);
    hexfog_free(v->decoded_g);
    if (v->error_count > 0)
        v->found->mean_g_error = v->error_sum / (double)v->error_count;
    return status;
}

static unsigned compare_metadata(const struct hexfog_file_metadata *metadata,
                                 const struct hexfog_encoding *expected)
{
    unsigned wrong = 0;

    if (!metadata->is_present)
        return HEXFOG_METADATA_MISSING;
    if (!metadata->is_valid)
        return HEXFOG_METADATA_UNREADABLE;
    // Both sides hold the same digits, read by the same rule: equal means equal.
    if (metadata->level_scale < expected->level_scale ||
        metadata->level_scale > expected->level_scale)
        wrong |= HEXFOG_METADATA_LEVEL_SCALE;
    if (metadata->max_level != expected->max_level)
        wrong |= HEXFOG_METADATA_MAX_LEVEL;
    if (metadata->metric != expected->metric)
        wrong |= HEXFOG_METADATA_METRIC;
    return wrong;
}

// The kinds whose channels are a choice.
static bool has_channels(const struct hexfog_texture_info *info)
{
    return info->format == HEXFOG_EXR || info->format == HEXFOG_KTX2;
}

// Channels beyond those wanted are ignored where the kind of file is a stranger's own
// ("A,B,G,R"); of the two kinds that hexfog writes it must be the right one.
static bool are_channels_wrong(const struct hexfog_texture_info *info,
                               const struct hexfog_encoding *expected)
{
    if (!has_channels(info) || expected->channels == HEXFOG_CHANNELS_DEFAULT)
        return false;
    if (info->channels == HEXFOG_CHANNELS_DEFAULT)
        return expected->channels == HEXFOG_RGB && !info->has_blue;
    return info->channels != expected->channels;
}

static void compare_info(const struct hexfog_texture_info *info,
                         const struct hexfog_encoding *expected,
                         struct hexfog_cpu_findings *found)
{
    found->is_size_wrong = info->width_px != expected->width_px ||
                           info->height_px != expected->height_px;
    found->wrong_metadata = compare_metadata(&info->metadata, expected);
    found->are_channels_wrong = are_channels_wrong(info, expected);
    found->is_precision_wrong =
        info->format != expected->format ||
        (has_channels(info) && info->precision != expected->precision);
    found->mips.count = info->mip_count;
    found->mips.expected_count =
        expected->mipmaps ? hexfog_mip_count(expected->width_px, expected->height_px) : 1;
}

hexfog_status hexfog_verify_cpu(const struct hexfog_map *map,
                                const struct hexfog_encoding *expected,
                                struct hexfog_reader *reader,
                                const struct hexfog_bake_options *options,
                                struct hexfog_cpu_findings *findings,
                                struct hexfog_checks *checks, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    double half_step = hexfog_max_g_error(expected);
    bool is_offset = expected->format == HEXFOG_HDR && info->decoder == HEXFOG_DECODER_C;
    hexfog_status status = HEXFOG_OK;

    *findings = (struct hexfog_cpu_findings){
        .g_bound = hexfog_decoded_g_bound(expected, info->decoder) + HEXFOG_VERIFY_SLACK,
        .blue_bound = !is_offset ? 0 : half_step > OFFSET_BLUE ? half_step : OFFSET_BLUE };
    struct verifier v = { .map = map, .reader = reader, .found = findings,
                          .level_scale = expected->level_scale, .g_bound = findings->g_bound,
                          .blue_bound = findings->blue_bound,
                          .is_bytes = info->format == HEXFOG_PNG,
                          .width = (size_t)info->width_px };
    compare_info(info, expected, findings);
    if (!findings->is_size_wrong)
        status = compare(&v, expected, options, error);
    if (status == HEXFOG_OK)
        hexfog_cpu_report(findings, info, expected, checks);
    return status;
}

hexfog_status hexfog_encoding_of_texture(const struct hexfog_map *map,
                                         const struct hexfog_description *description,
                                         const struct hexfog_texture_info *info,
                                         struct hexfog_encoding *encoding,
                                         struct hexfog_diagnostics *diagnostics)
{
    char name[] = "the texture";
    bool is_chosen = has_channels(info), is_shared = info->precision == HEXFOG_RGB9E5;
    struct hexfog_output output = {
        .path = name,
        .format = info->format,
        .precision = is_chosen ? info->precision : HEXFOG_PRECISION_DEFAULT,
        .channels = is_chosen && !is_shared ? info->channels : HEXFOG_CHANNELS_DEFAULT,
        .mipmaps = info->mip_count > 1 };

    return hexfog_encoding_make(map, description, &output, false, encoding, diagnostics);
}
