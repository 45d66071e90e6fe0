/* SPDX-License-Identifier: MIT */
/*
 * Proves a texture on a GPU (cli.md, verify 2): uploads it as a game would, draws it
 * through the remap shader, and compares the pixels with the remap in double precision: of
 * the stored texels (gpu.*: are format and shader handled right) and of the exact field
 * (field.*: is the file good enough).
 */
#ifndef HEXFOG_CHECK_VERIFY_GL_H
#define HEXFOG_CHECK_VERIFY_GL_H

#include "check/checks.h"
#include "check/gl.h"
#include "check/read.h"

/* Some whole rows of a picture of the map, RGB8, row by row. The whole picture where every
 * texel is drawn and it has at most 2048 x 2048; else one strip. */
struct hexfog_picture {
    const char *name;                /* "linear", "exp", "exp2", "step" */
    int32_t width_px, first_row, row_count;
    const uint8_t *drawn, *expected; /* by the GPU; by double precision on the stored texels */
    const uint8_t *difference;       /* |drawn - expected| * difference_factor, at most 255 */
    int difference_factor;
};

struct hexfog_verify_gl_options {
    bool draw_all;                   /* --all: every texel, whatever the size */
    int threads;                     /* of the field's evaluation; 0 = default */
    /* The user's colours, three numbers of 0..1 each; NULL = not given. With any given the
     * laws are also recovered from them (scene: black, fog: white where not given), and
     * with a background full fog is held against it. */
    const float *scene_colour, *fog_colour, *background;
    /* Called when a picture is whole; NULL: none are made. They are valid in the call only. */
    hexfog_status (*picture)(void *context, const struct hexfog_picture *picture,
                             struct hexfog_error *error);
    void *picture_context;
    /* After each strip of rows that was drawn, with rows done of those that will be drawn; may
     * be NULL. Not OK: ends the run with it. */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error);
    void *progress_context;
};

/*
 * Appends the checks of one texture to `checks`. `encoding` is what the file should be
 * (hexfog_encoding_of_texture); its level_scale is drawn with. The reader is rewound first
 * and read in rows. The GL context must be current on this thread, as hexfog_gl_open leaves it.
 * OK: drawn and judged, also when checks fail. IO: the file is damaged; UNAVAILABLE: the
 * driver refused, so nothing is proven; MEMORY. A file of another size than the map gets
 * one check "gpu" that is not made.
 *
 * Memory does not grow with the texture's height (but for pictures). Drivers crash and
 * hang: call it in a child process with a time limit, after setting hexfog_gl_environment.
 */
hexfog_status hexfog_verify_gl(struct hexfog_gl *gl, const struct hexfog_map *map,
                               const struct hexfog_encoding *encoding,
                               struct hexfog_reader *reader,
                               const struct hexfog_verify_gl_options *options,
                               struct hexfog_checks *checks, struct hexfog_error *error);

#endif
