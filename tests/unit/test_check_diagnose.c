// SPDX-License-Identifier: MIT
// Good files are broken, one kind of damage at a time: verify fails, names the checks, and
// says what was done.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/fogmaps.c tests/unit/broken.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "broken.h"
#include "scratch.h"
#include "encode/half.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The tests' own writers change nothing -------------------------------------

static void writes_as_read(struct good *good)
{
    broken_write(good, &good->planes);
    broken_is(good, "", HEXFOG_LIKELY_NONE);
}

static void planes_written_as_read_are_good(void **state)
{
    (void)state;
    broken_for_every(writes_as_read);
}

// One texel -----------------------------------------------------------------

static void break_a_level(struct good *good)
{
    static const size_t places[] = { 0, 45 * 90 + 31, 90 * 70 - 1 };
    for (size_t i = 0; i < 3; i++) {
        good->field.level[places[i]] += 1;
        fogmap_write(&good->field, &good->encoding, "texture");
        broken_is(good, "cpu.level", HEXFOG_LIKELY_LEVEL);
        good->field.level[places[i]] -= 1;
    }
}

static void one_level_in_one_texel(void **state)
{
    (void)state;
    broken_for_every(break_a_level);
}

// Away from the truth, by twice the bound, from where the good file's G is.
static void break_a_g(struct good *good)
{
    double bound = hexfog_max_g_error(&good->encoding);
    size_t at = 45 * 90 + 31;
    while (good->field.g[at] < 4 * bound || good->field.g[at] > 1 - 4 * bound)
        at++;
    double kept = good->field.g[at], stored = (double)good->planes.g[at];
    good->field.g[at] = stored < kept ? stored - 2 * bound : stored + 2 * bound;
    fogmap_write(&good->field, &good->encoding, "texture");
    broken_is(good, "cpu.g", HEXFOG_LIKELY_G);
    good->field.g[at] = kept;
}

static void one_g_by_twice_the_bound(void **state)
{
    (void)state;
    broken_for_every(break_a_g);
}

// Everything ----------------------------------------------------------------

static void swap_channels(struct good *good)
{
    struct planes planes = good->planes;
    planes.r = good->planes.g;
    planes.g = good->planes.r;
    broken_write(good, &planes);
    broken_is(good, "cpu.level cpu.g", HEXFOG_LIKELY_SWAPPED);
}

static void r_and_g_exchanged(void **state)
{
    (void)state;
    broken_for_every(swap_channels);
}

static void take_from(const struct good *good, int32_t column, int32_t row, struct planes *planes,
                      int32_t from_column, int32_t from_row)
{
    size_t to = (size_t)row * (size_t)good->field.width + (size_t)column;
    size_t from = (size_t)from_row * (size_t)good->field.width + (size_t)from_column;
    planes->r[to] = good->planes.r[from];
    planes->g[to] = good->planes.g[from];
}

static void reverse_rows(struct good *good)
{
    int32_t width = good->field.width, height = good->field.height;
    struct planes planes = planes_blank(width, height);
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++)
            take_from(good, column, row, &planes, column, height - 1 - row);
    broken_write(good, &planes);
    broken_is(good, "cpu.level cpu.g", HEXFOG_LIKELY_FLIPPED_ROWS);
    planes_free(&planes);
}

static void rows_reversed(void **state)
{
    (void)state;
    broken_for_every(reverse_rows);
}

