// SPDX-License-Identifier: MIT
// Packed texels against the definitions of the formats, worked out in another way.
#include "prove.h"

#include <math.h>
#include <string.h>

#include "check/upload.h"

static uint64_t seed = 5;

static double unit(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-53;
}

// RGB9_E5 as the specification tells it, with logarithms and powers.
static uint32_t slow_rgb9e5(const double rgb[3])
{
    double c[3], greatest = 0;
    for (int i = 0; i < 3; i++) {
        c[i] = fmax(0, fmin(65408, rgb[i]));
        greatest = fmax(greatest, c[i]);
    }
    double shared = fmax(-16, greatest > 0 ? floor(log2(greatest)) : -999) + 16;
    if (floor(greatest / pow(2, shared - 24) + 0.5) == 512)
        shared += 1;
    uint32_t word = (uint32_t)shared << 27;
    for (int i = 0; i < 3; i++)
        word |= (uint32_t)floor(c[i] / pow(2, shared - 24) + 0.5) << (9 * i);
    return word;
}

static void rgb9e5_is_the_specifications(void **state)
{
    (void)state;
    for (int i = 0; i < 300000; i++) {
        double magnitude = pow(2, 40 * unit() - 24);
        double rgb[3];
        for (int c = 0; c < 3; c++)
            rgb[c] = (double)(float)(unit() * magnitude);
        assert_int_equal(hexfog_rgb9e5_pack((float)rgb[0], (float)rgb[1], (float)rgb[2]),
                         slow_rgb9e5(rgb));
    }
}

static void rgb9e5_ends(void **state)
{
    (void)state;
    assert_int_equal(hexfog_rgb9e5_pack(0, 0, 0), 0);
    assert_int_equal(hexfog_rgb9e5_pack(-1, -0.0f, (float)NAN), 0);
    assert_int_equal(hexfog_rgb9e5_pack((float)HUGE_VAL, 0, 0), 511U | 31U << 27);
    assert_int_equal(hexfog_rgb9e5_pack(1, 1, 1), 256U | 256U << 9 | 256U << 18 | 16U << 27);
    // 511.5/512 rounds up to the next power of two.
    assert_int_equal(hexfog_rgb9e5_pack(0.9995f, 0, 0), 256U | 16U << 27);
}

static void round_trip(enum hexfog_upload upload, const float *r, const float *g, size_t count,
                       float *back_r, float *back_g)
{
    static uint32_t packed[4 * 4096];
    struct hexfog_planes planes = { (int32_t)count, 1, r, g, NULL };

    assert_true(count * hexfog_upload_texel_bytes(upload) <= sizeof packed);
    hexfog_upload_pack(upload, &planes, 0, count, packed);
    hexfog_upload_unpack(upload, packed, count, back_r, back_g);
}

enum { COUNT = 4096 };
static float r[COUNT], g[COUNT], back_r[COUNT], back_g[COUNT];

// Radiance texels: 8-bit mantissas under the greatest channel's exponent.
static void radiance_is_kept(void **state)
{
    static const enum hexfog_upload uploads[] = { HEXFOG_UPLOAD_RGB9_E5, HEXFOG_UPLOAD_RGBA16F };

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        double step = ldexp(1, (int)(unit() * 8) - 14);
        r[i] = (float)(floor(128 + 128 * unit()) * step);
        g[i] = (float)(floor(256 * unit()) * step);
    }
    for (int u = 0; u < 2; u++) {
        round_trip(uploads[u], r, g, COUNT, back_r, back_g);
        assert_memory_equal(r, back_r, sizeof r);
        assert_memory_equal(g, back_g, sizeof g);
    }
}

static void floats_are_kept(void **state)
{
    static const enum hexfog_upload uploads[] = { HEXFOG_UPLOAD_RGB32F, HEXFOG_UPLOAD_RG32F };

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        r[i] = (float)(unit() * 3);
        g[i] = (float)unit();
    }
    for (int u = 0; u < 2; u++) {
        round_trip(uploads[u], r, g, COUNT, back_r, back_g);
        assert_memory_equal(r, back_r, sizeof r);
        assert_memory_equal(g, back_g, sizeof g);
    }
}

static void halves_round_to_nearest(void **state)
{
    static const enum hexfog_upload uploads[] = { HEXFOG_UPLOAD_RGB16F, HEXFOG_UPLOAD_RG16F,
                                                  HEXFOG_UPLOAD_RGBA16F };

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        r[i] = (float)(0.5 + unit() / 2);
        g[i] = (float)(0.5 + unit() / 2);
    }
    for (int u = 0; u < 3; u++) {
        round_trip(uploads[u], r, g, COUNT, back_r, back_g);
        for (int i = 0; i < COUNT; i++) {
            assert_true(fabs((double)r[i] - (double)back_r[i]) <= 0x1p-12);
            assert_true(fabs((double)g[i] - (double)back_g[i]) <= 0x1p-12);
            assert_true(ldexp((double)back_g[i], 11) == floor(ldexp((double)back_g[i], 11)));
        }
    }
}

static void bytes_are_kept(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        r[i] = (float)(i % 256) / 255.0f;
        g[i] = (float)(i * 7 % 256) / 255.0f;
    }
    round_trip(HEXFOG_UPLOAD_RGB8, r, g, COUNT, back_r, back_g);
    assert_memory_equal(r, back_r, sizeof r);
    assert_memory_equal(g, back_g, sizeof g);
}

// A third channel of its own counts for a shared exponent, and alpha is 1.
static void other_channels_are_packed(void **state)
{
    static const float one = 0.25f, two = 0.5f, blue = 8.0f;
    struct hexfog_planes planes = { 1, 1, &one, &two, &blue };
    uint16_t halves[4];
    uint32_t word;

    (void)state;
    hexfog_upload_pack(HEXFOG_UPLOAD_RGBA16F, &planes, 0, 1, halves);
    assert_int_equal(halves[0], 0x3400);
    assert_int_equal(halves[1], 0x3800);
    assert_int_equal(halves[2], 0x4800);
    assert_int_equal(halves[3], 0x3c00);
    hexfog_upload_pack(HEXFOG_UPLOAD_RGB9_E5, &planes, 0, 1, &word);
    assert_int_equal(word >> 27, 19);
    assert_int_equal(word >> 18 & 511, 256);
    assert_int_equal(word & 511, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("RGB9_E5 is packed as the specification says", rgb9e5_is_the_specifications),
        PROVES("RGB9_E5 clamps, and rounds up to the next exponent", rgb9e5_ends),
        PROVES("texels of an .hdr survive RGB9_E5 and halves", radiance_is_kept),
        PROVES("floats are uploaded as they are", floats_are_kept),
        PROVES("halves are rounded to nearest", halves_round_to_nearest),
        PROVES("bytes are uploaded as they are", bytes_are_kept),
        PROVES("blue and alpha are packed", other_channels_are_packed),
    };

    return cmocka_run_group_tests_name("uploads", tests, NULL, NULL);
}
