/* SPDX-License-Identifier: MIT */
/*
 * hexfog: bakes the tile distance and the sub-tile sweep distance of a hex
 * board into two-channel fogmaps.
 *
 * This header is the contract of libhexfog, in pipeline order:
 *
 *     text -> description -> map -> raster rows -> encoder -> bytes
 *
 * Conventions that hold for every function below:
 *  - What can fail returns a hexfog_status and takes, last, a record that the
 *    caller owns (hexfog_error or hexfog_diagnostics). On failure the outputs
 *    are left empty, never half made.
 *  - A zeroed struct is a valid empty one; its _free accepts it, and twice.
 *  - Distances are in world units (the description's own) unless a name says
 *    _px; all geometry is double precision.
 *  - Nothing here prints, exits, forks, or touches signals or the environment.
 *  - Functions may be called from several threads at once on different objects;
 *    a const object may be shared between threads.
 */
#ifndef HEXFOG_H
#define HEXFOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEXFOG_API __attribute__((visibility("default")))
#define HEXFOG_PRINTF(string, first) __attribute__((format(printf, string, first)))
#else
#define HEXFOG_API
#define HEXFOG_PRINTF(string, first)
#endif

#define HEXFOG_VERSION "0.1.0"

/* The version of the library that is linked, e.g. "0.1.0". Static storage. */
HEXFOG_API const char *hexfog_version(void);

/* ---------------------------------------------------------------- status */

/*
 * Every way a call can end: X(symbol, exit code, name, meaning). The enum, the
 * names, the program's exit codes and the manual's section come from this list.
 */
#define HEXFOG_STATUS_LIST(X)                                                  \
    X(OK, 0, "ok", "Done; for verify and diff: yes.")                          \
    X(NO, 1, "no", "A comparison or a check answered no; report merge: a map is "  \
      "missing; batch --keep-going: a map failed.")                            \
    X(USAGE, 2, "usage", "The command line is wrong, or there is nothing to do.") \
    X(INPUT, 3, "input",                                                       \
      "A description or map is wrong or past a stated limit, or an output cannot hold it.") \
    X(IO, 4, "io", "A file cannot be opened, read whole, decoded or written.") \
    X(MEMORY, 5, "memory", "Memory ran out, or --max-memory was reached.")     \
    X(UNAVAILABLE, 6, "unavailable",                                           \
      "What was asked for is not on this machine, or could not be cross-checked.")

typedef enum hexfog_status {
#define HEXFOG_STATUS_ENUM(symbol, code, name, meaning) HEXFOG_##symbol = code,
    HEXFOG_STATUS_LIST(HEXFOG_STATUS_ENUM)
#undef HEXFOG_STATUS_ENUM
} hexfog_status;

/* "ok", "no", "usage", ...; "unknown" for a number outside the list. */
HEXFOG_API const char *hexfog_status_name(hexfog_status status);

/* Where in which file: line and column count from 1, columns in UTF-8
 * characters; 0 = not known. `file` indexes hexfog_diagnostics.files. */
struct hexfog_place {
    uint32_t file, line, column;
};

/* One thing that is wrong. Plain data: copy it, nothing in it is owned. */
struct hexfog_error {
    hexfog_status status;
    bool is_warning;
    char rule[8];        /* "D12" where a numbered rule says it, else "" */
    char file[512];      /* path, "<stdin>", "--set", "-o"; "" = none. A longer keeps its end. */
    uint32_t file_rank;  /* order of files in a report: description, base, --set, -o */
    uint32_t line, column;
    char key[192];       /* key path such as "field.sources[3]"; "" = none. Names are raw:
                          * escape them for a terminal, as for JSON */
    char message[640];   /* what is wrong, with the offending value and what is allowed */
};

/* Everything that one run found wrong. Caller-owned; zeroed = empty. */
struct hexfog_diagnostics {
    struct hexfog_error *list;
    size_t count, capacity;
    size_t dropped;      /* errors past HEXFOG_MAX_DIAGNOSTICS, counted but not kept */
    size_t error_count;  /* warnings not counted */
};
#define HEXFOG_MAX_DIAGNOSTICS 200

