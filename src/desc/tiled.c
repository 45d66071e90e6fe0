// SPDX-License-Identifier: MIT
// Turns a Tiled map, JSON or XML, into marked cells.
#include "desc/tiled.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

// ---- Children.

struct hexfog_tiled_children hexfog_tiled_children(const struct hexfog_import_reader *reader,
                                                   const struct hexfog_node *parent,
                                                   const char *list, const char *element)
{
    const struct hexfog_node *holder = reader->is_xml
                                           ? parent : hexfog_import_value(reader, parent, list);
    bool has_any = holder && holder->kind == (reader->is_xml ? HEXFOG_NODE_OBJECT
                                                             : HEXFOG_NODE_LIST);
    return (struct hexfog_tiled_children){ has_any ? holder->value.first : NULL, element,
                                           reader->is_xml };
}

const struct hexfog_node *hexfog_tiled_next(struct hexfog_tiled_children *children)
{
    for (const struct hexfog_node *node; (node = children->next);) {
        children->next = node->next;
        if (node->kind == HEXFOG_NODE_OBJECT &&
            (!children->is_xml || !children->element ||
             strcmp(node->key->name, children->element) == 0))
            return node;
    }
    return NULL;
}

const struct hexfog_node *hexfog_tiled_element(const struct hexfog_node *parent,
                                               const char *element)
{
    struct hexfog_tiled_children children = { parent->value.first, element, true };
    return hexfog_tiled_next(&children);
}

// ---- Layers.

static enum hexfog_tiled_layer_kind kind_of(const struct hexfog_tiled *t,
                                            const struct hexfog_node *node)
{
    const char *word = t->reader->is_xml ? node->key->name
                                         : hexfog_import_text(t->reader, node, "type", "");
    if (strcmp(word, t->reader->is_xml ? "layer" : "tilelayer") == 0)
        return HEXFOG_LAYER_TILES;
    if (strcmp(word, "objectgroup") == 0)
        return HEXFOG_LAYER_OBJECTS;
    return strcmp(word, "group") == 0 ? HEXFOG_LAYER_GROUP : HEXFOG_LAYER_NONE;
}

typedef bool visitor(struct hexfog_tiled *tiled, const struct hexfog_tiled_layer *layer);

// A group is a layer with layers: as deep as the text may nest.
static bool walk(struct hexfog_tiled *t, const struct hexfog_tiled_layer *group, visitor *visit)
{
    struct hexfog_tiled_children layers = hexfog_tiled_children(t->reader, group->node, "layers",
                                                                NULL);
    const struct hexfog_node *node;
    while ((node = hexfog_tiled_next(&layers))) {
        struct hexfog_tiled_layer layer = { .node = node, .kind = kind_of(t, node) };
        double x = 0, y = 0;
        if (layer.kind == HEXFOG_LAYER_NONE)
            continue;
        if (!hexfog_import_real(t->reader, node, "offsetx", &x) ||
            !hexfog_import_real(t->reader, node, "offsety", &y))
            return false;
        layer.name = hexfog_import_text(t->reader, node, "name", "");
        layer.x_px = group->x_px + x;
        layer.y_px = group->y_px + y;
        if (!visit(t, &layer) || (layer.kind == HEXFOG_LAYER_GROUP && !walk(t, &layer, visit)))
            return false;
    }
    return true;
}

bool hexfog_tiled_walk(struct hexfog_tiled *t, const struct hexfog_node *root, visitor *visit)
{
    struct hexfog_tiled_layer map = { .node = root, .kind = HEXFOG_LAYER_GROUP, .name = "" };
    return walk(t, &map, visit);
}

// ---- Blocks of tile data.

typedef bool block_visitor(struct hexfog_tiled *tiled, const struct hexfog_tiled_layer *layer,
                           const struct hexfog_tiled_block *block);

static bool fail_layer(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                       const char *what)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    return hexfog_import_fail(t->reader, layer->node->place, "", "layer \"%s\" %s",
                              hexfog_quote(quoted, sizeof quoted, layer->name), what);
}

static bool visit_chunk(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                        struct hexfog_tiled_block *block, const struct hexfog_node *chunk,
                        block_visitor *visit)
{
    static const struct hexfog_import_integer
        x = { "x", -HEXFOG_MAX_COORDINATE, HEXFOG_MAX_COORDINATE, true },
        y = { "y", -HEXFOG_MAX_COORDINATE, HEXFOG_MAX_COORDINATE, true },
        width = { "width", 1, HEXFOG_MAX_COORDINATE, true },
        height = { "height", 1, HEXFOG_MAX_COORDINATE, true };
    if (!hexfog_import_integer(t->reader, chunk, &x, &block->cells.column) ||
        !hexfog_import_integer(t->reader, chunk, &y, &block->cells.row) ||
        !hexfog_import_integer(t->reader, chunk, &width, &block->cells.columns) ||
        !hexfog_import_integer(t->reader, chunk, &height, &block->cells.rows))
        return false;
    block->payload = t->reader->is_xml ? chunk : hexfog_import_value(t->reader, chunk, "data");
    if (!block->payload)
        return hexfog_import_fail(t->reader, chunk->place, "data", "missing in this chunk");
    return visit(t, layer, block);
}

