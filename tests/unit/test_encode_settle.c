// SPDX-License-Identifier: MIT
// Outputs of a description: their defaults, and what is refused with which words.
// SOURCES: tests/unit/board.c
#include "prove.h"
#include <stdlib.h>
#include <string.h>
#include "board.h"

// One tile of the level asked for, and what the output asks for.
static void board_with(struct board *board, int level, const char *scale, const char *output)
{
    board_make(board,
               "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1,"
               " \"shape\": { \"radius\": 0 } },"
               " \"field\": { \"levels\": [[0, 0, %d]] },"
               " \"texture\": { \"width\": 8, \"height\": 8, \"bounds\": [-0.5, -0.5, 0.5, 0.5] },"
               " \"encoding\": { \"level_scale\": %s },\n"
               " \"outputs\": [ { \"path\": \"other.hdr\" },\n   { %s } ] }",
               level, scale, output);
}

struct outcome {
    hexfog_status status;
    struct hexfog_encoding encoding;
    struct hexfog_diagnostics found;
};

static struct outcome settle(int level, const char *scale, const char *output)
{
    struct outcome outcome = { .status = HEXFOG_OK };
    struct board board;
    board_with(&board, level, scale, output);
    outcome.status = hexfog_encoding_make(board.map, &board.description,
                                          &board.description.outputs[1], true, &outcome.encoding,
                                          &outcome.found);
    board_free(&board);
    return outcome;
}

static void expect_clean(struct outcome outcome)
{
    if (outcome.found.count)
        fail_msg("%s", outcome.found.list[0].message);
    assert_int_equal(outcome.status, HEXFOG_OK);
    hexfog_diagnostics_free(&outcome.found);
}

// One finding at the output's path, with each of the words.
static void expect_found(struct outcome outcome, bool is_warning, const char *rule,
                         const char *const words[])
{
    assert_int_equal(outcome.status, is_warning ? HEXFOG_OK : HEXFOG_INPUT);
    assert_true(outcome.found.count >= 1);
    const struct hexfog_error *error = &outcome.found.list[0];
    assert_int_equal(error->is_warning, is_warning);
    assert_string_equal(error->rule, rule);
    assert_string_equal(error->key, "outputs[1].path");
    assert_int_equal(error->line, 3);
    assert_int_equal(error->column, 14);
    for (size_t i = 0; words[i]; i++) {
        if (!strstr(error->message, words[i]))
            fail_msg("no \"%s\" in: %s", words[i], error->message);
    }
    hexfog_diagnostics_free(&outcome.found);
}
#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void defaults(void **state)
{
    (void)state;
    struct outcome exr = settle(2048, "\"auto\"", "\"path\": \"a.exr\"");
    assert_int_equal(exr.encoding.precision, HEXFOG_HALF);
    assert_int_equal(exr.encoding.compression, HEXFOG_ZIP);
    assert_int_equal(exr.encoding.channels, HEXFOG_RGB);
    assert_int_equal(exr.encoding.encoder, HEXFOG_STREAM);
    assert_int_equal(exr.encoding.width_px, 8);
    assert_int_equal(exr.encoding.height_px, 8);
    assert_int_equal(exr.encoding.max_level, 2048);
    assert_true(exr.encoding.level_scale == 4096.0);
    expect_clean(exr);
    exr = settle(2049, "\"auto\"", "\"path\": \"a.exr\"");
    assert_int_equal(exr.encoding.precision, HEXFOG_FLOAT);
    expect_clean(exr);
    exr = settle(20, "10", "\"path\": \"a.exr\"");
    assert_int_equal(exr.encoding.precision, HEXFOG_HALF);
    assert_true(exr.encoding.level_scale == 10.0);
    expect_clean(exr);
    struct outcome png = settle(20, "10", "\"path\": \"a.png\"");
    assert_true(png.encoding.level_scale == 255.0);
    expect_clean(png);
    struct outcome constants = settle(300, "\"auto\"", "\"path\": \"a.fogmap.json\"");
    assert_true(constants.encoding.level_scale == 512.0);
    assert_int_equal(constants.encoding.format, HEXFOG_CONSTANTS);
    expect_clean(constants);
}

