// SPDX-License-Identifier: MIT
// Turns planes of floats into packed texels of each upload format, and back.
#include "check/upload.h"

#include <math.h>
#include <string.h>

#include "encode/half.h"

// RGB9_E5 -----------------------------------------------------------------

enum { MANTISSA_BITS = 9, EXPONENT_BIAS = 15, MANTISSA_LIMIT = 1 << MANTISSA_BITS };

// The greatest number: 511/512 * 2^16.
#define RGB9E5_MAX 65408.0f

static float clamped(float value)
{
    return value > 0 ? (value < RGB9E5_MAX ? value : RGB9E5_MAX) : 0; // NaN: 0
}

// floor(log2(value)) of a positive value; numbers below the smallest normal one count as it.
static int exponent_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 23) - 127;
}

static double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t mantissa(float value, double inverse_step)
{
    return (uint32_t)((double)value * inverse_step + 0.5);
}

uint32_t hexfog_rgb9e5_pack(float r, float g, float b)
{
    float red = clamped(r), green = clamped(g), blue = clamped(b), greatest = red;
    int shared, lowest = -EXPONENT_BIAS - 1;
    double inverse;

    greatest = green > greatest ? green : greatest;
    greatest = blue > greatest ? blue : greatest;
    shared = exponent_of(greatest) > lowest ? exponent_of(greatest) : lowest;
    shared += 1 + EXPONENT_BIAS;
    inverse = power_of_two(EXPONENT_BIAS + MANTISSA_BITS - shared);
    if (mantissa(greatest, inverse) == MANTISSA_LIMIT) {
        shared++;
        inverse /= 2;
    }
    return mantissa(red, inverse) | mantissa(green, inverse) << 9 |
           mantissa(blue, inverse) << 18 | (uint32_t)shared << 27;
}

static void pack_rgb9e5(const struct hexfog_planes *planes, size_t first, size_t count,
                        uint32_t *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = hexfog_rgb9e5_pack(planes->r[first + i], planes->g[first + i],
                                    planes->b ? planes->b[first + i] : 0);
}

static void unpack_rgb9e5(const uint32_t *packed, size_t count, float *r, float *g)
{
    for (size_t i = 0; i < count; i++) {
        int shared = (int)(packed[i] >> 27);
        double step = power_of_two(shared - EXPONENT_BIAS - MANTISSA_BITS);

        r[i] = (float)((packed[i] & 511U) * step);
        g[i] = (float)((packed[i] >> 9 & 511U) * step);
    }
}

// The formats whose channels stand alone ----------------------------------

// Channel c of texel i: planes r, g, b, and an alpha of 1.
static float channel(const struct hexfog_planes *planes, size_t i, int c)
{
    if (c == 0)
        return planes->r[i];
    if (c == 1)
        return planes->g[i];
    return c == 3 ? 1.0f : planes->b ? planes->b[i] : 0.0f;
}

static void pack_halves(const struct hexfog_planes *planes, size_t first, size_t count,
                        int channels, uint16_t *out)
{
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < channels; c++)
            *out++ = hexfog_half_from_double((double)channel(planes, first + i, c));
}

static void unpack_halves(const uint16_t *packed, size_t count, int channels, float *r, float *g)
{
    for (size_t i = 0; i < count; i++, packed += channels) {
        r[i] = (float)hexfog_double_from_half(packed[0]);
        g[i] = (float)hexfog_double_from_half(packed[1]);
    }
}

static void pack_floats(const struct hexfog_planes *planes, size_t first, size_t count,
                        int channels, float *out)
{
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < channels; c++)
            *out++ = channel(planes, first + i, c);
}

static void unpack_floats(const float *packed, size_t count, int channels, float *r, float *g)
{
    for (size_t i = 0; i < count; i++, packed += channels) {
        r[i] = packed[0];
        g[i] = packed[1];
    }
}

static uint8_t byte_of(float value)
{
    float inside = value > 0 ? (value < 1 ? value : 1) : 0; // NaN: 0

    return (uint8_t)(inside * 255.0f + 0.5f);
}

