/* SPDX-License-Identifier: MIT */
/* tinyexr's writer, a whole image to a byte sink. */
#ifndef HEXFOG_ENCODE_TINYEXR_H
#define HEXFOG_ENCODE_TINYEXR_H

#include "encode/encoder.h"

struct hexfog_tinyexr_image {
    const struct hexfog_encoding *encoding;
    int channel_count;
    const char *names[3];    /* in the file's order */
    uint8_t *planes[3];      /* whole channels, halves or floats of the machine; read only */
};

/* MEMORY, IO (the sink's), UNAVAILABLE: tinyexr refused or is not on this machine. */
hexfog_status hexfog_tinyexr_write(const struct hexfog_tinyexr_image *image,
                                   struct hexfog_byte_sink bytes, struct hexfog_error *error);
/* What tinyexr holds at most besides the image. */
uint64_t hexfog_tinyexr_bytes(const struct hexfog_encoding *encoding);

#endif
