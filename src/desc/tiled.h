/* SPDX-License-Identifier: MIT */
/* The parts of hexfog_tiled_read: one walker for Tiled's JSON and XML, which name the same
 * things alike. */
#ifndef HEXFOG_DESC_TILED_H
#define HEXFOG_DESC_TILED_H

#include "desc/import_map.h"

/* The greatest tile and side that are taken, pixels. */
#define HEXFOG_MAX_TILE_PX 65536
#define HEXFOG_GID_MASK 0x0FFFFFFFu /* the four bits above turn and mirror the picture */

/* Integer pixels, as Tiled draws: an odd width or height loses its last pixel first, then the
 * halves on both sides of the straight edges are cut to whole pixels. */
struct hexfog_tiled_cell {
    bool is_flat, is_even;      /* stagger axis x; even columns or rows are shifted */
    int64_t tile_width, tile_height;
    int64_t side_x, side_y;     /* one of them is 0 */
    int64_t offset_x, offset_y; /* from the box's edge to the straight edge */
};

/* A tile of a tileset whose properties say something. */
struct hexfog_marked_gid {
    uint32_t gid;
    struct hexfog_marks marks;
};

struct hexfog_tiled {
    struct hexfog_import_reader *reader;
    struct hexfog_tiled_cell cell;
    int64_t columns, rows;
    bool is_infinite;
    struct hexfog_cell_rectangle extent; /* of the chunks so far; columns 0 = none */
    const struct hexfog_node *shape_layer, *blocked_layer;
    double shape_x_px, shape_y_px;       /* the shape layer's own offset */
    size_t tile_layer_count;
    char tile_layer_names[256];          /* for messages: "a", "b" */
    struct hexfog_marked_gid *marked;    /* by gid */
    size_t marked_count, marked_capacity;
    bool *gid_is_used;                   /* one a --blocked-gid: a cell has it */
    int64_t unpacked_cells;              /* of all layers so far */
    const struct hexfog_node *point_layer; /* the object layer whose points are sources */
};

enum hexfog_tiled_layer_kind {
    HEXFOG_LAYER_NONE, HEXFOG_LAYER_TILES, HEXFOG_LAYER_OBJECTS, HEXFOG_LAYER_GROUP
};
struct hexfog_tiled_layer {
    const struct hexfog_node *node;
    enum hexfog_tiled_layer_kind kind;
    const char *name;
    double x_px, y_px;          /* offsets of the layer and the groups it is in */
};

/* ---- Children: entries of the list `list` in JSON, elements of that name in XML. */
struct hexfog_tiled_children {
    const struct hexfog_node *next;
    const char *element; /* NULL = any */
    bool is_xml;
};
struct hexfog_tiled_children hexfog_tiled_children(const struct hexfog_import_reader *reader,
                                                   const struct hexfog_node *parent,
                                                   const char *list, const char *element);
const struct hexfog_node *hexfog_tiled_next(struct hexfog_tiled_children *children);
/* The first element of that name; XML alone. */
const struct hexfog_node *hexfog_tiled_element(const struct hexfog_node *parent,
                                               const char *element);

/* Calls `visit` for every layer, groups' own layers included, bottom to top. */
bool hexfog_tiled_walk(struct hexfog_tiled *tiled, const struct hexfog_node *root,
                       bool (*visit)(struct hexfog_tiled *tiled,
                                     const struct hexfog_tiled_layer *layer));

/* ---- Cells. */
bool hexfog_tiled_read_cell(struct hexfog_tiled *tiled, const struct hexfog_node *root);
/* Settles the map's cell, origin and bounds from tiled->cell and the rectangle of cells. */
void hexfog_tiled_place(const struct hexfog_tiled *tiled, struct hexfog_import_map *map);
/* The cell whose polygon holds the pixel; of two that share a border the upper, then the left
 * one. False when none near it does, or it is out of all bounds. */
bool hexfog_tiled_cell_at(const struct hexfog_tiled *tiled, double x_px, double y_px,
                          int64_t *column, int64_t *row);

/* ---- Tile data. */
struct hexfog_tiled_block {
    const struct hexfog_node *payload; /* a list, a text, or an element */
    const char *encoding, *compression;
    struct hexfog_cell_rectangle cells;
};
/* Calls `visit` for every chunk of a tile layer, or once for the whole of it. */
bool hexfog_tiled_blocks(struct hexfog_tiled *tiled, const struct hexfog_tiled_layer *layer,
                         bool (*visit)(struct hexfog_tiled *tiled,
                                       const struct hexfog_tiled_layer *layer,
                                       const struct hexfog_tiled_block *block));
/* The block's gids as they stand, flags included; hexfog_free them. NULL when reported. */
uint32_t *hexfog_tiled_gids(struct hexfog_tiled *tiled, const struct hexfog_tiled_layer *layer,
                            const struct hexfog_tiled_block *block);

/* ---- Blocked gids. */
bool hexfog_tiled_gids_begin(struct hexfog_tiled *tiled);
/* Also remembers that a cell has it. */
bool hexfog_tiled_is_blocked_gid(struct hexfog_tiled *tiled, uint32_t gid);
/* Refuses one that neither a cell nor a tileset has. */
bool hexfog_tiled_gids_end(struct hexfog_tiled *tiled, const struct hexfog_node *root);

/* ---- What properties say. */
bool hexfog_tiled_read_tilesets(struct hexfog_tiled *tiled, const struct hexfog_node *root);
/* NULL when nothing is said of the tile. */
const struct hexfog_marks *hexfog_tiled_marks_of(const struct hexfog_tiled *tiled, uint32_t gid);
/* The properties of a tile or object. */
bool hexfog_tiled_read_properties(struct hexfog_tiled *tiled, const struct hexfog_node *owner,
                                  struct hexfog_marks *marks);
bool hexfog_tiled_read_objects(struct hexfog_tiled *tiled,
                               const struct hexfog_tiled_layer *layer);

#endif
