// SPDX-License-Identifier: MIT
// Turns boards into texture files, and texture files into verdicts.
#include "prove.h"
#include "gl_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode_io.h"

struct hexfog_gl *bench_open(const struct hexfog_gl_hooks *hooks)
{
    struct hexfog_gl_options options = { .choice = HEXFOG_GL_SOFTWARE, .hooks = hooks };
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct hexfog_gl *gl = NULL;

    for (const struct hexfog_gl_variable *v = hexfog_gl_environment; v->name; v++)
        setenv(v->name, v->value, 0);
    if (hexfog_gl_open(&options, &gl, &error) == HEXFOG_OK)
        return gl;
    if (strncmp(error.message, "built without GL", 16) == 0)
        skip();
    fail_msg("%s", error.message);
    return NULL;
}

void bench_lopsided(struct board *board, const char *metric)
{
    board_make(board,
               "{ \"hexfog\": 1, "
               "\"grid\": { \"orientation\": \"pointy\", \"size\": 1, "
               "\"shape\": { \"radius\": 5 } }, "
               "\"field\": { \"sources\": [[-3, 1]], \"blocked\": [[0, 0], [1, -1]], "
               "\"metric\": \"%s\" }, "
               "\"texture\": { \"width\": 150, \"height\": 131 } }", metric);
}

static void settle(struct bench *bench, const struct board *board, enum hexfog_format format,
                   enum hexfog_precision precision, enum hexfog_channels channels)
{
    struct hexfog_diagnostics diagnostics = { 0 };
    char path[] = "bench.tex";
    struct hexfog_output output = {
        .path = path, .format = format, .precision = precision, .channels = channels,
        .compression = format == HEXFOG_EXR ? HEXFOG_ZIP : HEXFOG_COMPRESSION_DEFAULT };

    if (hexfog_encoding_make(board->map, &board->description, &output, true, &bench->encoding,
                             &diagnostics) != HEXFOG_OK)
        fail_msg("%s", diagnostics.list[0].message);
    hexfog_diagnostics_free(&diagnostics);
}

void bench_file(struct bench *bench, const struct board *board, enum hexfog_format format,
                enum hexfog_precision precision, enum hexfog_channels channels,
                bench_damage *damage)
{
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct picture picture = { 0 };
    struct memory_file file;

    *bench = (struct bench){ .reader = NULL };
    settle(bench, board, format, precision, channels);
    picture_bake(&picture, board->map, 2);
    if (damage)
        damage(&picture);
    struct field field = { picture.width, picture.height, bench->encoding.max_level,
                           picture.level, picture.g };
    field_must_encode(&field, &bench->encoding, &file);
    snprintf(bench->path, sizeof bench->path, "%s", memory_file_save(&file, "bench.tex"));
    memory_file_free(&file);
    picture_free(&picture);
    if (hexfog_reader_open(bench->path, HEXFOG_DECODER_A, NULL, &bench->reader, &error))
        fail_msg("%s", error.message);
}

void bench_free(struct bench *bench)
{
    hexfog_reader_free(bench->reader);
    remove(bench->path);
    *bench = (struct bench){ .reader = NULL };
}

struct hexfog_checks *bench_verify(struct hexfog_gl *gl, const struct board *board,
                                   const struct bench *bench,
                                   const struct hexfog_verify_gl_options *options)
{
    struct hexfog_verify_gl_options defaults = { .threads = 2 };
    struct hexfog_checks *checks = calloc(1, sizeof *checks);
    struct hexfog_error error = { .status = HEXFOG_OK };

    assert_non_null(checks);
    if (hexfog_verify_gl(gl, board->map, &bench->encoding, bench->reader,
                         options ? options : &defaults, checks, &error))
        fail_msg("%s", error.message);
    return checks;
}

const struct hexfog_check *bench_check(const struct hexfog_checks *checks, const char *id)
{
    for (size_t i = 0; i < checks->count; i++)
        if (strcmp(checks->list[i].id, id) == 0)
            return &checks->list[i];
    return NULL;
}

void bench_all_pass(const struct hexfog_checks *checks, const char *what)
{
    assert_true(checks->count > 0);
    for (size_t i = 0; i < checks->count; i++) {
        const struct hexfog_check *check = &checks->list[i];
        if (check->verdict != HEXFOG_PASS)
            fail_msg("%s: %s: %g, at most %g; %s", what, check->id, check->measured,
                     check->bound, check->detail);
    }
}

int bench_failed(const struct hexfog_checks *checks, const char *beginning)
{
    int count = 0;

    for (size_t i = 0; i < checks->count; i++)
        count += checks->list[i].verdict == HEXFOG_FAIL &&
                 strncmp(checks->list[i].id, beginning, strlen(beginning)) == 0;
    return count;
}
