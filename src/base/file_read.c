// SPDX-License-Identifier: MIT
// Turns a file, or standard input, into bytes in memory.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"

struct reading {
    const char *name;
    int fd;
    size_t limit;
    bool must_be_regular;
    char *bytes;
    size_t length, capacity; // capacity leaves a byte for the NUL
};

static hexfog_status fail_limit(const struct reading *reading, struct hexfog_error *error)
{
    hexfog_fail(error, HEXFOG_INPUT, "the text is longer than %zu bytes", reading->limit);
    if (error)
        strcpy(error->rule, "D27");
    return HEXFOG_INPUT;
}

static hexfog_status fail_kind(const struct reading *reading, struct hexfog_error *error)
{
    return hexfog_fail(error, HEXFOG_IO, "cannot read %s: not a regular file", reading->name);
}

static hexfog_status grow(struct reading *reading, size_t capacity, struct hexfog_error *error)
{
    // One byte past the limit tells that the file goes on.
    if (capacity > reading->limit + 1)
        capacity = reading->limit + 1;
    char *bytes = hexfog_realloc(reading->bytes, capacity + 1, 1);
    if (!bytes)
        return hexfog_fail_memory(error, reading->name);
    reading->bytes = bytes;
    reading->capacity = capacity;
    return HEXFOG_OK;
}

// A regular file says its size; one byte more is asked for, to meet its end.
static size_t first_capacity(const struct stat *status)
{
    enum { UNKNOWN_BYTES = 64 << 10, MOST_BYTES = 64 << 20 };
    if (!S_ISREG(status->st_mode) || status->st_size <= 0)
        return UNKNOWN_BYTES;
    return status->st_size < MOST_BYTES ? (size_t)status->st_size + 1 : MOST_BYTES;
}

static hexfog_status read_on(struct reading *reading, bool *is_at_end, struct hexfog_error *error)
{
    ssize_t count = read(reading->fd, reading->bytes + reading->length,
                         reading->capacity - reading->length);
    if (count < 0 && errno != EINTR)
        return hexfog_fail_io(error, "read", reading->name, errno);
    *is_at_end = count == 0;
    if (count > 0)
        reading->length += (size_t)count;
    return reading->length > reading->limit ? fail_limit(reading, error) : HEXFOG_OK;
}

static hexfog_status read_all(struct reading *reading, struct hexfog_error *error)
{
    struct stat file;
    bool is_at_end = false;

    if (fstat(reading->fd, &file) != 0)
        return hexfog_fail_io(error, "read", reading->name, errno);
    if (S_ISDIR(file.st_mode))
        return hexfog_fail_io(error, "read", reading->name, EISDIR);
    if (reading->must_be_regular && !S_ISREG(file.st_mode))
        return fail_kind(reading, error);
    if (S_ISREG(file.st_mode) && file.st_size > 0 && (size_t)file.st_size > reading->limit)
        return fail_limit(reading, error);
    hexfog_status status = grow(reading, first_capacity(&file), error);
    while (status == HEXFOG_OK && !is_at_end) {
        if (reading->length == reading->capacity)
            status = grow(reading, reading->capacity * 2, error);
        if (status == HEXFOG_OK)
            status = read_on(reading, &is_at_end, error);
    }
    return status;
}

static int open_to_read(const char *path, int flags)
{
    int fd;
    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags);
    while (fd < 0 && errno == EINTR);
    return fd;
}

// Reads from a descriptor, or tells why there is none.
static hexfog_status take_all(struct reading *reading, char **text, size_t *length_bytes,
                              struct hexfog_error *error)
{
    hexfog_status status = reading->fd < 0 ? hexfog_fail_io(error, "open", reading->name, errno)
                                           : read_all(reading, error);
    if (status != HEXFOG_OK) {
        if (error)
            hexfog_error_set_file(error, reading->name);
        hexfog_free(reading->bytes);
        return status;
    }
    reading->bytes[reading->length] = '\0';
    *text = reading->bytes;
    *length_bytes = reading->length;
    return HEXFOG_OK;
}

hexfog_status hexfog_read_file(const char *path, size_t limit_bytes, char **text,
                               size_t *length_bytes, struct hexfog_error *error)
{
    bool is_stdin = strcmp(path, "-") == 0;
    struct reading reading = {.name = is_stdin ? "<stdin>" : path, .limit = limit_bytes};

    *text = NULL;
    *length_bytes = 0;
    reading.fd = is_stdin ? STDIN_FILENO : open_to_read(path, 0);
    hexfog_status status = take_all(&reading, text, length_bytes, error);
    if (!is_stdin && reading.fd >= 0)
        close(reading.fd);
    return status;
}

// Opening a device may do something: it is looked at before, and what was opened again.
static bool is_other_kind(const char *path, bool follows_link)
{
    struct stat file;
    int found = follows_link ? stat(path, &file) : lstat(path, &file);
    return found == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode);
}

// O_NONBLOCK stays, for files of /proc that say they are regular and wait for news.
hexfog_status hexfog_read_regular_file(const char *path, bool follows_link, size_t limit_bytes,
                                       char **text, size_t *length_bytes,
                                       struct hexfog_error *error)
{
    struct reading reading = {.name = path, .limit = limit_bytes, .must_be_regular = true};

    *text = NULL;
    *length_bytes = 0;
    if (is_other_kind(path, follows_link)) {
        fail_kind(&reading, error);
        if (error)
            hexfog_error_set_file(error, path);
        return HEXFOG_IO;
    }
    reading.fd = open_to_read(path, O_NONBLOCK | (follows_link ? 0 : O_NOFOLLOW));
    hexfog_status status = take_all(&reading, text, length_bytes, error);
    if (reading.fd >= 0)
        close(reading.fd);
    return status;
}
