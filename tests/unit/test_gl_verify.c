// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_bench.c tests/unit/gl_quiet.c tests/unit/board.c tests/unit/encode_io.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// Good files pass on a GPU; a damaged file fails against the field, not against the GPU.
#include "prove.h"
#include "gl_bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode_io.h"
#include "model/near.h"
#include "check/verify_cpu.h"

// Good files --------------------------------------------------------------

struct form {
    enum hexfog_format format;
    enum hexfog_precision precision;
    enum hexfog_channels channels;
    const char *name;
};

static const struct form forms[] = {
    { HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, HEXFOG_CHANNELS_DEFAULT, ".hdr" },
    { HEXFOG_PNG, HEXFOG_PRECISION_DEFAULT, HEXFOG_CHANNELS_DEFAULT, ".png" },
    { HEXFOG_EXR, HEXFOG_HALF, HEXFOG_RGB, "half rgb" },
    { HEXFOG_EXR, HEXFOG_HALF, HEXFOG_RG, "half rg" },
    { HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RGB, "float rgb" },
    { HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RG, "float rg" },
    { HEXFOG_KTX2, HEXFOG_RGB9E5, HEXFOG_CHANNELS_DEFAULT, ".ktx2 rgb9e5" },
    { HEXFOG_KTX2, HEXFOG_HALF, HEXFOG_RG, ".ktx2 half rg" },
    { HEXFOG_KTX2, HEXFOG_FLOAT, HEXFOG_RGB, ".ktx2 float rgb" },
};

static void all_forms_pass(const struct hexfog_gl_hooks *hooks, const char *metric)
{
    struct hexfog_gl *gl = bench_open(hooks);
    struct board board;

    bench_lopsided(&board, metric);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct bench bench;
        bench_file(&bench, &board, forms[i].format, forms[i].precision, forms[i].channels, NULL);
        struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
        bench_all_pass(checks, forms[i].name);
        assert_non_null(bench_check(checks, "gpu.nearest.8bit"));
        assert_non_null(bench_check(checks, "gpu.linear.f"));
        assert_non_null(bench_check(checks, "field.step"));
        assert_non_null(bench_check(checks, "inversion.exp2"));
        assert_true((bench_check(checks, "field.nearest.float.rgba16f") != NULL) ==
                    (forms[i].format == HEXFOG_HDR));
        free(checks);
        bench_free(&bench);
    }
    board_free(&board);
    hexfog_gl_free(gl);
}

static void every_form_passes(void **state)
{
    (void)state;
    all_forms_pass(NULL, "sweep");
    all_forms_pass(NULL, "seamless");
}

static void every_form_passes_in_es(void **state)
{
    struct hexfog_gl_hooks hooks = { .es_only = true };

    (void)state;
    all_forms_pass(&hooks, "seamless");
}

static void one_texel_is_enough(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    (void)state;
    board_make(&board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, "
                       "\"shape\": { \"radius\": 0 } }, "
                       "\"texture\": { \"width\": 1, \"height\": 1 } }");
    bench_file(&bench, &board, HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT, HEXFOG_CHANNELS_DEFAULT,
               NULL);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    bench_all_pass(checks, "one texel");
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

// Damaged files -----------------------------------------------------------

static void one_level_off(struct picture *picture)
{
    picture->level[41 * picture->width + 67] += 1;
}

static void one_g_off(struct picture *picture)
{
    double *g = &picture->g[23 * picture->width + 88];

    *g = *g > 0.5 ? *g - 0.01 : *g + 0.01;
}

static void shifted(struct picture *picture)
{
    size_t count = (size_t)picture->width * (size_t)picture->height;

    memmove(picture->level, picture->level + 1, (count - 1) * sizeof *picture->level);
    memmove(picture->g, picture->g + 1, (count - 1) * sizeof *picture->g);
}

static void rows_reversed(struct picture *picture)
{
    for (int32_t row = 0; row < picture->height / 2; row++)
        for (int32_t x = 0; x < picture->width; x++) {
            size_t a = (size_t)row * (size_t)picture->width + (size_t)x;
            size_t b = (size_t)(picture->height - 1 - row) * (size_t)picture->width + (size_t)x;
            int32_t level = picture->level[a];
            double g = picture->g[a];
            picture->level[a] = picture->level[b];
            picture->g[a] = picture->g[b];
            picture->level[b] = level;
            picture->g[b] = g;
        }
}

static void damage_fails_against_the_field_alone(bench_damage *damage, enum hexfog_format format)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    bench_lopsided(&board, "seamless");
    bench_file(&bench, &board, format, format == HEXFOG_EXR ? HEXFOG_HALF : 0,
               format == HEXFOG_EXR ? HEXFOG_RG : 0, damage);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    assert_true(bench_failed(checks, "field.nearest.float") > 0);
    assert_int_equal(bench_failed(checks, "gpu."), 0);
    assert_int_equal(bench_failed(checks, "inversion."), 0);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

static void damage_is_the_files_fault(void **state)
{
    static bench_damage *const damages[] = { one_level_off, one_g_off, shifted, rows_reversed };

    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        damage_fails_against_the_field_alone(damages[i], HEXFOG_EXR);
        damage_fails_against_the_field_alone(damages[i], HEXFOG_HDR);
    }
}

