// SPDX-License-Identifier: MIT
// Turns a map's tiles into lines that can be laid over a picture.
#include "check/preview_grid.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/preview_labels.h"
#include "check/preview_view.h"

// Smaller tiles would be all outline.
static const double least_apothem_px = 3;

// Lines -----------------------------------------------------------------------

struct pen {
    const struct hexfog_view *view;
    double half_px, border_half_px; // half a line's width: between tiles, around the shape
};

static struct hexfog_axial across(struct hexfog_axial tile, int k)
{
    struct hexfog_axial step = hexfog_directions[k];

    return (struct hexfog_axial){ tile.q + step.q, tile.r + step.r };
}

// How much of a line whose middle is `distance` pixels away covers a pixel.
static double coverage(double half_px, double distance)
{
    double part = half_px + 0.5 - distance;

    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static uint8_t line_at(const struct pen *pen, struct hexfog_texel pixel)
{
    const struct hexfog_map *map = pen->view->map;
    const struct hexfog_lattice *lattice = &map->lattice;
    struct hexfog_world at = hexfog_world_from_texel(&pen->view->picture, pixel);
    struct hexfog_local local = { at.x - lattice->origin.x, at.y - lattice->origin.y };
    struct hexfog_axial tile = hexfog_tile_at(lattice, local);
    struct hexfog_local centre = hexfog_tile_centre(lattice, tile);
    double x = local.x - centre.x, y = local.y - centre.y, most = 0;

    for (int k = 0; k < 6; k++) {
        double e = 2 * (lattice->half_e[k].x * x + lattice->half_e[k].y * y);
        double distance = (1 - e) * pen->view->apothem_px[k];
        if (distance >= pen->border_half_px + 0.5)
            continue;
        bool is_in = hexfog_is_in_shape(map, tile);
        bool is_next = hexfog_is_in_shape(map, across(tile, k));
        if (is_in || is_next)
            most = fmax(most, coverage(is_in && is_next ? pen->half_px : pen->border_half_px,
                                       distance));
    }
    return (uint8_t)(most * 255 + 0.5);
}

static void draw_lines(const struct hexfog_view *view, struct hexfog_overlay *overlay)
{
    double half = fmin(fmax(view->least_apothem_px / 40, 0.5), 2);
    struct pen pen = { view, half, view->least_apothem_px > 8 ? half + 0.5 : half };

    for (int32_t y = 0; y < overlay->height_px; y++)
        for (int32_t x = 0; x < overlay->width_px; x++)
            overlay->line[(size_t)y * (size_t)overlay->width_px + (size_t)x] =
                line_at(&pen, (struct hexfog_texel){ x, y });
}

// The overlay -----------------------------------------------------------------

hexfog_status hexfog_overlay_make(const struct hexfog_map *map, int32_t width_px,
                                  int32_t height_px, struct hexfog_overlay *overlay,
                                  struct hexfog_error *error)
{
    size_t count = (size_t)width_px * (size_t)height_px;
    struct hexfog_view view;

    *overlay = (struct hexfog_overlay){ .width_px = width_px, .height_px = height_px };
    overlay->line = hexfog_alloc_zeroed(count, 1);
    overlay->ink = hexfog_alloc_zeroed(count, 4);
    if (!overlay->line || !overlay->ink) {
        hexfog_overlay_free(overlay);
        return hexfog_fail_memory(error, "the grid of a picture");
    }
    hexfog_view_make(map, width_px, height_px, &view);
    if (view.least_apothem_px >= least_apothem_px) {
        draw_lines(&view, overlay);
        hexfog_labels_draw(&view, overlay);
    }
    return HEXFOG_OK;
}

void hexfog_overlay_free(struct hexfog_overlay *overlay)
{
    hexfog_free(overlay->line);
    hexfog_free(overlay->ink);
    *overlay = (struct hexfog_overlay){ 0 };
}

struct hexfog_rgb8 hexfog_ink_for(struct hexfog_rgb8 a, struct hexfog_rgb8 b)
{
    int dark = hexfog_lightness(a), light = hexfog_lightness(b);

    if (dark > light) {
        int swapped = dark;
        dark = light;
        light = swapped;
    }
    // Black is `dark` away from the nearer one, white 255 - light, grey half of what is between.
    if (dark >= 255 - light && 2 * dark >= (light - dark) / 2)
        return (struct hexfog_rgb8){ 0, 0, 0 };
    if (2 * (255 - light) >= (light - dark) / 2)
        return (struct hexfog_rgb8){ 255, 255, 255 };
    uint8_t grey = (uint8_t)((dark + light) / 2);
    return (struct hexfog_rgb8){ grey, grey, grey };
}

// Two thirds of the ink: the fog's border still shows through.
static void draw_line(uint8_t *pixel, uint8_t cover, const struct hexfog_rgb8 *given)
{
    struct hexfog_rgb8 under = { pixel[0], pixel[1], pixel[2] };
    struct hexfog_rgb8 ink = given ? *given : hexfog_contrast(under);
    struct hexfog_rgb8 mix = hexfog_mix(ink, under, HEXFOG_WHOLE_SHARE
                                                        - HEXFOG_WHOLE_SHARE * 2U * cover / 765U);
    pixel[0] = mix.r;
    pixel[1] = mix.g;
    pixel[2] = mix.b;
}

void hexfog_overlay_draw(const struct hexfog_overlay *overlay, const struct hexfog_rgb8 *ink,
                         const struct hexfog_canvas *canvas)
{
    for (int32_t y = 0; y < overlay->height_px; y++)
        for (int32_t x = 0; x < overlay->width_px; x++) {
            size_t i = (size_t)y * (size_t)overlay->width_px + (size_t)x;
            uint8_t *pixel = canvas->rgb
                           + 3 * ((size_t)y * (size_t)canvas->width_px + (size_t)x);
            if (overlay->ink[4 * i + 3])
                memcpy(pixel, overlay->ink + 4 * i, 3);
            else if (overlay->line[i])
                draw_line(pixel, overlay->line[i], ink);
        }
}
