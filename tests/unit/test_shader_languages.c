// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// Every function of the remap, in every language, run on the same inputs and held to the
// double-precision remap. HLSL and WGSL reach the GPU by way of other people's compilers.
#include "prove.h"
#include "gl_bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/alloc.h"
#include "base/text.h"
#include "check/remap.h"
#include "check/shader_text.h"

// Inputs -----------------------------------------------------------------

enum { LEVELS = 64, WINDOWS = 7, CASES = LEVELS * WINDOWS, ROWS = 3 };

static const double windows[WINDOWS][2] = {
    { 0, 1 }, { 2.5, 9 }, { 0, 64 }, { 30, 30.25 }, { 8, 8 }, { 17.5, 17.5 }, { 60, 64 },
};
static const struct hexfog_texture texture = { 58, 40, { -3, 2, 11, 20 }, HEXFOG_Y_UP };

static float red[ROWS * CASES], green[ROWS * CASES], blue[ROWS * CASES];
static float rgba[4 * ROWS * CASES]; // what was drawn

// G in 32nds. 64 R + G is exact, and meets the hard steps; 64 R is up to a quarter off the
// level, as after a decoder of .hdr, so that a level that is not rounded shows.
static double g_of(int i)
{
    return i % LEVELS * 7 % 33 / 32.0;
}

static void fill_inputs(void)
{
    static const double quarters[3] = { 0, 1, -1 };

    for (int i = 0; i < CASES; i++) {
        const double *window = windows[i / LEVELS];

        red[i] = (float)((i % LEVELS + quarters[i / LEVELS % 3] / 4) / 64.0);
        green[i] = (float)g_of(i);
        red[CASES + i] = (float)window[0];
        green[CASES + i] = (float)window[1];
        blue[CASES + i] = 0.75f / (float)(1 + i / LEVELS);
        red[2 * CASES + i] = (float)(-3 + i * 14.0 / CASES);
        green[2 * CASES + i] = (float)(20 - i * 18.0 / CASES);
    }
}

static char *text_of(enum hexfog_shader_language language)
{
    struct hexfog_shader_constants constants = { 64, 63, true, hexfog_uv_from_world(&texture) };
    struct hexfog_error error = { .status = HEXFOG_OK };
    size_t length = 0;
    char *text = NULL;

    assert_int_equal(hexfog_shader_text(language, &constants, &text, &length, &error), HEXFOG_OK);
    return text;
}

// Freed at the end: a test that is skipped does not get to its own end.
enum { MOST_PROGRAMS = 32 };
static char *programs[MOST_PROGRAMS];
static int program_count;

// The printed text with the program around it that calls it.
static char *program_of(enum hexfog_shader_language language, const char *beginning,
                        const char *file)
{
    struct hexfog_text program = { 0 };
    char *remap = text_of(language), buffer[4096], path[512];
    const char *root = getenv("SRC");

    snprintf(path, sizeof path, "%s/tests/shaders/%s", root ? root : ".", file);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    size_t count = fread(buffer, 1, sizeof buffer, stream);
    fclose(stream);
    assert_in_range(count, 1, sizeof buffer - 1);
    hexfog_text_add(&program, beginning);
    hexfog_text_add(&program, remap);
    hexfog_text_add_bytes(&program, buffer, count);
    assert_false(program.failed);
    hexfog_free(remap);
    assert_in_range(program_count, 0, MOST_PROGRAMS - 1);
    return programs[program_count++] = program.bytes;
}

// What comes out ---------------------------------------------------------

// Half floats, cut off, where a program keeps no more: 2^-10 of the value.
struct grain { double relative; };

static char first_wrong[200];

static void is_near(const char *what, int i, double got, double want, double bound,
                    struct grain grain)
{
    bound += grain.relative * fabs(want) + (grain.relative > 0 ? 1e-4 : 0);
    if (!(fabs(got - want) <= bound) && !first_wrong[0])
        snprintf(first_wrong, sizeof first_wrong, "%s of case %d: %.9g, not %.9g within %.2g",
                 what, i, got, want, bound);
}

static void colour_is_near(const float *drawn, int i, double left, double bound,
                           struct grain grain)
{
    is_near("red", i, (double)drawn[0], left, bound, grain);
    is_near("green", i, (double)drawn[1], 0.5 - 0.25 * left, bound, grain);
    is_near("blue", i, (double)drawn[2], 1 - left, bound, grain);
    is_near("level_scale", i, (double)drawn[3], 64, 0, grain);
}

