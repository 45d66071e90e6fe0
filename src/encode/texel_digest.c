// SPDX-License-Identifier: MIT
// Turns an image's size into the first bytes that its texel hash is taken of.
#include "encode/texel_digest.h"

void hexfog_texel_digest_start(struct hexfog_sha256 *hash, int32_t width_px, int32_t height_px)
{
    static const char name[] = "hexfog-texels-1"; // its NUL is hashed too
    uint8_t size[8];

    hexfog_put_u32_le(size, (uint32_t)width_px);
    hexfog_put_u32_le(size + 4, (uint32_t)height_px);
    hexfog_sha256_add(hash, name, sizeof name);
    hexfog_sha256_add(hash, size, sizeof size);
}
