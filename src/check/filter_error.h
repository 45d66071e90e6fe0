/* SPDX-License-Identifier: MIT */
/* How far linear sampling of a map's texture is from the map (fogmap.md 6). */
#ifndef HEXFOG_CHECK_FILTER_ERROR_H
#define HEXFOG_CHECK_FILTER_ERROR_H

#include "hexfog.h"

/* Errors of F in tiles, of a texture that stores every value exactly. */
struct hexfog_filter_error {
    int32_t point_count;
    double greatest;             /* of all points */
    double mean;                 /* of those spread evenly */
    struct hexfog_world worst;   /* where the greatest was met */
};

/* Filters the texels about each of some 10^5 points and compares with the field there: points
 * spread evenly over the texture, the same in every run, and the corners, edges and centres of
 * the sources and of some of the tiles that those hit, where the field has its creases. Sparse:
 * a step of the field that is rarer than that can be missed. */
hexfog_status hexfog_filter_error_measure(const struct hexfog_description *description,
                                          const struct hexfog_map *map,
                                          struct hexfog_filter_error *measured,
                                          struct hexfog_error *error);

#endif