HEXFOG_API void hexfog_diagnostics_free(struct hexfog_diagnostics *diagnostics);
/* Sorts by file, line, column; equal places keep their order. */
HEXFOG_API void hexfog_diagnostics_sort(struct hexfog_diagnostics *diagnostics);
/* HEXFOG_OK without errors (warnings do not count), else the first that applies of
 * USAGE, INPUT, MEMORY, IO, NO, UNAVAILABLE. */
HEXFOG_API hexfog_status hexfog_diagnostics_status(const struct hexfog_diagnostics *diagnostics);

/* ---------------------------------------------------------------- spaces */

/* Each space has its own type, so that a mix-up does not compile. */
struct hexfog_axial { int32_t q, r; };       /* names a tile */
struct hexfog_world { double x, y; };        /* the description's unit */
struct hexfog_texel { int32_t column, row; };/* row 0 = first row of the file = top */

struct hexfog_bounds { double x_min, y_min, x_max, y_max; }; /* world */

/* ----------------------------------------------------------- description */

enum hexfog_orientation { HEXFOG_POINTY, HEXFOG_FLAT };
enum hexfog_coordinates { HEXFOG_AXIAL, HEXFOG_ODD_R, HEXFOG_EVEN_R, HEXFOG_ODD_Q, HEXFOG_EVEN_Q };
enum hexfog_y_axis { HEXFOG_Y_DOWN, HEXFOG_Y_UP };
enum hexfog_shape_kind { HEXFOG_SHAPE_RADIUS, HEXFOG_SHAPE_RECTANGLE, HEXFOG_SHAPE_TILES };
enum hexfog_outside { HEXFOG_OUTSIDE_EXTEND, HEXFOG_OUTSIDE_FOG };
enum hexfog_metric { HEXFOG_SWEEP, HEXFOG_SEAMLESS };
enum hexfog_format {
    HEXFOG_FORMAT_NONE, HEXFOG_HDR, HEXFOG_EXR, HEXFOG_KTX2, HEXFOG_PNG, HEXFOG_CONSTANTS
};
enum hexfog_precision { HEXFOG_PRECISION_DEFAULT, HEXFOG_HALF, HEXFOG_FLOAT, HEXFOG_RGB9E5 };
enum hexfog_compression {
    HEXFOG_COMPRESSION_DEFAULT, HEXFOG_COMPRESSION_NONE, HEXFOG_ZIPS, HEXFOG_ZIP, HEXFOG_RLE,
    HEXFOG_PIZ
};
enum hexfog_channels { HEXFOG_CHANNELS_DEFAULT, HEXFOG_RGB, HEXFOG_RG };
enum hexfog_encoder_kind { HEXFOG_STREAM, HEXFOG_REFERENCE };
/* How long zip and zips of an .exr look for what repeats; of an encoding, 0 is DEFAULT too. */
enum hexfog_effort { HEXFOG_EFFORT_FAST = 1, HEXFOG_EFFORT_DEFAULT, HEXFOG_EFFORT_BEST };

/* Tiled's hexagon (fogmap.md 2): width and height of the cell's bounding box and
 * the length of the pair of edges that run along one axis (vertical when pointy,
 * horizontal when flat). World units, all > 0, side less than the extent along it. */
struct hexfog_cell {
    enum hexfog_orientation orientation;
    double width, height, side;
};

/* A list of tiles as read, in file order, already axial. Parallel arrays of `count`. */
struct hexfog_tile_list {
    struct hexfog_axial *tiles;
    int32_t *levels;             /* only in field.levels, else NULL */
    struct hexfog_place *places; /* where each entry stands; line 0 = it was wrong */
    size_t count;
};

struct hexfog_shape {
    enum hexfog_shape_kind kind;
    int32_t radius;              /* RADIUS: steps from `center`, 0..4096 */
    struct hexfog_axial center;
    int32_t columns, rows;       /* RECTANGLE: from offset tile [0, 0] */
    struct hexfog_tile_list list;/* TILES */
    struct hexfog_place place;
};

