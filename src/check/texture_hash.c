// SPDX-License-Identifier: MIT
// Turns the decoded texels of a file into their hash.
#include "check/texture_hash.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "encode/texel_digest.h"

struct hexfog_texture_hasher {
    struct hexfog_sha256 *hash;
    double level_scale;
    bool is_broken;              // a texel without a level, or with a G that is not a number
    struct hexfog_texel broken;
    float broken_r, broken_g;
    uint8_t *bytes[2];           // of the strip under way, and of the one before
    size_t byte_count[2];
    unsigned turned, hashed;     // strips turned into bytes; looked at for hashing
};

// Texels of one R, which lasts for a tile's width.
static size_t run_length(const float *r, size_t count)
{
    size_t run = 1;

    while (run < count && r[run] == r[0])
        run++;
    return run;
}

// Returns how many of the run were put before one whose G is not finite.
static size_t put_run(uint8_t *out, int32_t level, const float *g, size_t count)
{
    bool all = true;

    for (size_t i = 0; i < count; i++) {
        hexfog_put_digest_texel(out + HEXFOG_DIGEST_TEXEL_BYTES * i, level, g[i]);
        all = all && isfinite(g[i]);
    }
    for (size_t i = 0; !all; i++) {
        if (!isfinite(g[i]))
            return i;
    }
    return count;
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

static hexfog_status turn_strip(void *context, const struct hexfog_strip *strip,
                                struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher = context;
    size_t texels = (size_t)strip->width_px * (size_t)strip->row_count;
    unsigned buffer = hasher->turned++ % 2;

    (void)error;
    for (size_t i = 0; i < texels && !hasher->is_broken;) {
        const float *r = strip->r[0] + i, *g = strip->g[0] + i;
        uint8_t *out = hasher->bytes[buffer] + HEXFOG_DIGEST_TEXEL_BYTES * i;
        size_t run = run_length(r, texels - i), put = 0;
        int32_t level;
        if (hexfog_level_from_r(*r, hasher->level_scale, &level))
            put = put_run(out, level, g, run);
        if (put < run)
            break_at(hasher, strip, i + put);
        i += run;
    }
    hasher->byte_count[buffer] = hasher->is_broken ? 0 : texels * HEXFOG_DIGEST_TEXEL_BYTES;
    return HEXFOG_OK;
}

static void hash_buffer(struct hexfog_texture_hasher *hasher, unsigned buffer)
{
    hexfog_sha256_add(hasher->hash, hasher->bytes[buffer], hasher->byte_count[buffer]);
    hasher->byte_count[buffer] = 0;
}

// Beside turn_strip, in the other buffer.
static hexfog_status hash_last_strip(void *context, const struct hexfog_strip *strip,
                                     struct hexfog_error *error)
{
    struct hexfog_texture_hasher *hasher = context;

    (void)strip, (void)error;
    hash_buffer(hasher, (hasher->hashed++ + 1) % 2);
    return HEXFOG_OK;
}

hexfog_status hexfog_texture_hasher_make(const struct hexfog_texture_info *info,
                                         double level_scale,
                                         struct hexfog_texture_hasher **hasher,
                                         struct hexfog_error *error)
{
    struct hexfog_texture_hasher *made = hexfog_alloc_zeroed(1, sizeof *made);
    size_t texels = (size_t)info->width_px *
                    (size_t)hexfog_rows_of_strip(info->width_px, info->height_px);

    *hasher = NULL;
    if (!made)
        return hexfog_fail_memory(error, "a texel hash");
    made->hash = hexfog_sha256_make();
    made->bytes[0] = hexfog_alloc(texels, HEXFOG_DIGEST_TEXEL_BYTES);
    made->bytes[1] = hexfog_alloc(texels, HEXFOG_DIGEST_TEXEL_BYTES);
    if (!made->hash || !made->bytes[0] || !made->bytes[1]) {
        hexfog_texture_hasher_free(made);
        return hexfog_fail_memory(error, "a texel hash");
    }
    made->level_scale = level_scale;
    hexfog_texel_digest_start(made->hash, info->width_px, info->height_px);
    *hasher = made;
    return HEXFOG_OK;
}

void hexfog_texture_hasher_works(struct hexfog_texture_hasher *hasher,
                                 struct hexfog_strip_work works[HEXFOG_HASHER_WORKS])
{
    works[0] = (struct hexfog_strip_work){ hash_last_strip, hasher }; // the longer one first
    works[1] = (struct hexfog_strip_work){ turn_strip, hasher };
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
    hash_buffer(hasher, (hasher->turned + 1) % 2); // the last strip's
    hexfog_sha256_digest(hasher->hash, hex);
    return HEXFOG_OK;
}

void hexfog_texture_hasher_free(struct hexfog_texture_hasher *hasher)
{
    if (!hasher)
        return;
    hexfog_free(hasher->bytes[0]);
    hexfog_free(hasher->bytes[1]);
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
                                    .work_count = HEXFOG_HASHER_WORKS,
                                    .threads = options->threads, .progress = options->progress,
                                    .progress_context = options->progress_context };
    hexfog_texture_hasher_works(hasher, run.works);
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
