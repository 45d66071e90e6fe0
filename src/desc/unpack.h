/* SPDX-License-Identifier: MIT */
/* Packed bytes of a stranger: each call fills a buffer of the size that must come out, and
 * never writes or keeps more, so that a bomb costs no more than an honest stream. */
#ifndef HEXFOG_DESC_UNPACK_H
#define HEXFOG_DESC_UNPACK_H

#include <stddef.h>
#include <stdint.h>

enum hexfog_unpacked {
    HEXFOG_UNPACKED,        /* exactly `size` bytes, and nothing behind the stream */
    HEXFOG_UNPACK_DAMAGED,  /* not such a stream, cut, or a wrong checksum */
    HEXFOG_UNPACK_SHORT,    /* fewer bytes than `size` */
    HEXFOG_UNPACK_LONG,     /* more */
    HEXFOG_UNPACK_TRAILING, /* bytes behind the end of the stream */
    HEXFOG_UNPACK_MEMORY
};

enum hexfog_unpacked hexfog_unpack_zlib(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size);
enum hexfog_unpacked hexfog_unpack_gzip(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size);
enum hexfog_unpacked hexfog_unpack_zstd(const uint8_t *packed, size_t packed_length, uint8_t *bytes,
                                        size_t size);

/* Base64 with white space anywhere (RFC 4648, the common alphabet, padded). `bytes` has room
 * for hexfog_base64_room(length). False when the text is not base64 or is cut. */
size_t hexfog_base64_room(size_t length);
_Bool hexfog_unpack_base64(const char *text, size_t length, uint8_t *bytes, size_t *count);

#endif
