// SPDX-License-Identifier: MIT
// Turns the range of a false-colour picture into a bar with numbers below it.
#include "check/preview_legend.h"

#include <math.h>

#include "base/decimal.h"
#include "check/preview_font.h"

enum { LEAST_WIDTH_PX = 120, GAP_DOTS = 4, BAR_DOTS = 10, TICK_DOTS = 3 };
enum { HEIGHT_DOTS = 5 * GAP_DOTS + BAR_DOTS + TICK_DOTS + 2 * HEXFOG_FONT_HEIGHT };

static int32_t scale_of(int32_t map_width_px)
{
    int32_t scale = map_width_px / 400 + 1;

    return scale < 8 ? scale : 8;
}

struct hexfog_legend_size hexfog_legend_size(int32_t map_width_px, int32_t map_height_px)
{
    return (struct hexfog_legend_size){
        map_width_px > LEAST_WIDTH_PX ? map_width_px : LEAST_WIDTH_PX,
        map_height_px + HEIGHT_DOTS * scale_of(map_width_px)
    };
}

// Where the bar stands, and what is drawn in.
struct bar {
    const struct hexfog_legend *legend;
    const struct hexfog_canvas *canvas;
    int32_t left, right, top, scale;  /* right is the first pixel after it */
    struct hexfog_rgb8 ink;
};

static void put_ink(void *context, int32_t x, int32_t y)
{
    const struct bar *bar = context;

    if (x >= 0 && x < bar->canvas->width_px && y >= 0 && y < bar->canvas->height_px)
        hexfog_put_pixel(bar->canvas, x, y, bar->ink);
}

static void draw_bar(struct bar *bar)
{
    const struct hexfog_legend *is = bar->legend;
    int32_t bottom = bar->top + BAR_DOTS * bar->scale;
    double steps = is->most - is->least + 1;

    for (int32_t x = bar->left; x < bar->right; x++) {
        double part = (x - bar->left + 0.5) / (bar->right - bar->left);
        if (is->is_whole)
            part = is->most > is->least ? floor(part * steps) / (is->most - is->least) : 0;
        for (int32_t y = bar->top; y < bottom; y++)
            hexfog_put_pixel(bar->canvas, x, y, hexfog_false_colour(part));
    }
    for (int32_t x = bar->left - 1; x <= bar->right; x++) {
        put_ink(bar, x, bar->top - 1);
        put_ink(bar, x, bottom);
    }
    for (int32_t y = bar->top - 1; y <= bottom; y++) {
        put_ink(bar, bar->left - 1, y);
        put_ink(bar, bar->right, y);
    }
}

// The middle of a number's place on the bar.
static int32_t place_of(const struct bar *bar, double value)
{
    const struct hexfog_legend *is = bar->legend;
    double span = is->most - is->least;
    double part = is->is_whole ? (value - is->least + 0.5) / (span + 1)
                               : span > 0 ? (value - is->least) / span : 0.5;

    return bar->left + (int32_t)floor(part * (bar->right - bar->left) + 0.5);
}

// Draws a tick and its number where both have room right of `free_px`; the first pixel after it.
static int32_t draw_number(struct bar *bar, double value, int32_t free_px)
{
    char text[HEXFOG_DECIMAL_BYTES];
    int32_t y = bar->top + (BAR_DOTS + TICK_DOTS + GAP_DOTS / 2) * bar->scale;
    int32_t middle = place_of(bar, value);

    hexfog_decimal(text, floor(value * 100 + 0.5) / 100); // no step is finer
    int32_t width = hexfog_text_width_px(text, bar->scale), x = middle - width / 2;
    x = x < bar->scale ? bar->scale : x;
    if (x + width > bar->canvas->width_px - bar->scale)
        x = bar->canvas->width_px - bar->scale - width;
    if (x < free_px)
        return free_px;
    for (int32_t dy = 0; dy < TICK_DOTS * bar->scale; dy++)
        put_ink(bar, middle < bar->right ? middle : bar->right,
                bar->top + BAR_DOTS * bar->scale + dy);
    hexfog_text_draw(text, x, y, bar->scale, put_ink, bar);
    return x + width + 2 * GAP_DOTS * bar->scale;
}

// The least of 1, 2, 5 times a power of ten at which numbers do not touch.
static double step_of(const struct bar *bar)
{
    static const double nice[] = { 1, 2, 5 };
    double span = bar->legend->most - bar->legend->least;
    double room = 6.0 * HEXFOG_FONT_HEIGHT * bar->scale / (bar->right - bar->left);

    for (double ten = bar->legend->is_whole ? 1 : 0.01; ten < 1e9; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (nice[i] * ten >= span * room)
                return nice[i] * ten;
    return span;
}

static void draw_numbers(struct bar *bar)
{
    const struct hexfog_legend *is = bar->legend;
    double step = step_of(bar), first = ceil(is->least / step) * step;
    int32_t free_px = 0;
    int i = 0;

    for (; first + i * step <= is->most + step * 1e-6; i++)
        free_px = draw_number(bar, first + i * step, free_px);
    if (first + (i - 1) * step < is->most - step * 1e-6)
        draw_number(bar, is->most, free_px);
}

void hexfog_legend_draw(const struct hexfog_legend *legend, const struct hexfog_canvas *canvas,
                        int32_t map_height_px, struct hexfog_rgb8 background)
{
    int32_t scale = scale_of(canvas->width_px), margin = 2 * GAP_DOTS * scale;
    int32_t title_y = map_height_px + GAP_DOTS * scale;
    struct bar bar = {
        legend, canvas, margin, canvas->width_px - margin,
        title_y + (HEXFOG_FONT_HEIGHT + GAP_DOTS) * scale, scale, hexfog_contrast(background)
    };

    for (int32_t y = map_height_px; y < canvas->height_px; y++)
        for (int32_t x = 0; x < canvas->width_px; x++)
            hexfog_put_pixel(canvas, x, y, background);
    hexfog_text_draw(legend->title, margin, title_y, scale, put_ink, &bar);
    draw_bar(&bar);
    draw_numbers(&bar);
}
