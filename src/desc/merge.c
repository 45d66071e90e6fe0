// SPDX-License-Identifier: MIT
// Turns a description and its base into one tree.
#include "desc/merge.h"

#include <string.h>

#include "desc/quote.h"

static bool comes_before(const struct hexfog_node *a, const struct hexfog_node *b)
{
    return strcmp(a->key->name, b->key->name) <= 0; // <=: stable, the first of a name stays first
}

static struct hexfog_node *join_sorted(struct hexfog_node *a, struct hexfog_node *b)
{
    struct hexfog_node *first = NULL, **link = &first;
    while (a && b) {
        struct hexfog_node **from = comes_before(a, b) ? &a : &b;
        *link = *from;
        *from = (*from)->next;
        link = &(*link)->next;
    }
    *link = a ? a : b;
    return first;
}

static struct hexfog_node *sorted(struct hexfog_node *first)
{
    if (!first || !first->next)
        return first;
    struct hexfog_node *middle = first;
    for (struct hexfog_node *end = first->next; end && end->next; end = end->next->next)
        middle = middle->next;
    struct hexfog_node *second = middle->next;
    middle->next = NULL;
    return join_sorted(sorted(first), sorted(second));
}

static void drop_repeated(struct hexfog_node *object, const char *path,
                          const struct hexfog_reporter *reporter)
{
    char key[HEXFOG_KEY_PATH_BYTES];
    struct hexfog_node *member = object->value.first;
    while (member && member->next) {
        struct hexfog_node *next = member->next;
        if (strcmp(member->key->name, next->key->name) != 0) {
            member = next;
            continue;
        }
        hexfog_report(reporter, "D4", next->key->place,
                      hexfog_key_path(key, path, next->key->name),
                      "the key stands here twice, first in line %u, column %u",
                      member->key->place.line, member->key->place.column);
        member->next = next->next;
    }
}

static void order(struct hexfog_node *node, const char *path,
                  const struct hexfog_reporter *reporter)
{
    char below[HEXFOG_KEY_PATH_BYTES];
    if (node->kind != HEXFOG_NODE_OBJECT && node->kind != HEXFOG_NODE_LIST)
        return;
    size_t index = 0;
    for (struct hexfog_node *child = node->value.first; child; child = child->next, index++) {
        if (child->kind != HEXFOG_NODE_OBJECT && child->kind != HEXFOG_NODE_LIST)
            continue;
        if (child->key)
            hexfog_key_path(below, path, child->key->name);
        else
            hexfog_entry_path(below, path, index);
        order(child, below, reporter);
    }
    if (node->kind == HEXFOG_NODE_OBJECT) {
        node->value.first = sorted(node->value.first);
        drop_repeated(node, path, reporter);
    }
}

void hexfog_tree_order(struct hexfog_tree *tree, const char *path,
                       const struct hexfog_reporter *reporter)
{
    order(tree->root, path, reporter);
}

// One member of both, or of the patch alone (target NULL); NULL where it is removed.
static struct hexfog_node *merged_member(struct hexfog_node *target, struct hexfog_node *patch)
{
    if (patch->kind == HEXFOG_NODE_NULL)
        return NULL;
    const struct hexfog_node_key *key = patch->key;
    struct hexfog_node *member = hexfog_merge(target, patch);
    member->key = key;
    return member;
}

// Takes the next member of the two lists, which are sorted by name, in the order of names.
static struct hexfog_node *take_member(struct hexfog_node **target, struct hexfog_node **patch)
{
    int order_of_names = !*target ? 1 : !*patch ? -1
                       : strcmp((*target)->key->name, (*patch)->key->name);
    struct hexfog_node *mine = NULL, *theirs = NULL;
    if (order_of_names <= 0) {
        mine = *target;
        *target = mine->next;
    }
    if (order_of_names >= 0) {
        theirs = *patch;
        *patch = theirs->next;
    }
    return theirs ? merged_member(mine, theirs) : mine;
}

struct hexfog_node *hexfog_merge(struct hexfog_node *target, struct hexfog_node *patch)
{
    if (patch->kind != HEXFOG_NODE_OBJECT)
        return patch;
    struct hexfog_node *mine = target && target->kind == HEXFOG_NODE_OBJECT
                                   ? target->value.first : NULL;
    struct hexfog_node *theirs = patch->value.first, *first = NULL, **link = &first;
    while (mine || theirs) {
        struct hexfog_node *member = take_member(&mine, &theirs);
        if (!member)
            continue;
        *link = member;
        link = &member->next;
    }
    *link = NULL;
    patch->value.first = first;
    return patch;
}