static void hdr_limits(void **state)
{
    (void)state;
    expect_clean(settle(63, "\"auto\"", "\"path\": \"a.hdr\""));
    expect_found(settle(64, "\"auto\"", "\"path\": \"a.hdr\""), true, "D25",
                 WORDS("a.hdr", "(m + 0.5)/256", "level ",
                       "write an .exr, or make sure that the engine decodes m/256"));
    expect_found(settle(127, "\"auto\"", "\"path\": \"a.hdr\""), true, "D25",
                 WORDS("(m + 0.5)/256"));
    expect_found(settle(128, "\"auto\"", "\"path\": \"a.hdr\""), false, "D25",
                 WORDS("a.hdr: the greatest level is 128, and .hdr holds levels to 127 with "
                       "level_scale auto (with 256, level 1 reads back as 2; allowed: .exr half, "
                       ".exr float, .ktx2 rgb9e5, .ktx2 half, .ktx2 float, .png)"));
    expect_found(settle(300, "\"auto\"", "\"path\": \"a.hdr\", \"encoder\": \"reference\""), false,
                 "D25", WORDS("holds levels to 127",
                              "allowed: .exr half, .exr float, .ktx2 half, .ktx2 float)"));
}

static void png_and_half_limits(void **state)
{
    (void)state;
    expect_clean(settle(255, "10", "\"path\": \"a.png\""));
    expect_found(settle(256, "10", "\"path\": \"a.png\""), false, "D25",
                 WORDS("level is 256, and .png holds levels to 255 with level_scale 255 ",
                       "level 256 reads back as 255", ".exr half"));
    expect_clean(settle(2048, "\"auto\"", "\"path\": \"a.exr\", \"precision\": \"half\""));
    expect_found(settle(2049, "\"auto\"", "\"path\": \"a.exr\", \"precision\": \"half\""), false,
                 "D25", WORDS("level 2049", ".exr half holds levels to 2048",
                              "allowed: .exr float, .ktx2 float)"));
    expect_clean(settle(16777214, "\"auto\"", "\"path\": \"a.exr\""));
}

static void given_scales(void **state)
{
    (void)state;
    expect_clean(settle(20, "10", "\"path\": \"a.hdr\""));
    expect_found(settle(400, "10", "\"path\": \"a.hdr\""), false, "D25",
                 WORDS("level_scale 10", "the greatest level is 400", "holds levels to "));
    expect_found(settle(3000, "20.299999999999997",
                        "\"path\": \"a.exr\", \"precision\": \"half\""), false, "D25",
                 WORDS("level_scale 20.299999999999997", ".exr float"));
}

static void ktx2_limits(void **state)
{
    (void)state;
    const char *shared = "\"path\": \"a.ktx2\", \"precision\": \"rgb9e5\"";
    const char *half = "\"path\": \"a.ktx2\", \"precision\": \"half\", \"mipmaps\": true";
    struct outcome outcome = settle(2048, "\"auto\"", "\"path\": \"a.ktx2\"");
    expect_clean(outcome);
    assert_int_equal(outcome.encoding.precision, HEXFOG_HALF);
    assert_int_equal(outcome.encoding.channels, HEXFOG_RG);
    assert_false(outcome.encoding.mipmaps);
    outcome = settle(2049, "\"auto\"", "\"path\": \"a.ktx2\"");
    expect_clean(outcome);
    assert_int_equal(outcome.encoding.precision, HEXFOG_FLOAT);
    expect_found(settle(2049, "\"auto\"", half), false, "D25",
                 WORDS("level 2049", ".ktx2 half holds levels to 2048",
                       "allowed: .exr float, .ktx2 float)"));
    expect_clean(settle(255, "\"auto\"", shared));
    expect_found(settle(256, "\"auto\"", shared), false, "D25",
                 WORDS(".ktx2 rgb9e5 holds levels to 255", "allowed: .exr half, .exr float, .ktx2 "
                       "half, .ktx2 float)"));
    expect_clean(settle(100, "10", shared));
    expect_found(settle(100000, "1", shared), false, "D25", WORDS("rgb9e5", "reads back as"));
}

static void levels_unchecked(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_encoding encoding;
    struct hexfog_diagnostics found = { 0 };
    board_with(&board, 500, "\"auto\"", "\"path\": \"a.hdr\"");
    assert_int_equal(hexfog_encoding_make(board.map, &board.description,
                                          &board.description.outputs[1], false, &encoding, &found),
                     HEXFOG_OK);
    assert_int_equal(found.count, 0);
    board_free(&board);
}

