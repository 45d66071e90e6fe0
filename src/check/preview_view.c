// SPDX-License-Identifier: MIT
// Turns tiles into places of a picture.
#include "check/preview_view.h"

#include <math.h>

void hexfog_view_make(const struct hexfog_map *map, int32_t width_px, int32_t height_px,
                      struct hexfog_view *view)
{
    const struct hexfog_lattice *lattice = &map->lattice;

    *view = (struct hexfog_view){ .map = map, .picture = map->texture };
    view->picture.width_px = width_px;
    view->picture.height_px = height_px;
    const struct hexfog_bounds *b = &view->picture.bounds;
    double right = (b->x_max - b->x_min) / width_px, down = (b->y_max - b->y_min) / height_px;
    if (view->picture.y_axis == HEXFOG_Y_UP)
        down = -down;
    view->least_apothem_px = HUGE_VAL;
    for (int k = 0; k < 6; k++) {
        view->e_right[k] = 2 * lattice->half_e[k].x * right;
        view->e_down[k] = 2 * lattice->half_e[k].y * down;
        view->apothem_px[k] = 1 / sqrt(view->e_right[k] * view->e_right[k]
                                       + view->e_down[k] * view->e_down[k]);
        view->least_apothem_px = fmin(view->least_apothem_px, view->apothem_px[k]);
    }
}

struct hexfog_place_px hexfog_px_of_tile(const struct hexfog_view *view, struct hexfog_axial tile)
{
    struct hexfog_uv uv = hexfog_uv_from_world(&view->picture);
    struct hexfog_world centre = hexfog_world_from_axial(view->map, tile);

    return (struct hexfog_place_px){
        (centre.x * uv.scale[0] + uv.offset[0]) * view->picture.width_px,
        (centre.y * uv.scale[1] + uv.offset[1]) * view->picture.height_px
    };
}

bool hexfog_view_shows(const struct hexfog_view *view, struct hexfog_axial tile)
{
    struct hexfog_place_px at = hexfog_px_of_tile(view, tile);

    return hexfog_is_in_shape(view->map, tile) && at.x > 0 && at.x < view->picture.width_px
        && at.y > 0 && at.y < view->picture.height_px;
}

double hexfog_view_reach(const struct hexfog_view *view, double right_px, double down_px,
                         double width_px, double height_px)
{
    double reach = 0;

    for (int k = 0; k < 6; k++) {
        double middle = view->e_right[k] * right_px + view->e_down[k] * down_px;
        double half = fabs(view->e_right[k] * width_px / 2) + fabs(view->e_down[k] * height_px / 2);
        reach = fmax(reach, middle + half);
    }
    return reach;
}
