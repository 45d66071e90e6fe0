// SPDX-License-Identifier: MIT
// Turns a texture that is wrong into the one word that explains it best.
#include "check/diagnose.h"

#include <math.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/causes.h"
#include "check/sample.h"
#include "model/near.h"

struct trial {
    struct hexfog_sample sample;
    struct hexfog_stored_form form;
    bool *is_wrong;          // of each sampled texel
};

struct score { int64_t tried, explained, wrong, wrong_explained; };

const char *hexfog_likely_word(enum hexfog_likely likely)
{
    static const char *const words[] = {
#define LIKELY_WORD(symbol, word, meaning) word,
        HEXFOG_LIKELY_LIST(LIKELY_WORD)
#undef LIKELY_WORD
    };
    return words[likely];
}

const char *hexfog_likely_meaning(enum hexfog_likely likely)
{
    static const char *const meanings[] = {
#define LIKELY_MEANING(symbol, word, meaning) meaning,
        HEXFOG_LIKELY_LIST(LIKELY_MEANING)
#undef LIKELY_MEANING
    };
    return meanings[likely];
}

// Texels that are wrong ---------------------------------------------------

static bool is_tie(const struct trial *trial, int32_t column, int32_t row,
                   struct hexfog_stored stored)
{
    struct hexfog_value values[HEXFOG_NEAR_VALUES];
    const struct hexfog_map *map = trial->sample.map;
    struct hexfog_world point = hexfog_world_from_texel(hexfog_map_texture(map),
                                                        (struct hexfog_texel){ column, row });
    int count = hexfog_values_near(map, point, HEXFOG_BORDER_CELL_WIDTHS, values);
    bool fits = false;

    for (int i = 1; i < count && !fits; i++)
        fits = hexfog_stored_is_right(&trial->form, 0, stored, values[i]);
    return fits;
}

static void mark_wrong(struct trial *trial)
{
    struct hexfog_sample *sample = &trial->sample;

    for (int32_t i = 0; i < sample->row_count; i++) {
        size_t first = (size_t)i * (size_t)sample->width_px;
        hexfog_sample_field(sample, sample->rows[i]);
        for (int32_t column = 0; column < sample->width_px; column++) {
            size_t at = first + (size_t)column;
            struct hexfog_stored stored = { sample->r[at], sample->g[at] };
            struct hexfog_value value = { sample->level[column], sample->exact_g[column] };
            trial->is_wrong[at] = !hexfog_stored_is_right(&trial->form, 0, stored, value) &&
                                  !is_tie(trial, column, sample->rows[i], stored);
        }
    }
}

// Causes ------------------------------------------------------------------

static void score_row(struct trial *trial, const struct hexfog_cause *cause, int32_t i,
                      struct score *score)
{
    struct hexfog_sample *sample = &trial->sample;
    int32_t row = cause->is_mirrored ? sample->height_px - 1 - sample->rows[i]
                                     : sample->rows[i] + cause->down;
    int32_t from = cause->right < 0 ? -cause->right : 0;
    int32_t to = sample->width_px - (cause->right > 0 ? cause->right : 0);

    if (row < 0 || row >= sample->height_px)
        return;
    hexfog_sample_field(sample, row);
    for (int32_t column = from; column < to; column++) {
        size_t at = (size_t)i * (size_t)sample->width_px + (size_t)column;
        struct hexfog_stored stored = { sample->r[at], sample->g[at] };
        struct hexfog_value value = { sample->level[column + cause->right],
                                      sample->exact_g[column + cause->right] };
        bool explains = cause->explains(&trial->form, cause->parameter, stored, value);
        score->tried++;
        score->explained += explains;
        score->wrong += trial->is_wrong[at];
        score->wrong_explained += trial->is_wrong[at] && explains;
    }
}

// Stops early where the cause is out: it could no longer explain 99 of 100.
static struct score score_of(struct trial *trial, const struct hexfog_cause *cause)
{
    int64_t all = (int64_t)trial->sample.row_count * trial->sample.width_px;
    struct score score = { 0, 0, 0, 0 };

    for (int32_t i = 0; i < trial->sample.row_count; i++) {
        score_row(trial, cause, i, &score);
        if (100 * (score.tried - score.explained) > all)
            break;
    }
    return score;
}

static double share_of(struct score score)
{
    bool holds = score.wrong > 0 && 100 * score.explained >= 99 * score.tried &&
                 100 * score.wrong_explained >= 95 * score.wrong;
    return holds ? (double)score.explained / (double)score.tried : 0;
}

static enum hexfog_likely best_cause(struct trial *trial, const double *scales, size_t scale_count)
{
    struct hexfog_cause causes[HEXFOG_MAX_CAUSES];
    size_t count = hexfog_causes(&trial->form, scales, scale_count, causes);
    enum hexfog_likely best = HEXFOG_LIKELY_NONE;
    double best_share = 0;

