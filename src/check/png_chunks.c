// SPDX-License-Identifier: MIT
// Turns the chunks of a .png into its size and metadata, and holds their sums: stb_image
// looks at none.
#include "check/png_chunks.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "encode/deflate.h"

enum { SIGNATURE_BYTES = 8, HEAD_BYTES = 8, SUM_BYTES = 4, IHDR_BYTES = 13, KEPT_BYTES = 512 };

struct chunk {
    uint64_t offset;         // of its data
    uint32_t length, sum;
    char type[5];
    uint8_t kept[KEPT_BYTES];// the first bytes of its data
};

static uint32_t u32_be(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static hexfog_status read_exactly(const struct hexfog_input *input, uint64_t offset, void *bytes,
                                  size_t count, struct hexfog_error *error)
{
    size_t got;
    hexfog_status status = hexfog_input_read(input, offset, bytes, count, &got, error);

    if (status == HEXFOG_OK && got < count)
        return hexfog_fail(error, HEXFOG_IO, "the file ends early");
    return status;
}

// The sum runs over type and data.
static hexfog_status check_sum(const struct hexfog_input *input, struct chunk *chunk,
                               struct hexfog_error *error)
{
    uint8_t bytes[1 << 14], stored[SUM_BYTES];
    uint32_t sum = hexfog_crc32(0, chunk->type, 4);

    for (uint32_t done = 0; done < chunk->length;) {
        size_t left = chunk->length - done, count = left < sizeof bytes ? left : sizeof bytes;
        hexfog_status status = read_exactly(input, chunk->offset + done, bytes, count, error);
        if (status != HEXFOG_OK)
            return status;
        if (done == 0)
            memcpy(chunk->kept, bytes, count < KEPT_BYTES ? count : KEPT_BYTES);
        sum = hexfog_crc32(sum, bytes, count);
        done += (uint32_t)count;
    }
    chunk->sum = sum;
    hexfog_status status = read_exactly(input, chunk->offset + chunk->length, stored, SUM_BYTES,
                                        error);
    if (status != HEXFOG_OK || sum == u32_be(stored))
        return status;
    char type[5];
    hexfog_plain_text(type, sizeof type, chunk->type, 4);
    return hexfog_fail(error, HEXFOG_IO, "the sum of a %s chunk is wrong: the file is damaged",
                       type);
}

static hexfog_status read_chunk(const struct hexfog_input *input, uint64_t offset,
                                struct chunk *chunk, struct hexfog_error *error)
{
    uint8_t head[HEAD_BYTES];
    hexfog_status status = read_exactly(input, offset, head, HEAD_BYTES, error);

    if (status != HEXFOG_OK)
        return status;
    chunk->offset = offset + HEAD_BYTES;
    chunk->length = u32_be(head);
    memcpy(chunk->type, head + 4, 4);
    chunk->type[4] = '\0';
    if (chunk->length > INT32_MAX)
        return hexfog_fail(error, HEXFOG_IO, "a chunk of %lu bytes: the file is damaged",
                           (unsigned long)chunk->length);
    return check_sum(input, chunk, error);
}

static bool is(const struct chunk *chunk, const char *type)
{
    return strcmp(chunk->type, type) == 0;
}

static void take_text(const struct chunk *chunk, struct hexfog_texture_info *info)
{
    static const char keyword[] = "hexfog"; // with the NUL that ends it
    size_t kept = chunk->length < KEPT_BYTES ? chunk->length : KEPT_BYTES;

    if (!is(chunk, "tEXt") || info->metadata.is_present || kept < sizeof keyword ||
        memcmp(chunk->kept, keyword, sizeof keyword) != 0)
        return;
    hexfog_metadata_read((const char *)chunk->kept + sizeof keyword, kept - sizeof keyword,
                         &info->metadata);
    if (chunk->length > kept) {
        info->metadata.rest_bytes += chunk->length - (uint32_t)kept;
        info->metadata.rest_sum = chunk->sum;
    }
}

// Chunks by which readers change the values, or add an alpha of their own.
static void find_forbidden(const struct chunk *chunk, struct hexfog_texture_info *info)
{
    static const char *const names[] = { "sRGB", "gAMA", "iCCP", "sBIT", "tRNS", "cHRM" };
    char finding[16];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!is(chunk, names[i]))
            continue;
        snprintf(finding, sizeof finding, "a chunk %s", names[i]);
        hexfog_add_finding(info, finding);
    }
}

static hexfog_status take_header(const struct chunk *chunk, struct hexfog_png_facts *facts,
                                 struct hexfog_error *error)
{
    if (!is(chunk, "IHDR") || chunk->length != IHDR_BYTES)
        return hexfog_fail(error, HEXFOG_IO, "the first chunk is no IHDR: the file is damaged");
    facts->width = u32_be(chunk->kept);
    facts->height = u32_be(chunk->kept + 4);
    facts->bit_depth = chunk->kept[8];
    facts->colour_type = chunk->kept[9];
    facts->is_interlaced = chunk->kept[12] != 0;
    return HEXFOG_OK;
}

hexfog_status hexfog_png_chunks_read(const struct hexfog_input *input,
                                     struct hexfog_png_facts *facts,
                                     struct hexfog_texture_info *info, struct hexfog_error *error)
{
    struct chunk chunk;
    uint64_t offset = SIGNATURE_BYTES;
    hexfog_status status;

    *facts = (struct hexfog_png_facts){ 0 };
    do {
        status = read_chunk(input, offset, &chunk, error);
        if (status == HEXFOG_OK && offset == SIGNATURE_BYTES)
            status = take_header(&chunk, facts, error);
        if (status != HEXFOG_OK)
            return status;
        take_text(&chunk, info);
        find_forbidden(&chunk, info);
        facts->has_transparency |= is(&chunk, "tRNS");
        facts->data_bytes += is(&chunk, "IDAT") ? chunk.length : 0;
        offset = chunk.offset + chunk.length + SUM_BYTES;
    } while (!is(&chunk, "IEND"));
    return facts->data_bytes > 0 ? HEXFOG_OK
                                 : hexfog_fail(error, HEXFOG_IO, "no IDAT chunk: no image");
}
