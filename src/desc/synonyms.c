// SPDX-License-Identifier: MIT
// Turns another name for a key into the key.
#include "desc/synonyms.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

// Words of other tools and formats, whose letters lead to a wrong key or to none.
static const struct {
    const char *name;
    const char *table; // where the name has this meaning; NULL = wherever it stands
    const char *home, *key;
} synonyms[] = {
    { "walls", NULL, "field", "blocked" },
    { "wall", NULL, "field", "blocked" },
    { "obstacles", NULL, "field", "blocked" },
    { "mountains", NULL, "field", "blocked" },
    { "impassable", NULL, "field", "blocked" },
    { "start", NULL, "field", "sources" },
    { "starts", NULL, "field", "sources" },
    { "origins", NULL, "field", "sources" },
    { "distance", NULL, "field", "metric" },
    { "border", "field", "field", "outside" },
    { "hexsidelength", NULL, "grid.cell", "side" },
    { "tilewidth", NULL, "grid.cell", "width" },
    { "tileheight", NULL, "grid.cell", "height" },
    { "staggeraxis", NULL, "grid", "coordinates" },
    { "staggerindex", NULL, "grid", "coordinates" },
    { "layout", NULL, "grid", "coordinates" },
    { "type", "grid", "grid", "orientation" },
    { "type", "grid.shape", "grid.shape", "radius" },
    { "kind", "grid.shape", "grid.shape", "radius" },
    { "size", "grid.shape", "grid.shape", "radius" },
    { "width", "grid.shape", "grid.shape", "columns" },
    { "height", "grid.shape", "grid.shape", "rows" },
    { "size", "texture", "texture", "width" },
    { "resolution", NULL, "texture", "width" },
    { "padding", NULL, "texture", "margin" },
    { "scale", NULL, "encoding", "level_scale" },
    { "file", NULL, "outputs[]", "path" },
    { "filename", NULL, "outputs[]", "path" },
    { "name", "outputs[]", "outputs[]", "path" },
    { "type", "outputs[]", "outputs[]", "path" },
    { "format", NULL, "outputs[]", "path" },
    { "output", NULL, "", "outputs" },
};

const char *hexfog_synonym(const char *table, const char *name, const char **home)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        bool is_here = !synonyms[i].table || strcmp(synonyms[i].table, table) == 0;
        if (!is_here || strcasecmp(synonyms[i].name, name) != 0)
            continue;
        *home = synonyms[i].home;
        return synonyms[i].key;
    }
    return NULL;
}
