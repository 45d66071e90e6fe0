/* SPDX-License-Identifier: MIT */
/* Our files as others read them. Each ends the test where the reader fails. */
#ifndef HEXFOG_TESTS_READ_BACK_H
#define HEXFOG_TESTS_READ_BACK_H

#include <stdint.h>
#include "encode_io.h"

/* R, G, B interleaved; free with free. */
float *read_hdr_with_stb(const struct memory_file *file, int32_t width, int32_t height);
uint8_t *read_png_with_stb(const struct memory_file *file, int32_t width, int32_t height);

/* Through OpenEXR's C library. B is NULL where the file has none. */
struct exr_image {
    int32_t width, height;
    int channel_count;
    char names[4];             /* in the file's order: "BGR" */
    bool is_half, is_plain;    /* plain: windows at 0, scanlines, INCREASING_Y, aspect 1 */
    int compression;           /* OpenEXR's number */
    char attributes[256];      /* their names, in the file's order, a blank after each */
    char metadata[200];        /* the string attribute `hexfog` */
    float *r, *g, *b;
};
void read_exr(struct exr_image *image, const struct memory_file *file);
void exr_image_free(struct exr_image *image);
/* tinyexr's LoadEXR: R, G, B, A interleaved; free with free. */
float *read_exr_with_tinyexr(const struct memory_file *file, int32_t width, int32_t height);

#endif
