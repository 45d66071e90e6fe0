// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/encode_io.c
//
// The same bytes whatever the vectors' width. A machine without the wider ones tries fewer.
#include "prove.h"

#include <string.h>

#include "base/vector.h"
#include "encode_io.h"

static void bytes_are_the_same(const struct field *field)
{
    struct hexfog_encoding encoding;
    for (int number = 0; encoding_number(field, number, &encoding); number++) {
        struct memory_file narrow, wide;
        hexfog_vector_limit(128);
        field_must_encode(field, &encoding, &narrow);
        for (int bits = 256; bits <= 512; bits *= 2) {
            hexfog_vector_limit(bits);
            field_must_encode(field, &encoding, &wide);
            if (wide.length != narrow.length || memcmp(wide.bytes, narrow.bytes, wide.length))
                fail_msg("%s: other bytes at %d bits", encoding_name(&encoding), bits);
            memory_file_free(&wide);
        }
        memory_file_free(&narrow);
    }
}

static void every_width_gives_the_same(void **state)
{
    (void)state;
    // Odd widths end in texels that fill no vector.
    static const int32_t widths[] = {1, 3, 7, 15, 33, 67, 131, 257, 1001};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int kind = 0; kind < FIELD_KINDS; kind++) {
            struct field field;
            field_make(&field, (enum field_kind)kind, widths[i], 19, kind == 1 ? 40 : 20, i);
            bytes_are_the_same(&field);
            field_free(&field);
        }
}

static void a_limit_limits(void **state)
{
    (void)state;
    hexfog_vector_limit(512);
    int most = hexfog_vector_bits();
    print_message("# this machine has vectors of %d bits\n", most);
    for (int bits = 128; bits <= 512; bits *= 2) {
        hexfog_vector_limit(bits);
        assert_int_equal(hexfog_vector_bits(), bits < most ? bits : most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the vector width can be limited", a_limit_limits),
        PROVES("every encoder gives the same bytes at every vector width",
               every_width_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
