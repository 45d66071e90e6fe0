/* SPDX-License-Identifier: MIT */
/* zlib streams and checksums through libdeflate. */
#ifndef HEXFOG_ENCODE_DEFLATE_H
#define HEXFOG_ENCODE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "hexfog.h"

/* One thread's compressor. */
struct hexfog_deflater;
struct hexfog_deflater *hexfog_deflater_make(int level); /* 1 to 12; NULL: no memory */
void hexfog_deflater_free(struct hexfog_deflater *deflater); /* accepts NULL */
/* Bytes of the zlib stream in `out`; 0 when it would need more than `room`. */
size_t hexfog_deflate(struct hexfog_deflater *deflater, const void *bytes, size_t count,
                      void *out, size_t room);
/* `size` bytes out of a stream that holds as many. MEMORY. */
hexfog_status hexfog_inflate(const void *bytes, size_t count, void *out, size_t size,
                             struct hexfog_error *error);
/* Room that a stream of `count` bytes can need at most. */
size_t hexfog_deflate_bytes_at_most(size_t count);
/* What one compressor holds, about; it comes from the C library, not through our door. */
#define HEXFOG_DEFLATER_BYTES 720896

/* The library's version, of which the bytes of a stream depend. */
const char *hexfog_deflate_version(void);

uint32_t hexfog_crc32(uint32_t crc, const void *bytes, size_t count);
/* The next value of zlib's checksum, 1 before the first byte. */
uint32_t hexfog_adler32(uint32_t adler, const void *bytes, size_t count);

#endif
