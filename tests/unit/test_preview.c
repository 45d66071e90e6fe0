// SPDX-License-Identifier: MIT
// The pieces of previews: averages over areas, shares, false colours, washes, the grid, text.
// SOURCES: tests/unit/board.c
#include "prove.h"
#include "board.h"
#include "check/preview.h"
#include "check/preview_area.h"
#include "check/preview_font.h"
#include "check/preview_legend.h"
#include "check/preview_view.h"
#include "check/preview_wash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Areas -----------------------------------------------------------------------

struct plain { int32_t width; };

static void fill_plain(const void *context, int plane, const void *row, uint16_t *texels)
{
    const struct plain *plain = context;
    const uint16_t *values = row;
    for (int32_t i = 0; i < plain->width; i++)
        texels[i] = plane == 0 ? values[i] : (uint16_t)(65535 - values[i]);
}

static double overlap(double a0, double a1, double b0, double b1)
{
    double low = fmax(a0, b0), high = fmin(a1, b1);
    return high > low ? high - low : 0;
}

// The average over a pixel's area, texel by texel in double precision.
static double slow_average(const uint16_t *texels, int32_t w, int32_t h, int32_t to_w,
                           int32_t to_h, int32_t x, int32_t y)
{
    double sum = 0, x0 = (double)x * w / to_w, x1 = (x + 1.0) * w / to_w;
    double y0 = (double)y * h / to_h, y1 = (y + 1.0) * h / to_h;
    for (int32_t v = 0; v < h; v++)
        for (int32_t u = 0; u < w; u++)
            sum += texels[v * w + u] * overlap(u, u + 1, x0, x1) * overlap(v, v + 1, y0, y1);
    return sum / ((x1 - x0) * (y1 - y0));
}

static void expect_average(struct random *random, int32_t w, int32_t h, int32_t to_w,
                           int32_t to_h)
{
    size_t count = (size_t)w * (size_t)h, to_count = (size_t)to_w * (size_t)to_h;
    uint16_t *texels = malloc(count * sizeof *texels);
    uint16_t *planes = malloc(2 * to_count * sizeof *planes);
    struct plain plain = { w };
    struct hexfog_area_request request = { w, h, to_w, to_h, 2, fill_plain, &plain };
    struct hexfog_area *area;
    struct hexfog_error error;
    for (size_t i = 0; i < count; i++)
        texels[i] = (uint16_t)(random_bits(random) & 65535);
    assert_int_equal(hexfog_area_make(&request, 2, planes, &area, &error), HEXFOG_OK);
    for (int32_t y = 0, band = 0; y < h; y += 3, band++) { // two workers in turn, bands of 3
        int32_t rows = h - y < 3 ? h - y : 3;
        for (int32_t i = 0; i < rows; i++)
            hexfog_area_prepare(area, band % 2, i, texels + (size_t)(y + i) * (size_t)w);
        hexfog_area_commit(area, band % 2, y, rows);
    }
    hexfog_area_free(area);
    for (int32_t y = 0; y < to_h; y++)
        for (int32_t x = 0; x < to_w; x++) {
            double want = slow_average(texels, w, h, to_w, to_h, x, y);
            size_t i = (size_t)y * (size_t)to_w + (size_t)x;
            assert_true(fabs(planes[i] - want) <= 0.5 + 1e-6);
            assert_true(fabs(planes[to_count + i] - (65535 - want)) <= 0.5 + 1e-6);
        }
    free(texels);
    free(planes);
}

static void pixels_are_averages(void **state)
{
    (void)state;
    struct random random = { 4 };
    expect_average(&random, 1, 1, 1, 1);
    expect_average(&random, 1, 1, 5, 7);
    expect_average(&random, 9, 5, 9, 5);
    expect_average(&random, 64, 48, 16, 12);
    for (int i = 0; i < 60; i++)
        expect_average(&random, random_int(&random, 1, 40), random_int(&random, 1, 40),
                       random_int(&random, 1, 50), random_int(&random, 1, 50));
}

