// SPDX-License-Identifier: MIT
// Turns levels and G into words of GL_RGB9_E5.
#include "encode/rgb9e5.h"

#include <float.h>
#include "encode/bytes.h"

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the stored values need plain IEEE double arithmetic"
#endif

// floor(x + 1/2) for 0 <= x < 2^31, without the sum's own rounding: x - whole is exact.
static inline uint32_t nearest(double x)
{
    int32_t whole = (int32_t)x;
    return (uint32_t)(whole + (x - whole >= 0.5));
}

static inline double at_most(double value)
{
    return value < HEXFOG_RGB9E5_MAX ? value : HEXFOG_RGB9E5_MAX;
}

// 2^(shared - 24), the worth of a mantissa's last bit, and its inverse.
static inline double step_of(uint64_t shared)
{
    return hexfog_double_of_bits((1023 - 24 + shared) << 52);
}

static inline double inverse_step_of(uint64_t shared)
{
    return hexfog_double_of_bits((1023 + 24 - shared) << 52);
}

// A double's top eight fraction bits are the low bits of the 9-bit mantissa, so half of its
// last place is bit 43. Adding it carries into the exponent exactly when the mantissa
// rounds to 512. The field is then 1023 more than floor(log2), and the stored exponent 16
// more, but never below 0: smaller numbers have leading zeros there.
static inline uint32_t texel(double r, double g)
{
    double red = at_most(r), green = at_most(g);
    uint64_t field = (hexfog_bits_of(red > green ? red : green) + (UINT64_C(1) << 43)) >> 52;
    uint64_t shared = field > 1007 ? field - 1007 : 0;
    double inverse = inverse_step_of(shared);
    return nearest(red * inverse) | nearest(green * inverse) << 9 | (uint32_t)shared << 27;
}

uint32_t hexfog_rgb9e5_from_values(double r, double g)
{
    return texel(r, g);
}

void hexfog_rgb9e5_row(const int32_t *level, const double *g, double level_scale, int32_t count,
                       uint8_t *out)
{
    int32_t last_level = 0;
    double r = 0.0;
    for (int32_t i = 0; i < count; i++) {
        // A level lasts for a tile's width: one division a tile, not one a texel.
        if (level[i] != last_level) {
            last_level = level[i];
            r = (double)last_level / level_scale;
        }
        hexfog_put_u32_le(out + 4 * (size_t)i, texel(r, g[i]));
    }
}

void hexfog_rgb9e5_read_back_row(const int32_t *level, const double *g, double level_scale,
                                 int32_t count, float *out)
{
    for (int32_t i = 0; i < count; i++) {
        uint32_t word = texel((double)level[i] / level_scale, g[i]);
        out[i] = (float)((word >> 9 & 511) * step_of(word >> 27));
    }
}

double hexfog_rgb9e5_r(uint32_t word)
{
    return (word & 511) * step_of(word >> 27);
}
