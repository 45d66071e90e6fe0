// SPDX-License-Identifier: MIT
// Turns Tiled's tilesets, objects and their properties into marks on gids and cells.
#include "desc/tiled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

// ---- Properties.

// An old map has them as one object: { "name": value }.
static bool read_property_object(struct hexfog_tiled *t, const struct hexfog_node *object,
                                 struct hexfog_marks *marks)
{
    for (const struct hexfog_node *n = object->value.first; n; n = n->next)
        if (!hexfog_import_property(t->reader, n->key->name, n, marks))
            return false;
    return true;
}

static bool read_property(struct hexfog_tiled *t, const struct hexfog_node *property,
                          struct hexfog_marks *marks)
{
    const char *name = hexfog_import_text(t->reader, property, "name", "");
    const struct hexfog_node *value = hexfog_import_value(t->reader, property, "value");
    struct hexfog_node empty = { .kind = HEXFOG_NODE_STRING, .place = property->place,
                                 .value.string = "" };
    if (!value && t->reader->is_xml)
        value = hexfog_import_value(t->reader, property, ""); // of several lines: as text
    if (!value && strcmp(hexfog_import_text(t->reader, property, "type", ""), "class") == 0)
        value = property; // its members are elements: an object, as in JSON
    return hexfog_import_property(t->reader, name, value ? value : &empty, marks);
}

static bool read_property_list(struct hexfog_tiled *t, const struct hexfog_node *owner,
                               struct hexfog_marks *marks)
{
    struct hexfog_tiled_children properties =
        hexfog_tiled_children(t->reader, owner, "properties", "property");
    const struct hexfog_node *property;
    while ((property = hexfog_tiled_next(&properties)))
        if (!read_property(t, property, marks))
            return false;
    return true;
}

bool hexfog_tiled_read_properties(struct hexfog_tiled *t, const struct hexfog_node *owner,
                                  struct hexfog_marks *marks)
{
    if (!hexfog_import_wants_properties(t->reader->options))
        return true;
    if (t->reader->is_xml) {
        const struct hexfog_node *element = hexfog_tiled_element(owner, "properties");
        return !element || read_property_list(t, element, marks);
    }
    const struct hexfog_node *object = hexfog_import_value(t->reader, owner, "properties");
    if (object && object->kind == HEXFOG_NODE_OBJECT)
        return read_property_object(t, object, marks);
    return read_property_list(t, owner, marks);
}

// ---- Tilesets.

static bool add_marked(struct hexfog_tiled *t, int64_t gid, const struct hexfog_marks *marks)
{
    if (!hexfog_import_has_marks(marks) || gid > HEXFOG_GID_MASK)
        return true;
    if (t->marked_count == t->marked_capacity) {
        size_t capacity = t->marked_capacity * 2 + 16;
        struct hexfog_marked_gid *grown = hexfog_realloc(t->marked, capacity, sizeof *grown);
        if (!grown)
            return hexfog_import_fail_memory(t->reader);
        t->marked = grown;
        t->marked_capacity = capacity;
    }
    t->marked[t->marked_count++] = (struct hexfog_marked_gid){ (uint32_t)gid, *marks };
    return true;
}

static bool read_tile(struct hexfog_tiled *t, const struct hexfog_node *tile, int64_t first)
{
    static const struct hexfog_import_integer what = { "id", 0, HEXFOG_GID_MASK, true };
    struct hexfog_marks marks = { 0 };
    int64_t id = 0;
    return hexfog_import_integer(t->reader, tile, &what, &id) &&
           hexfog_tiled_read_properties(t, tile, &marks) && add_marked(t, first + id, &marks);
}

