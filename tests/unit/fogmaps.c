// SPDX-License-Identifier: MIT
// Boards become texture files, and texture files verdicts.
#include "prove.h"
#include "fogmaps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fogmap_board(struct board *board, enum hexfog_metric metric, const char *level_scale)
{
    board_make(board,
               "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\", \"size\": 1.1,"
               " \"coordinates\": \"odd-r\", \"shape\": { \"columns\": 9, \"rows\": 8 } },"
               " \"field\": { \"sources\": [[1, 1], [2, 6]], \"metric\": \"%s\","
               " \"blocked\": [[3, 1], [3, 2], [4, 4], [5, 3]] },"
               " \"texture\": { \"width\": 90, \"height\": 70, \"bounds\": [-1, -1.2, 16, 12] },"
               " \"encoding\": { \"level_scale\": %s } }",
               metric == HEXFOG_SWEEP ? "sweep" : "seamless", level_scale);
}

static const struct {
    const char *name;
    enum hexfog_format format;
    enum hexfog_precision precision;
} kinds[FOGMAP_KINDS] = {
    { "fog.hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT },
    { "half.exr", HEXFOG_EXR, HEXFOG_HALF },
    { "float.exr", HEXFOG_EXR, HEXFOG_FLOAT },
    { "fog.png", HEXFOG_PNG, HEXFOG_PRECISION_DEFAULT },
};

const char *fogmap_name(int kind)
{
    return kinds[kind].name;
}

struct hexfog_encoding fogmap_encoding(const struct board *board, int kind)
{
    char path[40];
    struct hexfog_output output = { .path = path, .format = kinds[kind].format,
                                    .precision = kinds[kind].precision };
    struct hexfog_encoding encoding;
    struct hexfog_diagnostics diagnostics = { 0 };

    snprintf(path, sizeof path, "%s", kinds[kind].name);
    assert_int_equal(hexfog_encoding_make(board->map, &board->description, &output, true, &encoding,
                                          &diagnostics), HEXFOG_OK);
    hexfog_diagnostics_free(&diagnostics);
    return encoding;
}

struct field fogmap_field(const struct board *board)
{
    struct picture picture;

    picture_bake(&picture, board->map, 2);
    return (struct field){ .width = picture.width, .height = picture.height,
                           .max_level = hexfog_map_facts(board->map).max_level,
                           .level = picture.level, .g = picture.g };
}

void fogmap_write(const struct field *field, const struct hexfog_encoding *encoding,
                  const char *path)
{
    struct memory_file file = { 0 };
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    field_must_encode(field, encoding, &file);
    assert_int_equal(fwrite(file.bytes, 1, file.length, out), file.length);
    assert_int_equal(fclose(out), 0);
    memory_file_free(&file);
}

static void list_failed(struct fogmap_verdict *verdict)
{
    for (size_t i = 0; i < verdict->checks.count; i++) {
        const struct hexfog_check *check = &verdict->checks.list[i];
        if (check->verdict != HEXFOG_FAIL)
            continue;
        if (verdict->failed[0])
            strcat(verdict->failed, " ");
        assert_true(strlen(verdict->failed) + strlen(check->id) + 2 < sizeof verdict->failed);
        strcat(verdict->failed, check->id);
    }
}

void fogmap_verify(const struct board *board, const struct hexfog_encoding *expected,
                   const char *path, enum hexfog_rgbe_decoder decoder,
                   struct fogmap_verdict *verdict)
{
    struct hexfog_reader *reader;
    struct hexfog_error error = { 0 };

    memset(verdict, 0, sizeof *verdict);
    if (hexfog_reader_open(path, decoder, NULL, &reader, &error) != HEXFOG_OK ||
        hexfog_verify_cpu(board->map, expected, reader, NULL, &verdict->findings, &verdict->checks,
                          &error) != HEXFOG_OK ||
        hexfog_likely_cause(board->map, expected, reader, &verdict->findings, &verdict->likely,
                            &error) != HEXFOG_OK)
        fail_msg("%s: %s", path, error.message);
    hexfog_reader_free(reader);
    list_failed(verdict);
    assert_int_equal(hexfog_checks_failed(&verdict->checks) > 0, verdict->failed[0] != '\0');
}
