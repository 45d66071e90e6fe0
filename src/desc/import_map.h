/* SPDX-License-Identifier: MIT */
/*
 * A map of another program as plain structs, and what its readers share. The readers fill
 * it, import_pick.c chooses shape, sources, blocked tiles and levels, import_write.c writes.
 */
#ifndef HEXFOG_DESC_IMPORT_MAP_H
#define HEXFOG_DESC_IMPORT_MAP_H

#include "desc/import.h"
#include "desc/keys.h"
#include "desc/tree.h"

/* Limits: on cells, so that what is allocated for them stays below 128 MiB (levels), and on
 * what all layers unpack to. */
#define HEXFOG_MAX_MAP_CELLS ((int64_t)1 << 25)
#define HEXFOG_MAX_LAYER_CELLS ((int64_t)1 << 28)

/* What is known of a cell. */
enum {
    HEXFOG_CELL_SHAPE = 1,   /* has a tile in the layer that gives the shape */
    HEXFOG_CELL_BLOCKED = 2,
    HEXFOG_CELL_SOURCE = 4,  /* by a property */
    HEXFOG_CELL_POINT = 8,   /* a point object lies in it */
    HEXFOG_CELL_LEVEL = 16   /* `levels` has its level */
};

struct hexfog_import_map {
    enum hexfog_orientation orientation;
    enum hexfog_coordinates coordinates;
    enum hexfog_y_axis y_axis;
    bool has_pixels;             /* cell, origin and bounds are known; else a regular cell */
    struct hexfog_cell cell;
    struct hexfog_world origin;  /* centre of offset tile [0, 0] */
    struct hexfog_bounds bounds;
    struct hexfog_place place;   /* of the map as a whole */
    /* The cells, a rectangle of offset coordinates, row by row. */
    int32_t column, row, columns, rows;
    uint8_t *cells;
    int32_t *levels;             /* NULL unless a property gives levels */
};

/* What the properties of a tile, an object or a hex say. */
struct hexfog_marks {
    bool is_source, is_blocked, has_level;
    int32_t level;
};

/* Names of properties that the map has, the first ones; they live as long as its tree. */
enum { HEXFOG_SEEN_NAMES = 32 };

struct hexfog_import_reader {
    struct hexfog_reporter report;
    const struct hexfog_import_options *options;
    struct hexfog_import_map *map;
    bool is_xml;
    bool is_out_of_memory; /* and nothing was reported */
    bool has_source_property, has_blocked_property, has_level_property; /* whatever the value */
    bool has_unopened;     /* files of the map that may have more properties */
    const char *names[HEXFOG_SEEN_NAMES];
    size_t name_count;
};

void hexfog_import_map_free(struct hexfog_import_map *map);

/* Reports an INPUT error, or that memory is out, and returns false. */
bool hexfog_import_fail(struct hexfog_import_reader *reader, struct hexfog_place place,
                        const char *key, const char *format, ...) HEXFOG_PRINTF(4, 5);
bool hexfog_import_fail_memory(struct hexfog_import_reader *reader);

/* Settles the rectangle of cells and makes room for them; checks the limits first. */
struct hexfog_cell_rectangle { int64_t column, row, columns, rows; };
bool hexfog_import_make_cells(struct hexfog_import_reader *reader, struct hexfog_place place,
                              const struct hexfog_cell_rectangle *rectangle);
/* The cell's index; false when it lies outside the rectangle. */
bool hexfog_import_cell(const struct hexfog_import_map *map, int64_t column, int64_t row,
                        size_t *index);
void hexfog_import_mark(struct hexfog_import_map *map, size_t index,
                        const struct hexfog_marks *marks);
bool hexfog_import_has_marks(const struct hexfog_marks *marks);

/* ---- Values of a node: members of JSON, attributes of XML (numbers are text there). */

/* A member that is not an element; NULL when there is none. */
const struct hexfog_node *hexfog_import_value(const struct hexfog_import_reader *reader,
                                              const struct hexfog_node *node, const char *name);
/* A string, else `fallback` (also for another kind of value). */
const char *hexfog_import_text(const struct hexfog_import_reader *reader,
                               const struct hexfog_node *node, const char *name,
                               const char *fallback);
/* A number in any of the two; false when it is none, or not finite. */
bool hexfog_import_number_of(const struct hexfog_node *node, double *number);

struct hexfog_import_integer {
    const char *name;
    int64_t least, greatest;
    bool is_required;
};
/* Keeps *value when the member is absent and not required; false when reported. */
bool hexfog_import_integer(struct hexfog_import_reader *reader, const struct hexfog_node *node,
                           const struct hexfog_import_integer *what, int64_t *value);
bool hexfog_import_real(struct hexfog_import_reader *reader, const struct hexfog_node *node,
                        const char *name, double *value);

/* ---- Properties. */

/* Whether any option names a property. */
bool hexfog_import_wants_properties(const struct hexfog_import_options *options);
/* Takes one property in; false when reported (a level that is none). One that is there counts
 * unless it is false, 0, empty or null, be it as a value or as text. */
bool hexfog_import_property(struct hexfog_import_reader *reader, const char *name,
                            const struct hexfog_node *value, struct hexfog_marks *marks);

/* ---- Stages. */

bool hexfog_tiled_read(struct hexfog_import_reader *reader, const struct hexfog_node *root);
bool hexfog_hexjson_read(struct hexfog_import_reader *reader, const struct hexfog_node *root);

/* Flags that are added to those in map->cells. A tile of the shape has a level when it is
 * marked with HEXFOG_CELL_LEVEL. */
enum { HEXFOG_PICKED_SHAPE = 32, HEXFOG_PICKED_BLOCKED = 64, HEXFOG_PICKED_SOURCE = 128 };
bool hexfog_import_pick(struct hexfog_import_reader *reader, struct hexfog_import_facts *facts);

/* Appends the description. */
bool hexfog_import_write(struct hexfog_import_reader *reader,
                         const struct hexfog_import_facts *facts, struct hexfog_text *text);

#endif
