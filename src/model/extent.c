// SPDX-License-Identifier: MIT
// Turns what a description says of its texture into a size and a world rectangle.
#include "model/extent.h"

#include <math.h>

#include "base/decimal.h"
#include "model/shape.h"

#define MAX_SIDE_PX 65536
// How far a texel count may be from an integer: it absorbs the rounding of extents and of
// numbers written in decimal, and is far below a texel.
#define TEXEL_SLACK 1e-6

struct request {
    const struct hexfog_texture_rules *rules;
    const struct hexfog_reporter *reporter;
    const char *key; // of the resolution
};

static bool report_side(const struct request *request, const char *side, double count)
{
    hexfog_report(request->reporter, "D31", request->rules->resolution_place, request->key,
                  "the %s would be %.0f texels (allowed: 1 to %d)", side, count, MAX_SIDE_PX);
    return false;
}

// width = ceil(extent * resolution - slack), at least 1.
static bool count_up(const struct request *request, const char *side, double extent,
                     int32_t *count)
{
    double texels = ceil(extent * request->rules->texels_per_unit - TEXEL_SLACK);

    if (!(texels <= MAX_SIDE_PX))
        return report_side(request, side, texels);
    *count = texels < 1 ? 1 : (int32_t)texels;
    return true;
}

// Given bounds stay: the product must be an integer.
static bool count_exactly(const struct request *request, const char *side, double extent,
                          int32_t *count)
{
    double texels = extent * request->rules->texels_per_unit;
    double nearest = floor(texels + 0.5);
    char text[HEXFOG_DECIMAL_BYTES];

    if (!(nearest <= MAX_SIDE_PX))
        return report_side(request, side, nearest);
    if (fabs(texels - nearest) > TEXEL_SLACK || nearest < 1) {
        hexfog_report(request->reporter, "D19", request->rules->resolution_place, request->key,
                      "the given bounds are %s texels %s, not a whole number (allowed: bounds that "
                      "make it one, or texture.width and texture.height instead)",
                      hexfog_decimal(text, texels), *side == 'w' ? "wide" : "high");
        return false;
    }
    *count = (int32_t)nearest;
    return true;
}

// Grows the short side until texels are square.
static void grow_to_aspect(struct hexfog_frame *frame, int32_t width_px, int32_t height_px)
{
    if (frame->width / width_px > frame->height / height_px)
        frame->height = frame->width * height_px / width_px;
    else if (frame->width / width_px < frame->height / height_px)
        frame->width = frame->height * width_px / height_px;
}

static bool count_given(const struct request *request, struct hexfog_texture *texture)
{
    const struct hexfog_bounds *b = &texture->bounds;
    bool wide = count_exactly(request, "width", b->x_max - b->x_min, &texture->width_px);

    return count_exactly(request, "height", b->y_max - b->y_min, &texture->height_px) && wide;
}

static bool count_frame(const struct request *request, struct hexfog_frame *frame,
                        struct hexfog_texture *texture)
{
    bool wide = count_up(request, "width", frame->width, &texture->width_px);

    if (!count_up(request, "height", frame->height, &texture->height_px) || !wide)
        return false;
    frame->width = texture->width_px / request->rules->texels_per_unit;
    frame->height = texture->height_px / request->rules->texels_per_unit;
    return true;
}

// What is divided by an extent, and by that of a texel, is a number too: uv, texels a tile. So are
// the places, from the origin on, of all tiles that a texel can be in.
static bool is_sound_side(double low, double high, double origin, double tile)
{
    double extent = high - low, texel = extent / MAX_SIDE_PX;

    return isfinite(low) && isfinite(high) && extent > 0 && isfinite(extent * MAX_SIDE_PX) &&
           isnormal(texel) && isfinite(tile / texel) && isfinite(low - origin - 2 * tile) &&
           isfinite(high - origin + 2 * tile);
}

static bool is_sound_rectangle(const struct hexfog_bounds *b, const struct hexfog_lattice *lattice)
{
    return is_sound_side(b->x_min, b->x_max, lattice->origin.x, lattice->cell.width) &&
           is_sound_side(b->y_min, b->y_max, lattice->origin.y, lattice->cell.height);
}

static struct hexfog_bounds bounds_of(const struct hexfog_frame *frame, struct hexfog_world origin)
{
    return (struct hexfog_bounds){
        origin.x + (frame->x - frame->width / 2), origin.y + (frame->y - frame->height / 2),
        origin.x + (frame->x + frame->width / 2), origin.y + (frame->y + frame->height / 2)};
}

// Default bounds are settled from the origin, which is added last: a far one takes bits.
static bool settle_default(const struct hexfog_lattice *lattice,
                           const struct hexfog_description *description,
                           const struct request *request, struct hexfog_texture *texture)
{
    struct hexfog_frame frame = hexfog_shape_frame(lattice, &description->grid);

    frame.width += 2 * request->rules->margin;
    frame.height += 2 * request->rules->margin;
    texture->bounds = bounds_of(&frame, lattice->origin);
    if (!is_sound_rectangle(&texture->bounds, lattice))
        return true; // the caller says so
    if (texture->width_px)
        grow_to_aspect(&frame, texture->width_px, texture->height_px);
    else if (!count_frame(request, &frame, texture))
        return false;
    texture->bounds = bounds_of(&frame, lattice->origin);
    return true;
}

bool hexfog_texture_make(const struct hexfog_lattice *lattice,
                         const struct hexfog_description *description,
                         const struct hexfog_reporter *reporter, struct hexfog_texture *texture)
{
    const struct hexfog_texture_rules *rules = &description->texture;
    const char *key = rules->per_tile ? "texture.texels_per_tile" : "texture.texels_per_unit";
    struct request request = {rules, reporter, key};
    struct hexfog_place place = rules->has_bounds ? rules->bounds_place : rules->place;

    *texture = (struct hexfog_texture){rules->width_px, rules->height_px, rules->bounds,
                                       description->grid.y_axis};
    if (!rules->has_bounds && !settle_default(lattice, description, &request, texture))
        return false;
    bool is_sound = is_sound_rectangle(&texture->bounds, lattice);
    if (is_sound && rules->has_bounds && !rules->width_px && !count_given(&request, texture))
        return false;
    if (is_sound)
        return true;
    hexfog_report(reporter, "D7", place, rules->has_bounds ? "texture.bounds" : "texture",
                  "the texture's world rectangle leaves the range of double precision");
    return false;
}
