/* SPDX-License-Identifier: MIT */
/* Rows out of a file that stores blocks of several: whole blocks go straight to where they are
 * wanted, of others the rows that are not yet wanted are kept. */
#ifndef HEXFOG_CHECK_BANDS_H
#define HEXFOG_CHECK_BANDS_H

#include "check/reading.h"

enum { HEXFOG_BAND_R, HEXFOG_BAND_G, HEXFOG_BAND_B, HEXFOG_BAND_CHANNELS,
       HEXFOG_BAND_SPARE = HEXFOG_BAND_CHANNELS, HEXFOG_BAND_PLANES };

/* Rows `first` on; row_count 0: none. Each plane has room for a block's. */
struct hexfog_band {
    float *plane[HEXFOG_BAND_PLANES];
    int32_t first_row, row_count;
};

struct hexfog_bands {
    int32_t width_px, height_px, block_rows;
    bool has_blue;                          /* false: what is loaded has no B, which is 0 */
    struct hexfog_band band[HEXFOG_MOST_SLOTS];
    /* Loads the block of rows from `first_row` on into planes that begin with it; whatever is
     * not R, G or B goes into the spare one. */
    hexfog_status (*load)(void *context, int slot, int32_t first_row,
                          float *const planes[HEXFOG_BAND_PLANES], struct hexfog_error *error);
    void *context;
};

/* With the first slot's band; the others' when they are made. MEMORY. */
hexfog_status hexfog_bands_start(struct hexfog_bands *bands,
                                 const struct hexfog_read_limits *limits,
                                 struct hexfog_error *error);
uint64_t hexfog_band_bytes(const struct hexfog_bands *bands); /* of each slot */
bool hexfog_band_make(struct hexfog_bands *bands, int slot); /* false: no memory */
void hexfog_bands_free(struct hexfog_bands *bands);
hexfog_status hexfog_bands_read(struct hexfog_bands *bands, int slot,
                                const struct hexfog_span *span, struct hexfog_error *error);

#endif
