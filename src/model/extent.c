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
                      "the given bounds are %s texels %s, not a whole number",
                      hexfog_decimal(text, texels), *side == 'w' ? "wide" : "high");
        return false;
    }
    *count = (int32_t)nearest;
    return true;
}

static double middle(double a, double b)
{
    return a + (b - a) / 2;
}

// A rectangle of the given extents about the same centre.
static struct hexfog_bounds about_centre(struct hexfog_bounds b, double width, double height)
{
    double x = middle(b.x_min, b.x_max), y = middle(b.y_min, b.y_max);

    return (struct hexfog_bounds){x - width / 2, y - height / 2, x + width / 2, y + height / 2};
}

// Grows the short side about the centre until texels are square.
static struct hexfog_bounds grown_to_aspect(struct hexfog_bounds b, int32_t width_px,
                                            int32_t height_px)
{
    double width = b.x_max - b.x_min, height = b.y_max - b.y_min;
    struct hexfog_bounds grown = b;

    if (width / width_px > height / height_px) {
        grown = about_centre(b, width, width * height_px / width_px);
        grown.x_min = b.x_min, grown.x_max = b.x_max;
    } else if (width / width_px < height / height_px) {
        grown = about_centre(b, height * width_px / height_px, height);
        grown.y_min = b.y_min, grown.y_max = b.y_max;
    }
    return grown;
}

static bool settle_by_resolution(const struct request *request, struct hexfog_texture *texture)
{
    const struct hexfog_texture_rules *rules = request->rules;
    struct hexfog_bounds *b = &texture->bounds;
    double width = b->x_max - b->x_min, height = b->y_max - b->y_min;

    if (rules->has_bounds) {
        bool wide = count_exactly(request, "width", width, &texture->width_px);
        return count_exactly(request, "height", height, &texture->height_px) && wide;
    }
    bool wide = count_up(request, "width", width, &texture->width_px);
    if (!count_up(request, "height", height, &texture->height_px) || !wide)
        return false;
    *b = about_centre(*b, texture->width_px / rules->texels_per_unit,
                      texture->height_px / rules->texels_per_unit);
    return true;
}

static bool is_increasing(const struct hexfog_bounds *b)
{
    double width = (b->x_max - b->x_min) * MAX_SIDE_PX;
    double height = (b->y_max - b->y_min) * MAX_SIDE_PX;

    return isfinite(width) && isfinite(height) && isfinite(b->x_min) && isfinite(b->y_min) &&
           isfinite(b->x_max) && isfinite(b->y_max) && width > 0 && height > 0;
}

static struct hexfog_bounds default_bounds(const struct hexfog_lattice *lattice,
                                           const struct hexfog_description *description)
{
    struct hexfog_bounds b = hexfog_shape_bounds(lattice, &description->grid);
    double margin = description->texture.margin;

    return (struct hexfog_bounds){b.x_min - margin, b.y_min - margin, b.x_max + margin,
                                  b.y_max + margin};
}

bool hexfog_texture_make(const struct hexfog_lattice *lattice,
                         const struct hexfog_description *description,
                         const struct hexfog_reporter *reporter, struct hexfog_texture *texture)
{
    const struct hexfog_texture_rules *rules = &description->texture;
    struct request request = {rules, reporter,
                              rules->per_tile ? "texture.texels_per_tile" : "texture.texels_per_unit"};
    struct hexfog_place place = rules->has_bounds ? rules->bounds_place : rules->place;

    *texture = (struct hexfog_texture){
        rules->width_px, rules->height_px,
        rules->has_bounds ? rules->bounds : default_bounds(lattice, description),
        description->grid.y_axis};
    if (is_increasing(&texture->bounds) && !rules->width_px &&
        !settle_by_resolution(&request, texture))
        return false;
    if (is_increasing(&texture->bounds) && rules->width_px && !rules->has_bounds)
        texture->bounds = grown_to_aspect(texture->bounds, texture->width_px, texture->height_px);
    if (is_increasing(&texture->bounds))
        return true;
    hexfog_report(reporter, "D7", place, rules->has_bounds ? "texture.bounds" : "texture",
                  "the texture's world rectangle leaves the range of double precision");
    return false;
}
