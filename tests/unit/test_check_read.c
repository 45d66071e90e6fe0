// SPDX-License-Identifier: MIT
// The readers of .hdr, .exr, .ktx2 and .png, on our files, on hand-made ones and on damaged ones.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "encode_io.h"
#include "planes.h"
#include "scratch.h"
#include "encode/mips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void save(const void *bytes, size_t count, const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void expect_field(const struct field *field, const struct hexfog_encoding *encoding,
                         const struct planes *planes)
{
    assert_int_equal(planes->width, field->width);
    assert_int_equal(planes->height, field->height);
    for (size_t i = 0; i < (size_t)field->width * (size_t)field->height; i++) {
        struct hexfog_value value = { field->level[i], field->g[i] };
        double level = floor((double)planes->r[i] * encoding->level_scale + 0.5);
        if (level != field->level[i])
            fail_msg("%s: texel %zu: level %g, not %d", encoding_name(encoding), i, level,
                     (int)field->level[i]);
        assert_true(planes->g[i] == hexfog_stored_g(encoding, value));
        assert_true(planes->b[i] == 0.0f);
    }
}

static void expect_info(const struct hexfog_encoding *encoding, const struct planes *planes)
{
    char metadata[HEXFOG_METADATA_BYTES];
    hexfog_metadata(encoding, metadata);
    assert_int_equal(planes->info.format, encoding->format);
    assert_int_equal(planes->info.precision, encoding->precision);
    assert_int_equal(planes->info.compression, encoding->compression);
    assert_int_equal(planes->info.channels, encoding->channels ? encoding->channels : HEXFOG_RGB);
    assert_int_equal(planes->info.mip_count,
                     encoding->mipmaps
                         ? hexfog_mip_count(encoding->width_px, encoding->height_px) : 1);
    assert_string_equal(planes->info.notes, "");
    assert_false(planes->info.is_tiled);
    assert_true(planes->info.metadata.is_present && planes->info.metadata.is_valid);
    assert_string_equal(planes->info.metadata.text, metadata);
    assert_true(planes->info.metadata.level_scale == encoding->level_scale);
    assert_int_equal(planes->info.metadata.max_level, encoding->max_level);
    assert_int_equal(planes->info.metadata.metric, encoding->metric);
}

static void expect_all(int32_t width, int32_t height, enum field_kind kind)
{
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, kind, width, height, 60, 7);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file = { 0 };
        field_must_encode(&field, &encoding, &file);
        save(file.bytes, file.length, "texture");
        struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 1 + number % 40);
        assert_int_equal(planes.info.file_bytes, file.length);
        expect_info(&encoding, &planes);
        expect_field(&field, &encoding, &planes);
        planes_free(&planes);
        memory_file_free(&file);
    }
    field_free(&field);
}

static void every_encoding_reads_back(void **state)
{
    (void)state;
    expect_all(75, 41, FIELD_TILES);
    expect_all(75, 41, FIELD_NOISE);
    expect_all(1, 1, FIELD_FLAT);
    expect_all(7, 3, FIELD_EDGES);  // flat scanlines
    expect_all(8, 17, FIELD_EDGES); // the least that has run lengths
}

// Widths from 32768 on have no run lengths; 32767 is the last that has.
static void wide_hdr_reads_back(void **state)
{
    (void)state;
    for (int32_t width = 32767; width <= 32768; width++) {
        struct field field;
        struct memory_file file = { 0 };
        field_make(&field, FIELD_TILES, width, 2, 9, 1);
        struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
        field_must_encode(&field, &encoding, &file);
        save(file.bytes, file.length, "wide.hdr");
        struct planes planes = planes_read("wide.hdr", HEXFOG_DECODER_A, 1);
        expect_field(&field, &encoding, &planes);
        planes_free(&planes);
        memory_file_free(&file);
        field_free(&field);
    }
}

