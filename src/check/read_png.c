// SPDX-License-Identifier: MIT
// Turns a .png into rows of byte / 255 through stb_image, 8 bits a channel, as a game samples
// it. The only file that knows stb_image. The image is whole in memory.
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/picture_read.h"
#include "check/png_chunks.h"
#include "check/reading.h"

// What stb_image may still take. It grows its buffers with the stream, not with the size that
// the header gives: this bounds what a bomb gets.
struct budget { uint64_t left_bytes; bool is_memory_out; };
static _Thread_local struct budget *budget; // of the decoding that this thread is in

static void *take_more(void *memory, size_t old_size, size_t size)
{
    size_t more = size > old_size ? size - old_size : 0;

    if (more > budget->left_bytes)
        return NULL;
    budget->left_bytes -= more;
    void *taken = hexfog_realloc(memory, size, 1);
    budget->is_memory_out = budget->is_memory_out || !taken;
    return taken;
}

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ASSERT(condition) ((void)0)
#define STBI_MALLOC(size) take_more(NULL, 0, size)
#define STBI_REALLOC_SIZED(memory, old_size, size) take_more(memory, old_size, size)
#define STBI_REALLOC(memory, size) take_more(memory, 0, size)
#define STBI_FREE(memory) hexfog_free(memory)
#pragma GCC diagnostic ignored "-Wunused-function" // told at the end of the file, so to there
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wswitch-enum"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wundef"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

enum { COMPONENTS = 3, COMPONENTS_WITH_ALPHA = 4, RGB_COLOUR_TYPE = 2 };

struct png {
    struct hexfog_reader head;
    struct hexfog_png_facts facts;
    uint8_t *texels;      // R, G, B of all texels; NULL before the first row is asked for
    int components;       // of `texels`: 4 for a picture, R, G, B, A
    float values[256];    // byte / 255
    uint64_t offset;      // that stb_image has come to
    struct hexfog_error error; // of the file system, while stb_image reads
};

// stb_image's stream ------------------------------------------------------

static int stream_read(void *user, char *bytes, int count)
{
    struct png *png = user;
    size_t got = 0;

    hexfog_input_read(&png->head.input, png->offset, bytes, (size_t)count, &got, &png->error);
    png->offset += got;
    return (int)got;
}

static void stream_skip(void *user, int count)
{
    struct png *png = user;
    png->offset += (uint64_t)(int64_t)count; // also backwards: unsigned numbers wrap
}

static int stream_is_at_end(void *user)
{
    struct png *png = user;
    return png->offset >= png->head.input.size_bytes;
}

// What decoding may need: the stream, in a buffer that doubles, and for R, G, B of 8 bits the
// filtered image and the image, with room for an alpha that a picture is asked for. Of others
// the filtered image is in a buffer that doubles, and the image is there twice (as stored, up
// to four channels of 16 bits, and as asked for).
static uint64_t memory_bytes(const struct hexfog_png_facts *facts)
{
    uint64_t texels = (uint64_t)facts->width * (uint64_t)facts->height;
    uint64_t deep = facts->bit_depth > 8 ? 2 : 1;
    bool is_plain = facts->bit_depth == 8 && facts->colour_type == RGB_COLOUR_TYPE &&
                    !facts->is_interlaced && !facts->has_transparency;

    if (is_plain)
        return 3 * facts->data_bytes + 3 * texels + (uint64_t)facts->height + 4 * texels +
               (1 << 20);
    return 3 * facts->data_bytes + 4 * (4 * deep * texels + 8 * (uint64_t)facts->height) +
           2 * 4 * deep * texels + (1 << 20);
}

static hexfog_status decode_image(struct png *png, struct hexfog_error *error)
{
    static const stbi_io_callbacks stream = { stream_read, stream_skip, stream_is_at_end };
    const struct hexfog_texture_info *info = &png->head.info;
    int width = 0, height = 0, components;
    struct budget all = { .left_bytes = memory_bytes(&png->facts) };

    png->offset = 0;
    png->error = (struct hexfog_error){ 0 };
    budget = &all;
    png->texels = stbi_load_from_callbacks(&stream, png, &width, &height, &components,
                                           png->components);
    budget = NULL;
    if (png->error.status != HEXFOG_OK) {
        if (error)
            *error = png->error;
        return png->error.status;
    }
    if (!png->texels && all.is_memory_out)
        return hexfog_fail_memory(error, "a .png file's image");
    if (!png->texels)
        return hexfog_fail(error, HEXFOG_IO, "the image cannot be decoded: %s",
                           stbi_failure_reason());
    if (width != info->width_px || height != info->height_px)
        return hexfog_fail(error, HEXFOG_IO, "the image cannot be decoded: two sizes");
    return HEXFOG_OK;
}

