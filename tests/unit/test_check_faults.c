// SPDX-License-Identifier: MIT
// Reading, comparing and explaining when memory runs out, at every allocation in turn.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/fogmaps.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "fogmaps.h"
#include "scratch.h"
#include "base/alloc.h"

#include <stdlib.h>

// Opens, compares and explains; leaves nothing behind.
static hexfog_status look(const struct board *board, const struct hexfog_encoding *encoding,
                          struct hexfog_error *error)
{
    static const struct hexfog_bake_options one_thread = { .threads = 1 };
    static struct hexfog_checks checks;
    struct hexfog_cpu_findings findings;
    enum hexfog_likely likely = HEXFOG_LIKELY_NONE;
    struct hexfog_reader *reader;
    hexfog_status status = hexfog_reader_open("texture", HEXFOG_DECODER_A, NULL, &reader, error);

    checks.count = 0;
    if (status != HEXFOG_OK) {
        assert_null(reader);
        return status;
    }
    status = hexfog_verify_cpu(board->map, encoding, reader, &one_thread, &findings, &checks,
                               error);
    if (status == HEXFOG_OK)
        status = hexfog_likely_cause(board->map, encoding, reader, &findings, &likely, error);
    hexfog_reader_free(reader);
    assert_true(status != HEXFOG_OK || likely == HEXFOG_LIKELY_LEVEL);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (int number = 0;; number++) {
        struct board board;
        struct hexfog_encoding encoding;
        struct hexfog_error error = { 0 };
        size_t nth = 0, held;
        hexfog_status status;
        fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
        struct field field = fogmap_field(&board);
        bool is_one = encoding_number(&field, number, &encoding);
        if (is_one) {
            field.level[1000]++;
            fogmap_write(&field, &encoding, "texture");
            held = hexfog_allocated_bytes();
            do {
                hexfog_fail_allocation(++nth);
                status = look(&board, &encoding, &error);
                hexfog_fail_allocation(0);
                if (status != HEXFOG_OK && status != HEXFOG_MEMORY)
                    fail_msg("%s, allocation %zu: status %d, %s", encoding_name(&encoding), nth,
                             (int)status, error.message);
                assert_int_equal(hexfog_allocated_bytes(), held);
            } while (status != HEXFOG_OK);
            assert_true(nth > 10);
        }
        field_free(&field);
        board_free(&board);
        if (!is_one)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("verify ends with MEMORY whichever allocation fails, and leaks nothing",
                          every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
