/* SPDX-License-Identifier: MIT */
/* The watercolour look: a pixel is in the fog or out of it, along an uneven, living border. */
#ifndef HEXFOG_CHECK_PREVIEW_WASH_H
#define HEXFOG_CHECK_PREVIEW_WASH_H

#include "hexfog.h"

enum hexfog_wash { HEXFOG_WASH_CLEAR, HEXFOG_WASH_FOG, HEXFOG_WASH_OUTLINE };

struct hexfog_wash_request {
    int32_t width_px, height_px;
    const uint16_t *shares;   /* of the hard step, averaged over each pixel's area */
    int32_t texel_px_256;     /* a texel's size in 1/256 pixels, at least 256 */
    int frame;                /* moves the noise: it goes on from frame to frame */
};

/* Fills one enum hexfog_wash a pixel. The border is moved by noise of about two texels (two
 * pixels where those are larger), and an outline runs along it on the fog's side. */
void hexfog_wash_draw(const struct hexfog_wash_request *request, uint8_t *wash);

#endif
