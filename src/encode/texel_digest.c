// SPDX-License-Identifier: MIT
// Turns decoded texels into the bytes that their hash is taken of.
#include "encode/texel_digest.h"

#include "encode/bytes.h"

void hexfog_texel_digest_start(struct hexfog_sha256 *hash, int32_t width_px, int32_t height_px)
{
    static const char name[] = "hexfog-texels-1"; // its NUL is hashed too
    uint8_t size[8];

    hexfog_put_u32_le(size, (uint32_t)width_px);
    hexfog_put_u32_le(size + 4, (uint32_t)height_px);
    hexfog_sha256_add(hash, name, sizeof name);
    hexfog_sha256_add(hash, size, sizeof size);
}

void hexfog_texel_digest_bytes(const int32_t *level, const float *g, size_t count, uint8_t *out)
{
    for (size_t i = 0; i < count; i++) {
        hexfog_put_u32_le(out + HEXFOG_DIGEST_TEXEL_BYTES * i, (uint32_t)level[i]);
        hexfog_put_float_le(out + HEXFOG_DIGEST_TEXEL_BYTES * i + 4, g[i]);
    }
}
