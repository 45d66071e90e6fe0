// SPDX-License-Identifier: MIT
// Tiled's integer pixels and HexJSON's rows, held against figures of real maps.
// SOURCES: tests/unit/import_bench.c
#include "prove.h"
#include "import_bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- The six maps.

struct real {
    const char *file;
    int columns, rows, width_px, height_px, steps, greatest;
};
static const struct real reals[] = {
    { "mini.tmj", 20, 20, 287, 183, 29, 15 },
    { "wide60.tmj", 20, 20, 915, 1230, 29, 15 },
    { "ten.tmj", 10, 10, 672, 527, 14, 8 },
    { "flat_even.tmj", 20, 22, 915, 1170, 30, 16 },
    { "pointy_even.tmj", 10, 10, 168, 124, 13, 7 },
    { "stretched.tmj", 14, 14, 468, 348, 20, 11 },
};

static void six_maps_have_their_pixels_steps_and_levels(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof reals / sizeof *reals; n++) {
        const struct real *real = &reals[n];
        struct imported i = import_file(real->file, NULL);
        const struct hexfog_texture *texture = hexfog_map_texture(i.map);
        assert_int_equal(texture->width_px, real->width_px);
        assert_int_equal(texture->height_px, real->height_px);
        assert_true(texture->bounds.x_min == 0 && texture->bounds.y_min == 0);
        assert_true(texture->bounds.x_max == real->width_px);
        assert_true(texture->bounds.y_max == real->height_px);
        assert_int_equal(i.facts.sources_from, HEXFOG_FROM_MIDDLE);
        assert_int_equal(i.facts.source.a, real->columns / 2);
        assert_int_equal(i.facts.source.b, real->rows / 2);
        assert_int_equal(hexfog_map_facts(i.map).shape_max_level, real->greatest);
        import_drop(&i);

        const struct hexfog_written_tile first = { 0, 0 };
        struct hexfog_import_options options = import_plain(real->file);
        options.sources = &first;
        options.source_count = 1;
        i = import_file(real->file, &options);
        assert_int_equal(import_level(&i, real->columns - 1, real->rows - 1), real->steps);
        import_drop(&i);
    }
}

// ---- Single cells. `where` are the pixels that tile (0, 0) is drawn in.

static struct imported tiny(const char *axis, const char *index, int width, int height, int side)
{
    char text[600];
    int length = snprintf(text, sizeof text,
        "{\"orientation\":\"hexagonal\",\"infinite\":false,\"width\":3,\"height\":3,"
        "\"staggeraxis\":\"%s\",\"staggerindex\":\"%s\",\"tilewidth\":%d,\"tileheight\":%d,"
        "\"hexsidelength\":%d,\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":3,"
        "\"height\":3,\"data\":[1,1,1,1,1,1,1,1,1]}]}", axis, index, width, height, side);
    struct hexfog_import_options options = import_plain("tiny.tmj");
    return import_text(text, (size_t)length, &options);
}

static void is_cell(struct imported *i, double width, double height, double side)
{
    const struct hexfog_cell *cell = &i->description.grid.cell;
    assert_true(cell->width == width && cell->height == height && cell->side == side);
    import_drop(i);
}

static void odd_pixels_are_lost_as_tiled_loses_them(void **state)
{
    (void)state;
    struct imported i = tiny("y", "odd", 51, 51, 20);
    is_cell(&i, 50, 50, 20); // 51 is 50
    i = tiny("y", "odd", 50, 50, 21);
    is_cell(&i, 50, 49, 21); // 29 halved is 14 and 14
    i = tiny("x", "odd", 50, 51, 21);
    is_cell(&i, 49, 50, 21);
    i = tiny("x", "odd", 51, 51, 21);
    is_cell(&i, 49, 50, 21); // the odd width goes first
    i = tiny("y", "odd", 51, 51, 1);
    is_cell(&i, 50, 49, 1);
}

static void even_parity_puts_tile_zero_where_it_is_drawn(void **state)
{
    (void)state;
    static const struct { const char *axis, *index; double x, y; } cases[] = {
        { "y", "odd", 7, 6 }, { "y", "even", 14, 6 }, { "x", "odd", 7, 6 }, { "x", "even", 7, 12 },
    };
    for (int n = 0; n < 4; n++) {
        struct imported i = tiny(cases[n].axis, cases[n].index, 14, 12, 6);
        const struct hexfog_grid *grid = &i.description.grid;
        assert_true(grid->origin.x == cases[n].x && grid->origin.y == cases[n].y);
        // And so every tile lies inside the map's pixels, and the first column begins at 0.
        double least = 1e9;
        for (int column = 0; column < 3; column++)
            for (int row = 0; row < 3; row++) {
                struct hexfog_world middle = hexfog_world_from_axial(i.map,
                    hexfog_axial_from_written(grid->coordinates,
                                              (struct hexfog_written_tile){ column, row }));
                least = fmin(least, middle.x - grid->cell.width / 2);
                assert_true(middle.x - 7 >= 0 && middle.y - 6 >= 0);
                assert_true(middle.x + 7 <= hexfog_map_texture(i.map)->bounds.x_max);
                assert_true(middle.y + 6 <= hexfog_map_texture(i.map)->bounds.y_max);
            }
        assert_true(least == 0);
        import_drop(&i);
    }
}

