// SPDX-License-Identifier: MIT
// Turns a folder into the descriptions in it and below.
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/batch_list.h"

struct folder_id {
    dev_t device;
    ino_t inode;
};

struct walk {
    struct hexfog_batch_list *list;
    const char *root;
    struct folder_id *seen; // folders that were entered: links may lead round
    size_t seen_count, seen_capacity;
};

static bool is_description(const char *name)
{
    return hexfog_ends_in(name, ".hexfog.json") || hexfog_ends_in(name, ".hexfog.jsonc");
}

static void complain(struct walk *walk, const char *path, const char *verb, int reason)
{
    struct hexfog_error error = { 0 };
    hexfog_fail_io(&error, verb, path, reason);
    hexfog_diagnose(&walk->list->diagnostics, &error);
}

// True, once: the folder is entered now. False when memory is out.
static bool enter(struct walk *walk, const struct stat *folder, bool *is_new)
{
    *is_new = false;
    for (size_t i = 0; i < walk->seen_count; i++)
        if (walk->seen[i].inode == folder->st_ino && walk->seen[i].device == folder->st_dev)
            return true;
    if (walk->seen_count == walk->seen_capacity) {
        size_t capacity = walk->seen_capacity ? 2 * walk->seen_capacity : 16;
        struct folder_id *grown = hexfog_realloc(walk->seen, capacity, sizeof *grown);
        if (!grown)
            return false;
        walk->seen = grown;
        walk->seen_capacity = capacity;
    }
    walk->seen[walk->seen_count++] = (struct folder_id){ folder->st_dev, folder->st_ino };
    *is_new = true;
    return true;
}

static bool walk_folder(struct walk *walk, const char *prefix, const char *path);

// A link that leads nowhere, or a pipe, is taken for the file that its name says: reading it will
// tell.
static bool visit(struct walk *walk, const char *name, const char *path)
{
    struct stat found;
    int reason = stat(path, &found) == 0 ? 0 : errno;
    if (reason == 0 && S_ISDIR(found.st_mode))
        return walk_folder(walk, name, path);
    if (reason != 0 && reason != ENOENT && reason != ELOOP && !is_description(name))
        complain(walk, path, "read", reason); // it might be a folder
    if (!is_description(name))
        return true;
    return hexfog_batch_list_add(walk->list, walk->root, name, true);
}

// Most entries are neither folders nor descriptions, and need no look.
static bool is_worth_a_look(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && (entry->d_type != DT_REG || is_description(entry->d_name));
}

static bool visit_entry(struct walk *walk, const char *prefix, const char *folder,
                        const char *entry)
{
    char *name = hexfog_join_path(prefix, entry), *path = hexfog_join_path(folder, entry);
    bool is_whole = name && path && visit(walk, name, path);
    hexfog_free(path);
    hexfog_free(name);
    return is_whole;
}

static int is_visited(const struct dirent *entry)
{
    return is_worth_a_look(entry);
}

// Sorted, so that of two ways to a folder the same one is taken everywhere.
static int compare(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool walk_entries(struct walk *walk, const char *prefix, const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visited, compare);
    bool is_whole = true;
    if (count < 0 && errno == ENOMEM)
        return false;
    if (count < 0)
        complain(walk, path, "read the folder", errno);
    for (int i = 0; i < count; i++) {
        is_whole = is_whole && visit_entry(walk, prefix, path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return is_whole;
}

static bool walk_folder(struct walk *walk, const char *prefix, const char *path)
{
    struct stat folder;
    bool is_new;
    if (stat(path, &folder) != 0) {
        complain(walk, path, "read the folder", errno);
        return true;
    }
    if (!enter(walk, &folder, &is_new))
        return false;
    return !is_new || walk_entries(walk, prefix, path);
}

bool hexfog_batch_walk(struct hexfog_batch_list *list, const char *root, const char *prefix)
{
    struct walk walk = { .list = list, .root = root };
    char *path = hexfog_join_path(root, prefix);
    bool is_whole = path && walk_folder(&walk, prefix, *path ? path : ".");
    hexfog_free(path);
    hexfog_free(walk.seen);
    return is_whole;
}
