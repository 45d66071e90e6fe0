// SPDX-License-Identifier: MIT
// Turns the remap's GLSL into the other shader languages. It is no compiler: it knows the
// few forms that shaders/remap.glsl and shaders/world_uv.glsl are written in.
#include "check/shader_language.h"

#include <string.h>

static const struct hexfog_shader_word no_words[] = {{NULL, NULL}};
static const struct hexfog_shader_word hlsl_words[] = {
    {"vec2", "float2"}, {"vec3", "float3"}, {"vec4", "float4"}, {"mix", "lerp"},
    {"const", "static const"}, {NULL, NULL},
};
static const struct hexfog_shader_word wgsl_words[] = {
    {"float", "f32"}, {"vec2", "vec2<f32>"}, {"vec3", "vec3<f32>"}, {"vec4", "vec4<f32>"},
    {NULL, NULL},
};
static const char es_precision[] = "\nprecision highp float;\nprecision highp int;\n"
                                   "precision highp sampler2D;\n";

static const struct hexfog_shader_style styles[] = {
    [HEXFOG_SHADER_GLSL] = {"about.glsl", {"texture(fogmap, ", ")"}, "texelFetch", "", false,
                            no_words},
    [HEXFOG_SHADER_GLSL_ES] = {"about.glsl-es", {"texture(fogmap, ", ")"}, "texelFetch",
                               es_precision, false, no_words},
    [HEXFOG_SHADER_HLSL] = {"about.hlsl", {"fogmap.Sample(linear_clamp_sampler, ", ")"}, "Load",
                            "", false, hlsl_words},
    [HEXFOG_SHADER_GDSHADER] = {"about.gdshader", {"texture(fogmap, ", ")"}, "texelFetch", "",
                                false, no_words},
    [HEXFOG_SHADER_WGSL] = {"about.wgsl", {"textureSample(fogmap, linear_clamp, ", ")"},
                            "textureLoad", "", true, wgsl_words},
};
_Static_assert(sizeof styles / sizeof styles[0] == HEXFOG_SHADER_LANGUAGE_COUNT,
               "one row a language");

const struct hexfog_shader_style *hexfog_shader_style(enum hexfog_shader_language language)
{
    return &styles[language];
}

// A text that is read from left to right. --------------------------------

struct reading {
    const struct hexfog_shader_style *style;
    const char *at, *end;
    struct hexfog_text *text;
};

static size_t word_length(const struct reading *reading)
{
    const char *p = reading->at;

    while (p < reading->end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                                (*p >= '0' && *p <= '9') || *p == '_'))
        p++;
    return (size_t)(p - reading->at);
}

static bool is_next(const struct reading *reading, const char *wanted)
{
    size_t length = strlen(wanted);

    return (size_t)(reading->end - reading->at) >= length &&
           memcmp(reading->at, wanted, length) == 0;
}

static bool skip(struct reading *reading, const char *wanted)
{
    if (!is_next(reading, wanted))
        return false;
    reading->at += strlen(wanted);
    return true;
}

static void add_word(const struct reading *reading, const char *word, size_t length)
{
    const struct hexfog_shader_word *known = reading->style->words;

    while (known->from && (strlen(known->from) != length || memcmp(known->from, word, length) != 0))
        known++;
    if (known->from)
        hexfog_text_add(reading->text, known->to);
    else
        hexfog_text_add_bytes(reading->text, word, length);
}

static void copy(struct reading *reading, size_t length)
{
    hexfog_text_add_bytes(reading->text, reading->at, length);
    reading->at += length;
}

// Up to `stop`, which stays, or to the end.
static void translate_words(struct reading *reading, char stop)
{
    while (reading->at < reading->end && *reading->at != stop) {
        size_t length = word_length(reading);

        if (length > 0)
            add_word(reading, reading->at, length);
        else
            hexfog_text_add_bytes(reading->text, reading->at, length = 1);
        reading->at += length;
    }
}

// Languages that write the name before the type --------------------------

struct declaration { const char *type; size_t type_length; };

// Where `TYPE NAME` comes next, steps over the type and the blank.
static bool skip_type(struct reading *reading, struct declaration *declaration)
{
    static const char *const types[] = {"float ", "vec2 ", "vec3 ", "vec4 "};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (skip(reading, types[i])) {
            *declaration = (struct declaration){types[i], strlen(types[i]) - 1};
            return true;
        }
    return false;
}

static void add_name_and_type(struct reading *reading, const struct declaration *declaration)
{
    copy(reading, word_length(reading));
    hexfog_text_add(reading->text, ": ");
    add_word(reading, declaration->type, declaration->type_length);
}

static void add_function(struct reading *reading, const struct declaration *result)
{
    struct declaration parameter;

    hexfog_text_add(reading->text, "fn ");
    translate_words(reading, '(');
    copy(reading, 1);
    while (skip_type(reading, &parameter)) {
        add_name_and_type(reading, &parameter);
        if (is_next(reading, ", "))
            copy(reading, 2);
    }
    if (is_next(reading, ")"))
        copy(reading, 1);
    hexfog_text_add(reading->text, " -> ");
    add_word(reading, result->type, result->type_length);
}

static void add_declaration(struct reading *reading)
{
    struct declaration declaration;
    bool is_constant = skip(reading, "const ");

    if (!skip_type(reading, &declaration))
        return;
    size_t name_length = word_length(reading);
    if (is_constant) {
        hexfog_text_add(reading->text, "const ");
        add_name_and_type(reading, &declaration);
    } else if (reading->at + name_length < reading->end && reading->at[name_length] == '(') {
        add_function(reading, &declaration);
    } else {
        hexfog_text_add(reading->text, "let ");
    }
}

// Lines ------------------------------------------------------------------

static void add_code(struct reading *reading)
{
    while (is_next(reading, " "))
        copy(reading, 1);
    if (reading->style->names_first)
        add_declaration(reading);
    while (reading->at < reading->end && !is_next(reading, "//")) {
        translate_words(reading, '/');
        if (reading->at < reading->end && !is_next(reading, "//"))
            copy(reading, 1);
    }
}

void hexfog_shader_translate(const struct hexfog_shader_style *style, const char *glsl,
                             struct hexfog_text *text)
{
    static const char example[] = "//     ";

    while (*glsl) {
        size_t length = strcspn(glsl, "\n");
        struct reading line = {style, glsl, glsl + length, text};

        if (is_next(&line, example))
            copy(&line, strlen(example));
        if (!is_next(&line, "//"))
            add_code(&line);
        copy(&line, (size_t)(line.end - line.at));
        glsl += length;
        if (*glsl) {
            hexfog_text_add(text, "\n");
            glsl++;
        }
    }
}
