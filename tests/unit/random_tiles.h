/* SPDX-License-Identifier: MIT */
/* What a random board is made of: lists of tiles, and how a description writes them. */
#ifndef HEXFOG_TESTS_RANDOM_TILES_H
#define HEXFOG_TESTS_RANDOM_TILES_H

#include "random_board.h"

struct hexfog_axial tile_neighbour(struct hexfog_axial tile, int k);
/* The place in a list, or -1. */
int find_tile(const struct random_tiles *list, struct hexfog_axial tile);
/* Adds a tile that is not there yet. */
void put_tile(struct random_tiles *list, struct hexfog_axial tile, int32_t level);
/* [column, row] of a tile, and back. */
struct hexfog_axial tile_written_as(enum hexfog_coordinates word, struct hexfog_axial tile);
struct hexfog_axial tile_read_as(enum hexfog_coordinates word, int32_t column, int32_t row);

#endif
