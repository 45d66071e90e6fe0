// SPDX-License-Identifier: MIT
// Turns a template and a map's constants into shader text: @NAME@ becomes a number.
#include "check/shader_text.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/error.h"
#include "base/text.h"
#include "check/shaders.h"

// The files that a language is made of. Their constants are the same in all languages.
struct templates {
    const char *remap, *world_uv, *no_uv;
};

static const struct templates languages[] = {
    [HEXFOG_SHADER_GLSL] = {"remap.glsl", "world_uv.glsl", "no_uv.glsl"},
};
_Static_assert(sizeof languages / sizeof languages[0] == HEXFOG_SHADER_LANGUAGE_COUNT,
               "one row a language");

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

static void add_constant(struct hexfog_text *text, const char *name, size_t length,
                         const struct hexfog_shader_constants *constants)
{
    if (is_named(name, length, "LEVEL_SCALE"))
        add_number(text, constants->level_scale);
    else if (is_named(name, length, "MAX_LEVEL"))
        add_number(text, constants->max_level);
    else if (is_named(name, length, "UV"))
        hexfog_text_add(text, constants->has_uv ? "hexfog_uv(world)" : "uv");
    else if (is_named(name, length, "UV_SCALE"))
        add_pair(text, constants->uv.scale);
    else if (is_named(name, length, "UV_OFFSET"))
        add_pair(text, constants->uv.offset);
}

static void add_template(struct hexfog_text *text, const char *file,
                         const struct hexfog_shader_constants *constants)
{
    const char *template = hexfog_shader_file(file), *mark;

    while ((mark = strchr(template, '@')) != NULL) {
        const char *end = strchr(mark + 1, '@');

        if (!end)
            break;
        hexfog_text_add_bytes(text, template, (size_t)(mark - template));
        add_constant(text, mark + 1, (size_t)(end - mark - 1), constants);
        template = end + 1;
    }
    hexfog_text_add(text, template);
}

static bool are_finite(const struct hexfog_shader_constants *constants)
{
    const struct hexfog_uv *uv = &constants->uv;

    return isfinite(constants->level_scale) &&
           (!constants->has_uv || (isfinite(uv->scale[0]) && isfinite(uv->scale[1]) &&
                                   isfinite(uv->offset[0]) && isfinite(uv->offset[1])));
}

hexfog_status hexfog_shader_text(enum hexfog_shader_language language,
                                 const struct hexfog_shader_constants *constants, char **text,
                                 size_t *length_bytes, struct hexfog_error *error)
{
    struct hexfog_text out = {0};

    *text = NULL;
    if (language >= HEXFOG_SHADER_LANGUAGE_COUNT)
        return hexfog_fail(error, HEXFOG_USAGE, "no shader language has the number %d",
                           (int)language);
    if (!are_finite(constants))
        return hexfog_fail(error, HEXFOG_INPUT,
                           "a constant of this map's shader is not a finite number");
    add_template(&out, languages[language].remap, constants);
    add_template(&out, constants->has_uv ? languages[language].world_uv
                                         : languages[language].no_uv, constants);
    if (out.failed) {
        hexfog_text_free(&out);
        return hexfog_fail_memory(error, "the shader's text");
    }
    *text = out.bytes;
    *length_bytes = out.length;
    return HEXFOG_OK;
}
