/* SPDX-License-Identifier: MIT */
/* What stands before the images of a .ktx2 file (KTX File Format 2.0). */
#ifndef HEXFOG_CHECK_KTX2_HEADER_H
#define HEXFOG_CHECK_KTX2_HEADER_H

#include "check/input.h"
#include "check/read.h"

/* 65536 x 65536 down to 1 x 1. */
#define HEXFOG_KTX2_MOST_MIPS 17

enum hexfog_ktx2_texel { HEXFOG_KTX2_RGB9E5, HEXFOG_KTX2_HALVES, HEXFOG_KTX2_FLOATS };

struct hexfog_ktx2_header {
    enum hexfog_ktx2_texel texel;
    int channel_count;
    size_t texel_bytes;
    uint64_t offset[HEXFOG_KTX2_MOST_MIPS]; /* of each mip level; all lie in the file whole */
};

/* Fills `header` and what `info` tells of the file. IO: damaged, cut, or a kind of .ktx2 that
 * is no fogmap's (compressed, layered, cubic, of another pixel format): named. */
hexfog_status hexfog_ktx2_header_read(const struct hexfog_input *input,
                                      const struct hexfog_read_limits *limits,
                                      struct hexfog_ktx2_header *header,
                                      struct hexfog_texture_info *info,
                                      struct hexfog_error *error);

#endif
