/* SPDX-License-Identifier: MIT */
/* What is behind struct hexfog_gl: shared by the files that make, fill and draw. */
#ifndef HEXFOG_CHECK_GL_STATE_H
#define HEXFOG_CHECK_GL_STATE_H

#include "check/gl.h"
#include "check/gl_hooks.h"
#include "check/gl_load.h"

struct hexfog_egl; /* display and context; gl_context.c */

struct hexfog_gl {
    struct hexfog_gl_functions call;
    struct hexfog_egl *egl;
    struct hexfog_gl_hooks hooks;
    bool is_es, filters_float32;
    char renderer[128], version[128], origin[64];
    GLint max_side_px;

    GLuint vertex_array, texture, framebuffer, renderbuffer;
    GLenum target_format;            /* of the renderbuffer; 0 = none yet */
    int32_t target_width_px, target_height_px;
    char *remap_text;                /* that the programs were made from */
    GLuint programs[2];              /* by hexfog_sampling; 0 = not made */
};

/* Makes and deletes what does not depend on a draw. gl_draw.c */
void hexfog_gl_make_objects(struct hexfog_gl *gl);
void hexfog_gl_delete_objects(struct hexfog_gl *gl);
/* UNAVAILABLE when GL has recorded an error since the last call, with `what` it was doing. */
hexfog_status hexfog_gl_check(struct hexfog_gl *gl, const char *what, struct hexfog_error *error);

/* Links draw.vert and draw.frag with a remap text. gl_program.c */
hexfog_status hexfog_gl_program(struct hexfog_gl *gl, const struct hexfog_draw *draw,
                                GLuint *program, struct hexfog_error *error);

#endif