// An old map has { "5": ... } for the tile of that id: an object of its properties in
// "tileproperties", or a tile without an id in "tiles".
static bool read_tile_by_key(struct hexfog_tiled *t, const struct hexfog_node *tile, int64_t first,
                             bool is_tile)
{
    struct hexfog_marks marks = { 0 };
    const struct hexfog_node id = { .kind = HEXFOG_NODE_STRING,
                                    .value.string = tile->key->name };
    char quoted[HEXFOG_QUOTE_BYTES];
    double number;
    if (tile->kind != HEXFOG_NODE_OBJECT)
        return true;
    if (!hexfog_import_number_of(&id, &number) || number < 0 || number != floor(number) ||
        number > HEXFOG_GID_MASK)
        return hexfog_import_fail(t->reader, tile->key->place, "",
                                  "\"%s\" is not a tile's id (allowed: a whole number 0..%u)",
                                  hexfog_quote(quoted, sizeof quoted, id.value.string),
                                  HEXFOG_GID_MASK);
    if (!(is_tile ? hexfog_tiled_read_properties(t, tile, &marks)
                  : read_property_object(t, tile, &marks)))
        return false;
    return add_marked(t, first + (int64_t)number, &marks);
}

static bool read_tiles_by_key(struct hexfog_tiled *t, const struct hexfog_node *tileset,
                              const char *name, int64_t first)
{
    const struct hexfog_node *tiles = t->reader->is_xml
                                          ? NULL : hexfog_import_value(t->reader, tileset, name);
    if (!tiles || tiles->kind != HEXFOG_NODE_OBJECT)
        return true;
    for (const struct hexfog_node *tile = tiles->value.first; tile; tile = tile->next)
        if (!read_tile_by_key(t, tile, first, strcmp(name, "tiles") == 0))
            return false;
    return true;
}

static void warn_unopened(struct hexfog_tiled *t, const struct hexfog_node *source,
                          const char *what)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    t->reader->has_unopened = true;
    hexfog_report_warning(&t->reader->report, "", source->place, "",
                          "%s \"%s\" is a file of its own, which is not opened: properties that"
                          " stand in it are not known", what,
                          hexfog_quote(quoted, sizeof quoted,
                                       source->kind == HEXFOG_NODE_STRING ? source->value.string
                                                                          : ""));
}

static bool read_tileset(struct hexfog_tiled *t, const struct hexfog_node *tileset)
{
    static const struct hexfog_import_integer what = { "firstgid", 1, HEXFOG_GID_MASK, true };
    const struct hexfog_node *source = hexfog_import_value(t->reader, tileset, "source"), *tile;
    int64_t first = 1;
    if (!hexfog_import_integer(t->reader, tileset, &what, &first))
        return false;
    if (source) {
        warn_unopened(t, source, "tileset");
        return true;
    }
    struct hexfog_tiled_children tiles = hexfog_tiled_children(t->reader, tileset, "tiles", "tile");
    while ((tile = hexfog_tiled_next(&tiles)))
        if (!read_tile(t, tile, first))
            return false;
    return read_tiles_by_key(t, tileset, "tiles", first) &&
           read_tiles_by_key(t, tileset, "tileproperties", first);
}

static int by_gid(const void *a, const void *b)
{
    uint32_t x = ((const struct hexfog_marked_gid *)a)->gid;
    uint32_t y = ((const struct hexfog_marked_gid *)b)->gid;
    return (x > y) - (x < y);
}

bool hexfog_tiled_read_tilesets(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    struct hexfog_tiled_children tilesets =
        hexfog_tiled_children(t->reader, root, "tilesets", "tileset");
    const struct hexfog_node *tileset;
    if (!hexfog_import_wants_properties(t->reader->options))
        return true;
    while ((tileset = hexfog_tiled_next(&tilesets)))
        if (!read_tileset(t, tileset))
            return false;
    if (t->marked_count > 0)
        qsort(t->marked, t->marked_count, sizeof *t->marked, by_gid);
    return true;
}

const struct hexfog_marks *hexfog_tiled_marks_of(const struct hexfog_tiled *t, uint32_t gid)
{
    const struct hexfog_marked_gid key = { .gid = gid };
    const struct hexfog_marked_gid *found = t->marked_count == 0 ? NULL
        : bsearch(&key, t->marked, t->marked_count, sizeof key, by_gid);
    return found ? &found->marks : NULL;
}

