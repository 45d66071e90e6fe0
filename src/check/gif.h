/* SPDX-License-Identifier: MIT */
/* Moving pictures as .gif bytes. */
#ifndef HEXFOG_CHECK_GIF_H
#define HEXFOG_CHECK_GIF_H

#include "check/preview_paint.h"

#define HEXFOG_MAX_GIF_SIDE_PX 65535 /* the format's 16 bits */

struct hexfog_gif {
    int32_t width_px, height_px, frame_count;
    int frame_cs, last_frame_cs;      /* how long they are shown, in 1/100 s */
    /* Colours that have to come out as they are, at most HEXFOG_GIF_PINNED. */
    const struct hexfog_rgb8 *pinned;
    int pinned_count;
    /* Draws a frame; called twice for each, and must draw the same both times. */
    void (*draw)(void *context, int32_t frame, const struct hexfog_canvas *canvas);
    void *context;
};
#define HEXFOG_GIF_PINNED 16

/*
 * Writes the frames, in an endless loop, with one palette: the colours themselves when there
 * are at most 255, else the nearest of 255 that are chosen from them. What does not change
 * from one frame to the next is not stored again. IO (of the sink), MEMORY.
 */
hexfog_status hexfog_gif_write(const struct hexfog_gif *gif, const struct hexfog_byte_sink *sink,
                               struct hexfog_error *error);

#endif
