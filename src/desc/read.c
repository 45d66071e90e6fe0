// SPDX-License-Identifier: MIT
// Turns a text into a checked description.
#include "desc/read.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "desc/merge.h"

// Everything that lives as long as one read.
struct sources {
    const struct hexfog_read_options *options;
    struct hexfog_tree own, base;
    struct hexfog_assignment *assignments;
    struct hexfog_node *root; // of the merged tree
};

static bool ends_in_jsonc(const char *path)
{
    size_t length = strlen(path);
    return length >= 6 && strcmp(path + length - 6, ".jsonc") == 0;
}

static struct hexfog_scan_options scan_options(const struct sources *sources, const char *path,
                                               uint32_t file)
{
    bool is_jsonc = sources->options->jsonc || ends_in_jsonc(path);
    return (struct hexfog_scan_options){ .jsonc = is_jsonc, .file = file, .first_column = 1,
                                         .path = "" };
}

static hexfog_status load_from_disk(void *context, const char *path, char **text,
                                    size_t *length_bytes, struct hexfog_error *error)
{
    (void)context;
    return hexfog_read_regular_file(path, true, HEXFOG_MAX_TEXT_BYTES, text, length_bytes, error);
}

// ---- The base.

// A base that cannot be read is an error of the description, at the key that names it.
static hexfog_status report_unreadable(struct hexfog_reader *reader, const struct hexfog_node *key,
                                       hexfog_status status, const struct hexfog_error *error)
{
    if (status == HEXFOG_MEMORY)
        return status;
    if (strcmp(error->rule, "D27") == 0)
        hexfog_report(&reader->report, "D27", (struct hexfog_place){ .file = HEXFOG_FILE_BASE },
                      "", "%s", error->message);
    else
        hexfog_report(&reader->report, "D21", key->place, "base", "%s", error->message);
    return HEXFOG_INPUT;
}

// Elsewhere "-" means standard input: a file of that name is "./-".
static char *base_path_of(const char *description, const char *base)
{
    char *folder = hexfog_folder_of(description);
    char *path = folder ? hexfog_join_path(folder, base) : NULL;
    hexfog_free(folder);
    if (path)
        hexfog_simplify_path(path);
    if (!path || strcmp(path, "-") != 0)
        return path;
    hexfog_free(path);
    return hexfog_copy_string("./-");
}

static hexfog_status parse_base(struct hexfog_reader *reader, struct sources *sources,
                                const char *text, size_t length)
{
    struct hexfog_scan_options options = scan_options(sources, reader->description->base_path,
                                                      HEXFOG_FILE_BASE);
    hexfog_status status = hexfog_tree_read(text, length, &options, &reader->report,
                                            &sources->base);
    if (status != HEXFOG_OK)
        return status;
    hexfog_tree_order(&sources->base, "", &reader->report);
    const struct hexfog_node *root = sources->base.root, *base = hexfog_member(root, "base");
    if (root->kind != HEXFOG_NODE_OBJECT) {
        hexfog_report(&reader->report, "D6", root->place, "", "a base is an object, {...}");
        return HEXFOG_INPUT;
    }
    if (!base)
        return HEXFOG_OK;
    hexfog_report(&reader->report, "D21", base->key->place, "base",
                  "a base has no base of its own (allowed: one base, in the description)");
    return HEXFOG_INPUT;
}

static hexfog_status read_base(struct hexfog_reader *reader, struct sources *sources,
                               const struct hexfog_node *key)
{
    const struct hexfog_read_options *options = sources->options;
    hexfog_load_function *load = options->load ? options->load : load_from_disk;
    struct hexfog_error error = { 0 };
    char *text = NULL;
    size_t length = 0;
    hexfog_status status = load(options->load_context, reader->description->base_path, &text,
                                &length, &error);
    if (status != HEXFOG_OK)
        return report_unreadable(reader, key, status, &error);
    status = parse_base(reader, sources, text, length);
    if (options->load)
        free(text); // as its contract says
    else
        hexfog_free(text);
    return status;
}

