// SPDX-License-Identifier: MIT
// Turns what differs into a .png file.
#include "cli/diff_image.h"
#include <string.h>
#include <strings.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/message.h"
#include "cli/picture_file.h"
#include "cli/reading.h"

struct drawing {
    const struct hexfog_diff_request *request;
    const struct hexfog_diff *diff;
};

// In the child.
static hexfog_status draw(void *context, void *rgb, struct hexfog_error *error)
{
    const struct drawing *drawing = context;
    const struct hexfog_diff_request *request = drawing->request;
    struct hexfog_diff_options options = request->options;
    options.limits.max_memory_bytes = hexfog_reading_memory(request->settings, request->paths[0],
                                                            request->paths[1]);
    return hexfog_diff_picture(request->paths, &options, drawing->diff, rgb, error);
}

hexfog_status hexfog_check_diff_image(const struct hexfog_settings *settings, bool is_folders)
{
    const char *path = settings->image;
    size_t length = path ? strlen(path) : 0;
    if (!path)
        return HEXFOG_OK;
    if (is_folders)
        return hexfog_usage_error(settings, "--image is for two textures, not for two folders");
    if (length < 5 || strcasecmp(path + length - 4, ".png") != 0)
        return hexfog_usage_error(settings, "--image: '%s' does not end in .png", path);
    return HEXFOG_OK;
}

static void note(const struct hexfog_settings *settings,
                 const struct hexfog_diff_picture_size *size)
{
    if (size->texels_per_px == 1)
        hexfog_print_note(settings, "wrote %s (%d x %d, a pixel a texel)", settings->image,
                          (int)size->width_px, (int)size->height_px);
    else
        hexfog_print_note(settings, "wrote %s (%d x %d, a pixel is the mean of %d x %d texels)",
                          settings->image, (int)size->width_px, (int)size->height_px,
                          (int)size->texels_per_px, (int)size->texels_per_px);
}

hexfog_status hexfog_write_diff_image(const struct hexfog_diff_request *request,
                                      const struct hexfog_diff *diff, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = request->settings;
    struct hexfog_diff_picture_size size = hexfog_diff_picture_size(diff);
    struct drawing drawing = { request, diff };
    struct hexfog_file_options options = { .make_folders = settings->make_folders };
    size_t bytes = 3 * (size_t)size.width_px * (size_t)size.height_px;

    if (diff->is_size_different) {
        hexfog_print_note(settings, "no %s: the textures have two sizes", settings->image);
        return HEXFOG_OK;
    }
    uint8_t *rgb = hexfog_alloc_zeroed(bytes, 1);
    if (!rgb)
        return hexfog_fail_memory(error, "the picture");
    struct hexfog_child child = hexfog_reading_child(settings, request->paths[0],
                                                     request->paths[1]);
    child.work = draw;
    child.context = &drawing;
    hexfog_status status = hexfog_run_child(&child, rgb, bytes, error);
    if (status == HEXFOG_OK)
        status = hexfog_write_picture(settings->image, &options, size.width_px, size.height_px,
                                      rgb, error);
    hexfog_free(rgb);
    if (status == HEXFOG_OK)
        note(settings, &size);
    return status;
}
