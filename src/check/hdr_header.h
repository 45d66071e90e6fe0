/* SPDX-License-Identifier: MIT */
/* The text that a Radiance .hdr begins with. */
#ifndef HEXFOG_CHECK_HDR_HEADER_H
#define HEXFOG_CHECK_HDR_HEADER_H

#include "check/reading.h"

#define HEXFOG_HDR_HEADER_LIMIT_BYTES 65536

/* Reads the header from a file's first `length` bytes into size, metadata and notes;
 * *data_offset = where the first scanline is. IO: not one that games read. */
hexfog_status hexfog_hdr_header_read(const char *bytes, size_t length,
                                     struct hexfog_texture_info *info, size_t *data_offset,
                                     struct hexfog_error *error);

#endif
