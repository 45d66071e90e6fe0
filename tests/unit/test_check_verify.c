// SPDX-License-Identifier: MIT
// verify's CPU side on files that are right, and its figures on files that are not.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/fogmaps.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "fogmaps.h"
#include "foreign_exr.h"
#include "model/near.h"
#include "scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct board board;
static struct fogmap_verdict verdict;

static const struct hexfog_check *check_of(const char *id)
{
    for (size_t i = 0; i < verdict.checks.count; i++) {
        if (strcmp(verdict.checks.list[i].id, id) == 0)
            return &verdict.checks.list[i];
    }
    fail_msg("no check %s", id);
    return NULL;
}

static void passes(const struct hexfog_encoding *expected, const char *path,
                   enum hexfog_rgbe_decoder decoder)
{
    static const char *const ids[] = { "cpu.size", "cpu.metadata", "cpu.channels", "cpu.precision",
                                       "cpu.header", "cpu.level", "cpu.g", "cpu.finite", "cpu.blue",
                                       "cpu.mip_count", "cpu.mips" };
    bool is_ktx2 = expected->format == HEXFOG_KTX2;
    fogmap_verify(&board, expected, path, decoder, &verdict);
    if (verdict.failed[0])
        fail_msg("%s, decoder %d: %s: %s", path, (int)decoder, verdict.failed,
                 check_of(verdict.failed)->detail);
    assert_int_equal(verdict.checks.count, 9 + is_ktx2 + expected->mipmaps);
    for (size_t i = 0; i < verdict.checks.count; i++) {
        assert_string_equal(verdict.checks.list[i].id, ids[i]);
        assert_int_equal(verdict.checks.list[i].verdict, HEXFOG_PASS);
    }
    assert_int_equal(verdict.likely, HEXFOG_LIKELY_NONE);
    assert_int_equal(verdict.findings.texel_count,
                     (uint64_t)expected->width_px * (uint64_t)expected->height_px);
    assert_true(verdict.findings.max_g_error <= verdict.findings.g_bound);
    assert_true(verdict.findings.mean_g_error <= verdict.findings.max_g_error);
    assert_true(verdict.findings.worst_g.is_set);
}

static void every_good_file_passes(void **state)
{
    (void)state;
    for (int metric = HEXFOG_SWEEP; metric <= HEXFOG_SEAMLESS; metric++) {
        static const char *const scales[] = { "\"auto\"", "10", "16384" };
        for (size_t scale = 0; scale < 3; scale++) {
            fogmap_board(&board, (enum hexfog_metric)metric, scale < 2 ? scales[scale] : "1");
            struct field field = fogmap_field(&board);
            for (int kind = 0; kind < FOGMAP_KINDS; kind++) {
                struct hexfog_encoding encoding = fogmap_encoding(&board, kind);
                fogmap_write(&field, &encoding, fogmap_name(kind));
                passes(&encoding, fogmap_name(kind), HEXFOG_DECODER_A);
            }
            field_free(&field);
            board_free(&board);
        }
    }
}

// Decoders b and c misread by up to 0.006 tile; the level stays.
static void an_hdr_passes_under_every_decoder(void **state)
{
    (void)state;
    static const enum hexfog_rgbe_decoder decoders[] = { HEXFOG_DECODER_A, HEXFOG_DECODER_B,
                                                         HEXFOG_DECODER_C };
    fogmap_board(&board, HEXFOG_SEAMLESS, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 0);
    fogmap_write(&field, &encoding, "fog.hdr");
    for (size_t i = 0; i < 3; i++) {
        passes(&encoding, "fog.hdr", decoders[i]);
        double bound = i == 0 ? 0x1p-9 : 0.006;
        assert_true(fabs(verdict.findings.g_bound - bound - HEXFOG_VERIFY_SLACK) < 1e-15);
        assert_true(i == 0 || verdict.findings.max_g_error > 0x1p-9);
    }
    field_free(&field);
    board_free(&board);
}