static void widest_row_does_not_overflow(void **state)
{
    (void)state;
    static uint16_t row[HEXFOG_MAX_SOURCE_SIDE_PX], pixels[7];
    struct plain plain = { HEXFOG_MAX_SOURCE_SIDE_PX };
    struct hexfog_area_request request = { HEXFOG_MAX_SOURCE_SIDE_PX, HEXFOG_MAX_SOURCE_SIDE_PX,
                                           7, 1, 1, fill_plain, &plain };
    struct hexfog_area *area;
    struct hexfog_error error;
    memset(row, 0xff, sizeof row);
    assert_int_equal(hexfog_area_make(&request, 1, pixels, &area, &error), HEXFOG_OK);
    hexfog_area_prepare(area, 0, 0, row);
    for (int32_t y = 0; y < HEXFOG_MAX_SOURCE_SIDE_PX; y++)
        hexfog_area_commit(area, 0, y, 1);
    hexfog_area_free(area);
    for (int i = 0; i < 7; i++)
        assert_int_equal(pixels[i], 65535);
}

// Shares and colours ------------------------------------------------------------

static void shares_follow_the_remap(void **state)
{
    (void)state;
    const double f[] = { 0, 2, 2.25, 3, 9, -HUGE_VAL, HUGE_VAL, (double)NAN };
    const uint16_t linear[] = { 65535, 65535, 49151, 0, 0, 65535, 0, 0 };
    const uint16_t hard[] = { 65535, 65535, 65535, 0, 0, 65535, 0, 0 };
    struct hexfog_range ranges[] = { hexfog_range_of(HEXFOG_LAW_LINEAR, 9, 10),
                                     hexfog_range_of(HEXFOG_LAW_LINEAR, 2, 3) };
    struct hexfog_fog_paint paint = { HEXFOG_LAW_LINEAR, false, ranges, 8 };
    uint16_t shares[8];
    hexfog_fog_fill(&paint, 1, f, shares);
    assert_memory_equal(shares, linear, sizeof linear);
    paint.is_hard = true;
    hexfog_fog_fill(&paint, 1, f, shares);
    assert_memory_equal(shares, hard, sizeof hard);
    struct hexfog_range exponential = hexfog_range_of(HEXFOG_LAW_EXP2, 1, 3);
    paint = (struct hexfog_fog_paint){ HEXFOG_LAW_EXP2, false, &exponential, 8 };
    hexfog_fog_fill(&paint, 0, f, shares);
    for (int i = 0; i < 5; i++) {
        double left = hexfog_left(HEXFOG_LAW_EXP2, &exponential, f[i]);
        assert_true(fabs(shares[i] / 65535.0 - left) <= 0.5 / 65535 + 1e-12);
    }
    assert_int_equal(shares[7], 0);
}

static void whole_shares_are_the_colours(void **state)
{
    (void)state;
    struct random random = { 7 };
    for (int i = 0; i < 1000; i++) {
        uint64_t bits = random_bits(&random);
        struct hexfog_rgb8 fog = { (uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16) };
        struct hexfog_rgb8 clear = { (uint8_t)(bits >> 24), (uint8_t)(bits >> 32),
                                     (uint8_t)(bits >> 40) };
        struct hexfog_rgb8 none = hexfog_mix(fog, clear, 0);
        struct hexfog_rgb8 all = hexfog_mix(fog, clear, HEXFOG_WHOLE_SHARE);
        assert_memory_equal(&none, &fog, sizeof fog);
        assert_memory_equal(&all, &clear, sizeof clear);
    }
}

// Without hue, and for eyes without red or green, a colour still tells its value.
static void false_colours_rise_in_lightness(void **state)
{
    (void)state;
    int last = -1;
    for (int i = 0; i <= 64; i++) {
        struct hexfog_rgb8 colour = hexfog_false_colour(i / 64.0);
        int lightness = hexfog_lightness(colour);
        assert_true(lightness > last);
        assert_true(abs(colour.r - colour.g) <= 32); // no red against green
        last = lightness;
    }
    assert_true(last > 225);
}

static void what_is_no_number_is_magenta(void **state)
{
    (void)state;
    const double values[] = { (double)NAN, HUGE_VAL, -HUGE_VAL, 0, 5, 1e300 };
    struct hexfog_colour_paint paint = { 0, 5, 6 };
    uint16_t planes[3][6];
    for (int plane = 0; plane < 3; plane++)
        hexfog_colour_fill(&paint, plane, values, planes[plane]);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(planes[0][i], 65535);
        assert_int_equal(planes[1][i], 0);
        assert_int_equal(planes[2][i], 65535);
    }
    for (int i = 3; i < 6; i++) {
        struct hexfog_rgb8 want = hexfog_false_colour(values[i] / 5);
        assert_int_equal(planes[0][i], 257 * want.r);
        assert_int_equal(planes[1][i], 257 * want.g);
        assert_int_equal(planes[2][i], 257 * want.b);
    }
}

