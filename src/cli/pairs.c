// SPDX-License-Identifier: MIT
// Turns two folders into a list of names, each with the folders that have it.
#include "cli/pairs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "encode/format.h"

// Far beyond any project; a file system of endless folders ends here.
enum { MOST_DEPTH = 64, MOST_FILES = 1 << 20 };

struct names {
    char **list;
    size_t count, capacity, other_count;
};

static hexfog_status add_name(struct names *names, const char *name, struct hexfog_error *error)
{
    if (names->count == MOST_FILES)
        return hexfog_fail(error, HEXFOG_INPUT, "more than %d textures in a folder", MOST_FILES);
    if (names->count == names->capacity) {
        size_t capacity = names->capacity ? 2 * names->capacity : 64;
        char **grown = hexfog_realloc(names->list, capacity, sizeof *grown);
        if (!grown)
            return hexfog_fail_memory(error, "the list of files");
        names->list = grown;
        names->capacity = capacity;
    }
    char *copy = hexfog_copy_string(name);
    if (!copy)
        return hexfog_fail_memory(error, "the list of files");
    names->list[names->count++] = copy;
    return HEXFOG_OK;
}

static hexfog_status walk(struct names *names, const char *folder, const char *below, int depth,
                          struct hexfog_error *error);

// An entry of the folder; `below` is its path from the top.
static hexfog_status visit(struct names *names, const char *path, const char *below, int depth,
                           struct hexfog_error *error)
{
    struct stat entry, target;

    if (lstat(path, &entry) != 0)
        return errno == ENOENT ? HEXFOG_OK : hexfog_fail_io(error, "read", path, errno);
    if (S_ISDIR(entry.st_mode))
        return walk(names, path, below, depth + 1, error);
    // A link that leads nowhere by a texture's name is a texture that cannot be read.
    bool is_folder = stat(path, &target) == 0 && S_ISDIR(target.st_mode);
    if (!is_folder && hexfog_names_texture(below))
        return add_name(names, below, error);
    names->other_count++;
    return HEXFOG_OK;
}

static hexfog_status visit_entry(struct names *names, const char *folder, const char *below,
                                 const char *name, int depth, struct hexfog_error *error)
{
    char *path = hexfog_join_path(folder, name);
    char *path_below = *below ? hexfog_join_path(below, name) : hexfog_copy_string(name);
    hexfog_status status = path && path_below
        ? visit(names, path, path_below, depth, error)
        : hexfog_fail_memory(error, "the list of files");

    hexfog_free(path);
    hexfog_free(path_below);
    return status;
}

static hexfog_status walk(struct names *names, const char *folder, const char *below, int depth,
                          struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    if (depth > MOST_DEPTH)
        return hexfog_fail(error, HEXFOG_INPUT, "%s: more than %d folders deep", folder,
                           MOST_DEPTH);
    DIR *stream = opendir(folder);
    if (!stream)
        return hexfog_fail_io(error, "read", folder, errno);
    while (status == HEXFOG_OK) {
        errno = 0;
        const struct dirent *entry = readdir(stream);
        if (!entry && errno != 0)
            status = hexfog_fail_io(error, "read", folder, errno);
        if (!entry)
            break;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = visit_entry(names, folder, below, entry->d_name, depth, error);
    }
    closedir(stream);
    return status;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names move into the pairs.
static hexfog_status merge(struct names names[2], struct hexfog_pairs *pairs,
                           struct hexfog_error *error)
{
    size_t at[2] = { 0, 0 };

    pairs->list = hexfog_alloc_zeroed(names[0].count + names[1].count, sizeof *pairs->list);
    if (!pairs->list)
        return hexfog_fail_memory(error, "the list of files");
    while (at[0] < names[0].count || at[1] < names[1].count) {
        int order = at[0] == names[0].count   ? 1
                    : at[1] == names[1].count ? -1
                                              : strcmp(names[0].list[at[0]], names[1].list[at[1]]);
        struct hexfog_pair *pair = &pairs->list[pairs->count++];
        for (int i = 0; i < 2; i++) {
            pair->is_in[i] = i == 0 ? order <= 0 : order >= 0;
            if (!pair->is_in[i])
                continue;
            hexfog_free(pair->name);
            pair->name = names[i].list[at[i]];
            names[i].list[at[i]++] = NULL;
        }
    }
    return HEXFOG_OK;
}

hexfog_status hexfog_pairs_make(const char *const folders[2], struct hexfog_pairs *pairs,
                                struct hexfog_error *error)
{
    struct names names[2] = { { 0 }, { 0 } };
    hexfog_status status = HEXFOG_OK;

    *pairs = (struct hexfog_pairs){ 0 };
    for (int i = 0; i < 2 && status == HEXFOG_OK; i++) {
        status = walk(&names[i], folders[i], "", 0, error);
        if (names[i].count > 1)
            qsort(names[i].list, names[i].count, sizeof *names[i].list, compare);
        pairs->other_count[i] = names[i].other_count;
    }
    if (status == HEXFOG_OK)
        status = merge(names, pairs, error);
    for (int i = 0; i < 2; i++) {
        for (size_t j = 0; j < names[i].count; j++)
            hexfog_free(names[i].list[j]);
        hexfog_free(names[i].list);
    }
    return status;
}

void hexfog_pairs_free(struct hexfog_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        hexfog_free(pairs->list[i].name);
    hexfog_free(pairs->list);
    *pairs = (struct hexfog_pairs){ 0 };
}
