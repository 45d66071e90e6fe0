// SPDX-License-Identifier: MIT
// Turns bytes into zlib streams.
#include "encode/deflate.h"

#include <libdeflate.h>

#include "base/error.h"

// The library's type under our name: pointers to it are all that anyone holds.
static struct libdeflate_compressor *inner(struct hexfog_deflater *deflater)
{
    return (struct libdeflate_compressor *)(void *)deflater;
}

struct hexfog_deflater *hexfog_deflater_make(int level)
{
    return (struct hexfog_deflater *)(void *)libdeflate_alloc_compressor(level);
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

hexfog_status hexfog_inflate(const void *bytes, size_t count, void *out, size_t size,
                             struct hexfog_error *error)
{
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    if (!inflater)
        return hexfog_fail_memory(error, "a block that does not shrink");
    enum libdeflate_result result =
        libdeflate_zlib_decompress(inflater, bytes, count, out, size, NULL);
    libdeflate_free_decompressor(inflater);
    return result == LIBDEFLATE_SUCCESS
        ? HEXFOG_OK : hexfog_fail(error, HEXFOG_IO, "a block was not compressed right");
}

size_t hexfog_deflate_bytes_at_most(size_t count)
{
    return libdeflate_zlib_compress_bound(NULL, count);
}

const char *hexfog_deflate_version(void)
{
    return LIBDEFLATE_VERSION_STRING;
}

uint32_t hexfog_crc32(uint32_t crc, const void *bytes, size_t count)
{
    return libdeflate_crc32(crc, bytes, count);
}

uint32_t hexfog_adler32(uint32_t adler, const void *bytes, size_t count)
{
    return libdeflate_adler32(adler, bytes, count);
}