static bool visit_whole(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                        struct hexfog_tiled_block *block, block_visitor *visit)
{
    const struct hexfog_import_integer width = { "width", t->columns, t->columns, false },
                                       height = { "height", t->rows, t->rows, false };
    block->cells.columns = t->columns;
    block->cells.rows = t->rows;
    return hexfog_import_integer(t->reader, layer->node, &width, &block->cells.columns) &&
           hexfog_import_integer(t->reader, layer->node, &height, &block->cells.rows) &&
           visit(t, layer, block);
}

bool hexfog_tiled_blocks(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                         block_visitor *visit)
{
    bool is_xml = t->reader->is_xml;
    const struct hexfog_node *data = is_xml ? hexfog_tiled_element(layer->node, "data")
                                            : hexfog_import_value(t->reader, layer->node, "data");
    // JSON says on the layer, XML on its data, how the text is to be read.
    const struct hexfog_node *holder = is_xml ? data : layer->node, *chunk;
    if (!data && (is_xml || !t->is_infinite))
        return fail_layer(t, layer, "has no data");
    struct hexfog_tiled_block block = {
        .payload = data,
        .encoding = hexfog_import_text(t->reader, holder, "encoding", is_xml ? "" : "csv"),
        .compression = hexfog_import_text(t->reader, holder, "compression", ""),
    };
    if (!t->is_infinite)
        return visit_whole(t, layer, &block, visit);
    struct hexfog_tiled_children chunks = hexfog_tiled_children(t->reader, holder, "chunks",
                                                                "chunk");
    while ((chunk = hexfog_tiled_next(&chunks)))
        if (!visit_chunk(t, layer, &block, chunk, visit))
            return false;
    return true;
}

// ---- First walk: which layers, how many cells.

static bool grow_extent(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                        const struct hexfog_tiled_block *block)
{
    struct hexfog_cell_rectangle *all = &t->extent;
    const struct hexfog_cell_rectangle *more = &block->cells;
    (void)layer;
    if (all->columns == 0)
        *all = *more;
    int64_t right = all->column + all->columns, bottom = all->row + all->rows;
    if (more->column + more->columns > right)
        right = more->column + more->columns;
    if (more->row + more->rows > bottom)
        bottom = more->row + more->rows;
    all->column = more->column < all->column ? more->column : all->column;
    all->row = more->row < all->row ? more->row : all->row;
    all->columns = right - all->column;
    all->rows = bottom - all->row;
    return true;
}

static void keep_name(struct hexfog_tiled *t, const char *name)
{
    size_t used = strlen(t->tile_layer_names);
    char quoted[64];
    if (used + sizeof quoted + 8 > sizeof t->tile_layer_names)
        return; // enough of them
    snprintf(t->tile_layer_names + used, sizeof t->tile_layer_names - used, "%s\"%s\"",
             used ? ", " : "", hexfog_quote(quoted, sizeof quoted, name));
}

static bool survey(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer)
{
    const struct hexfog_import_options *options = t->reader->options;
    if (layer->kind != HEXFOG_LAYER_TILES)
        return true;
    t->tile_layer_count++;
    keep_name(t, layer->name);
    if (!t->shape_layer && (!options->layer || strcmp(options->layer, layer->name) == 0)) {
        t->shape_layer = layer->node;
        t->shape_x_px = layer->x_px;
        t->shape_y_px = layer->y_px;
    }
    if (!t->blocked_layer && options->blocked_layer &&
        strcmp(options->blocked_layer, layer->name) == 0)
        t->blocked_layer = layer->node;
    return !t->is_infinite || hexfog_tiled_blocks(t, layer, grow_extent);
}

static bool fail_unknown_layer(struct hexfog_tiled *t, const struct hexfog_node *root,
                               const char *option, const char *name)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    return hexfog_import_fail(t->reader, (struct hexfog_place){ .file = root->place.file }, option,
                              "no tile layer is called \"%s\" (allowed: %s)",
                              hexfog_quote(quoted, sizeof quoted, name), t->tile_layer_names);
}

