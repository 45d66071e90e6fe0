/* SPDX-License-Identifier: MIT */
/* One tree out of a description, its base and --set. */
#ifndef HEXFOG_DESC_MERGE_H
#define HEXFOG_DESC_MERGE_H

#include "desc/tree.h"

/* Sorts the members of every object by name (a merge then walks both lists once), and
 * reports and unlinks all but the first of a name (D4); `path` is the root's key path. */
void hexfog_tree_order(struct hexfog_tree *tree, const char *path,
                       const struct hexfog_reporter *reporter);

/* RFC 7396: `patch` wins over `target`, null removes a key. Both ordered. Relinks nodes
 * of both trees, which must live as long as the result. */
struct hexfog_node *hexfog_merge(struct hexfog_node *target, struct hexfog_node *patch);

/* One --set argument, "a.b=JSON" or "outputs[0].path=JSON", with the nodes it needs. */
struct hexfog_assignment {
    struct hexfog_tree tree;
    struct hexfog_node *nodes;
    struct hexfog_node_key *keys;
    char *path;
};

/*
 * Merges the value over what is at the path: an object keeps the members that the value does
 * not name, all else is replaced, null removes. Missing objects on the way are made. The
 * tree is ordered and stays so. Reports a value that is no JSON, an entry that is not there
 * (both INPUT), no "=" or no path (USAGE); MEMORY is not reported. The assignment must live
 * as long as the tree.
 */
hexfog_status hexfog_assign(struct hexfog_node **root, const char *argument, bool jsonc,
                            uint32_t file, const struct hexfog_reporter *reporter,
                            struct hexfog_assignment *assignment);
void hexfog_assignment_free(struct hexfog_assignment *assignment);

#endif
