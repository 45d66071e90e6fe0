/* SPDX-License-Identifier: MIT */
/* Sizes in bytes as people write and read them. */
#ifndef HEXFOG_CLI_SIZE_H
#define HEXFOG_CLI_SIZE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of "512", "64K", "1.5GiB", "10MB" (K, KiB: 1024; KB: 1000); 0 when it is not
 * a size, is less than one byte or does not fit. */
size_t hexfog_parse_size(const char *text);

#define HEXFOG_SIZE_BYTES 32
/* "612 bytes", "1.2 MiB". Returns `text`. */
char *hexfog_size_as_text(char text[HEXFOG_SIZE_BYTES], uint64_t bytes);

#endif
