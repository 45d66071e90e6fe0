/* SPDX-License-Identifier: MIT */
/* The textures of two folders, paired by their paths below them. */
#ifndef HEXFOG_CLI_PAIRS_H
#define HEXFOG_CLI_PAIRS_H

#include "hexfog.h"

struct hexfog_pair {
    char *name;              /* below both folders */
    bool is_in[2];
};

struct hexfog_pairs {
    struct hexfog_pair *list;/* sorted by name, bytewise */
    size_t count;
    size_t other_count[2];   /* files that are no textures by their suffix */
};

/* Walks both folders. Symbolic links to files are followed, those to folders are not (they
 * are counted as others). IO: a folder cannot be read. Free *pairs either way. */
hexfog_status hexfog_pairs_make(const char *const folders[2], struct hexfog_pairs *pairs,
                                struct hexfog_error *error);
void hexfog_pairs_free(struct hexfog_pairs *pairs);

#endif
