/* SPDX-License-Identifier: MIT */
/* What tells a file's content: for certain its hash, without reading it what its folder says. */
#ifndef HEXFOG_BASE_FILE_STAMP_H
#define HEXFOG_BASE_FILE_STAMP_H

#include "hexfog.h"

struct hexfog_file_stamp {
    uint64_t bytes, inode;
    int64_t mtime_ns;   /* since 1970 */
    int64_t taken_ns;   /* when the content was hashed, by the clock that files are dated by */
    char sha256[65];    /* of the content; "" = not known */
};

/* All but the hash, of an open file. IO, INPUT (D24: not a regular file). */
hexfog_status hexfog_stamp_look(int fd, const char *path, struct hexfog_file_stamp *stamp,
                                struct hexfog_error *error);
/* With the hash; the file's position stays. */
hexfog_status hexfog_stamp_fd(int fd, const char *path, struct hexfog_file_stamp *stamp,
                              struct hexfog_error *error);
/* The same of a file that nobody else can have open. */
hexfog_status hexfog_stamp_own(int fd, const char *path, struct hexfog_file_stamp *stamp,
                               struct hexfog_error *error);
hexfog_status hexfog_stamp_file(const char *path, struct hexfog_file_stamp *stamp,
                                struct hexfog_error *error);
/* False when there is no such regular file. */
bool hexfog_stamp_look_at(const char *path, struct hexfog_file_stamp *stamp);

/*
 * True when a file that looks like `now` holds what it held when `then` was taken, unless its
 * date was set back. A file that was hashed in the very tick of the clock that it is dated by
 * may have been written once more in that tick: such a one has to be read.
 */
bool hexfog_stamp_holds(const struct hexfog_file_stamp *then, const struct hexfog_file_stamp *now);

#endif
