// SPDX-License-Identifier: MIT
// Turns the `outputs` list into output records whose keys go together.
#include "desc/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "desc/format_keys.h"

enum { OUTPUTS = HEXFOG_BROKEN_OUTPUTS };

// The words of a key begin behind its _DEFAULT, which is 0 and stays when it is absent.
static int word_value(const struct hexfog_object *object, const char *name)
{
    int word;
    return hexfog_get_word(object, name, &word) ? word + 1 : 0;
}

static void read_keys(const struct hexfog_object *object, struct hexfog_output *output)
{
    int encoder = HEXFOG_STREAM;
    hexfog_get_word(object, "encoder", &encoder);
    hexfog_get_bool(object, "mipmaps", &output->mipmaps);
    output->encoder = (enum hexfog_encoder_kind)encoder;
    output->precision = (enum hexfog_precision)word_value(object, "precision");
    output->compression = (enum hexfog_compression)word_value(object, "compression");
    output->channels = (enum hexfog_channels)word_value(object, "channels");
}

static void report_conflicts(const struct hexfog_object *object, const struct hexfog_output *output)
{
    struct hexfog_conflict conflicts[HEXFOG_MAX_CONFLICTS];
    size_t count = hexfog_output_conflicts(output, conflicts);
    for (size_t i = 0; i < count; i++)
        hexfog_object_report(object, "D22", hexfog_object_get(object, conflicts[i].key)->place,
                             conflicts[i].key, "%s", conflicts[i].message);
}

// The path as the system will see it, simplified for comparison; NULL = no memory.
static char *resolved(const struct hexfog_reader *reader, const char *path)
{
    char *folder = hexfog_folder_of(reader->description->files[0]); // "." for <stdin>
    char *joined = folder ? hexfog_join_path(folder, path) : NULL;
    hexfog_free(folder);
    if (joined)
        hexfog_simplify_path(joined);
    return joined;
}

static bool is_same_file(struct hexfog_reader *reader, const char *a, const char *b)
{
    char *copy = b ? hexfog_copy_string(b) : NULL;
    reader->is_out_of_memory |= b && !copy;
    if (!copy)
        return false;
    hexfog_simplify_path(copy);
    bool is_same = strcmp(a, copy) == 0;
    hexfog_free(copy);
    return is_same;
}

// D24: what can be said of a path without a look at the file system.
static bool check_path(const struct hexfog_object *object, const struct hexfog_output *output)
{
    const struct hexfog_description *description = object->reader->description;
    const char *path = output->path;
    size_t length = strlen(path);
    const char *fault = NULL;
    if (length == 0)
        fault = "the path is empty (allowed: a file name that ends in " HEXFOG_SUFFIXES ")";
    else if (path[length - 1] == '/')
        fault = "the path names a folder (allowed: a file name that ends in " HEXFOG_SUFFIXES ")";
    char *full = fault ? NULL : resolved(object->reader, path);
    if (!fault && !full)
        object->reader->is_out_of_memory = true;
    if (full && is_same_file(object->reader, full, description->files[0]))
        fault = "the path is the description itself";
    else if (full && is_same_file(object->reader, full, description->base_path))
        fault = "the path is the description's base";
    hexfog_free(full);
    if (fault)
        hexfog_object_report(object, "D24", output->place, "path", "%s", fault);
    return !fault;
}

static bool settle_format(const struct hexfog_object *object, struct hexfog_output *output)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    const struct hexfog_format_keys *format = hexfog_format_keys_of_path(output->path);
    if (!format) {
        hexfog_object_report(object, "D22", output->place, "path",
                             "\"%s\" does not end in the suffix of a format (allowed: "
                             HEXFOG_SUFFIXES "%s)",
                             hexfog_quote(quoted, sizeof quoted, output->path),
                             hexfog_suffix_hint(output->path));
        return false;
    }
    output->format = format->format;
    report_conflicts(object, output);
    return true;
}

// `"outputs": ["a.exr"]` is what most people write first.
static void report_bare_path(struct hexfog_reader *reader, const struct hexfog_node *node,
                             const char *path)
{
    const struct hexfog_object object = { reader, node, &hexfog_output_keys, "", OUTPUTS };
    char allowed[HEXFOG_QUOTE_BYTES + 80], value[HEXFOG_QUOTE_BYTES];
    snprintf(allowed, sizeof allowed, "an object, {...}; did you mean {\"path\": %s}?",
             hexfog_quote_value(value, node));
    hexfog_report_type(&object, node, path, allowed);
}

