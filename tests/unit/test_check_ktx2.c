// SPDX-License-Identifier: MIT
// .ktx2 files as they are read and verified: good ones, strangers', damaged and hostile ones.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/fogmaps.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "fogmaps.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void save(const void *bytes, size_t count)
{
    FILE *file = fopen("texture", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

// 9 x 6 texels of halves with a mip chain of 4.
static struct memory_file small_file(bool mipmaps)
{
    struct field field;
    struct memory_file file;
    field_make(&field, FIELD_TILES, 9, 6, 20, 1);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_KTX2);
    encoding.mipmaps = mipmaps;
    field_must_encode(&field, &encoding, &file);
    field_free(&field);
    return file;
}

// Refused headers ---------------------------------------------------------

static void refuses(const struct memory_file *file, const char *why)
{
    struct hexfog_error error = { 0 };
    save(file->bytes, file->length);
    hexfog_status status = read_all("texture", &error);
    if (status != HEXFOG_IO || !strstr(error.message, why))
        fail_msg("status %d, \"%s\" (expected: %s)", (int)status, error.message, why);
}

// A word of the file is changed.
static void with_word(size_t at, uint32_t value, const char *why)
{
    struct memory_file file = small_file(true);
    put_u32(file.bytes + at, value);
    refuses(&file, why);
    memory_file_free(&file);
}

static void other_kinds_are_named(void **state)
{
    (void)state;
    with_word(12, 0, "vkFormat) is 0 (allowed: 83");
    with_word(12, 37, "vkFormat) is 37");
    with_word(16, 1, "typeSize is 1 (vkFormat 83 has 2)");
    with_word(20, 0, "0 x 6 (allowed: sides of 1");
    with_word(20, 0xffffffff, "(allowed: sides of 1 to 65536)");
    with_word(24, 0, "9 x 0");
    with_word(28, 1, "depth of 1");
    with_word(32, 2, "array of 2");
    with_word(36, 6, "6 faces");
    with_word(40, 5, "5 mip levels (allowed for 9 x 6: at most 4)");
    with_word(40, 0xffffffff, "mip levels");
    with_word(44, 1, "supercompression 1 (BasisLZ) is not read");
    with_word(44, 2, "supercompression 2 (Zstandard)");
    with_word(44, 3, "supercompression 3 (ZLIB)");
    with_word(44, 77, "supercompression 77 (unknown)");
    with_word(64, 80, "supercompression global data of 0 bytes at 80 (allowed without");
    with_word(68, 1, "supercompression global data of 0 bytes at 4294967296");
    with_word(72, 16, "supercompression global data of 16 bytes at 0");
    with_word(76, 0x80000000, "supercompression global data of 9223372036854775808 bytes at 0");
}

static void hostile_offsets_are_refused(void **state)
{
    (void)state;
    for (size_t mip = 0; mip < 4; mip++) {
        size_t entry = 80 + 24 * mip;
        with_word(entry, 0, "begins at byte 0");
        with_word(entry, 100, "begins at byte 100");   // in the index itself
        with_word(entry, 0xfffffff0, "needs");
        with_word(entry + 4, 0xffffffff, "needs");     // the sum would wrap
        with_word(entry + 8, 3, "3 bytes");
        with_word(entry + 12, 0xffffffff, "its texels need");
        with_word(entry + 16, 0, "0 uncompressed");
    }
    with_word(48, 0xfffffff0, "data format descriptor");
    with_word(52, 0xfffffff0, "data format descriptor");
    with_word(52, 4, "data format descriptor has 4 bytes");
    with_word(52, 64, "says 60 bytes");
    with_word(56, 0xfffffff0, "ends in its key/value data");
    with_word(60, 0x10000000, "268435456 bytes (allowed: 65536)");
    with_word(60, 3, "damaged at its byte 0");
}

static void damaged_pairs_are_refused(void **state)
{
    (void)state;
    size_t pairs = 80 + 24 * 4 + 60;
    with_word(pairs, 0, "damaged at its byte 0");
    with_word(pairs, 0xffffffff, "damaged at its byte 0");
    with_word(pairs, 14, "damaged at its byte 0"); // the key does not end in it
    with_word(pairs + 24, 5000, "damaged at its byte 24");
    struct memory_file file = small_file(true);
    // "KTXorientation" becomes a second "hexfog" of the same length.
    memcpy(file.bytes + pairs + 4, "hexfog\0version", 15);
    refuses(&file, "hexfog stands twice");
    memory_file_free(&file);
}

// Strangers' files ----------------------------------------------------------

static void no_metadata_is_no_error(void **state)
{
    (void)state;
    struct memory_file file = small_file(false);
    put_u32(file.bytes + 60, 0);
    put_u32(file.bytes + 40, 0); // one mip level, the others for the loader to make
    save(file.bytes, file.length);
    struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 2);
    assert_false(planes.info.metadata.is_present);
    assert_int_equal(planes.info.mip_count, 1);
    planes_free(&planes);
    memory_file_free(&file);
}