// Whole cells with texels on their borders, where G is 1.
static void make_whole_cells(void)
{
    board_make(&board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"pointy\","
                       " \"cell\": { \"width\": 8, \"height\": 8, \"side\": 4 },"
                       " \"shape\": { \"radius\": 3 } },"
                       " \"texture\": { \"width\": 64, \"height\": 64,"
                       " \"bounds\": [-31.5, -31.5, 32.5, 32.5] } }");
}

// Its exponent is one more, and under decoder c its blue is no more 0 than others'.
static void an_hdr_with_g_of_one_passes(void **state)
{
    (void)state;
    make_whole_cells();
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 0);
    int ones = 0;
    for (size_t i = 0; i < 64 * 64; i++)
        ones += field.g[i] >= 1;
    assert_true(ones > 0);
    fogmap_write(&field, &encoding, "fog.hdr");
    passes(&encoding, "fog.hdr", HEXFOG_DECODER_A);
    passes(&encoding, "fog.hdr", HEXFOG_DECODER_B);
    passes(&encoding, "fog.hdr", HEXFOG_DECODER_C);
    assert_true(verdict.findings.max_blue == 0x1p-8);
    assert_true(verdict.findings.g_outside_count > 0);
    field_free(&field);
    board_free(&board);
}

static void reference_files_pass(void **state)
{
    (void)state;
    struct hexfog_encoding encoding;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    for (int number = 0; encoding_number(&field, number, &encoding); number++) {
        fogmap_write(&field, &encoding, "texture");
        passes(&encoding, "texture", HEXFOG_DECODER_A);
    }
    field_free(&field);
    board_free(&board);
}

// A texture that no output names is held to what its own kind of file allows.
static void a_texture_is_held_to_its_own_kind(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "64");
    struct field field = fogmap_field(&board);
    for (int kind = 0; kind < FOGMAP_KINDS; kind++) {
        struct hexfog_encoding made = fogmap_encoding(&board, kind), found;
        fogmap_write(&field, &made, "texture");
        struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 9);
        hexfog_encoding_of_texture(board.map, &board.description, &planes.info, &found);
        passes(&found, "texture", HEXFOG_DECODER_A);
        assert_true(found.level_scale == made.level_scale);
        assert_int_equal(found.precision, made.precision);
        planes_free(&planes);
    }
    field_free(&field);
    board_free(&board);
}

// Integer cells, centres of texels on borders: the neighbour's level and G are as right.
static void border_texels_may_have_either_value(void **state)
{
    (void)state;
    make_whole_cells();
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 2);
    uint64_t exchanged = 0;
    for (size_t i = 0; i < 64 * 64; i++) {
        struct hexfog_value values[HEXFOG_NEAR_VALUES];
        struct hexfog_texel texel = { (int32_t)(i % 64), (int32_t)(i / 64) };
        struct hexfog_world point =
            hexfog_world_from_texel(hexfog_map_texture(board.map), texel);
        int count = hexfog_values_near(board.map, point, HEXFOG_BORDER_CELL_WIDTHS, values);
        assert_in_range(count, 1, 3);
        assert_int_equal(values[0].level, field.level[i]);
        assert_true(values[0].g == field.g[i]);
        bool differs = count > 1 && (values[count - 1].level != field.level[i] ||
                                     fabs(values[count - 1].g - field.g[i]) > 1e-6);
        if (!differs)
            continue;
        field.level[i] = values[count - 1].level;
        field.g[i] = values[count - 1].g;
        exchanged++;
    }
    assert_true(exchanged > 100);
    fogmap_write(&field, &encoding, "ties.exr");
    passes(&encoding, "ties.exr", HEXFOG_DECODER_A);
    assert_int_equal(verdict.findings.tie_count, exchanged);
    // But not a mixture of both, nor a texel's beyond the border.
    struct hexfog_value inside = { field.level[0], field.g[0] };
    field.g[0] = inside.g < 0.5 ? inside.g + 0.25 : inside.g - 0.25;
    fogmap_write(&field, &encoding, "mixed.exr");
    fogmap_verify(&board, &encoding, "mixed.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.g");
    field_free(&field);
    board_free(&board);
}