static void transparent_boards_show_the_background(void **state)
{
    (void)state;
    const uint8_t rgba[] = { 10, 20, 30, 255, 10, 20, 30, 0, 200, 0, 100, 51 };
    struct hexfog_board_paint paint = { { 0, 100, 250 }, 3 };
    uint16_t texels[3];
    const int want[3][3] = { { 10, 0, 40 }, { 20, 100, 80 }, { 30, 250, 220 } };
    for (int plane = 0; plane < 3; plane++) {
        hexfog_board_fill(&paint, plane, rgba, texels);
        for (int i = 0; i < 3; i++)
            assert_int_equal((texels[i] + 128) / 257, want[plane][i]);
    }
}

// Washes ------------------------------------------------------------------------

enum { WASH_SIDE = 120, BORDER = 60 };

// Fog right of column BORDER.
static void wash_halves(int32_t texel_px, int frame, uint8_t *wash)
{
    static uint16_t shares[WASH_SIDE * WASH_SIDE];
    for (int i = 0; i < WASH_SIDE * WASH_SIDE; i++)
        shares[i] = i % WASH_SIDE < BORDER ? 65535 : 0;
    struct hexfog_wash_request request = { WASH_SIDE, WASH_SIDE, shares, 256 * texel_px, frame };
    hexfog_wash_draw(&request, wash);
}

static void washes_have_an_uneven_border(void **state)
{
    (void)state;
    static uint8_t wash[WASH_SIDE * WASH_SIDE];
    for (int32_t texel_px = 1; texel_px <= 4; texel_px++) {
        int least = WASH_SIDE, most = 0;
        wash_halves(texel_px, 0, wash);
        for (int y = 0; y < WASH_SIDE; y++) {
            const uint8_t *row = wash + WASH_SIDE * y;
            int first = 0;
            while (row[first] == HEXFOG_WASH_CLEAR)
                first++;
            least = first < least ? first : least;
            most = first > most ? first : most;
            assert_int_equal(row[first], HEXFOG_WASH_OUTLINE); // on the fog's side
            for (int x = first; x < WASH_SIDE; x++)
                assert_int_not_equal(row[x], x >= first + 8 ? HEXFOG_WASH_OUTLINE
                                                            : HEXFOG_WASH_CLEAR + 3);
            assert_int_equal(row[WASH_SIDE - 1], HEXFOG_WASH_FOG);
        }
        assert_in_range(least, BORDER - 3 * texel_px, BORDER); // about two texels, at most three
        assert_in_range(most, BORDER, BORDER + 3 * texel_px);
        assert_true(2 * (most - least) >= 3 * texel_px);
    }
}

static void washes_live(void **state)
{
    (void)state;
    static uint8_t first[WASH_SIDE * WASH_SIDE], other[WASH_SIDE * WASH_SIDE];
    int changed = 0;
    wash_halves(2, 0, first);
    wash_halves(2, 0, other);
    assert_memory_equal(first, other, sizeof first);
    wash_halves(2, 1, other);
    for (int i = 0; i < WASH_SIDE * WASH_SIDE; i++)
        changed += (first[i] == HEXFOG_WASH_CLEAR) != (other[i] == HEXFOG_WASH_CLEAR);
    assert_in_range(changed, 10, 2 * WASH_SIDE); // a little from frame to frame
}

// The grid ----------------------------------------------------------------------

// Distance in pixels to the nearest edge of the tile that a pixel's centre is in, by the
// lattice's own numbers of fogmap.md 2 for regular pointy cells.
static double edge_distance(double x, double y, double radius_px)
{
    double w = sqrt(3) * radius_px, best = 1e9, q = 0, r = 0;
    for (int row = -8; row <= 8; row++) // the nearest centre: right in regular cells
        for (int column = -12; column <= 12; column++) {
            double cx = w * (column + row / 2.0), cy = 1.5 * radius_px * row;
            double distance = hypot(x - cx, y - cy);
            if (distance < best) {
                best = distance;
                q = x - cx;
                r = y - cy;
            }
        }
    double e0 = fabs(q), e1 = fabs(q / 2 + r * sqrt(3) / 2), e2 = fabs(r * sqrt(3) / 2 - q / 2);
    return w / 2 - fmax(e0, fmax(e1, e2));
}

