// SPDX-License-Identifier: MIT
// Turns the first bytes of a .ktx2 file into what it holds and where. Nothing in it is
// trusted: every offset and size is held against the file and against what it must be.
#include "check/ktx2_header.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/reading.h"

enum {
    HEADER_BYTES = 80, INDEX_ENTRY_BYTES = 24,
    LEAST_DESCRIPTOR_BYTES = 28,     // its size and a block without samples
    PAIRS_LIMIT_BYTES = 1 << 16,     // ours have about 100
    TRANSFER_LINEAR = 1
};

// Words of the header, by their byte.
enum {
    AT_FORMAT = 12, AT_TYPE_SIZE = 16, AT_WIDTH = 20, AT_HEIGHT = 24, AT_DEPTH = 28,
    AT_LAYERS = 32, AT_FACES = 36, AT_LEVELS = 40, AT_COMPRESSION = 44,
    AT_DESCRIPTOR = 48, AT_DESCRIPTOR_BYTES = 52, AT_PAIRS = 56, AT_PAIRS_BYTES = 60,
    AT_GLOBALS = 64, AT_GLOBALS_BYTES = 72
};

static uint32_t u32_at(const uint8_t *bytes, size_t at)
{
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
           (uint32_t)bytes[at + 3] << 24;
}

static uint64_t u64_at(const uint8_t *bytes, size_t at)
{
    return u32_at(bytes, at) | (uint64_t)u32_at(bytes, at + 4) << 32;
}

static hexfog_status read_exactly(const struct hexfog_input *input, uint64_t offset, void *bytes,
                                  size_t count, const char *what, struct hexfog_error *error)
{
    size_t got;
    hexfog_status status = hexfog_input_read(input, offset, bytes, count, &got, error);

    if (status == HEXFOG_OK && got < count)
        return hexfog_fail(error, HEXFOG_IO, "the file ends in its %s", what);
    return status;
}

// Pixel formats -------------------------------------------------------------

static const struct pixel_format {
    uint32_t number;                 // of Vulkan
    enum hexfog_ktx2_texel texel;
    uint32_t type_size, texel_bytes;
    int channel_count;
    const char *names;
} pixel_formats[] = {
    { 123, HEXFOG_KTX2_RGB9E5, 4, 4, 3, "R,G,B" },
    { 83, HEXFOG_KTX2_HALVES, 2, 4, 2, "R,G" },
    { 90, HEXFOG_KTX2_HALVES, 2, 6, 3, "R,G,B" },
    { 97, HEXFOG_KTX2_HALVES, 2, 8, 4, "R,G,B,A" },
    { 103, HEXFOG_KTX2_FLOATS, 4, 8, 2, "R,G" },
    { 106, HEXFOG_KTX2_FLOATS, 4, 12, 3, "R,G,B" },
    { 109, HEXFOG_KTX2_FLOATS, 4, 16, 4, "R,G,B,A" },
};

static hexfog_status read_format(const uint8_t *bytes, struct hexfog_ktx2_header *header,
                                 struct hexfog_texture_info *info, struct hexfog_error *error)
{
    uint32_t number = u32_at(bytes, AT_FORMAT), type_size = u32_at(bytes, AT_TYPE_SIZE);
    const struct pixel_format *format = pixel_formats;

    for (size_t i = 1; i < sizeof pixel_formats / sizeof pixel_formats[0]; i++)
        format = format->number == number ? format : &pixel_formats[i];
    if (format->number != number)
        return hexfog_fail(error, HEXFOG_IO, "the pixel format (vkFormat) is %lu (allowed: 83, 90,"
                           " 97: halves, 103, 106, 109: floats, 123: rgb9e5)",
                           (unsigned long)number);
    if (type_size != format->type_size)
        return hexfog_fail(error, HEXFOG_IO, "typeSize is %lu (vkFormat %lu has %lu)",
                           (unsigned long)type_size, (unsigned long)number,
                           (unsigned long)format->type_size);
    header->texel = format->texel;
    header->channel_count = format->channel_count;
    header->texel_bytes = format->texel_bytes;
    info->has_blue = format->channel_count > 2;
    info->precision = format->texel == HEXFOG_KTX2_RGB9E5   ? HEXFOG_RGB9E5
                      : format->texel == HEXFOG_KTX2_HALVES ? HEXFOG_HALF
                                                            : HEXFOG_FLOAT;
    info->channels = format->channel_count == 2   ? HEXFOG_RG
                     : format->channel_count == 3 ? HEXFOG_RGB
                                                  : HEXFOG_CHANNELS_DEFAULT;
    snprintf(info->channel_names, sizeof info->channel_names, "%s", format->names);
    return HEXFOG_OK;
}

// Size and kind ---------------------------------------------------------------

// What is not compressed has no data for that either: both words are 0 then.
static hexfog_status check_globals(const uint8_t *bytes, struct hexfog_error *error)
{
    uint64_t offset = u64_at(bytes, AT_GLOBALS), count = u64_at(bytes, AT_GLOBALS_BYTES);

    if (offset == 0 && count == 0)
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_IO, "supercompression global data of %llu bytes at %llu"
                       " (allowed without supercompression: none)", (unsigned long long)count,
                       (unsigned long long)offset);
}

