// SPDX-License-Identifier: MIT
// Turns "a.b=JSON" into a change of the tree.
#include "desc/merge.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "desc/quote.h"

// One step of a path: a key of an object, or the number of an entry.
struct step {
    const char *name;       // in assignment->path, NUL-terminated
    bool is_index;          // written [3], or .3 on a list
    size_t index;
    uint32_t column;        // in the argument
};

enum { MOST_STEPS = 8 };    // the deepest key of a description has 3

struct walk {
    struct step steps[MOST_STEPS];
    size_t step_count;
    uint32_t file;
    const struct hexfog_reporter *reporter;
    struct hexfog_assignment *assignment;
    size_t made;            // nodes and keys of the assignment in use
};

static uint32_t characters(const char *text, size_t bytes)
{
    uint32_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static hexfog_status report_usage(const struct walk *walk, const char *argument, const char *fault)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    struct hexfog_error error = { .status = HEXFOG_USAGE, .file = "--set",
                                  .file_rank = walk->file, .line = 1, .column = 1 };
    snprintf(error.message, sizeof error.message,
             "\"%s\" %s (allowed: a key path, =, and JSON, such as texture.width=512)",
             hexfog_quote(quoted, sizeof quoted, argument), fault);
    hexfog_diagnose(walk->reporter->diagnostics, &error);
    return HEXFOG_USAGE;
}

// The number that a step is, SIZE_MAX when it is none.
static size_t index_of(const char *name)
{
    size_t index = 0, length = strlen(name);
    if (length == 0 || length > 9)
        return SIZE_MAX;
    for (; *name; name++) {
        if (*name < '0' || *name > '9')
            return SIZE_MAX;
        index = index * 10 + (size_t)(*name - '0');
    }
    return index;
}

// Cuts the assignment's copy of the path into steps, in place; false when it is no path.
static bool split_path(struct walk *walk, const char *argument)
{
    char *path = walk->assignment->path, *at = path;
    bool is_more = true;
    while (is_more) {
        if (walk->step_count == MOST_STEPS)
            return false;
        bool in_brackets = at > path && argument[at - path - 1] == '[';
        size_t length = strcspn(at, in_brackets ? "]" : ".[");
        char end = at[length];
        struct step *step = &walk->steps[walk->step_count++];
        *step = (struct step){ .name = at,
                               .column = 1 + characters(argument, (size_t)(at - path)) };
        at[length] = '\0';
        step->index = index_of(at);
        step->is_index = in_brackets;
        if (length == 0 || (in_brackets && (end != ']' || step->index == SIZE_MAX)))
            return false;
        at += length;
        if (in_brackets) { // behind ] comes the end, a point or another bracket
            end = at[1];
            at++;
            if (end != '\0' && end != '.' && end != '[')
                return false;
        }
        is_more = end != '\0';
        at += is_more;
    }
    return true;
}

static const struct hexfog_node_key *make_key(struct walk *walk, const struct step *step)
{
    struct hexfog_node_key *key = &walk->assignment->keys[walk->made];
    key->name = step->name;
    key->place = (struct hexfog_place){ walk->file, 1, step->column };
    return key;
}

// A step is made of a node or a key or both, of the same number.
static struct hexfog_node *make_node(struct walk *walk, enum hexfog_node_kind kind)
{
    struct hexfog_node *node = &walk->assignment->nodes[walk->made];
    *node = (struct hexfog_node){ .kind = kind, .place = { walk->file, 1, 1 } };
    return node;
}

// The path as messages write it, up to a step.
static const char *path_to(const struct walk *walk, const struct step *last,
                           char path[HEXFOG_KEY_PATH_BYTES])
{
    char above[HEXFOG_KEY_PATH_BYTES] = "";
    for (const struct step *step = walk->steps; step <= last; step++) {
        if (step->is_index || step == last)
            hexfog_entry_path(path, above, step->index);
        else
            hexfog_key_path(path, above, step->name);
        memcpy(above, path, sizeof above);
    }
    return path;
}

// Where a node is linked, or is to be: `found` is what stands there, NULL when nothing does.
struct slot {
    struct hexfog_node **link, *found;
    const struct hexfog_node_key *key; // of a member
};

