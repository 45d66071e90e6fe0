// SPDX-License-Identifier: MIT
// Turns templates and a map's constants into shader text: each @NAME@ is filled in, then the
// whole is put into the words of the language.
#include "check/shader_text.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/error.h"
#include "base/text.h"
#include "check/shader_language.h"
#include "check/shaders.h"

static const char *const words[] = {
#define WORD(symbol, word) word,
    HEXFOG_SHADER_LANGUAGES(WORD)
#undef WORD
};

const char *hexfog_shader_language_name(enum hexfog_shader_language language)
{
    return language < HEXFOG_SHADER_LANGUAGE_COUNT ? words[language] : NULL;
}

bool hexfog_shader_language_named(const char *word, enum hexfog_shader_language *language)
{
    for (int i = 0; i < HEXFOG_SHADER_LANGUAGE_COUNT; i++)
        if (strcmp(word, words[i]) == 0) {
            *language = (enum hexfog_shader_language)i;
            return true;
        }
    return false;
}

// A number that every shader language reads as a float: with a point in it.
static void add_number(struct hexfog_text *text, double value)
{
    char digits[HEXFOG_DECIMAL_BYTES];

    hexfog_text_add(text, hexfog_decimal(digits, value));
    if (!strchr(digits, '.'))
        hexfog_text_add(text, ".0");
}

static void add_pair(struct hexfog_text *text, const double pair[2])
{
    add_number(text, pair[0]);
    hexfog_text_add(text, ", ");
    add_number(text, pair[1]);
}

static bool is_named(const char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

// What the marks of the templates stand for.
struct filling {
    const struct hexfog_shader_constants *constants;
    const struct hexfog_shader_style *style;
};

static void add_opening(struct hexfog_text *text, const char *file)
{
    const char *opening = hexfog_shader_file(file);

    hexfog_text_add_bytes(text, opening, strlen(opening) - 1);
}

static void add_sample(struct hexfog_text *text, const struct filling *filling)
{
    hexfog_text_add(text, filling->style->sample[0]);
    hexfog_text_add(text, filling->constants->has_uv ? "hexfog_uv(world)" : "uv");
    hexfog_text_add(text, filling->style->sample[1]);
}

static void fill(struct hexfog_text *text, const char *name, size_t length,
                 const struct filling *filling)
{
    if (is_named(name, length, "LEVEL_SCALE"))
        add_number(text, filling->constants->level_scale);
    else if (is_named(name, length, "MAX_LEVEL"))
        add_number(text, filling->constants->max_level);
    else if (is_named(name, length, "UV_SCALE"))
        add_pair(text, filling->constants->uv.scale);
    else if (is_named(name, length, "UV_OFFSET"))
        add_pair(text, filling->constants->uv.offset);
    else if (is_named(name, length, "ABOUT"))
        add_opening(text, filling->style->about);
    else if (is_named(name, length, "SAMPLE"))
        add_sample(text, filling);
    else if (is_named(name, length, "FETCH"))
        hexfog_text_add(text, filling->style->fetch);
    else if (is_named(name, length, "PRECISION"))
        hexfog_text_add(text, filling->style->precision);
}

static void add_template(struct hexfog_text *text, const char *file,
                         const struct filling *filling)
{
    const char *template = hexfog_shader_file(file), *mark;

    while ((mark = strchr(template, '@')) != NULL) {
        const char *end = strchr(mark + 1, '@');

        if (!end)
            break;
        hexfog_text_add_bytes(text, template, (size_t)(mark - template));
        fill(text, mark + 1, (size_t)(end - mark - 1), filling);
        template = end + 1;
    }
    hexfog_text_add(text, template);
}

// A shader's floats are binary32: a factor that overflows there, or vanishes, draws nothing
// right. An offset may vanish.
static bool is_factor(double value)
{
    return fabs(value) >= (double)FLT_MIN && fabs(value) <= (double)FLT_MAX;
}

static bool all_fit(const struct hexfog_shader_constants *constants)
{
    const struct hexfog_uv *uv = &constants->uv;
    bool offsets_fit = fabs(uv->offset[0]) <= (double)FLT_MAX &&
                       fabs(uv->offset[1]) <= (double)FLT_MAX;

    return is_factor(constants->level_scale) &&
           (!constants->has_uv ||
            (is_factor(uv->scale[0]) && is_factor(uv->scale[1]) && offsets_fit));
}

hexfog_status hexfog_shader_text(enum hexfog_shader_language language,
                                 const struct hexfog_shader_constants *constants, char **text,
                                 size_t *length_bytes, struct hexfog_error *error)
{
    struct hexfog_text glsl = {0}, out = {0};

    *text = NULL;
    if (language >= HEXFOG_SHADER_LANGUAGE_COUNT)
        return hexfog_fail(error, HEXFOG_USAGE, "no shader language has the number %d",
                           (int)language);
    if (!all_fit(constants))
        return hexfog_fail(error, HEXFOG_INPUT,
                           "a constant of this map's shader is beyond a 32-bit float (allowed: "
                           "bounds whose extents are from 1e-37 to 1e37)");
    struct filling filling = {constants, hexfog_shader_style(language)};
    add_template(&glsl, "remap.glsl", &filling);
    add_template(&glsl, constants->has_uv ? "world_uv.glsl" : "no_uv.glsl", &filling);
    if (!glsl.failed)
        hexfog_shader_translate(filling.style, glsl.bytes, &out);
    bool has_failed = glsl.failed || out.failed;
    hexfog_text_free(&glsl);
    if (has_failed) {
        hexfog_text_free(&out);
        return hexfog_fail_memory(error, "the shader's text");
    }
    *text = out.bytes;
    *length_bytes = out.length;
    return HEXFOG_OK;
}
