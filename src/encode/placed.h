/* SPDX-License-Identifier: MIT */
/*
 * Files whose rows all take the same number of bytes. Where each stands is known from the
 * start, so that workers write theirs side by side, in any order; a byte sink that cannot
 * reserve gets them band by band in row order.
 */
#ifndef HEXFOG_ENCODE_PLACED_H
#define HEXFOG_ENCODE_PLACED_H

#include "hexfog.h"

struct hexfog_placed_layout {
    uint64_t file_bytes, first_row_at;
    size_t row_bytes;
    int32_t height_px;
};

struct hexfog_placed;
/* Reserves the file where that is possible. MEMORY, IO. */
hexfog_status hexfog_placed_make(const struct hexfog_placed_layout *layout, int threads,
                                 struct hexfog_byte_sink bytes, struct hexfog_placed **placed,
                                 struct hexfog_error *error);
void hexfog_placed_free(struct hexfog_placed *placed); /* accepts NULL */
/* For encoders with `threads` workers, with a byte sink that reserves. */
uint64_t hexfog_placed_memory_bytes(const struct hexfog_placed_layout *layout, int threads);

/* What stands before the rows, part after part from the file's first byte on. */
hexfog_status hexfog_placed_head(struct hexfog_placed *placed, const void *bytes, size_t count,
                                 struct hexfog_error *error);
/* The next row of a worker's band: first its room, then, once it is filled, its end. */
uint8_t *hexfog_placed_room(struct hexfog_placed *placed, int worker, int32_t row);
hexfog_status hexfog_placed_end_row(struct hexfog_placed *placed, int worker, int32_t row,
                                    struct hexfog_error *error);
/* For the sink's commit. */
hexfog_status hexfog_placed_commit(struct hexfog_placed *placed, int worker,
                                   struct hexfog_error *error);

#endif
