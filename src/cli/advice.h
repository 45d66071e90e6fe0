/* SPDX-License-Identifier: MIT */
/* Which file, sampling, size and settings a map needs in an engine: info --advise. */
#ifndef HEXFOG_CLI_ADVICE_H
#define HEXFOG_CLI_ADVICE_H

#include "base/json_write.h"
#include "cli/engines.h"

/* What is known of a map: all of a description, of a texture what its metadata tells. */
struct hexfog_advice_facts {
    int32_t max_level;
    double level_scale;
    enum hexfog_metric metric;
    int32_t width_px, height_px;
    double texels_per_tile;      /* 0: not known */
    double filter_error;         /* greatest, in tiles; negative: not known */
    bool is_texture;             /* of this format and precision */
    enum hexfog_format format;
    enum hexfog_precision precision;
};

enum hexfog_advice_verdict {
    HEXFOG_FILE_FITS,
    HEXFOG_FILE_FITS_SOME,       /* an .hdr of levels that not every decoder gives back */
    HEXFOG_FILE_FAILS            /* it cannot hold a level */
};

struct hexfog_advice_file {
    const struct hexfog_engine_file *file;
    enum hexfog_advice_verdict verdict;
    double level_scale;          /* of this kind: 255 for .png */
};

enum { HEXFOG_ADVICE_FILES = HEXFOG_KIND_COUNT };
struct hexfog_advice {
    const struct hexfog_engine *engine;
    struct hexfog_advice_facts facts;
    struct hexfog_advice_file files[HEXFOG_ADVICE_FILES]; /* as the engine's, the best first */
    size_t file_count;
    const struct hexfog_advice_file *best;   /* NULL: the engine loads none that holds */
    const struct hexfog_advice_file *own;    /* a texture's own kind; NULL: not loaded */
    bool filters;                            /* linear filtering; else the nearest texel */
    bool jumps;                              /* F jumps in a seamless map, which smears */
    double texels_per_tile;                  /* recommended */
    int32_t width_px, height_px;             /* recommended of this map; 0: not known */
};

/* `engine` counts from 0. */
void hexfog_advise(const struct hexfog_advice_facts *facts, int engine,
                   struct hexfog_advice *advice);
void hexfog_advice_as_text(const struct hexfog_advice *advice, struct hexfog_text *text);
/* The member "advice" of a report. */
void hexfog_advice_as_json(const struct hexfog_advice *advice, struct hexfog_json_writer *json);

#endif