static void fill(const struct png *png, const uint8_t *first, size_t count, float *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = png->values[first[COMPONENTS * i]];
}

// The first caller decodes the image for all.
static hexfog_status fetch(struct hexfog_reader *reader, int slot, int32_t first_row,
                           int32_t *row_count, struct hexfog_error *error)
{
    struct png *png = (struct png *)reader;
    hexfog_status status = png->texels ? HEXFOG_OK : decode_image(png, error);

    (void)slot, (void)first_row, (void)row_count;
    if (status != HEXFOG_OK) {
        hexfog_free(png->texels);
        png->texels = NULL;
    }
    return status;
}

static hexfog_status decode(struct hexfog_reader *reader, int slot, const struct hexfog_span *span,
                            struct hexfog_error *error)
{
    const struct png *png = (const struct png *)reader;
    size_t width = (size_t)reader->info.width_px, count = (size_t)span->row_count * width;
    const uint8_t *texels = png->texels + (size_t)span->first_row * width * COMPONENTS;

    (void)slot, (void)error;
    fill(png, texels, count, span->r);
    fill(png, texels + 1, count, span->g);
    if (span->b)
        fill(png, texels + 2, count, span->b);
    return HEXFOG_OK;
}

static uint64_t slot_bytes(const struct hexfog_reader *reader, int32_t rows)
{
    (void)reader, (void)rows;
    return 0; // the image is in memory
}

static bool make_slot(struct hexfog_reader *reader, int slot, int32_t rows)
{
    (void)reader, (void)slot, (void)rows;
    return true;
}

static void release(struct hexfog_reader *reader)
{
    hexfog_free(((struct png *)reader)->texels);
}

static hexfog_status read_header(struct png *png, struct hexfog_error *error)
{
    struct hexfog_texture_info *info = &png->head.info;
    hexfog_status status = hexfog_png_chunks_read(&png->head.input, &png->facts, info, error);

    if (status == HEXFOG_OK)
        status = hexfog_check_side_px(&png->head.limits, png->facts.width, png->facts.height,
                                      error);
    if (status == HEXFOG_OK)
        status = hexfog_check_reader_memory(&png->head.limits, memory_bytes(&png->facts), error);
    if (status != HEXFOG_OK)
        return status;
    info->width_px = (int32_t)png->facts.width;
    info->height_px = (int32_t)png->facts.height;
    return HEXFOG_OK;
}

hexfog_status hexfog_png_reader_make(const struct hexfog_reader *head,
                                     struct hexfog_reader **reader, struct hexfog_error *error)
{
    static const char names[] = "R,G,B";
    struct png *png = hexfog_alloc_zeroed(1, sizeof *png);

    if (!png)
        return hexfog_fail_memory(error, "a .png reader");
    png->head = *head;
    png->head.info.format = HEXFOG_PNG;
    png->head.info.channels = HEXFOG_RGB;
    png->head.info.has_blue = true;
    memcpy(png->head.info.channel_names, names, sizeof names);
    png->head.fetch = fetch;
    png->head.decode = decode;
    png->head.slot_bytes = slot_bytes;
    png->head.make_slot = make_slot;
    png->head.release = release;
    png->components = COMPONENTS;
    for (int i = 0; i < 256; i++)
        png->values[i] = (float)(i / 255.0);
    hexfog_status status = read_header(png, error);
    if (status != HEXFOG_OK) {
        hexfog_free(png);
        return status;
    }
    *reader = &png->head;
    return HEXFOG_OK;
}

// Pictures ----------------------------------------------------------------

hexfog_status hexfog_picture_open(const char *path, const struct hexfog_read_limits *limits,
                                  struct hexfog_reader **reader, struct hexfog_error *error)
{
    hexfog_status status = hexfog_reader_open(path, HEXFOG_DECODER_A, limits, reader, error);

    if (status == HEXFOG_OK && (*reader)->info.format != HEXFOG_PNG) {
        status = hexfog_fail(error, HEXFOG_IO, "not a .png picture");
        if (error)
            hexfog_error_set_file(error, path);
        hexfog_reader_free(*reader);
        *reader = NULL;
    }
    if (status == HEXFOG_OK)
        ((struct png *)*reader)->components = COMPONENTS_WITH_ALPHA;
    return status;
}

hexfog_status hexfog_picture_texels(struct hexfog_reader *reader, const uint8_t **rgba,
                                    struct hexfog_error *error)
{
    struct png *png = (struct png *)reader;
    hexfog_status status = png->texels ? HEXFOG_OK : decode_image(png, error);

    if (status != HEXFOG_OK && error && !error->file[0])
        hexfog_error_set_file(error, reader->path);
    *rgba = png->texels;
    return status;
}
