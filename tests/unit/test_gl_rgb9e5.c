// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// Words of rgb9e5: GL's own conversion of the same values, and the words that verify uploads.
#include "prove.h"
#include "gl_bench.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/gl_state.h"
#include "check/upload.h"
#include "encode/rgb9e5.h"

enum { SIDE = 512 };
static float rgb[3 * SIDE * SIDE];
static uint32_t words[SIDE * SIDE];

typedef void get_tex_image(GLenum target, GLint level, GLenum format, GLenum type, void *pixels);

// Not in the table: the program never reads a texture back.
static get_tex_image *find_get_tex_image(void)
{
    typedef hexfog_procedure find_procedure(const char *name);
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = egl ? dlsym(egl, "eglGetProcAddress") : NULL;
    find_procedure *find;
    get_tex_image *found;

    assert_non_null(symbol);
    memcpy(&find, &symbol, sizeof find);
    hexfog_procedure procedure = find("glGetTexImage");
    memcpy(&found, &procedure, sizeof found);
    assert_true(found != NULL);
    return found;
}

// What GL makes of floats that it is to store as GL_RGB9_E5.
static void convert(struct hexfog_gl *gl)
{
    gl->call.BindTexture(GL_TEXTURE_2D, gl->texture);
    gl->call.TexImage2D(GL_TEXTURE_2D, 0, GL_RGB9_E5, SIDE, SIDE, 0, GL_RGB, GL_FLOAT, rgb);
    find_get_tex_image()(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, words);
    assert_int_equal(gl->call.GetError(), GL_NO_ERROR);
}

static void expect_words(void)
{
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        double r = (double)rgb[3 * i], g = (double)rgb[3 * i + 1];
        uint32_t ours = hexfog_rgb9e5_from_values(r, g);
        if (ours != words[i])
            fail_msg("R %.9g, G %.9g: %08x, GL makes %08x", r, g, (unsigned)ours,
                     (unsigned)words[i]);
    }
}

static void gl_converts_alike(void **state)
{
    (void)state;
    struct random random = { 4 };
    struct hexfog_gl *gl = bench_open(NULL);

    for (size_t i = 0; i < SIDE * SIDE; i++) {
        double size = i % 2 ? 1 : ldexp(1, random_int(&random, -28, 15));
        rgb[3 * i] = (float)(random_unit(&random) * size);
        rgb[3 * i + 1] = (float)(random_unit(&random) * size);
    }
    convert(gl);
    expect_words();
    // Half-way between two mantissas, and the floats beside: m + 1/2 of each exponent.
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        float middle = ldexpf((float)(i % 512) + 0.5f, (int)(i / 512 % 34) - 26);
        int beside = (int)(i / 512 / 34 % 3);
        rgb[3 * i] = beside == 0 ? middle : nextafterf(middle, beside == 1 ? 0.0f : 1e9f);
        rgb[3 * i + 1] = i % 5 ? 0.0f : rgb[3 * i];
    }
    convert(gl);
    expect_words();
    hexfog_gl_free(gl);
}

// The texels of a file as they lie at its end.
static uint32_t *stored_words(const struct bench *bench, size_t count)
{
    uint32_t *stored = malloc(count * sizeof *stored);
    FILE *file = fopen(bench->path, "rb");

    assert_non_null(stored);
    assert_non_null(file);
    assert_int_equal(fseek(file, -(long)(count * sizeof *stored), SEEK_END), 0);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        assert_int_equal(fread(bytes, 1, 4, file), 4);
        stored[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                    (uint32_t)bytes[3] << 24;
    }
    assert_int_equal(fclose(file), 0);
    return stored;
}

static void the_files_words_are_uploaded(void **state)
{
    (void)state;
    struct board board;
    struct bench bench;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_KTX2, HEXFOG_RGB9E5, HEXFOG_CHANNELS_DEFAULT, NULL);
    int32_t width = bench.encoding.width_px, height = bench.encoding.height_px;
    size_t count = (size_t)width * (size_t)height;
    float *planes = malloc(3 * count * sizeof *planes);
    uint32_t *packed = malloc(count * sizeof *packed), *stored = stored_words(&bench, count);
    assert_true(planes && packed);
    assert_int_equal(hexfog_reader_rows(bench.reader, height, planes, planes + count,
                                        planes + 2 * count, NULL), HEXFOG_OK);
    struct hexfog_planes texels = { width, height, planes, planes + count, planes + 2 * count };
    hexfog_upload_pack(HEXFOG_UPLOAD_RGB9_E5, &texels, 0, count, packed);
    assert_memory_equal(packed, stored, count * sizeof *packed);
    free(planes);
    free(packed);
    free(stored);
    bench_free(&bench);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("GL stores the same words when it converts the same values", gl_converts_alike),
        PROVES("what verify uploads of an rgb9e5 file is the file's own words",
               the_files_words_are_uploaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
