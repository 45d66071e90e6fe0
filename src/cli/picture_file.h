/* SPDX-License-Identifier: MIT */
/* Pictures for people: RGB8 to .png files. */
#ifndef HEXFOG_CLI_PICTURE_FILE_H
#define HEXFOG_CLI_PICTURE_FILE_H

#include "base/file.h"

/* Replaces `path` ("-": standard output) by a PNG of width_px x height_px texels of three bytes,
 * row by row from the top. INPUT: the size is past what the writer takes, or D24; IO; MEMORY. */
hexfog_status hexfog_write_picture(const char *path, const struct hexfog_file_options *options,
                                   int32_t width_px, int32_t height_px, const uint8_t *rgb,
                                   struct hexfog_error *error);

#endif
