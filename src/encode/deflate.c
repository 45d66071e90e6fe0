// SPDX-License-Identifier: MIT
// Turns bytes into zlib streams.
#include "encode/deflate.h"

#include <libdeflate.h>

enum { LEVEL = 1 };

// The library's type under our name: pointers to it are all that anyone holds.
static struct libdeflate_compressor *inner(struct hexfog_deflater *deflater)
{
    return (struct libdeflate_compressor *)(void *)deflater;
}

struct hexfog_deflater *hexfog_deflater_make(void)
{
    return (struct hexfog_deflater *)(void *)libdeflate_alloc_compressor(LEVEL);
}

void hexfog_deflater_free(struct hexfog_deflater *deflater)
{
    libdeflate_free_compressor(inner(deflater));
}

size_t hexfog_deflate(struct hexfog_deflater *deflater, const void *bytes, size_t count,
                      void *out, size_t room)
{
    return libdeflate_zlib_compress(inner(deflater), bytes, count, out, room);
}

size_t hexfog_deflate_bytes_at_most(size_t count)
{
    return libdeflate_zlib_compress_bound(NULL, count);
}

uint32_t hexfog_crc32(uint32_t crc, const void *bytes, size_t count)
{
    return libdeflate_crc32(crc, bytes, count);
}
