// SPDX-License-Identifier: MIT
// Turns a target's name into a temporary file beside it that no end of the process leaves
// behind, nor a part of the targets new: a list of living ones for signal handlers, a sweep for
// what SIGKILL left.
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/temporary_name.h"

enum { MOST_LIVING = 4096, MOST_TRIES = 64 };

// The owner takes a path out before it frees it, the signal handler takes it out before it
// uses it: whoever comes second finds nothing. What the handler took is never freed.
struct living {
    _Atomic(char *) path;
    atomic_int process; // a child of fork must not remove its parent's files
    // Of one that is tied to others: the new file's place, and a descriptor of it. A handler that
    // interrupts the commit sees target only when the rest is there.
    _Atomic(const char *) target;
    int lock;
    bool was_there;
    size_t leader; // the slot with the word for all of them
    atomic_bool is_through;
};

static struct living living[MOST_LIVING];

static bool enlist(struct hexfog_temporary *temporary)
{
    for (size_t i = 0; i < MOST_LIVING; i++) {
        char *none = NULL;
        if (atomic_load(&living[i].path) == NULL
            && atomic_compare_exchange_strong(&living[i].path, &none, temporary->path)) {
            atomic_store(&living[i].process, (int)getpid());
            temporary->slot = i;
            return true;
        }
    }
    return false;
}

static bool is_listed(const struct hexfog_temporary *temporary)
{
    return temporary->path && atomic_load(&living[temporary->slot].path) == temporary->path;
}

static void delist(struct hexfog_temporary *temporary)
{
    char *path = temporary->path;
    if (is_listed(temporary))
        atomic_store(&living[temporary->slot].target, NULL);
    if (path && atomic_compare_exchange_strong(&living[temporary->slot].path, &path, NULL))
        hexfog_free(temporary->path);
    temporary->path = NULL;
}

// Somebody else may have put another file there meanwhile.
static bool is_ours(const char *target, int lock)
{
    struct stat ours, there;
    return fstat(lock, &ours) == 0 && lstat(target, &there) == 0 && ours.st_dev == there.st_dev
        && ours.st_ino == there.st_ino;
}

// The two files may have been exchanged, or the new one be there alone. Async-signal-safe, and does
// no harm twice.
static void give_back(const struct living *it, const char *path)
{
    const char *target = atomic_load(&it->target);
    if (!target || atomic_load(&living[it->leader].is_through) || !is_ours(target, it->lock))
        return;
    if (rename(path, target) != 0 && errno == ENOENT && !it->was_there)
        unlink(target);
}

int hexfog_temporary_tie(struct hexfog_temporary *temporary, const char *target, bool was_there,
                         const struct hexfog_temporary *leader)
{
    struct living *it = &living[temporary->slot];
    if (!is_listed(temporary))
        return ENOENT; // a handler has removed it
    it->lock = temporary->lock;
    it->was_there = was_there;
    it->leader = leader->slot;
    atomic_store(&it->is_through, false);
    atomic_store(&it->target, target);
    return 0;
}

void hexfog_temporary_go_through(const struct hexfog_temporary *leader)
{
    atomic_store(&living[leader->slot].is_through, true);
}

void hexfog_temporary_give_back(const struct hexfog_temporary *temporary)
{
    if (is_listed(temporary))
        give_back(&living[temporary->slot], temporary->path);
}

void hexfog_replacements_unlink_all(void)
{
    int saved = errno, process = (int)getpid();
    for (size_t i = 0; i < MOST_LIVING; i++) {
        if (atomic_load(&living[i].process) != process)
            continue;
        const char *path = atomic_exchange(&living[i].path, NULL);
        if (!path)
            continue;
        give_back(&living[i], path);
        unlink(path);
    }
    errno = saved;
}

// A program started with a standard stream closed would get its number here, and the next
// message would land in the file.
static int open_above_standard(const char *path, int flags, unsigned mode)
{
    int fd;
    do
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int saved = errno;
    close(fd);
    errno = saved;
    return above;
}

