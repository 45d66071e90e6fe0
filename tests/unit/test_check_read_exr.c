// SPDX-License-Identifier: MIT
// The reader of .exr on files of other programs: every compression, tiles, parts, windows,
// channels, number forms.
// SOURCES: tests/unit/board.c tests/unit/planes.c tests/unit/foreign_exr.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "board.h"
#include "foreign_exr.h"
#include "planes.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 67, HEIGHT = 301, LEVELS = 9 }; // higher than the highest block, 256 rows
enum { NONE, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A, COMPRESSIONS }; // OpenEXR's numbers

// Levels over 64 and ramps, all of them halves.
static struct planes make_planes(void)
{
    struct planes planes = planes_blank(WIDTH, HEIGHT);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            size_t at = (size_t)y * WIDTH + (size_t)x;
            planes.r[at] = (float)((x / 9 + y / 13) % LEVELS) / 64;
            planes.g[at] = (float)((x % 9) * 8 + y % 13) / 128;
        }
    return planes;
}

static struct foreign_exr image_of(const struct planes *planes, bool is_half)
{
    return (struct foreign_exr){
        .width = WIDTH, .height = HEIGHT, .channel_count = 3,
        .metadata = "version=1 level_scale=64 max_level=8 metric=sweep",
        .channels = { { "B", is_half, planes->b }, { "G", is_half, planes->g },
                      { "R", is_half, planes->r } } };
}

static float greatest_difference(const float *a, const float *b)
{
    float greatest = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        greatest = fmaxf(greatest, fabsf(a[i] - b[i]));
    return greatest;
}

// Writes, reads in bands of any height, and compares.
static struct planes expect_planes(const struct foreign_exr *image, const struct planes *planes,
                                   float tolerance)
{
    static int32_t rows_at_once = 1;
    foreign_exr_write(image, "foreign.exr");
    struct planes read = planes_read("foreign.exr", HEXFOG_DECODER_A, rows_at_once);
    rows_at_once = rows_at_once % 19 + 3;
    assert_int_equal(read.width, WIDTH);
    assert_int_equal(read.height, HEIGHT);
    float r = greatest_difference(read.r, planes->r), g = greatest_difference(read.g, planes->g);
    float b = greatest_difference(read.b, planes->b);
    if (!(r <= tolerance && g <= tolerance && b <= tolerance))
        fail_msg("%s, tiles %d x %d: R %g, G %g, B %g away", read.info.compression_name,
                 (int)image->tile_width, (int)image->tile_height, (double)r, (double)g, (double)b);
    return read;
}

static void every_compression_is_read(void **state)
{
    (void)state;
    static const char *const names[] = { "none", "rle",   "zips", "zip",
                                         "piz",  "pxr24", "b44",  "b44a" };
    struct planes planes = make_planes();
    for (int compression = NONE; compression < COMPRESSIONS; compression++) {
        for (int is_half = 0; is_half < 2; is_half++) {
            bool is_lossy = (is_half && compression >= B44) || (!is_half && compression == PXR24);
            struct foreign_exr image = image_of(&planes, is_half);
            image.compression = compression;
            struct planes read = expect_planes(&image, &planes, is_lossy ? 0.04f : 0.0f);
            assert_string_equal(read.info.compression_name, names[compression]);
            assert_int_equal(read.info.precision, is_half ? HEXFOG_HALF : HEXFOG_FLOAT);
            assert_int_equal(read.info.channels, HEXFOG_RGB);
            assert_string_equal(read.info.channel_names, "B,G,R");
            assert_true(read.info.metadata.is_valid);
            planes_free(&read);
        }
    }
    planes_free(&planes);
}

static void tiles_are_read(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = { { 16, 16 }, { 32, 20 }, { 99, 400 }, { 67, 64 }, { 1, 1 } };
    struct planes planes = make_planes();
    for (int compression = NONE; compression <= PIZ; compression++) {
        // (The library's own writer spoils compressed tiles of a few texels.)
        for (size_t i = 0; i < (compression == NONE ? 5 : 4); i++) {
            struct foreign_exr image = image_of(&planes, i % 2 == 0);
            image.compression = compression;
            image.tile_width = sizes[i][0];
            image.tile_height = sizes[i][1];
            struct planes read = expect_planes(&image, &planes, 0);
            assert_true(read.info.is_tiled);
            planes_free(&read);
        }
    }
    planes_free(&planes);
}

