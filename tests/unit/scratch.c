// SPDX-License-Identifier: MIT
// Turns a test into one that has a folder to itself.
#include "scratch.h"

#include "prove.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX], folder_before[PATH_MAX];

int scratch_enter(void **state)
{
    (void)state;
    char start[PATH_MAX];
    const char *parent = getenv("TMPDIR");
    snprintf(start, sizeof start, "%s/scratch-XXXXXX", parent ? parent : "/tmp");
    if (!getcwd(folder_before, sizeof folder_before) || !mkdtemp(start)
        || !realpath(start, folder) || chdir(folder) != 0)
        return 1;
    return 0;
}

int scratch_leave(void **state)
{
    (void)state;
    char command[2 * PATH_MAX + 64];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s'; rm -rf '%s'", folder, folder);
    return chdir(folder_before) != 0 || system(command) != 0;
}

const char *scratch_path(void)
{
    return folder;
}

void scratch_put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void scratch_holds_bytes(const char *path, const void *bytes, size_t count)
{
    struct stat status;
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("there is no %s", path);
    assert_int_equal(fstat(fileno(file), &status), 0);
    assert_int_equal(status.st_size, count);
    char *read = malloc(count + 1);
    assert_int_equal(fread(read, 1, count + 1, file), count);
    fclose(file);
    assert_memory_equal(read, bytes, count);
    free(read);
}

void scratch_holds(const char *path, const char *text)
{
    scratch_holds_bytes(path, text, strlen(text));
}

static size_t list(char name[256])
{
    size_t count = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, 256, "%s", entry->d_name);
        count++;
    }
    closedir(entries);
    return count;
}

size_t scratch_entry_count(void)
{
    char name[256];
    return list(name);
}

void scratch_only_entry(char name[256])
{
    assert_int_equal(list(name), 1);
}

mode_t scratch_mode(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

bool scratch_is_link(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return S_ISLNK(status.st_mode);
}
