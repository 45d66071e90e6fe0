/* SPDX-License-Identifier: MIT */
/* One palette for all frames of a moving picture. */
#ifndef HEXFOG_CHECK_GIF_PALETTE_H
#define HEXFOG_CHECK_GIF_PALETTE_H

#include "check/preview_paint.h"

enum { HEXFOG_PALETTE_SIZE = 255 }; /* one of 256 is left for "as before" */

struct hexfog_palette {
    struct hexfog_rgb8 colours[HEXFOG_PALETTE_SIZE];
    int count;
    uint32_t *table;   /* by colour: first how often it occurs, then 1 + its place, 0 = unknown */
};

/* MEMORY. */
hexfog_status hexfog_palette_start(struct hexfog_palette *palette, struct hexfog_error *error);
/* Counts a picture's colours. */
void hexfog_palette_add(struct hexfog_palette *palette, const struct hexfog_canvas *canvas);
/* Chooses the colours: `pinned` ones first. */
hexfog_status hexfog_palette_settle(struct hexfog_palette *palette,
                                    const struct hexfog_rgb8 *pinned, int pinned_count,
                                    struct hexfog_error *error);
/* The place of the colour that is nearest. */
uint8_t hexfog_palette_find(struct hexfog_palette *palette, const uint8_t *rgb);
void hexfog_palette_free(struct hexfog_palette *palette);

#endif
