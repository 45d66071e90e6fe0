// SPDX-License-Identifier: MIT
// .exr files: what OpenEXR and tinyexr read of both encoders' files.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/read_back_exr.c
// PKG: OpenEXR
// LIBS: -ltinyexr
#include "prove.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "encode_io.h"
#include "read_back.h"

static size_t texels(const struct field *field)
{
    return (size_t)field->width * (size_t)field->height;
}

// Level exactly, G within the bound and as hexfog_stored_g says, B zero or absent.
static void expect_texels(const struct field *field, const struct hexfog_encoding *encoding,
                          const struct exr_image *image)
{
    double bound = hexfog_max_g_error(encoding);
    for (size_t i = 0; i < texels(field); i++) {
        struct hexfog_value value = { field->level[i], field->g[i] };
        double level = floor((double)image->r[i] * encoding->level_scale + 0.5);
        if (level != field->level[i])
            fail_msg("%s: texel %zu: level %g, not %d", encoding_name(encoding), i, level,
                     (int)field->level[i]);
        if (!(fabs((double)image->g[i] - field->g[i]) <= bound))
            fail_msg("%s: texel %zu: G %.9g, not %.17g", encoding_name(encoding), i,
                     (double)image->g[i], field->g[i]);
        assert_true(image->g[i] == hexfog_stored_g(encoding, value));
        assert_true(!image->b || image->b[i] == 0.0f);
    }
}

static void expect_head(const struct hexfog_encoding *encoding, const struct exr_image *image)
{
    static const int numbers[] = { -1, 0, 2, 3, 1, 4 };
    char metadata[HEXFOG_METADATA_BYTES];
    hexfog_metadata(encoding, metadata);
    assert_true(image->is_plain);
    assert_int_equal(image->width, encoding->width_px);
    assert_int_equal(image->height, encoding->height_px);
    assert_string_equal(image->names, encoding->channels == HEXFOG_RG ? "GR" : "BGR");
    assert_int_equal(image->is_half, encoding->precision == HEXFOG_HALF);
    assert_int_equal(image->compression, numbers[encoding->compression]);
    assert_string_equal(image->metadata, metadata);
    if (encoding->encoder == HEXFOG_STREAM)
        assert_string_equal(image->attributes,
                            "channels compression dataWindow displayWindow hexfog lineOrder "
                            "pixelAspectRatio screenWindowCenter screenWindowWidth ");
    else
        assert_string_equal(image->attributes,
                            "channels compression dataWindow displayWindow lineOrder "
                            "pixelAspectRatio screenWindowCenter screenWindowWidth hexfog ");
}

static void expect_all_encodings(const struct field *field)
{
    struct hexfog_encoding encoding;
    for (int number = 0; encoding_number(field, number, &encoding); number++) {
        struct memory_file file;
        struct exr_image image;
        if (encoding.format != HEXFOG_EXR)
            continue;
        field_must_encode(field, &encoding, &file);
        read_exr(&image, &file);
        expect_head(&encoding, &image);
        expect_texels(field, &encoding, &image);
        // tinyexr writes the same head in another order, so the bound is exact for it too.
        if (encoding.compression == HEXFOG_COMPRESSION_NONE)
            assert_int_equal(file.length, hexfog_file_bytes_at_most(&encoding));
        assert_true(file.length <= hexfog_file_bytes_at_most(&encoding));
        exr_image_free(&image);
        memory_file_free(&file);
    }
}

static void openexr_reads_every_texel(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = { { 1, 1 },   { 2, 1 },    { 1, 40 }, { 5, 16 },  { 16, 15 },
                                        { 15, 17 }, { 64, 33 },  { 97, 50 }, { 300, 32 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * FIELD_KINDS; i++) {
        struct field field;
        const int32_t *size = sizes[i / FIELD_KINDS];
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), size[0], size[1], 40, i);
        expect_all_encodings(&field);
        field_free(&field);
    }
}

static void a_wide_row(void **state)
{
    (void)state;
    struct field field;
    field_make(&field, FIELD_TILES, 65536, 3, 2000, 1);
    expect_all_encodings(&field);
    field_free(&field);
}

