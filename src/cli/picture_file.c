// SPDX-License-Identifier: MIT
// Turns a picture in memory into a .png file that is whole or not there.
#include "cli/picture_file.h"

#include "base/error.h"
#include "encode/stb.h"

#define MAX_PICTURE_BYTES ((int64_t)1 << 30) // the writer counts in int

struct destination {
    struct hexfog_byte_sink sink;
    hexfog_status status; // the writer's callback has no way to fail
    struct hexfog_error *error;
};

static void put(void *context, void *bytes, int count)
{
    struct destination *to = context;

    if (to->status == HEXFOG_OK)
        to->status = to->sink.write(to->sink.context, bytes, (size_t)count, to->error);
}

static hexfog_status write_into(struct hexfog_replacement *file, int32_t width_px,
                                int32_t height_px, const uint8_t *rgb, struct hexfog_error *error)
{
    struct destination to = {hexfog_replacement_sink(file), HEXFOG_OK, error};
    hexfog_status status = hexfog_stb_write_png(put, &to, width_px, height_px, rgb, error);

    if (status == HEXFOG_OK)
        status = to.status;
    return status == HEXFOG_OK ? hexfog_replacement_commit(file, error) : status;
}

hexfog_status hexfog_write_picture(const char *path, const struct hexfog_file_options *options,
                                   int32_t width_px, int32_t height_px, const uint8_t *rgb,
                                   struct hexfog_error *error)
{
    struct hexfog_replacement *file;

    if ((3 * (int64_t)width_px + 1) * height_px > MAX_PICTURE_BYTES)
        return hexfog_fail(error, HEXFOG_INPUT, "%s: a picture of %d x %d is too large to write",
                           path, (int)width_px, (int)height_px);
    hexfog_status status = hexfog_replacement_open(path, options, &file, error);
    if (status != HEXFOG_OK)
        return status;
    status = write_into(file, width_px, height_px, rgb, error);
    hexfog_replacement_free(file);
    return status;
}
