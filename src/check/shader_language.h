/* SPDX-License-Identifier: MIT */
/* What a shader language writes in its own way. The remap stands once, in GLSL. */
#ifndef HEXFOG_CHECK_SHADER_LANGUAGE_H
#define HEXFOG_CHECK_SHADER_LANGUAGE_H

#include "base/text.h"
#include "check/shader_text.h"

struct hexfog_shader_word { const char *from, *to; };

struct hexfog_shader_style {
    const char *about;       /* the file of its opening words; the last line break is dropped */
    const char *sample[2];   /* a filtered texel: the text before and after the coordinate */
    const char *fetch;       /* what reads one texel by its indices */
    const char *precision;   /* lines that must stand before the functions, or "" */
    bool names_first;        /* `let x = 1.0`, `fn f(x: f32) -> f32` in place of `float x` */
    const struct hexfog_shader_word *words; /* ends with from == NULL */
};

const struct hexfog_shader_style *hexfog_shader_style(enum hexfog_shader_language language);

/* Adds the remap's GLSL text in the words of a language. Lines of comment stay, but for the
 * code in them, which is indented by five blanks. */
void hexfog_shader_translate(const struct hexfog_shader_style *style, const char *glsl,
                             struct hexfog_text *text);

#endif