static void other_orientations_and_curves_are_told(void **state)
{
    (void)state;
    struct memory_file file = small_file(false);
    size_t descriptor = 80 + 24, pairs = descriptor + 60;
    file.bytes[pairs + 4 + 16] = 'u';
    file.bytes[descriptor + 14] = 2;
    save(file.bytes, file.length);
    struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 6);
    assert_string_equal(planes.info.notes, "transferFunction=2, KTXorientation=ru");
    planes_free(&planes);
    memory_file_free(&file);
}

// R, G, B, A of one texel, as halves and as floats; the third plane is B, and A is left.
static void four_channels_are_read(void **state)
{
    (void)state;
    static const uint8_t halves[] = { 0, 0x38, 0, 0xbc, 0, 0x7c, 1, 0 };
    static const uint32_t floats[4] = { 0x3f000000, 0xbf800000, 0x7f800000, 0x40400000 };
    for (int is_float = 0; is_float < 2; is_float++) {
        uint8_t bytes[80 + 24 + 28 + 16] = "\xabKTX 20\xbb\r\n\x1a\n";
        const uint32_t words[] = { is_float ? 109 : 97, is_float ? 4 : 2, 1, 1, 0, 0, 1, 1, 0,
                                   104, 28, 0, 0, 0, 0, 0, 0,
                                   132, 0, is_float ? 16 : 8, 0, is_float ? 16 : 8, 0,
                                   28, 0, 0, 1 | 1 << 16, 0, 0, 0 };
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            put_u32(bytes + 12 + 4 * i, words[i]);
        memcpy(bytes + 132, halves, sizeof halves);
        for (size_t i = 0; i < 4 && is_float; i++)
            put_u32(bytes + 132 + 4 * i, floats[i]);
        save(bytes, is_float ? 148 : 140);
        struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 1);
        assert_string_equal(planes.info.channel_names, "R,G,B,A");
        assert_int_equal(planes.info.channels, HEXFOG_CHANNELS_DEFAULT);
        assert_true(planes.r[0] == 0.5f && planes.g[0] == -1.0f && isinf(planes.b[0]));
        planes_free(&planes);
    }
}

// Every half, by its definition; NaN stays NaN.
static void every_half_is_decoded(void **state)
{
    (void)state;
    struct memory_file file = small_file(false);
    uint8_t *texels = file.bytes + file.length - 9 * 6 * 4;
    for (uint32_t half = 0; half < 65536; half += 2 * 9 * 6) {
        for (uint32_t i = 0; i < 2 * 9 * 6; i++) {
            texels[2 * i] = (uint8_t)(half + i);
            texels[2 * i + 1] = (uint8_t)((half + i) >> 8);
        }
        save(file.bytes, file.length);
        struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 6);
        for (uint32_t i = 0; i < 2 * 9 * 6; i++) {
            uint32_t bits = (half + i) & 65535, fraction = bits & 1023;
            int exponent = (int)(bits >> 10 & 31);
            double want = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                          : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                         : ldexp(fraction, -24);
            float got = i % 2 ? planes.g[i / 2] : planes.r[i / 2];
            want = bits >> 15 ? -want : want;
            assert_true(isnan(want) ? isnan(got) : (double)got == want);
        }
        planes_free(&planes);
    }
    memory_file_free(&file);
}

