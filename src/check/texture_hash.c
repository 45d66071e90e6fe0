// SPDX-License-Identifier: MIT
// Turns the decoded texels of a file into their hash.
#include "check/texture_hash.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "encode/texel_digest.h"

enum { CHUNK = 4096 }; // texels at once: what they turn into stays in the cache

struct hexfog_texture_hasher {
    struct hexfog_sha256 *hash;
    double level_scale;
    bool is_broken;              // a texel without a level, or with a G that is not a number
    struct hexfog_texel broken;
    float broken_r, broken_g;
    int32_t level[CHUNK];
    uint8_t bytes[CHUNK * HEXFOG_DIGEST_TEXEL_BYTES];
};

static bool all_finite(const float *values, size_t count, size_t *first_wrong)
{
    bool all = true;

    for (size_t i = 0; i < count; i++)
        all = all && isfinite(values[i]);
    for (*first_wrong = 0; !all && isfinite(values[*first_wrong]); ++*first_wrong)
        ;
    return all;
}

static void add_chunk(struct hexfog_texture_hasher *hasher, const struct hexfog_strip *strip,
                      size_t first, size_t count)
{
    const float *r = strip->r[0] + first, *g = strip->g[0] + first;
    size_t wrong_r = count, wrong_g = count;

    bool is_whole = hexfog_levels_from_r(r, hasher->level_scale, count, hasher->level, &wrong_r);
    if (all_finite(g, count, &wrong_g) && is_whole) {
        hexfog_texel_digest_bytes(hasher->level, g, count, hasher->bytes);
        hexfog_sha256_add(hasher->hash, hasher->bytes, count * HEXFOG_DIGEST_TEXEL_BYTES);
        return;
    }
    size_t wrong = wrong_r < wrong_g ? wrong_r : wrong_g, at = first + wrong;
    size_t width = (size_t)strip->width_px;
    hasher->is_broken = true;
    hasher->broken = (struct hexfog_texel){ (int32_t)(at % width),
                                            strip->first_row + (int32_t)(at / width) };
    hasher->broken_r = r[wrong];
    hasher->broken_g = g[wrong];
}

static hexfog_status add_strip(void *context, const struct hexfog_strip *strip,
                               struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher = context;
    size_t texels = (size_t)strip->width_px * (size_t)strip->row_count;

    (void)error;
    for (size_t first = 0; first < texels && !hasher->is_broken; first += CHUNK)
        add_chunk(hasher, strip, first, texels - first < CHUNK ? texels - first : CHUNK);
    return HEXFOG_OK;
}

hexfog_status hexfog_texture_hasher_make(const struct hexfog_texture_info *info,
                                         double level_scale,
                                         struct hexfog_texture_hasher **hasher,
                                         struct hexfog_error *error)
{
    struct hexfog_texture_hasher *made = hexfog_alloc_zeroed(1, sizeof *made);

    *hasher = NULL;
    if (made)
        made->hash = hexfog_sha256_make();
    if (!made || !made->hash) {
        hexfog_free(made);
        return hexfog_fail_memory(error, "a texel hash");
    }
    made->level_scale = level_scale;
    hexfog_texel_digest_start(made->hash, info->width_px, info->height_px);
    *hasher = made;
    return HEXFOG_OK;
}

struct hexfog_strip_work hexfog_texture_hasher_work(struct hexfog_texture_hasher *hasher)
{
    return (struct hexfog_strip_work){ add_strip, hasher };
}

hexfog_status hexfog_texture_hasher_digest(struct hexfog_texture_hasher *hasher, char hex[65],
                                           struct hexfog_error *error)
{
    hex[0] = '\0';
    if (hasher->is_broken)
        return hexfog_fail(error, HEXFOG_IO,
                           "texel (%d, %d) has R %g and G %g: no texel hash without a level and"
                           " a finite G", (int)hasher->broken.column, (int)hasher->broken.row,
                           (double)hasher->broken_r, (double)hasher->broken_g);
    hexfog_sha256_digest(hasher->hash, hex);
    return HEXFOG_OK;
}

void hexfog_texture_hasher_free(struct hexfog_texture_hasher *hasher)
{
    if (!hasher)
        return;
    hexfog_sha256_free(hasher->hash);
    hexfog_free(hasher);
}

double hexfog_level_scale_of(const struct hexfog_texture_info *info, double given)
{
    return info->metadata.is_valid ? info->metadata.level_scale : given;
}

static hexfog_status hash_rows(struct hexfog_reader *reader, double level_scale, int threads,
                               char hex[65], struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher;
    hexfog_status status = hexfog_texture_hasher_make(hexfog_reader_info(reader), level_scale,
                                                      &hasher, error);

    if (status != HEXFOG_OK)
        return status;
    struct hexfog_strip_run run = { .readers = { reader }, .reader_count = 1,
                                    .works = { hexfog_texture_hasher_work(hasher) },
                                    .work_count = 1, .threads = threads };
    status = hexfog_run_strips(&run, error);
    if (status == HEXFOG_OK)
        status = hexfog_texture_hasher_digest(hasher, hex, error);
    hexfog_texture_hasher_free(hasher);
    return status;
}

hexfog_status hexfog_texture_hash(const char *path,
                                  const struct hexfog_texture_hash_options *options, char hex[65],
                                  struct hexfog_error *error)
{
    struct hexfog_reader *reader;
    hexfog_status status = hexfog_reader_open(path, HEXFOG_DECODER_A, &options->limits, &reader,
                                              error);

    hex[0] = '\0';
    if (status != HEXFOG_OK)
        return status;
    double level_scale = hexfog_level_scale_of(hexfog_reader_info(reader), options->level_scale);
    if (level_scale > 0)
        status = hash_rows(reader, level_scale, options->threads, hex, error);
    else
        status = hexfog_fail(error, HEXFOG_IO, "no hexfog metadata tells the scale of its levels"
                             " (--level-scale gives it)");
    if (status != HEXFOG_OK && error && error->file[0] == '\0')
        hexfog_error_set_file(error, path);
    hexfog_reader_free(reader);
    return status;
}
