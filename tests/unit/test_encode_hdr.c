// SPDX-License-Identifier: MIT
// .hdr files: their bytes, what stb_image reads, and both encoders.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/read_back_stb.c
#include "prove.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "encode_io.h"
#include "read_back.h"

static const int32_t widths[] = { 1, 2, 7, 8, 9, 126, 127, 128, 129, 130, 255, 256, 257, 1000 };
enum { WIDTHS = sizeof widths / sizeof widths[0] };

// Level exactly, G within the bound and as hexfog_stored_g says, B zero.
static void expect_texels(const struct field *field, const struct hexfog_encoding *encoding,
                          const struct memory_file *file)
{
    float *rgb = read_hdr_with_stb(file, field->width, field->height);
    double bound = hexfog_max_g_error(encoding);
    for (size_t i = 0; i < (size_t)field->width * (size_t)field->height; i++) {
        double r = (double)rgb[3 * i], g = (double)rgb[3 * i + 1];
        struct hexfog_value value = { field->level[i], field->g[i] };
        if (floor(r * encoding->level_scale + 0.5) != field->level[i])
            fail_msg("texel %zu: R %.9g is not level %d", i, r, (int)field->level[i]);
        if (!(fabs(g - field->g[i]) <= bound))
            fail_msg("texel %zu: G %.9g, not %.17g", i, g, field->g[i]);
        assert_true(rgb[3 * i + 1] == hexfog_stored_g(encoding, value));
        assert_true(rgb[3 * i + 2] == 0.0f);
    }
    free(rgb);
}

static void header_is_exact(void **state)
{
    (void)state;
    const char want[] = "#?RADIANCE\n"
                        "# hexfog version=1 level_scale=64 max_level=23 metric=seamless\n"
                        "FORMAT=32-bit_rle_rgbe\n"
                        "\n"
                        "-Y 3 +X 20\n"
                        "\x02\x02\x00\x14";
    struct field field;
    struct memory_file file;
    field_make(&field, FIELD_TILES, 20, 3, 23, 1);
    for (int encoder = 0; encoder < 2; encoder++) {
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
        encoding.metric = HEXFOG_SEAMLESS;
        encoding.encoder = encoder ? HEXFOG_REFERENCE : HEXFOG_STREAM;
        field_must_encode(&field, &encoding, &file);
        assert_memory_equal(file.bytes, want, sizeof want - 1);
        memory_file_free(&file);
    }
    field_free(&field);
}

static void stb_image_reads_every_texel(void **state)
{
    (void)state;
    struct field field;
    struct memory_file file;
    for (int i = 0; i < WIDTHS * FIELD_KINDS; i++) {
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), widths[i / FIELD_KINDS],
                   1 + i % 37, 40, (uint64_t)i);
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
        encoding.level_scale = i % 3 ? 64.0 : 10.0;
        field_must_encode(&field, &encoding, &file);
        expect_texels(&field, &encoding, &file);
        assert_true(file.length <= hexfog_file_bytes_at_most(&encoding));
        memory_file_free(&file);
        field_free(&field);
    }
}

static void expect_same_bytes(const struct field *field, double level_scale)
{
    struct memory_file stream, reference;
    struct hexfog_encoding encoding = encoding_for(field, HEXFOG_HDR);
    encoding.level_scale = level_scale;
    field_must_encode(field, &encoding, &stream);
    encoding.encoder = HEXFOG_REFERENCE;
    field_must_encode(field, &encoding, &reference);
    assert_int_equal(stream.length, reference.length);
    assert_memory_equal(stream.bytes, reference.bytes, stream.length);
    memory_file_free(&stream);
    memory_file_free(&reference);
}

static void both_encoders_write_the_same_bytes(void **state)
{
    (void)state;
    struct random random = { 9 };
    struct field field;
    for (int i = 0; i < 600; i++) {
        int32_t width = i < WIDTHS * FIELD_KINDS ? widths[i / FIELD_KINDS]
                                                 : random_int(&random, 1, 700);
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), width, random_int(&random, 1, 40),
                   random_int(&random, 0, 63), random_bits(&random));
        expect_same_bytes(&field, i % 4 ? 64.0 : 10.0);
        field_free(&field);
    }
}

// Runs of every length next to pieces of every length, in each plane of a row at will.
static void both_choose_the_same_runs(void **state)
{
    (void)state;
    struct random random = { 10 };
    struct field field;
    for (int i = 0; i < 300; i++) {
        field_make(&field, FIELD_NOISE, random_int(&random, 8, 600), 4, 60, random_bits(&random));
        for (size_t at = 1; at < (size_t)field.width * 4; at++) {
            if (random_chance(&random, 0.8))
                field.level[at] = field.level[at - 1];
            if (random_chance(&random, i % 2 ? 0.5 : 0.98))
                field.g[at] = field.g[at - 1];
        }
        expect_same_bytes(&field, 64.0);
        field_free(&field);
    }
}

static void wide_rows(void **state)
{
    (void)state;
    static const int32_t wide[] = { 32767, 32768, 65536 };
    struct field field;
    struct memory_file file;
    for (int i = 0; i < 3 * FIELD_KINDS; i++) {
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), wide[i / FIELD_KINDS], 2, 63, 3);
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
        field_must_encode(&field, &encoding, &file);
        expect_texels(&field, &encoding, &file);
        if (field.width > 32767)
            assert_int_equal(file.length, hexfog_file_bytes_at_most(&encoding));
        memory_file_free(&file);
        expect_same_bytes(&field, 64.0);
        field_free(&field);
    }
}

// A level's byte cannot be taken for a G: a swap of R and G fails here.
static void r_is_the_level_and_g_is_g(void **state)
{
    (void)state;
    struct field field;
    struct memory_file file;
    field_make(&field, FIELD_FLAT, 8, 1, 3, 1);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
    field_must_encode(&field, &encoding, &file);
    float *rgb = read_hdr_with_stb(&file, 8, 1);
    assert_true(rgb[0] == 3.0f / 64.0f);
    assert_true(rgb[1] == 0.5f);
    free(rgb);
    memory_file_free(&file);
    field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("an .hdr begins with exactly the five lines and no other", header_is_exact),
        PROVES("R is level / level_scale and G is G in an .hdr", r_is_the_level_and_g_is_g),
        PROVES("stb_image reads every level exactly and every G within the bound",
               stb_image_reads_every_texel),
        PROVES("stream and reference write the same .hdr, byte for byte",
               both_encoders_write_the_same_bytes),
        PROVES("stream and stb_image_write choose the same runs", both_choose_the_same_runs),
        PROVES("rows of 32767 texels have run lengths, rows of 32768 and more are flat",
               wide_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