static hexfog_status check_compression(const uint8_t *bytes, struct hexfog_error *error)
{
    static const char *const names[] = { "none", "BasisLZ", "Zstandard", "ZLIB" };
    uint32_t scheme = u32_at(bytes, AT_COMPRESSION);

    if (scheme == 0)
        return check_globals(bytes, error);
    return hexfog_fail(error, HEXFOG_IO, "supercompression %lu (%s) is not read (allowed: none)",
                       (unsigned long)scheme, scheme < 4 ? names[scheme] : "unknown");
}

static hexfog_status check_kind(const uint8_t *bytes, struct hexfog_error *error)
{
    if (u32_at(bytes, AT_DEPTH) != 0)
        return hexfog_fail(error, HEXFOG_IO, "the image has a depth of %lu (allowed: none)",
                           (unsigned long)u32_at(bytes, AT_DEPTH));
    if (u32_at(bytes, AT_LAYERS) != 0)
        return hexfog_fail(error, HEXFOG_IO, "the image is an array of %lu (allowed: none)",
                           (unsigned long)u32_at(bytes, AT_LAYERS));
    if (u32_at(bytes, AT_FACES) != 1)
        return hexfog_fail(error, HEXFOG_IO, "the image has %lu faces (allowed: 1)",
                           (unsigned long)u32_at(bytes, AT_FACES));
    return check_compression(bytes, error);
}

static hexfog_status read_size(const uint8_t *bytes, const struct hexfog_read_limits *limits,
                               struct hexfog_texture_info *info, struct hexfog_error *error)
{
    uint32_t width = u32_at(bytes, AT_WIDTH), height = u32_at(bytes, AT_HEIGHT);
    uint32_t count = u32_at(bytes, AT_LEVELS), most = 0;
    hexfog_status status = hexfog_check_side_px(limits, width, height, error);

    if (status != HEXFOG_OK)
        return status;
    for (uint32_t side = width > height ? width : height; side > 0; side >>= 1)
        most++;
    if (count > most)
        return hexfog_fail(error, HEXFOG_IO, "%lu mip levels (allowed for %lu x %lu: at most %lu)",
                           (unsigned long)count, (unsigned long)width, (unsigned long)height,
                           (unsigned long)most);
    info->width_px = (int32_t)width;
    info->height_px = (int32_t)height;
    info->mip_count = count > 0 ? (int32_t)count : 1; // 0: one, and the loader makes the others
    return HEXFOG_OK;
}

// Level index -----------------------------------------------------------------

static uint64_t mip_bytes(const struct hexfog_texture_info *info, int mip, size_t texel_bytes)
{
    uint64_t width = (uint64_t)info->width_px >> mip, height = (uint64_t)info->height_px >> mip;

    return (width > 0 ? width : 1) * (height > 0 ? height : 1) * texel_bytes;
}

static hexfog_status read_index(const struct hexfog_input *input, struct hexfog_ktx2_header *header,
                                const struct hexfog_texture_info *info, struct hexfog_error *error)
{
    uint8_t index[HEXFOG_KTX2_MOST_MIPS * INDEX_ENTRY_BYTES];
    size_t index_bytes = (size_t)info->mip_count * INDEX_ENTRY_BYTES;
    hexfog_status status = read_exactly(input, HEADER_BYTES, index, index_bytes, "level index",
                                        error);

    for (int mip = 0; mip < info->mip_count && status == HEXFOG_OK; mip++) {
        const uint8_t *entry = index + (size_t)mip * INDEX_ENTRY_BYTES;
        uint64_t offset = u64_at(entry, 0), bytes = u64_at(entry, 8);
        uint64_t needed = mip_bytes(info, mip, header->texel_bytes);
        if (bytes != needed || u64_at(entry, 16) != needed)
            return hexfog_fail(error, HEXFOG_IO, "mip level %d has %llu bytes, %llu uncompressed"
                               " (its texels need %llu)", mip, (unsigned long long)bytes,
                               (unsigned long long)u64_at(entry, 16), (unsigned long long)needed);
        if (offset < HEADER_BYTES + index_bytes || offset > input->size_bytes ||
            bytes > input->size_bytes - offset)
            return hexfog_fail(error, HEXFOG_IO, "mip level %d begins at byte %llu and needs %llu"
                               " bytes (the file has %llu)", mip, (unsigned long long)offset,
                               (unsigned long long)bytes, (unsigned long long)input->size_bytes);
        header->offset[mip] = offset;
    }
    return status;
}

// Notes -----------------------------------------------------------------------

static void add_note(struct hexfog_texture_info *info, const char *name, const char *value)
{
    size_t length = strlen(info->notes);

    snprintf(info->notes + length, sizeof info->notes - length, "%s%s=%s", length ? ", " : "",
             name, value);
}

// A note that is a finding as well.
static void add_forbidden(struct hexfog_texture_info *info, const char *name, const char *value,
                          const char *allowed)
{
    char finding[96];

    add_note(info, name, value);
    snprintf(finding, sizeof finding, "%s=%s (allowed: %s)", name, value, allowed);
    hexfog_add_finding(info, finding);
}

