/* SPDX-License-Identifier: MIT */
/* A text as a tree of plain nodes, each with its place. Nodes lie in document order in one
 * block; members and entries are linked lists, so that trees can be merged by relinking. */
#ifndef HEXFOG_DESC_TREE_H
#define HEXFOG_DESC_TREE_H

#include "desc/scan.h"

enum hexfog_node_kind {
    HEXFOG_NODE_NULL, HEXFOG_NODE_BOOL, HEXFOG_NODE_NUMBER, HEXFOG_NODE_STRING,
    HEXFOG_NODE_LIST, HEXFOG_NODE_OBJECT
};

struct hexfog_node_key {
    const char *name;
    struct hexfog_place place;
};

struct hexfog_node {
    enum hexfog_node_kind kind : 8;
    bool is_written : 1;               /* NUMBER: `string` is the value, as the text has it */
    struct hexfog_place place;
    const struct hexfog_node_key *key; /* NULL but for the members of an object */
    struct hexfog_node *next;          /* member or entry */
    union {
        bool truth;
        double number;
        const char *string;
        struct hexfog_node *first;     /* member or entry */
    } value;
};

/* Of a NUMBER; not finite where the text overflows. A number that a double cannot stand for,
 * because it becomes 0 or loses all of its fraction, is_written. */
double hexfog_node_number(const struct hexfog_node *node);

/* Owns the nodes, keys and strings; `root` is nodes[0]. */
struct hexfog_tree {
    struct hexfog_node *root, *nodes;
    struct hexfog_node_key *keys;
    char *strings;
};

/* Scans the text and builds its tree. INPUT is reported (hexfog_scan_text), MEMORY is not. */
hexfog_status hexfog_tree_read(const char *text, size_t length,
                               const struct hexfog_scan_options *options,
                               const struct hexfog_reporter *reporter, struct hexfog_tree *tree);
void hexfog_tree_free(struct hexfog_tree *tree);

/* The member of that name, NULL when there is none or `object` is not an object. */
struct hexfog_node *hexfog_member(const struct hexfog_node *object, const char *name);
size_t hexfog_entry_count(const struct hexfog_node *list);

#endif
