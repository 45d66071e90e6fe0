/* SPDX-License-Identifier: MIT */
/* What a folder holds, for tests/sweep.c. */
#ifndef HEXFOG_TESTS_SWEEP_H
#define HEXFOG_TESTS_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

struct entry {
    char *path;          /* below the folder */
    unsigned mode;       /* with its type */
    char *bytes;         /* a file's, or what a link points to */
    size_t length;
};

struct snapshot {
    struct entry *entries; /* sorted by path */
    size_t count;
};

/* Ends the program when the folder cannot be read. */
void snapshot_take(struct snapshot *snapshot, const char *folder);
void snapshot_free(struct snapshot *snapshot);
const struct entry *snapshot_find(const struct snapshot *snapshot, const char *path);
bool entry_is_equal(const struct entry *a, const struct entry *b); /* NULL: not there */
/* Makes the folder, which is as `now`, what `wanted` is. */
void snapshot_restore(const struct snapshot *wanted, const struct snapshot *now,
                      const char *folder);
/* A file's bytes, with a NUL behind; NULL when there is none. */
char *read_whole(const char *path, size_t *length);

#endif
