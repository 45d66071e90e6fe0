/* SPDX-License-Identifier: MIT */
/* Frames of the fog over a plain colour or a board's picture. */
#ifndef HEXFOG_CHECK_PREVIEW_H
#define HEXFOG_CHECK_PREVIEW_H

#include "check/preview_grid.h"

struct hexfog_frames {
    int32_t width_px, height_px, count;
    const uint16_t *shares;          /* of unfogged colour, one plane a frame */
    struct hexfog_rgb8 scene, fog;
    const uint16_t *board;           /* R, G, B planes of 16 bits in place of `scene`, or NULL */
    const struct hexfog_overlay *overlay; /* or NULL */
    bool is_watercolour;             /* the shares are those of hard steps */
    int32_t texel_px_256;            /* then: see hexfog_wash_request */
    uint8_t *wash;                   /* then: width_px * height_px bytes of scratch */
    int share_steps;                 /* a share is one of 0 .. share_steps, 0 = any */
};

/* So many steps that all shares of two colours fit a .gif's palette. */
#define HEXFOG_GIF_SHARE_STEPS 254

/* Draws a frame into a canvas of the same size; the same each time. */
void hexfog_frame_draw(const struct hexfog_frames *frames, int32_t frame,
                       const struct hexfog_canvas *canvas);
/* The line around a wash of a colour. */
struct hexfog_rgb8 hexfog_outline_of(struct hexfog_rgb8 fog);

/* Three planes of 16 bits to a canvas that may be larger: its upper left part. */
void hexfog_planes_draw(const uint16_t *planes, int32_t width_px, int32_t height_px,
                        const struct hexfog_canvas *canvas);

/* A board's texels on a colour, as planes for hexfog_area_request.fill: R, G, B; `context` is a
 * hexfog_board_paint, `row` R, G, B, A of each texel. */
struct hexfog_board_paint { struct hexfog_rgb8 background; int32_t width_px; };
void hexfog_board_fill(const void *context, int plane, const void *row, uint16_t *texels);

#endif
