/* SPDX-License-Identifier: MIT */
/* World coordinates of texel centres (fogmap.md 1). A column's x does not depend on the
 * row, nor a row's y on the column. */
#ifndef HEXFOG_MODEL_TEXEL_H
#define HEXFOG_MODEL_TEXEL_H

#include "hexfog.h"

double hexfog_x_from_column(const struct hexfog_texture *texture, int32_t column);
double hexfog_y_from_row(const struct hexfog_texture *texture, int32_t row);

#endif
