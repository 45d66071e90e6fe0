/* SPDX-License-Identifier: MIT */
/* One scanline of a Radiance .hdr: flat pixels, the old run lengths, or the new ones. */
#ifndef HEXFOG_CHECK_HDR_SCANLINE_H
#define HEXFOG_CHECK_HDR_SCANLINE_H

#include <stddef.h>
#include <stdint.h>

/* The most bytes that a scanline can take: four bytes a pixel, and before each pixel up to
 * four markers of an old run that adds nothing. New run lengths take less. */
#define HEXFOG_HDR_SCANLINE_BYTES_AT_MOST(width) (20 * (size_t)(width) + 20)

/* Bytes of a scanline at *at, not past `end`; *at moves behind it. `planes` gets width bytes
 * each of r, g, b and e. NULL, or what is wrong. */
const char *hexfog_hdr_scanline(const uint8_t **at, const uint8_t *end, int32_t width_px,
                                uint8_t *planes);

#endif
