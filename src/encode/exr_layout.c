// SPDX-License-Identifier: MIT
// Turns an encoding into the head of an .exr file, and rows into its channels.
#include <math.h>
#include <string.h>
#include "base/vector.h"
#include "encode/bytes.h"
#include "encode/encoder.h"
#include "encode/half.h"
#include "encode/levels.h"

// OpenEXR's own numbers (Layout of OpenEXR files).
enum { PIXEL_HALF = 1, PIXEL_FLOAT = 2 };

int32_t hexfog_exr_block_rows(enum hexfog_compression compression)
{
    if (compression == HEXFOG_PIZ)
        return 32;
    return compression == HEXFOG_ZIP ? 16 : 1;
}

static uint8_t compression_number(enum hexfog_compression compression)
{
    switch (compression) {
    case HEXFOG_RLE: return 1;
    case HEXFOG_ZIPS: return 2;
    case HEXFOG_ZIP: return 3;
    case HEXFOG_PIZ: return 4;
    case HEXFOG_COMPRESSION_NONE:
    case HEXFOG_COMPRESSION_DEFAULT: break;
    }
    return 0;
}

static const char *channel_names(const struct hexfog_encoding *encoding)
{
    return encoding->channels == HEXFOG_RG ? "GR" : "BGR"; // sorted, as the format asks
}

uint32_t hexfog_exr_texel_bytes(const struct hexfog_encoding *encoding)
{
    uint32_t channel = encoding->precision == HEXFOG_HALF ? 2 : 4;
    return channel * (encoding->channels == HEXFOG_RG ? 2 : 3);
}

// An attribute is its name, its type, its size and its bytes.
static uint8_t *put_attribute(uint8_t *out, const char *name, const char *type,
                              const void *value, size_t size)
{
    size_t name_size = strlen(name) + 1, type_size = strlen(type) + 1;
    memcpy(out, name, name_size);
    memcpy(out + name_size, type, type_size);
    out += name_size + type_size;
    hexfog_put_u32_le(out, (uint32_t)size);
    memcpy(out + 4, value, size);
    return out + 4 + size;
}

static uint8_t *put_channels(uint8_t *out, const struct hexfog_encoding *encoding)
{
    uint8_t list[3 * 18 + 1] = { 0 }, *end = list;
    for (const char *name = channel_names(encoding); *name; name++) {
        end[0] = (uint8_t)*name; // then NUL, pixel type, linear flag, 3 spare, x and y step
        hexfog_put_u32_le(end + 2, encoding->precision == HEXFOG_HALF ? PIXEL_HALF : PIXEL_FLOAT);
        hexfog_put_u32_le(end + 10, 1);
        hexfog_put_u32_le(end + 14, 1);
        end += 18;
    }
    return put_attribute(out, "channels", "chlist", list, (size_t)(end - list) + 1);
}

size_t hexfog_exr_head(const struct hexfog_encoding *encoding,
                       uint8_t out[HEXFOG_EXR_HEAD_BYTES])
{
    uint8_t window[16] = { 0 }, one[4], center[8] = { 0 };
    uint8_t compression = compression_number(encoding->compression), increasing_y = 0;
    char text[HEXFOG_METADATA_BYTES];
    uint8_t *end = out;
    hexfog_put_u32_le(end, 20000630); // the format's magic number
    hexfog_put_u32_le(end + 4, 2);    // version 2: one part, scanlines, short names
    end = put_channels(end + 8, encoding);
    end = put_attribute(end, "compression", "compression", &compression, 1);
    hexfog_put_u32_le(window + 8, (uint32_t)encoding->width_px - 1);
    hexfog_put_u32_le(window + 12, (uint32_t)encoding->height_px - 1);
    end = put_attribute(end, "dataWindow", "box2i", window, sizeof window);
    end = put_attribute(end, "displayWindow", "box2i", window, sizeof window);
    hexfog_metadata(encoding, text);
    end = put_attribute(end, "hexfog", "string", text, strlen(text));
    end = put_attribute(end, "lineOrder", "lineOrder", &increasing_y, 1);
    hexfog_put_float_le(one, 1.0f);
    end = put_attribute(end, "pixelAspectRatio", "float", one, sizeof one);
    end = put_attribute(end, "screenWindowCenter", "v2f", center, sizeof center);
    end = put_attribute(end, "screenWindowWidth", "float", one, sizeof one);
    *end++ = 0;
    return (size_t)(end - out);
}