static void outlines_follow_the_edges(void **state)
{
    (void)state;
    struct board board;
    struct hexfog_overlay overlay;
    struct hexfog_error error;
    board_make(&board, "{\"hexfog\":1,\"grid\":{\"orientation\":\"pointy\",\"size\":1,\"shape\":"
               "{\"radius\":6}},\"texture\":{\"width\":64,\"height\":64,\"bounds\":[-4,-4,4,4]}}");
    assert_int_equal(hexfog_overlay_make(board.map, 240, 240, &overlay, &error), HEXFOG_OK);
    for (int y = 0; y < 240; y++)
        for (int x = 0; x < 240; x++) {
            double distance = edge_distance((x + 0.5) / 30 - 4, (y + 0.5) / 30 - 4, 1) * 30;
            int want = (int)(255 * fmin(fmax(overlay.line ? 1.15 - distance : 0, 0), 1));
            assert_true(abs(overlay.line[240 * y + x] - want) < 40);
        }
    hexfog_overlay_free(&overlay);
    board_free(&board);
}

static int ink_count(const struct hexfog_overlay *overlay, const struct hexfog_rgb8 *colour)
{
    int count = 0;
    for (int i = 0; i < overlay->width_px * overlay->height_px; i++) {
        const uint8_t *ink = overlay->ink + 4 * i;
        count += ink[3] && ink[0] == colour->r && ink[1] == colour->g && ink[2] == colour->b;
    }
    return count;
}

static int line_count(const struct hexfog_overlay *overlay)
{
    int count = 0;
    for (int i = 0; i < overlay->width_px * overlay->height_px; i++)
        count += overlay->line[i] > 0;
    return count;
}

// What is drawn at a picture's side: bit 0 lines, 1 numbers, 2 axes.
static int drawn_at(const struct hexfog_map *map, int32_t side)
{
    static const struct hexfog_rgb8 white = { 255, 255, 255 };
    struct hexfog_overlay overlay;
    struct hexfog_error error;
    assert_int_equal(hexfog_overlay_make(map, side, side, &overlay, &error), HEXFOG_OK);
    int drawn = (line_count(&overlay) > 0) | 2 * (ink_count(&overlay, &white) > 0)
              | 4 * (ink_count(&overlay, &hexfog_axis_colours[0]) > 0
                     && ink_count(&overlay, &hexfog_axis_colours[1]) > 0);
    hexfog_overlay_free(&overlay);
    return drawn;
}

static void what_cannot_be_read_is_hidden(void **state)
{
    (void)state;
    struct board board;
    board_make(&board, "{\"hexfog\":1,\"grid\":{\"orientation\":\"flat\",\"size\":1,\"shape\":"
               "{\"radius\":12}},\"texture\":{\"width\":64,\"height\":64,"
               "\"bounds\":[-22,-22,22,22]}}");
    assert_int_equal(drawn_at(board.map, 40), 0);
    assert_int_equal(drawn_at(board.map, 1), 0);
    assert_int_equal(drawn_at(board.map, 200), 5);  // tiles of 8 pixels: no room for two digits
    assert_int_equal(drawn_at(board.map, 600), 7);
    board_free(&board);
}

// With y up the arrow of r points up in the picture, with y down it points down.
static void axes_point_where_their_numbers_grow(void **state)
{
    (void)state;
    for (int is_up = 0; is_up < 2; is_up++) {
        struct board board;
        struct hexfog_view view;
        board_make(&board, "{\"hexfog\":1,\"grid\":{\"orientation\":\"flat\",\"size\":1,"
                   "\"y_axis\":\"%s\",\"shape\":{\"radius\":3}},\"texture\":{\"width\":64,"
                   "\"height\":64,\"bounds\":[-8,-8,8,8]}}", is_up ? "up" : "down");
        hexfog_view_make(board.map, 160, 160, &view);
        struct hexfog_place_px zero = hexfog_px_of_tile(&view, (struct hexfog_axial){ 0, 0 });
        struct hexfog_place_px r = hexfog_px_of_tile(&view, (struct hexfog_axial){ 0, 1 });
        struct hexfog_place_px q = hexfog_px_of_tile(&view, (struct hexfog_axial){ 1, 0 });
        double step = 10 * sqrt(3);
        assert_true(fabs(zero.x - 80) < 1e-9 && fabs(zero.y - 80) < 1e-9);
        assert_true(fabs(r.x - 80) < 1e-9 && fabs(r.y - (80 + (is_up ? -step : step))) < 1e-9);
        assert_true(fabs(q.x - 95) < 1e-9);
        assert_true(fabs(q.y - (80 + (is_up ? -step : step) / 2)) < 1e-9);
        board_free(&board);
    }
}

