// SPDX-License-Identifier: MIT
// Turns an encoding into the head of a .ktx2 file, and rows into its texels.
#include <string.h>
#include "encode/bytes.h"
#include "encode/ktx2.h"
#include "encode/rgb9e5.h"

// Numbers of the container (KTX File Format 2.0) and of Vulkan's formats.
enum {
    HEADER = 80, INDEX_ENTRY = 24,
    R16G16_SFLOAT = 83, R16G16B16_SFLOAT = 90, R32G32_SFLOAT = 103, R32G32B32_SFLOAT = 106,
    E5B9G9R9_UFLOAT = 123
};

// Of the data format descriptor (Khronos Data Format 1.3).
enum {
    DESCRIPTOR = 4 + 24, SAMPLE = 16,
    VERSION_1_3 = 2, MODEL_RGBSDA = 1, TRANSFER_LINEAR = 1,
    EXPONENT = 0x20, SIGNED = 0x40, FLOAT = 0x80,
    MINUS_ONE = 0xbf8, PLUS_ONE = 0x3f8 // as binary32, less 20 bits of 0
};

static bool is_shared(const struct hexfog_encoding *encoding)
{
    return encoding->precision == HEXFOG_RGB9E5;
}

static uint32_t channel_count(const struct hexfog_encoding *encoding)
{
    return encoding->channels == HEXFOG_RGB ? 3 : 2;
}

static uint32_t channel_bytes(const struct hexfog_encoding *encoding)
{
    return encoding->precision == HEXFOG_HALF ? 2 : 4;
}

static uint32_t texel_bytes(const struct hexfog_encoding *encoding)
{
    return is_shared(encoding) ? 4 : channel_count(encoding) * channel_bytes(encoding);
}

static uint32_t vulkan_format(const struct hexfog_encoding *encoding)
{
    bool has_blue = encoding->channels == HEXFOG_RGB;
    if (is_shared(encoding))
        return E5B9G9R9_UFLOAT;
    if (encoding->precision == HEXFOG_HALF)
        return has_blue ? R16G16B16_SFLOAT : R16G16_SFLOAT;
    return has_blue ? R32G32B32_SFLOAT : R32G32_SFLOAT;
}

static uint32_t descriptor_bytes(const struct hexfog_encoding *encoding)
{
    return DESCRIPTOR + SAMPLE * (is_shared(encoding) ? 6 : channel_count(encoding));
}

static uint8_t *put_words(uint8_t *out, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hexfog_put_u32_le(out + 4 * i, words[i]);
    return out + 4 * count;
}

// Bits `at` to `at + bits - 1` of the texel; `kind` is the channel with its qualifiers.
static uint8_t *put_sample(uint8_t *out, uint32_t at, uint32_t bits, uint32_t kind,
                           uint32_t lower, uint32_t upper)
{
    uint32_t words[4] = { at | (bits - 1) << 16 | kind << 24, 0, lower, upper };
    return put_words(out, words, 4);
}

// Mantissas of 9 bits, each followed by the exponent that they share; the ends are those of
// the table of shared exponents in the Khronos Data Format.
static uint8_t *put_shared_samples(uint8_t *out)
{
    for (uint32_t channel = 0; channel < 3; channel++) {
        out = put_sample(out, 9 * channel, 9, channel, 0, 8448);
        out = put_sample(out, 27, 5, channel | EXPONENT, 15, 31);
    }
    return out;
}

// No colour space: primaries are left unspecified, and the transfer is none.
static uint8_t *put_descriptor(uint8_t *out, const struct hexfog_encoding *encoding)
{
    uint32_t size = descriptor_bytes(encoding), bits = 8 * channel_bytes(encoding);
    uint32_t words[7] = { size, 0, VERSION_1_3 | (size - 4) << 16,
                          MODEL_RGBSDA | TRANSFER_LINEAR << 16, 0, texel_bytes(encoding), 0 };
    out = put_words(out, words, 7);
    if (is_shared(encoding))
        return put_shared_samples(out);
    for (uint32_t channel = 0; channel < channel_count(encoding); channel++)
        out = put_sample(out, bits * channel, bits, channel | SIGNED | FLOAT,
                         (uint32_t)MINUS_ONE << 20, (uint32_t)PLUS_ONE << 20);
    return out;
}

// An entry is its size, a key and a value that both end in NUL, and zeros to 4 bytes.
static uint8_t *put_pair(uint8_t *out, const char *key, const char *value)
{
    size_t key_size = strlen(key) + 1, value_size = strlen(value) + 1;
    size_t size = key_size + value_size;
    hexfog_put_u32_le(out, (uint32_t)size);
    memcpy(out + 4, key, key_size);
    memcpy(out + 4 + key_size, value, value_size);
    memset(out + 4 + size, 0, 3);
    return out + 4 + (size + 3) / 4 * 4;
}

