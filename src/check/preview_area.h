/* SPDX-License-Identifier: MIT */
/*
 * Rows of texels to planes of 16-bit numbers at a picture's size: each pixel is the exact
 * average over the area that it covers. Sums are whole numbers, so that neither the order of
 * the rows nor a compiler can change them.
 */
#ifndef HEXFOG_CHECK_PREVIEW_AREA_H
#define HEXFOG_CHECK_PREVIEW_AREA_H

#include "hexfog.h"

#define HEXFOG_MAX_SOURCE_SIDE_PX 65536 /* so that a row's sum fits 32 bits */

struct hexfog_area_request {
    int32_t source_width_px, source_height_px; /* 1..HEXFOG_MAX_SOURCE_SIDE_PX */
    int32_t width_px, height_px;               /* of the picture: smaller or larger */
    int plane_count;
    /* The texels of one plane in one row; `row` is what hexfog_area_prepare was given. */
    void (*fill)(const void *context, int plane, const void *row, uint16_t *texels);
    const void *context;
};

/* plane_count * height_px * width_px numbers, plane by plane, row by row from the top. */
struct hexfog_area;
hexfog_status hexfog_area_make(const struct hexfog_area_request *request, int workers,
                               uint16_t *planes, struct hexfog_area **area,
                               struct hexfog_error *error);
/* Averages one row across. Several workers at once, each with up to HEXFOG_BAND_ROWS rows of
 * its own, numbered from 0. */
void hexfog_area_prepare(struct hexfog_area *area, int worker, int32_t row_in_band,
                         const void *row);
/* Adds a worker's rows to the pixels; in row order, one call at a time. */
void hexfog_area_commit(struct hexfog_area *area, int worker, int32_t first_row,
                        int32_t row_count);
void hexfog_area_free(struct hexfog_area *area);

#endif
