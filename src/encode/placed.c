// SPDX-License-Identifier: MIT
// Turns rows of a fixed size into writes at their places in the file.
#include "encode/placed.h"

#include "base/alloc.h"
#include "base/error.h"

// Rows are collected to pieces, which should still lie in a core's own cache when they are
// written. The system copies them faster where both sides stand alike in their cache lines:
// 128 MiB of such rows in pieces of 256 KiB cost it 29 ms, of 512 KiB 26 ms, and 22 ms when the
// piece in memory starts as far into a line as its place in the file does.
enum { PIECE_BYTES = 640 << 10, LINE_BYTES = 64 };

struct worker {
    uint8_t *room;
    uint8_t *piece;          // in `room`, once its first row has begun
    int32_t count;           // rows in it
};

struct hexfog_placed {
    struct hexfog_placed_layout layout;
    struct hexfog_byte_sink bytes;
    bool is_reserved;
    uint64_t head_bytes;     // written so far
    int32_t piece_rows;
    int threads;
    struct worker workers[];
};

// A power of two, which divides a band; not reserved, a piece is a band.
static int32_t piece_rows(size_t row_bytes, bool is_reserved)
{
    int32_t rows = HEXFOG_BAND_ROWS;
    while (is_reserved && rows > 1 && (size_t)rows * row_bytes > PIECE_BYTES)
        rows /= 2;
    return rows;
}

static size_t room_bytes(const struct hexfog_placed_layout *layout, int32_t rows)
{
    return (size_t)rows * layout->row_bytes + 2 * LINE_BYTES;
}

static hexfog_status make_rooms(struct hexfog_placed *placed, struct hexfog_error *error)
{
    for (int i = 0; i < placed->threads; i++) {
        placed->workers[i].room = hexfog_alloc(1, room_bytes(&placed->layout,
                                                             placed->piece_rows));
        if (!placed->workers[i].room)
            return hexfog_fail_memory(error, "an encoder's rows");
    }
    return HEXFOG_OK;
}

hexfog_status hexfog_placed_make(const struct hexfog_placed_layout *layout, int threads,
                                 struct hexfog_byte_sink bytes, struct hexfog_placed **result,
                                 struct hexfog_error *error)
{
    struct hexfog_placed *placed = hexfog_alloc_zeroed(
        1, sizeof *placed + (size_t)threads * sizeof placed->workers[0]);
    *result = NULL;
    if (!placed)
        return hexfog_fail_memory(error, "an encoder");
    placed->layout = *layout;
    placed->bytes = bytes;
    placed->is_reserved = bytes.reserve;
    placed->piece_rows = piece_rows(layout->row_bytes, placed->is_reserved);
    placed->threads = threads;
    hexfog_status status = make_rooms(placed, error);
    if (status == HEXFOG_OK && placed->is_reserved)
        status = bytes.reserve(bytes.context, layout->file_bytes, error);
    if (status != HEXFOG_OK) {
        hexfog_placed_free(placed);
        return status;
    }
    *result = placed;
    return HEXFOG_OK;
}

void hexfog_placed_free(struct hexfog_placed *placed)
{
    for (int i = 0; placed && i < placed->threads; i++)
        hexfog_free(placed->workers[i].room);
    hexfog_free(placed);
}

uint64_t hexfog_placed_memory_bytes(const struct hexfog_placed_layout *layout, int threads)
{
    uint64_t room = room_bytes(layout, piece_rows(layout->row_bytes, true));
    return sizeof(struct hexfog_placed) + (uint64_t)threads * (sizeof(struct worker) + room);
}

hexfog_status hexfog_placed_head(struct hexfog_placed *placed, const void *bytes, size_t count,
                                 struct hexfog_error *error)
{
    struct hexfog_byte_sink sink = placed->bytes;
    uint64_t at = placed->head_bytes;
    placed->head_bytes += count;
    return placed->is_reserved ? sink.write_at(sink.context, at, bytes, count, error)
                               : sink.write(sink.context, bytes, count, error);
}

static uint64_t place_of(const struct hexfog_placed *placed, int32_t row)
{
    return placed->layout.first_row_at + (uint64_t)row * placed->layout.row_bytes;
}

uint8_t *hexfog_placed_room(struct hexfog_placed *placed, int worker_index, int32_t row)
{
    struct worker *worker = &placed->workers[worker_index];
    if (worker->count == 0) {
        size_t wanted = (size_t)(place_of(placed, row) % LINE_BYTES);
        size_t is = (uintptr_t)worker->room % LINE_BYTES;
        worker->piece = worker->room + (wanted + LINE_BYTES - is) % LINE_BYTES;
    }
    return worker->piece + (size_t)worker->count * placed->layout.row_bytes;
}

static bool ends_band(const struct hexfog_placed *placed, int32_t row)
{
    return row + 1 == placed->layout.height_px || (row + 1) % HEXFOG_BAND_ROWS == 0;
}

hexfog_status hexfog_placed_end_row(struct hexfog_placed *placed, int worker_index, int32_t row,
                                    struct hexfog_error *error)
{
    struct worker *worker = &placed->workers[worker_index];
    size_t row_bytes = placed->layout.row_bytes;
    worker->count++;
    if (!placed->is_reserved || (worker->count < placed->piece_rows && !ends_band(placed, row)))
        return HEXFOG_OK;
    int32_t count = worker->count;
    worker->count = 0;
    return placed->bytes.write_at(placed->bytes.context, place_of(placed, row + 1 - count),
                                  worker->piece, (size_t)count * row_bytes, error);
}

hexfog_status hexfog_placed_commit(struct hexfog_placed *placed, int worker_index,
                                   struct hexfog_error *error)
{
    struct worker *worker = &placed->workers[worker_index];
    size_t count = (size_t)worker->count;
    worker->count = 0;
    if (placed->is_reserved)
        return HEXFOG_OK;
    return placed->bytes.write(placed->bytes.context, worker->piece,
                               count * placed->layout.row_bytes, error);
}
