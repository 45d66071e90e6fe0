// SPDX-License-Identifier: MIT
// Turns a path into bytes at offsets.
#include "check/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

hexfog_status hexfog_input_open(const char *path, struct hexfog_input *input,
                                struct hexfog_error *error)
{
    struct stat file;

    *input = (struct hexfog_input)HEXFOG_NO_INPUT;
    do
        input->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (input->fd < 0 && errno == EINTR);
    if (input->fd < 0 || fstat(input->fd, &file) != 0) {
        int number = errno;
        hexfog_input_close(input);
        return hexfog_fail(error, HEXFOG_IO, "cannot be opened: %s",
                           !*path ? "the path is empty"
                           : number == ENOENT && strcmp(path, "-") == 0
                               ? "a texture is read from a named file only"
                               : strerror(number));
    }
    if (!S_ISREG(file.st_mode)) {
        hexfog_input_close(input);
        return hexfog_fail(error, HEXFOG_IO, "cannot be read: not a regular file");
    }
    input->size_bytes = (uint64_t)file.st_size;
    return HEXFOG_OK;
}

hexfog_status hexfog_input_read(const struct hexfog_input *input, uint64_t offset, void *bytes,
                                size_t count, size_t *read_count, struct hexfog_error *error)
{
    size_t done = 0;

    *read_count = 0;
    if (offset > (uint64_t)INT64_MAX - count)
        return HEXFOG_OK; // no file is so long
    while (done < count) {
        ssize_t got = pread(input->fd, (char *)bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return hexfog_fail(error, HEXFOG_IO, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        done += (size_t)got;
    }
    *read_count = done;
    return HEXFOG_OK;
}

void hexfog_input_close(struct hexfog_input *input)
{
    if (input->fd >= 0)
        close(input->fd);
    input->fd = -1;
}
