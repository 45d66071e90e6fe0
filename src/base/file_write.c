// SPDX-License-Identifier: MIT
// Turns bytes into those of a replacement's temporary file: in order, or at their places.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/replacement.h"

int hexfog_replacement_write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (written < 0 && errno != EINTR)
            return errno;
        else if (written == 0)
            return EIO;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return 0;
}

static int write_all_at(int fd, const char *bytes, size_t count, uint64_t offset)
{
    while (count > 0) {
        ssize_t written = pwrite(fd, bytes, count, (off_t)offset);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written == 0)
            return EIO;
        if (written > 0) {
            bytes += written;
            offset += (uint64_t)written;
            count -= (size_t)written;
        }
    }
    return 0;
}

hexfog_status hexfog_replacement_fail(struct hexfog_replacement *file, int reason,
                                      struct hexfog_error *error)
{
    int none = 0;
    if (atomic_compare_exchange_strong(&file->failure, &none, reason))
        none = reason;
    return hexfog_fail_io(error, "write", file->path, none);
}

static hexfog_status write_through(struct hexfog_replacement *file, const char *bytes,
                                   size_t count, struct hexfog_error *error)
{
    int reason = file->failure;
    if (reason == 0)
        reason = hexfog_replacement_write_all(file->temporary.fd, bytes, count);
    if (reason)
        return hexfog_replacement_fail(file, reason, error);
    file->flushed_bytes += count;
    return HEXFOG_OK;
}

hexfog_status hexfog_replacement_flush(struct hexfog_replacement *file,
                                       struct hexfog_error *error)
{
    if (file->is_reserved)
        return file->failure ? hexfog_replacement_fail(file, file->failure, error) : HEXFOG_OK;
    size_t count = file->buffered_bytes;
    file->buffered_bytes = 0;
    return write_through(file, file->buffer, count, error);
}

static hexfog_status write_bytes(void *context, const void *bytes, size_t count,
                                 struct hexfog_error *error)
{
    struct hexfog_replacement *file = context;
    if (file->failure || file->is_reserved) // in a reserved file every byte has its place
        return hexfog_replacement_fail(file, file->failure ? file->failure : EINVAL, error);
    if (count > HEXFOG_REPLACEMENT_BUFFER_BYTES - file->buffered_bytes) {
        hexfog_status status = hexfog_replacement_flush(file, error);
        if (status != HEXFOG_OK)
            return status;
        if (count >= HEXFOG_REPLACEMENT_BUFFER_BYTES)
            return write_through(file, bytes, count, error);
    }
    if (count > 0)
        memcpy(file->buffer + file->buffered_bytes, bytes, count);
    file->buffered_bytes += count;
    return HEXFOG_OK;
}

static hexfog_status write_bytes_at(void *context, uint64_t offset, const void *bytes,
                                    size_t count, struct hexfog_error *error)
{
    struct hexfog_replacement *file = context;
    uint64_t written = hexfog_replacement_bytes(file);
    // An encoder's mistake, not the user's: bytes that were never written.
    if (offset > written || count > written - offset)
        return hexfog_replacement_fail(file, EINVAL, error);
    if (file->failure)
        return hexfog_replacement_fail(file, file->failure, error);
    hexfog_status status = file->is_reserved ? HEXFOG_OK : hexfog_replacement_flush(file, error);
    if (status != HEXFOG_OK)
        return status;
    int reason = write_all_at(file->temporary.fd, bytes, count, offset);
    return reason ? hexfog_replacement_fail(file, reason, error) : HEXFOG_OK;
}

// Room on the disk is taken at once: a full one is known before the work begins, and no write
// looks for a place. A file system that cannot do it gets the writes all the same, which
// leave no gap behind either.
static hexfog_status reserve(void *context, uint64_t total_bytes, struct hexfog_error *error)
{
    struct hexfog_replacement *file = context;
    int result = -1;
    if (file->flushed_bytes + file->buffered_bytes > 0 || total_bytes > INT64_MAX)
        return hexfog_replacement_fail(file, EINVAL, error);
    if (total_bytes > 0)
        do
            result = fallocate(file->temporary.fd, 0, 0, (off_t)total_bytes);
        while (result != 0 && errno == EINTR);
    if (result != 0 && total_bytes > 0 && errno != EOPNOTSUPP && errno != ENOSYS)
        return hexfog_replacement_fail(file, errno, error);
    file->is_reserved = true;
    file->flushed_bytes = total_bytes;
    return HEXFOG_OK;
}

struct hexfog_byte_sink hexfog_replacement_sink(struct hexfog_replacement *file)
{
    return (struct hexfog_byte_sink){file, write_bytes, write_bytes_at, reserve};
}

uint64_t hexfog_replacement_bytes(const struct hexfog_replacement *file)
{
    return file->flushed_bytes + file->buffered_bytes;
}

hexfog_status hexfog_replacement_hand_over(struct hexfog_replacement *file, uint64_t *bytes,
                                           struct hexfog_error *error)
{
    hexfog_status status = hexfog_replacement_flush(file, error);
    *bytes = hexfog_replacement_bytes(file);
    return status;
}

void hexfog_replacement_take_over(struct hexfog_replacement *file, uint64_t bytes)
{
    file->flushed_bytes = bytes;
}