static hexfog_status find_entry(struct walk *walk, const struct step *step,
                                struct hexfog_node *list, struct slot *slot)
{
    size_t index = 0;
    struct hexfog_node **link = &list->value.first;
    while (list->kind == HEXFOG_NODE_LIST && *link && index < step->index) {
        link = &(*link)->next;
        index++;
    }
    if (list->kind == HEXFOG_NODE_LIST && index == step->index) {
        *slot = (struct slot){ link, *link, NULL }; // one past the last: an entry more
        return HEXFOG_OK;
    }
    char value[HEXFOG_QUOTE_BYTES], path[HEXFOG_KEY_PATH_BYTES];
    hexfog_report(walk->reporter, "D5", (struct hexfog_place){ walk->file, 1, step->column },
                  path_to(walk, step, path), "there is no entry %zu in %s", step->index,
                  hexfog_quote_value(value, list));
    return HEXFOG_INPUT;
}

// The place of a name among members that are sorted by it.
static struct slot find_member(struct hexfog_node *object, const struct hexfog_node_key *key)
{
    struct slot slot = { &object->value.first, NULL, key };
    while (*slot.link && strcmp((*slot.link)->key->name, key->name) < 0)
        slot.link = &(*slot.link)->next;
    if (*slot.link && strcmp((*slot.link)->key->name, key->name) == 0)
        slot.found = *slot.link;
    return slot;
}

static void put(struct slot *slot, struct hexfog_node *node)
{
    node->next = slot->found ? slot->found->next : *slot->link;
    node->key = slot->key;
    *slot->link = slot->found = node;
}

// Walks to the last step and merges `value` over what is there.
static hexfog_status place_value(struct walk *walk, struct hexfog_node **root,
                                 struct hexfog_node *value)
{
    struct slot slot = { root, *root, NULL };
    for (size_t i = 0; i < walk->step_count; i++) {
        const struct step *step = &walk->steps[i];
        if (!slot.found && step->is_index) {
            put(&slot, make_node(walk, HEXFOG_NODE_LIST));
            walk->made++;
        }
        if (slot.found && (step->is_index || (slot.found->kind == HEXFOG_NODE_LIST &&
                                              step->index != SIZE_MAX))) {
            hexfog_status status = find_entry(walk, step, slot.found, &slot);
            if (status != HEXFOG_OK)
                return status;
            continue;
        }
        if (!slot.found || slot.found->kind != HEXFOG_NODE_OBJECT)
            put(&slot, make_node(walk, HEXFOG_NODE_OBJECT));
        slot = find_member(slot.found, make_key(walk, step));
        walk->made++;
    }
    if (value->kind != HEXFOG_NODE_NULL || !slot.key)
        put(&slot, hexfog_merge(slot.found, value));
    else if (slot.found)
        *slot.link = slot.found->next; // null removes, as in a merge
    return HEXFOG_OK;
}

hexfog_status hexfog_assign(struct hexfog_node **root, const char *argument, bool jsonc,
                            uint32_t file, const struct hexfog_reporter *reporter,
                            struct hexfog_assignment *assignment)
{
    struct walk walk = { .file = file, .reporter = reporter, .assignment = assignment };
    const char *equals = strchr(argument, '=');
    *assignment = (struct hexfog_assignment){ 0 };
    if (!equals)
        return report_usage(&walk, argument, "has no =");
    size_t path_bytes = (size_t)(equals - argument);
    assignment->path = hexfog_copy_bytes(argument, path_bytes);
    assignment->nodes = hexfog_alloc(MOST_STEPS, sizeof *assignment->nodes);
    assignment->keys = hexfog_alloc(MOST_STEPS, sizeof *assignment->keys);
    if (!assignment->path || !assignment->nodes || !assignment->keys)
        return HEXFOG_MEMORY;
    char path[HEXFOG_KEY_PATH_BYTES];
    struct hexfog_scan_options options = {
        .jsonc = jsonc, .file = file, .first_column = 1 + characters(argument, path_bytes + 1),
        .path = hexfog_key_path(path, "", assignment->path), .is_argument = true,
    };
    if (!split_path(&walk, argument))
        return report_usage(&walk, argument, path_bytes == 0 ? "has no key path before the ="
                            : "has no key path that can be read before the =");
    hexfog_status status = hexfog_tree_read(equals + 1, strlen(equals + 1), &options, reporter,
                                            &assignment->tree);
    if (status != HEXFOG_OK)
        return status;
    hexfog_tree_order(&assignment->tree, options.path, reporter);
    return place_value(&walk, root, assignment->tree.root);
}

void hexfog_assignment_free(struct hexfog_assignment *assignment)
{
    hexfog_tree_free(&assignment->tree);
    hexfog_free(assignment->nodes);
    hexfog_free(assignment->keys);
    hexfog_free(assignment->path);
    *assignment = (struct hexfog_assignment){ 0 };
}
