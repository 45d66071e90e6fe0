// SPDX-License-Identifier: MIT
// Turns the `texture` and `encoding` objects into rules for size, bounds and scale.
#include "desc/read.h"

#include <math.h>
#include <string.h>

static bool has(const struct hexfog_object *object, const char *name)
{
    return hexfog_object_get(object, name) != NULL;
}

// One of three: width and height, texels_per_unit, texels_per_tile.
static void check_resolution_keys(const struct hexfog_object *object)
{
    static const char *const per_unit = "texels_per_unit", *const per_tile = "texels_per_tile";
    bool has_width = has(object, "width"), has_height = has(object, "height");
    if (!hexfog_report_pair(object, "width", per_unit))
        hexfog_report_pair(object, "height", per_unit);
    if (!hexfog_report_pair(object, "width", per_tile))
        hexfog_report_pair(object, "height", per_tile);
    hexfog_report_pair(object, per_unit, per_tile);
    if (has(object, per_unit) || has(object, per_tile))
        return;
    if (!has_width && !has_height)
        hexfog_report_missing(object, "width", "width and height, or texels_per_unit, or "
                              "texels_per_tile");
    else if (!has_width || !has_height)
        hexfog_report_missing(object, has_width ? "height" : "width",
                              "an integer 1..65536; width and height go together");
}

static void read_resolution(const struct hexfog_object *object,
                            struct hexfog_texture_rules *texture)
{
    const struct hexfog_cell *cell = &object->reader->description->grid.cell;
    double per_tile;
    hexfog_get_integer(object, "width", &texture->width_px);
    hexfog_get_integer(object, "height", &texture->height_px);
    if (hexfog_get_real(object, "texels_per_unit", &texture->texels_per_unit))
        texture->resolution_place = hexfog_object_get(object, "texels_per_unit")->place;
    if (!hexfog_get_real(object, "texels_per_tile", &per_tile))
        return;
    texture->resolution_place = hexfog_object_get(object, "texels_per_tile")->place;
    texture->per_tile = true;
    // The tile width, the unit of slopes (fogmap.md 2); 0 where the grid is broken.
    double tile_width = cell->orientation == HEXFOG_POINTY ? cell->width : cell->height;
    if (object->reader->description->broken & HEXFOG_BROKEN_GRID || !(tile_width > 0.0)) {
        object->reader->description->broken |= HEXFOG_BROKEN_TEXTURE;
        return;
    }
    texture->texels_per_unit = per_tile / tile_width;
    if (!isfinite(texture->texels_per_unit))
        hexfog_object_report(object, "D7", texture->resolution_place, "texels_per_tile",
                             "divided by the tile width this is past the greatest double");
}

static void check_increasing(const struct hexfog_object *object, const char *axis, double least,
                             double greatest)
{
    char a[HEXFOG_QUOTE_BYTES], b[HEXFOG_QUOTE_BYTES];
    if (least < greatest)
        return;
    hexfog_object_report(object, "D15", hexfog_object_get(object, "bounds")->place, "bounds",
                         "%s_min %s is not less than %s_max %s (allowed: [x_min, y_min, x_max, "
                         "y_max], increasing)", axis, hexfog_quote_number(a, least), axis,
                         hexfog_quote_number(b, greatest));
}

static void read_bounds(const struct hexfog_object *object, struct hexfog_texture_rules *texture)
{
    double v[4];
    if (!hexfog_get_reals(object, "bounds", v, 4))
        return;
    texture->has_bounds = true;
    texture->bounds = (struct hexfog_bounds){ v[0], v[1], v[2], v[3] };
    texture->bounds_place = hexfog_object_get(object, "bounds")->place;
    check_increasing(object, "x", v[0], v[2]);
    check_increasing(object, "y", v[1], v[3]);
}

void hexfog_read_texture(struct hexfog_reader *reader, const struct hexfog_object *root)
{
    struct hexfog_texture_rules *texture = &reader->description->texture;
    const struct hexfog_node *node = hexfog_object_get(root, "texture");
    struct hexfog_object object;
    texture->place = node ? node->place : root->node->place;
    if (!node) {
        hexfog_report_missing(root, "texture", "an object with width and height, or "
                              "texels_per_unit, or texels_per_tile");
        reader->description->broken |= HEXFOG_BROKEN_TEXTURE;
        return;
    }
    if (!hexfog_object_open(reader, node, &hexfog_texture_keys, "texture", HEXFOG_BROKEN_TEXTURE,
                            &object))
        return;
    check_resolution_keys(&object);
    read_resolution(&object, texture);
    read_bounds(&object, texture);
    hexfog_get_real(&object, "margin", &texture->margin);
    hexfog_report_pair(&object, "bounds", "margin");
}

void hexfog_read_encoding(struct hexfog_reader *reader, const struct hexfog_object *root)
{
    static const char *const words[] = { "auto", NULL };
    const struct hexfog_node *node = hexfog_object_get(root, "encoding"), *scale;
    struct hexfog_object object;
    if (!node || !hexfog_object_open(reader, node, &hexfog_encoding_keys, "encoding",
                                     HEXFOG_BROKEN_ENCODING, &object))
        return;
    scale = hexfog_object_get(&object, "level_scale");
    if (!scale || (scale->kind == HEXFOG_NODE_STRING && strcmp(scale->value.string, "auto") == 0))
        return; // 0 = "auto"
    if (scale->kind == HEXFOG_NODE_STRING)
        hexfog_report_word(&object, scale, "level_scale", words, ", a number 1..16384");
    else
        hexfog_get_real(&object, "level_scale", &reader->description->level_scale);
}
