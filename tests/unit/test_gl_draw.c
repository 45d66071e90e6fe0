// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// What a draw shows, texel by texel, in OpenGL and in OpenGL ES.
#include "prove.h"
#include "gl_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/remap.h"

enum { W = 7, H = 5 };

static float r[W * H], g[W * H], rgba[4 * W * H * 9];
static uint8_t rgba8[4 * W * H];

static void fill(double level_scale)
{
    for (int i = 0; i < W * H; i++) {
        r[i] = (float)((i * 5 % 9) / level_scale);
        g[i] = (float)(i * 11 % 32) / 32.0f;
    }
}

static double f_of(int i)
{
    return i * 5 % 9 + (i * 11 % 32) / 32.0;
}

static void upload(struct hexfog_gl *gl, enum hexfog_upload format)
{
    struct hexfog_planes planes = { W, H, r, g, NULL };
    struct hexfog_error error = { .status = HEXFOG_OK };

    if (hexfog_gl_upload(gl, format, &planes, &error))
        fail_msg("%s", error.message);
}

static void draw_floats(struct hexfog_gl *gl, const struct hexfog_draw *draw)
{
    struct hexfog_error error = { .status = HEXFOG_OK };

    if (hexfog_gl_draw_float(gl, draw, rgba, &error))
        fail_msg("%s", error.message);
}

static void draw_bytes(struct hexfog_gl *gl, const struct hexfog_draw *draw)
{
    struct hexfog_error error = { .status = HEXFOG_OK };

    if (hexfog_gl_draw_8bit(gl, draw, rgba8, &error))
        fail_msg("%s", error.message);
}

// In both APIs ------------------------------------------------------------

static void in_both(void (*prove)(struct hexfog_gl *gl))
{
    for (int is_es = 0; is_es <= 1; is_es++) {
        struct hexfog_gl_hooks hooks = { .es_only = is_es };
        struct hexfog_gl *gl = bench_open(&hooks);
        assert_true((strstr(hexfog_gl_version(gl), "OpenGL ES") != NULL) == is_es);
        prove(gl);
        hexfog_gl_free(gl);
    }
}

static void each_texel_in_its_place(struct hexfog_gl *gl)
{
    struct hexfog_draw draw = { .level_scale = 64, .end = 1, .emit_f = true, .width_px = W,
                                .height_px = H };

    fill(64);
    upload(gl, HEXFOG_UPLOAD_RG32F);
    draw_floats(gl, &draw);
    for (int i = 0; i < W * H; i++)
        assert_true((double)rgba[4 * i] == f_of(i));
    // Three times as large: each texel is a square of 3 x 3.
    draw.width_px = 3 * W;
    draw.height_px = 3 * H;
    draw_floats(gl, &draw);
    for (int y = 0; y < 3 * H; y++)
        for (int x = 0; x < 3 * W; x++)
            assert_true((double)rgba[4 * (y * 3 * W + x)] == f_of(y / 3 * W + x / 3));
}

static void texels_stay_in_place(void **state)
{
    (void)state;
    in_both(each_texel_in_its_place);
}

static void every_format_is_exact(struct hexfog_gl *gl)
{
    struct hexfog_draw draw = { .level_scale = 64, .end = 1, .emit_f = true, .width_px = W,
                                .height_px = H };

    fill(64);
    for (int format = HEXFOG_UPLOAD_RGB9_E5; format <= HEXFOG_UPLOAD_RG32F; format++) {
        upload(gl, (enum hexfog_upload)format);
        draw_floats(gl, &draw);
        for (int i = 0; i < W * H; i++)
            assert_true((double)rgba[4 * i] == f_of(i));
    }
    fill(255);
    draw.level_scale = 255;
    upload(gl, HEXFOG_UPLOAD_RGB8);
    draw_floats(gl, &draw);
    for (int i = 0; i < W * H; i++)
        assert_true(fabs((double)rgba[4 * i] - f_of(i)) <= 0.5 / 255 + 1e-5);
}

static void formats_are_exact(void **state)
{
    (void)state;
    in_both(every_format_is_exact);
}

