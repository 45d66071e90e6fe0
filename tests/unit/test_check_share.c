// SPDX-License-Identifier: MIT
// Readers with several callers at once: every kind of file, ours and others', whole and damaged.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/workers.h"
#include "check/texture_hash.h"
#include "encode_io.h"
#include "foreign_exr.h"
#include "planes.h"
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 5, WIDTH = 67, HEIGHT = 301 };

struct shared_reading {
    struct hexfog_reader *reader;
    struct planes planes;
    int32_t rows_at_once;
};

static hexfog_status read_job(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    struct shared_reading *reading = context;
    struct planes *planes = &reading->planes;
    int32_t first = (int32_t)job * reading->rows_at_once, left = planes->height - first;
    size_t at = (size_t)first * (size_t)planes->width;
    (void)worker;
    return hexfog_reader_rows_at(reading->reader, first,
                                 left < reading->rows_at_once ? left : reading->rows_at_once,
                                 planes->r + at, planes->g + at,
                                 job % 3 ? planes->b + at : NULL, error);
}

static hexfog_status end_job(void *context, int worker, int64_t job, struct hexfog_error *error)
{
    (void)context, (void)worker, (void)job, (void)error;
    return HEXFOG_OK;
}

// All rows by THREADS threads, with room for `callers` of them.
static hexfog_status read_shared(const char *path, int callers, int32_t rows_at_once,
                                 struct planes *planes, struct hexfog_error *error)
{
    struct shared_reading reading = { .rows_at_once = rows_at_once };
    assert_int_equal(hexfog_reader_open(path, HEXFOG_DECODER_A, NULL, &reading.reader, error), 0);
    const struct hexfog_texture_info *info = hexfog_reader_info(reading.reader);
    reading.planes = planes_blank(info->width_px, info->height_px);
    struct hexfog_ordered_jobs jobs = {
        &reading, (info->height_px + rows_at_once - 1) / rows_at_once, THREADS, read_job, end_job
    };
    hexfog_reader_share(reading.reader, callers, rows_at_once);
    hexfog_status status = hexfog_run_ordered(&jobs, error);
    hexfog_reader_free(reading.reader);
    *planes = reading.planes;
    return status;
}

static void expect_same(const char *path, int callers, int32_t rows_at_once)
{
    struct planes one = planes_read(path, HEXFOG_DECODER_A, 3), many;
    size_t bytes = (size_t)one.width * (size_t)one.height * sizeof(float);
    struct hexfog_error error = { 0 };
    if (read_shared(path, callers, rows_at_once, &many, &error) != HEXFOG_OK)
        fail_msg("%s, %d callers: %s", path, callers, error.message);
    assert_memory_equal(one.r, many.r, bytes);
    assert_memory_equal(one.g, many.g, bytes);
    for (int32_t row = 0; row < one.height; row++) { // B was not asked of every third job
        size_t at = (size_t)row * (size_t)one.width;
        if (row / rows_at_once % 3)
            assert_memory_equal(one.b + at, many.b + at, (size_t)one.width * sizeof(float));
    }
    planes_free(&one);
    planes_free(&many);
}

static void put_encoding(const struct field *field, const struct hexfog_encoding *encoding)
{
    struct memory_file file = { 0 };
    field_must_encode(field, encoding, &file);
    FILE *out = fopen("texture", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.bytes, 1, file.length, out), file.length);
    assert_int_equal(fclose(out), 0);
    memory_file_free(&file);
}

static void every_encoding_is_shared(void **state)
{
    (void)state;
    static const int32_t rows[] = { 1, 7, 16, 40, HEIGHT };
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_NOISE, WIDTH, HEIGHT, 60, 7);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        put_encoding(&field, &encoding);
        expect_same("texture", THREADS, rows[number % 5]);
        expect_same("texture", 1 + number % 3, 16);
    }
    field_free(&field);
}

