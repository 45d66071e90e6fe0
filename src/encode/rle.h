/* SPDX-License-Identifier: MIT */
/* Radiance's run lengths of one plane of a scanline. */
#ifndef HEXFOG_ENCODE_RLE_H
#define HEXFOG_ENCODE_RLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A run of at least three equal bytes is (128 + n, byte), n <= 127; bytes between runs are
 * (n, bytes...), n <= 128; a run's remainder stays a run, however short. These are the
 * choices of stb_image_write, so that both encoders write the same bytes. `out` needs
 * count + ceil(count / 128) bytes: a run of m >= 3 takes at most m - 1, which pays for the
 * length byte of the piece before it, so only full pieces of 128 and the last one add.
 */
size_t hexfog_rle_plane(const uint8_t *plane, size_t count, uint8_t *out);

#endif
