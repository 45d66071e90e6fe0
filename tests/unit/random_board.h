/* SPDX-License-Identifier: MIT */
/*
 * Random descriptions of every kind, each from one seed, as JSON text, with the axial
 * tiles that a reader must find in it.
 */
#ifndef HEXFOG_TESTS_RANDOM_BOARD_H
#define HEXFOG_TESTS_RANDOM_BOARD_H

#include "board.h"

/* What a board can have; a property run counts them, so that none is missing in silence. */
#define BOARD_FEATURES(X)                                                          \
    X(POINTY) X(FLAT) X(REGULAR) X(REAL_CELL) X(INTEGER_CELL) X(NARROW_SIDE) X(WIDE_SIDE) \
    X(AXIAL) X(ODD_R) X(EVEN_R) X(ODD_Q) X(EVEN_Q) X(Y_UP) X(FAR_ORIGIN) X(NEAR_ORIGIN)   \
    X(RADIUS) X(RECTANGLE) X(TILES) X(NEGATIVE_TILES) X(FAR_TILES)                 \
    X(DEFAULT_SOURCE) X(SEVERAL_SOURCES) X(SCATTERED_WALLS) X(RING_WALL) X(LINE_WALL)     \
    X(SHUT_IN_SOURCE) X(LEVELS) X(LEVELS_LEFT_OUT) X(OUTSIDE_FOG) X(OUTSIDE_EXTEND)       \
    X(SWEEP) X(SEAMLESS) X(MARGIN) X(BOUNDS) X(SIZE_IN_TEXELS) X(PER_UNIT) X(PER_TILE)    \
    X(ONE_TEXEL_A_UNIT) X(CELL_OF_1E_3) X(CELL_OF_1E6) X(FAR_UNITS) X(RADIUS_0) X(ALL_BLOCKED)   \
    X(ONE_TEXEL) X(LONG_STRIP) X(MISSES) X(HALF_TEXELS)

enum board_feature {
#define BOARD_FEATURE_ENUM(name) BOARD_##name,
    BOARD_FEATURES(BOARD_FEATURE_ENUM)
#undef BOARD_FEATURE_ENUM
    BOARD_FEATURE_COUNT
};
extern const char *const board_feature_names[BOARD_FEATURE_COUNT];

enum { RANDOM_TILES_AT_MOST = 512 };
struct random_tiles {
    struct hexfog_axial tiles[RANDOM_TILES_AT_MOST];
    int32_t levels[RANDOM_TILES_AT_MOST];
    int count;
};

struct random_board {
    char text[65536];
    size_t length;
    uint64_t features; /* bit 1 << BOARD_... */
    struct random_tiles shape, sources, blocked, levels; /* shape: all its tiles */
};

void random_board_make(struct random_board *board, uint64_t seed);
bool random_board_has(const struct random_board *board, enum board_feature feature);

#endif