static void rewinding_gives_the_same_rows(void **state)
{
    (void)state;
    static const enum hexfog_format formats[] = { HEXFOG_HDR, HEXFOG_EXR, HEXFOG_KTX2, HEXFOG_PNG };
    for (size_t i = 0; i < 4; i++) {
        struct field field;
        struct memory_file file = { 0 };
        struct hexfog_reader *reader;
        float first[3][50], again[3][50];
        field_make(&field, FIELD_NOISE, 50, 40, 9, 3);
        struct hexfog_encoding encoding = encoding_for(&field, formats[i]);
        field_must_encode(&field, &encoding, &file);
        save(file.bytes, file.length, "texture");
        assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, NULL, &reader, NULL), 0);
        assert_int_equal(hexfog_reader_rows(reader, 1, first[0], first[1], first[2], NULL), 0);
        for (int row = 0; row < 20; row++)
            assert_int_equal(hexfog_reader_rows(reader, 1, again[0], again[1], NULL, NULL), 0);
        assert_memory_not_equal(first[1], again[1], sizeof first[1]);
        hexfog_reader_rewind(reader);
        assert_int_equal(hexfog_reader_rows(reader, 1, again[0], again[1], again[2], NULL), 0);
        assert_memory_equal(first, again, sizeof first);
        struct hexfog_error error = { 0 };
        assert_int_equal(hexfog_reader_rows(reader, 40, first[0], first[1], NULL, &error),
                         HEXFOG_IO);
        assert_non_null(strstr(error.message, "rows"));
        hexfog_reader_free(reader);
        memory_file_free(&file);
        field_free(&field);
    }
}

// .hdr by hand ------------------------------------------------------------

#define HEAD "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n"

static void hdr_is(const void *bytes, size_t count, int32_t width, int32_t height,
                   const uint8_t *pixels)
{
    save(bytes, count, "hand.hdr");
    struct planes planes = planes_read("hand.hdr", HEXFOG_DECODER_A, 1);
    assert_int_equal(planes.width, width);
    assert_int_equal(planes.height, height);
    for (int32_t i = 0; i < width * height; i++) {
        assert_true(planes.r[i] == ldexpf(pixels[4 * i], pixels[4 * i + 3] - 136));
        assert_true(planes.g[i] == ldexpf(pixels[4 * i + 1], pixels[4 * i + 3] - 136));
        assert_true(planes.b[i] == ldexpf(pixels[4 * i + 2], pixels[4 * i + 3] - 136));
    }
    planes_free(&planes);
}

static void old_run_lengths_are_read(void **state)
{
    (void)state;
    static const uint8_t a[4] = { 10, 20, 30, 128 }, b[4] = { 255, 1, 2, 130 };
    static const char text[] = HEAD "-Y 1 +X 300\n"
        "\x0a\x14\x1e\x80" "\x01\x01\x01\x02"              // a, twice more
        "\xff\x01\x02\x82"
        "\x01\x01\x01\x28" "\x01\x01\x01\x01";             // b, 0x128 = 296 times more
    static uint8_t pixels[300][4];
    for (int i = 0; i < 300; i++)
        memcpy(pixels[i], i < 3 ? a : b, 4);
    hdr_is(text, sizeof text - 1, 300, 1, pixels[0]);
}

static void flat_pixels_are_read(void **state)
{
    (void)state;
    static const char text[] = HEAD "-Y 2 +X 3\n"
        "\x01\x02\x03\x80\x04\x05\x06\x81\x02\x02\x00\x03"
        "\x80\x00\x00\x7f\xff\xff\xff\x85\x00\x00\x00\x90";
    static const uint8_t pixels[6][4] = { { 1, 2, 3, 128 },     { 4, 5, 6, 129 },
                                          { 2, 2, 0, 3 },       { 128, 0, 0, 127 },
                                          { 255, 255, 255, 133 }, { 0, 0, 0, 144 } };
    hdr_is(text, sizeof text - 1, 3, 2, pixels[0]);
}

static void new_run_lengths_are_read(void **state)
{
    (void)state;
    static const char text[] = HEAD "-Y 1 +X 9\n" "\x02\x02\x00\x09"
        "\x89\x07"                                    // nine times 7
        "\x03\x01\x02\x03\x86\x09"                    // 1 2 3 and six times 9
        "\x01\x05\x88\x00"                            // 5 and eight times 0
        "\x89\x80";
    static const uint8_t pixels[9][4] = { { 7, 1, 5, 128 }, { 7, 2, 0, 128 }, { 7, 3, 0, 128 },
                                          { 7, 9, 0, 128 }, { 7, 9, 0, 128 }, { 7, 9, 0, 128 },
                                          { 7, 9, 0, 128 }, { 7, 9, 0, 128 }, { 7, 9, 0, 128 } };
    hdr_is(text, sizeof text - 1, 9, 1, pixels[0]);
}

