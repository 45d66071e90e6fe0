/* SPDX-License-Identifier: MIT */
/* Some rows of a texture file, with the field's rows beside them. */
#ifndef HEXFOG_CHECK_SAMPLE_H
#define HEXFOG_CHECK_SAMPLE_H

#include "check/read.h"

struct hexfog_sample {
    const struct hexfog_map *map;
    int32_t width_px, height_px, row_count;
    int32_t *rows;           /* their numbers, rising */
    float *r, *g;            /* of the file, row_count rows */
    double *x_local;         /* each column's x less the origin's */
    int32_t *level;          /* one row of the field: see hexfog_sample_field */
    double *exact_g;
};

/* Reads `wanted` rows (numbers outside of the image are left out) and others spread evenly.
 * The reader is rewound first. Free *sample either way. IO, MEMORY. */
hexfog_status hexfog_sample_take(const struct hexfog_map *map, struct hexfog_reader *reader,
                                 const int32_t *wanted, size_t wanted_count,
                                 struct hexfog_sample *sample, struct hexfog_error *error);
void hexfog_sample_free(struct hexfog_sample *sample);
/* Fills sample->level and sample->exact_g with any row of the field. */
void hexfog_sample_field(struct hexfog_sample *sample, int32_t row);

#endif
