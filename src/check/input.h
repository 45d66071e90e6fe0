/* SPDX-License-Identifier: MIT */
/* A texture file as bytes at offsets. It need not keep its size while it is read: what is
 * missing is missing, never a fault. */
#ifndef HEXFOG_CHECK_INPUT_H
#define HEXFOG_CHECK_INPUT_H

#include "hexfog.h"

struct hexfog_input { int fd; uint64_t size_bytes; };
#define HEXFOG_NO_INPUT { .fd = -1 }

/* IO: not there, not readable, not a regular file. Never waits for a pipe's other end. */
hexfog_status hexfog_input_open(const char *path, struct hexfog_input *input,
                                struct hexfog_error *error);
/* Reads `count` bytes at `offset`; fewer only where the file ends. IO: a read error. */
hexfog_status hexfog_input_read(const struct hexfog_input *input, uint64_t offset, void *bytes,
                                size_t count, size_t *read_count, struct hexfog_error *error);
void hexfog_input_close(struct hexfog_input *input);

#endif