// Numbers that no fogmap holds, in every texel: the file is wrong, and the GPU draws it as
// double precision does wherever that says anything.
static void noise_is_not_the_gpus_fault(void **state)
{
    enum { W = 150, H = 131 };
    static uint8_t texels[4 * W * H];
    struct memory_file file = { 0 };
    struct hexfog_byte_sink sink = memory_file_sink(&file);
    struct hexfog_gl *gl = bench_open(NULL);
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct random random = { 77 };
    struct board board;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_HDR, 0, 0, NULL);
    hexfog_reader_free(bench.reader);
    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)random_int(&random, 0, 255);
    for (size_t i = 0; i < sizeof texels; i += 4)
        texels[i] = 128 | texels[i]; // no run-length code in its place
    static const char head[] = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 131 +X 150\n";
    sink.write(sink.context, head, sizeof head - 1, NULL);
    sink.write(sink.context, texels, sizeof texels, NULL);
    memory_file_save(&file, "bench.tex");
    memory_file_free(&file);
    if (hexfog_reader_open(bench.path, HEXFOG_DECODER_A, NULL, &bench.reader, &error))
        fail_msg("%s", error.message);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    assert_true(bench_failed(checks, "field.") > 0);
    for (size_t i = 0; i < checks->count; i++)
        if (strncmp(checks->list[i].id, "gpu.", 4) == 0 &&
            checks->list[i].verdict != HEXFOG_PASS)
            fail_msg("%s: %s", checks->list[i].id, checks->list[i].detail);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

static void no_number(struct picture *picture)
{
    static const double values[] = { 1e30, -1e30, 3e38, -2, 1e-42, 1e9 };

    for (int32_t i = 0; i < 4000; i++) {
        double *g = &picture->g[(size_t)i * 4 + 7];
        *g = i % 8 == 6 ? (double)NAN : i % 8 == 7 ? HUGE_VAL : values[i % 8];
    }
}

static void no_numbers_are_the_files_fault(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RG, no_number);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    assert_true(bench_failed(checks, "field.") > 0);
    for (size_t i = 0; i < checks->count; i++)
        if (strncmp(checks->list[i].id, "gpu.", 4) == 0 &&
            checks->list[i].verdict != HEXFOG_PASS)
            fail_msg("%s: %s", checks->list[i].id, checks->list[i].detail);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

// Whole cells and a wall, with centres of texels on borders where f jumps.
static struct board tied;
static int exchanged;

static void make_tied(void)
{
    board_make(&tied, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\","
                      " \"cell\": { \"width\": 8, \"height\": 8, \"side\": 4 },"
                      " \"shape\": { \"radius\": 3 } },"
                      " \"field\": { \"blocked\": [[1, 0], [0, 1], [1, -1], [2, -2]] },"
                      " \"texture\": { \"width\": 64, \"height\": 64,"
                      " \"bounds\": [-31.5, -31.5, 32.5, 32.5] } }");
}

