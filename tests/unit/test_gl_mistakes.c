// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// The mistakes that games make with a right file: each fails in a verdict on the GPU. That
// the same files pass without them is proven in test_gl_verify.c.
#include "prove.h"
#include "gl_bench.h"

#include <stdlib.h>

#include "check/verify_cpu.h"

static void cpu_passes(const struct board *board, const struct bench *bench)
{
    struct hexfog_checks *checks = calloc(1, sizeof *checks);
    struct hexfog_cpu_findings findings;
    struct hexfog_error error = { .status = HEXFOG_OK };

    assert_int_equal(hexfog_verify_cpu(board->map, &bench->encoding, bench->reader, NULL,
                                       &findings, checks, &error), HEXFOG_OK);
    bench_all_pass(checks, "on the CPU");
    free(checks);
}

// The file is right: each mistake must show on the GPU and nothing on the CPU.
static void mistake_shows(const struct hexfog_gl_hooks *hooks, enum hexfog_format format,
                          enum hexfog_precision precision, const char *beginning)
{
    struct hexfog_gl *gl = bench_open(hooks);
    struct board board;
    struct bench bench;

    bench_lopsided(&board, "seamless");
    bench_file(&bench, &board, format, precision, format == HEXFOG_EXR ? HEXFOG_RGB : 0, NULL);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    assert_true(bench_failed(checks, beginning) > 0);
    free(checks);
    cpu_passes(&board, &bench);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

static void mediump_shows(void **state)
{
    struct hexfog_gl_hooks hooks = { .es_only = true, .mediump_sampler = true };

    (void)state;
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_FLOAT, "gpu.nearest.float");
}

static void wrong_format_shows(void **state)
{
    struct hexfog_gl_hooks hooks = { .has_upload = true, .upload = HEXFOG_UPLOAD_RGB8 };

    (void)state;
    mistake_shows(&hooks, HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, "gpu.nearest.float");
    hooks.upload = HEXFOG_UPLOAD_RG16F;
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_FLOAT, "gpu.nearest.float");
}

static void repeat_shows(void **state)
{
    struct hexfog_gl_hooks hooks = { .repeat_wrap = true };

    (void)state;
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_HALF, "gpu.linear.f");
    mistake_shows(&hooks, HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, "gpu.linear.f");
}

// A mesh of 8 x 8 squares, its fog worked out at their corners and blended between them.
static const char vertex_fog[] =
    "uniform sampler2D fogmap;\n"
    "uniform ivec2 target_size;\n"
    "uniform vec3 fog_range;\n"
    "uniform int law;\n"
    "out float left;\n"
    "void main()\n"
    "{\n"
    "    int corner = gl_VertexID % 6, square = gl_VertexID / 6;\n"
    "    ivec2 step = ivec2(corner == 1 || corner == 2 || corner == 4 ? 1 : 0,\n"
    "                       corner == 2 || corner == 4 || corner == 5 ? 1 : 0);\n"
    "    vec2 place = vec2(ivec2(square % 8, square / 8) + step) / 8.0;\n"
    "    ivec2 size = textureSize(fogmap, 0);\n"
    "    ivec2 texel = min(ivec2(place * vec2(size)), size - 1);\n"
    "    float F = hexfog_distance_nearest(texelFetch(fogmap, texel, 0));\n"
    "    left = hexfog_left_linear(F, fog_range.x, fog_range.y);\n"
    "    if (law == 1)\n"
    "        left = hexfog_left_exp(F, fog_range.x, fog_range.z);\n"
    "    if (law == 2)\n"
    "        left = hexfog_left_exp2(F, fog_range.x, fog_range.z);\n"
    "    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);\n"
    "}\n";
static const char blended_fog[] =
    "uniform vec3 scene_colour;\n"
    "uniform vec3 fog_colour;\n"
    "in float left;\n"
    "out vec4 drawn;\n"
    "void main()\n"
    "{\n"
    "    drawn = vec4(hexfog_colour(scene_colour, fog_colour, left), 1.0);\n"
    "}\n";

static void vertex_fog_shows(void **state)
{
    struct hexfog_gl_hooks hooks = { .vertex_text = vertex_fog, .fragment_text = blended_fog,
                                     .vertex_count = 8 * 8 * 6 };

    (void)state;
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_HALF, "gpu.nearest");
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_HALF, "gpu.step");
    mistake_shows(&hooks, HEXFOG_EXR, HEXFOG_HALF, "inversion.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a mediump sampler fails on the GPU", mediump_shows),
        PROVES("a wrong upload format fails on the GPU", wrong_format_shows),
        PROVES("repeat in place of clamp fails on the GPU", repeat_shows),
        PROVES("fog worked out at vertices fails on the GPU", vertex_fog_shows),
    };

    return cmocka_run_group_tests_name("mistakes on a GPU", tests, NULL, NULL);
}
