/* SPDX-License-Identifier: MIT */
/* verify --images DIR: drawn, expected and difference as .png files. */
#ifndef HEXFOG_CLI_VERIFY_IMAGES_H
#define HEXFOG_CLI_VERIFY_IMAGES_H

#include "check/verify_gl.h"
#include "cli/settings.h"

struct hexfog_images {
    const struct hexfog_settings *settings;
    const char *texture_name; /* what the files' names begin with */
};

void hexfog_images_start(struct hexfog_images *images, const struct hexfog_settings *settings,
                         const char *texture_name);
/* hexfog_verify_gl_options.picture: DIR/TEXTURE.NAME.drawn.png, ... A picture of some rows
 * has them in its name. IO, MEMORY, INPUT. */
hexfog_status hexfog_images_take(void *images, const struct hexfog_picture *picture,
                                 struct hexfog_error *error);

#endif