// Mip levels ------------------------------------------------------------------

static void mip_rows_come_in_any_order(void **state)
{
    (void)state;
    struct memory_file file = small_file(true);
    struct hexfog_error error = { 0 };
    struct hexfog_reader *reader;
    float r[9], g[9], b[9], again[9];
    save(file.bytes, file.length);
    assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, NULL, &reader, &error), 0);
    assert_int_equal(hexfog_reader_info(reader)->mip_count, 4);
    assert_int_equal(hexfog_reader_rows(reader, 1, r, g, b, &error), 0);
    assert_int_equal(hexfog_reader_mip_row(reader, 3, 0, r, g, NULL, &error), 0);
    assert_int_equal(hexfog_reader_mip_row(reader, 1, 2, r, g, b, &error), 0);
    assert_int_equal(hexfog_reader_mip_row(reader, 1, 0, again, g, b, &error), 0);
    assert_int_equal(hexfog_reader_mip_row(reader, 1, 2, again, g, b, &error), 0);
    assert_memory_equal(r, again, 4 * sizeof *r);
    static const int outside[][2] = { { 0, 0 }, { 4, 0 }, { -1, 0 }, { 1, 3 }, { 1, -1 },
                                      { 3, 1 } };
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        assert_int_equal(hexfog_reader_mip_row(reader, outside[i][0], outside[i][1], r, g, b,
                                               &error), HEXFOG_IO);
    for (int row = 1; row < 6; row++) // the texture's own rows go on where they were
        assert_int_equal(hexfog_reader_rows(reader, 1, r, g, b, &error), 0);
    assert_int_equal(hexfog_reader_rows(reader, 1, r, g, b, &error), HEXFOG_IO);
    hexfog_reader_free(reader);
    memory_file_free(&file);
}

// Verify ----------------------------------------------------------------------

static struct board board;
static struct fogmap_verdict verdict;

static struct hexfog_encoding expected(enum hexfog_precision precision, bool mipmaps)
{
    char path[] = "x.ktx2";
    struct hexfog_output output = { .path = path, .format = HEXFOG_KTX2, .precision = precision,
                                    .mipmaps = mipmaps };
    struct hexfog_encoding encoding;
    struct hexfog_diagnostics diagnostics = { 0 };
    assert_int_equal(hexfog_encoding_make(board.map, &board.description, &output, true, &encoding,
                                          &diagnostics), HEXFOG_OK);
    return encoding;
}

static void fails_with(const struct hexfog_encoding *encoding, const char *ids)
{
    fogmap_verify(&board, encoding, "texture", HEXFOG_DECODER_A, &verdict);
    if (strcmp(verdict.failed, ids) != 0)
        fail_msg("failed \"%s\", expected \"%s\"", verdict.failed, ids);
}

static void good_files_pass(void **state)
{
    (void)state;
    static const enum hexfog_precision precisions[] = { HEXFOG_RGB9E5, HEXFOG_HALF, HEXFOG_FLOAT };
    for (int i = 0; i < 12; i++) {
        fogmap_board(&board, i % 2 ? HEXFOG_SWEEP : HEXFOG_SEAMLESS, i / 6 ? "10" : "\"auto\"");
        struct field field = fogmap_field(&board);
        struct hexfog_encoding encoding = expected(precisions[i / 2 % 3], true);
        fogmap_write(&field, &encoding, "texture");
        fails_with(&encoding, "");
        // All of 45 x 35, 22 x 17, 11 x 8, 5 x 4, 2 x 2, 1 x 1.
        assert_int_equal(verdict.findings.mips.texel_count,
                         45 * 35 + 22 * 17 + 11 * 8 + 5 * 4 + 2 * 2 + 1);
        assert_true(verdict.findings.mips.max_f_error > 0);
        field_free(&field);
        board_free(&board);
    }
}

