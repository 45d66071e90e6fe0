/* SPDX-License-Identifier: MIT */
/* Boards for tests: a description read from text, its map, and every texel of it. */
#ifndef HEXFOG_TESTS_BOARD_H
#define HEXFOG_TESTS_BOARD_H

#include "hexfog.h"

struct board {
    struct hexfog_description description;
    struct hexfog_map *map;
};

/* Reads a printf-style text and makes its map; ends the test, with what is wrong, when
 * either fails. board_read leaves the map out. */
void board_make(struct board *board, const char *format, ...) HEXFOG_PRINTF(2, 3);
void board_read(struct board *board, const char *text);
void board_free(struct board *board);

/* Every texel, row by row. */
struct picture {
    int32_t width, height;
    int32_t *level;
    double *g;
    int32_t rows_seen; /* in order and without a gap, or the test fails */
};
/* Held to every vector width that this CPU has, bit for bit. */
void picture_bake(struct picture *picture, const struct hexfog_map *map, int threads);
void picture_free(struct picture *picture);
/* True when sizes, levels and G are the same, bit for bit. */
bool picture_equal(const struct picture *a, const struct picture *b);

/* Bakes, and ends the test, with the name, where a texel has not the bits of the definition at its
 * centre; picture_holds looks at one texel, and tells what it should have. */
void board_bakes_as_defined(const struct board *board, const char *name);
bool picture_holds(const struct picture *picture, const struct board *board,
                   struct hexfog_texel texel, struct hexfog_value *wanted);

struct hexfog_value board_value(const struct board *board, double x, double y);
int32_t board_level(const struct board *board, int32_t q, int32_t r);

/* A plain generator of test data (splitmix64): the same numbers everywhere. */
struct random { uint64_t state; };
uint64_t random_bits(struct random *random);
double random_unit(struct random *random);                              /* [0, 1) */
double random_between(struct random *random, double low, double high);
int32_t random_int(struct random *random, int32_t low, int32_t high);   /* both ends in */
bool random_chance(struct random *random, double share);

#endif