// The other tile's value, where it is another one.
static void exchange_ties(struct picture *picture)
{
    exchanged = 0;
    for (int32_t i = 0; i < picture->width * picture->height; i++) {
        struct hexfog_value values[HEXFOG_NEAR_VALUES];
        struct hexfog_world point = hexfog_world_from_texel(
            hexfog_map_texture(tied.map),
            (struct hexfog_texel){ i % picture->width, i / picture->width });
        int count = hexfog_values_near(tied.map, point, HEXFOG_BORDER_CELL_WIDTHS, values);
        const struct hexfog_value *other = &values[count - 1];
        if (fabs(other->level + other->g - picture->level[i] - picture->g[i]) < 0.01)
            continue;
        picture->level[i] = other->level;
        picture->g[i] = other->g;
        exchanged++;
    }
}

static void half_a_level_off(struct picture *picture)
{
    exchange_ties(picture);
    picture->g[0] += picture->g[0] < 0.5 ? 0.5 : -0.5;
}

static void borders_may_have_either_value(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct bench bench;

    (void)state;
    make_tied();
    bench_file(&bench, &tied, HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RGB, exchange_ties);
    assert_true(exchanged > 20);
    struct hexfog_checks *checks = bench_verify(gl, &tied, &bench, NULL);
    bench_all_pass(checks, "exchanged");
    free(checks);
    bench_free(&bench);
    bench_file(&bench, &tied, HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RGB, half_a_level_off);
    checks = bench_verify(gl, &tied, &bench, NULL);
    assert_true(bench_failed(checks, "field.nearest.float") > 0);
    free(checks);
    bench_free(&bench);
    board_free(&tied);
    hexfog_gl_free(gl);
}

static void worst_texel_is_named(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_EXR, HEXFOG_FLOAT, HEXFOG_RGB, one_level_off);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, NULL);
    const struct hexfog_check *check = bench_check(checks, "field.nearest.float");
    assert_non_null(strstr(check->detail, "column 67, row 41"));
    assert_true(check->measured > 0.05);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

static void another_size_is_not_checked(void **state)
{
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board, other;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    board_make(&other, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1, "
                       "\"shape\": { \"radius\": 1 } }, "
                       "\"texture\": { \"width\": 20, \"height\": 20 } }");
    bench_file(&bench, &board, HEXFOG_HDR, 0, 0, NULL);
    struct hexfog_checks *checks = bench_verify(gl, &other, &bench, NULL);
    assert_int_equal(checks->count, 1);
    assert_int_equal(checks->list[0].verdict, HEXFOG_NOT_CHECKED);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    board_free(&other);
    hexfog_gl_free(gl);
}

// Colours -----------------------------------------------------------------

static struct hexfog_checks *verify_colours(const float *scene, const float *fog,
                                            const float *background)
{
    struct hexfog_verify_gl_options options = { .threads = 1, .scene_colour = scene,
                                                .fog_colour = fog, .background = background };
    struct hexfog_gl *gl = bench_open(NULL);
    struct board board;
    struct bench bench;

    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_HDR, 0, 0, NULL);
    struct hexfog_checks *checks = bench_verify(gl, &board, &bench, &options);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
    return checks;
}

static const float grass[3] = { 0.2f, 0.45f, 0.1f }, mist[3] = { 0.8f, 0.8f, 0.85f };
static const float sky[3] = { 0.4f, 0.6f, 0.95f };

static void own_colours_pass(void **state)
{
    (void)state;
    struct hexfog_checks *checks = verify_colours(grass, mist, mist);
    bench_all_pass(checks, "grass in mist");
    assert_non_null(bench_check(checks, "colours.exp"));
    assert_non_null(bench_check(checks, "silhouette"));
    free(checks);
}

static void silhouette_is_named(void **state)
{
    (void)state;
    struct hexfog_checks *checks = verify_colours(grass, mist, sky);
    const struct hexfog_check *check = bench_check(checks, "silhouette");
    assert_int_equal(check->verdict, HEXFOG_FAIL);
    assert_non_null(strstr(check->detail, "fog's colour is not the background's"));
    assert_int_equal(hexfog_checks_failed(checks), 1);
    free(checks);
}

static void equal_colours_are_not_checked(void **state)
{
    (void)state;
    struct hexfog_checks *checks = verify_colours(mist, mist, NULL);
    assert_int_equal(bench_check(checks, "colours.linear")->verdict, HEXFOG_NOT_CHECKED);
    assert_int_equal(hexfog_checks_failed(checks), 0);
    free(checks);
}

