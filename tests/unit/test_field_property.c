// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/random_board.c tests/unit/random_tiles.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// Random descriptions of every kind against the slow reference: every tile's level, every
// texel's level and G. HEXFOG_PROPERTY_COUNT says how many (2,000), HEXFOG_PROPERTY_FIRST
// the first seed (0), so that one board can be looked at alone.
#include "prove.h"
#include "random_board.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct totals {
    uint64_t boards, texels, ties, tiles, features[BOARD_FEATURE_COUNT];
    uint64_t fog_texels, clear_texels, beyond_texels;
    long double worst; // |G - reference| in units of what is allowed
};
static struct totals totals;
static uint64_t first_seed, board_count;

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text == NULL || *text == '\0' ? otherwise : strtoull(text, NULL, 10);
}

static void same_tiles(const struct random_tiles *wanted, const struct hexfog_tile_list *read)
{
    assert_int_equal(read->count, wanted->count);
    for (size_t i = 0; i < read->count; i++) {
        assert_int_equal(read->tiles[i].q, wanted->tiles[i].q);
        assert_int_equal(read->tiles[i].r, wanted->tiles[i].r);
        if (read->levels != NULL)
            assert_int_equal(read->levels[i], wanted->levels[i]);
    }
}

static void reader_gives_the_tiles(const struct random_board *wanted,
                                   const struct hexfog_description *read)
{
    same_tiles(&wanted->sources, &read->field.sources);
    same_tiles(&wanted->blocked, &read->field.blocked);
    same_tiles(&wanted->levels, &read->field.levels);
    if (read->grid.shape.kind == HEXFOG_SHAPE_TILES)
        same_tiles(&wanted->shape, &read->grid.shape.list);
}

// Bounds may differ by rounding, and a texel's place by as much.
static void same_bounds(const struct reference *reference, const struct hexfog_texture *texture)
{
    struct reference_texture t = reference_texture(reference);
    long double far = fmaxl(fmaxl(fabsl(t.x_min), fabsl(t.x_max)),
                            fmaxl(fabsl(t.y_min), fabsl(t.y_max)));
    long double slack = 8 * 0x1p-53L * far + 1e-300L;
    assert_int_equal(texture->width_px, t.width);
    assert_int_equal(texture->height_px, t.height);
    assert_int_equal(texture->y_axis == HEXFOG_Y_UP, t.y_up);
    assert_true(fabsl((long double)texture->bounds.x_min - t.x_min) <= slack);
    assert_true(fabsl((long double)texture->bounds.y_min - t.y_min) <= slack);
    assert_true(fabsl((long double)texture->bounds.x_max - t.x_max) <= slack);
    assert_true(fabsl((long double)texture->bounds.y_max - t.y_max) <= slack);
}

static void same_levels(const struct reference *reference, const struct hexfog_map *map)
{
    struct reference_box box = reference_box(reference);
    for (int32_t r = box.r_min; r <= box.r_max; r++)
        for (int32_t q = box.q_min; q <= box.q_max; q++) {
            struct hexfog_axial tile = {q, r};
            int32_t level = -1;
            bool in_shape = reference_is_in_shape(reference, tile);
            assert_int_equal(hexfog_is_in_shape(map, tile), in_shape);
            if (!hexfog_level_of(map, tile, &level)) {
                assert_false(in_shape);
                continue;
            }
            totals.tiles++;
            assert_int_equal(level, reference_level(reference, tile));
            assert_int_equal(hexfog_is_fog(map, tile), reference_is_fog(reference, tile));
        }
}

static void same_facts(const struct reference *reference, const struct hexfog_map *map,
                       const struct picture *picture)
{
    struct hexfog_map_facts facts = hexfog_map_facts(map);
    int32_t greatest = 0;
    for (size_t i = 0; i < (size_t)picture->width * (size_t)picture->height; i++)
        greatest = picture->level[i] > greatest ? picture->level[i] : greatest;
    assert_int_equal(facts.max_level, greatest);
    assert_int_equal(facts.fog_level, reference_fog_level(reference));
    assert_int_equal(facts.shape_max_level, reference_shape_max_level(reference));
    assert_int_equal(facts.shape_tile_count, reference_shape_tile_count(reference));
    assert_int_equal(facts.fog_tile_count, reference_fog_tile_count(reference));
}

static void count_texel(const struct reference *reference, const struct reference_value *value,
                        double g)
{
    struct hexfog_axial tile = value->choices[0].tile;
    totals.texels++;
    totals.fog_texels += reference_is_fog(reference, tile);
    totals.clear_texels += !reference_is_fog(reference, tile);
    totals.beyond_texels += !reference_is_in_shape(reference, tile);
    if (value->border < reference_tie(reference)) {
        totals.ties++;
        return;
    }
    long double share =
        fabsl(value->choices[0].g - (long double)g) / reference_slack(reference);
    totals.worst = fmaxl(totals.worst, share);
}

