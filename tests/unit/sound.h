/* SPDX-License-Identifier: MIT */
/* What holds of every board that is not refused, whatever its numbers. */
#ifndef HEXFOG_TESTS_SOUND_H
#define HEXFOG_TESTS_SOUND_H

#include "board.h"

/* The size and bounds that were asked for; uv is a number and not 0. */
void texture_is_sound(const struct board *board);
/* Bakes it: levels from 0 to the greatest, G from 0 to 1, and at 64 texels what the definition
 * gives, and the reference too where it can tell. True when it could. */
bool board_is_sound(const struct board *board);
/* What `hexfog info` says of linear filtering. */
void filter_error_is_a_number(const struct board *board);

#endif
