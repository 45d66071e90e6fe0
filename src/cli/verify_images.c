// SPDX-License-Identifier: MIT
// Turns verify's pictures into files with telling names.
#include "cli/verify_images.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/picture_file.h"

void hexfog_images_start(struct hexfog_images *images, const struct hexfog_settings *settings,
                         const char *texture_name)
{
    *images = (struct hexfog_images){ settings, texture_name };
}

static hexfog_status write(const struct hexfog_images *images,
                           const struct hexfog_picture *picture, const char *kind,
                           const uint8_t *rgb, struct hexfog_error *error)
{
    struct hexfog_file_options options = { .make_folders = images->settings->make_folders };
    struct hexfog_text path = { 0 };
    hexfog_text_print(&path, "%s/%s.%s.", images->settings->images, images->texture_name,
                      picture->name);
    if (picture->first_row > 0)
        hexfog_text_print(&path, "rows%d.", (int)picture->first_row);
    hexfog_text_print(&path, "%s.png", kind);
    hexfog_status status = path.failed
        ? hexfog_fail_memory(error, "a picture's name")
        : hexfog_write_picture(path.bytes, &options, picture->width_px, picture->row_count, rgb,
                               error);
    hexfog_text_free(&path);
    return status;
}

hexfog_status hexfog_images_take(void *context, const struct hexfog_picture *picture,
                                 struct hexfog_error *error)
{
    const struct hexfog_images *images = context;
    struct hexfog_text difference = { 0 };
    hexfog_status status = write(images, picture, "drawn", picture->drawn, error);
    if (status == HEXFOG_OK)
        status = write(images, picture, "expected", picture->expected, error);
    hexfog_text_print(&difference, "difference-x%d", picture->difference_factor);
    if (status == HEXFOG_OK && difference.failed)
        status = hexfog_fail_memory(error, "a picture's name");
    if (status == HEXFOG_OK)
        status = write(images, picture, difference.bytes, picture->difference, error);
    hexfog_text_free(&difference);
    return status;
}
