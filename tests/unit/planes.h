/* SPDX-License-Identifier: MIT */
/* Texture files as planes of floats: read by the readers under test, changed, and written
 * again by writers of the tests' own. */
#ifndef HEXFOG_TESTS_PLANES_H
#define HEXFOG_TESTS_PLANES_H

#include "check/read.h"

struct planes {
    int32_t width, height;
    float *r, *g, *b;
    struct hexfog_texture_info info;
};
struct planes planes_blank(int32_t width, int32_t height);
/* Through a reader, `rows_at_once` rows a call; ends the test where that fails. */
struct planes planes_read(const char *path, enum hexfog_rgbe_decoder decoder,
                          int32_t rows_at_once);
void planes_free(struct planes *planes);

/* A flat Radiance file (no run lengths); `cut`: mantissas are cut, not rounded. */
void planes_write_hdr(const struct planes *planes, const char *path, const char *metadata,
                      bool cut);
/* An uncompressed .exr with channels B, G, R, halves or floats. */
void planes_write_exr(const struct planes *planes, const char *path, const char *metadata,
                      bool is_half);

/* The status of opening a file and reading all of it; *error says why not. */
hexfog_status read_all(const char *path, struct hexfog_error *error);

#endif