// The description merged over its base. INPUT: the base is not usable, and said so; a null
// is still no value then, but what removes a key that cannot be seen.
static hexfog_status merge_base(struct hexfog_reader *reader, struct sources *sources)
{
    struct hexfog_description *description = reader->description;
    const struct hexfog_node *key = hexfog_member(sources->root, "base");
    if (!key)
        return HEXFOG_OK;
    if (key->kind != HEXFOG_NODE_STRING)
        return HEXFOG_INPUT; // reported with the other keys
    if (*key->value.string == '\0') {
        hexfog_report(&reader->report, "D21", key->place, "base", "the path is empty");
        return HEXFOG_INPUT;
    }
    description->base_path = base_path_of(description->files[HEXFOG_FILE_DESCRIPTION],
                                          key->value.string);
    description->is_base_absolute = key->value.string[0] == '/';
    description->files[HEXFOG_FILE_BASE] =
        description->base_path ? hexfog_copy_string(description->base_path) : NULL;
    if (!description->files[HEXFOG_FILE_BASE])
        return HEXFOG_MEMORY;
    hexfog_status status = read_base(reader, sources, key);
    if (status != HEXFOG_MEMORY)
        sources->root = hexfog_merge(status == HEXFOG_OK ? sources->base.root : NULL,
                                     sources->root);
    return status;
}

// ---- --set.

static hexfog_status apply_sets(struct hexfog_reader *reader, struct sources *sources)
{
    const struct hexfog_read_options *options = sources->options;
    hexfog_status worst = HEXFOG_OK;
    sources->assignments = hexfog_alloc_zeroed(options->set_count, sizeof *sources->assignments);
    if (!sources->assignments)
        return HEXFOG_MEMORY;
    for (size_t i = 0; i < options->set_count; i++) {
        hexfog_status status = hexfog_assign(&sources->root, options->sets[i], options->jsonc,
                                             HEXFOG_FILE_SETS, &reader->report,
                                             &sources->assignments[i]);
        if (status == HEXFOG_MEMORY)
            return status;
        worst = status == HEXFOG_OK ? worst : status;
    }
    return worst;
}

// ---- The whole.

static hexfog_status read_trees(struct hexfog_reader *reader, struct sources *sources,
                                const char *text, size_t length)
{
    struct hexfog_scan_options options =
        scan_options(sources, reader->description->files[HEXFOG_FILE_DESCRIPTION],
                     HEXFOG_FILE_DESCRIPTION);
    hexfog_status status = hexfog_tree_read(text, length, &options, &reader->report,
                                            &sources->own);
    if (status != HEXFOG_OK)
        return status;
    hexfog_tree_order(&sources->own, "", &reader->report);
    sources->root = sources->own.root;
    hexfog_status base_status = merge_base(reader, sources);
    if (base_status == HEXFOG_MEMORY)
        return base_status;
    reader->is_partial = base_status != HEXFOG_OK;
    hexfog_status set_status = apply_sets(reader, sources);
    if (set_status == HEXFOG_MEMORY)
        return set_status;
    reader->is_partial |= set_status != HEXFOG_OK;
    return HEXFOG_OK;
}

// Another of the JSON files that lie beside a description, told by a key that only it has: one
// error in place of one for each of its keys.
static bool is_another_file(struct hexfog_reader *reader, const struct hexfog_node *root)
{
    static const struct { const char *key, *what; } others[] = {
        { "uv_from_world", "the constants file of a fogmap, not a description (allowed: the "
                           "description that it was baked from, or the texture)" },
        { "tiledversion", "a map of Tiled, not a description (allowed: the map under a name in "
                          ".tmj or .json, or what hexfog import makes of it)" },
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct hexfog_node *member = hexfog_member(root, others[i].key);
        if (!member)
            continue;
        hexfog_report(&reader->report, "D5", member->key->place, others[i].key,
                      "this is %s", others[i].what);
        reader->is_partial = true;
        return true;
    }
    return false;
}

