/* SPDX-License-Identifier: MIT */
/* Which parts of a texture GL verify draws, and with which fog. */
#ifndef HEXFOG_CHECK_VERIFY_PLAN_H
#define HEXFOG_CHECK_VERIFY_PLAN_H

#include "check/remap.h"

/* Up to so many texels every one is drawn; beyond, strips that cover every level. */
#define HEXFOG_DRAW_ALL_TEXELS ((int64_t)2048 * 2048)

/* The linear draws' sizes, as a part of the texture's. */
#define HEXFOG_SHRINK 0.37
#define HEXFOG_ENLARGE 2.6

enum { HEXFOG_WINDOWS = 4, HEXFOG_MAX_STEPS = 3 };

struct hexfog_plan {
    int32_t strip_rows;              /* a strip is so many rows, the last may be shorter */
    int32_t strip_count;
    bool *is_drawn;                  /* of each strip */
    int32_t drawn_count;
    int32_t block_columns;           /* a strip is uploaded in blocks of so many columns */
    double start[HEXFOG_WINDOWS], end[HEXFOG_WINDOWS]; /* the last: half the map in full fog */
    double step[HEXFOG_MAX_STEPS];   /* where the hard step stands */
    int step_count;
};

struct hexfog_plan_rules {
    double g_bound;                  /* of the file: texels nearer to a step are not judged */
    bool draw_all;
    int32_t max_side_px;             /* of a target */
    int threads;                     /* of the survey; 0 = default */
};

/* Surveys the map's exact field once. Numbers that become uniforms are rounded to floats, so
 * that a shader gets just them. */
hexfog_status hexfog_plan_make(const struct hexfog_map *map,
                               const struct hexfog_plan_rules *rules, struct hexfog_plan *plan,
                               struct hexfog_error *error);
void hexfog_plan_free(struct hexfog_plan *plan);

#endif
