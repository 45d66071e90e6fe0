/* SPDX-License-Identifier: MIT */
/*
 * The remap of fogmap.md 6 in double precision, and what a GPU may be off by: the side that
 * draws are held to.
 */
#ifndef HEXFOG_CHECK_REMAP_H
#define HEXFOG_CHECK_REMAP_H

#include "check/gl.h"

/* Where the fog stands. end >= start; end == start is the hard step of the linear law. */
struct hexfog_range { double start, end, density; };

/* The density with which 5 % of the unfogged colour is left at `distance` tiles; 0 for the
 * linear law, which has none. */
double hexfog_density_at(enum hexfog_law law, double distance);
/* The range of a law whose fog is (nearly) full at `end`. */
struct hexfog_range hexfog_range_of(enum hexfog_law law, double start, double end);

/* The share of the unfogged colour that is left at F: 1 without fog, 0 in full fog. */
double hexfog_left(enum hexfog_law law, const struct hexfog_range *range, double f);
void hexfog_left_row(enum hexfog_law law, const struct hexfog_range *range, const double *f,
                     size_t count, double *left);

/* The most that `left` changes for one tile of F (its steepest slope). */
double hexfog_left_slope(enum hexfog_law law, const struct hexfog_range *range);

/* F of stored texels: point-sampled (level rounded) or as linear filtering sees them. */
void hexfog_f_row(enum hexfog_sampling sampling, double level_scale, const float *r,
                  const float *g, size_t count, double *f);

/* What a 32-bit float draw of a range may be off by: four times the most that was measured. */
double hexfog_float_bound(const struct hexfog_range *range);
/* What F itself may be off by in 32-bit floats. */
double hexfog_f_bound(double f);
/* Texels with F no farther from a hard step are not judged; g_bound is the file's. */
double hexfog_step_bound(double at, double g_bound);
/* The greatest share of such texels that leaves a check: 2 %, of a few texels one. */
double hexfog_step_most_near(int64_t texel_count);
/* Beyond this F counts no levels any more, and floats may overflow: it is not compared. */
#define HEXFOG_F_LIMIT 0x1p25
/* What an 8-bit target may be off by: half a step for the rounding, and a little. */
#define HEXFOG_8BIT_BOUND (0.7 / 255)

/* A plane of F with clamped borders, row 0 first. */
struct hexfog_f_plane { int32_t width_px, height_px; const double *f; };

/* Where the pixels of a target's row or column sample a plane: pixel i lies between texels
 * first[i] and second[i], `part[i]` of the way to the second. The range that its weights may
 * touch when the coordinate is rounded: low[i] .. high[i]. */
struct hexfog_taps { int32_t *first, *second, *low, *high; double *part; };
hexfog_status hexfog_taps_make(int32_t source_px, int32_t target_px, struct hexfog_taps *taps,
                               struct hexfog_error *error);
void hexfog_taps_free(struct hexfog_taps *taps);

/* The bilinear filter for one row of a target: F, and the spread (greatest less least) of F
 * over each footprint. Both are NaN where a texel of the footprint is. */
void hexfog_bilinear_row(const struct hexfog_f_plane *plane, const struct hexfog_taps *across,
                         const struct hexfog_taps *down, int32_t target_row,
                         int32_t target_width_px, double *f, double *spread);
/* What a linearly filtered F may be off by: weights of 8 bits, a thousandth, and what floats
 * lose of a large F. */
double hexfog_filter_bound(double spread, double f);

#endif
