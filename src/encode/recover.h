/* SPDX-License-Identifier: MIT */
/* Which levels an encoding gives back (fogmap.md 5: recoverable). */
#ifndef HEXFOG_ENCODE_RECOVER_H
#define HEXFOG_ENCODE_RECOVER_H

#include "encode/format.h"

/* Tries every level from 0 to the encoding's greatest with G = 0 and G = 1 under the
 * file's own decoder: false and the least level that is not read back as itself. */
bool hexfog_levels_hold(const struct hexfog_encoding *encoding, int32_t *failing);
/* The same for an .hdr under another decoder. */
bool hexfog_levels_hold_under(const struct hexfog_encoding *encoding,
                              enum hexfog_rgbe_decoder decoder, int32_t *failing);
/* What `level` is read back as where it fails: the first of G = 0, 1 that fails. */
int32_t hexfog_level_read_back(const struct hexfog_encoding *encoding, int32_t level);

/* 64 to level 63, else the smallest power of two greater than the level. */
double hexfog_auto_level_scale(int32_t max_level);
/* The greatest level such that a raster that goes so far holds in this form; with
 * is_auto the scale grows with it, else it is the encoding's. */
int32_t hexfog_greatest_level(const struct hexfog_encoding *encoding, bool is_auto);

#endif