static void the_three_decoders_differ_as_told(void **state)
{
    (void)state;
    static const char text[] = HEAD "-Y 1 +X 2\n" "\x80\x40\x00\x81\x00\x00\x00\x00";
    save(text, sizeof text - 1, "three.hdr");
    struct planes a = planes_read("three.hdr", HEXFOG_DECODER_A, 1);
    struct planes b = planes_read("three.hdr", HEXFOG_DECODER_B, 1);
    struct planes c = planes_read("three.hdr", HEXFOG_DECODER_C, 1);
    assert_true(a.r[0] == 1.0f && a.g[0] == 0.5f && a.b[0] == 0.0f);
    assert_true(b.r[0] == (float)(128 / 255.0 * 2) && b.g[0] == (float)(64 / 255.0 * 2));
    assert_true(c.r[0] == 257.0f / 256 && c.g[0] == 129.0f / 256 && c.b[0] == 1.0f / 256);
    assert_true(a.r[1] == 0.0f && b.r[1] == 0.0f && c.r[1] == 0.0f); // exponent 0 is black
    planes_free(&a);
    planes_free(&b);
    planes_free(&c);
}

static void other_header_lines_are_noted(void **state)
{
    (void)state;
    static const char text[] = "#?RGBE\n# made by hand\nEXPOSURE=2.5\nFORMAT=32-bit_rle_rgbe\n"
                               "SOFTWARE=x\x01y\n\n-Y 1 +X 1\n\x01\x02\x03\x80";
    save(text, sizeof text - 1, "notes.hdr");
    struct planes planes = planes_read("notes.hdr", HEXFOG_DECODER_A, 1);
    assert_string_equal(planes.info.notes, "EXPOSURE=2.5; SOFTWARE=x?y");
    assert_false(planes.info.metadata.is_present);
    planes_free(&planes);
}

// Metadata ----------------------------------------------------------------

static struct hexfog_file_metadata metadata_of(const char *text)
{
    char file[600];
    int length = snprintf(file, sizeof file, "#?RADIANCE\n# hexfog %s\nFORMAT=32-bit_rle_rgbe\n\n"
                          "-Y 1 +X 1\nabcd", text);
    save(file, (size_t)length, "metadata.hdr");
    struct planes planes = planes_read("metadata.hdr", HEXFOG_DECODER_A, 1);
    struct hexfog_file_metadata metadata = planes.info.metadata;
    planes_free(&planes);
    assert_true(metadata.is_present);
    return metadata;
}

static void metadata_is_taken_apart(void **state)
{
    (void)state;
    struct hexfog_file_metadata good =
        metadata_of("version=1 author=me level_scale=0.5 max_level=12 metric=seamless flag");
    assert_true(good.is_valid && good.level_scale == 0.5 && good.max_level == 12 &&
                good.metric == HEXFOG_SEAMLESS);
    static const char *const bad[] = {
        "version=2 level_scale=64 max_level=2 metric=sweep",
        "level_scale=64 max_level=2 metric=sweep",
        "version=1 level_scale=64 max_level=2",
        "version=1 level_scale=sixty max_level=2 metric=sweep",
        "version=1 level_scale=64x max_level=2 metric=sweep",
        "version=1 level_scale=-64 max_level=2 metric=sweep",
        "version=1 level_scale= max_level=2 metric=sweep",
        "version=1 level_scale=64 max_level=2.5 metric=sweep",
        "version=1 level_scale=64 max_level=1e99 metric=sweep",
        "version=1 level_scale=64 max_level=2 metric=swept",
        "version=1 level_scale=64 level_scale=64 max_level=2 metric=sweep",
        "" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (metadata_of(bad[i]).is_valid)
            fail_msg("valid: %s", bad[i]);
    }
}

// Refusals ----------------------------------------------------------------

static void refused(const void *bytes, size_t count, const char *why)
{
    struct hexfog_error error = { 0 };
    save(bytes, count, "bad");
    hexfog_status status = read_all("bad", &error);
    if (status != HEXFOG_IO || !strstr(error.message, why))
        fail_msg("status %d, \"%s\" (expected: %s)", (int)status, error.message, why);
    assert_string_equal(error.file, "bad");
}

#define REFUSED(text, why) refused(text, sizeof text - 1, why)
#define LINES "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"

static void what_is_no_texture_is_refused(void **state)
{
    (void)state;
    struct hexfog_error error = { 0 };
    REFUSED("", "empty");
    REFUSED("hello", "not a texture");
    REFUSED("\xabKTX 20\xbb\r\n\x1a\n", "ends in its header");
    REFUSED("\xabKTX 11\xbb\r\n\x1a\n", "not a texture");
    assert_int_equal(read_all("missing", &error), HEXFOG_IO);
    assert_non_null(strstr(error.message, "No such file"));
    assert_int_equal(read_all(".", &error), HEXFOG_IO);
    assert_non_null(strstr(error.message, "not a regular file"));
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(read_all("pipe", &error), HEXFOG_IO); // and does not wait
}

