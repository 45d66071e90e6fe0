/* SPDX-License-Identifier: MIT */
/*
 * Boards for the laws: one pattern of sources, walls or levels on a round shape, laid out
 * in different ways that must give the same field.
 */
#ifndef HEXFOG_TESTS_PATTERN_H
#define HEXFOG_TESTS_PATTERN_H

#include "board.h"

enum { PATTERN_RADIUS = 4, PATTERN_TILES = 61 };

struct pattern {
    struct hexfog_axial tiles[PATTERN_TILES]; /* all of the shape */
    int32_t kind[PATTERN_TILES];              /* 0 plain, 1 source, 2 blocked */
    int32_t level[PATTERN_TILES];             /* of a reveal schedule; -1 left out */
    bool has_levels;
};

/* One of three kinds by turns: open, walls, reveal schedule. */
void pattern_make(struct pattern *pattern, struct random *random, int kind);

typedef struct hexfog_axial tile_move(struct hexfog_axial tile);
struct hexfog_axial tile_stays(struct hexfog_axial tile);

/* How a pattern is laid out. Its texture reaches `reach` from the origin on each side. */
struct layout {
    bool flat, y_up, fog_outside, seamless;
    double width, height, side, origin_x, origin_y, reach;
    int32_t width_px, height_px;
    tile_move *move; /* NULL: tiles stay */
};
void pattern_board(struct board *board, const struct pattern *pattern,
                   const struct layout *layout);
/* A regular cell of this centre-to-corner distance. */
void layout_set_size(struct layout *layout, double size);

#endif