static void others_files_are_shared(void **state)
{
    (void)state;
    static const int32_t tiles[][2] = { { 0, 0 }, { 32, 20 }, { 99, 400 } };
    struct planes planes = planes_blank(WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        planes.r[i] = (float)(i % 9) / 64;
        planes.g[i] = (float)(i % 1021) / 1024;
        planes.b[i] = (float)(i % 7);
    }
    for (int compression = 0; compression <= 6; compression++) {
        for (int kind = 0; kind < (compression <= 4 ? 3 : 1); kind++) {
            struct foreign_exr image = {
                .width = WIDTH, .height = HEIGHT, .y_min = -5, .compression = compression,
                .tile_width = tiles[kind][0], .tile_height = tiles[kind][1], .channel_count = 4,
                .channels = { { "A", true, planes.r }, { "B", kind == 1, planes.b },
                              { "G", true, planes.g }, { "R", false, planes.r } }
            };
            foreign_exr_write(&image, "foreign.exr");
            expect_same("foreign.exr", THREADS, 16);
            expect_same("foreign.exr", 2, 7);
        }
    }
    planes_free(&planes);
}

// The file ends in its texels: the first row that is not there is the one that is told.
static void failures_let_the_others_go(void **state)
{
    (void)state;
    static const enum hexfog_format formats[] = { HEXFOG_HDR, HEXFOG_EXR, HEXFOG_KTX2 };
    for (size_t i = 0; i < 3; i++) {
        struct field field;
        struct planes planes;
        struct hexfog_error first = { 0 }, again = { 0 };
        field_make(&field, FIELD_NOISE, WIDTH, HEIGHT, 60, 7);
        struct hexfog_encoding encoding = encoding_for(&field, formats[i]);
        put_encoding(&field, &encoding);
        FILE *file = fopen("texture", "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, 30000, SEEK_SET), 0);
        static char junk[3000];
        memset(junk, formats[i] == HEXFOG_HDR ? 0 : 0x5a, sizeof junk);
        assert_int_equal(fwrite(junk, 1, sizeof junk, file), sizeof junk);
        assert_int_equal(fclose(file), 0);
        bool may_read = formats[i] == HEXFOG_KTX2; // any bits are texels there
        for (int callers = 1; callers <= THREADS; callers++) {
            struct hexfog_error *error = callers == 1 ? &first : &again;
            hexfog_status status = read_shared("texture", callers, 4, &planes, error);
            assert_int_equal(status, may_read ? HEXFOG_OK : HEXFOG_IO);
            planes_free(&planes);
            if (callers > 1)
                assert_string_equal(first.message, again.message);
        }
        assert_true(may_read || strstr(first.message, "row "));
        assert_null(strstr(first.message, "before"));
        field_free(&field);
    }
}

static void put_bytes(const uint8_t *bytes, size_t count)
{
    FILE *out = fopen("damaged", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
}

static hexfog_status hash_damaged(int threads, char hex[65], struct hexfog_error *error)
{
    struct hexfog_texture_hash_options options = { .level_scale = 64, .threads = threads };
    *error = (struct hexfog_error){ 0 };
    return hexfog_texture_hash("damaged", &options, hex, error);
}

// Changes some bits, of every fourth file also cuts the end off. True where it has no hash.
static bool damage(const struct memory_file *file, int number, uint64_t *random)
{
    struct hexfog_error errors[2];
    char hexes[2][65];
    uint8_t *bytes = malloc(file->length);
    assert_non_null(bytes);
    memcpy(bytes, file->bytes, file->length);
    for (int changes = 1 + number % 5; changes > 0; changes--) {
        *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
        bytes[(*random >> 33) % file->length] ^= (uint8_t)(1U << (*random >> 20) % 8);
    }
    put_bytes(bytes, number % 4 ? file->length : file->length - (size_t)((*random >> 40) % 2000));
    free(bytes);
    hexfog_status status = hash_damaged(1, hexes[0], &errors[0]);
    assert_int_equal(hash_damaged(3, hexes[1], &errors[1]), status);
    assert_string_equal(errors[0].message, errors[1].message);
    assert_string_equal(hexes[0], hexes[1]);
    return status != HEXFOG_OK;
}

// Files of several strips: what one thread makes of a damaged one, three make of it too.
static void damage_is_one_for_all_threads(void **state)
{
    (void)state;
    static const enum hexfog_format formats[] = { HEXFOG_HDR, HEXFOG_EXR, HEXFOG_KTX2 };
    uint64_t random = 9;
    for (size_t i = 0; i < 3; i++) {
        struct field field;
        struct memory_file file = { 0 };
        int failures = 0;
        field_make(&field, FIELD_TILES, 64, 3000, 60, 7);
        struct hexfog_encoding encoding = encoding_for(&field, formats[i]);
        field_must_encode(&field, &encoding, &file);
        for (int number = 0; number < 50; number++)
            failures += damage(&file, number, &random);
        assert_in_range(failures, 10, 50);
        memory_file_free(&file);
        field_free(&field);
    }
}

static void a_turn_comes_once(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_reader *reader;
    struct hexfog_error error = { 0 };
    float r[2 * WIDTH], g[2 * WIDTH];
    field_make(&field, FIELD_NOISE, WIDTH, HEIGHT, 60, 7);
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
    put_encoding(&field, &encoding);
    assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, NULL, &reader, NULL), 0);
    assert_int_equal(hexfog_reader_rows_at(reader, 0, 2, r, g, NULL, &error), HEXFOG_OK);
    assert_int_equal(hexfog_reader_rows_at(reader, 1, 1, r, g, NULL, &error), HEXFOG_IO);
    assert_int_equal(hexfog_reader_rows_at(reader, HEIGHT, 1, r, g, NULL, &error), HEXFOG_IO);
    assert_int_equal(hexfog_reader_rows_at(reader, -1, 1, r, g, NULL, &error), HEXFOG_IO);
    hexfog_reader_rewind(reader);
    assert_int_equal(hexfog_reader_rows_at(reader, 0, 1, r, g, NULL, &error), HEXFOG_OK);
    hexfog_reader_free(reader);
    field_free(&field);
}