// Another program may add channels to a float.exr, but not take blue away.
static void channels_of_others(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "64");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 2);
    fogmap_write(&field, &encoding, "float.exr");
    struct planes planes = planes_read("float.exr", HEXFOG_DECODER_A, 9);
    const struct foreign_channel channels[] = {
        { "A", false, planes.b }, { "B", false, planes.b }, { "G", false, planes.g },
        { "R", false, planes.r }
    };
    struct foreign_exr image = { .width = planes.info.width_px, .height = planes.info.height_px,
                                 .metadata = planes.info.metadata.text };
    for (int is_blue_kept = 0; is_blue_kept < 2; is_blue_kept++) {
        image.channel_count = 0;
        for (int i = 0; i < 4; i++)
            if (i != 1 || is_blue_kept)
                image.channels[image.channel_count++] = channels[i];
        foreign_exr_write(&image, "foreign.exr");
        encoding.channels = HEXFOG_RGB;
        fogmap_verify(&board, &encoding, "foreign.exr", HEXFOG_DECODER_A, &verdict);
        assert_string_equal(verdict.failed, is_blue_kept ? "" : "cpu.channels");
        encoding.channels = HEXFOG_RG;
        passes(&encoding, "foreign.exr", HEXFOG_DECODER_A);
    }
    planes_free(&planes);
    field_free(&field);
    board_free(&board);
}

static void figures_name_places_and_values(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 2);
    size_t first = 7 * 90 + 3, worst = 40 * 90 + 88;
    int32_t first_level = field.level[first], worst_level = field.level[worst];
    double g = field.g[first], other = g < 0.5 ? g + 0.4 : g - 0.4;
    field.level[first] += 1;
    field.level[worst] += 3;
    field.g[first] = other;
    fogmap_write(&field, &encoding, "bad.exr");
    fogmap_verify(&board, &encoding, "bad.exr", HEXFOG_DECODER_A, &verdict);
    const struct hexfog_cpu_findings *found = &verdict.findings;
    assert_string_equal(verdict.failed, "cpu.level cpu.g");
    assert_int_equal(found->wrong_level_count, 2);
    assert_int_equal(found->first_level.texel.column, 3);
    assert_int_equal(found->first_level.texel.row, 7);
    assert_int_equal(found->first_level.expected.level, first_level);
    assert_true(found->first_level.level == first_level + 1);
    assert_int_equal(found->worst_level.texel.column, 88);
    assert_int_equal(found->worst_level.texel.row, 40);
    assert_int_equal(found->worst_level.expected.level, worst_level);
    assert_int_equal(found->wrong_g_count, 1);
    assert_true(fabs(found->max_g_error - 0.4) < 1e-6);
    assert_true(found->worst_g.expected.g == g && found->worst_g.g == (float)other);
    assert_non_null(strstr(check_of("cpu.level")->detail, "column 88, row 40"));
    assert_non_null(strstr(check_of("cpu.g")->detail, "column 3, row 7"));
    assert_true(check_of("cpu.level")->measured == 2 && check_of("cpu.level")->bound == 0);
    field_free(&field);
    board_free(&board);
}

static void values_that_are_not_finite_fail(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 2);
    char metadata[HEXFOG_METADATA_BYTES];
    hexfog_metadata(&encoding, metadata);
    fogmap_write(&field, &encoding, "good.exr");
    struct planes planes = planes_read("good.exr", HEXFOG_DECODER_A, 70);
    float *const channels[] = { planes.r, planes.g, planes.b };
    static const char *const failed[] = { "cpu.level cpu.finite", "cpu.g cpu.finite",
                                          "cpu.finite cpu.blue" };
    for (size_t c = 0; c < 3; c++) {
        float kept = channels[c][1234];
        channels[c][1234] = c == 1 ? NAN : INFINITY;
        planes_write_exr(&planes, "bad.exr", metadata, false);
        fogmap_verify(&board, &encoding, "bad.exr", HEXFOG_DECODER_A, &verdict);
        assert_string_equal(verdict.failed, failed[c]);
        assert_int_equal(verdict.findings.nonfinite_count, 1);
        assert_int_equal(verdict.findings.first_nonfinite.texel.column, 1234 % 90);
        assert_int_equal(verdict.findings.first_nonfinite.texel.row, 1234 / 90);
        channels[c][1234] = kept;
    }
    planes.b[77] = 0x1p-20f;
    planes_write_exr(&planes, "bad.exr", metadata, false);
    fogmap_verify(&board, &encoding, "bad.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.blue");
    assert_true(verdict.findings.max_blue == 0x1p-20);
    planes_free(&planes);
    field_free(&field);
    board_free(&board);
}