// A sweep that came between open and lock has it, or has removed it. A file system without
// locks is no hindrance.
static bool lock_it(struct hexfog_temporary *temporary)
{
    struct stat file;
    temporary->lock = fcntl(temporary->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (temporary->lock < 0)
        return false;
    if (flock(temporary->lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        errno = EEXIST;
        return false;
    }
    if (fstat(temporary->lock, &file) != 0)
        return false;
    errno = EEXIST;
    return file.st_nlink > 0;
}

// 0 or an errno; EEXIST: try another name.
static int make_once(struct hexfog_temporary *temporary, const char *folder, const char *name,
                     unsigned mode)
{
    char file_name[NAME_MAX + 1];
    uint64_t random;

    *temporary = (struct hexfog_temporary)HEXFOG_NO_TEMPORARY;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return errno == EINTR ? EEXIST : errno;
    hexfog_temporary_name(file_name, name, random);
    temporary->path = hexfog_join_path(folder, file_name);
    if (!temporary->path)
        return ENOMEM;
    if (!enlist(temporary)) {
        hexfog_free(temporary->path);
        temporary->path = NULL;
        return EMFILE;
    }
    temporary->fd = open_above_standard(temporary->path,
                                        O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (temporary->fd >= 0 && lock_it(temporary))
        return 0;
    int reason = errno;
    if (temporary->fd >= 0)
        hexfog_temporary_remove(temporary);
    else
        delist(temporary);
    return reason ? reason : EIO; // never 0, which no checker knows
}

static int make_named(struct hexfog_temporary *temporary, const char *folder, const char *name,
                      bool is_private)
{
    int reason = EEXIST;
    for (int i = 0; reason == EEXIST && i < MOST_TRIES; i++)
        reason = make_once(temporary, folder, name, is_private ? 0600 : 0666);
    return reason;
}

hexfog_status hexfog_temporary_make(struct hexfog_temporary *temporary, const char *folder,
                                    const char *name, bool is_private, const char *target,
                                    struct hexfog_error *error)
{
    int reason = make_named(temporary, folder, name, is_private);
    if (reason == ENOMEM)
        return hexfog_fail_memory(error, target);
    return reason ? hexfog_fail_io(error, "write", target, reason) : HEXFOG_OK;
}

hexfog_status hexfog_temporary_make_unnamed(struct hexfog_temporary *temporary,
                                            struct hexfog_error *error)
{
    const char *folder = secure_getenv("TMPDIR");
    if (!folder || *folder == '\0')
        folder = "/tmp";
    *temporary = (struct hexfog_temporary)HEXFOG_NO_TEMPORARY;
    temporary->fd = open_above_standard(folder, O_RDWR | O_TMPFILE, 0600);
    if (temporary->fd >= 0)
        return HEXFOG_OK;
    // Not every file system makes files without a name.
    int reason = make_named(temporary, folder, "stdout", true);
    if (reason == ENOMEM)
        return hexfog_fail_memory(error, "standard output");
    if (reason)
        return hexfog_fail_io(error, "make a temporary file in", folder, reason);
    unlink(temporary->path);
    delist(temporary);
    return HEXFOG_OK;
}

int hexfog_temporary_close(struct hexfog_temporary *temporary)
{
    int fd = temporary->fd;
    temporary->fd = -1;
    return fd < 0 || close(fd) == 0 ? 0 : errno;
}

void hexfog_temporary_forget(struct hexfog_temporary *temporary)
{
    if (temporary->fd >= 0)
        close(temporary->fd);
    if (temporary->lock >= 0)
        close(temporary->lock);
    temporary->fd = temporary->lock = -1;
    delist(temporary);
}

void hexfog_temporary_remove(struct hexfog_temporary *temporary)
{
    if (temporary->path)
        unlink(temporary->path);
    hexfog_temporary_forget(temporary);
}