static void bad_headers_are_refused(void **state)
{
    (void)state;
    REFUSED("#?RADIANCE\n\n-Y 1 +X 1\nabcd", "no line FORMAT");
    REFUSED("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\nabcd", "32-bit_rle_xyze");
    REFUSED(LINES, "ends inside its header");
    REFUSED(LINES "\n", "ends inside its header");
    REFUSED(LINES "\n+Y 1 +X 1\nabcd", "+Y 1 +X 1");
    REFUSED(LINES "\n-Y 1 -X 1\nabcd", "-Y 1 -X 1");
    REFUSED(LINES "\n-Y 1 +X 1 \nabcd", "allowed: -Y height +X width");
    REFUSED(LINES "\n-Y  +X 1\nabcd", "size line");
    REFUSED(LINES "\n-Y 0 +X 1\nabcd", "1 x 0");
    REFUSED(LINES "\n-Y 1 +X 65537\nabcd", "65537 x 1");
    REFUSED(LINES "\n-Y 99999999999999999999 +X 1\nabcd", "allowed: sides");
    char *text = malloc(70000);
    assert_non_null(text);
    memset(text, 'x', 70000);
    memcpy(text, "#?RADIANCE\n", 11);
    refused(text, 70000, "65536 bytes");
    free(text);
}

static void bad_scanlines_are_refused(void **state)
{
    (void)state;
    REFUSED(HEAD "-Y 1 +X 9\n\x02\x02\x00\x08", "own length");
    REFUSED(HEAD "-Y 1 +X 9\n\x02\x02\x00\x09\x8a\x07", "past the end");
    REFUSED(HEAD "-Y 1 +X 9\n\x02\x02\x00\x09\x00\x07", "length 0");
    REFUSED(HEAD "-Y 1 +X 9\n\x02\x02\x00\x09\x89", "ends early");
    REFUSED(HEAD "-Y 1 +X 2\n\x01\x01\x01\x01", "without a pixel");
    REFUSED(HEAD "-Y 1 +X 3\n\x05\x01\x01\x01\x01\x01\x01\x03", "past the end");
    REFUSED(HEAD "-Y 1 +X 3\n\x05\x01\x01\x01" "\x01\x01\x01\x00" "\x01\x01\x01\x00"
            "\x01\x01\x01\x00" "\x01\x01\x01\x00" "\x01\x01\x01\x00", "four digits");
    REFUSED(HEAD "-Y 2 +X 1\nabcd", "row 1: the file ends early");
}

static void limits_are_held(void **state)
{
    (void)state;
    struct hexfog_read_limits memory = { .max_memory_bytes = 1000 }, side = { .max_side_px = 63 };
    static const enum hexfog_format formats[] = { HEXFOG_HDR, HEXFOG_EXR, HEXFOG_PNG };
    for (size_t i = 0; i < 3; i++) {
        struct field field;
        struct memory_file file = { 0 };
        struct hexfog_reader *reader;
        struct hexfog_error error = { 0 };
        field_make(&field, FIELD_NOISE, 64, 64, 9, 3);
        struct hexfog_encoding encoding = encoding_for(&field, formats[i]);
        field_must_encode(&field, &encoding, &file);
        save(file.bytes, file.length, "texture");
        assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, &memory, &reader, &error),
                         HEXFOG_MEMORY);
        assert_non_null(strstr(error.message, "allowed: 1000"));
        assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, &side, &reader, &error),
                         HEXFOG_IO);
        assert_null(reader);
        memory_file_free(&file);
        field_free(&field);
    }
}

// Damage ------------------------------------------------------------------

// Each encoding's file, cut at every `step`-th byte: IO, always.
static void cut_everywhere(int32_t width, int32_t height, size_t step)
{
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_TILES, width, height, 9, 3);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file = { 0 };
        struct hexfog_error error = { 0 };
        field_must_encode(&field, &encoding, &file);
        save(file.bytes, file.length, "cut");
        assert_int_equal(read_all("cut", &error), HEXFOG_OK);
        for (size_t left = (file.length - 1) / step + 1; left > 0; left--) {
            size_t length = (left - 1) * step;
            assert_int_equal(truncate("cut", (off_t)length), 0);
            hexfog_status status = read_all("cut", &error);
            if (status != HEXFOG_IO || error.message[0] == '\0')
                fail_msg("%s, %zu of %zu bytes: status %d", encoding_name(&encoding), length,
                         file.length, (int)status);
        }
        memory_file_free(&file);
    }
    field_free(&field);
}

