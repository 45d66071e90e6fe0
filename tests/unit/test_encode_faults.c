// SPDX-License-Identifier: MIT
// Encoders whose memory or whose disk runs out.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c
#include "prove.h"
#include <string.h>
#include "base/alloc.h"
#include "encode_io.h"

static void each_allocation_fails(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_TILES, 50, 40, 20, 1);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        size_t held = hexfog_allocated_bytes();
        for (size_t nth = 1;; nth++) {
            struct memory_file file = { 0 };
            struct hexfog_error error = { .status = HEXFOG_OK };
            hexfog_fail_allocation(nth);
            hexfog_status status = field_encode(&field, &encoding, &file, &error);
            hexfog_fail_allocation(0);
            memory_file_free(&file);
            assert_int_equal(hexfog_allocated_bytes(), held);
            if (status == HEXFOG_OK) {
                assert_true(nth > 2); // there were some to fail
                break;
            }
            assert_int_equal(status, HEXFOG_MEMORY);
            assert_int_equal(error.status, HEXFOG_MEMORY);
            assert_true(error.message[0] != '\0');
            assert_true(nth < 100);
        }
    }
    field_free(&field);
}

static void writes_fail(bool reserves)
{
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_TILES, 50, 40, 20, 1);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        size_t held = hexfog_allocated_bytes();
        hexfog_status status = HEXFOG_IO;
        for (int nth = 1; status != HEXFOG_OK; nth++) {
            struct memory_file file = { .fail_at = nth, .reserves = reserves };
            struct hexfog_error error = { .status = HEXFOG_OK };
            status = field_encode(&field, &encoding, &file, &error);
            assert_int_equal(hexfog_allocated_bytes(), held);
            if (status != HEXFOG_OK) {
                assert_int_equal(status, HEXFOG_IO);
                assert_string_equal(error.message, "no room");
                assert_int_equal(file.writes, nth); // nothing is written after a failure
            }
            memory_file_free(&file);
        }
    }
    field_free(&field);
}

static void each_write_fails(void **state)
{
    (void)state;
    writes_fail(false);
    writes_fail(true);
}

static void a_reserved_file_is_the_same(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_encoding encoding;
    int reserved = 0;
    field_make(&field, FIELD_TILES, 20011, 18, 20, 1); // several pieces a band
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file plain = { 0 }, file = { .reserves = true };
        struct hexfog_error error;
        assert_int_equal(field_encode(&field, &encoding, &plain, &error), HEXFOG_OK);
        assert_int_equal(field_encode(&field, &encoding, &file, &error), HEXFOG_OK);
        assert_int_equal(file.length, plain.length);
        assert_memory_equal(file.bytes, plain.bytes, plain.length);
        reserved += file.is_reserved;
        memory_file_free(&plain);
        memory_file_free(&file);
    }
    assert_int_equal(reserved, 4 + 10); // .exr without compression, all .ktx2
    field_free(&field);
}

static void a_hasher_without_memory(void **state)
{
    (void)state;
    struct field field = { .width = 100, .height = 1 };
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_HDR);
    size_t held = hexfog_allocated_bytes();
    hexfog_status status = HEXFOG_MEMORY;
    for (size_t nth = 1; status != HEXFOG_OK; nth++) {
        struct hexfog_hasher *hasher;
        struct hexfog_error error;
        hexfog_fail_allocation(nth);
        status = hexfog_hasher_make(&encoding, 4, &hasher, &error);
        hexfog_fail_allocation(0);
        assert_true(status == HEXFOG_OK || status == HEXFOG_MEMORY);
        assert_true((status == HEXFOG_OK) == (hasher != NULL));
        hexfog_hasher_free(hasher);
        assert_int_equal(hexfog_allocated_bytes(), held);
    }
    hexfog_hasher_free(NULL);
}

static void a_limit_is_kept(void **state)
{
    (void)state;
    struct field field;
    struct hexfog_encoding encoding;
    field_make(&field, FIELD_TILES, 200, 200, 20, 1);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        struct memory_file file = { .reserves = true };
        struct hexfog_error error;
        size_t held = hexfog_allocated_bytes();
        size_t said = (size_t)hexfog_encoder_memory_bytes(&encoding, 3);
        hexfog_set_memory_limit(held + said + 4096);
        assert_int_equal(field_encode(&field, &encoding, &file, &error), HEXFOG_OK);
        memory_file_free(&file);
        hexfog_set_memory_limit(held + 1000);
        assert_int_equal(field_encode(&field, &encoding, &file, &error), HEXFOG_MEMORY);
        hexfog_set_memory_limit(0);
        assert_int_equal(file.length, 0);
    }
    field_free(&field);
}

static void memory_does_not_grow_with_height(void **state)
{
    (void)state;
    struct field low = { .width = 1000, .height = 100 }, high = { .width = 1000, .height = 60000 };
    struct hexfog_encoding encoding;
    for (int number = 0; encoding_number(&low, number, &encoding); number++) {
        if (encoding.encoder == HEXFOG_REFERENCE || encoding.format == HEXFOG_PNG)
            continue;
        uint64_t few = hexfog_encoder_memory_bytes(&encoding, 2);
        encoding.height_px = high.height;
        uint64_t many = hexfog_encoder_memory_bytes(&encoding, 2);
        assert_true(many - few <= 8 * (uint64_t)high.height);
        if (encoding.format == HEXFOG_HDR)
            assert_int_equal(many, few);
    }
}

static void a_level_is_not_clamped(void **state)
{
    (void)state;
    struct field field = { .width = 4, .height = 4, .max_level = 256 };
    struct hexfog_encoding encoding = encoding_for(&field, HEXFOG_PNG);
    struct memory_file file = { 0 };
    struct hexfog_error error;
    assert_int_equal(field_encode(&field, &encoding, &file, &error), HEXFOG_INPUT);
    assert_non_null(strstr(error.message, "256"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("every allocation of every encoder may fail: status memory, nothing leaks",
               each_allocation_fails),
        PROVES("every write of every encoder may fail: its status comes out, nothing leaks",
               each_write_fails),
        PROVES("every allocation of a hasher may fail", a_hasher_without_memory),
        PROVES("an encoder keeps to the memory that it says it holds", a_limit_is_kept),
        PROVES("a stream's memory grows by no more than 8 bytes a row of height",
               memory_does_not_grow_with_height),
        PROVES("an encoder is not made for a level that it cannot hold", a_level_is_not_clamped),
        PROVES("a byte sink that reserves gets the same file, every byte of it",
               a_reserved_file_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