static void read_root(struct hexfog_reader *reader, const struct hexfog_node *node)
{
    struct hexfog_description *description = reader->description;
    struct hexfog_object root;
    int32_t version;
    const char *text = "";
    const struct hexfog_node *base;
    description->root_place = node->place;
    if (is_another_file(reader, node))
        return;
    if (!hexfog_object_open(reader, node, &hexfog_root_keys, "", HEXFOG_BROKEN_ALL, &root))
        return;
    root.part = 0;
    if (!hexfog_object_get(&root, "hexfog"))
        hexfog_report_missing(&root, "hexfog", "1, the version of this format");
    hexfog_get_integer(&root, "hexfog", &version);
    hexfog_get_text(&root, "$schema", &text);
    base = hexfog_object_get(&root, "base");
    if (base && base->key->place.file == HEXFOG_FILE_SETS)
        hexfog_object_report(&root, "D21", base->key->place, "base",
                             "base cannot be set here (allowed: in the description's file)");
    hexfog_get_text(&root, "base", &text);
    text = "";
    hexfog_get_text(&root, "name", &text);
    description->name = hexfog_copy_string(text);
    reader->is_out_of_memory |= !description->name;
    hexfog_read_grid(reader, &root);
    hexfog_read_field(reader, &root);
    hexfog_read_texture(reader, &root);
    hexfog_read_encoding(reader, &root);
    hexfog_read_outputs(reader, &root);
}

static bool name_files(struct hexfog_description *description, const char *file_name)
{
    char *own = hexfog_copy_string(file_name ? file_name : "<stdin>");
    char *sets = hexfog_copy_string("--set");
    description->files[HEXFOG_FILE_DESCRIPTION] = own;
    description->files[HEXFOG_FILE_SETS] = sets;
    return own && sets;
}

static void free_sources(struct sources *sources)
{
    for (size_t i = 0; sources->assignments && i < sources->options->set_count; i++)
        hexfog_assignment_free(&sources->assignments[i]);
    hexfog_free(sources->assignments);
    hexfog_tree_free(&sources->base);
    hexfog_tree_free(&sources->own);
}

hexfog_status hexfog_description_read(const char *text, size_t length_bytes,
                                      const struct hexfog_read_options *options,
                                      struct hexfog_description *description,
                                      struct hexfog_diagnostics *diagnostics)
{
    struct sources sources = { .options = options };
    struct hexfog_reader reader = { .description = description };
    *description = (struct hexfog_description){ 0 };
    hexfog_status status = HEXFOG_MEMORY;
    if (name_files(description, options->file_name)) {
        reader.report = (struct hexfog_reporter){ diagnostics,
                                                  (const char *const *)description->files };
        status = read_trees(&reader, &sources, text, length_bytes);
    }
    if (status == HEXFOG_OK)
        read_root(&reader, sources.root);
    if (status != HEXFOG_OK || reader.is_partial || reader.is_out_of_memory)
        description->broken = HEXFOG_BROKEN_ALL;
    free_sources(&sources);
    if (status == HEXFOG_MEMORY || reader.is_out_of_memory) {
        struct hexfog_error error;
        hexfog_fail_memory(&error, "the description");
        hexfog_diagnose(diagnostics, &error);
    }
    hexfog_diagnostics_sort(diagnostics);
    return hexfog_diagnostics_status(diagnostics);
}

void hexfog_description_free(struct hexfog_description *description)
{
    for (size_t i = 0; i < description->output_count; i++)
        hexfog_free(description->outputs[i].path);
    hexfog_free(description->outputs);
    hexfog_tile_list_free(&description->grid.shape.list);
    hexfog_tile_list_free(&description->field.sources);
    hexfog_tile_list_free(&description->field.blocked);
    hexfog_tile_list_free(&description->field.levels);
    for (size_t i = 0; i < HEXFOG_MAX_FILES; i++)
        hexfog_free(description->files[i]);
    hexfog_free(description->base_path);
    hexfog_free(description->name);
    *description = (struct hexfog_description){ 0 };
}