static void case_is_right(int i, struct grain grain)
{
    const float *f_row = rgba + 4 * i, *laws = f_row + 4 * CASES, *colour = laws + 4 * CASES;
    struct hexfog_range range = { (double)red[CASES + i], (double)green[CASES + i],
                                  (double)blue[CASES + i] };
    struct hexfog_uv uv = hexfog_uv_from_world(&texture);
    double nearest, linear, bound = hexfog_float_bound(&range);

    hexfog_f_row(HEXFOG_NEAREST, 64, &red[i], &green[i], 1, &nearest);
    hexfog_f_row(HEXFOG_LINEAR_FILTER, 64, &red[i], &green[i], 1, &linear);
    is_near("F, nearest", i, (double)f_row[0], nearest, hexfog_f_bound(nearest), grain);
    is_near("F, linear", i, (double)f_row[1], linear, hexfog_f_bound(linear), grain);
    is_near("u", i, (double)f_row[2], (double)red[2 * CASES + i] * uv.scale[0] + uv.offset[0],
            1e-6, grain);
    is_near("v", i, (double)f_row[3], (double)green[2 * CASES + i] * uv.scale[1] + uv.offset[1],
            1e-6, grain);
    is_near("linear law", i, (double)laws[0], hexfog_left(HEXFOG_LAW_LINEAR, &range, linear),
            bound, grain);
    is_near("exp law", i, (double)laws[1], hexfog_left(HEXFOG_LAW_EXP, &range, linear), bound,
            grain);
    is_near("exp2 law", i, (double)laws[2], hexfog_left(HEXFOG_LAW_EXP2, &range, linear), bound,
            grain);
    is_near("max_level", i, (double)laws[3], 63, 0, grain);
    colour_is_near(colour, i, hexfog_left(HEXFOG_LAW_LINEAR, &range, linear), bound, grain);
}

static void judge(struct grain grain)
{
    first_wrong[0] = '\0';
    for (int i = 0; i < CASES; i++)
        case_is_right(i, grain);
}

static void pixels_are_right(struct grain grain)
{
    judge(grain);
    if (first_wrong[0])
        fail_msg("%s", first_wrong);
}

static void draw(const char *program, bool is_es)
{
    struct hexfog_gl_hooks hooks = { .fragment_text = "", .es_only = is_es };
    struct hexfog_gl *gl = bench_open(&hooks);
    struct hexfog_planes planes = { CASES, ROWS, red, green, blue };
    struct hexfog_draw request = { .level_scale = 1, .width_px = CASES, .height_px = ROWS,
                                   .remap_text = program };
    struct hexfog_error error = { .status = HEXFOG_OK };

    if (hexfog_gl_upload(gl, HEXFOG_UPLOAD_RGB32F, &planes, &error) ||
        hexfog_gl_draw_float(gl, &request, rgba, &error))
        fail_msg("%s", error.message);
    hexfog_gl_free(gl);
}

static void draws_right(const char *program, bool is_es)
{
    draw(program, is_es);
    pixels_are_right((struct grain){ 0 });
}

static void as_it_is(enum hexfog_shader_language language, bool is_es)
{
    draws_right(program_of(language, "", "eval.glsl"), is_es);
}

static void glsl_is_right(void **state)
{
    (void)state;
    as_it_is(HEXFOG_SHADER_GLSL, false);
}

static void glsl_es_is_right(void **state)
{
    (void)state;
    as_it_is(HEXFOG_SHADER_GLSL_ES, true);
}

static void gdshader_is_glsl(void **state)
{
    (void)state;
    as_it_is(HEXFOG_SHADER_GDSHADER, false);
}

// The comparison finds each mistake that a translation could make.
static void mistakes_are_found(void **state)
{
    static const char *const spoilt[][2] = {
        { "SCALE + 0.5)", "SCALE + 0.0)" }, { "SCALE + texel.g;", "SCALE + texel.b;" },
        { "1.0 - max(soft", "1.0 + max(soft" }, { "step(start, F)", "step(F, start)" },
        { "exp(-density", "exp(+density" }, { "exp(-x * x)", "exp(-x * 1)" },
        { "mix(fog, scene", "mix(scene, fog" }, { "+ HEXFOG_UV_OFFSET", "- HEXFOG_UV_OFFSET" },
        { "max(end - start", "max(start - end" }, { "MAX_LEVEL = 63", "MAX_LEVEL = 64" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof spoilt / sizeof spoilt[0]; i++) {
        char *program = program_of(HEXFOG_SHADER_GLSL, "", "eval.glsl");
        char *place = strstr(program, spoilt[i][0]);

        assert_non_null(place);
        memcpy(place, spoilt[i][1], strlen(spoilt[i][1]));
        draw(program, false);
        judge((struct grain){ 0 });
        if (!first_wrong[0])
            fail_msg("not found: %s", spoilt[i][1]);
    }
}

// Other people's compilers -----------------------------------------------

// The sentences of tests that may be skipped: the reason is added.
enum { SENTENCE_BYTES = 300 };
static char hlsl_sentence[SENTENCE_BYTES] = "HLSL, through SPIR-V, computes the remap";
static char wgsl_sentence[SENTENCE_BYTES] = "WGSL, through naga, computes the remap";
static char godot_sentence[SENTENCE_BYTES] = "Godot 3.2 takes the Godot text and draws the remap";

static char folder[400];

static int make_folder(void **state)
{
    const char *base = getenv("TMPDIR");

    (void)state;
    fill_inputs();
    snprintf(folder, sizeof folder, "%s/hexfog-XXXXXX", base ? base : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[512];

    (void)state;
    while (program_count > 0)
        hexfog_free(programs[--program_count]);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *in_folder(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const void *bytes, size_t count)
{
    FILE *stream = fopen(in_folder(name), "wb");

    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, count, stream), count);
    assert_int_equal(fclose(stream), 0);
}

static char *read_file(const char *name)
{
    FILE *stream = fopen(in_folder(name), "rb");
    char *text = calloc(1, 1 << 20);

    assert_non_null(stream);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, stream) > 0);
    fclose(stream);
    return text;
}

