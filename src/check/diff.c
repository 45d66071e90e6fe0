// SPDX-License-Identifier: MIT
// Turns two texture files into what differs between them, and a verdict.
#include "check/diff.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/texture_hash.h"

// Channels -----------------------------------------------------------------

static bool has_channel(const char *list, const char *name, size_t length)
{
    for (const char *at = list; *at;) {
        size_t here = strcspn(at, ",");
        if (here == length && memcmp(at, name, length) == 0)
            return true;
        at += here + (at[here] == ',');
    }
    return false;
}

static bool has_channels_of(const char *list, const char *others)
{
    for (const char *at = others; *at;) {
        size_t length = strcspn(at, ",");
        if (!has_channel(list, at, length))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

// The order in the file does not count.
static bool have_same_channels(const struct hexfog_texture_info *a,
                               const struct hexfog_texture_info *b)
{
    return has_channels_of(a->channel_names, b->channel_names) &&
           has_channels_of(b->channel_names, a->channel_names);
}

// Tolerance ----------------------------------------------------------------

// R and G under one exponent.
static bool shares_exponent(const struct hexfog_texture_info *info)
{
    return info->format == HEXFOG_HDR || info->precision == HEXFOG_RGB9E5;
}

// The bound of G there depends on the greatest R / 1 only; without metadata it is looked up.
// The reader is left at its first row.
static hexfog_status find_greatest_r(struct hexfog_reader *reader, double *greatest,
                                     struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    size_t width = (size_t)info->width_px;
    float *r = hexfog_alloc(2 * width, sizeof *r);
    hexfog_status status = r ? HEXFOG_OK : hexfog_fail_memory(error, "a row of a texture");

    *greatest = 0;
    for (int32_t row = 0; row < info->height_px && status == HEXFOG_OK; row++) {
        status = hexfog_reader_rows(reader, 1, r, r + width, NULL, error);
        for (size_t i = 0; i < width && status == HEXFOG_OK; i++)
            if ((double)r[i] > *greatest)
                *greatest = (double)r[i];
    }
    hexfog_free(r);
    hexfog_reader_rewind(reader);
    return status;
}

static hexfog_status find_bound(struct hexfog_reader *reader, struct hexfog_diff_side *side,
                                struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = &side->info;
    struct hexfog_encoding encoding = {
        .format = info->format,
        .precision = info->precision == HEXFOG_PRECISION_DEFAULT ? HEXFOG_HALF : info->precision,
        .level_scale = 1,
    };

    if (info->metadata.is_valid) {
        encoding.level_scale = info->metadata.level_scale;
        encoding.max_level = info->metadata.max_level;
    } else if (shares_exponent(info)) {
        static const double steps = 1 << 20; // of R, so that the greatest is an integer of them
        double greatest;
        hexfog_status status = find_greatest_r(reader, &greatest, error);
        if (status != HEXFOG_OK)
            return status;
        bool is_small = greatest < 1024;
        encoding.level_scale = is_small ? steps : 1;
        encoding.max_level = (int32_t)ceil(fmin(greatest, 0x1p30) * encoding.level_scale);
    }
    side->g_bound = hexfog_max_g_error(&encoding);
    return HEXFOG_OK;
}

static bool have_same_encoding(const struct hexfog_diff *diff)
{
    const struct hexfog_diff_side *a = &diff->side[0], *b = &diff->side[1];

    if (a->info.format != b->info.format || a->info.precision != b->info.precision)
        return false;
    return !shares_exponent(&a->info) || a->level_scale == b->level_scale;
}

// Of a file that does not tell its scale: the option's, else that of the other file.
static void settle_scales(struct hexfog_diff *diff, double given)
{
    for (int i = 0; i < 2; i++)
        diff->side[i].level_scale = hexfog_level_scale_of(&diff->side[i].info, given);
    for (int i = 0; i < 2; i++) {
        if (diff->side[i].level_scale <= 0)
            diff->side[i].level_scale = diff->side[1 - i].level_scale;
    }
    diff->are_levels_known = diff->side[0].level_scale > 0;
}

static hexfog_status settle_tolerance(struct hexfog_reader *const readers[2],
                                      const struct hexfog_diff_options *options,
                                      struct hexfog_diff *diff, struct hexfog_error *error)
{
    diff->is_same_encoding = have_same_encoding(diff);
    for (int i = 0; i < 2 && !diff->is_same_encoding; i++) {
        hexfog_status status = find_bound(readers[i], &diff->side[i], error);
        if (status != HEXFOG_OK)
            return status;
    }
    double both = diff->side[0].g_bound + diff->side[1].g_bound;
    diff->g_tolerance = options->max_g_error >= 0 ? options->max_g_error : both;
    diff->r_tolerance = diff->are_levels_known ? 0 : both;
    return HEXFOG_OK;
}

// Verdict ------------------------------------------------------------------

static bool has_different_key(const struct hexfog_diff *diff)
{
    for (size_t i = 0; i < diff->key_count; i++) {
        if (diff->keys[i].differs && !diff->keys[i].is_ignored)
            return true;
    }
    return false;
}

static bool is_different(const struct hexfog_diff *diff, const struct hexfog_diff_options *options)
{
    unsigned counted = ~options->ignored;

    return diff->is_size_different || has_different_key(diff) ||
           ((counted & HEXFOG_IGNORE_CHANNELS) && diff->are_channels_different) ||
           ((counted & HEXFOG_IGNORE_LEVELS) && diff->levels.count > options->max_level_errors) ||
           ((counted & HEXFOG_IGNORE_G) && diff->g.count > options->allowed_texels) ||
           ((counted & HEXFOG_IGNORE_NONFINITE) && diff->nonfinite.count > 0);
}

static void compare_headers(struct hexfog_reader *const readers[2],
                            const struct hexfog_diff_options *options, struct hexfog_diff *diff)
{
    for (int i = 0; i < 2; i++)
        diff->side[i].info = *hexfog_reader_info(readers[i]);
    const struct hexfog_texture_info *a = &diff->side[0].info, *b = &diff->side[1].info;
    diff->is_size_different = a->width_px != b->width_px || a->height_px != b->height_px;
    diff->are_channels_different = !have_same_channels(a, b);
    hexfog_diff_keys(diff, options);
    settle_scales(diff, options->level_scale);
}

static hexfog_status compare_texels(struct hexfog_reader *const readers[2],
                                    const struct hexfog_diff_options *options,
                                    struct hexfog_diff *diff, struct hexfog_error *error)
{
    struct hexfog_diff_work *work;
    hexfog_status status = hexfog_diff_work_make(diff, &work, error);

    if (status != HEXFOG_OK)
        return status;
    struct hexfog_strip_run run = {
        .readers = { readers[0], readers[1] }, .reader_count = 2,
        .works = { hexfog_diff_strip_work(work) }, .work_count = 1, .threads = options->threads,
        .progress = options->progress, .progress_context = options->progress_context,
    };
    status = hexfog_run_strips(&run, error);
    hexfog_diff_work_end(work);
    return status;
}

// A file of another size is still read to its end: whether it is whole is part of the answer.
static hexfog_status read_through(struct hexfog_reader *reader,
                                  const struct hexfog_diff_options *options,
                                  struct hexfog_error *error)
{
    struct hexfog_strip_run run = { .readers = { reader }, .reader_count = 1,
                                    .threads = options->threads, .progress = options->progress,
                                    .progress_context = options->progress_context };
    return hexfog_run_strips(&run, error);
}

static hexfog_status compare(struct hexfog_reader *const readers[2],
                             const struct hexfog_diff_options *options, struct hexfog_diff *diff,
                             struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    compare_headers(readers, options, diff);
    if (diff->is_size_different) {
        for (int i = 0; i < 2 && status == HEXFOG_OK; i++)
            status = read_through(readers[i], options, error);
    } else {
        status = settle_tolerance(readers, options, diff, error);
        if (status == HEXFOG_OK)
            status = compare_texels(readers, options, diff, error);
    }
    if (status == HEXFOG_OK)
        diff->is_different = is_different(diff, options);
    return status;
}

hexfog_status hexfog_diff_textures(const char *const paths[2],
                                   const struct hexfog_diff_options *options,
                                   struct hexfog_diff *diff, struct hexfog_error *error)
{
    struct hexfog_reader *readers[2] = { NULL, NULL };
    hexfog_status status = HEXFOG_OK;

    *diff = (struct hexfog_diff){ 0 };
    for (int i = 0; i < 2 && status == HEXFOG_OK; i++)
        status = hexfog_reader_open(paths[i], HEXFOG_DECODER_A, &options->limits, &readers[i],
                                    error);
    if (status == HEXFOG_OK)
        status = compare(readers, options, diff, error);
    hexfog_reader_free(readers[0]);
    hexfog_reader_free(readers[1]);
    return status;
}
