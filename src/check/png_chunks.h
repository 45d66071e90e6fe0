/* SPDX-License-Identifier: MIT */
/* The chunks of a .png: sums held, size and text found, before anything is decoded. */
#ifndef HEXFOG_CHECK_PNG_CHUNKS_H
#define HEXFOG_CHECK_PNG_CHUNKS_H

#include "check/reading.h"

struct hexfog_png_facts {
    int64_t width, height;
    int bit_depth, colour_type;
    bool is_interlaced, has_transparency; /* a tRNS chunk */
    uint64_t data_bytes; /* of all IDAT chunks */
};

/* IO: cut anywhere, a chunk whose sum is wrong, no IHDR at the start. The text chunk
 * `hexfog` goes to info->metadata. */
hexfog_status hexfog_png_chunks_read(const struct hexfog_input *input,
                                     struct hexfog_png_facts *facts,
                                     struct hexfog_texture_info *info, struct hexfog_error *error);

#endif
