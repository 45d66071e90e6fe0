// SPDX-License-Identifier: MIT
// Turns HexJSON into marked cells: y points up, and "odd-q" shifts odd columns up.
#include "desc/import_map.h"

#include <string.h>

static bool read_layout(struct hexfog_import_reader *reader, const struct hexfog_node *root)
{
    static const struct { const char *word; enum hexfog_coordinates coordinates; } layouts[] = {
        { "odd-r", HEXFOG_ODD_R }, { "even-r", HEXFOG_EVEN_R }, { "odd-q", HEXFOG_ODD_Q },
        { "even-q", HEXFOG_EVEN_Q },
    };
    struct hexfog_import_map *map = reader->map;
    const struct hexfog_node *layout = hexfog_import_value(reader, root, "layout");
    const char *word = hexfog_import_text(reader, root, "layout", "");
    char quoted[HEXFOG_QUOTE_BYTES];
    for (int i = 0; i < 4; i++) {
        if (strcmp(word, layouts[i].word) != 0)
            continue;
        map->coordinates = layouts[i].coordinates;
        map->orientation = i < 2 ? HEXFOG_POINTY : HEXFOG_FLAT;
        map->y_axis = HEXFOG_Y_UP;
        return true;
    }
    return hexfog_import_fail(reader, layout ? layout->place : root->place, "layout",
                              "%s (allowed: \"odd-r\", \"even-r\", \"odd-q\", \"even-q\")",
                              layout ? hexfog_quote_value(quoted, layout) : "missing");
}

static bool read_position(struct hexfog_import_reader *reader, const struct hexfog_node *hex,
                          int64_t *column, int64_t *row)
{
    static const struct hexfog_import_integer
        q = { "q", -HEXFOG_MAX_COORDINATE, HEXFOG_MAX_COORDINATE, true },
        r = { "r", -HEXFOG_MAX_COORDINATE, HEXFOG_MAX_COORDINATE, true };
    char quoted[HEXFOG_QUOTE_BYTES];
    if (hex->kind != HEXFOG_NODE_OBJECT)
        return hexfog_import_fail(reader, hex->place, "hexes", "%s is not a hex (allowed: an object"
                                  " with q and r)", hexfog_quote_value(quoted, hex));
    return hexfog_import_integer(reader, hex, &q, column) &&
           hexfog_import_integer(reader, hex, &r, row);
}

static bool survey(struct hexfog_import_reader *reader, const struct hexfog_node *hexes)
{
    int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    for (const struct hexfog_node *hex = hexes->value.first; hex; hex = hex->next) {
        int64_t column = 0, row = 0;
        if (!read_position(reader, hex, &column, &row))
            return false;
        left = column < left ? column : left;
        right = column > right ? column : right;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
    }
    struct hexfog_cell_rectangle all = { left, top, right - left + 1, bottom - top + 1 };
    return hexfog_import_make_cells(reader, hexes->place, &all);
}

static bool mark(struct hexfog_import_reader *reader, const struct hexfog_node *hex)
{
    struct hexfog_import_map *map = reader->map;
    struct hexfog_marks marks = { 0 };
    int64_t column = 0, row = 0;
    size_t index = 0;
    read_position(reader, hex, &column, &row);
    hexfog_import_cell(map, column, row, &index);
    if (map->cells[index] & HEXFOG_CELL_SHAPE)
        return hexfog_import_fail(reader, hex->place, "hexes",
                                  "two hexes have q %d and r %d", (int)column, (int)row);
    map->cells[index] |= HEXFOG_CELL_SHAPE;
    for (const struct hexfog_node *member = hex->value.first; member; member = member->next)
        if (!hexfog_import_property(reader, member->key->name, member, &marks))
            return false;
    hexfog_import_mark(map, index, &marks);
    return true;
}

// Options that ask for what HexJSON does not have.
static bool check_options(struct hexfog_import_reader *reader, const struct hexfog_node *root)
{
    const struct hexfog_import_options *options = reader->options;
    const struct hexfog_place whole = { .file = root->place.file };
    if (options->layer || options->blocked_layer)
        return hexfog_import_fail(reader, whole, options->layer ? "--layer" : "--blocked-layer",
                                  "HexJSON has no layers (allowed: maps of Tiled)");
    if (options->blocked_gid_count > 0)
        return hexfog_import_fail(reader, whole, "--blocked-gid",
                                  "HexJSON has no gids (allowed: maps of Tiled)");
    if (options->texels_per_pixel > 0)
        return hexfog_import_fail(reader, whole, "--texels-per-pixel",
                                  "HexJSON has no pixels (allowed: maps of Tiled; or --set"
                                  " texture.texels_per_tile=N)");
    return true;
}

bool hexfog_hexjson_read(struct hexfog_import_reader *reader, const struct hexfog_node *root)
{
    const struct hexfog_node *hexes = hexfog_import_value(reader, root, "hexes");
    char quoted[HEXFOG_QUOTE_BYTES];
    if (!check_options(reader, root) || !read_layout(reader, root))
        return false;
    if (!hexes || hexes->kind != HEXFOG_NODE_OBJECT || !hexes->value.first)
        return hexfog_import_fail(reader, hexes ? hexes->place : root->place, "hexes",
                                  "%s (allowed: an object with at least one hex)", hexes
                                  ? hexfog_quote_value(quoted, hexes) : "missing");
    if (!survey(reader, hexes))
        return false;
    for (const struct hexfog_node *hex = hexes->value.first; hex; hex = hex->next)
        if (!mark(reader, hex))
            return false;
    return true;
}
