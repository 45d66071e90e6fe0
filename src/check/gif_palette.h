/* SPDX-License-Identifier: MIT */
/* One palette for all frames of a moving picture. */
#ifndef HEXFOG_CHECK_GIF_PALETTE_H
#define HEXFOG_CHECK_GIF_PALETTE_H

#include "check/preview_paint.h"

enum { HEXFOG_PALETTE_SIZE = 255, /* one of 256 is left for "as before" */
       HEXFOG_REDS = 256 };

struct hexfog_palette {
    struct hexfog_rgb8 colours[HEXFOG_PALETTE_SIZE];
    int count;
    /* By red, then by green and blue: first how often a colour occurs, then 1 + its place, 0 =
     * unknown. NULL: no colour of this red was added. */
    uint32_t *planes[HEXFOG_REDS];
};

/* Counts a picture's colours, in a palette that is all zero at first. MEMORY. */
hexfog_status hexfog_palette_add(struct hexfog_palette *palette, const struct hexfog_canvas *canvas,
                                 struct hexfog_error *error);
/* Chooses the colours: `pinned` ones first. MEMORY. */
hexfog_status hexfog_palette_settle(struct hexfog_palette *palette,
                                    const struct hexfog_rgb8 *pinned, int pinned_count,
                                    struct hexfog_error *error);
/* The place of the colour that is nearest. */
uint8_t hexfog_palette_find(struct hexfog_palette *palette, const uint8_t *rgb);
void hexfog_palette_free(struct hexfog_palette *palette);

#endif
