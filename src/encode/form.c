// SPDX-License-Identifier: MIT
// Turns exact values into what a reader of each stored form gets, and gives its bounds.
#include <math.h>
#include "base/as_float.h"
#include "encode/format.h"
#include "encode/half.h"
#include "encode/rgb9e5.h"
#include "encode/rgbe.h"

// Radiance RGBE ----------------------------------------------------------

double hexfog_rgbe_read_r(double r, double g, enum hexfog_rgbe_decoder decoder)
{
    struct hexfog_rgbe stored = hexfog_rgbe_from_values(r, g);
    if (stored.e == 0)
        return 0.0;
    if (decoder == HEXFOG_DECODER_B)
        return ldexp(stored.r / 255.0, stored.e - 128);
    return ldexp(stored.r + (decoder == HEXFOG_DECODER_C ? 0.5 : 0.0), stored.e - 136);
}

static double rgbe_read_r(double r, double g)
{
    return hexfog_rgbe_read_r(r, g, HEXFOG_DECODER_A);
}

static void rgbe_read_g(const struct hexfog_encoding *encoding, const int32_t *level,
                        const double *g, int32_t count, float *out)
{
    hexfog_rgbe_read_back_row(level, g, encoding->level_scale, count, out);
}

// Half a step of mantissas under the exponent k of the greatest channel, `half_step` where it
// is at most 1. A channel that rounds up to the next power of two is 1 - half_step of it or
// more, and then k counts it.
static double shared_bound(const struct hexfog_encoding *encoding, double half_step)
{
    double r = encoding->max_level / encoding->level_scale, step = 1.0;
    while (!(r < step * (1.0 - half_step)))
        step *= 2.0;
    return half_step * step;
}

static double rgbe_bound(const struct hexfog_encoding *encoding)
{
    return shared_bound(encoding, 0x1p-9); // 8 bits
}

// GL_RGB9_E5 -------------------------------------------------------------

static double rgb9e5_read_r(double r, double g)
{
    return hexfog_rgb9e5_r(hexfog_rgb9e5_from_values(r, g));
}

static void rgb9e5_read_g(const struct hexfog_encoding *encoding, const int32_t *level,
                          const double *g, int32_t count, float *out)
{
    hexfog_rgb9e5_read_back_row(level, g, encoding->level_scale, count, out);
}

static double rgb9e5_bound(const struct hexfog_encoding *encoding)
{
    return shared_bound(encoding, 0x1p-10); // 9 bits
}

// binary16 ---------------------------------------------------------------

static double half_read_r(double r, double g)
{
    (void)g;
    return hexfog_double_from_half(hexfog_half_from_double(r));
}

static void half_read_g(const struct hexfog_encoding *encoding, const int32_t *level,
                        const double *g, int32_t count, float *out)
{
    (void)encoding, (void)level;
    hexfog_halves_read_back(g, count, out);
}

static double half_bound(const struct hexfog_encoding *encoding)
{
    (void)encoding;
    return 0x1p-12; // half the last of 11 bits, in [1/2, 1]
}

// binary32 ---------------------------------------------------------------

static double float_read_r(double r, double g)
{
    (void)g;
    return hexfog_as_float(r);
}

static void float_read_g(const struct hexfog_encoding *encoding, const int32_t *level,
                         const double *g, int32_t count, float *out)
{
    (void)encoding, (void)level;
    for (int32_t i = 0; i < count; i++)
        out[i] = (float)g[i];
}

// With a power of two the quotient has the level's own 24 bits: all below 2^24 are exact.
// Else R * scale is L (1 + d), |d| <= 2^-24 + 2^-51 from one rounding to float and two to
// double: below 2^23 that moves it by less than (2^23 - 1) (2^-24 + 2^-51) < 1/2 - 2^-25.
static int32_t float_proven_levels(double level_scale)
{
    int exponent;
    return frexp(level_scale, &exponent) == 0.5 ? 1 << 24 : 1 << 23;
}

static double float_bound(const struct hexfog_encoding *encoding)
{
    (void)encoding;
    return 0x1p-25; // half the last of 24 bits, in [1/2, 1]
}

// one byte ---------------------------------------------------------------

static double byte_read_r(double r, double g)
{
    (void)g;
    double byte = floor(255.0 * r + 0.5);
    return (byte < 255.0 ? byte : 255.0) / 255.0;
}

static void byte_read_g(const struct hexfog_encoding *encoding, const int32_t *level,
                        const double *g, int32_t count, float *out)
{
    (void)encoding, (void)level;
    for (int32_t i = 0; i < count; i++)
        out[i] = hexfog_byte_from_g(g[i]) / 255.0f;
}

static double byte_bound(const struct hexfog_encoding *encoding)
{
    (void)encoding;
    return 1.0 / 510.0;
}

static int32_t none_proven(double level_scale)
{
    (void)level_scale;
    return 0;
}

const struct hexfog_form *hexfog_form_of(const struct hexfog_encoding *encoding)
{
    static const struct hexfog_form rgbe = { rgbe_read_r, rgbe_read_g, rgbe_bound,
                                             none_proven, true };
    static const struct hexfog_form rgb9e5 = { rgb9e5_read_r, rgb9e5_read_g, rgb9e5_bound,
                                               none_proven, true };
    static const struct hexfog_form half = { half_read_r, half_read_g, half_bound,
                                             none_proven, false };
    static const struct hexfog_form binary32 = { float_read_r, float_read_g, float_bound,
                                                 float_proven_levels, false };
    static const struct hexfog_form byte = { byte_read_r, byte_read_g, byte_bound,
                                             none_proven, false };
    if (encoding->format == HEXFOG_HDR)
        return &rgbe;
    if (encoding->format == HEXFOG_PNG)
        return &byte;
    if (encoding->precision == HEXFOG_RGB9E5)
        return &rgb9e5;
    return encoding->precision == HEXFOG_HALF ? &half : &binary32;
}
