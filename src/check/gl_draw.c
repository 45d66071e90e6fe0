// SPDX-License-Identifier: MIT
// Turns planes into a texture as a game uploads it, and a draw into pixels of the target.
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/gl_state.h"
#include "check/upload.h"

// How GL is told of each format.
struct layout {
    GLint internal;
    GLenum format, type;
};

static struct layout layout_of(enum hexfog_upload upload)
{
    static const struct layout layouts[] = {
        [HEXFOG_UPLOAD_RGB9_E5] = {GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV},
        [HEXFOG_UPLOAD_RGBA16F] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
        [HEXFOG_UPLOAD_RGB16F] = {GL_RGB16F, GL_RGB, GL_HALF_FLOAT},
        [HEXFOG_UPLOAD_RG16F] = {GL_RG16F, GL_RG, GL_HALF_FLOAT},
        [HEXFOG_UPLOAD_RGB32F] = {GL_RGB32F, GL_RGB, GL_FLOAT},
        [HEXFOG_UPLOAD_RG32F] = {GL_RG32F, GL_RG, GL_FLOAT},
        [HEXFOG_UPLOAD_RGB8] = {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE},
    };

    return layouts[upload];
}

static const char *gl_error_name(GLenum code)
{
    switch (code) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    default: return "an unknown GL error";
    }
}

hexfog_status hexfog_gl_check(struct hexfog_gl *gl, const char *what, struct hexfog_error *error)
{
    GLenum first = gl->call.GetError();

    if (first == GL_NO_ERROR)
        return HEXFOG_OK;
    for (int i = 0; i < 16 && gl->call.GetError() != GL_NO_ERROR; i++)
        ; // what followed from the first
    return hexfog_fail(error, HEXFOG_UNAVAILABLE, "%s while GL was %s (%s)", gl_error_name(first),
                       what, gl->renderer);
}

bool hexfog_gl_can_filter(const struct hexfog_gl *gl, enum hexfog_upload upload)
{
    return gl->filters_float32 ||
           (upload != HEXFOG_UPLOAD_RGB32F && upload != HEXFOG_UPLOAD_RG32F);
}

