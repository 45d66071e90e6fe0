/* SPDX-License-Identifier: MIT */
/*
 * Rows of one or two textures, a strip at a time: while some strips are read, others are
 * worked on. Memory does not grow with the images' height.
 */
#ifndef HEXFOG_CHECK_STRIPS_H
#define HEXFOG_CHECK_STRIPS_H

#include "check/read.h"

#define HEXFOG_MOST_TEXTURES 2

/* Some whole rows of each texture, row-major. Valid until all works of a run have had it, each
 * in the same room: no other strip is there at that time. */
struct hexfog_strip {
    int32_t width_px, first_row, row_count;
    int room;                /* below HEXFOG_MOST_ROOMS */
    const float *r[HEXFOG_MOST_TEXTURES], *g[HEXFOG_MOST_TEXTURES];
    uint8_t *bytes;          /* for the works: bytes_a_texel for each texel; NULL where that is 0 */
};

/* What is done with each strip, once it is read. A status that is not OK ends the run with it. */
struct hexfog_strip_work {
    hexfog_status (*work)(void *context, const struct hexfog_strip *strip,
                          struct hexfog_error *error);
    void *context;
    bool is_parallel;        /* several strips at once; else one at a time, in row order */
    bool can_wait;           /* reading on comes first: of works that no other waits for */
    unsigned after;          /* bits of works, by their index: those come before, on each strip */
};

#define HEXFOG_MOST_STRIP_WORKS 4
#define HEXFOG_MOST_ROOMS 64
struct hexfog_strip_run {
    struct hexfog_reader *readers[HEXFOG_MOST_TEXTURES]; /* of one size, at their first row */
    int reader_count;
    struct hexfog_strip_work works[HEXFOG_MOST_STRIP_WORKS]; /* the longest first */
    int work_count;
    size_t bytes_a_texel;
    int threads;             /* 0 = hexfog_default_threads() */
    /* After each strip, with rows done; may be NULL. */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error);
    void *progress_context;
};

/* Reads all rows and does all works. The first failure ends it: of an upper strip before that of
 * a lower one, there of works before reading, but for those that can wait; for any number of
 * threads the same. */
hexfog_status hexfog_run_strips(const struct hexfog_strip_run *run, struct hexfog_error *error);

/* floor(r * level_scale + 1/2), level_scale > 0; false when it is no number or no int32_t. */
bool hexfog_level_from_r(float r, double level_scale, int32_t *level);

#endif
