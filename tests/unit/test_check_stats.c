// SPDX-License-Identifier: MIT
// What info and hash find in a texture, against plain counting and the bake's own hash.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "check/texture_hash.h"
#include "check/texture_stats.h"
#include "encode_io.h"
#include "planes.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char metadata[] = "version=1 level_scale=64 max_level=20 metric=sweep";
static struct hexfog_texture_stats stats;

static void read_with(const char *path, double level_scale, int threads)
{
    struct hexfog_texture_stats_options options = { .level_scale = level_scale,
                                                    .threads = threads };
    struct hexfog_error error = { 0 };
    if (hexfog_texture_stats_read(path, &options, &stats, &error) != HEXFOG_OK)
        fail_msg("%s: %s", error.file, error.message);
}

static void save(const struct memory_file *file, const char *path)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file->bytes, 1, file->length, out), file->length);
    assert_int_equal(fclose(out), 0);
}

static void hashes_are_the_bakes(void **state)
{
    (void)state;
    struct hexfog_texture_hash_options options = { 0 };
    for (int kind = 0; kind < FIELD_KINDS; kind++) {
        struct field field;
        struct hexfog_encoding encoding;
        field_make(&field, (enum field_kind)kind, 67, 45, 60, 3);
        for (int number = 0; encoding_number(&field, number, &encoding); number++) {
            struct memory_file file = { 0 };
            struct hexfog_hasher *hasher;
            struct hexfog_error error = { 0 };
            char expected[65], got[65];
            assert_int_equal(hexfog_hasher_make(&encoding, 1, &hasher, &error), HEXFOG_OK);
            assert_int_equal(field_feed(&field, hexfog_hasher_sink(hasher), 1, &error), HEXFOG_OK);
            hexfog_hasher_digest(hasher, expected);
            hexfog_hasher_free(hasher);
            field_must_encode(&field, &encoding, &file);
            save(&file, "texture");
            memory_file_free(&file);
            options.threads = 1 + number % 3;
            assert_int_equal(hexfog_texture_hash("texture", &options, got, &error), HEXFOG_OK);
            assert_string_equal(got, expected);
            read_with("texture", 0, options.threads);
            assert_string_equal(stats.texel_hash, expected);
        }
        field_free(&field);
    }
}

static int compare(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Distinct values of G in a level, by sorting.
static uint32_t distinct(const struct planes *planes, double level_scale, int32_t level,
                         uint64_t *texel_count)
{
    size_t texels = (size_t)planes->width * (size_t)planes->height, count = 0;
    float *values = calloc(texels, sizeof *values);
    uint32_t found = 0;
    assert_non_null(values);
    for (size_t i = 0; i < texels; i++) {
        if (floor((double)planes->r[i] * level_scale + 0.5) == level)
            values[count++] = planes->g[i];
    }
    qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count; i++)
        found += i == 0 || values[i] != values[i - 1];
    free(values);
    *texel_count = count;
    return found;
}

static void counts_are_plain_counting(void **state)
{
    (void)state;
    for (int kind = 0; kind < FIELD_KINDS; kind++) {
        struct field field;
        struct hexfog_encoding encoding;
        field_make(&field, (enum field_kind)kind, 131, 89, 30, 9);
        for (int number = 0; encoding_number(&field, number, &encoding); number++) {
            struct memory_file file = { 0 };
            field_must_encode(&field, &encoding, &file);
            save(&file, "texture");
            memory_file_free(&file);
            read_with("texture", 0, 0);
            struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 10);
            uint64_t sum = 0, texels;
            for (int32_t i = 0; i < stats.level_count; i++) {
                const struct hexfog_level_stats *level = &stats.levels[i];
                assert_true(i == 0 || level->level > stats.levels[i - 1].level);
                uint32_t expected = distinct(&planes, encoding.level_scale, level->level, &texels);
                assert_int_equal(level->texel_count, texels);
                assert_int_equal(level->distinct_g, expected);
                assert_false(level->has_more_g);
                sum += texels;
            }
            assert_int_equal(sum, stats.texel_count);
            assert_int_equal(sum, 131 * 89);
            assert_true(stats.g_min >= 0 && stats.g_max <= 1);
            planes_free(&planes);
        }
        field_free(&field);
    }
}

