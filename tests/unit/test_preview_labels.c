// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
// The labels of a preview's grid where tile (0, 0) is not in the picture, and the ink of lines.
#include "prove.h"
#include "board.h"
#include "check/preview.h"
#include "check/preview_font.h"
#include "check/preview_grid.h"
#include "check/preview_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 400 };
static const struct hexfog_rgb8 white = { 255, 255, 255 };

static void draw(struct board *board, const char *shape, const char *bounds,
                 struct hexfog_overlay *overlay)
{
    struct hexfog_error error;
    board_make(board, "{\"hexfog\":1,\"grid\":{\"orientation\":\"pointy\",\"size\":1,\"shape\":%s},"
               "\"texture\":{\"width\":64,\"height\":64,\"bounds\":%s}}", shape, bounds);
    assert_int_equal(hexfog_overlay_make(board->map, SIDE, SIDE, overlay, &error), HEXFOG_OK);
}

static bool has_ink(const struct hexfog_overlay *overlay, int32_t x, int32_t y,
                    const struct hexfog_rgb8 *colour)
{
    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE)
        return false;
    const uint8_t *ink = overlay->ink + 4 * (SIDE * y + x);
    return ink[3] && ink[0] == colour->r && ink[1] == colour->g && ink[2] == colour->b;
}

static int ink_count(const struct hexfog_overlay *overlay, const struct hexfog_rgb8 *colour)
{
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        count += has_ink(overlay, i % SIDE, i / SIDE, colour);
    return count;
}

struct search {
    const struct hexfog_overlay *overlay;
    const struct hexfog_rgb8 *colour;
    int dots, missing;
};

static void look(void *context, int32_t x, int32_t y)
{
    struct search *search = context;
    search->dots++;
    search->missing += !has_ink(search->overlay, x, y, search->colour);
}

// Whether a text stands in a tile, in one colour, at any scale, with nothing of it to its sides.
static bool tile_has(const struct board *board, const struct hexfog_overlay *overlay,
                     struct hexfog_axial tile, const char *text, const struct hexfog_rgb8 *colour)
{
    struct hexfog_view view;
    hexfog_view_make(board->map, SIDE, SIDE, &view);
    struct hexfog_place_px at = hexfog_px_of_tile(&view, tile);
    int32_t apothem = (int32_t)view.least_apothem_px;
    for (int32_t scale = 1; scale <= 4; scale++) {
        int32_t width = hexfog_text_width_px(text, scale);
        int32_t left = (int32_t)floor(at.x - width / 2.0 + 0.5);
        for (int32_t y = (int32_t)at.y - apothem; y < (int32_t)at.y + apothem; y++) {
            struct search search = { overlay, colour, 0, 0 };
            int beside = 0;
            hexfog_text_draw(text, left, y, scale, look, &search);
            for (int32_t row = 0; row < HEXFOG_FONT_HEIGHT * scale; row++)
                beside += has_ink(overlay, left - scale, y + row, colour)
                        + has_ink(overlay, left + width + scale, y + row, colour);
            if (search.dots > 0 && search.missing == 0 && beside == 0)
                return true;
        }
    }
    return false;
}

// The axes meet in the tile of the picture's middle, which says where that is.
static void axes_meet_in_the_middle(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_overlay overlay;
    draw(&board, "{\"radius\":12}", "[10, 5, 18, 13]", &overlay);
    assert_true(tile_has(&board, &overlay, (struct hexfog_axial){ 5, 6 }, "5,6", &white));
    assert_true(tile_has(&board, &overlay, (struct hexfog_axial){ 6, 6 }, "6",
                         &hexfog_axis_colours[0]));
    assert_true(tile_has(&board, &overlay, (struct hexfog_axial){ 5, 5 }, "5",
                         &hexfog_axis_colours[1]));
    assert_false(tile_has(&board, &overlay, (struct hexfog_axial){ 6, 6 }, "5,6", &white));
    hexfog_overlay_free(&overlay);
    board_free(&board);
    // Where (0, 0) is to be seen they meet there, and need not say so.
    draw(&board, "{\"radius\":12}", "[-1, -1, 7, 7]", &overlay);
    assert_false(tile_has(&board, &overlay, (struct hexfog_axial){ 0, 0 }, "0,0", &white));
    assert_true(tile_has(&board, &overlay, (struct hexfog_axial){ 1, 0 }, "1",
                         &hexfog_axis_colours[0]));
    hexfog_overlay_free(&overlay);
    board_free(&board);
}

// Only the rim of a tile is in the picture: lines and no axes.
static void no_axes_without_a_tile(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_overlay overlay;
    int lines = 0;
    draw(&board, "{\"radius\":0}", "[-8.2, -8.2, -0.2, -0.2]", &overlay);
    for (int i = 0; i < SIDE * SIDE; i++)
        lines += overlay.line[i] > 0;
    assert_true(lines > 10);
    assert_int_equal(ink_count(&overlay, &hexfog_axis_colours[0]), 0);
    assert_int_equal(ink_count(&overlay, &hexfog_axis_colours[1]), 0);
    hexfog_overlay_free(&overlay);
    board_free(&board);
}

static int distance(int a, int b, int ink)
{
    int from_a = abs(a - ink), from_b = abs(b - ink);
    return from_a < from_b ? from_a : from_b;
}

// Of black, white and the grey between two greys, one that is at least half as far from the
// nearer of both as the best of the three; whichever is given first.
static void lines_stand_out(void **state)
{
    (void)state;
    bool is_met[3] = { false };
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            struct hexfog_rgb8 first = { (uint8_t)a, (uint8_t)a, (uint8_t)a };
            struct hexfog_rgb8 second = { (uint8_t)b, (uint8_t)b, (uint8_t)b };
            struct hexfog_rgb8 ink = hexfog_ink_for(first, second);
            struct hexfog_rgb8 other = hexfog_ink_for(second, first);
            int inks[3] = { 0, 255, (a + b) / 2 }, best = 0;
            assert_memory_equal(&ink, &other, sizeof ink);
            for (int i = 0; i < 3; i++) {
                best = distance(a, b, inks[i]) > best ? distance(a, b, inks[i]) : best;
                is_met[i] |= ink.r == inks[i];
            }
            assert_true(ink.r == ink.g && ink.g == ink.b);
            assert_true(2 * distance(a, b, ink.r) >= best - 1);
        }
    assert_true(is_met[0] && is_met[1] && is_met[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("axes meet in the middle, and say where, when (0, 0) is not in the picture",
               axes_meet_in_the_middle),
        PROVES("without the middle of a tile in the picture there are no axes",
               no_axes_without_a_tile),
        PROVES("a grid's lines stand out from scene and fog", lines_stand_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
