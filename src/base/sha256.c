// SPDX-License-Identifier: MIT
// Turns bytes into a SHA-256 digest; the only file that knows nettle.
#include "base/sha256.h"

#include <nettle/sha2.h>

#include "base/alloc.h"
#include "hexfog.h"

struct hexfog_sha256 {
    struct sha256_ctx state;
};

struct hexfog_sha256 *hexfog_sha256_make(void)
{
    struct hexfog_sha256 *hash = hexfog_alloc(1, sizeof *hash);
    if (hash)
        sha256_init(&hash->state);
    return hash;
}

void hexfog_sha256_add(struct hexfog_sha256 *hash, const void *bytes, size_t count)
{
    if (count > 0)
        sha256_update(&hash->state, count, bytes);
}

void hexfog_sha256_digest(struct hexfog_sha256 *hash, char hex[65])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha256_digest(&hash->state, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    hex[64] = '\0';
}

void hexfog_sha256_free(struct hexfog_sha256 *hash)
{
    hexfog_free(hash);
}
