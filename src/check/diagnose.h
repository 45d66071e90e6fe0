/* SPDX-License-Identifier: MIT */
/* The most likely cause of a failed comparison (cli.md, verify 3). */
#ifndef HEXFOG_CHECK_DIAGNOSE_H
#define HEXFOG_CHECK_DIAGNOSE_H

#include "check/verify_cpu.h"

/* Causes and their words in reports: X(symbol, word, meaning). */
#define HEXFOG_LIKELY_LIST(X)                                                              \
    X(NONE, "none", "nothing explains it")                                                 \
    X(LEVEL, "level", "some levels are wrong, every G is right")                           \
    X(G, "g", "some G are wrong, every level is right")                                    \
    X(SWAPPED, "swapped", "R and G are exchanged")                                         \
    X(FLIPPED_ROWS, "flipped_rows", "the rows are in reverse order")                       \
    X(SHIFTED, "shifted", "everything is a column or a row away from its place")           \
    X(SUMMED, "summed", "R holds level + G")                                               \
    X(SRGB, "srgb", "a colour curve was put on G")                                         \
    X(SCALE, "scale", "levels are divided by another level_scale, or it is told wrong")    \
    X(TRUNCATED, "truncated", "values were cut, not rounded, to their stored form")        \
    X(PRECISION, "precision", "values went through, or are read as, another number form")  \
    X(SIZE, "size", "the texture has another size")

enum hexfog_likely {
#define HEXFOG_LIKELY_ENUM(symbol, word, meaning) HEXFOG_LIKELY_##symbol,
    HEXFOG_LIKELY_LIST(HEXFOG_LIKELY_ENUM)
#undef HEXFOG_LIKELY_ENUM
};

const char *hexfog_likely_word(enum hexfog_likely likely);
const char *hexfog_likely_meaning(enum hexfog_likely likely);

/*
 * Reads the file again and tries causes on a sample of its rows, those with the first and worst
 * wrong texels among them. A cause holds when at least 99 of 100 texels are what it would
 * make of the field, and 95 of 100 of the wrong ones. Of those that hold the one that
 * explains most wins; of equals the first in this order: swapped, flipped_rows, shifted,
 * summed, scale, srgb, truncated, precision. Where none holds: precision when levels are right
 * and the file has another precision, level when only levels are wrong, g when only G is, scale
 * when only the level_scale in the metadata is. A wrong size goes before all. NONE where
 * nothing is wrong.
 */
hexfog_status hexfog_likely_cause(const struct hexfog_map *map,
                                  const struct hexfog_encoding *expected,
                                  struct hexfog_reader *reader,
                                  const struct hexfog_cpu_findings *findings,
                                  enum hexfog_likely *likely, struct hexfog_error *error);

#endif
