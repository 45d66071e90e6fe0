// SPDX-License-Identifier: MIT
// Turns levels and axes into ink.
#include "check/preview_labels.h"

#include <math.h>
#include <stdio.h>

#include "check/preview_font.h"
#include "model/visible.h"

const struct hexfog_rgb8 hexfog_axis_colours[2] = { { 255, 176, 38 }, { 110, 196, 255 } };
static const struct hexfog_rgb8 white = { 255, 255, 255 }, black = { 0, 0, 0 };

// How far a text may reach towards its tile's edges (1: to the edge): as a rule, and at most.
static const double easy_reach = 0.46, most_reach = 0.9;

// Ink -------------------------------------------------------------------------

struct stylus {
    struct hexfog_overlay *overlay;
    struct hexfog_rgb8 colour;
    int32_t spread;  // pixels around each dot that are drawn as well
};

static void put_ink(void *context, int32_t x, int32_t y)
{
    const struct stylus *stylus = context;
    struct hexfog_overlay *on = stylus->overlay;

    for (int32_t v = y - stylus->spread; v <= y + stylus->spread; v++)
        for (int32_t u = x - stylus->spread; u <= x + stylus->spread; u++) {
            if (u < 0 || u >= on->width_px || v < 0 || v >= on->height_px)
                continue;
            uint8_t *ink = on->ink + 4 * ((size_t)v * (size_t)on->width_px + (size_t)u);
            ink[0] = stylus->colour.r;
            ink[1] = stylus->colour.g;
            ink[2] = stylus->colour.b;
            ink[3] = 255;
        }
}

struct label {
    const char *text;
    int32_t scale, width_px, height_px;
    struct hexfog_rgb8 colour;
};

static struct label label_of(const char *text, int32_t scale, struct hexfog_rgb8 colour)
{
    return (struct label){ text, scale, hexfog_text_width_px(text, scale),
                           HEXFOG_FONT_HEIGHT * scale, colour };
}

// Draws a text around a place, on a dark rim, unless the picture's border would cut it.
static void draw_label(struct hexfog_overlay *overlay, const struct label *label,
                       struct hexfog_place_px middle)
{
    int32_t x = (int32_t)floor(middle.x - label->width_px / 2.0 + 0.5);
    int32_t y = (int32_t)floor(middle.y - label->height_px / 2.0 + 0.5);
    struct stylus rim = { overlay, black, label->scale > 3 ? 2 : 1 };
    struct stylus ink = { overlay, label->colour, 0 };

    if (x < 1 || y < 1 || x + label->width_px >= overlay->width_px
        || y + label->height_px >= overlay->height_px)
        return;
    hexfog_text_draw(label->text, x, y, label->scale, put_ink, &rim);
    hexfog_text_draw(label->text, x, y, label->scale, put_ink, &ink);
}

// Levels ----------------------------------------------------------------------

static void write_number(char text[16], int64_t number)
{
    snprintf(text, 16, "%lld", (long long)number);
}

// The greatest scale at which every level has room in its tile; 0 = none has.
static int32_t level_scale_of(const struct hexfog_view *view)
{
    char widest[16];
    int32_t scale = 0;

    write_number(widest, view->map->table.shape_max_level);
    for (char *digit = widest; *digit; digit++)
        *digit = '8';
    for (; scale < 12; scale++) {
        struct label label = label_of(widest, scale + 1, white);
        double most = scale == 0 ? most_reach : easy_reach;
        if (hexfog_view_reach(view, 0, 0, label.width_px, label.height_px) > most)
            break;
    }
    return scale;
}

static void draw_level(const struct hexfog_view *view, struct hexfog_overlay *overlay,
                       int32_t scale, struct hexfog_axial tile)
{
    int32_t level;
    char text[16];

    if (!hexfog_is_in_shape(view->map, tile) || !hexfog_level_of(view->map, tile, &level))
        return;
    write_number(text, level);
    struct label label = label_of(text, scale, white);
    draw_label(overlay, &label, hexfog_px_of_tile(view, tile));
}

static void draw_levels(const struct hexfog_view *view, struct hexfog_overlay *overlay,
                        int32_t scale)
{
    struct hexfog_box box;

    if (!hexfog_raster_box(&view->map->lattice, &view->picture, &box))
        return;
    for (int64_t r = box.r_min; r <= box.r_max; r++)
        for (int64_t q = box.q_min; q <= box.q_max; q++)
            draw_level(view, overlay, scale,
                       (struct hexfog_axial){ (int32_t)q, (int32_t)r });
}

// Axes ------------------------------------------------------------------------

struct axis {
    const struct hexfog_view *view;
    struct hexfog_overlay *overlay;
    struct hexfog_axial base, step;
    bool is_r;
    int32_t scale;             // of the letter
};

static struct hexfog_axial tile_on(const struct axis *axis, int32_t steps)
{
    return (struct hexfog_axial){ axis->base.q + steps * axis->step.q,
                                  axis->base.r + steps * axis->step.r };
}

// Steps from the base to the last tile that is shown.
static int32_t steps_shown(const struct axis *axis, int32_t direction)
{
    int32_t steps = 0;

    while (hexfog_view_shows(axis->view, tile_on(axis, steps + direction)))
        steps += direction;
    return steps;
}

static void draw_segment(struct hexfog_overlay *overlay, struct hexfog_place_px from,
                         struct hexfog_place_px to, const struct stylus *stylus)
{
    double dx = to.x - from.x, dy = to.y - from.y;
    int32_t count = (int32_t)ceil(fmax(fabs(dx), fabs(dy)) * 2) + 1;
    struct stylus own = *stylus;