struct hexfog_grid {
    struct hexfog_cell cell;
    enum hexfog_coordinates coordinates;
    enum hexfog_y_axis y_axis;
    struct hexfog_world origin;  /* centre of axial tile (0, 0) */
    struct hexfog_shape shape;
    struct hexfog_place place;
};

struct hexfog_field_rules {
    struct hexfog_tile_list sources; /* never empty unless has_levels */
    struct hexfog_tile_list blocked;
    struct hexfog_tile_list levels;
    bool has_levels;
    bool source_is_default;          /* sources = the centre of a radius shape */
    enum hexfog_outside outside;
    enum hexfog_metric metric;
    struct hexfog_place place;
};

/* The texture as written: what is missing is 0 or false and settled by the map. */
struct hexfog_texture_rules {
    int32_t width_px, height_px;     /* 0 = from texels_per_unit */
    double texels_per_unit;          /* 0 = not given; texels_per_tile already converted */
    bool has_bounds;
    struct hexfog_bounds bounds;
    double margin;
    struct hexfog_place place;       /* of the `texture` object, or of the root where absent */
    struct hexfog_place resolution_place; /* of texels_per_unit or texels_per_tile */
    struct hexfog_place bounds_place;
    bool per_tile;                   /* texels_per_tile was the key (for messages) */
};

struct hexfog_output {
    char *path;                      /* as written; owned by the description */
    enum hexfog_format format;
    enum hexfog_precision precision;
    enum hexfog_compression compression;
    enum hexfog_channels channels;
    enum hexfog_encoder_kind encoder;
    bool mipmaps;
    struct hexfog_place place;       /* of its path value */
    uint32_t index;                  /* in `outputs`, for key paths */
};

/* Parts of a description that have errors already, so that later checks leave them out. */
enum {
    HEXFOG_BROKEN_GRID = 1, HEXFOG_BROKEN_SHAPE = 2, HEXFOG_BROKEN_FIELD = 4,
    HEXFOG_BROKEN_TEXTURE = 8, HEXFOG_BROKEN_OUTPUTS = 16, HEXFOG_BROKEN_ENCODING = 32,
    HEXFOG_BROKEN_COORDINATES = 64, /* with GRID: which tile an entry means is not known */
    HEXFOG_BROKEN_ALL = 127
};

#define HEXFOG_MAX_FILES 8 /* description, base, --set, -o */

struct hexfog_description {
    char *name;                      /* "" when absent */
    struct hexfog_grid grid;
    struct hexfog_field_rules field;
    struct hexfog_texture_rules texture;
    double level_scale;              /* 0 = "auto" */
    struct hexfog_output *outputs;
    size_t output_count;
    struct hexfog_place root_place;  /* of the first `{` */
    char *files[HEXFOG_MAX_FILES];   /* names that hexfog_place.file indexes */
    char *base_path;                 /* the base file that was merged, or NULL */
    bool is_base_absolute;           /* it is written so in the description */
    unsigned broken;                 /* HEXFOG_BROKEN_ bits */
};

/* Loads the file that `base` names. `path` is as resolved against the description's
 * folder. On success *text is allocated with malloc and becomes the library's. */
typedef hexfog_status hexfog_load_function(void *context, const char *path, char **text,
                                           size_t *length_bytes, struct hexfog_error *error);

struct hexfog_read_options {
    const char *file_name;           /* for messages and to find `base`; "<stdin>" */
    bool jsonc;                      /* comments, trailing commas; also for file_name *.jsonc */
    const char *const *sets;         /* "a.b=JSON" each */
    size_t set_count;
    hexfog_load_function *load;      /* NULL: read from the file system */
    void *load_context;
};

/*
 * Reads and checks one description (description.md; rules D1 to D31 but those that
 * need the board's geometry or the encoded levels, which hexfog_map_make and
 * hexfog_encoding_make hold). Appends every error that it can find to `diagnostics`.
 * INPUT: the text is wrong, or `base` cannot be read, D21 (description->broken says what is
 * unusable); USAGE: a `set` is no "path=JSON"; MEMORY. `text` need not end in NUL. Free
 * *description either way.
 */