static void sides_that_make_no_hexagon_are_refused(void **state)
{
    (void)state;
    struct imported i = tiny("y", "odd", 14, 12, 0);
    assert_true(import_refused(&i, 1, 152, "diamonds"));
    import_drop(&i);
    i = tiny("y", "odd", 14, 12, 11);
    assert_true(import_refused(&i, 1, 152, "1..10"));
    import_drop(&i);
    i = tiny("x", "odd", 14, 12, 12);
    is_cell(&i, 14, 12, 12);
    i = tiny("x", "odd", 14, 12, 13);
    assert_true(import_refused(&i, 1, 152, "1..12"));
    import_drop(&i);
    i = tiny("y", "odd", 1, 12, 6);
    assert_true(import_refused(&i, 1, 117, "at least 2"));
    import_drop(&i);
}

static void negative_chunks_keep_their_place(void **state)
{
    (void)state;
    static const char *const files[] = { "infinite.tmj", "infinite.tmx" };
    for (int n = 0; n < 2; n++) {
        const struct hexfog_written_tile source = { -4, -4 };
        struct hexfog_import_options options = import_plain(files[n]);
        options.sources = &source;
        options.source_count = 1;
        struct imported i = import_file(files[n], &options);
        const struct hexfog_texture *texture = hexfog_map_texture(i.map);
        assert_int_equal(i.facts.tile_count, 64);
        assert_true(texture->bounds.x_min == -56 && texture->bounds.y_min == -36);
        assert_int_equal(texture->width_px, 12 * 14 + 7);
        assert_int_equal(texture->height_px, 8 * 9 + 3);
        // Even rows are the shifted ones, also above 0: [-4, -4] touches [-4, -3] and [-3, -3].
        assert_int_equal(import_level(&i, -4, -3), 1);
        assert_int_equal(import_level(&i, -3, -3), 1);
        assert_int_equal(import_level(&i, -2, -3), 2);
        import_drop(&i);
    }
}

static void hexjson_counts_rows_upwards_with_absolute_parity(void **state)
{
    (void)state;
    struct hexfog_import_options options = import_plain("wards.hexjson");
    options.source_property = "hall";
    struct imported i = import_file("wards.hexjson", &options);
    assert_int_equal(i.description.grid.y_axis, HEXFOG_Y_UP);
    assert_int_equal(i.facts.source.a, 2);
    assert_int_equal(i.facts.source.b, -2);
    int counts[5] = { 0 };
    for (size_t n = 0; n < i.description.grid.shape.list.count; n++) {
        int32_t level = 0;
        assert_true(hexfog_level_of(i.map, i.description.grid.shape.list.tiles[n], &level));
        assert_in_range(level, 0, 4);
        counts[level]++;
    }
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[1], 6);
    assert_int_equal(counts[2], 10);
    assert_int_equal(counts[3], 4);
    import_drop(&i);
}

// Row 1 of a column that is not shifted lies above row 0; odd columns lie half a cell higher.
static void odd_q_of_hexjson_shifts_odd_columns_up(void **state)
{
    (void)state;
    static const char text[] = "{\"layout\":\"odd-q\",\"hexes\":{\"a\":{\"q\":0,\"r\":0},"
                               "\"b\":{\"q\":1,\"r\":0},\"c\":{\"q\":0,\"r\":1},"
                               "\"d\":{\"q\":1,\"r\":-1}}}";
    struct hexfog_import_options options = import_plain("<stdin>");
    struct imported i = import_text(text, sizeof text - 1, &options);
    struct hexfog_world a = hexfog_world_from_axial(i.map, (struct hexfog_axial){ 0, 0 });
    struct hexfog_world b = hexfog_world_from_axial(i.map, hexfog_axial_from_written(
        HEXFOG_ODD_Q, (struct hexfog_written_tile){ 1, 0 }));
    assert_int_equal(i.description.grid.coordinates, HEXFOG_ODD_Q);
    assert_true(fabs(b.y - a.y - sqrt(3) / 2) < 1e-12);
    // Row 0 of the picture is at the greatest y.
    struct hexfog_world top = hexfog_world_from_texel(hexfog_map_texture(i.map),
                                                      (struct hexfog_texel){ 0, 0 });
    assert_true(top.y > b.y);
    import_drop(&i);
}

// ---- Resolution.

static void texels_per_pixel_scales_the_texture_alone(void **state)
{
    (void)state;
    struct hexfog_import_options options = import_plain("mini.tmj");
    options.texels_per_pixel = 0.5;
    struct imported i = import_file("mini.tmj", &options);
    assert_int_equal(hexfog_map_texture(i.map)->width_px, 144); // 143.5
    assert_int_equal(hexfog_map_texture(i.map)->height_px, 92);
    assert_true(hexfog_map_texture(i.map)->bounds.x_max == 287);
    import_drop(&i);
    options.texels_per_pixel = 300;
    i = import_file("mini.tmj", &options);
    assert_true(import_refused(&i, 1, 1, "86100 x 54900 texels"));
    import_drop(&i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("six maps of Tiled have the pixels, steps and greatest levels that are known",
               six_maps_have_their_pixels_steps_and_levels),
        PROVES("odd pixels are lost as Tiled loses them", odd_pixels_are_lost_as_tiled_loses_them),
        PROVES("with even parity the origin is where tile (0, 0) is drawn",
               even_parity_puts_tile_zero_where_it_is_drawn),
        PROVES("a side of 0, or one that leaves no slanted edges, is refused; 1 is taken",
               sides_that_make_no_hexagon_are_refused),
        PROVES("chunks at negative positions keep their place and parity",
               negative_chunks_keep_their_place),
        PROVES("HexJSON's rows go up, and parity is that of the absolute row",
               hexjson_counts_rows_upwards_with_absolute_parity),
        PROVES("odd-q of HexJSON shifts odd columns up", odd_q_of_hexjson_shifts_odd_columns_up),
        PROVES("texels per pixel change the texture and nothing else",
               texels_per_pixel_scales_the_texture_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
