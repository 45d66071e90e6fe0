/* SPDX-License-Identifier: MIT */
/*
 * The part of OpenGL 3.3 core and OpenGL ES 3.0 that hexfog calls: types, the numbers of
 * the Khronos registry, and a table of functions filled at run time. No GL header is
 * needed to build, and no GL library is linked.
 */
#ifndef HEXFOG_CHECK_GL_LOAD_H
#define HEXFOG_CHECK_GL_LOAD_H

#include <stdbool.h>
#include <stddef.h>

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef unsigned char GLubyte, GLboolean;
typedef float GLfloat;
typedef char GLchar;

enum {
    GL_NO_ERROR = 0, GL_FALSE = 0, GL_TRUE = 1,
    GL_TRIANGLES = 0x0004,
    GL_INVALID_ENUM = 0x0500, GL_INVALID_VALUE = 0x0501, GL_INVALID_OPERATION = 0x0502,
    GL_OUT_OF_MEMORY = 0x0505, GL_INVALID_FRAMEBUFFER_OPERATION = 0x0506,
    GL_DITHER = 0x0BD0, GL_BLEND = 0x0BE2,
    GL_UNPACK_ALIGNMENT = 0x0CF5, GL_PACK_ALIGNMENT = 0x0D05,
    GL_MAX_TEXTURE_SIZE = 0x0D33, GL_MAX_VIEWPORT_DIMS = 0x0D3A, GL_TEXTURE_2D = 0x0DE1,
    GL_UNSIGNED_BYTE = 0x1401, GL_FLOAT = 0x1406, GL_HALF_FLOAT = 0x140B,
    GL_RGB = 0x1907, GL_RGBA = 0x1908,
    GL_RENDERER = 0x1F01, GL_VERSION = 0x1F02, GL_EXTENSIONS = 0x1F03,
    GL_NEAREST = 0x2600, GL_LINEAR = 0x2601,
    GL_TEXTURE_MAG_FILTER = 0x2800, GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802, GL_TEXTURE_WRAP_T = 0x2803, GL_REPEAT = 0x2901,
    GL_RGB8 = 0x8051, GL_RGBA8 = 0x8058, GL_CLAMP_TO_EDGE = 0x812F,
    GL_TEXTURE_MAX_LEVEL = 0x813D, GL_NUM_EXTENSIONS = 0x821D, GL_RG = 0x8227,
    GL_RG16F = 0x822F, GL_RG32F = 0x8230, GL_TEXTURE0 = 0x84C0,
    GL_MAX_RENDERBUFFER_SIZE = 0x84E8,
    GL_RGBA32F = 0x8814, GL_RGB32F = 0x8815, GL_RGBA16F = 0x881A, GL_RGB16F = 0x881B,
    GL_FRAGMENT_SHADER = 0x8B30, GL_VERTEX_SHADER = 0x8B31,
    GL_COMPILE_STATUS = 0x8B81, GL_LINK_STATUS = 0x8B82,
    GL_RGB9_E5 = 0x8C3D, GL_UNSIGNED_INT_5_9_9_9_REV = 0x8C3E,
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5, GL_COLOR_ATTACHMENT0 = 0x8CE0,
    GL_FRAMEBUFFER = 0x8D40, GL_RENDERBUFFER = 0x8D41
};