    own.overlay = overlay;
    for (int32_t i = 0; i <= count; i++)
        put_ink(&own, (int32_t)floor(from.x + dx * i / count),
                (int32_t)floor(from.y + dy * i / count));
}

static void draw_arrow(const struct axis *axis, struct hexfog_place_px from,
                       struct hexfog_place_px tip, const struct stylus *stylus)
{
    double dx = tip.x - from.x, dy = tip.y - from.y, length = sqrt(dx * dx + dy * dy);
    double barb = fmin(axis->view->least_apothem_px * 0.5, 24);

    draw_segment(axis->overlay, from, tip, stylus);
    for (int side = -1; side <= 1; side += 2) {
        struct hexfog_place_px end = { tip.x - barb * (dx - side * 0.5 * dy) / length,
                                       tip.y - barb * (dy + side * 0.5 * dx) / length };
        draw_segment(axis->overlay, end, tip, stylus);
    }
}

// The letter beside the tip, on the left of who looks along the axis, inside the picture.
static struct hexfog_place_px letter_place(const struct axis *axis, const struct label *letter,
                                           struct hexfog_place_px from, struct hexfog_place_px tip)
{
    double dx = tip.x - from.x, dy = tip.y - from.y, length = sqrt(dx * dx + dy * dy);
    double away = axis->view->least_apothem_px * 0.55 + letter->height_px / 2.0;
    double x = tip.x + away * dy / length, y = tip.y - away * dx / length;
    double side_x = letter->width_px / 2.0 + 2, side_y = letter->height_px / 2.0 + 2;

    return (struct hexfog_place_px){
        fmin(fmax(x, side_x), axis->overlay->width_px - side_x),
        fmin(fmax(y, side_y), axis->overlay->height_px - side_y)
    };
}

static void draw_axis(const struct axis *axis)
{
    struct hexfog_rgb8 colour = hexfog_axis_colours[axis->is_r];
    int32_t last = steps_shown(axis, 1), first = steps_shown(axis, -1);
    struct hexfog_place_px from = hexfog_px_of_tile(axis->view, tile_on(axis, first));
    struct hexfog_place_px end = hexfog_px_of_tile(axis->view, tile_on(axis, last));
    struct hexfog_place_px next = hexfog_px_of_tile(axis->view, tile_on(axis, last + 1));
    struct hexfog_place_px tip = { end.x + 0.42 * (next.x - end.x),
                                   end.y + 0.42 * (next.y - end.y) };
    int32_t spread = axis->view->least_apothem_px > 36;
    struct stylus rim = { .colour = black, .spread = spread + 1 };
    struct stylus ink = { .colour = colour, .spread = spread };

    draw_arrow(axis, from, tip, &rim);
    draw_arrow(axis, from, tip, &ink);
    struct label letter = label_of(axis->is_r ? "r" : "q", axis->scale, colour);
    draw_label(axis->overlay, &letter, letter_place(axis, &letter, from, tip));
}

// The coordinate along the axis, under the level of each tile; both where the axes meet, unless
// that is tile (0, 0).
static void draw_coordinates(const struct axis *axis, int32_t level_scale)
{
    int32_t scale = level_scale > 1 ? level_scale / 2 : 1;
    double down = (level_scale + scale) * HEXFOG_FONT_HEIGHT / 2.0 + 2 + scale;

    for (int32_t steps = steps_shown(axis, -1); steps <= steps_shown(axis, 1); steps++) {
        struct hexfog_axial tile = tile_on(axis, steps);
        struct hexfog_place_px at = hexfog_px_of_tile(axis->view, tile);
        char text[32];
        bool is_base = steps == 0; // where both axes meet
        if (is_base && (axis->is_r || (tile.q == 0 && tile.r == 0)))
            continue;
        if (is_base)
            snprintf(text, sizeof text, "%d,%d", (int)tile.q, (int)tile.r);
        else
            snprintf(text, sizeof text, "%d", (int)(axis->is_r ? tile.r : tile.q));
        struct label label = label_of(text, scale,
                                      is_base ? white : hexfog_axis_colours[axis->is_r]);
        if (hexfog_view_reach(axis->view, 0, down, label.width_px, label.height_px) > 1)
            continue;
        at.y += down;
        draw_label(axis->overlay, &label, at);
    }
}

static bool find_base(const struct hexfog_view *view, struct hexfog_axial *base)
{
    struct hexfog_texel middle = { view->picture.width_px / 2, view->picture.height_px / 2 };

    *base = (struct hexfog_axial){ 0, 0 };
    if (hexfog_view_shows(view, *base))
        return true;
    *base = hexfog_axial_from_world(view->map, hexfog_world_from_texel(&view->picture, middle));
    return hexfog_view_shows(view, *base);
}

void hexfog_labels_draw(const struct hexfog_view *view, struct hexfog_overlay *overlay)
{
    int32_t scale = level_scale_of(view), letter = (int32_t)(view->least_apothem_px / 16) + 1;
    struct axis axes[2] = {
        { .view = view, .overlay = overlay, .step = { 1, 0 }, .scale = letter > 8 ? 8 : letter },
        { .view = view, .overlay = overlay, .step = { 0, 1 }, .scale = letter > 8 ? 8 : letter,
          .is_r = true }
    };
    bool has_axes = find_base(view, &axes[0].base);

    axes[1].base = axes[0].base;
    for (int i = 0; has_axes && i < 2; i++)
        draw_axis(&axes[i]);
    if (scale > 0)
        draw_levels(view, overlay, scale);
    for (int i = 0; has_axes && scale > 0 && i < 2; i++)
        draw_coordinates(&axes[i], scale);
}
