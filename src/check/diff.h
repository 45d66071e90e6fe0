/* SPDX-License-Identifier: MIT */
/* Compares two texture files by what they decode to (cli.md, diff). */
#ifndef HEXFOG_CHECK_DIFF_H
#define HEXFOG_CHECK_DIFF_H

#include "check/strips.h"

/* On top of a tolerance that is not 0, for the comparison's own rounding. */
#define HEXFOG_DIFF_SLACK 0x1p-40

/* What can be left out of the verdict. */
enum {
    HEXFOG_IGNORE_CHANNELS = 1, HEXFOG_IGNORE_METADATA = 2, HEXFOG_IGNORE_LEVELS = 4,
    HEXFOG_IGNORE_G = 8, HEXFOG_IGNORE_NONFINITE = 16
};

struct hexfog_diff_options {
    struct hexfog_read_limits limits;
    unsigned ignored;                /* HEXFOG_IGNORE_ bits */
    const char *const *ignored_keys; /* of the metadata */
    size_t ignored_key_count;
    double max_g_error;              /* tiles; < 0: 0 for one encoding, else both bounds */
    uint64_t allowed_texels;         /* so many may exceed it */
    uint64_t max_level_errors;       /* so many levels may be wrong */
    double level_scale;              /* of files that do not tell theirs; 0 = not known */
    int threads;                     /* 0 = hexfog_default_threads() */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error); /* may be NULL */
    void *progress_context;
};

struct hexfog_diff_texel {
    bool is_set;
    struct hexfog_texel texel;
    char channel;                    /* 'R' or 'G' */
    double a, b;                     /* levels or G; as they are where one is not finite */
};

/* Texels that differ in one way. */
struct hexfog_diff_texels {
    uint64_t count;
    struct hexfog_diff_texel first, worst; /* non-finite ones: worst = first */
};

#define HEXFOG_DIFF_KEYS 17
#define HEXFOG_DIFF_WORD_BYTES 80
struct hexfog_diff_key {
    char name[40];
    bool is_in[2], differs, is_ignored;
    char value[2][HEXFOG_DIFF_WORD_BYTES];
};

struct hexfog_diff_side {
    struct hexfog_texture_info info;
    double level_scale;              /* 0 = not known: R is compared as it is */
    double g_bound;                  /* of |stored G - G|, from the file's encoding */
};

/* What was found. Plain data. */
struct hexfog_diff {
    struct hexfog_diff_side side[2];
    bool is_size_different, are_channels_different;
    struct hexfog_diff_key keys[HEXFOG_DIFF_KEYS]; /* of either side's metadata */
    size_t key_count;
    bool is_same_encoding;
    bool are_levels_known;           /* false: `levels` are values of R */
    double g_tolerance, r_tolerance; /* without the slack; R where levels are not known */
    uint64_t texel_count;            /* compared; 0 where the sizes differ */
    struct hexfog_diff_texels levels, g, nonfinite;
    double max_g_error, mean_g_error;/* of finite values */
    bool is_different;               /* the verdict */
};

/* Opens and compares both. OK says that they were compared, not that they are the same.
 * IO, MEMORY: one cannot be read; the error names it. */
hexfog_status hexfog_diff_textures(const char *const paths[2],
                                   const struct hexfog_diff_options *options,
                                   struct hexfog_diff *diff, struct hexfog_error *error);

/* Texels as numbers, one way for all who compare. */
struct hexfog_diff_scale {
    double level_scale[2];           /* 0: R as it is */
    double r_tolerance, g_tolerance; /* with the slack */
};
struct hexfog_diff_scale hexfog_diff_scale_of(const struct hexfog_diff *diff);

/* One texel of both files; values that are not finite compare as nothing but that. */
struct hexfog_texel_pair {
    bool is_nonfinite_r, is_nonfinite_g, has_other_level, has_other_g;
    double level[2], g_error;        /* where finite */
};
struct hexfog_texel_pair hexfog_diff_pair(const struct hexfog_diff_scale *scale, float r_a,
                                          float g_a, float r_b, float g_b);

/* The strip work that fills levels, g, nonfinite and the errors of G. */
struct hexfog_diff_work;
hexfog_status hexfog_diff_work_make(struct hexfog_diff *diff, struct hexfog_diff_work **work,
                                    struct hexfog_error *error);
struct hexfog_strip_work hexfog_diff_strip_work(struct hexfog_diff_work *work);
void hexfog_diff_work_end(struct hexfog_diff_work *work); /* fills the mean; frees */

/* Lists the keys of both metadata texts. */
void hexfog_diff_keys(struct hexfog_diff *diff, const struct hexfog_diff_options *options);

/* The picture of where they differ: three bytes a texel, a square of `texels_per_px` texels
 * a pixel where a side is longer than the limit. */
#define HEXFOG_MAX_PICTURE_SIDE_PX 4096
struct hexfog_diff_picture_size { int32_t width_px, height_px, texels_per_px; };
struct hexfog_diff_picture_size hexfog_diff_picture_size(const struct hexfog_diff *diff);
/* Reads both files again. Same level and G: light grey, the levels' parity visible. Another
 * level: orange to red; another G: blue, both the darker the greater the error; both: nearly
 * black; not finite: yellow. A pixel of several texels shows their mean, but is never as light
 * as if nothing differed. */
hexfog_status hexfog_diff_picture(const char *const paths[2],
                                  const struct hexfog_diff_options *options,
                                  const struct hexfog_diff *diff, uint8_t *rgb,
                                  struct hexfog_error *error);

#endif
