/* SPDX-License-Identifier: MIT */
/* The golden maps of tests/golden: a description, and level and G of every texel. */
#ifndef HEXFOG_TESTS_GOLDEN_H
#define HEXFOG_TESTS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All of them, without their suffix; NULL at the end. */
extern const char *const golden_names[];

struct golden {
    char *description; /* its text */
    int32_t width, height;
    double bounds[4], level_scale, g_tolerance;
    int32_t fog_level, max_level;
    int32_t *level;
    double *g;
    bool *tie;         /* nearer than 1e-9 to a border: a neighbour's value is right too */
};

/* Ends the test when a file is missing or not whole. */
void golden_read(struct golden *golden, const char *name);
void golden_free(struct golden *golden);

#endif
