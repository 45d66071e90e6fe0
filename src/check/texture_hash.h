/* SPDX-License-Identifier: MIT */
/* texel_hash (fogmap.md 5) of what is decoded from a texture file. */
#ifndef HEXFOG_CHECK_TEXTURE_HASH_H
#define HEXFOG_CHECK_TEXTURE_HASH_H

#include "check/strips.h"

/* A hash that strips of the first texture of a run are added to. */
struct hexfog_texture_hasher;
hexfog_status hexfog_texture_hasher_make(const struct hexfog_texture_info *info,
                                         double level_scale,
                                         struct hexfog_texture_hasher **hasher,
                                         struct hexfog_error *error);
/* Adds the two works that it takes to a run: one turns strips into bytes, the other hashes
 * these in order, and takes longest of all. */
void hexfog_texture_hasher_works(struct hexfog_texture_hasher *hasher,
                                 struct hexfog_strip_run *run);
/* 64 digits and a NUL, once. IO: some texel has no level, or a G that is not a number: two
 * such files are never the same, so they have no hash. */
hexfog_status hexfog_texture_hasher_digest(struct hexfog_texture_hasher *hasher, char hex[65],
                                           struct hexfog_error *error);
void hexfog_texture_hasher_free(struct hexfog_texture_hasher *hasher); /* accepts NULL */

/* The scale of R: the metadata's, else `given`, else 0 = not known. */
double hexfog_level_scale_of(const struct hexfog_texture_info *info, double given);

struct hexfog_texture_hash_options {
    struct hexfog_read_limits limits;
    double level_scale;      /* for files that do not tell theirs; 0 = none: these are IO */
    int threads;             /* 0 = hexfog_default_threads() */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error); /* may be NULL */
    void *progress_context;
};
/* Reads a file whole. */
hexfog_status hexfog_texture_hash(const char *path,
                                  const struct hexfog_texture_hash_options *options, char hex[65],
                                  struct hexfog_error *error);

#endif
