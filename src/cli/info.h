/* SPDX-License-Identifier: MIT */
/* What `info` tells of a description. */
#ifndef HEXFOG_CLI_INFO_H
#define HEXFOG_CLI_INFO_H

#include "check/filter_error.h"
#include "cli/bake_job.h"
#include "cli/histogram.h"

struct hexfog_info {
    struct hexfog_bake_job job; /* as a bake would plan it */
    struct hexfog_histogram histogram;
    struct hexfog_map_facts facts;
    double level_scale;         /* the description's, "auto" settled */
    double texel_world[2];      /* width and height of a texel */
    double texels_per_tile;     /* over the tile width: w pointy, h flat */
    struct hexfog_filter_error filter_error;
};

/* With --advise, in place of the figures. */
void hexfog_info_advice_as_text(const struct hexfog_info *info, struct hexfog_text *text);
void hexfog_info_as_text(const struct hexfog_info *info, struct hexfog_text *text);
void hexfog_info_as_json(const struct hexfog_info *info, struct hexfog_text *text);
void hexfog_info_as_junit(const struct hexfog_info *info, struct hexfog_text *text);

#endif
