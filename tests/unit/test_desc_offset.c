// SPDX-License-Identifier: MIT
// Offset coordinates: parity of absolute rows and columns, also of negative ones.
#include "prove.h"

#include "desc/offset.h"

// Twice the place of a tile's centre, in cells, along the axis that shifts: for -r twice
// the x of pointy cells (q + r/2), for -q twice the y of flat ones (r + q/2).
static int32_t doubled_place(struct hexfog_axial tile, bool is_row_layout)
{
    return is_row_layout ? 2 * tile.q + tile.r : 2 * tile.r + tile.q;
}

static void check_layout(enum hexfog_coordinates coordinates, bool is_row_layout, int32_t odd_shift)
{
    for (int32_t line = -7; line <= 7; line++) {
        for (int32_t n = -7; n <= 7; n++) {
            struct hexfog_written_tile written = { is_row_layout ? n : line,
                                                   is_row_layout ? line : n };
            struct hexfog_axial tile = hexfog_axial_from_written(coordinates, written);
            bool is_odd = line == -7 || line == -5 || line == -3 || line == -1 || line == 1 ||
                          line == 3 || line == 5 || line == 7;
            assert_int_equal(doubled_place(tile, is_row_layout), 2 * n + (is_odd ? odd_shift : 0));
            assert_int_equal(is_row_layout ? tile.r : tile.q, line);
        }
    }
}

static void odd_lines_are_shifted(void **state)
{
    (void)state;
    check_layout(HEXFOG_ODD_R, true, 1);
    check_layout(HEXFOG_ODD_Q, false, 1);
}

// Tile [0, 0] is the origin, so that even lines being shifted towards + shows as odd ones
// being shifted towards -.
static void even_lines_are_shifted(void **state)
{
    (void)state;
    check_layout(HEXFOG_EVEN_R, true, -1);
    check_layout(HEXFOG_EVEN_Q, false, -1);
}

static void conversions_are_inverse(void **state)
{
    (void)state;
    static const int32_t values[] = { -1048576, -1048575, -1000001, -3, -2, -1, 0, 1, 2, 3, 4096,
                                      999999, 1048575, 1048576 };
    enum { COUNT = sizeof values / sizeof *values };
    for (int c = HEXFOG_AXIAL; c <= HEXFOG_EVEN_Q; c++) {
        for (int i = 0; i < COUNT * COUNT; i++) {
            struct hexfog_written_tile written = { values[i / COUNT], values[i % COUNT] };
            enum hexfog_coordinates coordinates = (enum hexfog_coordinates)c;
            struct hexfog_axial tile = hexfog_axial_from_written(coordinates, written);
            struct hexfog_written_tile back = hexfog_written_from_axial(coordinates, tile);
            assert_int_equal(back.a, written.a);
            assert_int_equal(back.b, written.b);
        }
    }
}

static void axial_stays(void **state)
{
    (void)state;
    struct hexfog_written_tile written = { -5, 9 };
    struct hexfog_axial tile = hexfog_axial_from_written(HEXFOG_AXIAL, written);
    assert_int_equal(tile.q, -5);
    assert_int_equal(tile.r, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("odd-r and odd-q shift odd lines by half a cell, also negative ones",
               odd_lines_are_shifted),
        PROVES("even-r and even-q shift even lines by half a cell, also negative ones",
               even_lines_are_shifted),
        PROVES("offset to axial and back is the same tile, to the limits", conversions_are_inverse),
        PROVES("axial coordinates are taken as they are", axial_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
