// SPDX-License-Identifier: MIT
// Turns an image's size and its texels into the bytes that its texel hash is taken of.
#include "encode/texel_digest.h"

#include <string.h>

#include "base/vector.h"
#include "encode/bytes.h"

enum { LANES = 128 }; // texels put at once: a fixed count that compilers make vectors of

void hexfog_texel_digest_start(struct hexfog_sha256 *hash, int32_t width_px, int32_t height_px)
{
    static const char name[] = "hexfog-texels-1"; // its NUL is hashed too
    uint8_t size[8];

    hexfog_put_u32_le(size, (uint32_t)width_px);
    hexfog_put_u32_le(size + 4, (uint32_t)height_px);
    hexfog_sha256_add(hash, name, sizeof name);
    hexfog_sha256_add(hash, size, sizeof size);
}

HEXFOG_BODY void put(uint8_t *restrict out, const int32_t *restrict level,
                       const float *restrict g, size_t count)
{
    uint32_t pairs[2 * LANES];

    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &g[i], sizeof bits);
        pairs[2 * i] = hexfog_u32_of_le((uint32_t)level[i]);
        pairs[2 * i + 1] = hexfog_u32_of_le(bits);
    }
    memcpy(out, pairs, HEXFOG_DIGEST_TEXEL_BYTES * count);
}

HEXFOG_BODY void hexfog_put_digest_texels_body(uint8_t *out, const int32_t *level,
                                               const float *g, size_t count)
{
    size_t i = 0;

    for (; i + LANES <= count; i += LANES)
        put(out + HEXFOG_DIGEST_TEXEL_BYTES * i, level + i, g + i, LANES);
    put(out + HEXFOG_DIGEST_TEXEL_BYTES * i, level + i, g + i, count - i);
}

HEXFOG_KERNEL(, hexfog_put_digest_texels,
              (uint8_t *out, const int32_t *level, const float *g, size_t count),
              (out, level, g, count))
