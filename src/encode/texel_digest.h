/* SPDX-License-Identifier: MIT */
/*
 * texel_hash (fogmap.md 5), the one place where its bytes are decided: SHA-256 of
 * "hexfog-texels-1\0", width and height, then every texel's level and G as decoded.
 */
#ifndef HEXFOG_ENCODE_TEXEL_DIGEST_H
#define HEXFOG_ENCODE_TEXEL_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include "base/sha256.h"

#define HEXFOG_DIGEST_TEXEL_BYTES 8

/* What stands before the texels. */
void hexfog_texel_digest_start(struct hexfog_sha256 *hash, int32_t width_px, int32_t height_px);
/* The bytes of some texels, to be added in row order. */
void hexfog_put_digest_texels(uint8_t *out, const int32_t *level, const float *g, size_t count);

#endif
