/* SPDX-License-Identifier: MIT */
/*
 * Reads texture files row by row, ours and strangers', by another path than the
 * encoders': .hdr and .ktx2 by readers of our own, .exr through OpenEXRCore,
 * .png through stb_image. Nothing here trusts the file: sizes are checked before allocation.
 */
#ifndef HEXFOG_CHECK_READ_H
#define HEXFOG_CHECK_READ_H

#include "encode/format.h" /* enum hexfog_rgbe_decoder */
#include "hexfog.h"

struct hexfog_read_limits {
    uint64_t max_memory_bytes;   /* 0 = none: refuse before allocating more (MEMORY) */
    int32_t max_side_px;         /* 0 = 65536 */
};

/* The `hexfog` metadata text, taken apart; unknown keys are ignored. */
struct hexfog_file_metadata {
    bool is_present, is_valid;   /* valid: version 1 and every known key reads */
    char text[256];              /* as stored, cut */
    uint32_t rest_bytes, rest_sum; /* of what text does not tell, a CRC-32; 0 = it tells all */
    double level_scale;
    int32_t max_level;
    enum hexfog_metric metric;
};

struct hexfog_texture_info {
    enum hexfog_format format;
    enum hexfog_precision precision;     /* DEFAULT for .hdr and .png */
    enum hexfog_compression compression; /* DEFAULT where there is none to speak of */
    char compression_name[16];           /* also of kinds that we never write: "piz", "dwaa" */
    enum hexfog_channels channels;       /* RGB, RG; DEFAULT: other ones, see channel_names */
    char channel_names[64];              /* "B,G,R" in file order, cut */
    int32_t width_px, height_px;
    int32_t mip_count;                   /* of a .ktx2, the texture itself included; else 1 */
    bool is_tiled;
    bool has_blue;                       /* false: the third plane is all 0 */
    enum hexfog_rgbe_decoder decoder;    /* of an .hdr: as it was opened */
    char notes[192];                     /* an .hdr's other header lines ("EXPOSURE=2"), what a
                                          * .ktx2 has otherwise ("KTXorientation=ru"), cut */
    int finding_count;                   /* of what fogmap.md 5 forbids and engines act on */
    char findings[384];                  /* each by its name, "; " between; cut */
    struct hexfog_file_metadata metadata;
    uint64_t file_bytes;
};

struct hexfog_reader;

/* Opens and reads the header; which kind it is, the first bytes tell, not the name. IO: not
 * there, not a regular file, not decodable, a size of 0, a channel R or G missing. `decoder`
 * says how an .hdr's mantissas m are read: m / 256 (A, most readers), m / 255, (m + 0.5) / 256.
 * The reader keeps the file open until it is freed. */
hexfog_status hexfog_reader_open(const char *path, enum hexfog_rgbe_decoder decoder,
                                 const struct hexfog_read_limits *limits,
                                 struct hexfog_reader **reader, struct hexfog_error *error);
const struct hexfog_texture_info *hexfog_reader_info(const struct hexfog_reader *reader);
/* The next `row_count` rows from the top, width_px floats a row in each plane; `b` may be
 * NULL. Non-finite values come out as they are. IO: damaged or cut. */
hexfog_status hexfog_reader_rows(struct hexfog_reader *reader, int32_t row_count, float *r,
                                 float *g, float *b, struct hexfog_error *error);
/* The same from `first_row` on, by several threads at once. Each row is to be asked for once
 * after opening or rewinding, from the first on: an .hdr has an order, so that a call waits for
 * those of the rows before. Once one fails, later rows fail too; nobody waits for ever. */
hexfog_status hexfog_reader_rows_at(struct hexfog_reader *reader, int32_t first_row,
                                    int32_t row_count, float *r, float *g, float *b,
                                    struct hexfog_error *error);
/* Makes room for so many calls of hexfog_reader_rows_at at once, of so many rows each, as far as
 * there is memory for it, and where calls take whole blocks: calls beyond it wait. No call may
 * be under way. */
void hexfog_reader_share(struct hexfog_reader *reader, int callers, int32_t rows);
/* Rows that can only be decoded together; more than the image has, perhaps. */
int32_t hexfog_reader_block_rows(const struct hexfog_reader *reader);
/* One row of a smaller mip level, 1 .. mip_count - 1, in any order; its sides are those of the
 * texture shifted right by `mip`, at least 1. Leaves the order of the rows above alone. */
hexfog_status hexfog_reader_mip_row(struct hexfog_reader *reader, int mip, int32_t row, float *r,
                                    float *g, float *b, struct hexfog_error *error);
/* Back to the first row. No call may be under way. */
void hexfog_reader_rewind(struct hexfog_reader *reader);
void hexfog_reader_free(struct hexfog_reader *reader);

#endif