// The border column or row is repeated, or wraps.
static void shift(struct good *good)
{
    static const int32_t shifts[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    int32_t width = good->field.width, height = good->field.height;
    struct planes planes = planes_blank(width, height);
    for (int i = 0; i < 8; i++) {
        for (int32_t row = 0; row < height; row++)
            for (int32_t column = 0; column < width; column++) {
                int32_t x = column + shifts[i / 2][0], y = row + shifts[i / 2][1];
                bool wraps = i % 2;
                x = x < 0 ? (wraps ? width - 1 : 0) : x >= width ? (wraps ? 0 : width - 1) : x;
                y = y < 0 ? (wraps ? height - 1 : 0) : y >= height ? (wraps ? 0 : height - 1) : y;
                take_from(good, column, row, &planes, x, y);
            }
        broken_write(good, &planes);
        broken_is(good, "cpu.level cpu.g", HEXFOG_LIKELY_SHIFTED);
    }
    planes_free(&planes);
}

static void shifted_by_one(void **state)
{
    (void)state;
    broken_for_every(shift);
}

// G stays, or is empty, or takes the sum as well.
static void sum_up(struct good *good)
{
    struct planes planes = planes_blank(good->field.width, good->field.height);
    for (int variant = 0; variant < 3; variant++) {
        for (size_t i = 0; i < broken_texels(good); i++) {
            double sum = good->field.level[i] + good->field.g[i];
            planes.r[i] = (float)(sum / good->encoding.level_scale);
            planes.g[i] = variant == 0 ? good->planes.g[i] : variant == 1 ? 0 : planes.r[i];
        }
        broken_write(good, &planes);
        broken_is(good, variant ? "cpu.level cpu.g" : "cpu.level", HEXFOG_LIKELY_SUMMED);
    }
    planes_free(&planes);
}

static void level_and_g_summed(void **state)
{
    (void)state;
    broken_for_every(sum_up);
}

static double encode(double v)
{
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

static double decode(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static void bend(struct good *good)
{
    struct planes planes = planes_blank(good->field.width, good->field.height);
    for (int variant = 0; variant < 4; variant++) {
        double (*curve)(double) = variant & 1 ? decode : encode;
        for (size_t i = 0; i < broken_texels(good); i++) {
            // Before the file's own rounding, or after it.
            double g = variant & 2 ? good->field.g[i] : (double)good->planes.g[i];
            planes.r[i] = good->planes.r[i];
            planes.g[i] = (float)curve(g);
        }
        broken_write(good, &planes);
        broken_is(good, "cpu.g", HEXFOG_LIKELY_SRGB);
    }
    planes_free(&planes);
}

static void a_colour_curve_on_g(void **state)
{
    (void)state;
    broken_for_every(bend);
}

static void tell_another_scale(struct good *good)
{
    struct hexfog_encoding other = good->encoding;
    other.level_scale = good->encoding.level_scale > 100 ? 128 : 32;
    hexfog_metadata(&other, good->metadata);
    if (broken_is_png(good)) {
        // The levels' bytes stay: only the text is another one.
        fogmap_write(&good->field, &other, "texture");
    } else {
        broken_write(good, &good->planes);
    }
    broken_is(good, "cpu.metadata", HEXFOG_LIKELY_SCALE);
}

static void another_scale_in_the_metadata(void **state)
{
    (void)state;
    broken_for_every(tell_another_scale);
}

// The whole file at another scale, or the values alone.
static void use_another_scale(struct good *good)
{
    static const double scales[] = { 16, 128, 20, 12.5 };
    if (broken_is_png(good))
        return;
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        struct hexfog_encoding other = good->encoding;
        other.level_scale = scales[i];
        fogmap_write(&good->field, &other, "texture");
        broken_is(good, "cpu.metadata cpu.level", HEXFOG_LIKELY_SCALE);
        struct planes planes = planes_read("texture", HEXFOG_DECODER_A, 16);
        broken_write(good, &planes);
        broken_is(good, "cpu.level", HEXFOG_LIKELY_SCALE);
        planes_free(&planes);
    }
}

static void levels_divided_by_another_scale(void **state)
{
    (void)state;
    broken_for_every(use_another_scale);
}

static float cut(double v, double steps)
{
    return (float)(floor(v * steps) / steps);
}

// To the form's own steps in [1/2, 1]: for .exr that cuts more than needed below 1/2.
static void truncate_values(struct good *good)
{
    struct planes planes = planes_blank(good->field.width, good->field.height);
    for (size_t i = 0; i < broken_texels(good); i++) {
        planes.r[i] = (float)(good->field.level[i] / good->encoding.level_scale);
        planes.g[i] = (float)good->field.g[i];
        if (good->encoding.format == HEXFOG_EXR)
            planes.g[i] = cut(good->field.g[i],
                              good->encoding.precision == HEXFOG_HALF ? 2048 : 16777216);
        if (broken_is_png(good))
            planes.g[i] = cut(good->field.g[i], 255) + 0x1p-20f;
    }
    if (good->encoding.format == HEXFOG_HDR)
        planes_write_hdr(&planes, "texture", good->metadata, true);
    else
        broken_write(good, &planes);
    broken_is(good, "cpu.g", HEXFOG_LIKELY_TRUNCATED);
    planes_free(&planes);
}

static void mantissas_cut(void **state)
{
    (void)state;
    broken_for_every(truncate_values);
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A number taken for one of another form: what stands where it should.
static float misread(float v, int variant, bool is_half)
{
    uint32_t half = hexfog_half_from_double((double)v);
    if (is_half)
        return (float)hexfog_double_from_half((uint16_t)(bits_of_float(v) >> 16));
    switch (variant) {
    case 0: return float_of_bits(half);
    case 1: return float_of_bits(half << 16);
    default: return (float)half;
    }
}

static void misread_values(struct good *good)
{
    struct planes planes = planes_blank(good->field.width, good->field.height);
    if (good->encoding.format != HEXFOG_EXR) {
        planes_free(&planes);
        return;
    }
    bool is_half = good->encoding.precision == HEXFOG_HALF;
    for (int variant = 0; variant < (is_half ? 1 : 3); variant++) {
        for (size_t i = 0; i < broken_texels(good); i++) {
            double r = good->field.level[i] / good->encoding.level_scale;
            planes.r[i] = misread((float)r, variant, is_half);
            planes.g[i] = misread((float)good->field.g[i], variant, is_half);
        }
        broken_write(good, &planes);
        broken_is(good, "cpu.level cpu.g", HEXFOG_LIKELY_PRECISION);
    }
    planes_free(&planes);
}

static void half_bits_taken_for_floats(void **state)
{
    (void)state;
    broken_for_every(misread_values);
}

// Through 8 bits a channel, or halves on the way to floats.
static void coarsen(struct good *good)
{
    struct planes planes = planes_blank(good->field.width, good->field.height);
    bool is_half = good->encoding.precision == HEXFOG_HALF;
    for (int variant = is_half; variant < 2 && good->encoding.format == HEXFOG_EXR; variant++) {
        for (size_t i = 0; i < broken_texels(good); i++) {
            double g = good->field.g[i];
            planes.r[i] = good->planes.r[i];
            planes.g[i] = variant == 0
                              ? (float)hexfog_double_from_half(hexfog_half_from_double(g))
                              : (float)(floor(g * 255 + 0.5) / 255);
        }
        broken_write(good, &planes);
        broken_is(good, "cpu.g", HEXFOG_LIKELY_PRECISION);
    }
    planes_free(&planes);
}

static void values_through_a_coarser_form(void **state)
{
    (void)state;
    broken_for_every(coarsen);
}

static void cut_size(struct good *good)
{
    struct field field = good->field;
    struct hexfog_encoding other = good->encoding;
    field.height--;
    other.height_px--;
    fogmap_write(&field, &other, "texture");
    broken_is(good, "cpu.size", HEXFOG_LIKELY_SIZE);
}

static void another_size(void **state)
{
    (void)state;
    broken_for_every(cut_size);
}

// What no cause explains -----------------------------------------------------

static void scribble(struct good *good)
{
    struct random random = { 5 };
    for (size_t i = 0; i < broken_texels(good); i++) {
        good->planes.r[i] = (float)(random_int(&random, 0, 9) / good->encoding.level_scale);
        good->planes.g[i] = (float)random_unit(&random);
    }
    broken_write(good, &good->planes);
    broken_is(good, "cpu.level cpu.g", HEXFOG_LIKELY_NONE);
}

static void noise_has_no_cause(void **state)
{
    (void)state;
    broken_for_every(scribble);
}

// Small and even boards -----------------------------------------------------

static void round_board(struct good *good, int side)
{
    *good = (struct good){ .kind = 2 };
    board_make(&good->board, "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\","
               " \"size\": 1, \"shape\": { \"radius\": 2 } },"
               " \"texture\": { \"width\": %d, \"height\": %d } }", side, side);
    good->field = fogmap_field(&good->board);
    good->encoding = fogmap_encoding(&good->board, good->kind);
    hexfog_metadata(&good->encoding, good->metadata);
    fogmap_write(&good->field, &good->encoding, "texture");
    good->planes = planes_read("texture", HEXFOG_DECODER_A, 16);
}

static void round_board_free(struct good *good)
{
    planes_free(&good->planes);
    field_free(&good->field);
    board_free(&good->board);
}

// A round board with the source in the middle is its own mirror image: reversed rows are no
// damage, and what else is wrong is not blamed on them.
static void an_even_board_has_no_reversed_rows(void **state)
{
    (void)state;
    struct good good;
    round_board(&good, 80);
    struct planes planes = planes_blank(80, 80);
    for (int32_t row = 0; row < 80; row++)
        for (int32_t column = 0; column < 80; column++)
            take_from(&good, column, row, &planes, column, 79 - row);
    broken_write(&good, &planes);
    broken_is(&good, "", HEXFOG_LIKELY_NONE);
    planes_free(&planes);
    break_a_level(&good);
    swap_channels(&good);
    sum_up(&good);
    round_board_free(&good);
}

static void a_board_of_a_few_texels_is_judged(void **state)
{
    (void)state;
    for (int side = 6; side <= 12; side += 3) {
        struct good good;
        round_board(&good, side);
        good.field.level[side + 1] += 1;
        fogmap_write(&good.field, &good.encoding, "texture");
        broken_is(&good, "cpu.level", HEXFOG_LIKELY_LEVEL);
        good.field.level[side + 1] -= 1;
        double kept = good.field.g[side + 2];
        good.field.g[side + 2] += kept < 0.5 ? 0.3 : -0.3;
        fogmap_write(&good.field, &good.encoding, "texture");
        broken_is(&good, "cpu.g", HEXFOG_LIKELY_G);
        good.field.g[side + 2] = kept;
        swap_channels(&good);
        sum_up(&good);
        round_board_free(&good);
    }
}

static void words_are_those_of_the_reports(void **state)
{
    (void)state;
    assert_string_equal(hexfog_likely_word(HEXFOG_LIKELY_NONE), "none");
    assert_string_equal(hexfog_likely_word(HEXFOG_LIKELY_FLIPPED_ROWS), "flipped_rows");
    assert_string_equal(hexfog_likely_word(HEXFOG_LIKELY_SIZE), "size");
    assert_non_null(strstr(hexfog_likely_meaning(HEXFOG_LIKELY_SWAPPED), "exchanged"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("planes written as read are good", planes_written_as_read_are_good),
        PROVES_IN_SCRATCH("one level off in one texel is level", one_level_in_one_texel),
        PROVES_IN_SCRATCH("one G off by twice the bound is g", one_g_by_twice_the_bound),
        PROVES_IN_SCRATCH("R and G exchanged is swapped", r_and_g_exchanged),
        PROVES_IN_SCRATCH("rows in reverse order is flipped_rows", rows_reversed),
        PROVES_IN_SCRATCH("a column or a row away is shifted", shifted_by_one),
        PROVES_IN_SCRATCH("level + G in R is summed", level_and_g_summed),
        PROVES_IN_SCRATCH("a colour curve on G is srgb", a_colour_curve_on_g),
        PROVES_IN_SCRATCH("another level_scale in the metadata is scale",
                          another_scale_in_the_metadata),
        PROVES_IN_SCRATCH("levels divided by another scale is scale",
                          levels_divided_by_another_scale),
        PROVES_IN_SCRATCH("mantissas cut instead of rounded is truncated", mantissas_cut),
        PROVES_IN_SCRATCH("bits of one number form read as another is precision",
                          half_bits_taken_for_floats),
        PROVES_IN_SCRATCH("values through a coarser form is precision",
                          values_through_a_coarser_form),
        PROVES_IN_SCRATCH("another size is size", another_size),
        PROVES_IN_SCRATCH("noise has no cause", noise_has_no_cause),
        PROVES_IN_SCRATCH("an even board's reversed rows are no damage",
                          an_even_board_has_no_reversed_rows),
        PROVES_IN_SCRATCH("boards of a few texels are judged", a_board_of_a_few_texels_is_judged),
        PROVES("the causes' words are those of the reports", words_are_those_of_the_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