static void write_cases(void)
{
    float *cases = calloc(3 * ROWS * CASES, sizeof *cases);

    assert_non_null(cases);
    for (int i = 0; i < ROWS * CASES; i++) {
        cases[3 * i] = red[i];
        cases[3 * i + 1] = green[i];
        cases[3 * i + 2] = blue[i];
    }
    write_file("cases", cases, 3 * ROWS * CASES * sizeof *cases);
    free(cases);
}

// The status of tests/shaders/tool.sh; a tool that is missing skips the test.
static int tool_status(const char *kind, const char *program, char *sentence)
{
    const char *root = getenv("SRC");
    char command[1500];

    write_file("program.txt", program, strlen(program));
    write_cases();
    snprintf(command, sizeof command,
             "sh '%s/tests/shaders/tool.sh' %s '%s' >'%s/reason' 2>'%s/log'", root ? root : ".",
             kind, folder, folder, folder);
    int status = system(command);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        char *reason = read_file("reason");
        size_t length = strlen(sentence);

        reason[strcspn(reason, "\n")] = '\0';
        snprintf(sentence + length, SENTENCE_BYTES - length, ": %s", reason);
        free(reason);
        skip();
    }
    return WEXITSTATUS(status);
}

static void tool_takes(const char *kind, const char *program, char *sentence)
{
    if (tool_status(kind, program, sentence) != 0)
        fail_msg("%s", read_file("log"));
}

// What is wrong is refused: a function's result is taken for what it is not.
static void tool_refuses(const char *kind, char *program, char *sentence)
{
    char *name = strstr(program, "hexfog_uv(world.rg)");

    assert_non_null(name);
    memcpy(name, "hexfog_vu", 9);
    assert_true(tool_status(kind, program, sentence) != 0);
}

static void crosses_over(enum hexfog_shader_language language, const char *kind,
                         const char *file, char *sentence)
{
    char *program = program_of(language, "", file);

    tool_takes(kind, program, sentence);
    char *glsl = read_file("glsl"), *body = strchr(glsl, '\n');
    assert_int_equal(strncmp(glsl, "#version 330", 12), 0);
    draws_right(body, false);
    tool_refuses(kind, program, sentence);
    free(glsl);
}

static void hlsl_is_right(void **state)
{
    (void)state;
    crosses_over(HEXFOG_SHADER_HLSL, "hlsl", "eval.hlsl", hlsl_sentence);
}

static void wgsl_is_right(void **state)
{
    (void)state;
    crosses_over(HEXFOG_SHADER_WGSL, "wgsl", "eval.wgsl", wgsl_sentence);
}

static void godot_is_right(void **state)
{
    static const char beginning[] = "shader_type canvas_item;\nrender_mode blend_disabled;\n";
    char *program = program_of(HEXFOG_SHADER_GDSHADER, beginning, "eval.gdshader");
    char *end;

    (void)state;
    tool_takes("godot", program, godot_sentence);
    char *pixels = read_file("pixels"), *at = pixels;
    for (int i = 0; i < 4 * ROWS * CASES; i++, at = end) {
        rgba[i] = strtof(at, &end);
        assert_true(end > at);
    }
    pixels_are_right((struct grain){ 0x1p-10 });
    tool_refuses("godot", program, godot_sentence);
    free(pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("GLSL computes the remap", glsl_is_right),
        PROVES("GLSL ES computes the remap", glsl_es_is_right),
        PROVES("the Godot text, drawn as GLSL, computes the remap", gdshader_is_glsl),
        PROVES("each mistake that a translation could make is found", mistakes_are_found),
        PROVES(hlsl_sentence, hlsl_is_right),
        PROVES(wgsl_sentence, wgsl_is_right),
        PROVES(godot_sentence, godot_is_right),
    };

    return cmocka_run_group_tests_name("shader languages", tests, make_folder, remove_folder);
}