    for (size_t i = 0; i < count; i++) {
        double share = share_of(score_of(trial, &causes[i]));
        if (share > best_share) {
            best_share = share;
            best = causes[i].likely;
        }
    }
    return best;
}

// Scales ------------------------------------------------------------------

// The least squares' factor from R to level; 0 where there is none.
static double estimate_scale(struct trial *trial)
{
    struct hexfog_sample *sample = &trial->sample;
    double products = 0, squares = 0;

    for (int32_t i = 0; i < sample->row_count; i++) {
        hexfog_sample_field(sample, sample->rows[i]);
        for (int32_t column = 0; column < sample->width_px; column++) {
            double r = (double)sample->r[(size_t)i * (size_t)sample->width_px + (size_t)column];
            if (!isfinite(r))
                continue;
            products += sample->level[column] * r;
            squares += r * r;
        }
    }
    double scale = squares > 0 ? products / squares : 0;
    return isfinite(scale) && scale > 0 ? scale : 0;
}

// What the levels might be divided by: the estimate, and round numbers near it.
static size_t find_scales(struct trial *trial, const struct hexfog_texture_info *info,
                          double scales[4])
{
    double estimate = estimate_scale(trial);
    double told = info->metadata.is_valid ? info->metadata.level_scale : 0;
    size_t count = 0;

    if (!(estimate > 0))
        return 0;
    double candidates[] = { told, exp2(round(log2(estimate))), round(estimate), estimate };
    for (size_t i = 0; i < 4; i++) {
        bool is_close = fabs(candidates[i] - estimate) <= estimate / 10;
        bool is_other = fabs(candidates[i] - trial->form.level_scale) > candidates[i] * 1e-3;
        if (is_close && is_other)
            scales[count++] = candidates[i];
    }
    return count;
}

// The answer --------------------------------------------------------------

static hexfog_status try_causes(struct trial *trial, struct hexfog_reader *reader,
                                const struct hexfog_cpu_findings *findings,
                                enum hexfog_likely *likely, struct hexfog_error *error)
{
    const struct hexfog_texel_finding *found[] = {
        &findings->first_level, &findings->worst_level, &findings->first_g, &findings->worst_g,
        &findings->first_nonfinite };
    enum { FOUND = sizeof found / sizeof found[0] };
    int32_t wanted[FOUND];
    double scales[4];

    for (size_t i = 0; i < FOUND; i++)
        wanted[i] = found[i]->is_set ? found[i]->texel.row : -1;
    hexfog_status status = hexfog_sample_take(trial->sample.map, reader, wanted, FOUND,
                                              &trial->sample, error);
    if (status != HEXFOG_OK)
        return status;
    size_t texels = (size_t)trial->sample.row_count * (size_t)trial->sample.width_px;
    trial->is_wrong = hexfog_alloc(texels, sizeof(bool));
    if (!trial->is_wrong)
        return hexfog_fail_memory(error, "a sample of rows");
    mark_wrong(trial);
    size_t scale_count = find_scales(trial, hexfog_reader_info(reader), scales);
    *likely = best_cause(trial, scales, scale_count);
    return HEXFOG_OK;
}

// What the figures alone say.
static enum hexfog_likely plain_cause(const struct hexfog_cpu_findings *findings)
{
    bool levels = findings->wrong_level_count > 0, g = findings->wrong_g_count > 0;

    if (!levels && findings->is_precision_wrong)
        return HEXFOG_LIKELY_PRECISION;
    if (levels != g)
        return levels ? HEXFOG_LIKELY_LEVEL : HEXFOG_LIKELY_G;
    if (levels)
        return HEXFOG_LIKELY_NONE;
    bool scale = findings->wrong_metadata & HEXFOG_METADATA_LEVEL_SCALE;
    return scale ? HEXFOG_LIKELY_SCALE : HEXFOG_LIKELY_NONE;
}

hexfog_status hexfog_likely_cause(const struct hexfog_map *map,
                                  const struct hexfog_encoding *expected,
                                  struct hexfog_reader *reader,
                                  const struct hexfog_cpu_findings *findings,
                                  enum hexfog_likely *likely, struct hexfog_error *error)
{
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    struct trial trial = {
        .sample.map = map,
        .form = { .format = info->format, .precision = info->precision, .decoder = info->decoder,
                  .level_scale = expected->level_scale, .g_bound = findings->g_bound } };
    hexfog_status status = HEXFOG_OK;

    *likely = HEXFOG_LIKELY_NONE;
    if (findings->is_size_wrong) {
        *likely = HEXFOG_LIKELY_SIZE;
        return HEXFOG_OK;
    }
    if (findings->wrong_level_count > 0 || findings->wrong_g_count > 0)
        status = try_causes(&trial, reader, findings, likely, error);
    hexfog_sample_free(&trial.sample);
    hexfog_free(trial.is_wrong);
    if (status == HEXFOG_OK && *likely == HEXFOG_LIKELY_NONE)
        *likely = plain_cause(findings);
    return status;
}