// Every texel; of a strip of 65536, which the reference takes long over, every 37th.
static void same_texels(const struct reference *reference, const struct picture *picture)
{
    int32_t step = picture->width > 8192 || picture->height > 8192 ? 37 : 1;
    for (int32_t row = 0; row < picture->height; row += picture->height > 1 ? step : 1)
        for (int32_t column = 0; column < picture->width;
             column += picture->width > 1 ? step : 1) {
            size_t i = (size_t)row * (size_t)picture->width + (size_t)column;
            struct reference_point point = reference_texel_centre(reference, column, row);
            struct reference_value value = reference_at(reference, point);
            bool agrees =
                reference_agrees(reference, &value, picture->level[i], picture->g[i]);
            count_texel(reference, &value, picture->g[i]);
            if (agrees)
                continue;
            print_error("texel %d,%d (%.17Lg, %.17Lg), border %.3Lg: %d + %.17g, not %d + %.17Lg "
                        "within %.3Lg\n", column, row, point.x, point.y, value.border,
                        picture->level[i], picture->g[i], value.choices[0].level,
                        value.choices[0].g, reference_slack(reference));
            fail();
        }
}

static void check_board(const struct random_board *random)
{
    struct board board;
    struct picture picture;
    board_make(&board, "%s", random->text);
    struct reference *reference = reference_make(&board.description);
    reader_gives_the_tiles(random, &board.description);
    same_bounds(reference, hexfog_map_texture(board.map));
    same_levels(reference, board.map);
    picture_bake(&picture, board.map, 1);
    same_texels(reference, &picture);
    same_facts(reference, board.map, &picture);
    picture_free(&picture);
    reference_free(reference);
    board_free(&board);
}

// A failed board is shown whole, with its seed: cmocka leaves through here.
static struct random_board current;
static uint64_t current_seed;
static bool running;

static int show_failed_board(void **state)
{
    (void)state;
    if (running)
        print_error("HEXFOG_PROPERTY_FIRST=%llu HEXFOG_PROPERTY_COUNT=1\n%s",
                    (unsigned long long)current_seed, current.text);
    return 0;
}

static void every_board_agrees(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < board_count; i++) {
        current_seed = first_seed + i;
        running = true;
        random_board_make(&current, current_seed);
        check_board(&current);
        for (int f = 0; f < BOARD_FEATURE_COUNT; f++)
            totals.features[f] += random_board_has(&current, (enum board_feature)f);
        totals.boards++;
        running = false;
    }
    print_message("# %llu boards, %llu tiles, %llu texels (%llu at a border, %llu fog), "
                  "greatest difference %.2Lg of what is allowed\n",
                  (unsigned long long)totals.boards, (unsigned long long)totals.tiles,
                  (unsigned long long)totals.texels, (unsigned long long)totals.ties,
                  (unsigned long long)totals.fog_texels, totals.worst);
}

// A run that leaves a kind out would prove less than it says.
static void every_kind_is_drawn(void **state)
{
    (void)state;
    if (board_count < 1000)
        skip();
    for (int f = 0; f < BOARD_FEATURE_COUNT; f++) {
        if (totals.features[f] < board_count / 200)
            print_error("%s: %llu boards\n", board_feature_names[f],
                        (unsigned long long)totals.features[f]);
        assert_true(totals.features[f] >= board_count / 200);
    }
    assert_true(totals.fog_texels > totals.texels / 50);
    assert_true(totals.clear_texels > totals.texels / 4);
    assert_true(totals.beyond_texels > totals.texels / 20);
    assert_true(totals.ties > 100 && totals.ties < totals.texels / 10);
}

// Where the reference is no better than what it judges, all that is left is to say so.
static void nothing_is_proven(void **state)
{
    (void)state;
    print_message("# long double is no wider than double here: no board was compared\n");
    skip();
}

int main(void)
{
    board_count = number_from("HEXFOG_PROPERTY_COUNT", 2000);
    first_seed = number_from("HEXFOG_PROPERTY_FIRST", 0);
    const struct CMUnitTest tests[] = {
        {"every tile and texel of random boards has the reference's level and G",
         every_board_agrees, NULL, show_failed_board, NULL},
        PROVES("the random boards are of every kind", every_kind_is_drawn),
    };
    const struct CMUnitTest none[] = {
        PROVES("every tile and texel of random boards has the reference's level and G",
               nothing_is_proven),
    };
    return reference_is_precise() ? cmocka_run_group_tests(tests, NULL, NULL)
                                  : cmocka_run_group_tests(none, NULL, NULL);
}
