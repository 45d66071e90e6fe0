/* SPDX-License-Identifier: MIT */
/*
 * What tests do to the GPU path, so that its checks are seen to fail: the mistakes that
 * games make. The program passes no hooks.
 */
#ifndef HEXFOG_CHECK_GL_HOOKS_H
#define HEXFOG_CHECK_GL_HOOKS_H

#include "check/gl.h"

/* Zeroed: nothing is changed. */
struct hexfog_gl_hooks {
    const char *library;          /* NULL = libEGL.so.1 */
    bool es_only;                 /* OpenGL ES also where OpenGL would do */
    bool mediump_sampler;         /* OpenGL ES: the sampler and floats are mediump */
    bool repeat_wrap;             /* in place of clamp to edge */
    bool has_upload;
    enum hexfog_upload upload;    /* every texture is uploaded as this instead */
    const char *vertex_text, *fragment_text; /* in place of shaders/draw.*; NULL = not */
    int32_t vertex_count;         /* with vertex_text: triangles' corners to draw */
};

#endif