static void metadata_is_held_key_by_key(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    for (int kind = 0; kind < FOGMAP_KINDS; kind++) {
        struct hexfog_encoding encoding = fogmap_encoding(&board, kind), other = encoding;
        other.max_level++;
        fogmap_write(&field, &other, "texture");
        fogmap_verify(&board, &encoding, "texture", HEXFOG_DECODER_A, &verdict);
        assert_string_equal(verdict.failed, "cpu.metadata");
        assert_int_equal(verdict.findings.wrong_metadata, HEXFOG_METADATA_MAX_LEVEL);
        other = encoding;
        other.metric = HEXFOG_SEAMLESS;
        fogmap_write(&field, &other, "texture");
        fogmap_verify(&board, &encoding, "texture", HEXFOG_DECODER_A, &verdict);
        assert_int_equal(verdict.findings.wrong_metadata, HEXFOG_METADATA_METRIC);
        assert_int_equal(verdict.likely, HEXFOG_LIKELY_NONE);
    }
    struct hexfog_encoding encoding = fogmap_encoding(&board, 1);
    struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 70);
    planes_write_exr(&planes, "texture", NULL, true);
    fogmap_verify(&board, &encoding, "texture", HEXFOG_DECODER_A, &verdict);
    assert_int_equal(verdict.findings.wrong_metadata, HEXFOG_METADATA_MISSING);
    planes_write_exr(&planes, "texture", "version=7", true);
    fogmap_verify(&board, &encoding, "texture", HEXFOG_DECODER_A, &verdict);
    assert_int_equal(verdict.findings.wrong_metadata, HEXFOG_METADATA_UNREADABLE);
    planes_free(&planes);
    field_free(&field);
    board_free(&board);
}

static void other_channels_and_precisions_fail(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding half = fogmap_encoding(&board, 1), full = fogmap_encoding(&board, 2);
    struct hexfog_encoding two = half, hdr = fogmap_encoding(&board, 0);
    two.channels = HEXFOG_RG;
    fogmap_write(&field, &half, "half.exr");
    fogmap_write(&field, &full, "full.exr");
    fogmap_write(&field, &two, "two.exr");
    passes(&two, "two.exr", HEXFOG_DECODER_A);
    fogmap_verify(&board, &half, "two.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.channels");
    fogmap_verify(&board, &two, "half.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.channels");
    fogmap_verify(&board, &half, "full.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.precision");
    assert_int_equal(verdict.likely, HEXFOG_LIKELY_PRECISION);
    fogmap_verify(&board, &full, "half.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.precision cpu.g");
    assert_int_equal(verdict.likely, HEXFOG_LIKELY_PRECISION);
    fogmap_verify(&board, &hdr, "full.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.precision");
    field_free(&field);
    board_free(&board);
}

static void a_wrong_size_leaves_the_texels_unchecked(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SWEEP, "\"auto\"");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 1), smaller = encoding;
    field.height = smaller.height_px = 60;
    fogmap_write(&field, &smaller, "small.exr");
    fogmap_verify(&board, &encoding, "small.exr", HEXFOG_DECODER_A, &verdict);
    assert_string_equal(verdict.failed, "cpu.size");
    assert_int_equal(verdict.likely, HEXFOG_LIKELY_SIZE);
    assert_int_equal(hexfog_checks_not_checked(&verdict.checks), 4);
    assert_int_equal(check_of("cpu.g")->verdict, HEXFOG_NOT_CHECKED);
    field_free(&field);
    board_free(&board);
}

