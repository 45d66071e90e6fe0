// SPDX-License-Identifier: MIT
// binary16 from double, against its definition.
#include "prove.h"
#include <math.h>
#include <string.h>
#include "encode/half.h"

// The definition: sign, then a fraction under an exponent, or of the smallest step.
static double value_of(unsigned half)
{
    unsigned exponent = half >> 10 & 31, fraction = half & 1023;
    double size = exponent ? ldexp(1024.0 + fraction, (int)exponent - 25) : ldexp(fraction, -24);
    return half & 0x8000 ? -size : size;
}

static void every_half_is_its_own_value(void **state)
{
    (void)state;
    for (unsigned half = 0; half < 0x10000; half++) {
        double value = hexfog_double_from_half((uint16_t)half);
        if ((half & 0x7c00) == 0x7c00) {
            assert_true((half & 0x3ff) ? isnan(value) : isinf(value));
            assert_true((half & 0x3ff) || (value < 0) == (half >> 15));
            continue;
        }
        assert_true(value == value_of(half));
        assert_int_equal(hexfog_half_from_double(value), half);
    }
    const double infinity = (double)INFINITY, nan = (double)NAN;
    assert_int_equal(hexfog_half_from_double(infinity), 0x7c00);
    assert_int_equal(hexfog_half_from_double(-infinity), 0xfc00);
    assert_int_equal(hexfog_half_from_double(nan) & 0x7c00, 0x7c00);
    assert_true(hexfog_half_from_double(nan) & 0x3ff);
}

static void ties_go_to_even(void **state)
{
    (void)state;
    for (unsigned low = 0; low < 0x7c00; low++) {
        double below = value_of(low);
        double above = low == 0x7bff ? 65536.0 : value_of(low + 1);
        double middle = (below + above) / 2.0;
        unsigned even = low & 1 ? low + 1 : low;
        assert_int_equal(hexfog_half_from_double(middle), even);
        assert_int_equal(hexfog_half_from_double(nextafter(middle, 0.0)), low);
        assert_int_equal(hexfog_half_from_double(nextafter(middle, 1e9)), low + 1);
        assert_int_equal(hexfog_half_from_double(-middle), 0x8000 | even);
    }
}

// Through float, a value just above a tie would be rounded to the tie and then down.
static void it_rounds_once(void **state)
{
    (void)state;
    double tie = 1.0 + 0x1p-11, above = tie + 0x1p-40;
    assert_true((float)above == (float)tie);
    assert_int_equal(hexfog_half_from_double(tie), 0x3c00);
    assert_int_equal(hexfog_half_from_double(above), 0x3c01);
}

static void rows_are_the_same(void **state)
{
    (void)state;
    enum { COUNT = 4099 };
    static double values[COUNT];
    static uint8_t bytes[2 * COUNT];
    static float floats[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = i < 2048 ? i / 2047.0 : ldexp(i, -(i % 40));
    hexfog_halves_put(values, COUNT, bytes);
    hexfog_halves_read_back(values, COUNT, floats);
    for (int i = 0; i < COUNT; i++) {
        uint16_t half = hexfog_half_from_double(values[i]);
        assert_int_equal(bytes[2 * i] | bytes[2 * i + 1] << 8, half);
        assert_true((double)floats[i] == value_of(half));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("each of the 65536 halves is read and written back as itself",
               every_half_is_its_own_value),
        PROVES("between two halves the nearest is taken, half way the even one", ties_go_to_even),
        PROVES("a double is rounded once, not by way of float", it_rounds_once),
        PROVES("a row is stored as its values are, little-endian", rows_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
