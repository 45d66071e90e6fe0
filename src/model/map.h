/* SPDX-License-Identifier: MIT */
/* The map: everything that a texel's value depends on. */
#ifndef HEXFOG_MODEL_MAP_H
#define HEXFOG_MODEL_MAP_H

#include "model/leads.h"
#include "model/tiles.h"

struct hexfog_map {
    struct hexfog_lattice lattice;
    struct hexfog_texture texture;
    struct hexfog_tile_table table;
    struct hexfog_leads leads;
    enum hexfog_metric metric;
    int32_t max_level;
};

#endif