HEXFOG_API hexfog_status hexfog_description_read(const char *text, size_t length_bytes,
                                                 const struct hexfog_read_options *options,
                                                 struct hexfog_description *description,
                                                 struct hexfog_diagnostics *diagnostics);
HEXFOG_API void hexfog_description_free(struct hexfog_description *description);

/* The JSON Schema of descriptions, of the constants file ("fogmap"), of reports; NULL
 * for an unknown name. Static storage. hexfog_schema_name(i) lists them, NULL at the end. */
HEXFOG_API const char *hexfog_schema(const char *name);
HEXFOG_API const char *hexfog_schema_name(size_t index);

/* ------------------------------------------------------------------- map */

/* The texture's place in the world (fogmap.md 1). */
struct hexfog_texture {
    int32_t width_px, height_px;
    struct hexfog_bounds bounds;
    enum hexfog_y_axis y_axis;
};

/* The only place where a texel's centre is decided: row 0 is at y_min with y down, at
 * y_max with y up. */
HEXFOG_API struct hexfog_world hexfog_world_from_texel(const struct hexfog_texture *texture,
                                                       struct hexfog_texel texel);

/* uv = world * scale + offset, v = 0 at the top edge of row 0. */
struct hexfog_uv { double scale[2], offset[2]; };
HEXFOG_API struct hexfog_uv hexfog_uv_from_world(const struct hexfog_texture *texture);

/* F = level + g; level in whole tiles, g in [0, 1]. */
struct hexfog_value { int32_t level; double g; };

/* A checked description with its levels: everything that a value depends on. Opaque,
 * because its tables may change shape for speed; free it with hexfog_map_free. */
struct hexfog_map;

/*
 * Holds the description's tiles against its shape (D16 to D20, D30, D31), settles the
 * texture's size and bounds, and counts the levels. Errors go to `diagnostics`; parts
 * named in description->broken are left out, and then *map stays NULL.
 * The map keeps no pointer into the description. INPUT, MEMORY.
 */
HEXFOG_API hexfog_status hexfog_map_make(const struct hexfog_description *description,
                                         struct hexfog_map **map,
                                         struct hexfog_diagnostics *diagnostics);
HEXFOG_API void hexfog_map_free(struct hexfog_map *map);

HEXFOG_API const struct hexfog_texture *hexfog_map_texture(const struct hexfog_map *map);

/* Figures of the whole map. */
struct hexfog_map_facts {
    enum hexfog_metric metric;
    int32_t max_level;       /* greatest level of any texel */
    int32_t shape_max_level; /* greatest level of any tile in the shape, fog tiles included */
    int32_t fog_level;       /* the level of fog tiles */
    int64_t shape_tile_count, fog_tile_count; /* fog: in the shape */
    int64_t table_tile_count;/* tiles in play: the search box */
    size_t memory_bytes;     /* what the map holds */
};
HEXFOG_API struct hexfog_map_facts hexfog_map_facts(const struct hexfog_map *map);

/* The tile that a world point is in; points on a border: see fogmap.md 2. */
HEXFOG_API struct hexfog_axial hexfog_axial_from_world(const struct hexfog_map *map,
                                                       struct hexfog_world point);
HEXFOG_API struct hexfog_world hexfog_world_from_axial(const struct hexfog_map *map,
                                                       struct hexfog_axial tile);
/* True and *level when the tile is in play (in the search box, its border row left out). */
HEXFOG_API bool hexfog_level_of(const struct hexfog_map *map, struct hexfog_axial tile,
                                int32_t *level);
HEXFOG_API bool hexfog_is_in_shape(const struct hexfog_map *map, struct hexfog_axial tile);
HEXFOG_API bool hexfog_is_fog(const struct hexfog_map *map, struct hexfog_axial tile);

