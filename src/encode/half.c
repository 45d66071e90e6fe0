// SPDX-License-Identifier: MIT
// Turns doubles into IEEE binary16 and back.
#include "encode/half.h"

#include <float.h>
#include <math.h>
#include "base/vector.h"
#include "encode/bytes.h"

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the stored values need plain IEEE double arithmetic"
#endif

// For 0 <= value < 65520. A double's fraction is 42 bits longer than a half's; adding half
// of the last kept place, less one when that place is even, rounds to nearest even, and a
// carry runs into the exponent where it belongs. Below 2^-14 a half's last place is 2^-24
// whatever the value: so it is that of 2^28 as a double, and the sum's low bits are the half.
HEXFOG_BODY uint16_t nearest(double value)
{
    uint64_t bits = hexfog_bits_of(value);
    uint64_t rounded = bits + ((UINT64_C(1) << 41) - 1) + ((bits >> 42) & 1);
    uint64_t normal = (rounded >> 42) - ((UINT64_C(1023) - 15) << 10);
    uint64_t small = hexfog_bits_of(value + 0x1p28);
    return (uint16_t)(value < 0x1p-14 ? small : normal);
}

uint16_t hexfog_half_from_double(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    if (isnan(size))
        return (uint16_t)(sign | 0x7e00);
    // 65520 is half way between the greatest half, 65504, and the next power of two.
    return (uint16_t)(sign | (size >= 65520.0 ? 0x7c00 : nearest(size)));
}

// The same fields in a wider number: the exponent's bias grows from 15 to 1023.
static inline double widened(uint16_t half)
{
    uint64_t exponent = (half >> 10) & 31, fraction = half & 0x3ff;
    if (exponent == 0)
        return (double)fraction * 0x1p-24;
    return hexfog_double_of_bits(((exponent + 1008) << 52) | (fraction << 42));
}

double hexfog_double_from_half(uint16_t half)
{
    double size = widened(half & 0x7fff);
    if ((half & 0x7c00) == 0x7c00)
        size = (half & 0x3ff) ? (double)NAN : (double)INFINITY;
    return half & 0x8000 ? -size : size;
}

HEXFOG_BODY void hexfog_halves_put_body(const double *restrict values, int32_t count,
                                        uint8_t *restrict out)
{
    for (int32_t i = 0; i < count; i++)
        hexfog_put_u16_le(out + 2 * (size_t)i, nearest(values[i]));
}
HEXFOG_KERNEL(, hexfog_halves_put, (const double *values, int32_t count, uint8_t *out),
              (values, count, out))

void hexfog_halves_read_back(const double *values, int32_t count, float *out)
{
    for (int32_t i = 0; i < count; i++)
        out[i] = (float)widened(nearest(values[i]));
}
