/* SPDX-License-Identifier: MIT */
/* For the encoders' tests: made-up fields, and files in memory whose writes can fail. */
#ifndef HEXFOG_TESTS_ENCODE_IO_H
#define HEXFOG_TESTS_ENCODE_IO_H

#include "board.h"

/* A field that no map needs to stand behind. */
struct field {
    int32_t width, height, max_level;
    int32_t *level;
    double *g;
};
enum field_kind {
    FIELD_TILES,  /* levels in patches, G in ramps, as maps have them */
    FIELD_NOISE,  /* every texel its own */
    FIELD_FLAT,   /* one level, one G */
    FIELD_EDGES   /* G of 0, 1 and what lies beside the rounding borders */
};
#define FIELD_KINDS 4
void field_make(struct field *field, enum field_kind kind, int32_t width, int32_t height,
                int32_t max_level, uint64_t seed);
void field_free(struct field *field);

/* A file in memory. The `fail_at`-th write from 1 (write_at and reserve count too) and all
 * later ones fail with IO; 0 = none. One that `reserves` is given its size beforehand, and
 * holds 0xee where nothing was written since. */
struct memory_file {
    uint8_t *bytes;
    size_t length, capacity;
    int writes, fail_at;
    bool reserves, is_reserved;
};
struct hexfog_byte_sink memory_file_sink(struct memory_file *file);
void memory_file_free(struct memory_file *file);
/* Writes it into the test's scratch folder and returns the path (static storage). */
const char *memory_file_save(const struct memory_file *file, const char *name);

/* Feeds a field to a sink band by band, as hexfog_bake does: `workers` bands are prepared
 * before the first of them is committed. */
hexfog_status field_feed(const struct field *field, struct hexfog_sink sink, int workers,
                         struct hexfog_error *error);
/* make, feed, finish and free. */
hexfog_status field_encode(const struct field *field, const struct hexfog_encoding *encoding,
                           struct memory_file *file, struct hexfog_error *error);
/* The same, and the test fails where it does. */
void field_must_encode(const struct field *field, const struct hexfog_encoding *encoding,
                       struct memory_file *file);

/* An encoding of a field with all defaults: .exr is half, zip, rgb; .ktx2 is half, rg. */
struct hexfog_encoding encoding_for(const struct field *field, enum hexfog_format format);

/* Every encoding of .hdr, .png, .exr and .ktx2; false past the last. */
bool encoding_number(const struct field *field, int number, struct hexfog_encoding *encoding);
const char *encoding_name(const struct hexfog_encoding *encoding);

#endif
