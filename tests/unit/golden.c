// SPDX-License-Identifier: MIT
// Turns tests/golden/NAME.hexfog.json and NAME.expected.json into plain arrays.
#include "golden.h"
#include "prove.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

const char *const golden_names[] = {
    "even-r-negative", "flat-y-up-offset", "non-square-texels", "odd-r-up", "one-tile",
    "path-leaves-the-texture", "pointy-seamless", "reveal-schedule", "scale-ten", "seed-small",
    "texels-per-unit", "three-sources-stretched", "tiled-stretched", "two-sources-blocked",
    "walled-in-extend", "walled-in-fog", "whole-texel-count", NULL};

static char *read_text(const char *name, const char *suffix)
{
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s%s", name, suffix);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        print_error("cannot read %s\n", path);
    assert_non_null(file);
    size_t limit = 4 << 20;
    char *text = malloc(limit);
    assert_non_null(text);
    size_t length = fread(text, 1, limit - 1, file);
    assert_int_equal(fclose(file), 0);
    text[length] = '\0';
    return text;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static void read_row(struct golden *golden, const cJSON *row, int32_t j)
{
    int32_t i = 0;
    const cJSON *texel;
    assert_int_equal(cJSON_GetArraySize(row), golden->width);
    cJSON_ArrayForEach(texel, row) {
        size_t at = (size_t)j * (size_t)golden->width + (size_t)i++;
        assert_int_equal(cJSON_GetArraySize(texel), 3);
        golden->level[at] = texel->child->valueint;
        golden->g[at] = texel->child->next->valuedouble;
        golden->tie[at] = texel->child->next->next->valueint == 1;
    }
}

static void read_texels(struct golden *golden, const cJSON *rows)
{
    size_t count = (size_t)golden->width * (size_t)golden->height;
    golden->level = calloc(count, sizeof *golden->level);
    golden->g = calloc(count, sizeof *golden->g);
    golden->tie = calloc(count, sizeof *golden->tie);
    assert_true(golden->level != NULL && golden->g != NULL && golden->tie != NULL);
    assert_int_equal(cJSON_GetArraySize(rows), golden->height);
    int32_t j = 0;
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
        read_row(golden, row, j++);
}

void golden_read(struct golden *golden, const char *name)
{
    *golden = (struct golden){.description = read_text(name, ".hexfog.json")};
    char *text = read_text(name, ".expected.json");
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    golden->width = (int32_t)number(root, "width");
    golden->height = (int32_t)number(root, "height");
    golden->level_scale = number(root, "level_scale");
    golden->fog_level = (int32_t)number(root, "fog_level");
    golden->max_level = (int32_t)number(root, "max_level");
    golden->g_tolerance = number(root, "g_tolerance");
    const cJSON *bounds = cJSON_GetObjectItemCaseSensitive(root, "bounds");
    assert_int_equal(cJSON_GetArraySize(bounds), 4);
    for (int i = 0; i < 4; i++)
        golden->bounds[i] = cJSON_GetArrayItem(bounds, i)->valuedouble;
    read_texels(golden, cJSON_GetObjectItemCaseSensitive(root, "texels"));
    cJSON_Delete(root);
    free(text);
}

void golden_free(struct golden *golden)
{
    free(golden->description);
    free(golden->level);
    free(golden->g);
    free(golden->tie);
    *golden = (struct golden){0};
}
