// SPDX-License-Identifier: MIT
// Turns the remap's text and the two drawing shaders into a linked program.
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/gl_state.h"
#include "check/shader_text.h"
#include "check/shaders.h"

// Without these lines a sampler of OpenGL ES is lowp, and drivers really use 16 bits.
static const char es_highp[] = "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                               "precision highp sampler2D;\n";
static const char es_mediump[] = "#version 300 es\nprecision mediump float;\n"
                                 "precision highp int;\nprecision mediump sampler2D;\n";
static const char core[] = "#version 330 core\n";

static const char *prelude(const struct hexfog_gl *gl)
{
    if (!gl->is_es)
        return core;
    return gl->hooks.mediump_sampler ? es_mediump : es_highp;
}

// The first line of a driver's log says enough.
static hexfog_status fail_with_log(struct hexfog_error *error, const char *what, char *log)
{
    log[strcspn(log, "\n")] = '\0';
    return hexfog_fail(error, HEXFOG_UNAVAILABLE, "the driver refuses %s: %s", what,
                       log[0] ? log : "no reason given");
}

static hexfog_status compile(struct hexfog_gl *gl, GLenum type, const char *const texts[4],
                             GLuint *shader, struct hexfog_error *error)
{
    const struct hexfog_gl_functions *call = &gl->call;
    char log[400] = "";
    GLint done = GL_FALSE;

    *shader = call->CreateShader(type);
    call->ShaderSource(*shader, 4, texts, NULL);
    call->CompileShader(*shader);
    call->GetShaderiv(*shader, GL_COMPILE_STATUS, &done);
    if (done)
        return HEXFOG_OK;
    call->GetShaderInfoLog(*shader, sizeof log, NULL, log);
    call->DeleteShader(*shader);
    *shader = 0;
    return fail_with_log(error, type == GL_VERTEX_SHADER ? "the vertex shader"
                                                         : "the remap shader", log);
}

static hexfog_status link_shaders(struct hexfog_gl *gl, GLuint vertex, GLuint fragment,
                                  GLuint *program, struct hexfog_error *error)
{
    const struct hexfog_gl_functions *call = &gl->call;
    char log[400] = "";
    GLint done = GL_FALSE;

    *program = call->CreateProgram();
    call->AttachShader(*program, vertex);
    call->AttachShader(*program, fragment);
    call->LinkProgram(*program);
    call->GetProgramiv(*program, GL_LINK_STATUS, &done);
    if (done)
        return HEXFOG_OK;
    call->GetProgramInfoLog(*program, sizeof log, NULL, log);
    call->DeleteProgram(*program);
    *program = 0;
    return fail_with_log(error, "to link the shaders", log);
}

// A test's vertex shader computes the fog itself, so it gets the remap as well.
static hexfog_status build(struct hexfog_gl *gl, enum hexfog_sampling sampling, GLuint *program,
                           struct hexfog_error *error)
{
    const char *define = sampling == HEXFOG_NEAREST ? "#define HEXFOG_POINT_SAMPLED 1\n"
                                                    : "#define HEXFOG_POINT_SAMPLED 0\n";
    const char *const vertex_texts[4] = {
        prelude(gl), define, gl->hooks.vertex_text ? gl->remap_text : "",
        gl->hooks.vertex_text ? gl->hooks.vertex_text : hexfog_shader_file("draw.vert")};
    const char *const fragment_texts[4] = {
        prelude(gl), define, gl->remap_text,
        gl->hooks.fragment_text ? gl->hooks.fragment_text : hexfog_shader_file("draw.frag")};
    GLuint vertex = 0, fragment = 0;
    hexfog_status status;

    status = compile(gl, GL_VERTEX_SHADER, vertex_texts, &vertex, error);
    if (!status)
        status = compile(gl, GL_FRAGMENT_SHADER, fragment_texts, &fragment, error);
    if (!status)
        status = link_shaders(gl, vertex, fragment, program, error);
    gl->call.DeleteShader(vertex); // 0 is ignored; a linked program keeps its shaders
    gl->call.DeleteShader(fragment);
    return status;
}

static hexfog_status remap_text(const struct hexfog_draw *draw, char **text,
                                struct hexfog_error *error)
{
    struct hexfog_shader_constants constants = {.level_scale = draw->level_scale};
    size_t length_bytes;

    if (!draw->remap_text)
        return hexfog_shader_text(HEXFOG_SHADER_GLSL, &constants, text, &length_bytes, error);
    *text = hexfog_copy_string(draw->remap_text);
    return *text ? HEXFOG_OK : hexfog_fail_memory(error, "the shader's text");
}

hexfog_status hexfog_gl_program(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                GLuint *program, struct hexfog_error *error)
{
    char *text;
    hexfog_status status = remap_text(draw, &text, error);

    if (status)
        return status;
    if (gl->remap_text && strcmp(gl->remap_text, text) == 0) {
        hexfog_free(text);
    } else {
        for (int i = 0; i < 2; i++)
            gl->call.DeleteProgram(gl->programs[i]);
        gl->programs[0] = gl->programs[1] = 0;
        hexfog_free(gl->remap_text);
        gl->remap_text = text;
    }
    if (!gl->programs[draw->sampling])
        status = build(gl, draw->sampling, &gl->programs[draw->sampling], error);
    *program = gl->programs[draw->sampling];
    return status;
}
