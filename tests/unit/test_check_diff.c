// SPDX-License-Identifier: MIT
// What counts as different between two textures, ours and strangers', and what does not.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "check/diff.h"
#include "encode_io.h"
#include "foreign_exr.h"
#include "planes.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 53, HEIGHT = 41, TEXELS = WIDTH * HEIGHT, MAX_LEVEL = 20 };
static const char metadata[] = "version=1 level_scale=64 max_level=20 metric=sweep";
static const struct hexfog_diff_options plain = { .max_g_error = -1 };

// One field through one of our encoders, as a file.
static void put(const char *path, enum hexfog_format format, enum hexfog_precision precision)
{
    struct field field;
    struct memory_file file = { 0 };
    field_make(&field, FIELD_TILES, WIDTH, HEIGHT, MAX_LEVEL, 5);
    struct hexfog_encoding encoding = encoding_for(&field, format);
    if (precision != HEXFOG_PRECISION_DEFAULT)
        encoding.precision = precision;
    field_must_encode(&field, &encoding, &file);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.bytes, 1, file.length, out), file.length);
    assert_int_equal(fclose(out), 0);
    memory_file_free(&file);
    field_free(&field);
}

static struct hexfog_diff diff_with(const char *a, const char *b,
                                    const struct hexfog_diff_options *options)
{
    const char *const paths[2] = { a, b };
    struct hexfog_error error = { 0 };
    struct hexfog_diff diff;
    if (hexfog_diff_textures(paths, options, &diff, &error) != HEXFOG_OK)
        fail_msg("%s: %s", error.file, error.message);
    return diff;
}

static struct hexfog_diff diff_plainly(const char *a, const char *b)
{
    return diff_with(a, b, &plain);
}

static void expect_texel(const struct hexfog_diff_texel *texel, int32_t column, int32_t row,
                         double a, double b)
{
    assert_true(texel->is_set);
    assert_int_equal(texel->texel.column, column);
    assert_int_equal(texel->texel.row, row);
    assert_true(texel->a == a && texel->b == b);
}

// An .exr of floats and one like it, in which the test changes texels.
static struct planes changed(void)
{
    put("a.exr", HEXFOG_EXR, HEXFOG_FLOAT);
    return planes_read("a.exr", HEXFOG_DECODER_A, 8);
}

static void save_changed(struct planes *planes)
{
    planes_write_exr(planes, "b.exr", metadata, false);
    planes_free(planes);
}

