// SPDX-License-Identifier: MIT
// .ktx2 files, byte by byte, and the texels of every mip level against their definition.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c
#include "prove.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "encode_io.h"

static uint32_t u32(const struct memory_file *file, size_t at)
{
    assert_true(at + 4 <= file->length);
    return (uint32_t)file->bytes[at] | (uint32_t)file->bytes[at + 1] << 8 |
           (uint32_t)file->bytes[at + 2] << 16 | (uint32_t)file->bytes[at + 3] << 24;
}

static uint64_t u64(const struct memory_file *file, size_t at)
{
    return u32(file, at) | (uint64_t)u32(file, at + 4) << 32;
}

static int32_t side(int32_t px, int mip)
{
    return px >> mip ? px >> mip : 1;
}

// What each kind has in its header, and its descriptor's samples, four words each.
static const struct kind {
    enum hexfog_precision precision;
    enum hexfog_channels channels;
    uint32_t vulkan, type_size, texel_bytes, align, sample_count;
    uint32_t samples[6][4];
} kinds[] = {
    { HEXFOG_RGB9E5, HEXFOG_CHANNELS_DEFAULT, 123, 4, 4, 4, 6,
      { { 0x00080000, 0, 0, 8448 }, { 0x2004001b, 0, 15, 31 },
        { 0x01080009, 0, 0, 8448 }, { 0x2104001b, 0, 15, 31 },
        { 0x02080012, 0, 0, 8448 }, { 0x2204001b, 0, 15, 31 } } },
    { HEXFOG_HALF, HEXFOG_RG, 83, 2, 4, 4, 2,
      { { 0xc00f0000, 0, 0xbf800000, 0x3f800000 }, { 0xc10f0010, 0, 0xbf800000, 0x3f800000 } } },
    { HEXFOG_HALF, HEXFOG_RGB, 90, 2, 6, 12, 3,
      { { 0xc00f0000, 0, 0xbf800000, 0x3f800000 }, { 0xc10f0010, 0, 0xbf800000, 0x3f800000 },
        { 0xc20f0020, 0, 0xbf800000, 0x3f800000 } } },
    { HEXFOG_FLOAT, HEXFOG_RG, 103, 4, 8, 8, 2,
      { { 0xc01f0000, 0, 0xbf800000, 0x3f800000 }, { 0xc11f0020, 0, 0xbf800000, 0x3f800000 } } },
    { HEXFOG_FLOAT, HEXFOG_RGB, 106, 4, 12, 12, 3,
      { { 0xc01f0000, 0, 0xbf800000, 0x3f800000 }, { 0xc11f0020, 0, 0xbf800000, 0x3f800000 },
        { 0xc21f0040, 0, 0xbf800000, 0x3f800000 } } },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct hexfog_encoding encoding_of(const struct field *field, const struct kind *kind,
                                          bool mipmaps)
{
    struct hexfog_encoding encoding = encoding_for(field, HEXFOG_KTX2);
    encoding.precision = kind->precision;
    encoding.channels = kind->channels;
    encoding.mipmaps = mipmaps;
    return encoding;
}

// Layout ------------------------------------------------------------------

static void expect_header(const struct memory_file *file, const struct hexfog_encoding *encoding,
                          const struct kind *kind, uint32_t mip_count)
{
    const uint32_t words[] = { kind->vulkan, kind->type_size, (uint32_t)encoding->width_px,
                               (uint32_t)encoding->height_px, 0, 0, 1, mip_count, 0 };
    assert_memory_equal(file->bytes, "\xabKTX 20\xbb\r\n\x1a\n", 12);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_int_equal(u32(file, 12 + 4 * i), words[i]);
    assert_int_equal(u32(file, 48), 80 + 24 * mip_count);
    assert_int_equal(u32(file, 52), 28 + 16 * kind->sample_count);
    assert_int_equal(u32(file, 56), u32(file, 48) + u32(file, 52));
    assert_int_equal(u64(file, 64), 0);
    assert_int_equal(u64(file, 72), 0);
}

static void expect_descriptor(const struct memory_file *file, const struct kind *kind)
{
    uint32_t size = 24 + 16 * kind->sample_count;
    // Khronos basic block of version 1.3: RGBSDA, no primaries, linear; 1 x 1 texels.
    const uint32_t words[] = { size + 4, 0, 2 | size << 16, 1 | 1 << 16, 0, kind->texel_bytes, 0 };
    size_t at = u32(file, 48);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(u32(file, at + 4 * i), words[i]);
    for (size_t i = 0; i < 4 * (size_t)kind->sample_count; i++)
        assert_int_equal(u32(file, at + 28 + 4 * i), kind->samples[i / 4][i % 4]);
}

static void expect_pairs(const struct memory_file *file, const struct hexfog_encoding *encoding)
{
    char text[HEXFOG_METADATA_BYTES];
    size_t at = u32(file, 56);
    hexfog_metadata(encoding, text);
    assert_int_equal(u32(file, at), 18);
    assert_memory_equal(file->bytes + at + 4, "KTXorientation\0rd\0\0\0", 20);
    at += 24;
    assert_int_equal(u32(file, at), 7 + strlen(text) + 1);
    assert_string_equal(file->bytes + at + 4, "hexfog");
    assert_string_equal(file->bytes + at + 11, text);
    at += 4 + 7 + strlen(text) + 1;
    for (; at % 4; at++)
        assert_int_equal(file->bytes[at], 0);
    assert_int_equal(at, u32(file, 56) + u32(file, 60));
}

// From the smallest to the texture itself: aligned, without gaps but for zeros, to the end.
static void expect_images(const struct memory_file *file, const struct hexfog_encoding *encoding,
                          const struct kind *kind, uint32_t mip_count)
{
    uint64_t end = u32(file, 56) + u32(file, 60);
    for (uint32_t mip = mip_count; mip-- > 0;) {
        uint64_t offset = u64(file, 80 + 24 * (size_t)mip);
        uint64_t bytes = u64(file, 88 + 24 * (size_t)mip);
        assert_int_equal(offset % kind->align, 0);
        assert_true(offset >= end && offset - end < kind->align);
        for (; end < offset; end++)
            assert_int_equal(file->bytes[end], 0);
        assert_int_equal(bytes, (uint64_t)side(encoding->width_px, (int)mip) *
                                    (uint64_t)side(encoding->height_px, (int)mip) *
                                    kind->texel_bytes);
        assert_int_equal(u64(file, 96 + 24 * (size_t)mip), bytes);
        end = offset + bytes;
    }
    assert_int_equal(end, file->length);
    assert_int_equal(end, hexfog_file_bytes_at_most(encoding));
}

static void every_byte_outside_the_texels(void **state)
{
    (void)state;
    static const int32_t sizes[][3] = { { 1, 1, 1 }, { 5, 3, 3 }, { 64, 16, 7 }, { 3, 300, 9 } };
    for (size_t i = 0; i < 2 * KINDS * sizeof sizes / sizeof sizes[0]; i++) {
        const int32_t *size = sizes[i / 2 / KINDS];
        const struct kind *kind = &kinds[i / 2 % KINDS];
        struct field field;
        struct memory_file file;
        field_make(&field, FIELD_TILES, size[0], size[1], 12, i);
        struct hexfog_encoding encoding = encoding_of(&field, kind, i % 2);
        uint32_t mip_count = i % 2 ? (uint32_t)size[2] : 1;
        field_must_encode(&field, &encoding, &file);
        expect_header(&file, &encoding, kind, mip_count);
        expect_descriptor(&file, kind);
        expect_pairs(&file, &encoding);
        expect_images(&file, &encoding, kind, mip_count);
        memory_file_free(&file);
        field_free(&field);
    }
}

// Texels ------------------------------------------------------------------

static double half_value(uint32_t half)
{
    int exponent = (int)(half >> 10 & 31);
    double fraction = half & 1023;
    return exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
}

static double float_value(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

// Channel c of the texel at a byte of the file.
static double channel(const struct memory_file *file, const struct kind *kind, size_t at, int c)
{
    if (kind->precision == HEXFOG_RGB9E5)
        return ldexp(u32(file, at) >> (9 * c) & 511, (int)(u32(file, at) >> 27) - 24);
    if (kind->precision == HEXFOG_FLOAT)
        return float_value(u32(file, at + 4 * (size_t)c));
    return half_value(file->bytes[at + 2 * (size_t)c] |
                      (uint32_t)file->bytes[at + 2 * (size_t)c + 1] << 8);
}

// A picture of F in double precision.
struct f_picture { int32_t width, height; double *f; };

static double overlap(double a0, double a1, double b0, double b1)
{
    double from = fmax(a0, b0), to = fmin(a1, b1);
    return to > from ? to - from : 0;
}

static double mean_over(const struct f_picture *from, double x0, double x1, double y0, double y1)
{
    double sum = 0, area = 0;
    for (int32_t y = (int32_t)floor(y0); y < from->height && y < y1; y++) {
        for (int32_t x = (int32_t)floor(x0); x < from->width && x < x1; x++) {
            double part = overlap(x0, x1, x, x + 1) * overlap(y0, y1, y, y + 1);
            sum += part * from->f[(size_t)y * (size_t)from->width + (size_t)x];
            area += part;
        }
    }
    return sum / area;
}

static struct f_picture smaller(const struct f_picture *from)
{
    struct f_picture to = { side(from->width, 1), side(from->height, 1), NULL };
    double across = (double)from->width / to.width, down = (double)from->height / to.height;
    to.f = malloc((size_t)to.width * (size_t)to.height * sizeof *to.f);
    assert_non_null(to.f);
    for (int32_t y = 0; y < to.height; y++)
        for (int32_t x = 0; x < to.width; x++)
            to.f[(size_t)y * (size_t)to.width + (size_t)x] =
                mean_over(from, x * across, (x + 1) * across, y * down, (y + 1) * down);
    return to;
}

// F by both of the shader's formulas, G and level in their ranges, B zero or absent.
static void expect_mip(const struct memory_file *file, const struct hexfog_encoding *encoding,
                       const struct kind *kind, int mip, const struct f_picture *want)
{
    double bound = hexfog_max_g_error(encoding) + 1e-11, scale = encoding->level_scale;
    size_t at = (size_t)u64(file, 80 + 24 * (size_t)mip);
    for (size_t i = 0; i < (size_t)want->width * (size_t)want->height; i++) {
        double r = channel(file, kind, at, 0), g = channel(file, kind, at, 1);
        double level = floor(r * scale + 0.5);
        double by = fmax(fabs(level + g - want->f[i]), fabs(r * scale + g - want->f[i]));
        if (!(by <= bound))
            fail_msg("%s, mip level %d, texel %zu: %.17g + %.17g, not %.17g",
                     encoding_name(encoding), mip, i, r * scale, g, want->f[i]);
        assert_true(level >= 0 && level <= encoding->max_level && g >= 0 && g <= 1);
        assert_true(kind->channels == HEXFOG_RG || channel(file, kind, at, 2) == 0);
        at += kind->texel_bytes;
    }
}

static void expect_chain(const struct field *field, const struct kind *kind)
{
    struct hexfog_encoding encoding = encoding_of(field, kind, true);
    struct memory_file file;
    size_t texels = (size_t)field->width * (size_t)field->height;
    struct f_picture f = { field->width, field->height, malloc(texels * sizeof *f.f) };
    assert_non_null(f.f);
    for (size_t i = 0; i < texels; i++)
        f.f[i] = field->level[i] + field->g[i];
    field_must_encode(field, &encoding, &file);
    for (int mip = 0; mip < (int)u32(&file, 40); mip++) {
        expect_mip(&file, &encoding, kind, mip, &f);
        struct f_picture next = smaller(&f);
        free(f.f);
        f = next;
    }
    assert_int_equal(f.width * f.height, 1); // the chain was whole
    free(f.f);
    memory_file_free(&file);
}

static void every_mip_level(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = { { 1, 1 },   { 1, 7 },   { 9, 1 },   { 2, 2 },  { 3, 3 },
                                        { 16, 32 }, { 31, 17 }, { 47, 40 }, { 100, 75 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * FIELD_KINDS; i++) {
        const int32_t *size = sizes[i / FIELD_KINDS];
        struct field field;
        field_make(&field, (enum field_kind)(i % FIELD_KINDS), size[0], size[1], 63, i);
        for (size_t kind = 0; kind < KINDS; kind++)
            expect_chain(&field, &kinds[kind]);
        field_free(&field);
    }
}

// Where all is one above the greatest level there is no such level to be had: G is 1.
static void g_of_one_everywhere(void **state)
{
    (void)state;
    struct field field;
    field_make(&field, FIELD_FLAT, 7, 6, 63, 1);
    for (size_t i = 0; i < 42; i++)
        field.g[i] = 1.0;
    for (size_t kind = 0; kind < KINDS; kind++)
        expect_chain(&field, &kinds[kind]);
    field_free(&field);
}

static void texels_read_back(void **state)
{
    (void)state;
    struct field field;
    field_make(&field, FIELD_NOISE, 130, 33, 50, 3);
    for (size_t k = 0; k < KINDS; k++) {
        struct hexfog_encoding encoding = encoding_of(&field, &kinds[k], false);
        struct memory_file file;
        field_must_encode(&field, &encoding, &file);
        size_t at = (size_t)u64(&file, 80);
        for (size_t i = 0; i < 130 * 33; i++, at += kinds[k].texel_bytes) {
            struct hexfog_value value = { field.level[i], field.g[i] };
            double g = channel(&file, &kinds[k], at, 1);
            assert_true(floor(channel(&file, &kinds[k], at, 0) * encoding.level_scale + 0.5) ==
                        field.level[i]);
            assert_true(fabs(g - field.g[i]) <= hexfog_max_g_error(&encoding));
            assert_true(g == (double)hexfog_stored_g(&encoding, value));
        }
        memory_file_free(&file);
    }
    field_free(&field);
}

// 2^-10 * 2^k, k the least with greatest level / level_scale < 2^k (1 - 2^-10).
static void bounds_of_rgb9e5(void **state)
{
    (void)state;
    static const struct { int32_t max_level; double scale, bound; } cases[] = {
        { 63, 64, 0x1p-10 }, { 64, 64, 0x1p-9 }, { 9, 10, 0x1p-10 }, { 255, 256, 0x1p-10 },
        { 1023, 1024, 0x1p-9 }, { 40, 10, 0x1p-7 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hexfog_encoding encoding = { .format = HEXFOG_KTX2, .precision = HEXFOG_RGB9E5,
                                            .level_scale = cases[i].scale,
                                            .max_level = cases[i].max_level };
        assert_true(hexfog_max_g_error(&encoding) == cases[i].bound);
    }
}

// One texel above the other: a change of rows or columns would show.
static void rows_go_down(void **state)
{
    (void)state;
    int32_t level[4] = { 1, 2, 3, 4 };
    double g[4] = { 0, 0.25, 0.5, 0.75 };
    struct field field = { 2, 2, 4, level, g };
    struct hexfog_encoding encoding = encoding_of(&field, &kinds[3], true);
    struct memory_file file;
    field_must_encode(&field, &encoding, &file);
    size_t at = (size_t)u64(&file, 80), mip = (size_t)u64(&file, 104);
    for (size_t i = 0; i < 4; i++) {
        assert_true(channel(&file, &kinds[3], at + 8 * i, 0) * 64 == level[i]);
        assert_true(channel(&file, &kinds[3], at + 8 * i, 1) == g[i]);
    }
    // (1 + 2.25 + 3.5 + 4.75) / 4 = 2.875
    assert_true(channel(&file, &kinds[3], mip, 0) * 64 == 2);
    assert_true(channel(&file, &kinds[3], mip, 1) == 0.875);
    memory_file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("header, index, descriptor, metadata and images stand where KTX 2.0 wants them",
               every_byte_outside_the_texels),
        PROVES("levels are exact and G is within its bound, as hexfog_stored_g says",
               texels_read_back),
        PROVES("every mip level holds the means of F over the one before, in both formulas",
               every_mip_level),
        PROVES("where F is one above the greatest level, G is 1 in every mip level",
               g_of_one_everywhere),
        PROVES("the bound of G in rgb9e5 is that of the contract", bounds_of_rgb9e5),
        PROVES("row 0 is the first row, R the level and G is G, in the mip level too",
               rows_go_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
