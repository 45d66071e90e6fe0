/* SPDX-License-Identifier: MIT */
/* The maps that a batch is asked for. */
#ifndef HEXFOG_CLI_BATCH_LIST_H
#define HEXFOG_CLI_BATCH_LIST_H

#include "cli/settings.h"

struct hexfog_batch_map {
    char *name;      /* below the folder or list that names it, on every machine the same */
    char *path;      /* from the working folder */
    char *tree;      /* the folder of `name`, which outputs keep under --output-dir; "" = none */
    char *identity;  /* one for all names of the file */
    bool is_found;   /* in a folder or a list, which strangers may have filled */
    size_t order;    /* as named */
};

/* Sorted by names, byte by byte, and by order where these are equal: a map's place is its
 * rank. Each file once. Zeroed = empty. */
struct hexfog_batch_list {
    struct hexfog_batch_map *list;
    size_t count, capacity;
    char digest[65];                       /* SHA-256 of the names, each with a NUL behind it */
    struct hexfog_diagnostics diagnostics; /* folders and lists that cannot be read */
};

/* Reads the operands and --from0. Free *list in any case. */
void hexfog_batch_list_read(const struct hexfog_settings *settings,
                            struct hexfog_batch_list *list);
void hexfog_batch_list_free(struct hexfog_batch_list *list);

/* For the walk: a map of that name below `root` ("" = the working folder). `is_found`: in a
 * folder or a list; its outputs keep its folder. False when memory is out. */
bool hexfog_batch_list_add(struct hexfog_batch_list *list, const char *root, const char *name,
                           bool is_found);

/* Adds every *.hexfog.json and *.hexfog.jsonc below root/prefix, but those whose name, or a
 * folder's, begins with a dot. Folders are entered once, links followed. What cannot be read
 * goes to the diagnostics. False when memory is out. */
bool hexfog_batch_walk(struct hexfog_batch_list *list, const char *root, const char *prefix);

#endif
