// SPDX-License-Identifier: MIT
// Stands in for the GL files in a build with GL=0: nothing can be opened, so the rest is
// never called.
#include "base/error.h"
#include "check/gl.h"

hexfog_status hexfog_gl_open(const struct hexfog_gl_options *options, struct hexfog_gl **gl,
                             struct hexfog_error *error)
{
    const char *advice = options ? options->advice : NULL;
    *gl = NULL;
    return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                       "built without GL (make GL=0): build it with GL%s%s", advice ? ", or " : "",
                       advice ? advice : "");
}

void hexfog_gl_free(struct hexfog_gl *gl)
{
    (void)gl;
}

const char *hexfog_gl_renderer(const struct hexfog_gl *gl)
{
    (void)gl;
    return "none";
}

const char *hexfog_gl_version(const struct hexfog_gl *gl)
{
    (void)gl;
    return "none";
}

const char *hexfog_gl_origin(const struct hexfog_gl *gl)
{
    (void)gl;
    return "none";
}

int32_t hexfog_gl_max_side_px(const struct hexfog_gl *gl)
{
    (void)gl;
    return 0;
}

bool hexfog_gl_can_filter(const struct hexfog_gl *gl, enum hexfog_upload upload)
{
    (void)gl, (void)upload;
    return false;
}

hexfog_status hexfog_gl_upload(struct hexfog_gl *gl, enum hexfog_upload upload,
                               const struct hexfog_planes *planes, struct hexfog_error *error)
{
    (void)upload, (void)planes;
    return hexfog_gl_open(NULL, &gl, error);
}

hexfog_status hexfog_gl_draw_float(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                   float *rgba, struct hexfog_error *error)
{
    (void)draw, (void)rgba;
    return hexfog_gl_open(NULL, &gl, error);
}

hexfog_status hexfog_gl_draw_8bit(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                  uint8_t *rgba, struct hexfog_error *error)
{
    (void)draw, (void)rgba;
    return hexfog_gl_open(NULL, &gl, error);
}
