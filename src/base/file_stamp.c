// SPDX-License-Identifier: MIT
// Turns a file into what tells its content: size, date, inode and SHA-256.
#include "base/file_stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/sha256.h"

enum { CHUNK_BYTES = 256 << 10, PATIENCE_MS = 20, WORTH_A_TICK_BYTES = 1 << 20 };

static const int64_t second_ns = 1000000000;
// A date without anything below 10 ms is one of a file system that keeps no more: FAT's are two
// seconds apart.
static const int64_t coarse_ns = 10000000, coarse_tick_ns = 2100000000;

static int64_t nanoseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * second_ns + time->tv_nsec;
}

static hexfog_status fill(const struct stat *file, const char *path,
                          struct hexfog_file_stamp *stamp, struct hexfog_error *error)
{
    *stamp = (struct hexfog_file_stamp){ 0 };
    if (!S_ISREG(file->st_mode)) {
        hexfog_fail(error, HEXFOG_INPUT, "%s is not a regular file", path);
        if (error)
            strcpy(error->rule, "D24");
        return HEXFOG_INPUT;
    }
    stamp->bytes = (uint64_t)file->st_size;
    stamp->inode = (uint64_t)file->st_ino;
    stamp->mtime_ns = nanoseconds(&file->st_mtim);
    return HEXFOG_OK;
}

hexfog_status hexfog_stamp_look(int fd, const char *path, struct hexfog_file_stamp *stamp,
                                struct hexfog_error *error)
{
    struct stat file;
    if (fstat(fd, &file) != 0)
        return hexfog_fail_io(error, "read", path, errno);
    return fill(&file, path, stamp, error);
}

bool hexfog_stamp_look_at(const char *path, struct hexfog_file_stamp *stamp)
{
    struct stat file;
    *stamp = (struct hexfog_file_stamp){ 0 };
    return stat(path, &file) == 0 && fill(&file, path, stamp, NULL) == HEXFOG_OK;
}

// 0 or an errno.
static int hash_all(int fd, struct hexfog_sha256 *hash, char *chunk)
{
    off_t offset = 0;
    for (;;) {
        ssize_t count = pread(fd, chunk, CHUNK_BYTES, offset);
        if (count == 0)
            return 0;
        if (count < 0 && errno != EINTR)
            return errno;
        if (count > 0) {
            hexfog_sha256_add(hash, chunk, (size_t)count);
            offset += count;
        }
    }
}

static hexfog_status hash_fd(int fd, const char *path, struct hexfog_file_stamp *stamp,
                             struct hexfog_error *error)
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    char *chunk = hexfog_alloc(CHUNK_BYTES, 1);
    hexfog_status status = HEXFOG_OK;
    if (!hash || !chunk)
        status = hexfog_fail_memory(error, path);
    int reason = status == HEXFOG_OK ? hash_all(fd, hash, chunk) : 0;
    if (reason)
        status = hexfog_fail_io(error, "read", path, reason);
    if (status == HEXFOG_OK)
        hexfog_sha256_digest(hash, stamp->sha256);
    hexfog_free(chunk);
    hexfog_sha256_free(hash);
    return status;
}

// The clock that local file systems date by: it stands still for a tick of 1 to 10 ms.
static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return nanoseconds(&now);
}

// The look and the time come first: who writes while the hash is made leaves a later date.
hexfog_status hexfog_stamp_fd(int fd, const char *path, struct hexfog_file_stamp *stamp,
                              struct hexfog_error *error)
{
    hexfog_status status = hexfog_stamp_look(fd, path, stamp, error);
    if (status != HEXFOG_OK)
        return status;
    stamp->taken_ns = now_ns();
    return hash_fd(fd, path, stamp, error);
}

// Nobody else writes to it yet: its content is settled at the end of the hash. A tick more is
// cheaper than to read a large file again.
hexfog_status hexfog_stamp_own(int fd, const char *path, struct hexfog_file_stamp *stamp,
                               struct hexfog_error *error)
{
    static const struct timespec pause = { .tv_nsec = 1000000 };
    hexfog_status status = hexfog_stamp_fd(fd, path, stamp, error);
    if (status != HEXFOG_OK)
        return status;
    stamp->taken_ns = now_ns();
    for (int i = 0; i < PATIENCE_MS && stamp->bytes >= WORTH_A_TICK_BYTES
                    && stamp->taken_ns <= stamp->mtime_ns; i++) {
        nanosleep(&pause, NULL);
        stamp->taken_ns = now_ns();
    }
    return HEXFOG_OK;
}

hexfog_status hexfog_stamp_file(const char *path, struct hexfog_file_stamp *stamp,
                                struct hexfog_error *error)
{
    int fd;
    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return hexfog_fail_io(error, "read", path, errno);
    hexfog_status status = hexfog_stamp_fd(fd, path, stamp, error);
    close(fd);
    return status;
}

bool hexfog_stamp_holds(const struct hexfog_file_stamp *then, const struct hexfog_file_stamp *now)
{
    bool is_coarse = then->mtime_ns % coarse_ns == 0;
    return then->sha256[0] && then->bytes == now->bytes && then->inode == now->inode
        && then->mtime_ns == now->mtime_ns
        && then->taken_ns - then->mtime_ns > (is_coarse ? coarse_tick_ns : 0);
}
