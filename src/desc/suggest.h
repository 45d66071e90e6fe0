/* SPDX-License-Identifier: MIT */
/* The known word that is nearest to an unknown one, for "did you mean". */
#ifndef HEXFOG_DESC_SUGGEST_H
#define HEXFOG_DESC_SUGGEST_H

#include <stddef.h>

/* Feed each candidate, then read `best`: the nearest, however far, by its `distance` in
 * letters. Only the first 40 letters of a word count. */
struct hexfog_suggestion {
    const char *word, *best;
    size_t distance;
};
void hexfog_suggest(struct hexfog_suggestion *suggestion, const char *candidate);

#endif
