/* SPDX-License-Identifier: MIT */
/* diff --image: the picture of where two textures differ. */
#ifndef HEXFOG_CLI_DIFF_IMAGE_H
#define HEXFOG_CLI_DIFF_IMAGE_H

#include "cli/diff.h"

/* Prints a usage error when --image cannot be obeyed. */
hexfog_status hexfog_check_diff_image(const struct hexfog_settings *settings, bool is_folders);
/* Draws it in a child, as the files are read again, and replaces the .png file whole. Of
 * textures of two sizes there is none: that is said, and OK. */
hexfog_status hexfog_write_diff_image(const struct hexfog_diff_request *request,
                                      const struct hexfog_diff *diff, struct hexfog_error *error);

#endif
