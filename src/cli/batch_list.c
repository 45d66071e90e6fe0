// SPDX-License-Identifier: MIT
// Turns operands of batch into maps, each once and in an order that every machine finds.
#include "cli/batch_list.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/name_list.h"

#define MOST_LIST_BYTES ((size_t)1 << 28)

static void map_free(struct hexfog_batch_map *map)
{
    hexfog_free(map->name);
    hexfog_free(map->path);
    hexfog_free(map->tree);
    hexfog_free(map->identity);
    *map = (struct hexfog_batch_map){ 0 };
}

void hexfog_batch_list_free(struct hexfog_batch_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        map_free(&list->list[i]);
    hexfog_free(list->list);
    hexfog_diagnostics_free(&list->diagnostics);
    *list = (struct hexfog_batch_list){ 0 };
}

// ---- One map.

static bool has_way_up(const char *path)
{
    for (const char *at = path; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
            return true;
    return false;
}

// What outputs keep of a name: its folder, unless that would lead out of --output-dir.
static char *tree_of(const char *name, bool is_found)
{
    if (!is_found || !strchr(name, '/') || *name == '/' || has_way_up(name))
        return hexfog_copy_string("");
    return hexfog_folder_of(name);
}

static bool map_make(struct hexfog_batch_map *map, const char *root, const char *name,
                     bool is_found)
{
    map->is_found = is_found;
    map->name = hexfog_copy_string(name);
    if (!map->name)
        return false;
    hexfog_simplify_path(map->name);
    bool is_dash = *root == '\0' && strcmp(map->name, "-") == 0; // else standard input
    map->path = hexfog_join_path(root, is_dash ? "./-" : map->name);
    map->tree = tree_of(map->name, is_found);
    map->identity = map->path ? hexfog_identity_of_path(map->path) : NULL;
    return map->path && map->tree && map->identity;
}

bool hexfog_batch_list_add(struct hexfog_batch_list *list, const char *root, const char *name,
                           bool is_found)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        struct hexfog_batch_map *grown = hexfog_realloc(list->list, capacity, sizeof *grown);
        if (!grown)
            return false;
        list->list = grown;
        list->capacity = capacity;
    }
    struct hexfog_batch_map *map = &list->list[list->count];
    *map = (struct hexfog_batch_map){ .order = list->count };
    if (map_make(map, root, name, is_found)) {
        list->count++;
        return true;
    }
    map_free(map);
    return false;
}

// ---- Operands and lists.

static void complain(struct hexfog_batch_list *list, struct hexfog_error *error, const char *file)
{
    if (!error->file[0])
        hexfog_error_set_file(error, strcmp(file, "-") == 0 ? "<stdin>" : file);
    hexfog_diagnose(&list->diagnostics, error);
}

// A file that is not there is a map too: one that cannot be baked. Of what cannot be looked at
// nobody knows whether it is a folder of maps: no part of a batch may count it as one map.
static bool is_looked_at(struct hexfog_batch_list *list, const char *path, bool *is_folder)
{
    struct stat found = { 0 };
    struct hexfog_error error;
    int reason = stat(path, &found) == 0 ? 0 : errno;
    *is_folder = S_ISDIR(found.st_mode);
    if (reason == 0 || reason == ENOENT || reason == ENOTDIR)
        return true;
    hexfog_fail_io(&error, "read", path, reason);
    complain(list, &error, path);
    return false;
}

static bool add_entry(struct hexfog_batch_list *list, const char *root, const char *name)
{
    char *path = hexfog_join_path(root, name);
    bool is_whole = path != NULL, is_folder;
    if (path && is_looked_at(list, path, &is_folder))
        is_whole = is_folder ? hexfog_batch_walk(list, root, name)
                             : hexfog_batch_list_add(list, root, name, true);
    hexfog_free(path);
    return is_whole;
}

// As a list of operands is written; a file may have such a name.
static bool looks_like_list(const char *root, const char *name)
{
    char *path = name[0] == '@' ? hexfog_join_path(root, name) : NULL;
    bool is_there = path && access(path, F_OK) == 0;
    hexfog_free(path);
    return name[0] == '@' && !is_there;
}

