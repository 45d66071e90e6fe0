/* SPDX-License-Identifier: MIT */
/* Where everything stands in a .ktx2 file (KTX File Format 2.0). */
#ifndef HEXFOG_ENCODE_KTX2_H
#define HEXFOG_ENCODE_KTX2_H

#include "encode/encoder.h"
#include "encode/mips.h"

struct hexfog_ktx2_layout {
    int mip_count;                      /* 1 without mipmaps */
    uint32_t texel_bytes;
    uint64_t head_bytes;                /* all before the padding of the first image */
    /* By mip level. The smallest stands first in the file, the texture itself last. */
    uint64_t offset[HEXFOG_MAX_MIPS], bytes[HEXFOG_MAX_MIPS];
    uint64_t file_bytes;
};

void hexfog_ktx2_layout(const struct hexfog_encoding *encoding,
                        struct hexfog_ktx2_layout *layout);

/* Header, level index, data format descriptor and key/value data; returns its length. */
#define HEXFOG_KTX2_HEAD_BYTES 1024
size_t hexfog_ktx2_head(const struct hexfog_encoding *encoding,
                        uint8_t out[HEXFOG_KTX2_HEAD_BYTES]);

/* One row of any width as the file stores it. `planes`: room for 8 bytes a texel. */
void hexfog_ktx2_row(const struct hexfog_encoding *encoding, int32_t width_px,
                     const int32_t *level, const double *g, uint8_t *planes, uint8_t *out);

#endif
