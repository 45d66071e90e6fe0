// SPDX-License-Identifier: MIT
// Turns levels and G into Radiance RGBE.
#include "encode/rgbe.h"

#include <float.h>
#include "encode/bytes.h"

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the stored values need plain IEEE double arithmetic"
#endif

// floor(x + 1/2) for 0 <= x < 2^31, without the sum's own rounding: x - whole is exact.
static inline uint8_t nearest(double x)
{
    int32_t whole = (int32_t)x;
    return (uint8_t)(whole + (x - whole >= 0.5));
}

// A double's top seven fraction bits are the low bits of the 8-bit mantissa, so half of
// its last place is bit 44. Adding it carries into the exponent exactly when the mantissa
// rounds to 256. The field is then 1022 more than the exponent e of m / 256 * 2^e; the
// stored byte is e + 128, and the mantissas are the channels times 2^(8 - e), exact.
static inline struct hexfog_rgbe texel(double r, double g)
{
    double greatest = r > g ? r : g;
    if (greatest < 0x1p-106)
        return (struct hexfog_rgbe){ 0, 0, 0 };
    uint64_t field = (hexfog_bits_of(greatest) + (UINT64_C(1) << 44)) >> 52;
    double scale = hexfog_double_of_bits((1023 + 8 + 1022 - field) << 52);
    return (struct hexfog_rgbe){ nearest(r * scale), nearest(g * scale),
                                 (uint8_t)(field - 1022 + 128) };
}

struct hexfog_rgbe hexfog_rgbe_from_values(double r, double g)
{
    return texel(r, g);
}

void hexfog_rgbe_row(const int32_t *level, const double *g, double level_scale, int32_t count,
                     uint8_t *r_plane, uint8_t *g_plane, uint8_t *e_plane)
{
    int32_t last_level = 0;
    double r = 0.0;
    for (int32_t i = 0; i < count; i++) {
        // A level lasts for a tile's width: one division a tile, not one a texel.
        if (level[i] != last_level) {
            last_level = level[i];
            r = (double)last_level / level_scale;
        }
        struct hexfog_rgbe stored = texel(r, g[i]);
        r_plane[i] = stored.r;
        g_plane[i] = stored.g;
        e_plane[i] = stored.e;
    }
}

void hexfog_rgbe_read_back_row(const int32_t *level, const double *g, double level_scale,
                               int32_t count, float *out)
{
    int32_t last_level = 0;
    double r = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (level[i] != last_level) {
            last_level = level[i];
            r = (double)last_level / level_scale;
        }
        struct hexfog_rgbe stored = texel(r, g[i]);
        // 2^(e - 136); e is 0 only with mantissas of 0.
        double scale = hexfog_double_of_bits((uint64_t)(1023 - 136 + stored.e) << 52);
        out[i] = (float)(stored.g * scale);
    }
}