// One byte of each mip level's last texel at a time: what G is there is off by a step or more.
static void each_mip_level_is_compared(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SEAMLESS, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = expected(HEXFOG_FLOAT, true);
    struct memory_file file;
    field_must_encode(&field, &encoding, &file);
    for (int mip = 1; mip < 7; mip++) {
        uint8_t *entry = file.bytes + 80 + 24 * mip;
        size_t offset = (size_t)entry[0] | (size_t)entry[1] << 8 | (size_t)entry[2] << 16;
        size_t bytes = (size_t)entry[8] | (size_t)entry[9] << 8 | (size_t)entry[10] << 16;
        uint8_t *third_of_g = file.bytes + offset + bytes - 2;
        *third_of_g ^= 0x10;
        save(file.bytes, file.length);
        fails_with(&encoding, "cpu.mips");
        assert_int_equal(verdict.findings.mips.wrong_count, 1);
        assert_int_equal(verdict.findings.mips.worst_mip, mip);
        *third_of_g ^= 0x10;
    }
    // A NaN is never right.
    memset(file.bytes + file.length - 90 * 70 * 8 - 8, 0xff, 8);
    save(file.bytes, file.length);
    fails_with(&encoding, "cpu.mips");
    memory_file_free(&file);
    field_free(&field);
    board_free(&board);
}

static void what_the_file_should_be_is_compared(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding half = expected(HEXFOG_HALF, false), chain = expected(HEXFOG_HALF, true);
    struct hexfog_encoding shared = expected(HEXFOG_RGB9E5, false), rgb = half;
    rgb.channels = HEXFOG_RGB;
    fogmap_write(&field, &half, "texture");
    fails_with(&half, "");
    fails_with(&chain, "cpu.mip_count");
    fails_with(&rgb, "cpu.channels");
    fails_with(&shared, "cpu.precision");
    fogmap_write(&field, &chain, "texture");
    fails_with(&half, "cpu.mip_count");
    fogmap_write(&field, &shared, "texture");
    fails_with(&shared, "");
    // G of rgb9e5 is too coarse for a half.
    fogmap_verify(&board, &half, "texture", HEXFOG_DECODER_A, &verdict);
    assert_non_null(strstr(verdict.failed, "cpu.precision"));
    assert_non_null(strstr(verdict.failed, "cpu.g"));
    assert_int_equal(verdict.likely, HEXFOG_LIKELY_PRECISION);
    field_free(&field);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("compressed, layered, cubic files and other pixels are named",
                          other_kinds_are_named),
        PROVES_IN_SCRATCH("offsets and sizes beyond the file are refused",
                          hostile_offsets_are_refused),
        PROVES_IN_SCRATCH("damaged key/value data is refused", damaged_pairs_are_refused),
        PROVES_IN_SCRATCH("a file without metadata is read", no_metadata_is_no_error),
        PROVES_IN_SCRATCH("another orientation and a colour curve are told",
                          other_orientations_and_curves_are_told),
        PROVES_IN_SCRATCH("files with four channels are read", four_channels_are_read),
        PROVES_IN_SCRATCH("every half is decoded", every_half_is_decoded),
        PROVES_IN_SCRATCH("rows of mip levels come in any order", mip_rows_come_in_any_order),
        PROVES_IN_SCRATCH("good files pass verify with all their mip levels", good_files_pass),
        PROVES_IN_SCRATCH("a wrong texel of any mip level is found", each_mip_level_is_compared),
        PROVES_IN_SCRATCH("verify holds mip count, channels and precision",
                          what_the_file_should_be_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