static void a_cut_file_is_refused(void **state)
{
    (void)state;
    cut_everywhere(5, 3, 1);
    cut_everywhere(40, 37, 64);
}

// A copy with one byte changed, or one in a hundred; in the header, or anywhere.
static void damage(uint8_t *bytes, const struct memory_file *file, long number,
                   struct random *random)
{
    int32_t end = (int32_t)file->length - 1, last = number % 4 < 2 && end > 400 ? 400 : end;
    int32_t changes = number % 2 ? 1 : end / 100 + 1;
    memcpy(bytes, file->bytes, file->length);
    for (int32_t n = 0; n < changes; n++)
        bytes[random_int(random, 0, last)] = (uint8_t)random_bits(random);
}

// Whatever is changed, the reader ends with OK or IO.
// HEXFOG_DAMAGE_COUNT says how many files of each encoding (20).
static void a_damaged_file_does_no_harm(void **state)
{
    (void)state;
    const char *text = getenv("HEXFOG_DAMAGE_COUNT");
    long count = text ? atol(text) : 20;
    struct random random = { 99 };
    struct field field;
    struct hexfog_encoding encoding;
    int64_t refused_count = 0;
    field_make(&field, FIELD_TILES, 40, 37, 9, 3);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file = { 0 };
        field_must_encode(&field, &encoding, &file);
        uint8_t *bytes = malloc(file.length);
        assert_non_null(bytes);
        for (long i = 0; i < count; i++) {
            struct hexfog_error error = { 0 };
            damage(bytes, &file, i, &random);
            save(bytes, file.length, "damaged");
            hexfog_status status = read_all("damaged", &error);
            if (status != HEXFOG_OK && (status != HEXFOG_IO || !error.message[0]))
                fail_msg("%s: status %d, \"%s\"", encoding_name(&encoding), (int)status,
                         error.message);
            refused_count += status == HEXFOG_IO;
        }
        free(bytes);
        memory_file_free(&file);
    }
    field_free(&field);
    assert_true(refused_count > count);
}

static void a_png_with_a_wrong_sum_is_refused(void **state)
{
    (void)state;
    struct field field;
    struct memory_file file = { 0 };
    field_make(&field, FIELD_TILES, 40, 37, 9, 3);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_PNG);
    field_must_encode(&field, &encoding, &file);
    for (size_t at = 8; at < file.length; at++) {
        struct hexfog_error error = { 0 };
        file.bytes[at] ^= 1;
        save(file.bytes, file.length, "sum.png");
        if (read_all("sum.png", &error) != HEXFOG_IO)
            fail_msg("byte %zu changed and nobody saw it", at);
        file.bytes[at] ^= 1;
    }
    memory_file_free(&file);
    field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("every encoding is read back texel for texel", every_encoding_reads_back),
        PROVES_IN_SCRATCH("an .hdr is read on both sides of the greatest run length width",
                          wide_hdr_reads_back),
        PROVES_IN_SCRATCH("a rewound reader gives the same rows", rewinding_gives_the_same_rows),
        PROVES_IN_SCRATCH("flat pixels of an .hdr are read", flat_pixels_are_read),
        PROVES_IN_SCRATCH("old run lengths of an .hdr are read", old_run_lengths_are_read),
        PROVES_IN_SCRATCH("new run lengths of an .hdr are read", new_run_lengths_are_read),
        PROVES_IN_SCRATCH("the three decoders of .hdr differ as told",
                          the_three_decoders_differ_as_told),
        PROVES_IN_SCRATCH("other header lines of an .hdr are noted", other_header_lines_are_noted),
        PROVES_IN_SCRATCH("metadata is taken apart, and refused where it does not read",
                          metadata_is_taken_apart),
        PROVES_IN_SCRATCH("what is no texture is refused", what_is_no_texture_is_refused),
        PROVES_IN_SCRATCH("an .hdr's bad header is refused", bad_headers_are_refused),
        PROVES_IN_SCRATCH("an .hdr's bad scanlines are refused", bad_scanlines_are_refused),
        PROVES_IN_SCRATCH("limits of side and memory are held", limits_are_held),
        PROVES_IN_SCRATCH("a file that is cut anywhere is refused", a_cut_file_is_refused),
        PROVES_IN_SCRATCH("a damaged file is read or refused, no more",
                          a_damaged_file_does_no_harm),
        PROVES_IN_SCRATCH("a .png with any bit changed is refused",
                          a_png_with_a_wrong_sum_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