static void windows_and_parts_are_read(void **state)
{
    (void)state;
    struct planes planes = make_planes();
    for (int variant = 0; variant < 4; variant++) {
        struct foreign_exr image = image_of(&planes, true);
        image.compression = variant % 2 ? ZIP : NONE;
        image.x_min = -30;
        image.y_min = variant % 2 ? -17 : 1000;
        image.has_part_before = variant & 2;
        struct planes read = expect_planes(&image, &planes, 0);
        planes_free(&read);
    }
    planes_free(&planes);
}

// Files as bytes: what OpenEXR's C library does not write.
static uint8_t *load(const char *path, size_t *count)
{
    enum { MOST = 1 << 20 };
    uint8_t *bytes = malloc(MOST);
    FILE *file = fopen(path, "rb");
    assert_true(bytes && file);
    *count = fread(bytes, 1, MOST, file);
    assert_true(*count < MOST);
    fclose(file);
    return bytes;
}

static void store(const char *path, const uint8_t *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

// The first byte of an attribute's value; `name` stands with its NUL, its type and a size.
static uint8_t *value_of(uint8_t *bytes, size_t count, const char *name)
{
    uint8_t *at = memmem(bytes, count, name, strlen(name) + 1);
    assert_non_null(at);
    at += strlen(name) + 1;
    return at + strlen((char *)at) + 1 + 4;
}

static void put_u64(uint8_t *out, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static void the_lowest_row_may_come_first(void **state)
{
    (void)state;
    enum { BLOCK = 8 + WIDTH * 3 * 2 }; // row number, size, three channels of halves
    struct planes planes = make_planes();
    struct foreign_exr image = image_of(&planes, true);
    size_t count;
    foreign_exr_write(&image, "up.exr");
    uint8_t *up = load("up.exr", &count), *down = load("up.exr", &count);
    size_t first = count - (size_t)HEIGHT * BLOCK, table = first - 8 * HEIGHT;
    *value_of(down, count, "lineOrder") = 1; // DECREASING_Y
    for (size_t row = 0; row < HEIGHT; row++) {
        size_t at = first + (HEIGHT - 1 - row) * BLOCK;
        memcpy(down + at, up + first + row * BLOCK, BLOCK);
        put_u64(down + table + 8 * row, at);
    }
    store("down.exr", down, count);
    struct planes read = planes_read("down.exr", HEXFOG_DECODER_A, 10);
    assert_true(greatest_difference(read.r, planes.r) <= 0);
    assert_true(greatest_difference(read.g, planes.g) <= 0);
    planes_free(&read);
    planes_free(&planes);
    free(up);
    free(down);
}

static void what_the_library_lacks_is_said(void **state)
{
    (void)state;
    struct planes planes = make_planes();
    struct foreign_exr image = image_of(&planes, true);
    struct hexfog_error error = { 0 };
    size_t count;
    image.compression = ZIP;
    foreign_exr_write(&image, "zip.exr");
    uint8_t *bytes = load("zip.exr", &count);
    *value_of(bytes, count, "compression") = 8; // DWAA
    store("dwaa.exr", bytes, count);
    assert_int_equal(read_all("dwaa.exr", &error), HEXFOG_IO);
    assert_non_null(strstr(error.message, "dwaa"));
    free(bytes);
    planes_free(&planes);
}

static void channels_of_any_kind_are_read(void **state)
{
    (void)state;
    struct planes planes = make_planes(), blank = planes_blank(WIDTH, HEIGHT);
    for (int is_tiled = 0; is_tiled < 2; is_tiled++) {
        for (int mask = 0; mask < 16; mask++) {
            struct foreign_exr image = {
                .width = WIDTH, .height = HEIGHT, .compression = ZIPS, .channel_count = 5,
                .tile_width = is_tiled ? 20 : 0, .tile_height = 20,
                .channels = { { "A", mask & 1, planes.r }, { "B", mask & 2, blank.r },
                              { "G", mask & 4, planes.g }, { "R", mask & 8, planes.r },
                              { "Z", mask & 2, planes.g } } };
            struct planes read = expect_planes(&image, &planes, 0);
            assert_int_equal(read.info.channels, HEXFOG_CHANNELS_DEFAULT);
            assert_string_equal(read.info.channel_names, "A,B,G,R,Z");
            assert_true(read.info.has_blue);
            assert_false(read.info.metadata.is_present);
            int halves = mask & 14;
            assert_int_equal(read.info.precision, halves == 14  ? HEXFOG_HALF
                                                  : halves == 0 ? HEXFOG_FLOAT
                                                                : HEXFOG_PRECISION_DEFAULT);
            planes_free(&read);
        }
    }
    planes_free(&planes);
    planes_free(&blank);
}

static void two_channels_leave_blue_at_zero(void **state)
{
    (void)state;
    struct planes planes = make_planes();
    struct foreign_exr image = { .width = WIDTH, .height = HEIGHT, .compression = ZIP,
                                 .channel_count = 2,
                                 .channels = { { "G", false, planes.g },
                                               { "R", true, planes.r } } };
    struct planes read = expect_planes(&image, &planes, 0);
    assert_int_equal(read.info.channels, HEXFOG_RG);
    assert_false(read.info.has_blue);
    planes_free(&read);
    planes_free(&planes);
}

static void values_that_are_not_finite_come_out(void **state)
{
    (void)state;
    struct planes planes = make_planes();
    planes.r[5] = INFINITY;
    planes.r[6] = -INFINITY;
    planes.g[7] = NAN;
    for (int is_half = 0; is_half < 2; is_half++) {
        struct foreign_exr image = image_of(&planes, is_half);
        foreign_exr_write(&image, "foreign.exr");
        struct planes read = planes_read("foreign.exr", HEXFOG_DECODER_A, 7);
        assert_true(isinf(read.r[5]) && read.r[5] > 0);
        assert_true(isinf(read.r[6]) && read.r[6] < 0);
        assert_true(isnan(read.g[7]));
        planes_free(&read);
    }
    planes_free(&planes);
}

// All 63488 finite halves as floats.
static void halves_are_exact(void **state)
{
    (void)state;
    enum { SIDE = 256 };
    struct planes planes = planes_blank(SIDE, SIDE);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        int exponent = i >> 10 & 31, fraction = i & 1023;
        float value = exponent == 0 ? ldexpf((float)fraction, -24)
                                    : ldexpf((float)(1024 + fraction), exponent - 25);
        planes.r[i] = exponent == 31 ? 0.0f : i & 0x8000 ? -value : value;
    }
    planes_write_exr(&planes, "halves.exr", "", true);
    struct planes read = planes_read("halves.exr", HEXFOG_DECODER_A, 16);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        assert_true(read.r[i] == planes.r[i]);
    planes_free(&read);
    planes_free(&planes);
}

static void refused(const struct foreign_exr *image, const char *why)
{
    struct hexfog_error error = { 0 };
    foreign_exr_write(image, "bad.exr");
    assert_int_equal(read_all("bad.exr", &error), HEXFOG_IO);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" (expected: %s)", error.message, why);
}

