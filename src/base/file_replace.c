// SPDX-License-Identifier: MIT
// Turns a path into a temporary file beside the one that it will replace.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/file_stamp.h"
#include "base/replacement.h"

enum { MOST_LINKS = 40 };

// ------------------------------------------------------------------------ the target

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static hexfog_status refuse(struct hexfog_error *error, const char *path, const char *what)
{
    hexfog_fail(error, HEXFOG_INPUT,
                "%s is %s; only a regular file is made or replaced", path, what);
    if (error)
        strcpy(error->rule, "D24");
    return HEXFOG_INPUT;
}

static const char *kind_of(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR: return "a folder";
    case S_IFCHR:
    case S_IFBLK: return "a device";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    case S_IFLNK: return "a symbolic link";
    default: return "no regular file";
    }
}

// Refuses what is there and cannot be replaced; remembers the mode of what can.
static hexfog_status look_at_target(struct hexfog_replacement *file, bool refuses_link,
                                    struct hexfog_error *error)
{
    struct stat target;
    const char *name = last_name(file->path);
    if (*file->path == '\0')
        return refuse(error, "\"\"", "no path");
    int found = refuses_link ? lstat(file->path, &target) : stat(file->path, &target);
    int reason = found == 0 ? 0 : errno;
    if (reason && *name == '\0')
        return refuse(error, file->path, "a folder's name");
    if (reason == ENOENT || reason == ENOTDIR || reason == ELOOP)
        return HEXFOG_OK; // what is wrong with the latter two is told by what comes next
    if (reason)
        return hexfog_fail_io(error, "write", file->path, reason);
    if (!S_ISREG(target.st_mode))
        return refuse(error, file->path, kind_of(target.st_mode));
    file->keeps_mode = true;
    file->mode = target.st_mode & 0777;
    return HEXFOG_OK;
}

// Replaces *path, a link, by where it points.
static hexfog_status follow_link(char **path, const char *points_to)
{
    char *folder = hexfog_folder_of(*path);
    char *next = folder ? hexfog_join_path(folder, points_to) : NULL;
    hexfog_free(folder);
    if (!next)
        return HEXFOG_MEMORY;
    hexfog_free(*path);
    *path = next;
    return HEXFOG_OK;
}

// realpath would not do: a link may point to a file that is still to be made. Where links are
// refused, one that is made now is replaced by the rename.
static hexfog_status resolve_target(struct hexfog_replacement *file, bool refuses_link,
                                    struct hexfog_error *error)
{
    char link[PATH_MAX];

    file->target = hexfog_copy_string(file->path);
    if (!file->target)
        return hexfog_fail_memory(error, file->path);
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t length = -1;
        errno = EINVAL;
        if (!refuses_link)
            length = readlink(file->target, link, sizeof link - 1);
        if (length < 0 && errno != EINVAL && errno != ENOENT && errno != ENOTDIR)
            return hexfog_fail_io(error, "write", file->path, errno);
        if (length < 0) { // no link, or nothing there
            file->folder = hexfog_folder_of(file->target);
            return file->folder ? HEXFOG_OK : hexfog_fail_memory(error, file->path);
        }
        link[length] = '\0';
        if (follow_link(&file->target, link) != HEXFOG_OK)
            return hexfog_fail_memory(error, file->path);
    }
    return hexfog_fail_io(error, "write", file->path, ELOOP);
}

// mkdir -p. A folder above that is there may not want to hear of mkdir (a read-only disk), so
// only the last one decides; but then the first failure says why.
static int make_folders(char *folder)
{
    int failed = 0;
    for (char *p = folder + 1;; p++) {
        if (*p != '/' && *p != '\0')
            continue;
        char saved = *p;
        *p = '\0';
        if (mkdir(folder, 0777) == 0 || errno == EEXIST)
            failed = 0;
        else if (failed == 0)
            failed = errno;
        *p = saved;
        if (saved == '\0')
            return failed;
    }
}

static hexfog_status check_folder(struct hexfog_replacement *file, bool make,
                                  struct hexfog_error *error)
{
    struct stat folder;
    if (stat(file->folder, &folder) == 0)
        return S_ISDIR(folder.st_mode) ? HEXFOG_OK
                                       : hexfog_fail_io(error, "write", file->path, ENOTDIR);
    if (errno != ENOENT)
        return hexfog_fail_io(error, "write", file->path, errno);
    if (!make)
        return hexfog_fail(error, HEXFOG_IO,
                           "cannot write %s: there is no folder %s (--mkdir makes it)",
                           file->path, file->folder);
    int failed = make_folders(file->folder);
    return failed ? hexfog_fail_io(error, "make the folder", file->folder, failed) : HEXFOG_OK;
}

// ------------------------------------------------------------------------ open

static hexfog_status open_beside_target(struct hexfog_replacement *file,
                                        const struct hexfog_file_options *options,
                                        struct hexfog_error *error)
{
    hexfog_status status = look_at_target(file, options->refuses_link, error);
    if (status == HEXFOG_OK)
        status = resolve_target(file, options->refuses_link, error);
    if (status == HEXFOG_OK)
        status = check_folder(file, options->make_folders, error);
    if (status != HEXFOG_OK)
        return status;
    const char *name = last_name(file->target);
    if (!options->is_swept)
        hexfog_temporary_sweep(file->folder, name);
    return hexfog_temporary_make(&file->temporary, file->folder, name, file->keeps_mode,
                                 file->path, error);
}

