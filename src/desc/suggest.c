// SPDX-License-Identifier: MIT
// Turns an unknown word and the known ones into the nearest known one.
#include "desc/suggest.h"

#include <string.h>

enum { LONGEST = 40 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Edit distance with two neighbours exchanged as one step. A difference in case alone costs
// nothing, so that "Width" is nearer to "width" than to anything else.
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

void hexfog_suggest(struct hexfog_suggestion *suggestion, const char *candidate)
{
    size_t length = least(strlen(suggestion->word), LONGEST);
    size_t candidate_length = least(strlen(candidate), LONGEST);
    size_t distance = edit_distance(suggestion->word, length, candidate, candidate_length);
    if (suggestion->best && distance >= suggestion->distance)
        return;
    suggestion->best = candidate;
    suggestion->distance = distance;
}
