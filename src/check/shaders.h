/* SPDX-License-Identifier: MIT */
/* The files of src/check/shaders, which the build embeds. */
#ifndef HEXFOG_CHECK_SHADERS_H
#define HEXFOG_CHECK_SHADERS_H

/* The NUL-terminated text of a file: "remap.glsl", "draw.frag", ... NULL for another name.
 * Static storage. */
const char *hexfog_shader_file(const char *name);

#endif