static void files_without_r_or_g_are_refused(void **state)
{
    (void)state;
    struct planes planes = make_planes();
    struct foreign_exr image = image_of(&planes, true);
    image.channel_count = 2; // B, G
    refused(&image, "no channels R and G");
    image.channels[1].name = "R";
    refused(&image, "no channels R and G");
    planes_free(&planes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("an .exr of every compression is read, halves and floats",
                          every_compression_is_read),
        PROVES_IN_SCRATCH("an .exr in tiles of any size is read", tiles_are_read),
        PROVES_IN_SCRATCH("data windows and parts before are read", windows_and_parts_are_read),
        PROVES_IN_SCRATCH("the lowest row may come first in the file",
                          the_lowest_row_may_come_first),
        PROVES_IN_SCRATCH("a compression that OpenEXR's C library lacks is named",
                          what_the_library_lacks_is_said),
        PROVES_IN_SCRATCH("channels may be half or float each, and others stand between them",
                          channels_of_any_kind_are_read),
        PROVES_IN_SCRATCH("without a channel B the third plane is 0",
                          two_channels_leave_blue_at_zero),
        PROVES_IN_SCRATCH("values that are not finite come out as they are",
                          values_that_are_not_finite_come_out),
        PROVES_IN_SCRATCH("every finite half is read as the float that equals it",
                          halves_are_exact),
        PROVES_IN_SCRATCH("an .exr without R or without G is refused",
                          files_without_r_or_g_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
