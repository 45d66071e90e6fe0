/* SPDX-License-Identifier: MIT */
/* One part of a texture, small enough to be a texture of its own: drawn and compared. */
#ifndef HEXFOG_CHECK_VERIFY_BLOCK_H
#define HEXFOG_CHECK_VERIFY_BLOCK_H

#include "check/verify_compare.h"
#include "check/verify_gl.h"
#include "check/verify_plan.h"

/* What is the same for all blocks of a file. */
struct hexfog_gl_run {
    struct hexfog_gl *gl;
    const struct hexfog_plan *plan;
    const struct hexfog_verify_gl_options *options;
    double level_scale, g_bound;
    const char *remap_text;
    enum hexfog_upload uploads[2];   /* the second is drawn with fewer checks */
    int upload_count;
    bool takes_turns;                /* many blocks: each gets one of the costly draws */
    struct hexfog_gl_tallies tallies[2];
};

/* The four draws that pictures are made of. */
enum { HEXFOG_PICTURES = 4 };

/* The caller fills r, g, b and f_exact for width_px * height_px texels. */
struct hexfog_block {
    int32_t column, row;             /* of its first texel in the texture */
    int32_t width_px, height_px;
    int32_t index;                   /* among the blocks: which of the costly draws it gets
                                      * where they take turns */
    float *r, *g, *b;                /* as stored in the file */
    double *f_exact;
    bool wants_pictures;
    /* RGB8 of each picture, when it wants them. */
    uint8_t *drawn[HEXFOG_PICTURES], *expected[HEXFOG_PICTURES];

    /* Scratch, by hexfog_block_make. */
    size_t capacity;                 /* texels */
    void *packed;
    double *f_stored, *left_stored, *left_exact, *got, *spread;
    float *rgba;
    uint8_t *rgba8;
};

/* Room for blocks of up to so many texels on each side. */
hexfog_status hexfog_block_make(int32_t width_px, int32_t height_px, struct hexfog_block *block,
                                struct hexfog_error *error);
void hexfog_block_free(struct hexfog_block *block);

/* All draws of a block, point-sampled and filtered. */
hexfog_status hexfog_block_verify(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_error *error);

/* The parts that hexfog_block_verify is made of; `tallies` of the upload that is in place.
 * verify_filter.c: linear draws at two sizes. */
hexfog_status hexfog_block_filter(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_gl_tallies *tallies, struct hexfog_error *error);
/* verify_colours.c: the laws recovered from pixels, the user's colours, pictures. */
hexfog_status hexfog_block_invert(struct hexfog_gl_run *run, struct hexfog_block *block,
                                  struct hexfog_gl_tallies *tallies, struct hexfog_error *error);
hexfog_status hexfog_block_colours(struct hexfog_gl_run *run, struct hexfog_block *block,
                                   struct hexfog_gl_tallies *tallies,
                                   struct hexfog_error *error);
hexfog_status hexfog_block_pictures(struct hexfog_gl_run *run, struct hexfog_block *block,
                                    struct hexfog_error *error);

/* A draw of the whole block at its own size through `range`, point-sampled. */
struct hexfog_draw hexfog_block_draw(const struct hexfog_gl_run *run,
                                     const struct hexfog_block *block, enum hexfog_law law,
                                     const struct hexfog_range *range);
struct hexfog_target hexfog_block_target(const struct hexfog_block *block, int32_t width_px,
                                         int32_t height_px);
/* A law's range with the numbers that the shader's floats have. */
struct hexfog_range hexfog_uniform_range(enum hexfog_law law, double start, double end);

#endif