static void two_kinds_are_same(void **state)
{
    (void)state;
    put("a.hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT);
    put("a.exr", HEXFOG_EXR, HEXFOG_HALF);
    put("f.exr", HEXFOG_EXR, HEXFOG_FLOAT);
    struct hexfog_diff diff = diff_plainly("a.hdr", "a.exr");
    assert_false(diff.is_different || diff.is_same_encoding);
    assert_true(diff.g_tolerance == 0x1p-9 + 0x1p-12);
    assert_true(diff.max_g_error > 0 && diff.max_g_error <= diff.g_tolerance);
    assert_true(diff.mean_g_error > 0 && diff.mean_g_error < diff.max_g_error);
    assert_int_equal(diff.texel_count, TEXELS);
    diff = diff_plainly("f.exr", "a.exr");
    assert_true(!diff.is_different && diff.g_tolerance == 0x1p-12 + 0x1p-25);
}

static void cut_mantissas_are_found(void **state)
{
    (void)state;
    put("a.hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT);
    put("f.exr", HEXFOG_EXR, HEXFOG_FLOAT);
    struct planes planes = planes_read("f.exr", HEXFOG_DECODER_A, 8);
    planes_write_hdr(&planes, "rounded.hdr", metadata, false);
    planes_write_hdr(&planes, "cut.hdr", metadata, true);
    planes_free(&planes);
    struct hexfog_diff diff = diff_plainly("a.hdr", "rounded.hdr");
    assert_true(!diff.is_different && diff.is_same_encoding && diff.g_tolerance == 0);
    diff = diff_plainly("a.hdr", "cut.hdr");
    assert_true(diff.is_different && diff.g_tolerance == 0);
    assert_true(diff.g.count > TEXELS / 4);
    assert_int_equal(diff.levels.count, 0);
}

static void counts_and_places(void **state)
{
    (void)state;
    struct planes planes = changed();
    float g_first = planes.g[7 * WIDTH + 3], g_worst = planes.g[9 * WIDTH + 2];
    double level_first = floor((double)planes.r[5] * 64 + 0.5);
    double level_worst = floor((double)planes.r[TEXELS - 1] * 64 + 0.5);
    planes.r[5] += 1 / 64.0F;
    planes.r[TEXELS - 1] += 3 / 64.0F;
    planes.g[7 * WIDTH + 3] += 0.125F;
    planes.g[9 * WIDTH + 2] += 0.5F;
    planes.g[9 * WIDTH + 3] += 0.25F;
    float g_now = planes.g[7 * WIDTH + 3], g_worst_now = planes.g[9 * WIDTH + 2];
    save_changed(&planes);
    struct hexfog_diff diff = diff_plainly("a.exr", "b.exr");
    assert_true(diff.is_different);
    assert_int_equal(diff.levels.count, 2);
    expect_texel(&diff.levels.first, 5, 0, level_first, level_first + 1);
    expect_texel(&diff.levels.worst, WIDTH - 1, HEIGHT - 1, level_worst, level_worst + 3);
    assert_int_equal(diff.g.count, 3);
    expect_texel(&diff.g.first, 3, 7, (double)g_first, (double)g_now);
    expect_texel(&diff.g.worst, 2, 9, (double)g_worst, (double)g_worst_now);
    assert_true(diff.max_g_error == fabs((double)g_worst_now - (double)g_worst));
    assert_int_equal(diff.nonfinite.count, 0);
}

static void tolerances_allow(void **state)
{
    (void)state;
    struct planes planes = changed();
    planes.r[1] += 1 / 64.0F;
    planes.r[2] += 1 / 64.0F;
    for (int i = 10; i < 15; i++)
        planes.g[i] += 0.01F;
    save_changed(&planes);
    struct hexfog_diff_options options = plain;
    options.max_level_errors = 2;
    options.allowed_texels = 5;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    options.max_level_errors = 1;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
    options.max_level_errors = 2;
    options.allowed_texels = 4;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
    options.max_g_error = 0.011;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    options.max_g_error = 0.009;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
    options.ignored = HEXFOG_IGNORE_G;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    options.max_level_errors = 0;
    options.ignored |= HEXFOG_IGNORE_LEVELS;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
}

static void nonfinite_is_never_equal(void **state)
{
    (void)state;
    struct planes planes = changed();
    planes.g[100] = NAN;
    planes.r[200] = INFINITY;
    save_changed(&planes);
    struct hexfog_diff_options options = plain;
    options.allowed_texels = options.max_level_errors = UINT64_MAX;
    options.max_g_error = 1e9;
    struct hexfog_diff diff = diff_with("b.exr", "b.exr", &options);
    assert_true(diff.is_different);
    assert_int_equal(diff.nonfinite.count, 2);
    assert_int_equal(diff.levels.count + diff.g.count, 0);
    assert_int_equal(diff.nonfinite.first.texel.column, 100 % WIDTH);
    assert_int_equal(diff.nonfinite.first.channel, 'G');
    assert_true(isnan(diff.nonfinite.first.a) && isnan(diff.nonfinite.first.b));
    options.ignored = HEXFOG_IGNORE_NONFINITE;
    assert_false(diff_with("b.exr", "b.exr", &options).is_different);
    options.ignored = 0;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
}

static void sizes_count(void **state)
{
    (void)state;
    struct planes small = planes_blank(8, 4);
    put("a.exr", HEXFOG_EXR, HEXFOG_FLOAT);
    planes_write_exr(&small, "small.exr", metadata, false);
    planes_free(&small);
    struct hexfog_diff_options options = plain;
    options.ignored = ~0U;
    struct hexfog_diff diff = diff_with("a.exr", "small.exr", &options);
    assert_true(diff.is_different && diff.is_size_different);
    assert_int_equal(diff.texel_count, 0);
}

// The planes of a.exr as a stranger writes them.
static struct foreign_exr foreign(const struct planes *planes, bool is_half)
{
    return (struct foreign_exr){
        .width = planes->width, .height = planes->height, .metadata = metadata,
        .channel_count = 3,
        .channels = { { "B", is_half, planes->b }, { "G", is_half, planes->g },
                      { "R", is_half, planes->r } },
    };
}

static void channels_count(void **state)
{
    (void)state;
    struct planes planes = changed();
    struct foreign_exr image = foreign(&planes, false);
    image.channel_count = 4;
    image.channels[3] = image.channels[2];
    memmove(&image.channels[1], &image.channels[0], 2 * sizeof image.channels[0]);
    image.channels[0] = (struct foreign_channel){ "A", false, planes.b };
    foreign_exr_write(&image, "b.exr");
    planes_write_hdr(&planes, "rgb.hdr", metadata, false);
    planes_free(&planes);
    struct hexfog_diff_options options = plain;
    assert_true(diff_plainly("a.exr", "b.exr").are_channels_different);
    assert_true(diff_plainly("a.exr", "b.exr").is_different);
    options.ignored = HEXFOG_IGNORE_CHANNELS;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    // B, G, R in the one and R, G, B in the other.
    assert_false(diff_plainly("a.exr", "rgb.hdr").are_channels_different);
}

static void each_key_counts(void **state)
{
    (void)state;
    static const char *const keys[] = { "metadata" };
    struct planes planes = changed();
    planes_write_exr(&planes, "b.exr", "version=1 level_scale=64 max_level=21 metric=sweep by=me",
                     false);
    planes_write_exr(&planes, "none.exr", NULL, false);
    planes_free(&planes);
    struct hexfog_diff diff = diff_plainly("a.exr", "b.exr");
    assert_true(diff.is_different);
    assert_int_equal(diff.key_count, 5);
    for (size_t i = 0; i < diff.key_count; i++) {
        const struct hexfog_diff_key *key = &diff.keys[i];
        bool is_other = strcmp(key->name, "max_level") == 0 || strcmp(key->name, "by") == 0;
        assert_int_equal(key->differs, is_other);
    }
    const char *both[] = { "max_level", "by" };
    struct hexfog_diff_options options = plain;
    options.ignored_keys = both;
    options.ignored_key_count = 1;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
    options.ignored_key_count = 2;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    options.ignored_keys = keys; // the name of no key
    options.ignored_key_count = 1;
    assert_true(diff_with("a.exr", "b.exr", &options).is_different);
    options.ignored = HEXFOG_IGNORE_METADATA;
    assert_false(diff_with("a.exr", "b.exr", &options).is_different);
    // The other file's scale holds for one that does not tell its own.
    assert_true(diff_plainly("a.exr", "none.exr").is_different);
    assert_int_equal(diff_plainly("a.exr", "none.exr").levels.count, 0);
    assert_false(diff_with("a.exr", "none.exr", &options).is_different);
}

// Two texts of keys that a diff cannot list one by one: it tells them apart all the same.
static void save_text(const char *path, const char *more, int count, const char *last)
{
    static char text[1200];
    int length = snprintf(text, sizeof text, "version=1 level_scale=64 max_level=20 metric=sweep");
    struct planes planes = changed();

    for (int i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%d", more, i % 10);
    snprintf(text + length, sizeof text - (size_t)length, "%s", last);
    planes_write_exr(&planes, path, text, false);
    planes_free(&planes);
}

static void no_key_is_dropped(void **state)
{
    (void)state;
    static const struct { const char *more; int count; const char *a, *b; } texts[] = {
        { " k", 10, " a=1 b=1 c=1", " a=1 b=1 c=2" },        // one too many
        { " x", 1, " a=1 a=2", " a=1 a=3" },                 // the same again
        { "", 50, "key=1", "key=2" },                        // a long name
        { " k=", 1, "", "1" },
        { " value=", 1, "", " value=1" },
        { "abcdefghi", 9, "1", "2" },                        // a long value
        { "abcdefghi", 90, "1", "2" },                       // what is read no further
        { " k", 1, "\xc3\xa4", "\xc3\xb6" },                 // letters that are not shown
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct hexfog_diff_options options = plain;
        save_text("a2.exr", texts[i].more, texts[i].count, texts[i].a);
        save_text("b2.exr", texts[i].more, texts[i].count, texts[i].b);
        assert_true(diff_plainly("a2.exr", "b2.exr").is_different);
        assert_false(diff_plainly("b2.exr", "b2.exr").is_different);
        options.ignored = HEXFOG_IGNORE_METADATA;
        assert_false(diff_with("a2.exr", "b2.exr", &options).is_different);
    }
}

static void strangers_are_same(void **state)
{
    (void)state;
    struct planes planes = changed();
    struct hexfog_diff_options options = plain;
    options.ignored = HEXFOG_IGNORE_METADATA;
    for (int compression = 0; compression <= 4; compression++) { // none to PIZ: lossless
        for (int variant = 0; variant < 8; variant++) {
            struct foreign_exr image = foreign(&planes, variant & 1);
            image.compression = compression;
            image.tile_width = variant & 2 ? 16 : 0;
            image.tile_height = variant & 2 ? 24 : 0;
            image.metadata = variant & 4 ? metadata : NULL;
            image.x_min = variant & 1 ? -7 : 0;
            image.y_min = variant & 1 ? 11 : 0;
            foreign_exr_write(&image, "b.exr");
            struct hexfog_diff diff = diff_with("a.exr", "b.exr", &options);
            assert_false(diff.is_different);
            assert_int_equal(diff.is_same_encoding, !(variant & 1));
        }
    }
    planes_free(&planes);
}

static void scale_can_be_given(void **state)
{
    (void)state;
    struct planes planes = changed();
    planes.r[0] = 20 / 64.0F;
    planes_write_exr(&planes, "a.exr", metadata, false);
    for (int i = 0; i < TEXELS; i++)
        planes.r[i] *= 6.4F;
    planes_write_exr(&planes, "ten.exr", NULL, false); // level / 10
    planes_write_hdr(&planes, "ten.hdr", "by=me", false);
    planes_free(&planes);
    struct hexfog_diff_options options = plain;
    options.ignored = HEXFOG_IGNORE_METADATA;
    assert_true(diff_with("a.exr", "ten.exr", &options).levels.count > 0);
    options.level_scale = 10;
    struct hexfog_diff diff = diff_with("a.exr", "ten.exr", &options);
    assert_int_equal(diff.levels.count, 0);
    assert_false(diff.is_different);
    // R of 2 costs the .hdr two bits of G; nothing but the texels tells that.
    diff = diff_with("ten.exr", "ten.hdr", &options);
    assert_false(diff.is_different);
    assert_true(diff.side[1].g_bound == 0x1p-7);
    options.level_scale = 0; // R itself, then
    diff = diff_with("ten.exr", "ten.hdr", &options);
    assert_true(!diff.are_levels_known && !diff.is_different);
}

static void same_for_any_thread_count(void **state)
{
    (void)state;
    enum { SIDE = 700 }; // several strips
    struct planes planes = planes_blank(SIDE, SIDE);
    struct hexfog_diff expected = { 0 };
    for (int i = 0; i < SIDE * SIDE; i++)
        planes.g[i] = (float)(i % 991) / 991;
    planes_write_exr(&planes, "a.exr", metadata, false);
    for (int i = 0; i < SIDE * SIDE; i += 77)
        planes.g[i] += (float)(i % 13) / 64;
    planes.r[SIDE * SIDE / 2] = NAN;
    planes.r[SIDE * SIDE - 1] = 1;
    planes_write_exr(&planes, "b.exr", metadata, false);
    planes_free(&planes);
    for (int threads = 1; threads <= 5; threads++) {
        struct hexfog_diff_options options = plain;
        options.threads = threads;
        struct hexfog_diff diff = diff_with("a.exr", "b.exr", &options);
        assert_true(diff.is_different && diff.g.count > 1000 && diff.levels.count == 1);
        if (threads == 1)
            expected = diff;
        assert_true(diff.mean_g_error == expected.mean_g_error);
        assert_int_equal(diff.g.count, expected.g.count);
        assert_memory_equal(&diff.g.worst.texel, &expected.g.worst.texel,
                            sizeof diff.g.worst.texel);
        assert_memory_equal(&diff.nonfinite.first.texel, &expected.nonfinite.first.texel,
                            sizeof diff.nonfinite.first.texel);
    }
}

static void damage_is_not_same(void **state)
{
    (void)state;
    const char *const paths[2] = { "a.hdr", "cut.hdr" };
    struct hexfog_error error = { 0 };
    struct hexfog_diff diff;
    put("a.hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT);
    assert_int_equal(system("head -c 2000 a.hdr >cut.hdr"), 0);
    assert_int_equal(hexfog_diff_textures(paths, &plain, &diff, &error), HEXFOG_IO);
    assert_string_equal(error.file, "cut.hdr");
    const char *const twice[2] = { "cut.hdr", "cut.hdr" };
    assert_int_equal(hexfog_diff_textures(twice, &plain, &diff, &error), HEXFOG_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH(".hdr and .exr of one map are the same within both bounds",
                          two_kinds_are_same),
        PROVES_IN_SCRATCH("an .hdr with cut mantissas differs from a rounded one",
                          cut_mantissas_are_found),
        PROVES_IN_SCRATCH("count, first and worst texel and both values are told",
                          counts_and_places),
        PROVES_IN_SCRATCH("tolerances allow so much and no more", tolerances_allow),
        PROVES_IN_SCRATCH("a value that is not finite equals nothing, not even itself",
                          nonfinite_is_never_equal),
        PROVES_IN_SCRATCH("two sizes differ whatever is ignored", sizes_count),
        PROVES_IN_SCRATCH("a channel more counts, the channels' order does not", channels_count),
        PROVES_IN_SCRATCH("each key of the metadata counts, and each can be ignored",
                          each_key_counts),
        PROVES_IN_SCRATCH("no key is dropped, however many and long they are", no_key_is_dropped),
        PROVES_IN_SCRATCH("strangers' layouts and compressions of one map are the same",
                          strangers_are_same),
        PROVES_IN_SCRATCH("a scale of levels can be given to files that tell none",
                          scale_can_be_given),
        PROVES_IN_SCRATCH("the findings do not depend on the number of threads",
                          same_for_any_thread_count),
        PROVES_IN_SCRATCH("a damaged file is the same as nothing", damage_is_not_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