// An -o file: its place names no key of the description.
static void command_line_outputs(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_encoding encoding;
    struct hexfog_diagnostics found = { 0 };
    static char name[] = "-o";
    board_with(&board, 20, "10", "\"path\": \"a.hdr\"");
    struct hexfog_output output = { .path = board.description.outputs[1].path,
                                    .format = HEXFOG_HDR,
                                    .precision = HEXFOG_HALF,
                                    .place = { .file = HEXFOG_MAX_FILES - 1 } };
    struct hexfog_description description = board.description;
    description.files[HEXFOG_MAX_FILES - 1] = name;
    assert_int_equal(hexfog_encoding_make(board.map, &description, &output, true, &encoding,
                                          &found), HEXFOG_INPUT);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.list[0].file, "-o");
    assert_string_equal(found.list[0].key, "");
    assert_string_equal(found.list[0].rule, "D22");
    assert_int_equal(found.list[0].line, 0);
    assert_non_null(strstr(found.list[0].message, "precision"));
    hexfog_diagnostics_free(&found);
    board_free(&board);
}

// Whole-image writers have a limit; it is known before anything is allocated.
static void too_large_for_whole_images(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "\"path\": \"a.png\"", "\"path\": \"a.hdr\", \"encoder\": \"reference\"",
        "\"path\": \"a.exr\", \"encoder\": \"reference\""
    };
    for (int i = 0; i < 4; i++) {
        struct board board;
        struct outcome outcome = { .status = HEXFOG_OK };
        board_make(&board,
                   "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1,"
                   " \"shape\": { \"radius\": 0 } },"
                   " \"texture\": { \"width\": 16385, \"height\": 16384 },\n"
                   " \"outputs\": [ { \"path\": \"other.hdr\" },\n   { %s } ] }",
                   i < 3 ? refused[i] : "\"path\": \"a.exr\"");
        outcome.status = hexfog_encoding_make(board.map, &board.description,
                                              &board.description.outputs[1], true,
                                              &outcome.encoding, &outcome.found);
        board_free(&board);
        if (i == 3)
            expect_clean(outcome);
        else
            expect_found(outcome, false, "D22", WORDS("16385 x 16384", "268435456"));
    }
}

// The constants of a board whose figures are plain.
static void constants_are_as_the_contract_lists(void **state)
{
    (void)state;
    static const char want[] =
        "{\n  \"hexfog\": 1,\n  \"width\": 8,\n  \"height\": 8,\n  \"level_scale\": 64,\n"
        "  \"max_level\": 5,\n  \"shape_max_level\": 5,\n  \"metric\": \"sweep\",\n"
        "  \"bounds\": [-0.5, -0.5, 0.5, 0.5],\n  \"y_axis\": \"down\",\n"
        "  \"uv_from_world\": {\n    \"scale\": [1, 1],\n    \"offset\": [0.5, 0.5]\n  },\n"
        "  \"texel_hash\": {\n    \"a.hdr\": \"00ff\",\n    \"b \\\"c\\\".exr\": \"11\"\n  },\n"
        "  \"max_g_error\": {\n    \"a.hdr\": 0.001953125,\n    \"b \\\"c\\\".exr\": 0.25\n  }\n"
        "}\n";
    const struct hexfog_constants_texture textures[] = { { "a.hdr", "00ff", 0x1p-9 },
                                                         { "b \"c\".exr", "11", 0.25 } };
    struct board board;
    char *text;
    size_t length;
    board_with(&board, 5, "64", "\"path\": \"a.hdr\"");
    assert_int_equal(hexfog_constants_text(board.map, 64.0, textures, 2, &text, &length, NULL),
                     HEXFOG_OK);
    assert_string_equal(text, want);
    assert_int_equal(length, sizeof want - 1);
    hexfog_free(text);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("an output's defaults are those of the contract", defaults),
        PROVES("an .hdr warns from level 64 and is refused from 128, at its path", hdr_limits),
        PROVES("a .png is refused from level 256, a half from 2049", png_and_half_limits),
        PROVES("a given level_scale has its own limit", given_scales),
        PROVES("a .ktx2 is half to level 2048, else float; rgb9e5 is refused from level 256",
               ktx2_limits),
        PROVES("check_levels = false leaves levels out", levels_unchecked),
        PROVES("an -o file's errors are placed at -o", command_line_outputs),
        PROVES("a whole-image writer refuses more than 2^28 texels", too_large_for_whole_images),
        PROVES("the constants file has the contract's keys in its order",
               constants_are_as_the_contract_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