static void colours_follow_the_laws(struct hexfog_gl *gl)
{
    struct hexfog_draw draw = { .level_scale = 64, .width_px = W, .height_px = H,
                                .scene_colour = { 1, 0.25f, 0 }, .fog_colour = { 0, 0.5f, 1 } };

    fill(64);
    upload(gl, HEXFOG_UPLOAD_RG32F);
    for (int law = HEXFOG_LAW_LINEAR; law <= HEXFOG_LAW_EXP2; law++) {
        struct hexfog_range range = hexfog_range_of((enum hexfog_law)law, 1, 7);
        draw.law = (enum hexfog_law)law;
        draw.start = range.start;
        draw.end = range.end;
        draw.density = range.density;
        draw_floats(gl, &draw);
        draw_bytes(gl, &draw);
        for (int i = 0; i < W * H; i++) {
            double left = hexfog_left((enum hexfog_law)law, &range, f_of(i));
            assert_true(fabs((double)rgba[4 * i] - left) < 1e-6);
            assert_true(fabs((double)rgba[4 * i + 1] - (0.5 - 0.25 * left)) < 1e-6);
            assert_true(fabs((double)rgba[4 * i + 2] - (1 - left)) < 1e-6);
            assert_true(fabs(rgba8[4 * i] / 255.0 - left) <= 0.5001 / 255);
            assert_int_equal(rgba8[4 * i + 3], 255);
        }
    }
}

static void laws_are_drawn(void **state)
{
    (void)state;
    in_both(colours_follow_the_laws);
}

static void step_is_hard(struct hexfog_gl *gl)
{
    struct hexfog_draw draw = { .level_scale = 64, .width_px = W, .height_px = H, .start = 4.25,
                                .end = 4.25, .scene_colour = { 0, 0, 0 },
                                .fog_colour = { 1, 1, 1 } };
    int on_the_step = 0;

    fill(64);
    r[3] = 4 / 64.0f;
    g[3] = 0.25f; // just on it
    upload(gl, HEXFOG_UPLOAD_RG32F);
    draw_floats(gl, &draw);
    for (int i = 0; i < W * H; i++) {
        double f = i == 3 ? 4.25 : f_of(i);
        on_the_step += f == 4.25;
        assert_true((double)rgba[4 * i] == (f >= 4.25 ? 1 : 0));
    }
    assert_true(on_the_step > 0);
}

static void steps_are_hard(void **state)
{
    (void)state;
    in_both(step_is_hard);
}

// Errors ------------------------------------------------------------------

static void broken_text_is_unavailable(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct hexfog_draw draw = { .level_scale = 64, .end = 1, .width_px = W, .height_px = H,
                                .remap_text = "this is no shader\n" };
    struct hexfog_error error = { .status = HEXFOG_OK };

    (void)state;
    fill(64);
    upload(gl, HEXFOG_UPLOAD_RG32F);
    assert_int_equal(hexfog_gl_draw_float(gl, &draw, rgba, &error), HEXFOG_UNAVAILABLE);
    assert_non_null(strstr(error.message, "refuses the remap shader"));
    draw.remap_text = NULL; // and works again
    draw_floats(gl, &draw);
    hexfog_gl_free(gl);
}

static void too_large_is_unavailable(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct hexfog_error error = { .status = HEXFOG_OK };
    int32_t width = hexfog_gl_max_side_px(gl) + 1;
    float *row = calloc((size_t)width, sizeof *row);
    struct hexfog_planes planes = { width, 1, row, row, NULL };

    (void)state;
    assert_int_equal(hexfog_gl_upload(gl, HEXFOG_UPLOAD_RG16F, &planes, &error),
                     HEXFOG_UNAVAILABLE);
    assert_non_null(strstr(error.message, "GL_INVALID_VALUE"));
    free(row);
    fill(64);
    upload(gl, HEXFOG_UPLOAD_RG16F); // the error is not left behind
    hexfog_gl_free(gl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("each texel is drawn in its place, row 0 first", texels_stay_in_place),
        PROVES("a point-sampled F is exact in every format", formats_are_exact),
        PROVES("the three laws are drawn, in floats and in bytes", laws_are_drawn),
        PROVES("the hard step fogs F >= start", steps_are_hard),
        PROVES("a shader that does not compile is unavailable, with the log",
               broken_text_is_unavailable),
        PROVES("a texture that is too large is unavailable", too_large_is_unavailable),
    };

    return cmocka_run_group_tests_name("drawing", tests, NULL, NULL);
}
