// SPDX-License-Identifier: MIT
// .png files: their chunks and what stb_image reads.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/read_back_stb.c
#include "prove.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "encode_io.h"
#include "read_back.h"

// CRC-32 bit by bit, as the PNG specification gives it.
static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void chunks_are_four(void **state)
{
    (void)state;
    static const char *const types[] = { "IHDR", "tEXt", "IDAT", "IEND" };
    static const char text[] = "hexfog\0version=1 level_scale=255 max_level=255 metric=sweep";
    struct field field;
    struct memory_file file;
    field_make(&field, FIELD_NOISE, 33, 21, 255, 4);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_PNG);
    field_must_encode(&field, &encoding, &file);
    assert_true(file.length <= hexfog_file_bytes_at_most(&encoding));
    assert_memory_equal(file.bytes, "\x89PNG\r\n\x1a\n", 8);
    size_t at = 8;
    for (int i = 0; i < 4; i++) {
        assert_true(at + 12 <= file.length);
        const uint8_t *chunk = file.bytes + at;
        uint32_t size = number_at(chunk);
        assert_true(at + 12 + size <= file.length);
        assert_memory_equal(chunk + 4, types[i], 4);
        assert_int_equal(number_at(chunk + 8 + size), crc_of(chunk + 4, 4 + size));
        if (i == 1) {
            assert_int_equal(size, sizeof text - 1);
            assert_memory_equal(chunk + 8, text, size);
        }
        at += 12 + size;
    }
    assert_int_equal(at, file.length);
    memory_file_free(&file);
    field_free(&field);
}

static void stb_image_reads_every_texel(void **state)
{
    (void)state;
    for (int i = 0; i < 6 * FIELD_KINDS; i++) {
        struct field field;
        struct memory_file file;
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), 1 + i * i, 1 + i * 5, 255,
                   (uint64_t)i);
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_PNG);
        field_must_encode(&field, &encoding, &file);
        uint8_t *rgb = read_png_with_stb(&file, field.width, field.height);
        for (size_t k = 0; k < (size_t)field.width * (size_t)field.height; k++) {
            struct hexfog_value value = { field.level[k], field.g[k] };
            assert_int_equal(rgb[3 * k], field.level[k]);
            assert_int_equal(rgb[3 * k + 1], (int)floor(255.0 * field.g[k] + 0.5));
            assert_int_equal(rgb[3 * k + 2], 0);
            assert_true(fabs(rgb[3 * k + 1] / 255.0 - field.g[k]) <= 1.0 / 510.0 + 0x1p-40);
            assert_true(hexfog_stored_g(&encoding, value) == (float)(rgb[3 * k + 1] / 255.0));
        }
        free(rgb);
        memory_file_free(&file);
        field_free(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a .png has IHDR, our text, IDAT and IEND, each with its CRC, and nothing else",
               chunks_are_four),
        PROVES("R is the level's byte, G the nearest of 255 steps, B zero",
               stb_image_reads_every_texel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