// ---- Objects.

struct shape { double x, y, width, height, rotation; };

static bool is_point(const struct hexfog_tiled *t, const struct hexfog_node *object)
{
    if (t->reader->is_xml)
        return hexfog_tiled_element(object, "point") != NULL;
    const struct hexfog_node *point = hexfog_import_value(t->reader, object, "point");
    return point && point->kind == HEXFOG_NODE_BOOL && point->value.truth;
}

// The middle of the object's box. It turns clockwise about its anchor, which is the upper left
// corner, for an object with a tile the lower left one.
static bool read_middle(struct hexfog_tiled *t, const struct hexfog_node *object, double *x,
                        double *y)
{
    struct shape s = { 0 };
    if (!hexfog_import_real(t->reader, object, "x", &s.x) ||
        !hexfog_import_real(t->reader, object, "y", &s.y) ||
        !hexfog_import_real(t->reader, object, "width", &s.width) ||
        !hexfog_import_real(t->reader, object, "height", &s.height) ||
        !hexfog_import_real(t->reader, object, "rotation", &s.rotation))
        return false;
    bool has_tile = hexfog_import_value(t->reader, object, "gid") != NULL;
    double dx = s.width / 2, dy = has_tile ? -s.height / 2 : s.height / 2;
    double turn = s.rotation * 3.14159265358979323846 / 180;
    *x = s.x + dx * cos(turn) - dy * sin(turn);
    *y = s.y + dx * sin(turn) + dy * cos(turn);
    return true;
}

// Points are sources by themselves only where nothing else was asked for, and those of one layer.
static bool wants_points(const struct hexfog_tiled *t)
{
    const struct hexfog_import_options *options = t->reader->options;
    return options->source_count == 0 && !options->source_property && !options->level_property;
}

static bool mark_object(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                        const struct hexfog_node *object, const struct hexfog_marks *marks,
                        bool is_source_point)
{
    char quoted[64], layer_name[64];
    double x = 0, y = 0;
    int64_t column = 0, row = 0;
    size_t index;
    if (!read_middle(t, object, &x, &y))
        return false;
    if (!hexfog_tiled_cell_at(t, x + layer->x_px, y + layer->y_px, &column, &row) ||
        !hexfog_import_cell(t->reader->map, column, row, &index))
        return hexfog_import_fail(t->reader, object->place, "",
                                  "object \"%s\" of layer \"%s\" lies in no cell of the map",
                                  hexfog_quote(quoted, sizeof quoted,
                                               hexfog_import_text(t->reader, object, "name", "")),
                                  hexfog_quote(layer_name, sizeof layer_name, layer->name));
    hexfog_import_mark(t->reader->map, index, marks);
    if (is_source_point)
        t->reader->map->cells[index] |= HEXFOG_CELL_POINT;
    return true;
}

bool hexfog_tiled_read_objects(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer)
{
    struct hexfog_tiled_children objects =
        hexfog_tiled_children(t->reader, layer->node, "objects", "object");
    const struct hexfog_node *object;
    while ((object = hexfog_tiled_next(&objects))) {
        struct hexfog_marks marks = { 0 };
        const struct hexfog_node *source = hexfog_import_value(t->reader, object, "template");
        if (source && hexfog_import_wants_properties(t->reader->options))
            warn_unopened(t, source, "template");
        if (!hexfog_tiled_read_properties(t, object, &marks))
            return false;
        bool is_source = wants_points(t) && is_point(t, object) &&
                         (!t->point_layer || t->point_layer == layer->node);
        if (is_source)
            t->point_layer = layer->node;
        if ((is_source || hexfog_import_has_marks(&marks)) &&
            !mark_object(t, layer, object, &marks, is_source))
            return false;
    }
    return true;
}
