/* SPDX-License-Identifier: MIT */
/* Pictures that people made, .png files with or without transparency. */
#ifndef HEXFOG_CHECK_PICTURE_READ_H
#define HEXFOG_CHECK_PICTURE_READ_H

#include "check/read.h"

/* As hexfog_reader_open, for a .png alone; its size is in hexfog_reader_info. IO: another
 * kind of file. Its rows are not to be asked for. */
hexfog_status hexfog_picture_open(const char *path, const struct hexfog_read_limits *limits,
                                  struct hexfog_reader **reader, struct hexfog_error *error);
/* R, G, B and alpha of all texels, 8 bits each; they are the reader's. IO, MEMORY. */
hexfog_status hexfog_picture_texels(struct hexfog_reader *reader, const uint8_t **rgba,
                                    struct hexfog_error *error);

#endif