// The figures do not depend on the number of threads.
static void threads_do_not_change_the_figures(void **state)
{
    (void)state;
    fogmap_board(&board, HEXFOG_SEAMLESS, "10");
    struct field field = fogmap_field(&board);
    struct hexfog_encoding encoding = fogmap_encoding(&board, 0);
    struct hexfog_cpu_findings first = { 0 };
    fogmap_write(&field, &encoding, "fog.hdr");
    for (int threads = 1; threads <= 7; threads++) {
        struct hexfog_bake_options options = { .threads = threads };
        struct hexfog_cpu_findings found;
        struct hexfog_checks *checks = calloc(1, sizeof *checks);
        struct hexfog_reader *reader;
        assert_int_equal(hexfog_reader_open("fog.hdr", HEXFOG_DECODER_A, NULL, &reader, NULL), 0);
        assert_int_equal(hexfog_verify_cpu(board.map, &encoding, reader, &options, &found, checks,
                                           NULL), HEXFOG_OK);
        hexfog_reader_free(reader);
        free(checks);
        if (threads == 1)
            first = found;
        assert_true(found.mean_g_error == first.mean_g_error);
        assert_true(found.max_g_error == first.max_g_error);
        assert_int_equal(found.worst_g.texel.row, first.worst_g.texel.row);
        assert_int_equal(found.worst_g.texel.column, first.worst_g.texel.column);
    }
    field_free(&field);
    board_free(&board);
}

static void a_check_is_never_lost(void **state)
{
    (void)state;
    struct hexfog_checks *checks = calloc(1, sizeof *checks);
    hexfog_checks_add(checks, "a", "", 1, 2, "");
    hexfog_checks_add(checks, "b", "", (double)NAN, 2, "");
    hexfog_checks_add_unchecked(checks, "c", "", "why");
    assert_int_equal(hexfog_checks_failed(checks), 1);
    assert_int_equal(hexfog_checks_not_checked(checks), 1);
    for (int i = 0; i < HEXFOG_MAX_CHECKS; i++)
        hexfog_checks_add(checks, "d", "", i == HEXFOG_MAX_CHECKS / 2 + 100 ? 1 : 0, 0, "");
    hexfog_checks_add(checks, "e", "", 3, 0, "");
    hexfog_checks_add(checks, "f", "", 0, 0, "");
    assert_int_equal(checks->count, HEXFOG_MAX_CHECKS);
    assert_int_equal(checks->list[HEXFOG_MAX_CHECKS - 1].verdict, HEXFOG_FAIL);
    free(checks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("a good file of every kind and metric passes", every_good_file_passes),
        PROVES_IN_SCRATCH("a good .hdr passes under every decoder",
                          an_hdr_passes_under_every_decoder),
        PROVES_IN_SCRATCH("an .hdr with G = 1 passes under every decoder",
                          an_hdr_with_g_of_one_passes),
        PROVES_IN_SCRATCH("the files of every encoder and compression pass", reference_files_pass),
        PROVES_IN_SCRATCH("a texture that no output names is held to its own kind of file",
                          a_texture_is_held_to_its_own_kind),
        PROVES_IN_SCRATCH("a texel on a border may have either tile's level and G",
                          border_texels_may_have_either_value),
        PROVES_IN_SCRATCH("channels beside R, G and B are no matter, blue is one where it is asked"
                          " for", channels_of_others),
        PROVES_IN_SCRATCH("the figures name places and both values",
                          figures_name_places_and_values),
        PROVES_IN_SCRATCH("a value that is not finite fails, in every channel",
                          values_that_are_not_finite_fail),
        PROVES_IN_SCRATCH("metadata is held key by key", metadata_is_held_key_by_key),
        PROVES_IN_SCRATCH("other channels and precisions than described fail",
                          other_channels_and_precisions_fail),
        PROVES_IN_SCRATCH("a wrong size fails and leaves the texels unchecked",
                          a_wrong_size_leaves_the_texels_unchecked),
        PROVES_IN_SCRATCH("threads do not change the figures", threads_do_not_change_the_figures),
        PROVES("a failed check is never lost, however many there are", a_check_is_never_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
