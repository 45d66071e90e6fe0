// SPDX-License-Identifier: MIT
// Turns levels and G into Radiance RGBE.
#include "encode/rgbe.h"

#include <float.h>
#include "base/vector.h"
#include "encode/bytes.h"
#include "encode/levels.h"

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the stored values need plain IEEE arithmetic"
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

// Rows -------------------------------------------------------------------
//
// floor(x + 1/2) of 8 bits depends on no bit below the half, so a row is computed in floats
// that are cut from the doubles' upper words: twice as many fit into a vector. Their 21 bits
// and the powers of two below make every product and sum exact. What is less than 2^-126
// becomes that, and rounds to 0 under every exponent.

enum { PIECE = 256, LEAST_UPPER = (1023 - 126) << 20, BIAS = (1023 - 127) << 20 };

HEXFOG_BODY int32_t cut(double value)
{
    int32_t upper = (int32_t)(hexfog_bits_of(value) >> 32);
    int32_t kept = upper > LEAST_UPPER ? upper : LEAST_UPPER;
    return (kept - BIAS) << 3;
}

HEXFOG_BODY float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// One division for levels that are equal, and a vector's width of stores: what is put beyond
// the last equal level is put again.
HEXFOG_BODY void cut_levels(const int32_t *restrict level, double scale, int32_t count,
                            int32_t *restrict out)
{
    int32_t last = level[0], i = 0, r = cut((double)last / scale);
    while (i < count) {
        if (level[i] != last) {
            last = level[i];
            r = cut((double)last / scale);
        }
        if (count - i < HEXFOG_LEVELS_AT_ONCE) {
            out[i++] = r;
            continue;
        }
        for (int32_t j = 0; j < HEXFOG_LEVELS_AT_ONCE; j++)
            out[i + j] = r;
        i += hexfog_equal_levels(level + i);
    }
}

// As texel(): a float's rounding place for 8 bits is its bit 15.
HEXFOG_BODY void store(const int32_t *restrict r, const double *restrict g, int32_t count,
                       uint8_t *restrict r_plane, uint8_t *restrict g_plane,
                       uint8_t *restrict e_plane)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t cut_g = cut(g[i]), cut_r = r[i], greatest = cut_g > cut_r ? cut_g : cut_r;
        uint32_t field = ((uint32_t)greatest + (UINT32_C(1) << 15)) >> 23;
        uint32_t kept = greatest < (127 - 106) << 23 ? 0 : UINT32_MAX;
        float scale = float_of_bits(((127 + 8 + 126 - field) << 23) & kept);
        r_plane[i] = (uint8_t)(int32_t)(float_of_bits((uint32_t)cut_r) * scale + 0.5f);
        g_plane[i] = (uint8_t)(int32_t)(float_of_bits((uint32_t)cut_g) * scale + 0.5f);
        e_plane[i] = (uint8_t)((field - 126 + 128) & kept);
    }
}

HEXFOG_BODY void hexfog_rgbe_row_body(const int32_t *level, const double *g, double level_scale,
                                      int32_t count, uint8_t *r_plane, uint8_t *g_plane,
                                      uint8_t *e_plane)
{
    int32_t r[PIECE];
    for (int32_t first = 0; first < count; first += PIECE) {
        int32_t piece = count - first < PIECE ? count - first : PIECE;
        cut_levels(level + first, level_scale, piece, r);
        store(r, g + first, piece, r_plane + first, g_plane + first, e_plane + first);
    }
}
HEXFOG_KERNEL(, hexfog_rgbe_row, (const int32_t *level, const double *g, double level_scale,
                                  int32_t count, uint8_t *r_plane, uint8_t *g_plane,
                                  uint8_t *e_plane),
              (level, g, level_scale, count, r_plane, g_plane, e_plane))

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