enum { WIDE = 301, HIGH = 900, ODD_LEVELS = 320 }; // several strips, more levels than have maps

// Levels below 0 too, in runs; G of few bits and of many, -0, out of [0, 1], and no number.
static struct planes odd_planes(void)
{
    struct planes planes = planes_blank(WIDE, HIGH);
    uint64_t random = 5;
    int level = 0;
    for (int i = 0; i < WIDE * HIGH; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        uint32_t chance = (uint32_t)(random >> 33);
        level = i % 97 == 0 ? (int)(chance % ODD_LEVELS) - 9 : level;
        planes.r[i] = (float)level / 64 + (chance % 5 == 0 ? 0.001f : 0.0f);
        planes.g[i] = chance % 3 ? (float)(chance % 500) / 512 : (float)(chance % 700) / 701;
        if (chance % 1009 == 0)
            planes.g[i] = chance % 2 ? -0.0f : 1.5f;
        if (chance % 30011 == 0)
            planes.g[i] = chance % 2 ? NAN : -0.25f;
    }
    return planes;
}

static void odd_values_are_counted_plainly(void **state)
{
    (void)state;
    static struct hexfog_texture_stats first;
    struct planes planes = odd_planes();
    uint64_t outside = 0, nonfinite = 0, texels, sum = 0;
    float least = 1, most = 0;
    planes_write_exr(&planes, "odd.exr", metadata, false);
    for (int i = 0; i < WIDE * HIGH; i++) {
        float g = planes.g[i];
        nonfinite += isfinite(g) ? 0 : 1;
        outside += isfinite(g) && (g < 0 || g > 1) ? 1 : 0;
        least = g < least ? g : least;
        most = g > most ? g : most;
        planes.r[i] = isfinite(g) ? planes.r[i] : -1000.0f; // in no level
    }
    assert_true(nonfinite > 0 && outside > nonfinite);
    for (int threads = 1; threads <= 4; threads++) {
        read_with("odd.exr", 0, threads);
        if (threads == 1)
            first = stats;
        assert_memory_equal(&first, &stats, sizeof stats);
    }
    assert_int_equal(stats.level_count, ODD_LEVELS);
    assert_int_equal(stats.nonfinite_count, nonfinite);
    assert_int_equal(stats.g_outside_count, outside);
    assert_true(stats.g_min == (double)least && stats.g_max == (double)most);
    for (int32_t i = 0; i < stats.level_count; i++) {
        const struct hexfog_level_stats *level = &stats.levels[i];
        assert_int_equal(level->level, i - 9);
        assert_int_equal(level->distinct_g, distinct(&planes, 64, level->level, &texels));
        assert_int_equal(level->texel_count, texels);
        sum += texels;
    }
    assert_int_equal(sum + nonfinite, WIDE * HIGH);
    planes_free(&planes);
}

static void file_hash_is_sha256(void **state)
{
    (void)state;
    char expected[128] = "";
    struct planes planes = planes_blank(600, 700);
    planes_write_exr(&planes, "a.exr", metadata, false);
    planes_free(&planes);
    FILE *pipe = popen("sha256sum a.exr", "r");
    assert_non_null(pipe);
    assert_non_null(fgets(expected, sizeof expected, pipe));
    pclose(pipe);
    read_with("a.exr", 0, 0);
    assert_memory_equal(stats.file_hash, expected, 64);
}

