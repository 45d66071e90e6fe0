/* SPDX-License-Identifier: MIT */
/* IEEE 754 binary16, rounded once from double to nearest, ties to even. */
#ifndef HEXFOG_ENCODE_HALF_H
#define HEXFOG_ENCODE_HALF_H

#include <stdint.h>

/* Any double: infinity from 65520 on, NaN to a quiet NaN. */
uint16_t hexfog_half_from_double(double value);
/* Exact. */
double hexfog_double_from_half(uint16_t half);

/* Rows of values in [0, 65504]: as little-endian bytes, and as the floats they decode to. */
void hexfog_halves_put(const double *values, int32_t count, uint8_t *out);
void hexfog_halves_read_back(const double *values, int32_t count, float *out);

#endif