static void complain_list(struct hexfog_batch_list *list, const char *file, const char *name)
{
    struct hexfog_error error = { 0 };
    hexfog_fail(&error, HEXFOG_INPUT, "there is no file '%s', and a list names no other list"
                " (allowed: files and folders)", name);
    complain(list, &error, file);
}

static bool add_names(struct hexfog_batch_list *list, const char *file, const char *root,
                      enum hexfog_name_end end)
{
    struct hexfog_error error = { 0 };
    struct hexfog_name_list names = { 0 };
    char *text = NULL;
    size_t length = 0;
    hexfog_status status = hexfog_read_file(file, MOST_LIST_BYTES, &text, &length, &error);
    if (status == HEXFOG_OK)
        status = hexfog_name_list_read(text, length, end, &names, &error);
    hexfog_free(text);
    bool is_whole = status != HEXFOG_MEMORY;
    if (status != HEXFOG_OK)
        complain(list, &error, file);
    for (size_t i = 0; status == HEXFOG_OK && is_whole && i < names.count; i++)
        if (looks_like_list(root, names.list[i]))
            complain_list(list, file, names.list[i]);
        else
            is_whole = add_entry(list, root, names.list[i]);
    hexfog_name_list_free(&names);
    return is_whole;
}

static bool add_list(struct hexfog_batch_list *list, const char *file)
{
    char *folder = strcmp(file, "-") == 0 ? hexfog_copy_string(".") : hexfog_folder_of(file);
    const char *root = folder && strcmp(folder, ".") == 0 ? "" : folder;
    bool is_whole = folder && add_names(list, file, root, HEXFOG_ENDS_IN_NEWLINE);
    hexfog_free(folder);
    return is_whole;
}

static bool add_operand(struct hexfog_batch_list *list, const char *operand)
{
    if (operand[0] == '@')
        return add_list(list, operand + 1);
    bool is_folder;
    if (!is_looked_at(list, operand, &is_folder))
        return true;
    if (!is_folder)
        return hexfog_batch_list_add(list, "", operand, false);
    char *root = hexfog_copy_string(operand);
    if (!root)
        return false;
    hexfog_simplify_path(root);
    bool is_whole = hexfog_batch_walk(list, strcmp(root, ".") == 0 ? "" : root, "");
    hexfog_free(root);
    return is_whole;
}

// ---- Order.

static int by_identity(const void *a, const void *b)
{
    const struct hexfog_batch_map *first = a, *second = b;
    int order = strcmp(first->identity, second->identity);
    return order ? order : first->order < second->order ? -1 : 1;
}

static int by_name(const void *a, const void *b)
{
    const struct hexfog_batch_map *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : first->order < second->order ? -1 : 1;
}

// Of two names of a file the first given stays.
static void drop_twins(struct hexfog_batch_list *list)
{
    size_t kept = 0;
    qsort(list->list, list->count, sizeof *list->list, by_identity);
    for (size_t i = 0; i < list->count; i++) {
        if (kept > 0 && strcmp(list->list[kept - 1].identity, list->list[i].identity) == 0)
            map_free(&list->list[i]);
        else
            list->list[kept++] = list->list[i];
    }
    list->count = kept;
}

static bool digest(struct hexfog_batch_list *list)
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    for (size_t i = 0; hash && i < list->count; i++)
        hexfog_sha256_add(hash, list->list[i].name, strlen(list->list[i].name) + 1);
    if (hash)
        hexfog_sha256_digest(hash, list->digest);
    hexfog_sha256_free(hash);
    return hash != NULL;
}

void hexfog_batch_list_read(const struct hexfog_settings *settings,
                            struct hexfog_batch_list *list)
{
    bool is_whole = true;
    *list = (struct hexfog_batch_list){ 0 };
    for (int i = 0; is_whole && i < settings->operand_count; i++)
        is_whole = add_operand(list, settings->operands[i]);
    if (is_whole && settings->from0)
        is_whole = add_names(list, settings->from0, "", HEXFOG_ENDS_IN_NUL);
    if (list->count > 0)
        drop_twins(list);
    if (list->count > 0)
        qsort(list->list, list->count, sizeof *list->list, by_name);
    if (is_whole && digest(list))
        return;
    struct hexfog_error error;
    hexfog_fail_memory(&error, "the list of maps");
    hexfog_diagnose(&list->diagnostics, &error);
}
