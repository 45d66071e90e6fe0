/* SPDX-License-Identifier: MIT */
/*
 * A headless GL context, textures as a game uploads them, and draws through the remap
 * shader. libEGL is opened at run time; nothing else of the program needs it. GL handles
 * stay behind struct hexfog_gl. Meant to run in a child process: drivers crash.
 */
#ifndef HEXFOG_CHECK_GL_H
#define HEXFOG_CHECK_GL_H

#include "hexfog.h"

/* --gpu. DEVICE takes gl_options.device, an index into the EGL devices. */
enum hexfog_gl_choice { HEXFOG_GL_AUTO, HEXFOG_GL_SOFTWARE, HEXFOG_GL_DEVICE };

struct hexfog_gl_hooks; /* check/gl_hooks.h: what tests do to the GPU path; NULL otherwise */
struct hexfog_gl_options {
    enum hexfog_gl_choice choice;
    int device;
    const struct hexfog_gl_hooks *hooks;
    /* What a message advises where there is no GL, and where a device has none: "do without
     * GL: --gpu none", as the caller knows its own options. NULL = nothing. */
    const char *advice, *device_advice;
};

/* What a process that draws sets in its own environment, where unset, before
 * hexfog_gl_open: quiet drivers that write nothing to the user's folders. The library
 * itself never touches the environment. Ends with a NULL name. */
struct hexfog_gl_variable { const char *name, *value; };
extern const struct hexfog_gl_variable hexfog_gl_environment[];
/* Variables that choose or break drivers: worth naming, where set, beside a message of
 * UNAVAILABLE or a crashed driver. Ends with NULL. */
extern const char *const hexfog_gl_suspects[];

struct hexfog_gl;

/* UNAVAILABLE with every attempt's reason and what to install or set. */
hexfog_status hexfog_gl_open(const struct hexfog_gl_options *options, struct hexfog_gl **gl,
                             struct hexfog_error *error);
void hexfog_gl_free(struct hexfog_gl *gl);
const char *hexfog_gl_renderer(const struct hexfog_gl *gl);
const char *hexfog_gl_version(const struct hexfog_gl *gl);
int32_t hexfog_gl_max_side_px(const struct hexfog_gl *gl);
/* How the context was made: "device 0", "device 1 (software)", "surfaceless", ... */
const char *hexfog_gl_origin(const struct hexfog_gl *gl);

/* How a texture lies in GPU memory. */
enum hexfog_upload {
    HEXFOG_UPLOAD_RGB9_E5, HEXFOG_UPLOAD_RGBA16F, HEXFOG_UPLOAD_RGB16F, HEXFOG_UPLOAD_RG16F,
    HEXFOG_UPLOAD_RGB32F, HEXFOG_UPLOAD_RG32F, HEXFOG_UPLOAD_RGB8
};
const char *hexfog_upload_name(enum hexfog_upload upload);
/* Whether the driver filters this format linearly (OpenGL ES: 32-bit floats only with an
 * extension). */
bool hexfog_gl_can_filter(const struct hexfog_gl *gl, enum hexfog_upload upload);

/* Planes of width_px * height_px floats, row 0 first; `b` may be NULL (0). */
struct hexfog_planes { int32_t width_px, height_px; const float *r, *g, *b; };

/* The texture that the next draws sample; replaces the one before. It lies there as
 * hexfog_upload_pack (check/upload.h) packs it. MEMORY; UNAVAILABLE: GL refused, with why. */
hexfog_status hexfog_gl_upload(struct hexfog_gl *gl, enum hexfog_upload upload,
                               const struct hexfog_planes *planes, struct hexfog_error *error);

enum hexfog_law { HEXFOG_LAW_LINEAR, HEXFOG_LAW_EXP, HEXFOG_LAW_EXP2 };
enum hexfog_sampling { HEXFOG_NEAREST, HEXFOG_LINEAR_FILTER };

/* One draw of the whole texture through the remap shader (fogmap.md 6). */
struct hexfog_draw {
    enum hexfog_sampling sampling;   /* nearest rounds the level, linear does not */
    enum hexfog_law law;
    double level_scale, start, end, density; /* end == start: the hard step */
    float scene_colour[3], fog_colour[3];
    bool emit_f;                     /* float target: red = F itself, not the colour */
    int32_t width_px, height_px;     /* of the target */
    /* The text of hexfog_shader_text (GLSL) to draw through; NULL: the one with
     * level_scale and nothing else of a map. The program is kept until it changes. */
    const char *remap_text;
};

/* RGBA of the target, row 0 = the texture's row 0 = top. The caller gives the room.
 * UNAVAILABLE: GL refused, with why; MEMORY. */
hexfog_status hexfog_gl_draw_float(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                   float *rgba, struct hexfog_error *error);
hexfog_status hexfog_gl_draw_8bit(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                  uint8_t *rgba, struct hexfog_error *error);

#endif