// Rows go down and columns right. The keys are in the order of their bytes.
static uint8_t *put_pairs(uint8_t *out, const struct hexfog_encoding *encoding)
{
    char text[HEXFOG_METADATA_BYTES];
    hexfog_metadata(encoding, text);
    return put_pair(put_pair(out, "KTXorientation", "rd"), "hexfog", text);
}

static uint32_t pairs_bytes(const struct hexfog_encoding *encoding)
{
    uint8_t scratch[256];
    return (uint32_t)(put_pairs(scratch, encoding) - scratch);
}

// Images begin at multiples of their texels' size and of 4.
static uint64_t aligned(uint64_t offset, uint32_t texel)
{
    uint64_t step = texel % 4 ? 2 * (uint64_t)texel : texel; // 4, 6, 8 or 12 bytes
    return (offset + step - 1) / step * step;
}

void hexfog_ktx2_layout(const struct hexfog_encoding *encoding,
                        struct hexfog_ktx2_layout *layout)
{
    int count = encoding->mipmaps ? hexfog_mip_count(encoding->width_px, encoding->height_px) : 1;
    *layout = (struct hexfog_ktx2_layout){ .mip_count = count,
                                           .texel_bytes = texel_bytes(encoding) };
    layout->head_bytes = HEADER + INDEX_ENTRY * (uint64_t)count + descriptor_bytes(encoding) +
                         pairs_bytes(encoding);
    uint64_t end = layout->head_bytes;
    for (int mip = count - 1; mip >= 0; mip--) {
        layout->offset[mip] = aligned(end, layout->texel_bytes);
        layout->bytes[mip] = (uint64_t)hexfog_mip_px(encoding->width_px, mip) *
                             (uint64_t)hexfog_mip_px(encoding->height_px, mip) *
                             layout->texel_bytes;
        end = layout->offset[mip] + layout->bytes[mip];
    }
    layout->file_bytes = end;
}

size_t hexfog_ktx2_head(const struct hexfog_encoding *encoding,
                        uint8_t out[HEXFOG_KTX2_HEAD_BYTES])
{
    static const uint8_t identifier[12] = { 0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, '\r', '\n',
                                            0x1a, '\n' };
    struct hexfog_ktx2_layout layout;
    hexfog_ktx2_layout(encoding, &layout);
    uint32_t count = (uint32_t)layout.mip_count, descriptor = descriptor_bytes(encoding);
    uint32_t descriptor_at = HEADER + INDEX_ENTRY * count;
    uint32_t words[17] = {
        vulkan_format(encoding), is_shared(encoding) ? 4 : channel_bytes(encoding),
        (uint32_t)encoding->width_px, (uint32_t)encoding->height_px,
        0, 0, 1, count, 0, // no depth, no layers, one face, mip levels, not compressed
        descriptor_at, descriptor, descriptor_at + descriptor, pairs_bytes(encoding)
        // and no global data of a compression: two 64-bit zeros
    };
    memcpy(out, identifier, sizeof identifier);
    uint8_t *end = put_words(out + sizeof identifier, words, 17);
    for (int mip = 0; mip < layout.mip_count; mip++, end += INDEX_ENTRY) {
        hexfog_put_u64_le(end, layout.offset[mip]);
        hexfog_put_u64_le(end + 8, layout.bytes[mip]);
        hexfog_put_u64_le(end + 16, layout.bytes[mip]); // as it is without compression
    }
    end = put_pairs(put_descriptor(end, encoding), encoding);
    return (size_t)(end - out);
}

// R and G side by side, and a B of 0 where there is one.
static void interleave(const uint8_t *r, const uint8_t *g, size_t unit, size_t texel,
                       size_t count, uint8_t *out)
{
    for (size_t i = 0; i < count && unit == 2; i++) {
        memcpy(out + texel * i, r + 2 * i, 2);
        memcpy(out + texel * i + 2, g + 2 * i, 2);
    }
    for (size_t i = 0; i < count && unit == 4; i++) {
        memcpy(out + texel * i, r + 4 * i, 4);
        memcpy(out + texel * i + 4, g + 4 * i, 4);
    }
    for (size_t i = 0; i < count && texel == 3 * unit; i++)
        memset(out + texel * i + 2 * unit, 0, unit);
}

void hexfog_ktx2_row(const struct hexfog_encoding *encoding, int32_t width_px,
                     const int32_t *level, const double *g, uint8_t *planes, uint8_t *out)
{
    if (is_shared(encoding)) {
        hexfog_rgb9e5_row(level, g, encoding->level_scale, width_px, out);
        return;
    }
    struct hexfog_encoding row = *encoding;
    row.width_px = width_px;
    uint8_t *g_plane = planes + 4 * (size_t)width_px;
    hexfog_exr_channels(&row, level, g, planes, g_plane);
    interleave(planes, g_plane, channel_bytes(encoding), texel_bytes(encoding),
               (size_t)width_px, out);
}