static void floats_hold_great_levels(void **state)
{
    (void)state;
    struct field field;
    struct memory_file file;
    struct exr_image image;
    field_make(&field, FIELD_NOISE, 200, 100, (1 << 24) - 1, 8);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_EXR);
    encoding.precision = HEXFOG_FLOAT;
    field_must_encode(&field, &encoding, &file);
    read_exr(&image, &file);
    expect_texels(&field, &encoding, &image);
    exr_image_free(&image);
    memory_file_free(&file);
    field_free(&field);
}

static void a_scale_of_ten(void **state)
{
    (void)state;
    struct field field;
    field_make(&field, FIELD_NOISE, 90, 40, 700, 8);
    for (int precision = HEXFOG_HALF; precision <= HEXFOG_FLOAT; precision++) {
        struct memory_file file;
        struct exr_image image;
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_EXR);
        encoding.precision = (enum hexfog_precision)precision;
        encoding.level_scale = 10.0;
        field_must_encode(&field, &encoding, &file);
        read_exr(&image, &file);
        expect_texels(&field, &encoding, &image);
        exr_image_free(&image);
        memory_file_free(&file);
    }
    field_free(&field);
}

static void tinyexr_reads_the_same(void **state)
{
    (void)state;
    struct field field;
    field_make(&field, FIELD_TILES, 130, 45, 50, 2);
    struct hexfog_encoding encoding;
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file;
        if (encoding.format != HEXFOG_EXR || encoding.channels == HEXFOG_RG)
            continue;
        field_must_encode(&field, &encoding, &file);
        float *rgba = read_exr_with_tinyexr(&file, field.width, field.height);
        for (size_t i = 0; i < texels(&field); i++) {
            struct hexfog_value value = { field.level[i], field.g[i] };
            assert_true(rgba[4 * i] == (float)(field.level[i] / encoding.level_scale));
            assert_true(rgba[4 * i + 1] == hexfog_stored_g(&encoding, value));
            assert_true(rgba[4 * i + 2] == 0.0f);
        }
        free(rgba);
        memory_file_free(&file);
    }
    field_free(&field);
}

// zlib cannot shrink the 12 bytes of one texel; a flat field shrinks much.
static void blocks_never_grow(void **state)
{
    (void)state;
    struct field one, flat;
    struct hexfog_encoding encoding;
    struct memory_file file;
    field_make(&one, FIELD_NOISE, 1, 1, 3, 3);
    field_make(&flat, FIELD_FLAT, 64, 64, 3, 3);
    for (int number = 0; encoding_number(&one, number, &encoding); number++) {
        if (encoding.format != HEXFOG_EXR)
            continue;
        field_must_encode(&one, &encoding, &file);
        assert_int_equal(file.length, hexfog_file_bytes_at_most(&encoding));
        memory_file_free(&file);
    }
    encoding = encoding_for(&flat, HEXFOG_EXR);
    field_must_encode(&flat, &encoding, &file);
    assert_true(file.length < hexfog_file_bytes_at_most(&encoding) / 10);
    memory_file_free(&file);
    field_free(&one);
    field_free(&flat);
}

// A level's value cannot be taken for a G: a swap of R and G fails here.
static void r_is_the_level_and_g_is_g(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_FLAT, 8, 1, 3, 1);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file;
        struct exr_image image;
        if (encoding.format != HEXFOG_EXR)
            continue;
        field_must_encode(&field, &encoding, &file);
        read_exr(&image, &file);
        assert_true(image.r[7] == 3.0f / 64.0f);
        assert_true(image.g[7] == 0.5f);
        exr_image_free(&image);
        memory_file_free(&file);
    }
    field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("R is level / level_scale and G is G in every .exr", r_is_the_level_and_g_is_g),
        PROVES("OpenEXR reads every level exactly and every G within the bound, in every encoding",
               openexr_reads_every_texel),
        PROVES("rows of 65536 texels are read back in every encoding", a_wide_row),
        PROVES("a float .exr holds levels to 2^24 - 1", floats_hold_great_levels),
        PROVES("a level_scale of 10 gives every level back", a_scale_of_ten),
        PROVES("tinyexr reads the same values", tinyexr_reads_the_same),
        PROVES("a block that does not shrink is stored raw", blocks_never_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
