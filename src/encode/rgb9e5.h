/* SPDX-License-Identifier: MIT */
/*
 * GL_RGB9_E5 (OpenGL 4.6 core, 8.5.2): three 9-bit mantissas under one 5-bit exponent with
 * a bias of 15, in one word: R in its lowest bits, then G, B, and the exponent on top. A
 * channel reads back as m * 2^(e - 24). The exponent is that of the greatest channel, one
 * more when its mantissa rounds to 512; mantissas are floor(x + 1/2). B is always 0.
 */
#ifndef HEXFOG_ENCODE_RGB9E5_H
#define HEXFOG_ENCODE_RGB9E5_H

#include <stdint.h>

/* The greatest number of the format, 511/512 * 2^16: what is more becomes it, and so is no
 * level that reads back. */
#define HEXFOG_RGB9E5_MAX 65408.0

/* r and g from 0 on. */
uint32_t hexfog_rgb9e5_from_values(double r, double g);
/* One row as little-endian words. */
void hexfog_rgb9e5_row(const int32_t *level, const double *g, double level_scale, int32_t count,
                       uint8_t *out);
/* G of a row as it reads back; and R of one word. */
void hexfog_rgb9e5_read_back_row(const int32_t *level, const double *g, double level_scale,
                                 int32_t count, float *out);
double hexfog_rgb9e5_r(uint32_t word);

#endif
