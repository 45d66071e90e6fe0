// SPDX-License-Identifier: MIT
// Turns a path into the reader of its file kind, and keeps the rows in order.
#include "check/read.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/reading.h"

enum { MAX_SIDE_PX = 65536 }; // the greatest texture that a description can have

struct kind {
    const char *magic;
    size_t length;
    hexfog_reader_maker *make;
};

static const struct kind kinds[] = {
    { "#?", 2, hexfog_hdr_reader_make },
    { "\x76\x2f\x31\x01", 4, hexfog_exr_reader_make },
    { "\x89PNG\r\n\x1a\n", 8, hexfog_png_reader_make },
    { "\xabKTX 20\xbb\r\n\x1a\n", 12, hexfog_ktx2_reader_make },
};

static hexfog_status find_kind(const struct hexfog_input *input, const struct kind **kind,
                               struct hexfog_error *error)
{
    char bytes[12];
    size_t count;
    hexfog_status status = hexfog_input_read(input, 0, bytes, sizeof bytes, &count, error);

    if (status != HEXFOG_OK)
        return status;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        *kind = &kinds[i];
        if (count >= (*kind)->length && memcmp(bytes, (*kind)->magic, (*kind)->length) == 0)
            return HEXFOG_OK;
    }
    if (count == 0)
        return hexfog_fail(error, HEXFOG_IO, "the file is empty");
    return hexfog_fail(error, HEXFOG_IO,
                       "not a texture: the first bytes are not those of a .hdr, .exr, .ktx2 or"
                       " .png file");
}

// Names the file in messages that do not.
static hexfog_status end(hexfog_status status, const char *path, struct hexfog_error *error)
{
    if (status != HEXFOG_OK && error && error->file[0] == '\0')
        hexfog_error_set_file(error, path);
    return status;
}

static hexfog_status make(struct hexfog_reader *head, struct hexfog_reader **reader,
                          struct hexfog_error *error)
{
    const struct kind *kind = NULL;
    hexfog_status status = find_kind(&head->input, &kind, error);

    if (status != HEXFOG_OK)
        return status;
    head->info.file_bytes = head->input.size_bytes;
    return kind->make(head, reader, error);
}

hexfog_status hexfog_reader_open(const char *path, enum hexfog_rgbe_decoder decoder,
                                 const struct hexfog_read_limits *limits,
                                 struct hexfog_reader **reader, struct hexfog_error *error)
{
    struct hexfog_reader head = { .info = { .decoder = decoder, .mip_count = 1 } };

    *reader = NULL;
    if (limits)
        head.limits = *limits;
    if (head.limits.max_side_px <= 0 || head.limits.max_side_px > MAX_SIDE_PX)
        head.limits.max_side_px = MAX_SIDE_PX;
    hexfog_status status = hexfog_input_open(path, &head.input, error);
    if (status != HEXFOG_OK)
        return end(status, path, error);
    head.path = hexfog_copy_string(path);
    status = head.path ? make(&head, reader, error) : hexfog_fail_memory(error, "a reader");
    if (status != HEXFOG_OK) {
        hexfog_free(head.path);
        hexfog_input_close(&head.input);
        *reader = NULL;
    }
    return end(status, path, error);
}

const struct hexfog_texture_info *hexfog_reader_info(const struct hexfog_reader *reader)
{
    return &reader->info;
}

hexfog_status hexfog_reader_rows(struct hexfog_reader *reader, int32_t row_count, float *r,
                                 float *g, float *b, struct hexfog_error *error)
{
    if (row_count < 0 || row_count > reader->info.height_px - reader->next_row)
        return end(hexfog_fail(error, HEXFOG_IO, "%d rows from row %d on (the file has %d)",
                               (int)row_count, (int)reader->next_row,
                               (int)reader->info.height_px), reader->path, error);
    hexfog_status status = reader->rows(reader, row_count, r, g, b, error);
    if (status == HEXFOG_OK)
        reader->next_row += row_count;
    return end(status, reader->path, error);
}

hexfog_status hexfog_reader_mip_row(struct hexfog_reader *reader, int mip, int32_t row, float *r,
                                    float *g, float *b, struct hexfog_error *error)
{
    bool is_mip = mip >= 1 && mip < reader->info.mip_count;
    int32_t height = is_mip ? reader->info.height_px >> mip : 0;

    if (!is_mip || row < 0 || row >= (height > 0 ? height : 1))
        return end(hexfog_fail(error, HEXFOG_IO, "row %d of mip level %d (the file has %d mip"
                               " levels of %d rows and fewer)", (int)row, mip,
                               (int)reader->info.mip_count, (int)reader->info.height_px),
                   reader->path, error);
    return end(reader->mip_row(reader, mip, row, r, g, b, error), reader->path, error);
}

hexfog_status hexfog_reader_rewind(struct hexfog_reader *reader, struct hexfog_error *error)
{
    reader->next_row = 0;
    return end(reader->rewind(reader, error), reader->path, error);
}

void hexfog_reader_free(struct hexfog_reader *reader)
{
    if (!reader)
        return;
    reader->release(reader);
    hexfog_input_close(&reader->input);
    hexfog_free(reader->path);
    hexfog_free(reader);
}

hexfog_status hexfog_check_side_px(const struct hexfog_read_limits *limits, int64_t width,
                                   int64_t height, struct hexfog_error *error)
{
    int64_t most = limits->max_side_px;

    if (width >= 1 && height >= 1 && width <= most && height <= most)
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_IO, "the image is %lld x %lld (allowed: sides of 1 to %lld)",
                       (long long)width, (long long)height, (long long)most);
}

hexfog_status hexfog_check_reader_memory(const struct hexfog_read_limits *limits, uint64_t bytes,
                                         struct hexfog_error *error)
{
    if (limits->max_memory_bytes == 0 || bytes <= limits->max_memory_bytes)
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_MEMORY,
                       "reading the file needs %llu bytes of memory (allowed: %llu;"
                       " --max-memory SIZE allows more)",
                       (unsigned long long)bytes, (unsigned long long)limits->max_memory_bytes);
}

void hexfog_plain_text(char *out, size_t size, const char *text, size_t length)
{
    size_t count = length < size - 1 ? length : size - 1;

    for (size_t i = 0; i < count; i++)
        out[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    out[count] = '\0';
}