/* X(result, name without gl, parameters) */
#define HEXFOG_GL_FUNCTIONS(X)                                                              \
    X(void, ActiveTexture, (GLenum unit))                                                   \
    X(void, AttachShader, (GLuint program, GLuint shader))                                  \
    X(void, BindFramebuffer, (GLenum target, GLuint framebuffer))                           \
    X(void, BindRenderbuffer, (GLenum target, GLuint renderbuffer))                         \
    X(void, BindTexture, (GLenum target, GLuint texture))                                   \
    X(void, BindVertexArray, (GLuint array))                                                \
    X(GLenum, CheckFramebufferStatus, (GLenum target))                                      \
    X(void, CompileShader, (GLuint shader))                                                 \
    X(GLuint, CreateProgram, (void))                                                        \
    X(GLuint, CreateShader, (GLenum type))                                                  \
    X(void, DeleteFramebuffers, (GLsizei count, const GLuint *names))                       \
    X(void, DeleteProgram, (GLuint program))                                                \
    X(void, DeleteRenderbuffers, (GLsizei count, const GLuint *names))                      \
    X(void, DeleteShader, (GLuint shader))                                                  \
    X(void, DeleteTextures, (GLsizei count, const GLuint *names))                           \
    X(void, DeleteVertexArrays, (GLsizei count, const GLuint *names))                       \
    X(void, Disable, (GLenum capability))                                                   \
    X(void, DrawArrays, (GLenum mode, GLint first, GLsizei count))                          \
    X(void, FramebufferRenderbuffer,                                                        \
      (GLenum target, GLenum attachment, GLenum renderbuffer_target, GLuint renderbuffer))  \
    X(void, GenFramebuffers, (GLsizei count, GLuint *names))                                \
    X(void, GenRenderbuffers, (GLsizei count, GLuint *names))                               \
    X(void, GenTextures, (GLsizei count, GLuint *names))                                    \
    X(void, GenVertexArrays, (GLsizei count, GLuint *names))                                \
    X(GLenum, GetError, (void))                                                             \
    X(void, GetIntegerv, (GLenum name, GLint *values))                                      \
    X(void, GetProgramInfoLog, (GLuint program, GLsizei room, GLsizei *length, GLchar *log)) \
    X(void, GetProgramiv, (GLuint program, GLenum name, GLint *value))                      \
    X(void, GetShaderInfoLog, (GLuint shader, GLsizei room, GLsizei *length, GLchar *log))  \
    X(void, GetShaderiv, (GLuint shader, GLenum name, GLint *value))                        \
    X(const GLubyte *, GetString, (GLenum name))                                            \
    X(const GLubyte *, GetStringi, (GLenum name, GLuint index))                             \
    X(GLint, GetUniformLocation, (GLuint program, const GLchar *name))                      \
    X(void, LinkProgram, (GLuint program))                                                  \
    X(void, PixelStorei, (GLenum name, GLint value))                                        \
    X(void, ReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,    \
                         GLenum type, void *pixels))                                        \
    X(void, RenderbufferStorage, (GLenum target, GLenum format, GLsizei width, GLsizei height)) \
    X(void, ShaderSource, (GLuint shader, GLsizei count, const GLchar *const *texts,        \
                           const GLint *lengths))                                           \
    X(void, TexImage2D, (GLenum target, GLint level, GLint internal_format, GLsizei width,  \
                         GLsizei height, GLint border, GLenum format, GLenum type,          \
                         const void *pixels))                                               \
    X(void, TexParameteri, (GLenum target, GLenum name, GLint value))                       \
    X(void, Uniform1i, (GLint location, GLint value))                                       \
    X(void, Uniform2i, (GLint location, GLint x, GLint y))                                  \
    X(void, Uniform3f, (GLint location, GLfloat x, GLfloat y, GLfloat z))                   \
    X(void, UseProgram, (GLuint program))                                                   \
    X(void, Viewport, (GLint x, GLint y, GLsizei width, GLsizei height))

struct hexfog_gl_functions {
#define HEXFOG_GL_MEMBER(result, name, parameters) result (*name) parameters;
    HEXFOG_GL_FUNCTIONS(HEXFOG_GL_MEMBER)
#undef HEXFOG_GL_MEMBER
};

/* Any function; cast by whoever knows its type. */
typedef void (*hexfog_procedure)(void);
typedef hexfog_procedure hexfog_find_procedure(const void *context, const char *name);

/* Fills the table through eglGetProcAddress (or a test's stand-in). False and the name of
 * the first function that is missing. */
bool hexfog_gl_load(struct hexfog_gl_functions *functions, hexfog_find_procedure *find,
                    const void *context, const char **missing);

/* A shared library that stays open until the process ends: closing a GL library that has
 * run a driver is not safe. NULL and *reason (static storage or the loader's). */
void *hexfog_open_library(const char *name, const char **reason);
/* NULL when the library has no such symbol. */
hexfog_procedure hexfog_find_symbol(void *library, const char *name);

#endif
