/* SPDX-License-Identifier: MIT */
/*
 * Rows of one or two textures, a strip at a time: while the next strip is read, the last
 * one is worked on. Memory does not grow with the images' height.
 */
#ifndef HEXFOG_CHECK_STRIPS_H
#define HEXFOG_CHECK_STRIPS_H

#include "check/read.h"

#define HEXFOG_MOST_TEXTURES 2

/* Some whole rows of each texture, row-major. Valid during the call it is passed to. */
struct hexfog_strip {
    int32_t width_px, first_row, row_count;
    const float *r[HEXFOG_MOST_TEXTURES], *g[HEXFOG_MOST_TEXTURES];
};

/* What is done with each strip, in row order, one at a time; different works may run at the
 * same time. A status that is not OK ends the run with it. */
struct hexfog_strip_work {
    hexfog_status (*work)(void *context, const struct hexfog_strip *strip,
                          struct hexfog_error *error);
    void *context;
};

#define HEXFOG_MOST_STRIP_WORKS 4
struct hexfog_strip_run {
    struct hexfog_reader *readers[HEXFOG_MOST_TEXTURES]; /* of one size, at their first row */
    int reader_count;
    struct hexfog_strip_work works[HEXFOG_MOST_STRIP_WORKS];
    int work_count;
    int threads;             /* 0 = hexfog_default_threads() */
    /* After each strip, with rows done; may be NULL. */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error);
    void *progress_context;
};

/* Reads all rows and does all works. The first failure ends it: of reading before that of a
 * work, of a lower number before a higher, for any number of threads the same. */
hexfog_status hexfog_run_strips(const struct hexfog_strip_run *run, struct hexfog_error *error);

/* Rows of a full strip of such an image. */
int32_t hexfog_rows_of_strip(int32_t width_px, int32_t height_px);

/* floor(r * level_scale + 1/2), level_scale > 0; false when it is no number or no int32_t. */
bool hexfog_level_from_r(float r, double level_scale, int32_t *level);

#endif