static hexfog_status open_spool(struct hexfog_replacement *file, struct hexfog_error *error)
{
    // A closed stream's number would go to the next file that is opened.
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
        return hexfog_fail_io(error, "write", "standard output", errno);
    return hexfog_temporary_make_unnamed(&file->temporary, error);
}

hexfog_status hexfog_replacement_open(const char *path, const struct hexfog_file_options *options,
                                      struct hexfog_replacement **result,
                                      struct hexfog_error *error)
{
    hexfog_status status;
    struct hexfog_replacement *file = hexfog_alloc_zeroed(1, sizeof *file);

    *result = NULL;
    if (!file)
        return hexfog_fail_memory(error, path);
    file->temporary = (struct hexfog_temporary)HEXFOG_NO_TEMPORARY;
    file->sync = options->sync;
    file->is_stdout = strcmp(path, "-") == 0;
    file->path = hexfog_copy_string(file->is_stdout ? "standard output" : path);
    file->buffer = hexfog_alloc(HEXFOG_REPLACEMENT_BUFFER_BYTES, 1);
    if (!file->path || !file->buffer)
        status = hexfog_fail_memory(error, path);
    else if (file->is_stdout)
        status = open_spool(file, error);
    else
        status = open_beside_target(file, options, error);
    if (status != HEXFOG_OK) {
        hexfog_replacement_free(file);
        return status;
    }
    *result = file;
    return HEXFOG_OK;
}

// ------------------------------------------------------------------------ check

static int why_not_writable(const char *folder)
{
    struct stat found;
    if (stat(folder, &found) != 0)
        return errno;
    if (!S_ISDIR(found.st_mode))
        return ENOTDIR;
    return faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

// Why the folder, which is missing, cannot be made: the nearest one above decides.
static int why_not_made(const char *folder)
{
    char *above = hexfog_folder_of(folder);
    int reason = above ? why_not_writable(above) : ENOMEM;
    while (reason == ENOENT && strcmp(above, ".") != 0 && strcmp(above, "/") != 0) {
        char *next = hexfog_folder_of(above);
        hexfog_free(above);
        above = next;
        reason = above ? why_not_writable(above) : ENOMEM;
    }
    hexfog_free(above);
    return reason;
}

static hexfog_status check_folder_only(struct hexfog_replacement *file, bool make,
                                       struct hexfog_error *error)
{
    int reason = why_not_writable(file->folder);
    if (reason == ENOENT && make) {
        reason = why_not_made(file->folder);
        if (reason == ENOMEM)
            return hexfog_fail_memory(error, file->path);
        return reason ? hexfog_fail_io(error, "make the folder", file->folder, reason)
                      : HEXFOG_OK;
    }
    hexfog_status status = check_folder(file, false, error);
    return status == HEXFOG_OK && reason ? hexfog_fail_io(error, "write", file->path, reason)
                                         : status;
}

hexfog_status hexfog_replacement_check(const char *path,
                                       const struct hexfog_file_options *options,
                                       struct hexfog_error *error)
{
    struct hexfog_replacement file = { 0 };
    if (strcmp(path, "-") == 0)
        return fcntl(STDOUT_FILENO, F_GETFD) >= 0
            ? HEXFOG_OK : hexfog_fail_io(error, "write", "standard output", errno);
    file.path = hexfog_copy_string(path);
    hexfog_status status = file.path ? look_at_target(&file, options->refuses_link, error)
                                     : hexfog_fail_memory(error, path);
    if (status == HEXFOG_OK)
        status = resolve_target(&file, options->refuses_link, error);
    if (status == HEXFOG_OK)
        status = check_folder_only(&file, options->make_folders, error);
    hexfog_free(file.folder);
    hexfog_free(file.target);
    hexfog_free(file.path);
    return status;
}

// ------------------------------------------------------------------------ the end

hexfog_status hexfog_replacement_stamp(const struct hexfog_replacement *file,
                                       struct hexfog_file_stamp *stamp,
                                       struct hexfog_error *error)
{
    return hexfog_stamp_own(file->temporary.lock, file->path, stamp, error);
}

bool hexfog_replacement_is_twin(const struct hexfog_replacement *a,
                                const struct hexfog_replacement *b)
{
    struct stat folder_a, folder_b;
    if (a->is_stdout || b->is_stdout || strcmp(last_name(a->target), last_name(b->target)) != 0)
        return false;
    return stat(a->folder, &folder_a) == 0 && stat(b->folder, &folder_b) == 0 &&
           folder_a.st_dev == folder_b.st_dev && folder_a.st_ino == folder_b.st_ino;
}

void hexfog_replacement_free(struct hexfog_replacement *file)
{
    if (!file)
        return;
    hexfog_temporary_remove(&file->temporary);
    hexfog_free(file->buffer);
    hexfog_free(file->folder);
    hexfog_free(file->target);
    hexfog_free(file->path);
    hexfog_free(file);
}
