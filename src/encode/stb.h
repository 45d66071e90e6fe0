/* SPDX-License-Identifier: MIT */
/* stb_image_write's writers, whole images to a function of ours. */
#ifndef HEXFOG_ENCODE_STB_H
#define HEXFOG_ENCODE_STB_H

#include <stddef.h>
#include <stdint.h>
#include "hexfog.h"

/* Gets the file's bytes in order. */
typedef void hexfog_stb_put(void *context, void *bytes, int count);

/* Three floats a texel, row by row; at most HEXFOG_MAX_WHOLE_TEXELS. MEMORY. */
hexfog_status hexfog_stb_write_hdr(hexfog_stb_put *put, void *context, int32_t width_px,
                                   int32_t height_px, const float *rgb,
                                   struct hexfog_error *error);
/* Three bytes a texel. The whole file comes in one call of `put`. MEMORY. */
hexfog_status hexfog_stb_write_png(hexfog_stb_put *put, void *context, int32_t width_px,
                                   int32_t height_px, const uint8_t *rgb,
                                   struct hexfog_error *error);
/* Memory that hexfog_stb_write_png holds besides the image. */
size_t hexfog_stb_png_bytes(int32_t width_px, int32_t height_px);

#endif
