/* SPDX-License-Identifier: MIT */
/* An encoder that collects the image and writes it in finish. */
#ifndef HEXFOG_ENCODE_WHOLE_H
#define HEXFOG_ENCODE_WHOLE_H

#include "encode/encoder.h"

struct hexfog_whole {
    struct hexfog_encoder head;
    uint8_t *image;          /* zeroed; each row is filled at any time, on any thread */
};

struct hexfog_whole_kind {
    const char *name;        /* for messages: "a .png encoder" */
    size_t texel_bytes;
    hexfog_status (*take_row)(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error);
    hexfog_status (*finish)(struct hexfog_encoder *encoder, struct hexfog_error *error);
};

/* INPUT beyond HEXFOG_MAX_WHOLE_TEXELS; MEMORY. */
hexfog_status hexfog_whole_make(const struct hexfog_encoder *head,
                                const struct hexfog_whole_kind *kind,
                                struct hexfog_encoder **encoder, struct hexfog_error *error);

static inline uint64_t hexfog_texel_count(const struct hexfog_encoding *encoding)
{
    return (uint64_t)encoding->width_px * (uint64_t)encoding->height_px;
}

#endif