// Of the descriptor the pixel format has told all but the curve.
static hexfog_status read_descriptor(const struct hexfog_input *input, const uint8_t *head,
                                     struct hexfog_texture_info *info, struct hexfog_error *error)
{
    uint8_t bytes[LEAST_DESCRIPTOR_BYTES];
    uint32_t offset = u32_at(head, AT_DESCRIPTOR), count = u32_at(head, AT_DESCRIPTOR_BYTES);
    char transfer[8];

    if (count < LEAST_DESCRIPTOR_BYTES || offset > input->size_bytes ||
        count > input->size_bytes - offset)
        return hexfog_fail(error, HEXFOG_IO, "the data format descriptor has %lu bytes at byte %lu"
                           " (the file has %llu)", (unsigned long)count, (unsigned long)offset,
                           (unsigned long long)input->size_bytes);
    hexfog_status status = read_exactly(input, offset, bytes, sizeof bytes,
                                        "data format descriptor", error);
    if (status != HEXFOG_OK)
        return status;
    if (u32_at(bytes, 0) != count)
        return hexfog_fail(error, HEXFOG_IO, "the data format descriptor says %lu bytes (the header"
                           " says %lu)", (unsigned long)u32_at(bytes, 0), (unsigned long)count);
    snprintf(transfer, sizeof transfer, "%u", (unsigned)bytes[14]);
    if (bytes[14] != TRANSFER_LINEAR)
        add_forbidden(info, "transferFunction", transfer, "1, linear");
    return HEXFOG_OK;
}

// Key/value data --------------------------------------------------------------

static void take_pair(const char *key, const char *value, size_t length,
                      struct hexfog_texture_info *info)
{
    char text[32];

    while (length > 0 && value[length - 1] == '\0')
        length--;
    if (strcmp(key, "hexfog") == 0) {
        hexfog_metadata_read(value, length, &info->metadata);
    } else if (strcmp(key, "KTXorientation") == 0) {
        hexfog_plain_text(text, sizeof text, value, length);
        if (strcmp(text, "rd") != 0)
            add_forbidden(info, "KTXorientation", text, "rd");
    }
}

// Entries of a size, a key that ends in NUL, a value, and zeros to 4 bytes.
static hexfog_status take_pairs(const uint8_t *bytes, size_t count,
                                struct hexfog_texture_info *info, struct hexfog_error *error)
{
    for (size_t at = 0; at < count;) {
        size_t left = count - at, size = left < 4 ? 0 : u32_at(bytes, at);
        const char *key = (const char *)bytes + at + 4;
        const char *end = size > 0 && size <= left - 4 ? memchr(key, '\0', size) : NULL;
        if (!end)
            return hexfog_fail(error, HEXFOG_IO, "the key/value data is damaged at its byte %zu",
                               at);
        if (strcmp(key, "hexfog") == 0 && info->metadata.is_present)
            return hexfog_fail(error, HEXFOG_IO, "the key hexfog stands twice");
        take_pair(key, end + 1, size - (size_t)(end + 1 - key), info);
        at += 4 + (size + 3) / 4 * 4;
    }
    return HEXFOG_OK;
}

static hexfog_status read_pairs(const struct hexfog_input *input, const uint8_t *head,
                                struct hexfog_texture_info *info, struct hexfog_error *error)
{
    uint32_t count = u32_at(head, AT_PAIRS_BYTES);

    if (count == 0)
        return HEXFOG_OK;
    if (count > PAIRS_LIMIT_BYTES)
        return hexfog_fail(error, HEXFOG_IO, "the key/value data has %lu bytes (allowed: %d)",
                           (unsigned long)count, (int)PAIRS_LIMIT_BYTES);
    uint8_t *bytes = hexfog_alloc(count, 1);
    if (!bytes)
        return hexfog_fail_memory(error, "a .ktx2 file's key/value data");
    hexfog_status status = read_exactly(input, u32_at(head, AT_PAIRS), bytes, count,
                                        "key/value data", error);
    if (status == HEXFOG_OK)
        status = take_pairs(bytes, count, info, error);
    hexfog_free(bytes);
    return status;
}

hexfog_status hexfog_ktx2_header_read(const struct hexfog_input *input,
                                      const struct hexfog_read_limits *limits,
                                      struct hexfog_ktx2_header *header,
                                      struct hexfog_texture_info *info,
                                      struct hexfog_error *error)
{
    uint8_t head[HEADER_BYTES];
    hexfog_status status = read_exactly(input, 0, head, sizeof head, "header", error);

    if (status == HEXFOG_OK)
        status = check_kind(head, error);
    if (status == HEXFOG_OK)
        status = read_format(head, header, info, error);
    if (status == HEXFOG_OK)
        status = read_size(head, limits, info, error);
    if (status == HEXFOG_OK)
        status = read_index(input, header, info, error);
    if (status == HEXFOG_OK)
        status = read_descriptor(input, head, info, error);
    return status == HEXFOG_OK ? read_pairs(input, head, info, error) : status;
}
