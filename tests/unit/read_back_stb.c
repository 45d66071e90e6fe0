// SPDX-License-Identifier: MIT
// .hdr and .png as stb_image reads them.
#include "prove.h"
#include "read_back.h"

#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wswitch-enum"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

float *read_hdr_with_stb(const struct memory_file *file, int32_t width, int32_t height)
{
    int x, y, channels;
    float *rgb = stbi_loadf_from_memory(file->bytes, (int)file->length, &x, &y, &channels, 3);
    if (!rgb)
        fail_msg("stb_image: %s", stbi_failure_reason());
    assert_true(stbi_is_hdr_from_memory(file->bytes, (int)file->length));
    assert_int_equal(x, width);
    assert_int_equal(y, height);
    return rgb;
}

uint8_t *read_png_with_stb(const struct memory_file *file, int32_t width, int32_t height)
{
    int x, y, channels;
    uint8_t *rgb = stbi_load_from_memory(file->bytes, (int)file->length, &x, &y, &channels, 3);
    if (!rgb)
        fail_msg("stb_image: %s", stbi_failure_reason());
    assert_int_equal(x, width);
    assert_int_equal(y, height);
    assert_int_equal(channels, 3);
    return rgb;
}
