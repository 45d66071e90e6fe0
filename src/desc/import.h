/* SPDX-License-Identifier: MIT */
/* Maps of other programs as descriptions: Tiled's JSON and XML, HexJSON. */
#ifndef HEXFOG_DESC_IMPORT_H
#define HEXFOG_DESC_IMPORT_H

#include "base/text.h"
#include "desc/offset.h"

/* What a user may ask of an import. Zeroed but for the last two = nothing asked. */
struct hexfog_import_options {
    const char *file_name;           /* for messages and the suffix; "<stdin>" */
    const char *layer;               /* NULL = the first tile layer */
    bool shape_is_all;               /* every cell of the map, not those with a tile alone */
    const struct hexfog_written_tile *sources; /* in the map's columns and rows */
    size_t source_count;
    const char *source_property, *blocked_property, *blocked_layer, *level_property;
    const uint32_t *blocked_gids;
    size_t blocked_gid_count;
    enum hexfog_metric metric;
    double texels_per_pixel;         /* 0 = not given: 1 */
};

/* What hexfog_import made of it. */
enum hexfog_sources_from {
    HEXFOG_FROM_OPTION, HEXFOG_FROM_PROPERTY, HEXFOG_FROM_POINTS, HEXFOG_FROM_MIDDLE,
    HEXFOG_FROM_LEVELS /* no sources: every tile has a level */
};
struct hexfog_import_facts {
    int32_t columns, rows;           /* of the map */
    int64_t tile_count;              /* in the shape */
    enum hexfog_sources_from sources_from;
    size_t source_count;
    struct hexfog_written_tile source; /* the first one */
};

/* Whether the text is a map rather than a description: by the suffix (.tmj, .tmx, .hexjson),
 * for .json but .hexfog.json, and for "<stdin>", by what stands in it. */
bool hexfog_is_map(const char *file_name, const char *text, size_t length);

/*
 * Reads the map and appends a description of it to *description, which
 * hexfog_description_read accepts. Files that the map names are never opened; a warning says
 * what cannot be known then, where it was asked for. INPUT, with the place in the map: damaged,
 * past a limit, not hexagonal, or not what the options ask for. MEMORY is reported too.
 */
hexfog_status hexfog_import(const char *text, size_t length,
                            const struct hexfog_import_options *options,
                            struct hexfog_text *description, struct hexfog_import_facts *facts,
                            struct hexfog_diagnostics *diagnostics);

#endif