// A limit that the file itself fits into leaves the others waiting, not without.
static void little_memory_is_shared_too(void **state)
{
    (void)state;
    struct field field;
    struct planes planes;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_TILES, WIDTH, HEIGHT, 60, 7);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        put_encoding(&field, &encoding);
        struct hexfog_error error = { 0 };
        struct hexfog_reader *reader;
        assert_int_equal(hexfog_reader_open("texture", HEXFOG_DECODER_A, NULL, &reader, &error),
                         0);
        planes = planes_blank(WIDTH, HEIGHT);
        size_t held = hexfog_allocated_bytes();
        hexfog_set_memory_limit(held);
        hexfog_reader_share(reader, THREADS, 16);
        assert_int_equal(hexfog_allocated_bytes(), held);
        hexfog_set_memory_limit(0);
        assert_int_equal(hexfog_reader_rows_at(reader, 0, 16, planes.r, planes.g, NULL, &error),
                         HEXFOG_OK);
        hexfog_reader_free(reader);
        planes_free(&planes);
    }
    field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("five threads read of every encoding what one reads",
                          every_encoding_is_shared),
        PROVES_IN_SCRATCH("so they do of other programs' .exr files", others_files_are_shared),
        PROVES_IN_SCRATCH("damage ends the reading with one message, however many read",
                          failures_let_the_others_go),
        PROVES_IN_SCRATCH("a damaged file has one hash or one message for all numbers of threads",
                          damage_is_one_for_all_threads),
        PROVES_IN_SCRATCH("rows whose turn is gone are refused, and come again after a rewind",
                          a_turn_comes_once),
        PROVES_IN_SCRATCH("without memory for more callers one goes on",
                          little_memory_is_shared_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
