/* SPDX-License-Identifier: MIT */
/* What the public calls of read.h know of a file kind's reader, and the makers of all kinds. */
#ifndef HEXFOG_CHECK_READING_H
#define HEXFOG_CHECK_READING_H

#include "check/input.h"
#include "check/read.h"
#include "check/turns.h"

/* Some rows, and where their values go: width_px floats a row. `b` may be NULL. */
struct hexfog_span {
    int32_t first_row, row_count;
    float *r, *g, *b;
};

/*
 * The head of every reader. Its maker allocates it together with what it needs, takes the
 * open input over on success, and on failure leaves nothing behind but the input. Messages of
 * these calls do not name the file; read.c puts it into hexfog_error.file. release frees all
 * but the reader itself and the input.
 */
struct hexfog_reader {
    struct hexfog_texture_info info;
    struct hexfog_read_limits limits;  /* with the defaults in place of 0 */
    struct hexfog_input input;
    char *path;
    int32_t next_row;                  /* of hexfog_reader_rows */
    int32_t block_rows;                /* that are decoded together; 0: each row alone */
    struct hexfog_turns turns;
    /* Reads on in the file, one caller at a time and in the order of rows: up to *row_count
     * rows for the slot, which says how many. NULL: rows are found by their number. */
    hexfog_status (*fetch)(struct hexfog_reader *reader, int slot, int32_t first_row,
                           int32_t *row_count, struct hexfog_error *error);
    /* The span's values, with fetch: of the rows fetched last. A slot has one caller. */
    hexfog_status (*decode)(struct hexfog_reader *reader, int slot,
                            const struct hexfog_span *span, struct hexfog_error *error);
    hexfog_status (*mip_row)(struct hexfog_reader *reader, int slot, int mip,
                             const struct hexfog_span *span, struct hexfog_error *error);
                                       /* NULL where there are none */
    /* What a slot takes, in the end, and makes one, or gives it room for so many rows. */
    uint64_t (*slot_bytes)(const struct hexfog_reader *reader, int32_t rows);
    bool (*make_slot)(struct hexfog_reader *reader, int slot, int32_t rows);
    void (*rewind)(struct hexfog_reader *reader); /* or NULL */
    void (*release)(struct hexfog_reader *reader);
};

/* Makes a reader from a head with limits, input, path and info.decoder set. */
typedef hexfog_status hexfog_reader_maker(const struct hexfog_reader *head,
                                          struct hexfog_reader **reader,
                                          struct hexfog_error *error);
hexfog_reader_maker hexfog_hdr_reader_make, hexfog_exr_reader_make, hexfog_ktx2_reader_make;
hexfog_reader_maker hexfog_png_reader_make;

/* IO when a side is 0 or over the limit. */
hexfog_status hexfog_check_side_px(const struct hexfog_read_limits *limits, int64_t width,
                                   int64_t height, struct hexfog_error *error);
/* MEMORY when a reader that needs so much passes its own limit. */
hexfog_status hexfog_check_reader_memory(const struct hexfog_read_limits *limits, uint64_t bytes,
                                         struct hexfog_error *error);

/* Adds something of the header that a fog map must not have, and that games act on. */
void hexfog_add_finding(struct hexfog_texture_info *info, const char *finding);
/* Of an .exr: data and display window, each x and y from, x and y to. */
void hexfog_hold_windows(struct hexfog_texture_info *info, const int32_t data[4],
                         const int32_t display[4]);
/* `compression` by its number in .exr files. */
void hexfog_name_compression(struct hexfog_texture_info *info, unsigned compression);
void hexfog_add_channel_name(struct hexfog_texture_info *info, const char *name);

/* Takes a container's metadata text apart (fogmap.md 5). It need not end in NUL. */
void hexfog_metadata_read(const char *text, size_t length, struct hexfog_file_metadata *metadata);
/* A stranger's text for a message: cut, and with ? for what is not plain ASCII. */
void hexfog_plain_text(char *out, size_t size, const char *text, size_t length);

#endif