/*
 * The field at a world point, in double precision (fogmap.md 4): the per-texel
 * definition that every faster path is held to bit for bit. INPUT: the point is not
 * finite or its tile is not in play.
 */
HEXFOG_API hexfog_status hexfog_field_at(const struct hexfog_map *map, struct hexfog_world point,
                                         struct hexfog_value *value, struct hexfog_error *error);

/* ---------------------------------------------------------------- raster */

/* A view of some whole rows, row-major, width_px values a row. Not owned: valid only
 * during the call it is passed to. */
struct hexfog_rows {
    int32_t width_px, first_row, row_count;
    const int32_t *level;
    const double *g;
};

/*
 * Where a bake's rows go. `prepare` (may be NULL) is called for every band from several
 * threads at once, `worker` telling them apart (0 .. threads - 1); then `commit` is
 * called for the same band by the same worker, one band at a time, in row order.
 * `take_row` (may be NULL) is called before that for each row of the band, in order, by the
 * same worker. A sink that has it gets no texels in prepare and commit: level and g are NULL
 * there; and where all sinks have it, the bake holds a row a worker instead of a band.
 * A status that is not OK ends the bake with it.
 */
struct hexfog_sink {
    void *context;
    hexfog_status (*prepare)(void *context, int worker, const struct hexfog_rows *rows,
                             struct hexfog_error *error);
    hexfog_status (*commit)(void *context, int worker, const struct hexfog_rows *rows,
                            struct hexfog_error *error);
    hexfog_status (*take_row)(void *context, int worker, const struct hexfog_rows *row,
                              struct hexfog_error *error);
};

struct hexfog_bake_options {
    int threads;             /* 0 = hexfog_default_threads() */
    /* After each band, in row order, with rows done; may be NULL. A status that is not
     * OK (a cancel) ends the bake with it. */
    hexfog_status (*progress)(void *context, int32_t rows_done, int32_t rows_total,
                              struct hexfog_error *error);
    void *progress_context;
};

/* Rows to a band: what prepare and commit see at once (the last band may have fewer).
 * It is the height of a ZIP block of OpenEXR, so that a band is a block. */
#define HEXFOG_BAND_ROWS 16

/* The affinity mask's CPUs, capped by the cgroup's cpu.max; at least 1. */
HEXFOG_API int hexfog_default_threads(void);

/* Evaluates every texel once and hands the rows to each sink. The values do not depend
 * on the number of threads. Memory does not grow with the image's height. */
HEXFOG_API hexfog_status hexfog_bake(const struct hexfog_map *map,
                                     const struct hexfog_bake_options *options,
                                     const struct hexfog_sink *sinks, size_t sink_count,
                                     struct hexfog_error *error);

/* ---------------------------------------------------------------- encode */

/* One texture file with everything settled (fogmap.md 5). */
struct hexfog_encoding {
    enum hexfog_format format;
    enum hexfog_precision precision;
    enum hexfog_compression compression;
    enum hexfog_channels channels;
    enum hexfog_encoder_kind encoder;
    bool mipmaps;
    int32_t width_px, height_px;
    double level_scale;      /* of this file: 255 for .png */
    int32_t max_level;
    enum hexfog_metric metric;
    enum hexfog_effort effort; /* 0, as hexfog_encoding_make leaves it, or another */
};

/*
 * Settles an output: precision, level_scale "auto", and tries every level from 0 to the
 * greatest with G = 0 and 1 (D22, D25). A level that another decoder of .hdr would
 * misread is a warning. `output_file` is hexfog_error.file of messages (the description
 * or "-o"). INPUT. check_levels = false leaves D25 and its warnings out.
 */
HEXFOG_API hexfog_status hexfog_encoding_make(const struct hexfog_map *map,
                                              const struct hexfog_description *description,
                                              const struct hexfog_output *output,
                                              bool check_levels,
                                              struct hexfog_encoding *encoding,
                                              struct hexfog_diagnostics *diagnostics);

