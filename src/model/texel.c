// SPDX-License-Identifier: MIT
// Turns texels into world points: the only place where a texel's centre is decided.
#include "model/texel.h"

double hexfog_x_from_column(const struct hexfog_texture *texture, int32_t column)
{
    double extent = texture->bounds.x_max - texture->bounds.x_min;

    return texture->bounds.x_min + (column + 0.5) * extent / texture->width_px;
}

double hexfog_y_from_row(const struct hexfog_texture *texture, int32_t row)
{
    double extent = texture->bounds.y_max - texture->bounds.y_min;
    double from_top = (row + 0.5) * extent / texture->height_px;

    if (texture->y_axis == HEXFOG_Y_DOWN)
        return texture->bounds.y_min + from_top;
    return texture->bounds.y_max - from_top;
}

struct hexfog_world hexfog_world_from_texel(const struct hexfog_texture *texture,
                                            struct hexfog_texel texel)
{
    return (struct hexfog_world){hexfog_x_from_column(texture, texel.column),
                                 hexfog_y_from_row(texture, texel.row)};
}

struct hexfog_uv hexfog_uv_from_world(const struct hexfog_texture *texture)
{
    const struct hexfog_bounds *b = &texture->bounds;
    double width = b->x_max - b->x_min, height = b->y_max - b->y_min;

    if (texture->y_axis == HEXFOG_Y_DOWN)
        return (struct hexfog_uv){{1 / width, 1 / height}, {-b->x_min / width, -b->y_min / height}};
    return (struct hexfog_uv){{1 / width, -1 / height}, {-b->x_min / width, b->y_max / height}};
}
