// SPDX-License-Identifier: MIT
// Turns finished temporary files into the files that they replace: each whole, and of several
// all or none.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/replacement.h"

// ------------------------------------------------------------------------ close

// Some file systems have no modes: only a difference is set right.
static int set_mode(const struct hexfog_replacement *file)
{
    struct stat now;
    if (!file->keeps_mode)
        return 0;
    if (fstat(file->temporary.fd, &now) != 0)
        return errno;
    if ((now.st_mode & 0777) == file->mode)
        return 0;
    return fchmod(file->temporary.fd, file->mode) == 0 ? 0 : errno;
}

static int sync_fd(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

hexfog_status hexfog_replacement_close(struct hexfog_replacement *file, struct hexfog_error *error)
{
    if (file->is_closed)
        return file->failure ? hexfog_replacement_fail(file, file->failure, error) : HEXFOG_OK;
    file->is_closed = true;
    hexfog_status status = hexfog_replacement_flush(file, error);
    if (status != HEXFOG_OK || file->is_stdout)
        return status;
    int reason = set_mode(file);
    if (reason == 0 && file->sync)
        reason = sync_fd(file->temporary.fd);
    // Even EINTR: whether the data arrived is not known then, and the old file still stands.
    int close_reason = hexfog_temporary_close(&file->temporary);
    if (reason == 0)
        reason = close_reason;
    return reason ? hexfog_replacement_fail(file, reason, error) : HEXFOG_OK;
}

static int sync_folder(const char *folder)
{
    int fd;
    do
        fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return errno;
    int reason = sync_fd(fd);
    close(fd);
    // A file system that cannot sync a folder says EINVAL.
    return reason == EINVAL ? 0 : reason;
}

static int copy_out(struct hexfog_replacement *file)
{
    uint64_t offset = 0;
    for (;;) {
        ssize_t count = pread(file->temporary.fd, file->buffer, HEXFOG_REPLACEMENT_BUFFER_BYTES,
                              (off_t)offset);
        if (count == 0)
            return 0;
        if (count < 0 && errno != EINTR)
            return errno;
        int reason = count > 0 ? hexfog_replacement_write_all(STDOUT_FILENO, file->buffer,
                                                              (size_t)count) : 0;
        if (reason)
            return reason;
        if (count > 0)
            offset += (uint64_t)count;
    }
}

// ------------------------------------------------------------------------ commit

// Gives the two files each other's names. A file system that cannot, or a system, gets the usual
// rename, which nothing undoes.
static bool swap(const char *a, const char *b)
{
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
#else
    (void)a, (void)b;
    return false;
#endif
}

static hexfog_status put_in_place(struct hexfog_replacement *file, bool keep_old,
                                  struct hexfog_error *error)
{
    bool is_swapped = keep_old && file->keeps_mode && swap(file->temporary.path, file->target);
    if (!is_swapped && rename(file->temporary.path, file->target) != 0)
        return hexfog_replacement_fail(file, errno, error);
    file->is_in_place = true;
    int reason = file->sync ? sync_folder(file->folder) : 0;
    return reason ? hexfog_fail_io(error, "sync the folder of", file->path, reason) : HEXFOG_OK;
}

static void take_back(struct hexfog_replacement *file)
{
    if (!file->is_in_place)
        return;
    hexfog_temporary_give_back(&file->temporary);
    if (file->sync)
        (void)sync_folder(file->folder);
}

static hexfog_status write_out(struct hexfog_replacement *file, struct hexfog_error *error)
{
    int reason = copy_out(file);
    return reason ? hexfog_replacement_fail(file, reason, error) : HEXFOG_OK;
}

hexfog_status hexfog_replacement_commit(struct hexfog_replacement *file,
                                        struct hexfog_error *error)
{
    hexfog_status status = hexfog_replacement_close(file, error);
    if (status != HEXFOG_OK)
        return status;
    if (file->is_stdout)
        return write_out(file, error);
    status = put_in_place(file, false, error);
    if (file->is_in_place)
        hexfog_temporary_forget(&file->temporary);
    return status;
}

// For a signal that comes between the renames; returns the file that goes through for all.
static hexfog_status tie(struct hexfog_replacement *const *files, size_t count,
                         const struct hexfog_temporary **leader, struct hexfog_error *error)
{
    *leader = NULL;
    for (size_t i = 0; i < count; i++) {
        struct hexfog_replacement *file = files[i];
        if (file->is_stdout)
            continue;
        if (!*leader)
            *leader = &file->temporary;
        int reason = hexfog_temporary_tie(&file->temporary, file->target, file->keeps_mode,
                                          *leader);
        if (reason)
            return hexfog_replacement_fail(file, reason, error);
    }
    return HEXFOG_OK;
}

// What went to standard output cannot be taken back: it comes last.
static hexfog_status put_all_in_place(struct hexfog_replacement *const *files, size_t count,
                                      struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < count && status == HEXFOG_OK; i++)
        if (!files[i]->is_stdout)
            status = put_in_place(files[i], count > 1, error);
    for (size_t i = 0; i < count && status == HEXFOG_OK; i++)
        if (files[i]->is_stdout)
            status = write_out(files[i], error);
    for (size_t i = count; i > 0 && status != HEXFOG_OK; i--)
        take_back(files[i - 1]);
    return status;
}

// The old files, where they were kept, go; the leader, which is the first, last.
static void settle(struct hexfog_replacement *const *files, size_t count)
{
    for (size_t i = count; i > 0; i--)
        if (files[i - 1]->is_in_place)
            hexfog_temporary_remove(&files[i - 1]->temporary);
}

hexfog_status hexfog_replacements_commit(struct hexfog_replacement *const *files, size_t count,
                                         struct hexfog_error *error)
{
    const struct hexfog_temporary *leader = NULL;
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < count && status == HEXFOG_OK; i++)
        status = hexfog_replacement_close(files[i], error);
    if (status == HEXFOG_OK)
        status = tie(files, count, &leader, error);
    if (status != HEXFOG_OK)
        return status;
    status = put_all_in_place(files, count, error);
    if (status == HEXFOG_OK && leader)
        hexfog_temporary_go_through(leader);
    settle(files, count);
    return status;
}
