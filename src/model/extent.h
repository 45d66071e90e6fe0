/* SPDX-License-Identifier: MIT */
/* Settles the texture's size and the world rectangle that it covers (description.md). */
#ifndef HEXFOG_MODEL_EXTENT_H
#define HEXFOG_MODEL_EXTENT_H

#include "base/error.h"
#include "model/lattice.h"

/* D19 where given bounds times texels_per_* is not an integer, D31 for a side over 65536
 * texels, D7 where a number leaves double precision: to `reporter`, and false. */
bool hexfog_texture_make(const struct hexfog_lattice *lattice,
                         const struct hexfog_description *description,
                         const struct hexfog_reporter *reporter, struct hexfog_texture *texture);

#endif
