// SPDX-License-Identifier: MIT
// Texture files as planes of floats.
#include "prove.h"
#include "planes.h"
#include "foreign_exr.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct planes planes_blank(int32_t width, int32_t height)
{
    size_t count = (size_t)width * (size_t)height;
    struct planes planes = { .width = width, .height = height };

    planes.r = calloc(count, sizeof(float));
    planes.g = calloc(count, sizeof(float));
    planes.b = calloc(count, sizeof(float));
    assert_true(planes.r && planes.g && planes.b);
    return planes;
}

void planes_free(struct planes *planes)
{
    free(planes->r);
    free(planes->g);
    free(planes->b);
    *planes = (struct planes){ 0 };
}

struct planes planes_read(const char *path, enum hexfog_rgbe_decoder decoder, int32_t rows_at_once)
{
    struct hexfog_reader *reader;
    struct hexfog_error error = { 0 };

    if (hexfog_reader_open(path, decoder, NULL, &reader, &error) != HEXFOG_OK)
        fail_msg("%s: %s", error.file, error.message);
    const struct hexfog_texture_info *info = hexfog_reader_info(reader);
    struct planes planes = planes_blank(info->width_px, info->height_px);
    planes.info = *info;
    for (int32_t row = 0; row < planes.height;) {
        size_t at = (size_t)row * (size_t)planes.width;
        int32_t left = planes.height - row, count = left < rows_at_once ? left : rows_at_once;
        if (hexfog_reader_rows(reader, count, planes.r + at, planes.g + at, planes.b + at,
                               &error) != HEXFOG_OK)
            fail_msg("%s: %s", error.file, error.message);
        row += count;
    }
    hexfog_reader_free(reader);
    return planes;
}

static uint8_t mantissa(double value, int exponent, bool cut)
{
    double scaled = ldexp(value, 8 - exponent);
    double whole = cut ? floor(scaled) : floor(scaled + 0.5);
    assert_true(whole >= 0 && whole <= 255);
    return (uint8_t)whole;
}

static void put_pixel(FILE *file, double r, double g, bool cut)
{
    double greatest = r > g ? r : g;
    int exponent;

    if (greatest <= 0) {
        assert_int_equal(fwrite("\0\0\0\0", 1, 4, file), 4);
        return;
    }
    double fraction = frexp(greatest, &exponent);
    if (!cut && floor(fraction * 256 + 0.5) > 255)
        exponent++;
    uint8_t pixel[4] = { mantissa(r, exponent, cut), mantissa(g, exponent, cut), 0,
                         (uint8_t)(exponent + 128) };
    assert_int_equal(fwrite(pixel, 1, 4, file), 4);
}

void planes_write_hdr(const struct planes *planes, const char *path, const char *metadata, bool cut)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fprintf(file, "#?RADIANCE\n# hexfog %s\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", metadata,
            (int)planes->height, (int)planes->width);
    for (size_t i = 0; i < (size_t)planes->width * (size_t)planes->height; i++)
        put_pixel(file, (double)planes->r[i], (double)planes->g[i], cut);
    assert_int_equal(fclose(file), 0);
}

void planes_write_exr(const struct planes *planes, const char *path, const char *metadata,
                      bool is_half)
{
    struct foreign_exr image = {
        .width = planes->width, .height = planes->height, .metadata = metadata, .channel_count = 3,
        .channels = { { "B", is_half, planes->b }, { "G", is_half, planes->g },
                      { "R", is_half, planes->r } } };
    foreign_exr_write(&image, path);
}

hexfog_status read_all(const char *path, struct hexfog_error *error)
{
    struct hexfog_reader *reader;
    hexfog_status status = hexfog_reader_open(path, HEXFOG_DECODER_A, NULL, &reader, error);

    if (status != HEXFOG_OK) {
        assert_null(reader);
        return status;
    }
    size_t width = (size_t)hexfog_reader_info(reader)->width_px;
    int32_t height = hexfog_reader_info(reader)->height_px;
    float *row = malloc(3 * width * sizeof(float));
    assert_non_null(row);
    for (int32_t i = 0; i < height && status == HEXFOG_OK; i++)
        status = hexfog_reader_rows(reader, 1, row, row + width, row + 2 * width, error);
    free(row);
    hexfog_reader_free(reader);
    return status;
}