static void read_output(struct hexfog_reader *reader, const struct hexfog_node *node,
                        uint32_t index)
{
    struct hexfog_output *output = &reader->description->outputs[reader->description->output_count];
    struct hexfog_object object;
    char path[HEXFOG_KEY_PATH_BYTES];
    const char *text;
    *output = (struct hexfog_output){ .index = index, .place = node->place };
    hexfog_entry_path(path, "outputs", index);
    if (node->kind == HEXFOG_NODE_STRING) {
        report_bare_path(reader, node, path);
        return;
    }
    if (!hexfog_object_open(reader, node, &hexfog_output_keys, path, OUTPUTS, &object))
        return;
    read_keys(&object, output);
    if (!hexfog_object_get(&object, "path"))
        hexfog_report_missing(&object, "path", "a file name that ends in " HEXFOG_SUFFIXES);
    if (!hexfog_get_text(&object, "path", &text))
        return;
    output->place = hexfog_object_get(&object, "path")->place;
    output->path = hexfog_copy_string(text);
    if (!output->path) {
        reader->is_out_of_memory = true;
        return;
    }
    if (check_path(&object, output) && settle_format(&object, output)) {
        reader->description->output_count++;
        return;
    }
    hexfog_free(output->path);
    output->path = NULL;
}

// ---- D23: outputs sorted by resolved path, so that equal ones are neighbours.

struct target {
    char *path;
    const struct hexfog_output *output;
};

static int compare_targets(const void *a, const void *b)
{
    const struct target *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : x->output->index < y->output->index ? -1 : 1;
}

static void report_repeated(struct hexfog_reader *reader, const struct target *targets,
                            size_t count)
{
    const struct hexfog_output *first = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct hexfog_output *output = targets[i].output;
        char entry[HEXFOG_KEY_PATH_BYTES], path[HEXFOG_KEY_PATH_BYTES];
        char quoted[HEXFOG_QUOTE_BYTES];
        if (i == 0 || strcmp(targets[i].path, targets[i - 1].path) != 0) {
            first = output;
            continue;
        }
        hexfog_entry_path(entry, "outputs", output->index);
        hexfog_report(&reader->report, "D23", output->place,
                      hexfog_key_path(path, entry, "path"),
                      "\"%s\" is the path of outputs[%u] already",
                      hexfog_quote(quoted, sizeof quoted, output->path), first->index);
        reader->description->broken |= OUTPUTS;
    }
}

static void check_repeated(struct hexfog_reader *reader)
{
    size_t count = reader->description->output_count, made = 0;
    struct target *targets = hexfog_alloc(count, sizeof *targets);
    for (; targets && made < count; made++) {
        targets[made].output = &reader->description->outputs[made];
        targets[made].path = resolved(reader, targets[made].output->path);
        if (!targets[made].path)
            break;
    }
    if (made < count || !targets) {
        reader->is_out_of_memory = true;
    } else {
        qsort(targets, count, sizeof *targets, compare_targets);
        report_repeated(reader, targets, count);
    }
    while (made > 0)
        hexfog_free(targets[--made].path);
    hexfog_free(targets);
}

void hexfog_read_outputs(struct hexfog_reader *reader, const struct hexfog_object *root)
{
    const struct hexfog_node *list = hexfog_object_get(root, "outputs");
    if (!list)
        return;
    if (list->kind != HEXFOG_NODE_LIST) {
        hexfog_report_type(root, list, "outputs", "a list of objects with path");
        reader->description->broken |= OUTPUTS;
        return;
    }
    reader->description->outputs = hexfog_alloc(hexfog_entry_count(list),
                                                sizeof *reader->description->outputs);
    if (!reader->description->outputs) {
        reader->is_out_of_memory = true;
        return;
    }
    uint32_t index = 0;
    for (const struct hexfog_node *node = list->value.first; node; node = node->next)
        read_output(reader, node, index++);
    check_repeated(reader);
}
