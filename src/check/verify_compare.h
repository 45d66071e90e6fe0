/* SPDX-License-Identifier: MIT */
/* Drawn pixels against what they should be: the worst of each check is kept. */
#ifndef HEXFOG_CHECK_VERIFY_COMPARE_H
#define HEXFOG_CHECK_VERIFY_COMPARE_H

#include "check/checks.h"
#include "check/remap.h"

/* X(symbol, id, what, unit, units to one). gpu.*: the GPU against double on the stored
 * texels; field.*: nearest draws against the exact field. */
#define HEXFOG_GL_CHECKS(X)                                                                  \
    X(GPU_NEAREST_FLOAT, "gpu.nearest.float", "point-sampled, 32-bit float target", "", 1)   \
    X(GPU_NEAREST_8BIT, "gpu.nearest.8bit", "point-sampled, 8-bit target", "1/255", 255)     \
    X(GPU_STEP, "gpu.step", "hard step, point-sampled", "texels", 1)                         \
    X(GPU_LINEAR_F, "gpu.linear.f", "F, linearly filtered at 0.37 and 2.6 times the size",   \
      "tiles", 1)                                                                            \
    X(GPU_LINEAR_FLOAT, "gpu.linear.float", "linearly filtered, 32-bit float target", "", 1) \
    X(GPU_LINEAR_8BIT, "gpu.linear.8bit", "linearly filtered, 8-bit target", "1/255", 255)   \
    X(FIELD_NEAREST_FLOAT, "field.nearest.float",                                            \
      "drawn in 32-bit floats against the exact field", "", 1)                               \
    X(FIELD_NEAREST_8BIT, "field.nearest.8bit",                                              \
      "drawn in 8 bits against the exact field", "1/255", 255)                               \
    X(FIELD_STEP, "field.step", "hard step against the exact field", "texels", 1)            \
    X(FIELD_STEP_JUDGED, "field.step.judged", "texels too near to the step to be judged",    \
      "share", 1)                                                                            \
    X(INVERSION_LINEAR, "inversion.linear", "linear law recovered from 8-bit pixels",        \
      "1/255", 255)                                                                          \
    X(INVERSION_EXP, "inversion.exp", "exp law recovered from 8-bit pixels", "1/255", 255)   \
    X(INVERSION_EXP2, "inversion.exp2", "exp2 law recovered from 8-bit pixels", "1/255", 255) \
    X(COLOURS_LINEAR, "colours.linear", "linear law recovered from the given colours",       \
      "1/255", 255)                                                                          \
    X(COLOURS_EXP, "colours.exp", "exp law recovered from the given colours", "1/255", 255)  \
    X(COLOURS_EXP2, "colours.exp2", "exp2 law recovered from the given colours",             \
      "1/255", 255)                                                                          \
    X(SILHOUETTE, "silhouette", "full fog against the background", "1/255", 255)

enum hexfog_gl_check_id {
#define HEXFOG_GL_CHECK_ENUM(symbol, id, what, unit, units) HEXFOG_##symbol,
    HEXFOG_GL_CHECKS(HEXFOG_GL_CHECK_ENUM)
#undef HEXFOG_GL_CHECK_ENUM
    HEXFOG_GL_CHECK_COUNT
};

/* Which draw, for the report. */
struct hexfog_sight {
    enum hexfog_law law;
    enum hexfog_sampling sampling;
    struct hexfog_range range;
    bool is_f;
};

/* The worst pixel of a check: the one with the greatest error for its bound. */
struct hexfog_gl_tally {
    bool is_made;
    double error, bound, drawn, expected; /* a NaN error is the worst */
    struct hexfog_texel texel;
    struct hexfog_sight sight;
    int64_t wrong_count;             /* of checks that count texels */
};

struct hexfog_gl_tallies {
    struct hexfog_gl_tally list[HEXFOG_GL_CHECK_COUNT];
    int64_t step_texels[4], step_near[4]; /* of each step: all, and those not judged */
    const char *no_linear, *no_colours;   /* why such draws were not made; NULL = they were */
};

/* Keeps a pixel when it is worse than the tally's. */
void hexfog_tally_keep(struct hexfog_gl_tally *tally, const struct hexfog_gl_tally *pixel);

/* Where a target lies on the texture: pixel (x, y) shows about
 * (column + x * columns_per_pixel, row + y * rows_per_pixel). */
struct hexfog_target {
    int32_t column, row, width_px, height_px;
    double columns_per_pixel, rows_per_pixel;
};

/*
 * `count` pixels of a target from pixel `first` on. Drawn values against expected ones:
 * offset + slope * left[i]. A pixel whose `left` is NaN (a texel that is no number) is left
 * out. bounds: one for each, or NULL, then all have `bound`.
 */
struct hexfog_comparison {
    const struct hexfog_target *target;
    size_t first, count;
    const double *drawn, *left, *bounds;
    double offset, slope, bound;
    struct hexfog_sight sight;
};
void hexfog_compare(const struct hexfog_comparison *comparison, struct hexfog_gl_tally *tally);

/* Channel c of RGBA pixels, 0..1 for bytes. */
void hexfog_channel_of_floats(const float *rgba, int c, size_t count, double *out);
void hexfog_channel_of_bytes(const uint8_t *rgba, int c, size_t count, double *out);

/* Adds the checks that were made; `upload` names the texture's format, and `is_second` says
 * that the file was uploaded before in its first one: ids then end in its name. */
void hexfog_tallies_report(const struct hexfog_gl_tallies *tallies, const char *upload,
                           bool is_second, struct hexfog_checks *checks);

#endif
