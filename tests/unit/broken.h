/* SPDX-License-Identifier: MIT */
/* Good texture files of every kind, to be broken, and what verify has to say of them. */
#ifndef HEXFOG_TESTS_BROKEN_H
#define HEXFOG_TESTS_BROKEN_H

#include "fogmaps.h"

/* One good file, "texture" in the scratch folder, with its field and what a reader gets. */
struct good {
    struct board board;
    struct field field;
    int kind;
    struct hexfog_encoding encoding;
    char metadata[HEXFOG_METADATA_BYTES];
    struct planes planes;
};
size_t broken_texels(const struct good *good);
bool broken_is_png(const struct good *good);

/* Calls `damage` for a good file of every kind, metric and two level scales. */
void broken_for_every(void (*damage)(struct good *good));
/* Writes planes over the file, as its kind; a .png's R must be whole bytes. */
void broken_write(const struct good *good, const struct planes *planes);
/* The failed checks' ids, a blank between, and the cause; or the test fails. */
void broken_is(const struct good *good, const char *failed, enum hexfog_likely likely);

#endif
