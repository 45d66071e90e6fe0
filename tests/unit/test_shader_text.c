// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// The remap's text: free, whole, with the map's numbers, and drawn through as printed.
#include "prove.h"
#include "gl_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "check/shader_text.h"
#include "check/shaders.h"

static const struct hexfog_shader_constants seeds = {
    10, 23, true, { { 1 / 29.0, 1 / 29.0 }, { 0.5, 0.5 } }
};

static char *text_of(const struct hexfog_shader_constants *constants)
{
    struct hexfog_error error = { .status = HEXFOG_OK };
    size_t length = 0;
    char *text = NULL;

    assert_int_equal(hexfog_shader_text(HEXFOG_SHADER_GLSL, constants, &text, &length, &error),
                     HEXFOG_OK);
    assert_int_equal(strlen(text), length);
    return text;
}

static void first_line_is_the_licence(void **state)
{
    (void)state;
    for (int i = 0; i < HEXFOG_SHADER_LANGUAGE_COUNT; i++) {
        struct hexfog_error error = { .status = HEXFOG_OK };
        size_t length = 0;
        char *text = NULL;

        assert_int_equal(hexfog_shader_text((enum hexfog_shader_language)i, &seeds, &text,
                                            &length, &error), HEXFOG_OK);
        assert_int_equal(strlen(text), length);
        assert_null(strchr(text, '@'));
        text[strcspn(text, "\n")] = '\0';
        assert_string_equal(text, "// SPDX-License-Identifier: 0BSD");
        hexfog_free(text);
    }
}

static void holds_the_constants(void **state)
{
    char *text = text_of(&seeds);

    (void)state;
    assert_non_null(strstr(text, "HEXFOG_LEVEL_SCALE = 10.0;"));
    assert_non_null(strstr(text, "HEXFOG_MAX_LEVEL = 23.0;"));
    assert_non_null(strstr(text, "HEXFOG_UV_SCALE = vec2(0.034482758620689655, "
                                 "0.034482758620689655);"));
    assert_non_null(strstr(text, "HEXFOG_UV_OFFSET = vec2(0.5, 0.5);"));
    assert_null(strchr(text, '@'));
    hexfog_free(text);
}

static void without_a_description_no_uv(void **state)
{
    struct hexfog_shader_constants constants = { .level_scale = 64, .max_level = 3 };
    char *text = text_of(&constants);

    (void)state;
    assert_null(strstr(text, "UV"));
    assert_null(strchr(text, '@'));
    assert_non_null(strstr(text, "hexfog_left_exp2"));
    hexfog_free(text);
}

static hexfog_status status_of(struct hexfog_shader_constants constants)
{
    struct hexfog_error error = { .status = HEXFOG_OK };
    size_t length;
    char *text = NULL;
    hexfog_status status =
        hexfog_shader_text(HEXFOG_SHADER_GLSL, &constants, &text, &length, &error);

    assert_int_equal(status == HEXFOG_OK, text != NULL);
    hexfog_free(text);
    return status;
}

// A shader's floats have 32 bits: 1e60 is infinite there, and 1e-60 zero.
static void no_number_that_is_none(void **state)
{
    static const double factors[] = { (double)NAN, 1e60, -1e60, 1e-60, 0 };
    struct hexfog_shader_constants constants = seeds;

    (void)state;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        constants = seeds;
        constants.uv.scale[i % 2] = factors[i];
        assert_int_equal(status_of(constants), HEXFOG_INPUT);
    }
    constants = seeds;
    constants.uv.offset[1] = (double)NAN;
    assert_int_equal(status_of(constants), HEXFOG_INPUT);
    constants.uv.offset[1] = -1e39;
    assert_int_equal(status_of(constants), HEXFOG_INPUT);
    constants.uv.offset[1] = 1e-60;
    assert_int_equal(status_of(constants), HEXFOG_OK);
}

static void languages_have_names(void **state)
{
    enum hexfog_shader_language language = HEXFOG_SHADER_LANGUAGE_COUNT;

    (void)state;
    for (int i = 0; i < HEXFOG_SHADER_LANGUAGE_COUNT; i++) {
        const char *word = hexfog_shader_language_name((enum hexfog_shader_language)i);
        assert_true(hexfog_shader_language_named(word, &language));
        assert_int_equal((int)language, i);
    }
    assert_null(hexfog_shader_language_name(HEXFOG_SHADER_LANGUAGE_COUNT));
    assert_false(hexfog_shader_language_named("GLSL", &language));
    assert_null(hexfog_shader_file("no.such"));
}

// An uv of the text, worked out by a GPU, against the library's.
static const char uv_everywhere[] =
    "uniform vec3 scene_colour;\n"
    "out vec4 drawn;\n"
    "void main()\n"
    "{\n"
    "    drawn = vec4(hexfog_uv(scene_colour.xy), 0.0, 1.0);\n"
    "}\n";

static void uv_is_the_librarys(void **state)
{
    struct hexfog_gl_hooks hooks = { .fragment_text = uv_everywhere };
    struct hexfog_gl *gl = bench_open(&hooks);
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct hexfog_texture texture = { 58, 40, { -3, 2, 11, 20 }, HEXFOG_Y_UP };
    struct hexfog_shader_constants constants = { 64, 3, true, hexfog_uv_from_world(&texture) };
    static const float texel = 0;
    struct hexfog_planes planes = { 1, 1, &texel, &texel, NULL };
    char *text = text_of(&constants);
    struct hexfog_draw draw = { .width_px = 1, .height_px = 1, .remap_text = text };
    float rgba[4];

    (void)state;
    assert_int_equal(hexfog_gl_upload(gl, HEXFOG_UPLOAD_RG32F, &planes, &error), HEXFOG_OK);
    for (int32_t row = 0; row < 40; row += 13)
        for (int32_t column = 0; column < 58; column += 19) {
            struct hexfog_world world =
                hexfog_world_from_texel(&texture, (struct hexfog_texel){ column, row });
            draw.scene_colour[0] = (float)world.x;
            draw.scene_colour[1] = (float)world.y;
            assert_int_equal(hexfog_gl_draw_float(gl, &draw, rgba, &error), HEXFOG_OK);
            assert_true(fabs((double)rgba[0] - (column + 0.5) / 58) < 1e-6);
            assert_true(fabs((double)rgba[1] - (row + 0.5) / 40) < 1e-6);
        }
    hexfog_free(text);
    hexfog_gl_free(gl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the first line names the licence, in every language", first_line_is_the_licence),
        PROVES("the text holds the map's constants", holds_the_constants),
        PROVES("without a description there is no world to uv", without_a_description_no_uv),
        PROVES("a constant that is no 32-bit float is refused", no_number_that_is_none),
        PROVES("every language has a name", languages_have_names),
        PROVES("the text's uv, worked out by a GPU, is the library's", uv_is_the_librarys),
    };

    return cmocka_run_group_tests_name("shader text", tests, NULL, NULL);
}
