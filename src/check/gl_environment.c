// SPDX-License-Identifier: MIT
// The environment variables that a process which draws should know of.
#include "check/gl.h"

// Mesa's loader writes to stderr at each display that does not work, and keeps compiled
// shaders below the user's home. Its software renderer has a fast path that filters 8-bit
// textures in 8 bits, which no GPU does: a filtered .png would be up to a level off.
const struct hexfog_gl_variable hexfog_gl_environment[] = {
    {"EGL_LOG_LEVEL", "fatal"},
    {"MESA_SHADER_CACHE_DISABLE", "true"},
    {"GALLIVM_PERF", "no_aos_sampling"},
    {NULL, NULL},
};

const char *const hexfog_gl_suspects[] = {
    "__EGL_VENDOR_LIBRARY_DIRS", "__EGL_VENDOR_LIBRARY_FILENAMES", "LIBGL_DRIVERS_PATH",
    "LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE", "EGL_PLATFORM",
    "MESA_GL_VERSION_OVERRIDE", "MESA_GLES_VERSION_OVERRIDE", "LP_NATIVE_VECTOR_WIDTH", NULL,
};