static bool check_layers(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    const struct hexfog_import_options *options = t->reader->options;
    if (t->tile_layer_count == 0)
        return hexfog_import_fail(t->reader, root->place, "", "the map has no tile layer");
    if (!t->shape_layer)
        return fail_unknown_layer(t, root, "--layer", options->layer);
    if (options->blocked_layer && !t->blocked_layer)
        return fail_unknown_layer(t, root, "--blocked-layer", options->blocked_layer);
    if (t->is_infinite && t->extent.columns == 0)
        return hexfog_import_fail(t->reader, root->place, "", "the map has no tile");
    return true;
}

// ---- Second walk: what stands in the cells.

static bool mark_block(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer,
                       const struct hexfog_tiled_block *block)
{
    struct hexfog_import_map *map = t->reader->map;
    uint32_t *gids = hexfog_tiled_gids(t, layer, block);
    if (!gids)
        return false;
    unsigned own = layer->node == t->shape_layer ? HEXFOG_CELL_SHAPE : 0;
    own |= layer->node == t->blocked_layer ? HEXFOG_CELL_BLOCKED : 0;
    size_t i = 0, index;
    for (int64_t y = 0; y < block->cells.rows; y++)
        for (int64_t x = 0; x < block->cells.columns; x++, i++) {
            uint32_t gid = gids[i] & HEXFOG_GID_MASK;
            if (gid == 0 || !hexfog_import_cell(map, block->cells.column + x,
                                                block->cells.row + y, &index))
                continue;
            const struct hexfog_marks *marks = hexfog_tiled_marks_of(t, gid);
            bool is_blocked = hexfog_tiled_is_blocked_gid(t, gid);
            map->cells[index] |= (uint8_t)(own | (is_blocked ? HEXFOG_CELL_BLOCKED : 0));
            if (marks)
                hexfog_import_mark(map, index, marks);
        }
    hexfog_free(gids);
    return true;
}

static bool mark(struct hexfog_tiled *t, const struct hexfog_tiled_layer *layer)
{
    bool is_looked_at = layer->node == t->shape_layer || layer->node == t->blocked_layer ||
                        t->marked_count > 0 || t->reader->options->blocked_gid_count > 0;
    if (layer->kind == HEXFOG_LAYER_TILES)
        return !is_looked_at || hexfog_tiled_blocks(t, layer, mark_block);
    return layer->kind != HEXFOG_LAYER_OBJECTS || hexfog_tiled_read_objects(t, layer);
}

// ---- The whole.

static bool check_root(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    char quoted[64];
    const char *what = t->reader->is_xml ? root->key->name
                                         : hexfog_import_text(t->reader, root, "type", "map");
    if (strcmp(what, "map") == 0)
        return true;
    return hexfog_import_fail(t->reader, root->place, "", "this is a \"%s\", not a map of Tiled",
                              hexfog_quote(quoted, sizeof quoted, what));
}

static bool read_size(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    const struct hexfog_node *infinite = hexfog_import_value(t->reader, root, "infinite");
    double number = 0;
    if (infinite && infinite->kind == HEXFOG_NODE_BOOL)
        t->is_infinite = infinite->value.truth;
    else if (infinite && hexfog_import_number_of(infinite, &number))
        t->is_infinite = number != 0;
    const struct hexfog_import_integer
        width = { "width", t->is_infinite ? 0 : 1, HEXFOG_MAX_COORDINATE, !t->is_infinite },
        height = { "height", t->is_infinite ? 0 : 1, HEXFOG_MAX_COORDINATE, !t->is_infinite };
    return hexfog_import_integer(t->reader, root, &width, &t->columns) &&
           hexfog_import_integer(t->reader, root, &height, &t->rows);
}

static bool read_map(struct hexfog_tiled *t, const struct hexfog_node *root)
{
    if (!check_root(t, root) || !hexfog_tiled_read_cell(t, root) || !read_size(t, root) ||
        !hexfog_tiled_walk(t, root, survey) || !check_layers(t, root))
        return false;
    struct hexfog_cell_rectangle whole = { 0, 0, t->columns, t->rows };
    if (!hexfog_import_make_cells(t->reader, root->place, t->is_infinite ? &t->extent : &whole))
        return false;
    hexfog_tiled_place(t, t->reader->map);
    return hexfog_tiled_read_tilesets(t, root) && hexfog_tiled_gids_begin(t) &&
           hexfog_tiled_walk(t, root, mark) && hexfog_tiled_gids_end(t, root);
}

bool hexfog_tiled_read(struct hexfog_import_reader *reader, const struct hexfog_node *root)
{
    struct hexfog_tiled tiled = { .reader = reader };
    bool is_right = read_map(&tiled, root);
    hexfog_free(tiled.marked);
    hexfog_free(tiled.gid_is_used);
    return is_right;
}
