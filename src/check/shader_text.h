/* SPDX-License-Identifier: MIT */
/*
 * The remap (fogmap.md 6) as shader text with one map's constants. `hexfog shader` prints
 * it, and verify draws through the very text.
 */
#ifndef HEXFOG_CHECK_SHADER_TEXT_H
#define HEXFOG_CHECK_SHADER_TEXT_H

#include "hexfog.h"

/* X(symbol, word of --lang). A language is a row here and a row in shader_language.c; the
 * functions themselves stand once, in shaders/remap.glsl. */
#define HEXFOG_SHADER_LANGUAGES(X) \
    X(GLSL, "glsl") \
    X(GLSL_ES, "glsl-es") \
    X(HLSL, "hlsl") \
    X(GDSHADER, "gdshader") \
    X(WGSL, "wgsl")

enum hexfog_shader_language {
#define HEXFOG_SHADER_ENUM(symbol, word) HEXFOG_SHADER_##symbol,
    HEXFOG_SHADER_LANGUAGES(HEXFOG_SHADER_ENUM)
#undef HEXFOG_SHADER_ENUM
    HEXFOG_SHADER_LANGUAGE_COUNT
};

/* "glsl", ...; NULL at HEXFOG_SHADER_LANGUAGE_COUNT and beyond. */
const char *hexfog_shader_language_name(enum hexfog_shader_language language);
/* False for a word that names none. */
bool hexfog_shader_language_named(const char *word, enum hexfog_shader_language *language);

struct hexfog_shader_constants {
    double level_scale;      /* of the file: hexfog_encoding or its metadata */
    int32_t max_level;
    bool has_uv;             /* false (a texture without its description): no world to uv */
    struct hexfog_uv uv;     /* hexfog_uv_from_world */
};

/* The text's first line names its licence, 0BSD. *text is NUL-terminated; free it with
 * hexfog_free. INPUT: a constant is not finite; MEMORY. */
hexfog_status hexfog_shader_text(enum hexfog_shader_language language,
                                 const struct hexfog_shader_constants *constants, char **text,
                                 size_t *length_bytes, struct hexfog_error *error);

#endif
