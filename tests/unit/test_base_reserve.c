// SPDX-License-Identifier: MIT
// SOURCES: tests/faults.c tests/unit/scratch.c
//
// Replacements whose size is known beforehand: bytes at their places, in any order.
#include "prove.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../faults.h"
#include "base/file.h"
#include "scratch.h"

enum { PIECE_BYTES = 7001, PIECES = 200, TEXT_BYTES = PIECE_BYTES * PIECES };

static char text[TEXT_BYTES + 1];
static int reserved; // calls of fallocate in the last replacement

static const struct hexfog_file_options plain;

// The last piece first, as workers may come.
static hexfog_status fill(struct hexfog_replacement *file, struct hexfog_error *error)
{
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    hexfog_status status = sink.reserve(sink.context, TEXT_BYTES, error);
    for (size_t left = TEXT_BYTES; left > 0 && status == HEXFOG_OK; left -= PIECE_BYTES)
        status = sink.write_at(sink.context, left - PIECE_BYTES, text + left - PIECE_BYTES,
                               PIECE_BYTES, error);
    if (status == HEXFOG_OK)
        status = hexfog_replacement_close(file, error);
    return status == HEXFOG_OK ? hexfog_replacement_commit(file, error) : status;
}

static void make_text(void)
{
    for (size_t i = 0; i < TEXT_BYTES; i++)
        text[i] = (char)('a' + (i * 2654435761U >> 24) % 26);
}

static hexfog_status replace_under(const char *fault, struct hexfog_error *error)
{
    struct hexfog_replacement *file;
    make_text();
    scratch_put("a.exr", "old");
    assert_int_equal(hexfog_replacement_open("a.exr", &plain, &file, error), HEXFOG_OK);
    faults_arm(fault, scratch_path());
    hexfog_status status = fill(file, error);
    reserved = faults_count("fallocate");
    faults_arm("", "");
    hexfog_replacement_free(file);
    assert_int_equal(scratch_entry_count(), 1);
    return status;
}

static void no_room_is_known_at_once(void **state)
{
    (void)state;
    static const struct { const char *fault, *reason; } faults[] = {
        {"fallocate:1:ENOSPC", "No space left on device"},
        {"fallocate:1:EDQUOT", "Disk quota exceeded"},
        {"fallocate:1:EFBIG", "File too large"},
        {"fallocate:1:EIO", "Input/output error"},
        {"pwrite:100:ENOSPC", "No space left on device"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct hexfog_error error = {0};
        char message[200];
        snprintf(message, sizeof message, "cannot write a.exr: %s", faults[i].reason);
        assert_int_equal(replace_under(faults[i].fault, &error), HEXFOG_IO);
        assert_string_equal(error.message, message);
        assert_int_equal(reserved, 1);
        scratch_holds("a.exr", "old");
    }
}

static void what_cannot_be_reserved_is_written(void **state)
{
    (void)state;
    static const char *const faults[] = {
        "", "fallocate:1:EINTR", "fallocate:1+:ENOTSUP", "fallocate:1+:ENOSYS",
        "fallocate:1+:ENOTSUP,pwrite:3:short,pwrite:9:EINTR"
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct hexfog_error error = {0};
        assert_int_equal(replace_under(faults[i], &error), HEXFOG_OK);
        scratch_holds("a.exr", text);
    }
}

struct crew {
    struct hexfog_byte_sink sink;
    int index, count;
    hexfog_status status;
    struct hexfog_error error;
};

static void *write_share(void *context)
{
    struct crew *crew = context;
    for (int i = crew->index; i < PIECES; i += crew->count) {
        size_t at = (size_t)i * PIECE_BYTES;
        hexfog_status status = crew->sink.write_at(crew->sink.context, at, text + at, PIECE_BYTES,
                                                   &crew->error);
        if (status != HEXFOG_OK)
            crew->status = status;
    }
    return NULL;
}

static void threads_write_side_by_side(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    for (int fails = 0; fails < 2; fails++) {
        struct hexfog_replacement *file;
        struct hexfog_error error = {0};
        pthread_t threads[THREADS];
        struct crew crews[THREADS];
        bool failed = false;
        make_text();
        scratch_put("a", "old");
        assert_int_equal(hexfog_replacement_open("a", &plain, &file, &error), HEXFOG_OK);
        struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
        assert_int_equal(sink.reserve(sink.context, TEXT_BYTES, &error), HEXFOG_OK);
        faults_arm(fails ? "pwrite:100+:ENOSPC" : "", scratch_path());
        for (int i = 0; i < THREADS; i++) {
            crews[i] = (struct crew){.sink = sink, .index = i, .count = THREADS};
            assert_int_equal(pthread_create(&threads[i], NULL, write_share, &crews[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            failed = failed || crews[i].status == HEXFOG_IO;
        }
        faults_arm("", "");
        assert_int_equal(failed, fails);
        assert_int_equal(hexfog_replacement_commit(file, &error), fails ? HEXFOG_IO : HEXFOG_OK);
        if (fails)
            assert_string_equal(error.message, "cannot write a: No space left on device");
        hexfog_replacement_free(file);
        scratch_holds("a", fails ? "old" : text);
    }
}

// An encoder's mistakes: bytes without a place, or one behind the end.
static void no_other_bytes_are_taken(void **state)
{
    (void)state;
    for (int mistake = 0; mistake < 3; mistake++) {
        struct hexfog_replacement *file;
        struct hexfog_error error;
        assert_int_equal(hexfog_replacement_open("a", &plain, &file, &error), HEXFOG_OK);
        struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
        if (mistake == 0)
            assert_int_equal(sink.write(sink.context, "x", 1, &error), HEXFOG_OK);
        hexfog_status status = sink.reserve(sink.context, 10, &error);
        assert_int_equal(status, mistake == 0 ? HEXFOG_IO : HEXFOG_OK);
        if (mistake == 1)
            assert_int_equal(sink.write(sink.context, "x", 1, &error), HEXFOG_IO);
        if (mistake == 2)
            assert_int_equal(sink.write_at(sink.context, 9, "xy", 2, &error), HEXFOG_IO);
        assert_int_equal(hexfog_replacement_commit(file, &error), HEXFOG_IO);
        hexfog_replacement_free(file);
        assert_int_equal(scratch_entry_count(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("no room on the disk is known before the work, with its reason",
                          no_room_is_known_at_once),
        PROVES_IN_SCRATCH("a file system that cannot reserve gets the same file",
                          what_cannot_be_reserved_is_written),
        PROVES_IN_SCRATCH("threads write side by side, and one's failure is everyone's",
                          threads_write_side_by_side),
        PROVES_IN_SCRATCH("a reserved file takes bytes at their places only",
                          no_other_bytes_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
