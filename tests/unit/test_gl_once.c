// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// One small verify from first to last: for tools that make a program slow
// (tests/cli/test_gl_memory.sh).
#include "prove.h"
#include "gl_bench.h"

#include <stdlib.h>

#include "base/alloc.h"

static const char small[] =
    "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1, \"shape\": { "
    "\"radius\": 2 } }, \"texture\": { \"width\": 24, \"height\": 20 } }";

static void verifies_one(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    (void)state;
    board_make(&board, "%s", small);
    bench_file(&bench, &board, HEXFOG_EXR, HEXFOG_HALF, HEXFOG_RG, NULL);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    bench_all_pass(checks, "half rg");
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

// Every allocation of a verify fails once: each time it ends as memory or finds a driver's
// refusal, and nothing stays behind.
static void survives_failing_allocations(void **state)
{
    struct hexfog_verify_gl_options options = { .threads = 1 };
    struct hexfog_gl *gl = bench_open(NULL);
    struct hexfog_error error;
    struct board board;
    struct bench bench;
    int failures = 0;

    (void)state;
    board_make(&board, "%s", small);
    bench_file(&bench, &board, HEXFOG_EXR, HEXFOG_HALF, HEXFOG_RG, NULL);
    for (size_t nth = 1;; nth++) {
        struct hexfog_checks *checks = calloc(1, sizeof *checks);
        size_t before = hexfog_allocated_bytes();
        error = (struct hexfog_error){ .status = HEXFOG_OK };
        hexfog_fail_allocation(nth);
        hexfog_status status = hexfog_verify_gl(gl, board.map, &bench.encoding, bench.reader,
                                                &options, checks, &error);
        hexfog_fail_allocation(0);
        bool is_whole = status == HEXFOG_OK && hexfog_checks_failed(checks) == 0;
        size_t count = checks->count;
        free(checks);
        if (is_whole)
            break;
        assert_int_equal(status, HEXFOG_MEMORY);
        assert_int_equal(count, 0);
        assert_true(hexfog_allocated_bytes() <= before + 8192); // the program's text is kept
        failures++;
        if (nth > 40)
            nth += nth / 8;
    }
    assert_true(failures > 20);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a small file is verified from first to last", verifies_one),
        PROVES("a verify survives each failing allocation", survives_failing_allocations),
    };

    return cmocka_run_group_tests_name("one verify on a GPU", tests, NULL, NULL);
}