// The bits of R, of a half in the lower ones.
static inline uint32_t stored_level(int32_t level, double scale, bool is_half)
{
    double r = (double)level / scale;
    return is_half ? hexfog_half_from_double(r) : hexfog_bits_of_float((float)r);
}

HEXFOG_BODY void put_stored(uint8_t *out, int32_t at, uint32_t bits, bool is_half)
{
    if (is_half)
        hexfog_put_u16_le(out + 2 * (size_t)at, (uint16_t)bits);
    else
        hexfog_put_u32_le(out + 4 * (size_t)at, bits);
}

// One division and one rounding for levels that are equal, and stores of a vector's width:
// what such a store puts beyond the last equal level is written again.
HEXFOG_BODY void put_levels_body(const int32_t *restrict level, double scale, int32_t count,
                                 bool is_half, uint8_t *restrict out)
{
    int32_t last = level[0], i = 0;
    uint32_t r = stored_level(last, scale, is_half);
    while (i < count) {
        if (level[i] != last) {
            last = level[i];
            r = stored_level(last, scale, is_half);
        }
        if (count - i < HEXFOG_LEVELS_AT_ONCE) {
            put_stored(out, i++, r, is_half);
            continue;
        }
        for (int32_t j = 0; j < HEXFOG_LEVELS_AT_ONCE; j++)
            put_stored(out, i + j, r, is_half);
        i += hexfog_equal_levels(level + i);
    }
}

HEXFOG_BODY void put_half_levels_body(const int32_t *level, double scale, int32_t count,
                                      uint8_t *out)
{
    put_levels_body(level, scale, count, true, out);
}
HEXFOG_KERNEL(static, put_half_levels, (const int32_t *level, double scale, int32_t count,
                                        uint8_t *out), (level, scale, count, out))

HEXFOG_BODY void put_float_levels_body(const int32_t *level, double scale, int32_t count,
                                       uint8_t *out)
{
    put_levels_body(level, scale, count, false, out);
}
HEXFOG_KERNEL(static, put_float_levels, (const int32_t *level, double scale, int32_t count,
                                         uint8_t *out), (level, scale, count, out))

// By a power of two, one multiplication is the division, and rounds once as well: a level is
// rounded to a float, and the exponent goes down by a few.
HEXFOG_BODY void put_scaled_levels_body(const int32_t *restrict level, float reciprocal,
                                        int32_t count, uint8_t *restrict out)
{
    for (int32_t i = 0; i < count; i++)
        hexfog_put_float_le(out + 4 * (size_t)i, (float)level[i] * reciprocal);
}
HEXFOG_KERNEL(static, put_scaled_levels, (const int32_t *level, float reciprocal, int32_t count,
                                          uint8_t *out), (level, reciprocal, count, out))

static bool is_power_of_two(double scale)
{
    int exponent;
    return frexp(scale, &exponent) == 0.5;
}

HEXFOG_BODY void put_floats_body(const double *restrict values, int32_t count,
                                 uint8_t *restrict out)
{
    for (int32_t i = 0; i < count; i++)
        hexfog_put_float_le(out + 4 * (size_t)i, (float)values[i]);
}
HEXFOG_KERNEL(static, put_floats, (const double *values, int32_t count, uint8_t *out),
              (values, count, out))

void hexfog_exr_channels(const struct hexfog_encoding *encoding, const int32_t *level,
                         const double *g, uint8_t *out_r, uint8_t *out_g)
{
    int32_t count = encoding->width_px;
    if (encoding->precision == HEXFOG_HALF) {
        hexfog_halves_put(g, count, out_g);
        put_half_levels(level, encoding->level_scale, count, out_r);
    } else {
        put_floats(g, count, out_g);
        if (is_power_of_two(encoding->level_scale))
            put_scaled_levels(level, (float)(1.0 / encoding->level_scale), count, out_r);
        else
            put_float_levels(level, encoding->level_scale, count, out_r);
    }
}

void hexfog_exr_row(const struct hexfog_encoding *encoding, const int32_t *level,
                    const double *g, uint8_t *out)
{
    size_t plane = (encoding->precision == HEXFOG_HALF ? 2 : 4) * (size_t)encoding->width_px;
    uint8_t *out_g = encoding->channels == HEXFOG_RG ? out : out + plane;
    hexfog_exr_channels(encoding, level, g, out_g + plane, out_g);
    memset(out, 0, (size_t)(out_g - out));
}
