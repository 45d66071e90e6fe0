/* SPDX-License-Identifier: MIT */
/*
 * Texels as they lie in GPU memory. Packing is ours, so that every driver gets the same
 * bits: floats handed to a driver may be rounded in its own way.
 */
#ifndef HEXFOG_CHECK_UPLOAD_H
#define HEXFOG_CHECK_UPLOAD_H

#include "check/gl.h"

size_t hexfog_upload_texel_bytes(enum hexfog_upload upload);

/* Packs texels first .. first + count - 1 of the planes: rounded to nearest, outside of a
 * format's range to its end, NaN to 0 where the format has none. `out` is aligned to 4. */
void hexfog_upload_pack(enum hexfog_upload upload, const struct hexfog_planes *planes,
                        size_t first, size_t count, void *out);

/* What a sampler gives back for `count` packed texels, R and G. */
void hexfog_upload_unpack(enum hexfog_upload upload, const void *packed, size_t count, float *r,
                          float *g);

/* One texel of GL_RGB9_E5 (OpenGL 3.3 core, 3.8.1): R in the lowest 9 bits, then G, B, and
 * the exponent in the upper 5. */
uint32_t hexfog_rgb9e5_pack(float r, float g, float b);

#endif
