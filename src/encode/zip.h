/* SPDX-License-Identifier: MIT */
/*
 * The zlib stream of an OpenEXR block, in which all even bytes stand before all odd ones.
 * Both halves are compressed side by side as rows come, so that no more of either is held
 * than deflate's own window. A stream depends on its rows alone.
 */
#ifndef HEXFOG_ENCODE_ZIP_H
#define HEXFOG_ENCODE_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hexfog_zip_kind {
    size_t half_row;     /* even bytes of a row, and odd ones: at least 1 */
    size_t rows;         /* of a stream, at most */
    bool is_float;       /* rows of floats, not of halves */
    bool is_fast;        /* searches less */
};

struct hexfog_zip;
struct hexfog_zip *hexfog_zip_make(const struct hexfog_zip_kind *kind); /* NULL: no memory */
void hexfog_zip_free(struct hexfog_zip *zip); /* accepts NULL */
uint64_t hexfog_zip_memory_bytes(const struct hexfog_zip_kind *kind);

/* Room for the next row's even and odd bytes. */
struct hexfog_zip_row { uint8_t *even, *odd; };
struct hexfog_zip_row hexfog_zip_room(struct hexfog_zip *zip);
/* Compresses the row that was put there. Of the first `plain` bytes of either half, the second
 * is the same as all that follow it: they need no search. */
void hexfog_zip_add(struct hexfog_zip *zip, size_t plain);
/* Ends the stream, and the next row begins another. *bytes are valid until then. The first odd
 * byte, which depends on the last even one, is what it was given as plus `correction`. */
size_t hexfog_zip_end(struct hexfog_zip *zip, uint8_t correction, const uint8_t **bytes);

#endif
