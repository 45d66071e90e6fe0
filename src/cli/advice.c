// SPDX-License-Identifier: MIT
// Turns the facts of a map and the row of an engine into advice.
#include "cli/advice.h"
#include <math.h>
#include "encode/recover.h"

enum { PNG_LEVEL_SCALE = 255, GREATEST_SIDE_PX = 16384 };

// Texels a tile. With linear filtering a seamless F is then at most 0.029 tile off; with the
// nearest texel only more texels make the steps of F smaller.
enum { SEAMLESS_TEXELS = 16, SWEEP_TEXELS = 128 };

// A smooth map is this good at 8 texels a tile; beyond it F jumps somewhere.
#define JUMP_ERROR(texels_per_tile) (fmax(0.1, 1.0 / (texels_per_tile)))

static enum hexfog_advice_verdict hdr_verdict(const struct hexfog_encoding *encoding)
{
    int32_t failing;
    if (!hexfog_levels_hold(encoding, &failing))
        return HEXFOG_FILE_FAILS;
    return hexfog_levels_hold_under(encoding, HEXFOG_DECODER_B, &failing)
                   && hexfog_levels_hold_under(encoding, HEXFOG_DECODER_C, &failing)
               ? HEXFOG_FILE_FITS
               : HEXFOG_FILE_FITS_SOME;
}

static void judge(const struct hexfog_advice_facts *facts, struct hexfog_advice_file *file)
{
    const struct hexfog_file_kind_row *kind = hexfog_file_kind_row(file->file->kind);
    struct hexfog_encoding encoding = {
        .format = kind->format, .precision = kind->precision, .max_level = facts->max_level,
        .level_scale = kind->format == HEXFOG_PNG ? PNG_LEVEL_SCALE : facts->level_scale
    };
    int32_t failing;
    file->level_scale = encoding.level_scale;
    if (kind->format == HEXFOG_HDR)
        file->verdict = hdr_verdict(&encoding);
    else
        file->verdict = hexfog_levels_hold(&encoding, &failing) ? HEXFOG_FILE_FITS
                                                                : HEXFOG_FILE_FAILS;
}

static void choose_file(struct hexfog_advice *advice)
{
    const struct hexfog_engine *engine = advice->engine;
    for (size_t i = 0; i < engine->file_count; i++) {
        struct hexfog_advice_file *file = &advice->files[advice->file_count++];
        const struct hexfog_file_kind_row *kind = hexfog_file_kind_row(engine->files[i].kind);
        file->file = &engine->files[i];
        judge(&advice->facts, file);
        if (file->verdict == HEXFOG_FILE_FITS_SOME && engine->reads_hdr_exactly)
            file->verdict = HEXFOG_FILE_FITS;
        if (!advice->best && file->verdict == HEXFOG_FILE_FITS)
            advice->best = file;
        if (advice->facts.is_texture && kind->format == advice->facts.format
            && (kind->precision == HEXFOG_PRECISION_DEFAULT
                || kind->precision == advice->facts.precision))
            advice->own = file;
    }
}

static int32_t side_for(int32_t side_px, double factor)
{
    double side = ceil(side_px * factor);
    return side < 1 ? 1 : side > GREATEST_SIDE_PX ? GREATEST_SIDE_PX : (int32_t)side;
}

static void choose_sampling(struct hexfog_advice *advice)
{
    const struct hexfog_advice_facts *facts = &advice->facts;
    advice->filters = facts->metric == HEXFOG_SEAMLESS;
    advice->texels_per_tile = advice->filters ? SEAMLESS_TEXELS : SWEEP_TEXELS;
    if (facts->texels_per_tile <= 0)
        return;
    advice->jumps = advice->filters && facts->filter_error > JUMP_ERROR(facts->texels_per_tile);
    double factor = advice->texels_per_tile / facts->texels_per_tile;
    advice->width_px = side_for(facts->width_px, factor);
    advice->height_px = side_for(facts->height_px, factor);
}

void hexfog_advise(const struct hexfog_advice_facts *facts, int engine,
                   struct hexfog_advice *advice)
{
    *advice = (struct hexfog_advice){ .engine = hexfog_engine(engine), .facts = *facts };
    choose_file(advice);
    choose_sampling(advice);
}
