/* SPDX-License-Identifier: MIT */
/* Offset coordinates [column, row] and axial ones. Parity is that of the absolute row or
 * column, taken as `n & 1` on two's complement, so that negative ones alternate too. */
#ifndef HEXFOG_DESC_OFFSET_H
#define HEXFOG_DESC_OFFSET_H

#include "hexfog.h"

/* A tile as a description writes it: [q, r] or [column, row]. */
struct hexfog_written_tile { int32_t a, b; };

/* Both values within +-2^30. */
struct hexfog_axial hexfog_axial_from_written(enum hexfog_coordinates coordinates,
                                              struct hexfog_written_tile tile);
struct hexfog_written_tile hexfog_written_from_axial(enum hexfog_coordinates coordinates,
                                                     struct hexfog_axial tile);

#endif
