// SPDX-License-Identifier: MIT
// Turns a folder into a list of what it holds, and such a list into the folder.
#include "sweep.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void give_up(const char *path)
{
    perror(path);
    exit(2);
}

char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *length = 0;
    if (!file)
        return NULL;
    for (size_t room = 1 << 16, count = 1; count > 0; room *= 2) {
        bytes = realloc(bytes, room + 1);
        if (!bytes)
            give_up(path);
        count = fread(bytes + *length, 1, room - *length, file);
        *length += count;
    }
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

// nftw has no context.
static struct snapshot *taken;
static size_t folder_length;

static void read_entry(struct entry *entry, const char *path)
{
    char link[4096];
    if (S_ISREG(entry->mode)) {
        entry->bytes = read_whole(path, &entry->length);
    } else if (S_ISLNK(entry->mode)) {
        ssize_t length = readlink(path, link, sizeof link);
        entry->length = length > 0 ? (size_t)length : 0;
        entry->bytes = strndup(link, entry->length);
    }
}

static int take_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)type;
    if (where->level == 0)
        return 0;
    taken->entries = realloc(taken->entries, (taken->count + 1) * sizeof *taken->entries);
    struct entry *entry = &taken->entries[taken->count++];
    *entry = (struct entry){ strdup(path + folder_length + 1), status->st_mode, NULL, 0 };
    read_entry(entry, path);
    return 0;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->path, ((const struct entry *)b)->path);
}

void snapshot_take(struct snapshot *snapshot, const char *folder)
{
    *snapshot = (struct snapshot){ NULL, 0 };
    taken = snapshot;
    folder_length = strlen(folder);
    if (nftw(folder, take_entry, 16, FTW_PHYS) != 0)
        give_up(folder);
    if (snapshot->count > 0)
        qsort(snapshot->entries, snapshot->count, sizeof *snapshot->entries, by_path);
}

void snapshot_free(struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++) {
        free(snapshot->entries[i].path);
        free(snapshot->entries[i].bytes);
    }
    free(snapshot->entries);
    *snapshot = (struct snapshot){ NULL, 0 };
}

const struct entry *snapshot_find(const struct snapshot *snapshot, const char *path)
{
    struct entry key = { .path = (char *)(size_t)path };
    return snapshot->count > 0 ? bsearch(&key, snapshot->entries, snapshot->count,
                                         sizeof *snapshot->entries, by_path)
                               : NULL;
}

bool entry_is_equal(const struct entry *a, const struct entry *b)
{
    if (!a || !b)
        return a == b;
    return a->mode == b->mode && a->length == b->length &&
           (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static void restore_entry(const struct entry *entry, const char *path)
{
    if (S_ISDIR(entry->mode)) {
        mkdir(path, 0777);
    } else if (S_ISLNK(entry->mode)) {
        unlink(path);
        if (symlink(entry->bytes, path) != 0)
            give_up(path);
        return;
    } else if (S_ISREG(entry->mode)) {
        unlink(path);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(entry->bytes, 1, entry->length, file) != entry->length ||
            fclose(file) != 0)
            give_up(path);
    }
    chmod(path, entry->mode & 07777);
}

void snapshot_restore(const struct snapshot *wanted, const struct snapshot *now,
                      const char *folder)
{
    char path[4096];
    // From the end: what a folder holds comes before the folder.
    for (size_t i = now->count; i-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", folder, now->entries[i].path);
        if (!snapshot_find(wanted, now->entries[i].path))
            remove(path);
    }
    for (size_t i = 0; i < wanted->count; i++) {
        const struct entry *entry = &wanted->entries[i];
        snprintf(path, sizeof path, "%s/%s", folder, entry->path);
        if (!entry_is_equal(entry, snapshot_find(now, entry->path)))
            restore_entry(entry, path);
    }
}
