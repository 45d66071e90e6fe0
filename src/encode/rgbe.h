/* SPDX-License-Identifier: MIT */
/*
 * Radiance RGBE: 8-bit mantissas under one exponent, that of the greatest channel (one
 * more when its mantissa rounds to 256); mantissas are floor(x + 1/2). B is always 0.
 * A channel reads back as m * 2^(e - 136). Below 2^-106 both channels are zero, as
 * Radiance's own writers do from 1e-32 down.
 */
#ifndef HEXFOG_ENCODE_RGBE_H
#define HEXFOG_ENCODE_RGBE_H

#include <stdint.h>

struct hexfog_rgbe { uint8_t r, g, e; };

/* r and g from 0 to 2^100. */
struct hexfog_rgbe hexfog_rgbe_from_values(double r, double g);
/* One row; each plane has `count` bytes. */
void hexfog_rgbe_row(const int32_t *level, const double *g, double level_scale, int32_t count,
                     uint8_t *r_plane, uint8_t *g_plane, uint8_t *e_plane);
/* G of a row as it reads back. */
void hexfog_rgbe_read_back_row(const int32_t *level, const double *g, double level_scale,
                               int32_t count, float *out);

#endif