static void odd_values_are_told(void **state)
{
    (void)state;
    struct planes planes = planes_blank(10, 10);
    struct hexfog_texture_hash_options options = { 0 };
    struct hexfog_error error = { 0 };
    char hex[65];
    planes.r[0] = -1 / 64.0F;
    planes.g[1] = -0.5F;
    planes.g[2] = 1.5F;
    planes.r[3] = 1e20F;
    planes.g[14] = NAN;
    planes.r[15] = INFINITY;
    planes_write_exr(&planes, "a.exr", metadata, false);
    planes_free(&planes);
    read_with("a.exr", 0, 0);
    assert_int_equal(stats.nonfinite_count, 2);
    assert_int_equal(stats.first_nonfinite.column, 4);
    assert_int_equal(stats.first_nonfinite.row, 1);
    assert_int_equal(stats.unlisted_count, 1);
    assert_int_equal(stats.g_outside_count, 2);
    assert_true(stats.g_min == -0.5 && stats.g_max == 1.5);
    assert_true(stats.r_min == -1 / 64.0 && stats.r_max == (double)1e20F);
    assert_int_equal(stats.level_count, 2);
    assert_int_equal(stats.levels[0].level, -1);
    assert_int_equal(stats.levels[0].texel_count, 1);
    assert_int_equal(stats.levels[1].texel_count, 96);
    assert_int_equal(stats.levels[1].distinct_g, 3);
    assert_string_equal(stats.texel_hash, "");
    assert_non_null(strstr(stats.no_hash, "(3, 0)"));
    assert_int_equal(hexfog_texture_hash("a.exr", &options, hex, &error), HEXFOG_IO);
    assert_string_equal(error.file, "a.exr");
}

static void unknown_scales_have_no_levels(void **state)
{
    (void)state;
    struct planes planes = planes_blank(10, 10);
    struct hexfog_texture_hash_options options = { 0 };
    struct hexfog_error error = { 0 };
    char hex[65];
    planes.r[0] = 5;
    planes_write_exr(&planes, "a.exr", NULL, false);
    planes_free(&planes);
    read_with("a.exr", 0, 0);
    assert_true(stats.level_scale == 0 && stats.level_count == 1 && stats.r_max == 5);
    assert_string_equal(stats.texel_hash, "");
    assert_int_equal(hexfog_texture_hash("a.exr", &options, hex, &error), HEXFOG_IO);
    read_with("a.exr", 2, 0);
    assert_int_equal(stats.level_count, 2);
    assert_int_equal(stats.levels[1].level, 10);
    options.level_scale = 2;
    assert_int_equal(hexfog_texture_hash("a.exr", &options, hex, &error), HEXFOG_OK);
    assert_string_equal(stats.texel_hash, hex);
}

static void counting_ends_somewhere(void **state)
{
    (void)state;
    struct planes planes = planes_blank(300, 200);
    for (int i = 0; i < 300 * 200; i++)
        planes.g[i] = (float)i / 60000;
    planes_write_exr(&planes, "g.exr", metadata, false);
    for (int i = 0; i < 300 * 200; i++)
        planes.r[i] = (float)i / 64;
    planes_write_exr(&planes, "r.exr", metadata, false);
    planes_free(&planes);
    read_with("g.exr", 0, 0);
    assert_int_equal(stats.levels[0].distinct_g, HEXFOG_MOST_DISTINCT_G);
    assert_true(stats.levels[0].has_more_g);
    read_with("r.exr", 0, 0);
    assert_int_equal(stats.level_count, HEXFOG_MOST_STATS_LEVELS);
    assert_int_equal(stats.unlisted_count, 60000 - HEXFOG_MOST_STATS_LEVELS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("a file's texel hash is the one that its bake writes down",
                          hashes_are_the_bakes),
        PROVES_IN_SCRATCH("texels and distinct G of each level are those of plain counting",
                          counts_are_plain_counting),
        PROVES_IN_SCRATCH("so are they of values and levels that no fogmap has, for all threads",
                          odd_values_are_counted_plainly),
        PROVES_IN_SCRATCH("the file hash is the file's SHA-256", file_hash_is_sha256),
        PROVES_IN_SCRATCH("values that no fogmap has are told, and have no hash",
                          odd_values_are_told),
        PROVES_IN_SCRATCH("without a scale there are no levels and no hash",
                          unknown_scales_have_no_levels),
        PROVES_IN_SCRATCH("counting says where it ended", counting_ends_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
