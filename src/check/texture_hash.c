// SPDX-License-Identifier: MIT
// Turns the decoded texels of a file into their hash.
#include "check/texture_hash.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "encode/texel_digest.h"

enum { LANES = 256 }; // texels turned at once: a fixed count that compilers make vectors of

struct hexfog_texture_hasher {
    struct hexfog_sha256 *hash;
    double level_scale;
    bool is_broken;              // a texel without a level, or with a G that is not a number
    struct hexfog_texel broken;
    float broken_r, broken_g;
    size_t turned_texels[HEXFOG_MOST_ROOMS]; // of the strip there; fewer than it has: one is broken
};

// LANES levels; *odd is not 0 afterwards where one is odd. What is not below 0 has its floor in
// its integer part, without a call of the library; all else, also what is no number, is odd.
HEXFOG_BODY void find_levels_body(double level_scale, const float *restrict r,
                                  int32_t *restrict level, uint32_t *odd)
{
    double position[LANES];
    int32_t signs = 0;

    for (int i = 0; i < LANES; i++) {
        double from_zero = (double)r[i] * level_scale + 0.5;
        from_zero = from_zero >= 0 ? from_zero : -1;
        position[i] = from_zero < 0x1p31 ? from_zero : -1;
    }
    for (int i = 0; i < LANES; i++) {
        level[i] = (int32_t)position[i];
        signs |= level[i];
    }
    *odd |= signs < 0;
}

HEXFOG_KERNEL(static, find_levels,
              (double level_scale, const float *r, int32_t *level, uint32_t *odd),
              (level_scale, r, level, odd))

HEXFOG_BODY void find_nonfinite_body(const float *g, uint32_t *odd)
{
    uint32_t found = 0;

    for (int i = 0; i < LANES; i++) {
        uint32_t bits;
        memcpy(&bits, &g[i], sizeof bits);
        found |= (bits & 0x7f800000) == 0x7f800000;
    }
    *odd |= found;
}

HEXFOG_KERNEL(static, find_nonfinite, (const float *g, uint32_t *odd), (g, odd))

// One by one; returns how many there are before one that has no level or no finite G.
static size_t find_odd(double level_scale, const float *r, const float *g, size_t count,
                       int32_t *level)
{
    size_t i = 0;

    while (i < count && isfinite(g[i]) && hexfog_level_from_r(r[i], level_scale, &level[i]))
        i++;
    return i;
}

// Returns how many of the texels were put before one that has no level or no finite G.
static size_t put_texels(double level_scale, const struct hexfog_strip *strip, size_t texels)
{
    size_t i = 0, put = 0, count = 0;
    int32_t level[LANES];

    for (; i < texels && put == count; i += put) {
        const float *r = strip->r[0] + i, *g = strip->g[0] + i;
        count = texels - i < LANES ? texels - i : LANES;
        uint32_t odd = count < LANES;
        if (!odd) {
            find_levels(level_scale, r, level, &odd);
            find_nonfinite(g, &odd);
        }
        put = odd ? find_odd(level_scale, r, g, count, level) : count;
        hexfog_put_digest_texels(strip->bytes + HEXFOG_DIGEST_TEXEL_BYTES * i, level, g, put);
    }
    return i;
}

static void break_at(struct hexfog_texture_hasher *hasher, const struct hexfog_strip *strip,
                     size_t at)
{
    size_t width = (size_t)strip->width_px;

    hasher->is_broken = true;
    hasher->broken = (struct hexfog_texel){ (int32_t)(at % width),
                                            strip->first_row + (int32_t)(at / width) };
    hasher->broken_r = strip->r[0][at];
    hasher->broken_g = strip->g[0][at];
}

static size_t texels_of(const struct hexfog_strip *strip)
{
    return (size_t)strip->width_px * (size_t)strip->row_count;
}

static hexfog_status turn_strip(void *context, const struct hexfog_strip *strip,
                                struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher = context;

    (void)error;
    hasher->turned_texels[strip->room] = put_texels(hasher->level_scale, strip, texels_of(strip));
    return HEXFOG_OK;
}

static hexfog_status hash_strip(void *context, const struct hexfog_strip *strip,
                                struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher = context;
    size_t turned = hasher->turned_texels[strip->room];

    (void)error;
    if (hasher->is_broken)
        return HEXFOG_OK;
    if (turned < texels_of(strip))
        break_at(hasher, strip, turned);
    else
        hexfog_sha256_add(hasher->hash, strip->bytes, HEXFOG_DIGEST_TEXEL_BYTES * turned);
    return HEXFOG_OK;
}

hexfog_status hexfog_texture_hasher_make(const struct hexfog_texture_info *info,
                                         double level_scale,
                                         struct hexfog_texture_hasher **hasher,
                                         struct hexfog_error *error)
{
    struct hexfog_texture_hasher *made = hexfog_alloc_zeroed(1, sizeof *made);

    *hasher = NULL;
    if (!made)
        return hexfog_fail_memory(error, "a texel hash");
    made->hash = hexfog_sha256_make();
    if (!made->hash) {
        hexfog_texture_hasher_free(made);
        return hexfog_fail_memory(error, "a texel hash");
    }
    made->level_scale = level_scale;
    hexfog_texel_digest_start(made->hash, info->width_px, info->height_px);
    *hasher = made;
    return HEXFOG_OK;
}

void hexfog_texture_hasher_works(struct hexfog_texture_hasher *hasher,
                                 struct hexfog_strip_run *run)
{
    run->works[run->work_count] = (struct hexfog_strip_work){
        .work = hash_strip, .context = hasher, .after = 1U << (run->work_count + 1)
    };
    run->works[run->work_count + 1] = (struct hexfog_strip_work){
        .work = turn_strip, .context = hasher, .is_parallel = true
    };
    run->work_count += 2;
    run->bytes_a_texel = HEXFOG_DIGEST_TEXEL_BYTES;
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

static hexfog_status hash_rows(struct hexfog_reader *reader, double level_scale,
                               const struct hexfog_texture_hash_options *options, char hex[65],
                               struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher;
    hexfog_status status = hexfog_texture_hasher_make(hexfog_reader_info(reader), level_scale,
                                                      &hasher, error);

    if (status != HEXFOG_OK)
        return status;
    struct hexfog_strip_run run = { .readers = { reader }, .reader_count = 1,
                                    .threads = options->threads, .progress = options->progress,
                                    .progress_context = options->progress_context };
    hexfog_texture_hasher_works(hasher, &run);
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
        status = hash_rows(reader, level_scale, options, hex, error);
    else
        status = hexfog_fail(error, HEXFOG_IO, "no hexfog metadata tells the scale of its levels"
                             " (--level-scale gives it)");
    if (status != HEXFOG_OK && error && error->file[0] == '\0')
        hexfog_error_set_file(error, path);
    hexfog_reader_free(reader);
    return status;
}