// Text --------------------------------------------------------------------------

struct dots { int count; int32_t left, right, top, bottom; };

static void count_dot(void *context, int32_t x, int32_t y)
{
    struct dots *dots = context;
    dots->count++;
    dots->left = x < dots->left ? x : dots->left;
    dots->right = x > dots->right ? x : dots->right;
    dots->top = y < dots->top ? y : dots->top;
    dots->bottom = y > dots->bottom ? y : dots->bottom;
}

static void every_letter_differs(void **state)
{
    (void)state;
    static const char letters[] = "0123456789-+=.,FGRaceilnoqrstv";
    for (int i = 0; letters[i]; i++) {
        char text[2] = { letters[i], 0 };
        struct dots dots = { 0, 99, -1, 99, -1 };
        hexfog_text_draw(text, 0, 0, 3, count_dot, &dots);
        assert_true(dots.count > 0 && dots.count % 9 == 0);
        assert_true(dots.left >= 0 && dots.right < hexfog_text_width_px(text, 3));
        assert_true(dots.top >= 0 && dots.bottom < 3 * HEXFOG_FONT_HEIGHT);
    }
    assert_int_equal(hexfog_text_width_px("", 2), 0);
    assert_int_equal(hexfog_text_width_px("12", 2), 22);
}

// Legends of all ranges stay inside their strip: the colours around the numbers are the
// background, up to the picture's border.
static void legends_are_not_cut(void **state)
{
    (void)state;
    const struct hexfog_legend legends[] = {
        { "level", 0, 7, true }, { "G", 0, 1, false }, { "F = level + G", 0, 24, false },
        { "F = level + G", 0, 16777215, false }, { "level", 0, 0, true }
    };
    const int32_t widths[] = { 1, 100, 333, 900 };
    struct hexfog_rgb8 background = { 9, 200, 90 };
    for (int i = 0; i < 20; i++) {
        struct hexfog_legend_size size = hexfog_legend_size(widths[i / 5], 3);
        struct hexfog_canvas canvas = { size.width_px, size.height_px,
                                        calloc((size_t)size.width_px * (size_t)size.height_px, 3) };
        hexfog_legend_draw(&legends[i % 5], &canvas, 3, background);
        for (int32_t y = 0; y < size.height_px; y++)
            for (int32_t x = 0; x < size.width_px; x++) {
                const uint8_t *pixel = canvas.rgb + 3 * (y * size.width_px + x);
                bool is_rim = x == 0 || x == size.width_px - 1 || y == 3 || y >= size.height_px - 1;
                if (y < 3)
                    assert_int_equal(pixel[1], 0); // the map's rows are not touched
                else if (is_rim)
                    assert_memory_equal(pixel, &background, 3);
            }
        free(canvas.rgb);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a pixel is the average over the area that it covers", pixels_are_averages),
        PROVES("the widest row does not overflow its sum", widest_row_does_not_overflow),
        PROVES("shares follow the remap, and what is no number is in full fog",
               shares_follow_the_remap),
        PROVES("a whole share is the one colour, none the other", whole_shares_are_the_colours),
        PROVES("false colours rise in lightness and set no red against green",
               false_colours_rise_in_lightness),
        PROVES("what is no number is magenta", what_is_no_number_is_magenta),
        PROVES("a transparent board shows the background",
               transparent_boards_show_the_background),
        PROVES("a wash's border is moved by about two texels and outlined on the fog's side",
               washes_have_an_uneven_border),
        PROVES("a wash's border moves a little from frame to frame", washes_live),
        PROVES("outlines follow the tiles' edges", outlines_follow_the_edges),
        PROVES("outlines, numbers and axes that cannot be read are hidden",
               what_cannot_be_read_is_hidden),
        PROVES("tiles lie where their axes point, y up or down",
               axes_point_where_their_numbers_grow),
        PROVES("every letter of the font has its dots, inside its box", every_letter_differs),
        PROVES("a legend is not cut and leaves the map alone", legends_are_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
