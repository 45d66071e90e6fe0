/* SPDX-License-Identifier: MIT */
/* What each cause would have made of a texel's true value. */
#ifndef HEXFOG_CHECK_CAUSES_H
#define HEXFOG_CHECK_CAUSES_H

#include "check/diagnose.h"

/* What the causes know of the file. */
struct hexfog_stored_form {
    enum hexfog_format format;
    enum hexfog_precision precision;     /* as the file has it */
    enum hexfog_rgbe_decoder decoder;
    double level_scale, g_bound;         /* the expected ones */
};

struct hexfog_stored { float r, g; };

/* One way in which a file can be wrong: at (column, row) it holds what `explains` would make
 * of the field's value at (column + right, row + down), or at the mirrored row. */
struct hexfog_cause {
    enum hexfog_likely likely;
    int32_t right, down;
    bool is_mirrored;
    bool (*explains)(const struct hexfog_stored_form *form, double parameter,
                     struct hexfog_stored stored, struct hexfog_value value);
    double parameter;
};

#define HEXFOG_MAX_CAUSES 48
/* All causes that this form of file can show, in the order of preference. `scales`: what the
 * levels might be divided by instead. Returns their number. */
size_t hexfog_causes(const struct hexfog_stored_form *form, const double *scales,
                     size_t scale_count, struct hexfog_cause causes[HEXFOG_MAX_CAUSES]);

/* Level and G as they should be. */
bool hexfog_stored_is_right(const struct hexfog_stored_form *form, double parameter,
                            struct hexfog_stored stored, struct hexfog_value value);

#endif