/* The format's bound of |stored G - G| for this map, in tiles (table of fogmap.md 5). */
HEXFOG_API double hexfog_max_g_error(const struct hexfog_encoding *encoding);
/* G as the file's own decoder gives it back. */
HEXFOG_API float hexfog_stored_g(const struct hexfog_encoding *encoding, struct hexfog_value value);
/* Size of the file: exact without compression, else the most that it can be. */
HEXFOG_API uint64_t hexfog_file_bytes_at_most(const struct hexfog_encoding *encoding);
/* Memory that an encoder with `threads` workers holds at most, with a byte sink that
 * reserves. */
HEXFOG_API uint64_t hexfog_encoder_memory_bytes(const struct hexfog_encoding *encoding,
                                                int threads);

/* The metadata text of every container, "version=1 level_scale=64 ...", NUL-terminated. */
#define HEXFOG_METADATA_BYTES 121
HEXFOG_API void hexfog_metadata(const struct hexfog_encoding *encoding,
                                char text[HEXFOG_METADATA_BYTES]);

/* Where an encoder's bytes go: in order, but for write_at, which changes bytes that were
 * written before (the offset table of a compressed .exr). `reserve` (may be NULL) makes an
 * empty file total_bytes long; then write_at writes all of them, from several threads at
 * once and in any order, and write is not called. Return OK or IO. */
struct hexfog_byte_sink {
    void *context;
    hexfog_status (*write)(void *context, const void *bytes, size_t count,
                           struct hexfog_error *error);
    hexfog_status (*write_at)(void *context, uint64_t offset, const void *bytes, size_t count,
                              struct hexfog_error *error);
    hexfog_status (*reserve)(void *context, uint64_t total_bytes, struct hexfog_error *error);
};

/* make -> pass hexfog_encoder_sink to hexfog_bake -> finish -> free. The encoder keeps
 * copies of `encoding` and `bytes`. `threads` = hexfog_bake_options.threads, not 0. */
struct hexfog_encoder;
HEXFOG_API hexfog_status hexfog_encoder_make(const struct hexfog_encoding *encoding, int threads,
                                             struct hexfog_byte_sink bytes,
                                             struct hexfog_encoder **encoder,
                                             struct hexfog_error *error);
HEXFOG_API struct hexfog_sink hexfog_encoder_sink(struct hexfog_encoder *encoder);
HEXFOG_API hexfog_status hexfog_encoder_finish(struct hexfog_encoder *encoder,
                                               struct hexfog_error *error);
HEXFOG_API void hexfog_encoder_free(struct hexfog_encoder *encoder);

/* texel_hash (fogmap.md 5): SHA-256 of size, levels and G as decoded. A sink like an
 * encoder; `hex` gets 64 digits and a NUL. */
struct hexfog_hasher;
HEXFOG_API hexfog_status hexfog_hasher_make(const struct hexfog_encoding *encoding, int threads,
                                            struct hexfog_hasher **hasher,
                                            struct hexfog_error *error);
HEXFOG_API struct hexfog_sink hexfog_hasher_sink(struct hexfog_hasher *hasher);
HEXFOG_API void hexfog_hasher_digest(struct hexfog_hasher *hasher, char hex[65]);
HEXFOG_API void hexfog_hasher_free(struct hexfog_hasher *hasher);

/* The constants file. `textures` are the description's other outputs; where these are all .png,
 * level_scale is 255. The text is allocated; free it with hexfog_free. */
struct hexfog_constants_texture {
    const char *path;        /* as written in the description */
    const char *texel_hash;
    double max_g_error;
};
HEXFOG_API hexfog_status hexfog_constants_text(const struct hexfog_map *map, double level_scale,
                                               const struct hexfog_constants_texture *textures,
                                               size_t texture_count, char **text,
                                               size_t *length_bytes, struct hexfog_error *error);

/* ---------------------------------------------------------------- memory */

/* Past this many bytes held at once, allocations of the library fail with MEMORY.
 * 0 = no limit (the default). For the whole process. */
HEXFOG_API void hexfog_set_memory_limit(size_t limit_bytes);
HEXFOG_API void hexfog_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