static void pack_bytes(const struct hexfog_planes *planes, size_t first, size_t count,
                       uint8_t *out)
{
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++)
            *out++ = byte_of(channel(planes, first + i, c));
}

static void unpack_bytes(const uint8_t *packed, size_t count, float *r, float *g)
{
    for (size_t i = 0; i < count; i++, packed += 3) {
        r[i] = (float)packed[0] / 255.0f;
        g[i] = (float)packed[1] / 255.0f;
    }
}

// By format ---------------------------------------------------------------

static int half_channels(enum hexfog_upload upload)
{
    return upload == HEXFOG_UPLOAD_RGBA16F ? 4 : upload == HEXFOG_UPLOAD_RGB16F ? 3 : 2;
}

static int float_channels(enum hexfog_upload upload)
{
    return upload == HEXFOG_UPLOAD_RGB32F ? 3 : 2;
}

size_t hexfog_upload_texel_bytes(enum hexfog_upload upload)
{
    switch (upload) {
    case HEXFOG_UPLOAD_RGB9_E5: return 4;
    case HEXFOG_UPLOAD_RGBA16F: return 8;
    case HEXFOG_UPLOAD_RGB16F: return 6;
    case HEXFOG_UPLOAD_RG16F: return 4;
    case HEXFOG_UPLOAD_RGB32F: return 12;
    case HEXFOG_UPLOAD_RG32F: return 8;
    case HEXFOG_UPLOAD_RGB8: return 3;
    }
    return 0;
}

const char *hexfog_upload_name(enum hexfog_upload upload)
{
    static const char *const names[] = {
        [HEXFOG_UPLOAD_RGB9_E5] = "RGB9_E5", [HEXFOG_UPLOAD_RGBA16F] = "RGBA16F",
        [HEXFOG_UPLOAD_RGB16F] = "RGB16F",   [HEXFOG_UPLOAD_RG16F] = "RG16F",
        [HEXFOG_UPLOAD_RGB32F] = "RGB32F",   [HEXFOG_UPLOAD_RG32F] = "RG32F",
        [HEXFOG_UPLOAD_RGB8] = "RGB8",
    };

    return (size_t)upload < sizeof names / sizeof names[0] ? names[upload] : "unknown";
}

void hexfog_upload_pack(enum hexfog_upload upload, const struct hexfog_planes *planes,
                        size_t first, size_t count, void *out)
{
    switch (upload) {
    case HEXFOG_UPLOAD_RGB9_E5:
        pack_rgb9e5(planes, first, count, out);
        break;
    case HEXFOG_UPLOAD_RGBA16F:
    case HEXFOG_UPLOAD_RGB16F:
    case HEXFOG_UPLOAD_RG16F:
        pack_halves(planes, first, count, half_channels(upload), out);
        break;
    case HEXFOG_UPLOAD_RGB32F:
    case HEXFOG_UPLOAD_RG32F:
        pack_floats(planes, first, count, float_channels(upload), out);
        break;
    case HEXFOG_UPLOAD_RGB8:
        pack_bytes(planes, first, count, out);
        break;
    }
}

void hexfog_upload_unpack(enum hexfog_upload upload, const void *packed, size_t count, float *r,
                          float *g)
{
    switch (upload) {
    case HEXFOG_UPLOAD_RGB9_E5:
        unpack_rgb9e5(packed, count, r, g);
        break;
    case HEXFOG_UPLOAD_RGBA16F:
    case HEXFOG_UPLOAD_RGB16F:
    case HEXFOG_UPLOAD_RG16F:
        unpack_halves(packed, count, half_channels(upload), r, g);
        break;
    case HEXFOG_UPLOAD_RGB32F:
    case HEXFOG_UPLOAD_RG32F:
        unpack_floats(packed, count, float_channels(upload), r, g);
        break;
    case HEXFOG_UPLOAD_RGB8:
        unpack_bytes(packed, count, r, g);
        break;
    }
}
