/* SPDX-License-Identifier: MIT */
/*
 * texel_hash (fogmap.md 5), the one place where its bytes are decided: SHA-256 of
 * "hexfog-texels-1\0", width and height, then every texel's level and G as decoded.
 */
#ifndef HEXFOG_ENCODE_TEXEL_DIGEST_H
#define HEXFOG_ENCODE_TEXEL_DIGEST_H

#include <stdint.h>
#include <string.h>
#include "base/sha256.h"
#include "encode/bytes.h"

#define HEXFOG_DIGEST_TEXEL_BYTES 8

/* What stands before the texels. */
void hexfog_texel_digest_start(struct hexfog_sha256 *hash, int32_t width_px, int32_t height_px);
/* The bytes of a texel, to be added in row order. */
static inline void hexfog_put_digest_texel(uint8_t *out, int32_t level, float g)
{
    uint32_t bits;

    memcpy(&bits, &g, sizeof bits);
    hexfog_put_u64_le(out, (uint64_t)bits << 32 | (uint32_t)level);
}

#endif
