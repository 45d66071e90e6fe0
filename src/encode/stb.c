// SPDX-License-Identifier: MIT
// Turns whole images into .hdr and .png bytes through stb_image_write.
#include "encode/stb.h"

#include "base/alloc.h"
#include "base/error.h"
#include "encode/deflate.h"

// stb_image_write uses what it allocates without looking (.hdr), loses a block when a later
// one fails (.png), and hands its hooks no context. So everything that one call can ask for
// is reserved before it, and the hooks give pieces of that; `lent` is set during a call only.
struct reserve {
    uint8_t *bytes;
    size_t room, used;
    struct hexfog_deflater *deflater;
};
static _Thread_local struct reserve *lent;

enum { ALIGNMENT = 64 };

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *borrow(size_t size)
{
    if (lent->room - lent->used < aligned(size))
        return NULL;
    void *piece = lent->bytes + lent->used;
    lent->used += aligned(size);
    return piece;
}

// libdeflate's fifth of twelve: a level more takes a fifth longer and saves a fifteenth.
enum { PNG_LEVEL = 5 };

// In place of stb's own deflate, which is slower and writes past a failed allocation.
static unsigned char *compress(unsigned char *bytes, int count, int *out_count, int quality)
{
    (void)quality;
    size_t room = hexfog_deflate_bytes_at_most((size_t)count), used = lent->used;
    unsigned char *out = borrow(room);
    if (!out)
        return NULL;
    size_t size = hexfog_deflate(lent->deflater, bytes, (size_t)count, out, room);
    lent->used = used + aligned(size);
    *out_count = (int)size;
    return size ? out : NULL;
}

static unsigned int checksum(unsigned char *bytes, int count)
{
    return hexfog_crc32(0, bytes, (size_t)count);
}

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBIW_MALLOC(size) borrow((size_t)(size))
#define STBIW_REALLOC(memory, size) ((void)(memory), (void)(size), (void *)NULL)
#define STBIW_FREE(memory) ((void)(memory))
#define STBIW_ASSERT(condition) ((void)0)
#define STBIW_ZLIB_COMPRESS compress
#define STBIW_CRC32 checksum
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

hexfog_status hexfog_stb_write_hdr(hexfog_stb_put *put, void *context, int32_t width_px,
                                   int32_t height_px, const float *rgb,
                                   struct hexfog_error *error)
{
    struct reserve reserve = { .room = aligned(4 * (size_t)width_px) }; // one scanline
    reserve.bytes = hexfog_alloc(1, reserve.room);
    if (!reserve.bytes)
        return hexfog_fail_memory(error, "stb_image_write's scanline");
    lent = &reserve;
    int written = stbi_write_hdr_to_func(put, context, width_px, height_px, 3, rgb);
    lent = NULL;
    hexfog_free(reserve.bytes);
    return written ? HEXFOG_OK : hexfog_fail(error, HEXFOG_MEMORY, "stb_image_write failed");
}

// The filtered image and one filtered row, the zlib stream, and the file: 57 bytes more.
size_t hexfog_stb_png_bytes(int32_t width_px, int32_t height_px)
{
    size_t row = 3 * (size_t)width_px, filtered = (row + 1) * (size_t)height_px;
    size_t stream = hexfog_deflate_bytes_at_most(filtered);
    return aligned(filtered) + aligned(row) + aligned(stream) + aligned(stream + 57);
}

hexfog_status hexfog_stb_write_png(hexfog_stb_put *put, void *context, int32_t width_px,
                                   int32_t height_px, const uint8_t *rgb,
                                   struct hexfog_error *error)
{
    struct reserve reserve = { .room = hexfog_stb_png_bytes(width_px, height_px) };
    reserve.bytes = hexfog_alloc(1, reserve.room);
    reserve.deflater = hexfog_deflater_make(PNG_LEVEL);
    int written = 0;
    if (reserve.bytes && reserve.deflater) {
        lent = &reserve;
        written = stbi_write_png_to_func(put, context, width_px, height_px, 3, rgb, 0);
        lent = NULL;
    }
    hexfog_deflater_free(reserve.deflater);
    hexfog_free(reserve.bytes);
    return written ? HEXFOG_OK : hexfog_fail_memory(error, "stb_image_write's image");
}
