// SPDX-License-Identifier: MIT
// Turns a path into the reader of its file kind, and keeps the rows in order.
#include "check/read.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/reading.h"

enum { MAX_SIDE_PX = 65536 }; // the greatest texture that a description can have
#define SHARED_BYTES (UINT64_C(1) << 28)

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
    if (status == HEXFOG_OK) {
        hexfog_turns_start(&(*reader)->turns, (*reader)->fetch != NULL);
    } else {
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

// Whose rows come in order lets the next caller read on while it decodes.
static hexfog_status decode_in_turn(struct hexfog_reader *reader, int slot,
                                    struct hexfog_span span, struct hexfog_error *error)
{
    int32_t left = span.row_count, end = span.first_row + span.row_count;
    hexfog_status status = HEXFOG_OK;
    bool has_passed = false;

    while (left > 0 && status == HEXFOG_OK) {
        span.row_count = left;
        status = reader->fetch(reader, slot, span.first_row, &span.row_count, error);
        left -= span.row_count;
        has_passed = left == 0 && status == HEXFOG_OK;
        if (has_passed)
            hexfog_turns_pass(&reader->turns, end, HEXFOG_OK);
        if (status == HEXFOG_OK)
            status = reader->decode(reader, slot, &span, error);
        size_t texels = (size_t)span.row_count * (size_t)reader->info.width_px;
        span.first_row += span.row_count;
        span.r += texels;
        span.g += texels;
        span.b = span.b ? span.b + texels : NULL;
    }
    if (!has_passed)
        hexfog_turns_pass(&reader->turns, end, status);
    return status;
}

static hexfog_status fail_rows(const struct hexfog_reader *reader, int32_t first_row,
                               int32_t row_count, struct hexfog_error *error)
{
    return hexfog_fail(error, HEXFOG_IO, "%d rows from row %d on (the file has %d)",
                       (int)row_count, (int)first_row, (int)reader->info.height_px);
}

static hexfog_status read_span(struct hexfog_reader *reader, const struct hexfog_span *span,
                               struct hexfog_error *error)
{
    if (span->row_count < 0 || span->first_row < 0 ||
        span->row_count > reader->info.height_px - span->first_row)
        return fail_rows(reader, span->first_row, span->row_count, error);
    int slot = hexfog_turns_take(&reader->turns, span->first_row);
    if (slot < 0)
        return hexfog_fail(error, HEXFOG_IO, "row %d: those before it could not be read",
                           (int)span->first_row);
    hexfog_status status = reader->fetch ? decode_in_turn(reader, slot, *span, error)
                                         : reader->decode(reader, slot, span, error);
    hexfog_turns_leave(&reader->turns, slot);
    return status;
}

hexfog_status hexfog_reader_rows_at(struct hexfog_reader *reader, int32_t first_row,
                                    int32_t row_count, float *r, float *g, float *b,
                                    struct hexfog_error *error)
{
    struct hexfog_span span = { first_row, row_count, r, g, b };

    return end(read_span(reader, &span, error), reader->path, error);
}

hexfog_status hexfog_reader_rows(struct hexfog_reader *reader, int32_t row_count, float *r,
                                 float *g, float *b, struct hexfog_error *error)
{
    hexfog_status status = hexfog_reader_rows_at(reader, reader->next_row, row_count, r, g, b,
                                                 error);
    if (status == HEXFOG_OK)
        reader->next_row += row_count;
    return status;
}

hexfog_status hexfog_reader_mip_row(struct hexfog_reader *reader, int mip, int32_t row, float *r,
                                    float *g, float *b, struct hexfog_error *error)
{
    bool is_mip = mip >= 1 && mip < reader->info.mip_count;
    int32_t height = is_mip ? reader->info.height_px >> mip : 0;
    struct hexfog_span span = { row, 1, r, g, b };

    if (!is_mip || row < 0 || row >= (height > 0 ? height : 1))
        return end(hexfog_fail(error, HEXFOG_IO, "row %d of mip level %d (the file has %d mip"
                               " levels of %d rows and fewer)", (int)row, mip,
                               (int)reader->info.mip_count, (int)reader->info.height_px),
                   reader->path, error);
    int slot = hexfog_turns_take(&reader->turns, row);
    hexfog_status status = reader->mip_row(reader, slot, mip, &span, error);
    hexfog_turns_leave(&reader->turns, slot);
    return end(status, reader->path, error);
}

// What further slots may take: speed is not worth more, and those who come after need some.
static uint64_t room_for_slots(const struct hexfog_reader *reader)
{
    uint64_t room = SHARED_BYTES, own = reader->limits.max_memory_bytes / 4;

    room = own > 0 && own < room ? own : room;
    return hexfog_spare_bytes() < room ? hexfog_spare_bytes() : room;
}

void hexfog_reader_share(struct hexfog_reader *reader, int callers, int32_t rows)
{
    uint64_t each = reader->slot_bytes(reader, rows), room = room_for_slots(reader);
    bool is_split = rows % hexfog_reader_block_rows(reader) != 0; // two would decode one block
    int most = is_split ? 1 : callers < HEXFOG_MOST_SLOTS ? callers : HEXFOG_MOST_SLOTS;

    for (int slot = 0; slot < most && each <= room; slot++) {
        if (!reader->make_slot(reader, slot, rows))
            break;
        room -= each;
        if (slot == reader->turns.slot_count)
            reader->turns.slot_count++;
    }
}

int32_t hexfog_reader_block_rows(const struct hexfog_reader *reader)
{
    return reader->block_rows > 0 ? reader->block_rows : 1;
}

void hexfog_reader_rewind(struct hexfog_reader *reader)
{
    reader->next_row = 0;
    hexfog_turns_rewind(&reader->turns);
    if (reader->rewind)
        reader->rewind(reader);
}

void hexfog_reader_free(struct hexfog_reader *reader)
{
    if (!reader)
        return;
    reader->release(reader);
    hexfog_turns_end(&reader->turns);
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
