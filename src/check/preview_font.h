/* SPDX-License-Identifier: MIT */
/* A small font for figures and the few words that pictures need. */
#ifndef HEXFOG_CHECK_PREVIEW_FONT_H
#define HEXFOG_CHECK_PREVIEW_FONT_H

#include "hexfog.h"

#define HEXFOG_FONT_HEIGHT 7 /* dots; a dot is `scale` x `scale` pixels */

/* Pixels that a text takes; characters that the font lacks count as blanks. */
int32_t hexfog_text_width_px(const char *text, int32_t scale);

/* Calls `put` for each pixel of a text whose upper left corner is x, y. */
typedef void hexfog_put_dot(void *context, int32_t x, int32_t y);
void hexfog_text_draw(const char *text, int32_t x, int32_t y, int32_t scale, hexfog_put_dot *put,
                      void *context);

#endif
