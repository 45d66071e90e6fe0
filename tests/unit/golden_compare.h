/* SPDX-License-Identifier: MIT */
/* Texels against a golden map. */
#ifndef HEXFOG_TESTS_GOLDEN_COMPARE_H
#define HEXFOG_TESTS_GOLDEN_COMPARE_H

#include "golden.h"
#include "reference.h"

/* How many texels have neither the golden level and G nor, where the golden file says that
 * a border is near, a neighbour's; prints the first of them and the greatest difference.
 * The arrays go row by row; `reference` is that of the golden description. */
size_t golden_wrong(const struct golden *golden, const struct reference *reference,
                    const int32_t *level, const double *g);

#endif
