// SPDX-License-Identifier: MIT
// Turns a map of another program into a description.
#include "desc/import.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "desc/import_map.h"
#include "desc/merge.h"
#include "desc/xml.h"

// ---- Which program's.

enum kind { NO_MAP, TILED, HEXJSON };

static enum kind kind_of(const struct hexfog_node *root)
{
    if (root->kind != HEXFOG_NODE_OBJECT || hexfog_member(root, "hexfog"))
        return NO_MAP;
    if (hexfog_member(root, "hexes") || hexfog_member(root, "layout"))
        return HEXJSON;
    return hexfog_member(root, "layers") || hexfog_member(root, "tilewidth") ||
           hexfog_member(root, "tiledversion") ? TILED : NO_MAP;
}

// XML by its first character. (In UTF-16 it has to be called .tmx.)
static bool is_xml(const char *text, size_t length)
{
    size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < length && memchr(" \t\r\n", text[at], 4))
        at++;
    return at < length && text[at] == '<';
}

static enum kind kind_of_json(const char *text, size_t length)
{
    const struct hexfog_scan_options options = { .first_column = 1, .path = "" };
    struct hexfog_diagnostics unread = { 0 };
    const struct hexfog_reporter reporter = { &unread, NULL };
    struct hexfog_tree tree = { 0 };
    enum kind kind = NO_MAP;
    // Most descriptions are told without a second reading.
    if (!memmem(text, length, "\"hexes\"", 7) && !memmem(text, length, "\"layers\"", 8))
        return NO_MAP;
    if (hexfog_tree_read(text, length, &options, &reporter, &tree) == HEXFOG_OK)
        kind = kind_of(tree.root);
    hexfog_tree_free(&tree);
    hexfog_diagnostics_free(&unread);
    return kind;
}

bool hexfog_is_map(const char *file_name, const char *text, size_t length)
{
    if (hexfog_ends_in(file_name, ".tmj") || hexfog_ends_in(file_name, ".tmx") ||
        hexfog_ends_in(file_name, ".hexjson"))
        return true;
    bool may_be_any = hexfog_ends_in(file_name, ".json") || strcmp(file_name, "<stdin>") == 0;
    if (!may_be_any || hexfog_ends_in(file_name, ".hexfog.json"))
        return false;
    return is_xml(text, length) || kind_of_json(text, length) != NO_MAP;
}

// ---- Reading.

static bool read_root(struct hexfog_import_reader *reader, const struct hexfog_node *root)
{
    enum kind kind = kind_of(root);
    reader->map->place = root->place;
    if (reader->is_xml || kind == TILED)
        return hexfog_tiled_read(reader, root);
    if (kind == HEXJSON)
        return hexfog_hexjson_read(reader, root);
    if (hexfog_member(root, "hexfog"))
        return hexfog_import_fail(reader, root->place, "",
                                  "this is a description already, not a map");
    const struct hexfog_node *type = hexfog_member(root, "type");
    if (type && type->kind == HEXFOG_NODE_STRING)
        return hexfog_tiled_read(reader, root); // which says that it is a tileset, or whatever
    return hexfog_import_fail(reader, root->place, "",
                              "neither a map of Tiled nor HexJSON (allowed: an object with"
                              " \"layers\", or with \"layout\" and \"hexes\")");
}

static hexfog_status finish(struct hexfog_import_reader *reader, bool is_right,
                            struct hexfog_text *description, struct hexfog_import_facts *facts)
{
    if (is_right && hexfog_import_pick(reader, facts) &&
        hexfog_import_write(reader, facts, description))
        return HEXFOG_OK;
    return reader->is_out_of_memory ? HEXFOG_MEMORY : HEXFOG_INPUT;
}

static hexfog_status read_json(struct hexfog_import_reader *reader, const char *text,
                               size_t length, struct hexfog_text *description,
                               struct hexfog_import_facts *facts)
{
    // Comments, so that a description in *.jsonc is told from a map.
    const struct hexfog_scan_options options = { .jsonc = true, .first_column = 1, .path = "" };
    struct hexfog_tree tree = { 0 };
    hexfog_status status = hexfog_tree_read(text, length, &options, &reader->report, &tree);
    if (status != HEXFOG_OK)
        return status;
    hexfog_tree_order(&tree, "", &reader->report);
    bool is_right = reader->report.diagnostics->error_count == 0 && read_root(reader, tree.root);
    status = finish(reader, is_right, description, facts);
    hexfog_tree_free(&tree);
    return status;
}

static hexfog_status read_xml(struct hexfog_import_reader *reader, const char *text, size_t length,
                              struct hexfog_text *description, struct hexfog_import_facts *facts)
{
    struct hexfog_xml xml = { 0 };
    hexfog_status status = hexfog_xml_read(text, length, 0, &reader->report, &xml);
    if (status != HEXFOG_OK)
        return status;
    reader->is_xml = true;
    status = finish(reader, read_root(reader, xml.root), description, facts);
    hexfog_xml_free(&xml);
    return status;
}

hexfog_status hexfog_import(const char *text, size_t length,
                            const struct hexfog_import_options *options,
                            struct hexfog_text *description, struct hexfog_import_facts *facts,
                            struct hexfog_diagnostics *diagnostics)
{
    const char *files[HEXFOG_MAX_FILES] = { options->file_name };
    struct hexfog_import_map map = { 0 };
    struct hexfog_import_reader reader = { .report = { diagnostics, files }, .options = options,
                                           .map = &map };
    *facts = (struct hexfog_import_facts){ 0 };
    bool takes_xml = hexfog_ends_in(options->file_name, ".tmx") || is_xml(text, length);
    hexfog_status status = (takes_xml ? read_xml : read_json)(&reader, text, length, description,
                                                              facts);
    hexfog_import_map_free(&map);
    if (status == HEXFOG_MEMORY) {
        struct hexfog_error error;
        hexfog_fail_memory(&error, "the map");
        hexfog_diagnose(diagnostics, &error);
    }
    if (status != HEXFOG_OK)
        hexfog_text_free(description);
    hexfog_diagnostics_sort(diagnostics);
    return status;
}
