/* SPDX-License-Identifier: MIT */
/* What a texture file holds: levels, values of G, hashes. */
#ifndef HEXFOG_CHECK_TEXTURE_STATS_H
#define HEXFOG_CHECK_TEXTURE_STATS_H

#include "check/strips.h"

/* Distinct values of G are counted to here: halves have 15361 from 0 to 1, and who has more has
 * no bands. */
#define HEXFOG_MOST_DISTINCT_G 16384
#define HEXFOG_MOST_STATS_LEVELS 16384

struct hexfog_level_stats {
    int32_t level;
    uint64_t texel_count;
    uint32_t distinct_g;             /* at most HEXFOG_MOST_DISTINCT_G */
    bool has_more_g;                 /* there are more: counting ended there */
};

/* Plain data; large. Where the scale of levels is not known, all texels are one "level" 0. */
struct hexfog_texture_stats {
    struct hexfog_texture_info info;
    double level_scale;              /* 0 = not known */
    uint64_t texel_count;
    uint64_t nonfinite_count;        /* texels with R or G not finite; in no level */
    struct hexfog_texel first_nonfinite;
    uint64_t unlisted_count;         /* finite, but past the list of levels or no int32_t */
    uint64_t g_outside_count;        /* of finite texels: G < 0 or G > 1 */
    double r_min, r_max, g_min, g_max; /* of finite texels; 0 where there is none */
    char texel_hash[65];             /* "" = none: `no_hash` says why */
    char no_hash[256];
    char file_hash[65];              /* SHA-256 of the file's bytes */
    int32_t level_count;
    struct hexfog_level_stats levels[HEXFOG_MOST_STATS_LEVELS]; /* by level */
};

struct hexfog_texture_stats_options {
    struct hexfog_read_limits limits;
    double level_scale;              /* where the file does not tell it; 0 = not known */
    int threads;                     /* 0 = hexfog_default_threads() */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error); /* may be NULL */
    void *progress_context;
};

/* Reads a file whole. `stats` is filled as far as it went: the header stays after a failure
 * further on. */
hexfog_status hexfog_texture_stats_read(const char *path,
                                        const struct hexfog_texture_stats_options *options,
                                        struct hexfog_texture_stats *stats,
                                        struct hexfog_error *error);

/* The strip work that fills all but header and hashes. */
struct hexfog_counter;
hexfog_status hexfog_counter_make(struct hexfog_texture_stats *stats,
                                  struct hexfog_counter **counter, struct hexfog_error *error);
struct hexfog_strip_work hexfog_counter_work(struct hexfog_counter *counter);
void hexfog_counter_end(struct hexfog_counter *counter); /* sorts; frees; accepts NULL */

#endif
