/* SPDX-License-Identifier: MIT */
/* What a replacement is, for the files that make it: file_replace.c, file_write.c,
 * file_commit.c. */
#ifndef HEXFOG_BASE_REPLACEMENT_H
#define HEXFOG_BASE_REPLACEMENT_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/file.h"
#include "base/temporary.h"

#define HEXFOG_REPLACEMENT_BUFFER_BYTES (256 << 10)

struct hexfog_replacement {
    char *path;      // as asked for, for messages
    char *target;    // with its own symbolic links followed
    char *folder;    // of target
    struct hexfog_temporary temporary;
    bool is_stdout, sync;
    bool keeps_mode; // the target was there, with `mode`
    mode_t mode;
    bool is_closed;
    bool is_in_place; // the target is, or was, the new file; the temporary one the old, or none
    bool is_reserved;   // only write_at, from several threads at once
    atomic_int failure; // errno of the first failed write: everything after it fails too
    uint64_t flushed_bytes;
    size_t buffered_bytes;
    char *buffer;
};

/* Writes the buffer out. */
hexfog_status hexfog_replacement_flush(struct hexfog_replacement *file,
                                       struct hexfog_error *error);
/* IO for an errno, or for the one that was first. */
hexfog_status hexfog_replacement_fail(struct hexfog_replacement *file, int reason,
                                      struct hexfog_error *error);
/* A stream that does not block is waited for. Returns 0 or an errno. */
int hexfog_replacement_write_all(int fd, const char *bytes, size_t count);

#endif
