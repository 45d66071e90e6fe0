// SPDX-License-Identifier: MIT
// The keys that a description may have, each with its type, words and range (description.md).
//
// Rules of a value out of its range: D31 over a limit on sides, D8 for all others, integers
// and real numbers alike.
#include "desc/keys.h"

#include <float.h>

#define KEY_TABLE(symbol, path, list)                                                            \
    const struct hexfog_key_table symbol = { path, list, sizeof (list) / sizeof *(list) }

#define TEXT(key) { .name = key, .kind = HEXFOG_VALUE_TEXT, .allowed = "a string" }
#define LIST(key, what) { .name = key, .kind = HEXFOG_VALUE_LIST, .allowed = what }
#define OBJECT(key, what) { .name = key, .kind = HEXFOG_VALUE_OBJECT, .allowed = what }
#define BOOLEAN(key) { .name = key, .kind = HEXFOG_VALUE_BOOL, .allowed = "true, false" }
#define WORD(key, list) { .name = key, .kind = HEXFOG_VALUE_WORD, .words = list }
#define POSITIVE(key)                                                                            \
    { .name = key, .kind = HEXFOG_VALUE_REAL, .allowed = "a number > 0", .least = 0.0,           \
      .greatest = DBL_MAX, .is_open = true }
#define INTEGER(key, from, to, range)                                                            \
    { .name = key, .kind = HEXFOG_VALUE_INTEGER, .allowed = range, .least = from, .greatest = to }
#define SIDE(key)                                                                                \
    { .name = key, .kind = HEXFOG_VALUE_INTEGER, .allowed = "an integer 1..65536", .least = 1.0, \
      .greatest = HEXFOG_MAX_SIDE_PX, .limit_rule = "D31" }

// Each in the order of its enum in hexfog.h; the lists of outputs[] begin behind _DEFAULT.
static const char *const orientations[] = { "pointy", "flat", NULL };
static const char *const coordinates[] = { "axial", "odd-r", "even-r", "odd-q", "even-q", NULL };
static const char *const y_axes[] = { "down", "up", NULL };
static const char *const outsides[] = { "extend", "fog", NULL };
static const char *const metrics[] = { "sweep", "seamless", NULL };
static const char *const precisions[] = { "half", "float", "rgb9e5", NULL };
static const char *const compressions[] = { "none", "zips", "zip", "rle", "piz", NULL };
static const char *const channels[] = { "rgb", "rg", NULL };
static const char *const encoders[] = { "stream", "reference", NULL };

static const struct hexfog_key root_keys[] = {
    TEXT("$schema"),
    INTEGER("hexfog", 1.0, 1.0, "1"),
    TEXT("name"),
    TEXT("base"),
    OBJECT("grid", "an object with orientation, size or cell, shape"),
    OBJECT("field", "an object with sources and blocked, or levels"),
    OBJECT("texture", "an object with width and height, or texels_per_unit, or texels_per_tile"),
    OBJECT("encoding", "an object with level_scale"),
    LIST("outputs", "a list of objects with path"),
};
KEY_TABLE(hexfog_root_keys, "", root_keys);

static const struct hexfog_key grid_keys[] = {
    WORD("orientation", orientations),
    POSITIVE("size"),
    OBJECT("cell", "an object with width, height, side"),
    WORD("coordinates", coordinates),
    WORD("y_axis", y_axes),
    LIST("origin", "[x, y]"),
    OBJECT("shape", "an object with radius, or columns and rows, or tiles"),
};
KEY_TABLE(hexfog_grid_keys, "grid", grid_keys);

static const struct hexfog_key cell_keys[] = {
    POSITIVE("width"), POSITIVE("height"), POSITIVE("side"),
};
KEY_TABLE(hexfog_cell_keys, "grid.cell", cell_keys);

static const struct hexfog_key shape_keys[] = {
    INTEGER("radius", 0.0, 4096.0, "an integer 0..4096"),
    LIST("center", "a tile, two integers"),
    INTEGER("columns", 1.0, 1048576.0, "an integer 1..1048576"),
    INTEGER("rows", 1.0, 1048576.0, "an integer 1..1048576"),
    LIST("tiles", "a list of tiles, two integers each"),
};
KEY_TABLE(hexfog_shape_keys, "grid.shape", shape_keys);

static const struct hexfog_key field_keys[] = {
    LIST("sources", "a list of tiles, two integers each"),
    LIST("blocked", "a list of tiles, two integers each"),
    LIST("levels", "a list of [a, b, level], three integers each"),
    WORD("outside", outsides),
    WORD("metric", metrics),
};
KEY_TABLE(hexfog_field_keys, "field", field_keys);

static const struct hexfog_key texture_keys[] = {
    SIDE("width"),
    SIDE("height"),
    POSITIVE("texels_per_unit"),
    POSITIVE("texels_per_tile"),
    LIST("bounds", "[x_min, y_min, x_max, y_max]"),
    { .name = "margin", .kind = HEXFOG_VALUE_REAL, .allowed = "a number >= 0", .least = 0.0,
      .greatest = DBL_MAX },
};
KEY_TABLE(hexfog_texture_keys, "texture", texture_keys);

static const struct hexfog_key encoding_keys[] = {
    { .name = "level_scale", .kind = HEXFOG_VALUE_REAL, .allowed = "\"auto\", a number 1..16384",
      .least = 1.0, .greatest = 16384.0 },
};
KEY_TABLE(hexfog_encoding_keys, "encoding", encoding_keys);

static const struct hexfog_key output_keys[] = {
    TEXT("path"),
    WORD("precision", precisions),
    WORD("compression", compressions),
    WORD("channels", channels),
    BOOLEAN("mipmaps"),
    WORD("encoder", encoders),
};
KEY_TABLE(hexfog_output_keys, "outputs[]", output_keys);