// Pictures ----------------------------------------------------------------

struct album { int count, wrong; uint64_t difference; };

static hexfog_status take(void *context, const struct hexfog_picture *picture,
                          struct hexfog_error *error)
{
    struct album *album = context;
    size_t bytes = 3 * (size_t)picture->width_px * (size_t)picture->row_count;

    (void)error;
    album->count++;
    for (size_t i = 0; i < bytes; i++) {
        int by = abs(picture->drawn[i] - picture->expected[i]) * picture->difference_factor;
        album->wrong += picture->difference[i] != (by < 255 ? by : 255);
        album->difference += picture->difference[i];
    }
    if (picture->width_px != 150 || picture->row_count != 131 || picture->first_row != 0)
        album->wrong++;
    return HEXFOG_OK;
}

static void pictures_show_the_difference(void **state)
{
    struct album album = { 0, 0, 0 };
    struct hexfog_verify_gl_options options = { .threads = 1, .scene_colour = grass,
                                                .fog_colour = mist, .picture = take,
                                                .picture_context = &album };
    struct hexfog_gl_hooks hooks = { .has_upload = true, .upload = HEXFOG_UPLOAD_RGB8 };
    struct board board;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_HDR, 0, 0, NULL);
    struct hexfog_gl *gl = bench_open(NULL);
    free(bench_verify(gl, &board, &bench, &options));
    hexfog_gl_free(gl);
    assert_int_equal(album.count, 4);
    assert_int_equal(album.wrong, 0);
    uint64_t good = album.difference;

    album = (struct album){ 0, 0, 0 };
    gl = bench_open(&hooks);
    free(bench_verify(gl, &board, &bench, &options));
    hexfog_gl_free(gl);
    assert_int_equal(album.count, 4);
    assert_int_equal(album.wrong, 0);
    assert_true(album.difference > 10 * good + 1000);
    bench_free(&bench);
    board_free(&board);
}

// Damaged on the way ------------------------------------------------------

static void cut_file_is_io(void **state)
{
    struct hexfog_verify_gl_options options = { .threads = 1 };
    struct hexfog_gl *gl = bench_open(NULL);
    struct hexfog_checks *checks = calloc(1, sizeof *checks);
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct board board;
    struct bench bench;

    (void)state;
    bench_lopsided(&board, "sweep");
    bench_file(&bench, &board, HEXFOG_HDR, 0, 0, NULL);
    hexfog_reader_free(bench.reader);
    char command[600];
    snprintf(command, sizeof command, "truncate -s -400 '%s'", bench.path);
    assert_int_equal(system(command), 0);
    assert_int_equal(hexfog_reader_open(bench.path, HEXFOG_DECODER_A, NULL, &bench.reader, &error),
                     HEXFOG_OK);
    assert_int_equal(hexfog_verify_gl(gl, board.map, &bench.encoding, bench.reader, &options,
                                      checks, &error), HEXFOG_IO);
    assert_int_equal(checks->count, 0);
    free(checks);
    bench_free(&bench);
    board_free(&board);
    hexfog_gl_free(gl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a good file of every form and both metrics passes", every_form_passes),
        PROVES("so it does in OpenGL ES", every_form_passes_in_es),
        PROVES("a texture of one texel passes", one_texel_is_enough),
        PROVES("a damaged file fails against the field, not against the GPU",
               damage_is_the_files_fault),
        PROVES("noise fails against the field, not against the GPU",
               noise_is_not_the_gpus_fault),
        PROVES("so do infinities and what is no number", no_numbers_are_the_files_fault),
        PROVES("a texel on a border may have either tile's value", borders_may_have_either_value),
        PROVES("the worst texel is named", worst_texel_is_named),
        PROVES("a file of another size is not checked", another_size_is_not_checked),
        PROVES("the laws are recovered from the user's own colours", own_colours_pass),
        PROVES("a fog colour that is not the background's is named", silhouette_is_named),
        PROVES("from one colour alone nothing is recovered", equal_colours_are_not_checked),
        PROVES("pictures show what differs", pictures_show_the_difference),
        PROVES("a file that ends too soon is an io error", cut_file_is_io),
    };

    return cmocka_run_group_tests_name("verify on a GPU", tests, NULL, NULL);
}
