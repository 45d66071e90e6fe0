// SPDX-License-Identifier: MIT
// Turns a text into a tree of nodes with places: the scanner gives the places, cJSON the
// tree, and the n-th value of the one is the n-th of the other.
#include "desc/tree.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/alloc.h"
#include "base/decimal.h"

struct builder {
    const char *source; // what was scanned
    const struct hexfog_scan *scan;
    struct hexfog_tree *tree;
    uint32_t file;
    size_t node_count, key_count, number_count, string_bytes;
};

static struct hexfog_place place_of(const struct builder *b, struct hexfog_spot spot)
{
    return (struct hexfog_place){ b->file, spot.line, spot.column };
}

static const char *keep_bytes(struct builder *b, const char *bytes, size_t length)
{
    char *copy = b->tree->strings + b->string_bytes;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    b->string_bytes += length + 1;
    return copy;
}

static const char *keep_string(struct builder *b, const char *string)
{
    return keep_bytes(b, string, strlen(string));
}

static const struct hexfog_node_key *keep_key(struct builder *b, const char *name)
{
    struct hexfog_node_key *key = &b->tree->keys[b->key_count];
    key->place = place_of(b, b->scan->keys[b->key_count]);
    key->name = keep_string(b, name);
    b->key_count++;
    return key;
}

static struct hexfog_node *convert(struct builder *b, const cJSON *item);

static struct hexfog_node *convert_children(struct builder *b, const cJSON *parent)
{
    struct hexfog_node *first = NULL, **link = &first;
    for (const cJSON *item = parent->child; item; item = item->next) {
        const struct hexfog_node_key *key = item->string ? keep_key(b, item->string) : NULL;
        *link = convert(b, item);
        (*link)->key = key;
        link = &(*link)->next;
    }
    return first;
}

static struct hexfog_node *make_node(struct builder *b)
{
    struct hexfog_node *node = &b->tree->nodes[b->node_count];
    *node = (struct hexfog_node){ .place = place_of(b, b->scan->values[b->node_count]) };
    b->node_count++;
    return node;
}

static void take_number(struct builder *b, struct hexfog_node *node, unsigned mark)
{
    double number = b->scan->numbers[b->number_count++];
    node->kind = HEXFOG_NODE_NUMBER;
    node->is_written = mark & HEXFOG_SPOT_WRITTEN;
    if (node->is_written) {
        const char *text = b->source + (size_t)number;
        size_t left = b->scan->length - (size_t)number, length = 0;
        while (length < left && text[length] && strchr("+-.0123456789eE", text[length]))
            length++;
        node->value.string = keep_bytes(b, text, length);
    } else {
        node->value.number = number;
    }
}

// A list of numbers, which the scanner has taken out of the text.
static void take_flat_list(struct builder *b, struct hexfog_node *list)
{
    struct hexfog_node **link = &list->value.first;
    unsigned mark = 0;
    list->kind = HEXFOG_NODE_LIST;
    while (!(mark & HEXFOG_SPOT_LAST)) {
        mark = b->scan->values[b->node_count].mark;
        *link = make_node(b);
        take_number(b, *link, mark);
        link = &(*link)->next;
    }
}

static struct hexfog_node *convert(struct builder *b, const cJSON *item)
{
    unsigned mark = b->scan->values[b->node_count].mark;
    struct hexfog_node *node = make_node(b);
    if (mark & HEXFOG_SPOT_FLAT) {
        take_flat_list(b, node);
    } else if (cJSON_IsNumber(item)) {
        take_number(b, node, mark);
    } else if (cJSON_IsString(item)) {
        node->kind = HEXFOG_NODE_STRING;
        node->value.string = keep_string(b, item->valuestring);
    } else if (cJSON_IsBool(item)) {
        node->kind = HEXFOG_NODE_BOOL;
        node->value.truth = cJSON_IsTrue(item);
    } else if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
        node->kind = cJSON_IsArray(item) ? HEXFOG_NODE_LIST : HEXFOG_NODE_OBJECT;
        node->value.first = convert_children(b, item);
    }
    return node;
}

static bool build(const char *source, const struct hexfog_scan *scan, uint32_t file,
                  struct hexfog_tree *tree)
{
    // A string takes less room than its quotes and escapes, a number than itself and what
    // must follow it; so scan->length bounds them all, but for a number that is the text.
    tree->nodes = hexfog_alloc(scan->value_count, sizeof *tree->nodes);
    tree->keys = hexfog_alloc(scan->key_count, sizeof *tree->keys);
    tree->strings = hexfog_alloc(scan->length + 1, 1);
    // cJSON does not go through our door: while it works, a block that nobody touches
    // stands for what it takes, so that the memory limit holds for it too.
    void *stand_in = hexfog_alloc(scan->value_count - scan->flat_count, sizeof(cJSON) + 16);
    bool has_room = tree->nodes && tree->keys && tree->strings && stand_in;
    // The scanner passed the text, so a NULL can only mean memory.
    cJSON *item = has_room ? cJSON_ParseWithLengthOpts(scan->text, scan->length + 1, NULL, 1)
                           : NULL;
    if (item) {
        struct builder builder = { .source = source, .scan = scan, .tree = tree, .file = file };
        tree->root = convert(&builder, item);
        cJSON_Delete(item);
    }
    hexfog_free(stand_in);
    return item != NULL;
}

hexfog_status hexfog_tree_read(const char *text, size_t length,
                               const struct hexfog_scan_options *options,
                               const struct hexfog_reporter *reporter, struct hexfog_tree *tree)
{
    struct hexfog_scan scan;
    *tree = (struct hexfog_tree){ 0 };
    hexfog_status status = hexfog_scan_text(text, length, options, reporter, &scan);
    if (status == HEXFOG_OK && !build(text, &scan, options->file, tree)) {
        hexfog_tree_free(tree);
        status = HEXFOG_MEMORY;
    }
    hexfog_scan_free(&scan);
    return status;
}

void hexfog_tree_free(struct hexfog_tree *tree)
{
    hexfog_free(tree->nodes);
    hexfog_free(tree->keys);
    hexfog_free(tree->strings);
    *tree = (struct hexfog_tree){ 0 };
}

double hexfog_node_number(const struct hexfog_node *node)
{
    const char *end;
    return node->is_written ? hexfog_parse_decimal(node->value.string, &end)
                            : node->value.number;
}

struct hexfog_node *hexfog_member(const struct hexfog_node *object, const char *name)
{
    if (!object || object->kind != HEXFOG_NODE_OBJECT)
        return NULL;
    struct hexfog_node *member = object->value.first;
    while (member && strcmp(member->key->name, name) != 0)
        member = member->next;
    return member;
}

size_t hexfog_entry_count(const struct hexfog_node *list)
{
    size_t count = 0;
    for (const struct hexfog_node *entry = list->value.first; entry; entry = entry->next)
        count++;
    return count;
}