void hexfog_gl_make_objects(struct hexfog_gl *gl)
{
    const struct hexfog_gl_functions *call = &gl->call;

    call->GenVertexArrays(1, &gl->vertex_array);
    call->BindVertexArray(gl->vertex_array); // core profiles draw nothing without one
    call->GenTextures(1, &gl->texture);
    call->GenFramebuffers(1, &gl->framebuffer);
    call->GenRenderbuffers(1, &gl->renderbuffer);
    call->Disable(GL_DITHER);
    call->Disable(GL_BLEND);
    call->PixelStorei(GL_PACK_ALIGNMENT, 1);
    call->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

void hexfog_gl_delete_objects(struct hexfog_gl *gl)
{
    const struct hexfog_gl_functions *call = &gl->call;

    for (int i = 0; i < 2; i++)
        call->DeleteProgram(gl->programs[i]);
    call->DeleteRenderbuffers(1, &gl->renderbuffer);
    call->DeleteFramebuffers(1, &gl->framebuffer);
    call->DeleteTextures(1, &gl->texture);
    call->DeleteVertexArrays(1, &gl->vertex_array);
    hexfog_free(gl->remap_text);
}

hexfog_status hexfog_gl_upload(struct hexfog_gl *gl, enum hexfog_upload wanted,
                               const struct hexfog_planes *planes, struct hexfog_error *error)
{
    const struct hexfog_gl_functions *call = &gl->call;
    enum hexfog_upload upload = gl->hooks.has_upload ? gl->hooks.upload : wanted;
    struct layout layout = layout_of(upload);
    size_t count = (size_t)planes->width_px * (size_t)planes->height_px;
    void *packed = hexfog_alloc(count, hexfog_upload_texel_bytes(upload));
    GLint wrap = gl->hooks.repeat_wrap ? GL_REPEAT : GL_CLAMP_TO_EDGE;

    if (!packed)
        return hexfog_fail_memory(error, "a texture's packed texels");
    hexfog_upload_pack(upload, planes, 0, count, packed);
    call->ActiveTexture(GL_TEXTURE0);
    call->BindTexture(GL_TEXTURE_2D, gl->texture);
    call->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    call->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    call->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    call->TexImage2D(GL_TEXTURE_2D, 0, layout.internal, planes->width_px, planes->height_px, 0,
                     layout.format, layout.type, packed);
    hexfog_free(packed);
    return hexfog_gl_check(gl, "taking the texture", error);
}

// The target: a renderbuffer, made anew when its format or size changes.
static hexfog_status set_target(struct hexfog_gl *gl, GLenum format, int32_t width_px,
                                int32_t height_px, struct hexfog_error *error)
{
    const struct hexfog_gl_functions *call = &gl->call;

    call->Viewport(0, 0, width_px, height_px);
    if (gl->target_format == format && gl->target_width_px == width_px &&
        gl->target_height_px == height_px)
        return HEXFOG_OK;
    gl->target_format = 0;
    call->BindRenderbuffer(GL_RENDERBUFFER, gl->renderbuffer);
    call->RenderbufferStorage(GL_RENDERBUFFER, format, width_px, height_px);
    call->BindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    call->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  gl->renderbuffer);
    hexfog_status status = hexfog_gl_check(gl, "making a target", error);
    if (status)
        return status;
    if (call->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return hexfog_fail(error, HEXFOG_UNAVAILABLE, "%s cannot draw to %s", gl->renderer,
                           format == GL_RGBA32F ? "32-bit floats" : "8-bit colours");
    gl->target_format = format;
    gl->target_width_px = width_px;
    gl->target_height_px = height_px;
    return HEXFOG_OK;
}

static void set_uniforms(struct hexfog_gl *gl, GLuint program, const struct hexfog_draw *draw)
{
    const struct hexfog_gl_functions *call = &gl->call;
    const float *scene = draw->scene_colour, *fog = draw->fog_colour;

    call->UseProgram(program);
    call->Uniform1i(call->GetUniformLocation(program, "fogmap"), 0);
    call->Uniform2i(call->GetUniformLocation(program, "target_size"), draw->width_px,
                    draw->height_px);
    call->Uniform3f(call->GetUniformLocation(program, "fog_range"), (float)draw->start,
                    (float)draw->end, (float)draw->density);
    call->Uniform1i(call->GetUniformLocation(program, "law"),
                    draw->emit_f ? -1 : (GLint)draw->law);
    call->Uniform3f(call->GetUniformLocation(program, "scene_colour"), scene[0], scene[1],
                    scene[2]);
    call->Uniform3f(call->GetUniformLocation(program, "fog_colour"), fog[0], fog[1], fog[2]);
}

static hexfog_status draw_to(struct hexfog_gl *gl, const struct hexfog_draw *draw, GLenum format,
                             GLenum type, void *rgba, struct hexfog_error *error)
{
    const struct hexfog_gl_functions *call = &gl->call;
    GLint filter = draw->sampling == HEXFOG_NEAREST ? GL_NEAREST : GL_LINEAR;
    GLuint program;
    hexfog_status status = hexfog_gl_program(gl, draw, &program, error);

    if (!status)
        status = set_target(gl, format, draw->width_px, draw->height_px, error);
    if (status)
        return status;
    call->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    call->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    set_uniforms(gl, program, draw);
    call->DrawArrays(GL_TRIANGLES, 0, gl->hooks.vertex_text ? gl->hooks.vertex_count : 3);
    call->ReadPixels(0, 0, draw->width_px, draw->height_px, GL_RGBA, type, rgba);
    return hexfog_gl_check(gl, "drawing", error);
}

hexfog_status hexfog_gl_draw_float(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                   float *rgba, struct hexfog_error *error)
{
    return draw_to(gl, draw, GL_RGBA32F, GL_FLOAT, rgba, error);
}

hexfog_status hexfog_gl_draw_8bit(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                  uint8_t *rgba, struct hexfog_error *error)
{
    return draw_to(gl, draw, GL_RGBA8, GL_UNSIGNED_BYTE, rgba, error);
}
