/* SPDX-License-Identifier: MIT */
/* What the public calls know of a file kind's encoder, and the makers of all kinds. */
#ifndef HEXFOG_ENCODE_ENCODER_H
#define HEXFOG_ENCODE_ENCODER_H

#include "hexfog.h"

/*
 * The head of every encoder. Its maker allocates it together with what it needs for each
 * worker, may write the file's head, and on failure leaves nothing behind. take_row, prepare
 * and commit are those of hexfog_sink, their context the encoder; release frees all but the
 * encoder itself.
 */
struct hexfog_encoder {
    struct hexfog_encoding encoding;
    struct hexfog_byte_sink bytes;
    int threads;
    hexfog_status (*take_row)(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error);
    hexfog_status (*prepare)(void *context, int worker, const struct hexfog_rows *rows,
                             struct hexfog_error *error);
    hexfog_status (*commit)(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error);
    hexfog_status (*finish)(struct hexfog_encoder *encoder, struct hexfog_error *error);
    void (*release)(struct hexfog_encoder *encoder);
};

/* A file kind's way of encoding. `head` has encoding, bytes and threads settled. */
struct hexfog_writer {
    hexfog_status (*make)(const struct hexfog_encoder *head, struct hexfog_encoder **encoder,
                          struct hexfog_error *error);
    uint64_t (*memory_bytes)(const struct hexfog_encoding *encoding, int threads);
    bool whole_image;        /* collects the image: HEXFOG_MAX_WHOLE_TEXELS holds */
};

/* Writers that collect the image count it in `int` somewhere in the library that they call
 * (three components a texel): 2^28 texels, 16384 x 16384, stay below 2^31 with room. */
#define HEXFOG_MAX_WHOLE_TEXELS (INT64_C(1) << 28)

extern const struct hexfog_writer hexfog_hdr_stream, hexfog_exr_stream, hexfog_ktx2_stream;
extern const struct hexfog_writer hexfog_exr_plain; /* hexfog_exr_stream's, uncompressed */
extern const struct hexfog_writer hexfog_png_writer;
extern const struct hexfog_writer hexfog_hdr_reference, hexfog_exr_reference;

/* Bytes of an uncompressed texel of an .exr; scanlines to a block. */
uint32_t hexfog_exr_texel_bytes(const struct hexfog_encoding *encoding);
int32_t hexfog_exr_block_rows(enum hexfog_compression compression);
/* What an .exr has before its offset table; returns its length. */
#define HEXFOG_EXR_HEAD_BYTES 640
size_t hexfog_exr_head(const struct hexfog_encoding *encoding,
                       uint8_t out[HEXFOG_EXR_HEAD_BYTES]);
/* The two channels of one row as .exr stores them: R at out_r, G at out_g. */
void hexfog_exr_channels(const struct hexfog_encoding *encoding, const int32_t *level,
                         const double *g, uint8_t *out_r, uint8_t *out_g);
/* All of them, in the file's order. */
void hexfog_exr_row(const struct hexfog_encoding *encoding, const int32_t *level,
                    const double *g, uint8_t *out);
/* What stands before a block's bytes: its first row and how many they are. */
#define HEXFOG_EXR_BLOCK_HEAD 8

/* The text of an .hdr up to the first scanline; returns its length. */
#define HEXFOG_HDR_HEAD_BYTES 256
size_t hexfog_hdr_head(const struct hexfog_encoding *encoding, char out[HEXFOG_HDR_HEAD_BYTES]);
/* Most bytes that a row of an .hdr can take. */
size_t hexfog_hdr_row_bytes_at_most(int32_t width_px);

#endif
