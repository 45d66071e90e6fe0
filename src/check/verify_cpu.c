// SPDX-License-Identifier: MIT
// Turns a map and a texture file's rows into figures: how far the file is from the field.
#include "check/verify_cpu.h"

#include "base/alloc.h"
#include "base/error.h"
#include "check/cpu_report.h"
#include "check/verify_texels.h"
#include "encode/mips.h"

enum { MOST_THREADS = 1024 }; // of a bake

// A texel with G = 1 has the exponent 1: its blue mantissa 0 is (0 + 1/2) / 256 * 2 there.
#define OFFSET_BLUE 0x1p-8

// One of the bake's workers: a band of the file, and what was found in it.
struct worker {
    float *r, *g, *b;        // HEXFOG_BAND_ROWS rows
    double *decoded_g;       // one row
    struct hexfog_texel_sums sums;
};

struct verifier {
    struct hexfog_texel_rules rules;
    struct hexfog_reader *reader;
    struct hexfog_texel_sums sums;
    struct worker *workers;
    int threads;
};

double hexfog_decoded_g_bound(const struct hexfog_encoding *encoding,
                              enum hexfog_rgbe_decoder decoder)
{
    double bound = hexfog_max_g_error(encoding);

    // 2^-9 * 2^k under the file's own decoder, 0.006 * 2^k under the others.
    return encoding->format == HEXFOG_HDR && decoder != HEXFOG_DECODER_A ? 0.006 * 512 * bound
                                                                         : bound;
}

// The bake's end ----------------------------------------------------------

static hexfog_status read_band(const struct verifier *v, struct worker *worker, int32_t first_row,
                               struct hexfog_error *error)
{
    int32_t left = hexfog_reader_info(v->reader)->height_px - first_row;
    int32_t count = left < HEXFOG_BAND_ROWS ? left : HEXFOG_BAND_ROWS;

    worker->sums = (struct hexfog_texel_sums){ .error_count = 0 };
    return hexfog_reader_rows_at(v->reader, first_row, count, worker->r, worker->g, worker->b,
                                 error);
}

static hexfog_status take_row(void *context, int worker_index, const struct hexfog_rows *row,
                              struct hexfog_error *error)
{
    const struct verifier *v = context;
    struct worker *worker = &v->workers[worker_index];
    int32_t row_of_band = row->first_row % HEXFOG_BAND_ROWS;
    size_t at = (size_t)row_of_band * v->rules.width;
    hexfog_status status = row_of_band == 0 ? read_band(v, worker, row->first_row, error)
                                            : HEXFOG_OK;

    if (status == HEXFOG_OK)
        hexfog_take_texel_row(&v->rules,
                              &(struct hexfog_texel_row){ row->first_row, row->level, row->g,
                                                          worker->r + at, worker->g + at,
                                                          worker->b + at, worker->decoded_g },
                              &worker->sums);
    return status;
}

static hexfog_status commit(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error)
{
    struct verifier *v = context;

    (void)rows, (void)error;
    hexfog_add_texel_sums(&v->sums, &v->workers[worker].sums);
    return HEXFOG_OK;
}

// With the smaller mip levels where the file has all of them.
static hexfog_status run(struct verifier *v, const struct hexfog_encoding *expected,
                         const struct hexfog_bake_options *options, struct hexfog_error *error)
{
    struct hexfog_sink sinks[2] = { { .context = v, .commit = commit, .take_row = take_row } };
    struct hexfog_mip_findings *found = &v->sums.found.mips;
    struct hexfog_mip_verifier *mips = NULL;
    hexfog_status status = HEXFOG_OK;

    hexfog_reader_rewind(v->reader);
    hexfog_reader_share(v->reader, v->threads, HEXFOG_BAND_ROWS);
    if (found->count > 1 && found->count == found->expected_count)
        status = hexfog_mip_verifier_make(expected, v->reader, v->rules.g_bound, found, &mips,
                                          error);
    if (mips)
        sinks[1] = hexfog_mip_verifier_sink(mips);
    if (status == HEXFOG_OK)
        status = hexfog_bake(v->rules.map, options, sinks, mips ? 2 : 1, error);
    hexfog_mip_verifier_free(mips);
    return status;
}

static bool make_workers(struct verifier *v)
{
    size_t texels = v->rules.width * HEXFOG_BAND_ROWS;

    v->workers = hexfog_alloc_zeroed((size_t)v->threads, sizeof *v->workers);
    for (int i = 0; v->workers && i < v->threads; i++) {
        struct worker *worker = &v->workers[i];
        worker->r = hexfog_alloc(texels, sizeof(float));
        worker->g = hexfog_alloc(texels, sizeof(float));
        worker->b = hexfog_alloc(texels, sizeof(float));
        worker->decoded_g = hexfog_alloc(v->rules.width, sizeof(double));
        if (!worker->r || !worker->g || !worker->b || !worker->decoded_g)
            return false;
    }
    return v->workers;
}

static void free_workers(struct verifier *v)
{
    for (int i = 0; v->workers && i < v->threads; i++) {
        hexfog_free(v->workers[i].r);
        hexfog_free(v->workers[i].g);
        hexfog_free(v->workers[i].b);
        hexfog_free(v->workers[i].decoded_g);
    }
    hexfog_free(v->workers);
}

static hexfog_status compare(struct verifier *v, const struct hexfog_encoding *expected,
                             const struct hexfog_bake_options *options, struct hexfog_error *error)
{
    hexfog_status status = make_workers(v)
                               ? run(v, expected, options, error)
                               : hexfog_fail_memory(error, "the comparison's rows");

    free_workers(v);
    if (v->sums.error_count > 0)
        v->sums.found.mean_g_error = v->sums.error_sum / (double)v->sums.error_count;
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

// As many as the bake has; it refuses numbers that are none.
static int thread_count(const struct hexfog_bake_options *options)
{
    int threads = options && options->threads ? options->threads : hexfog_default_threads();

    return threads < 1 ? 1 : threads < MOST_THREADS ? threads : MOST_THREADS;
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
    double g_bound = hexfog_decoded_g_bound(expected, info->decoder) + HEXFOG_VERIFY_SLACK;
    double blue_bound = !is_offset ? 0 : half_step > OFFSET_BLUE ? half_step : OFFSET_BLUE;
    hexfog_status status = HEXFOG_OK;

    struct verifier v = { .rules = { map, expected->level_scale, g_bound, blue_bound,
                                     info->format == HEXFOG_PNG, (size_t)info->width_px },
                          .sums.found = { .g_bound = g_bound, .blue_bound = blue_bound },
                          .reader = reader, .threads = thread_count(options) };
    compare_info(info, expected, &v.sums.found);
    if (!v.sums.found.is_size_wrong)
        status = compare(&v, expected, options, error);
    *findings = v.sums.found;
    if (status == HEXFOG_OK)
        hexfog_cpu_report(findings, info, expected, checks);
    return status;
}

void hexfog_encoding_of_texture(const struct hexfog_map *map,
                                const struct hexfog_description *description,
                                const struct hexfog_texture_info *info,
                                struct hexfog_encoding *encoding)
{
    bool is_chosen = has_channels(info), is_shared = info->precision == HEXFOG_RGB9E5;
    struct hexfog_output output = {
        .format = info->format,
        .precision = is_chosen ? info->precision : HEXFOG_PRECISION_DEFAULT,
        .channels = is_chosen && !is_shared ? info->channels : HEXFOG_CHANNELS_DEFAULT,
        .mipmaps = info->mip_count > 1 };

    hexfog_encoding_settle(map, description, &output, encoding);
}
