// SPDX-License-Identifier: MIT
// Turns marked cells into shape, sources, blocked tiles and levels.
#include "desc/import_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desc/suggest.h"

struct pick {
    struct hexfog_import_reader *reader;
    struct hexfog_import_map *map;
    struct hexfog_import_facts *facts;
    size_t count;         /* cells of the map */
    int64_t level_count;
};

static struct hexfog_written_tile tile_of(const struct hexfog_import_map *map, size_t index)
{
    size_t columns = (size_t)map->columns;
    return (struct hexfog_written_tile){ map->column + (int32_t)(index % columns),
                                         map->row + (int32_t)(index / columns) };
}

// Errors of the whole map have no line.
static bool fail_tile(const struct pick *p, const char *option, struct hexfog_written_tile tile,
                      const char *what)
{
    return hexfog_import_fail(p->reader, (struct hexfog_place){ .file = p->map->place.file },
                              option, "tile [%" PRId32 ", %" PRId32 "] %s", tile.a, tile.b, what);
}

static bool pick_shape(struct pick *p)
{
    bool is_all = p->reader->options->shape_is_all;
    for (size_t i = 0; i < p->count; i++) {
        unsigned cell = p->map->cells[i];
        if (!is_all && !(cell & HEXFOG_CELL_SHAPE))
            continue;
        p->facts->tile_count++;
        p->level_count += (cell & HEXFOG_CELL_LEVEL) != 0;
        cell |= HEXFOG_PICKED_SHAPE | (cell & HEXFOG_CELL_BLOCKED ? HEXFOG_PICKED_BLOCKED : 0);
        p->map->cells[i] = (uint8_t)cell;
    }
    if (p->facts->tile_count > 0)
        return true;
    return hexfog_import_fail(p->reader, p->map->place, "",
                              "no cell has a tile (--shape all takes empty cells too)");
}

static bool add_source(struct pick *p, const char *option, size_t index)
{
    unsigned cell = p->map->cells[index];
    struct hexfog_written_tile tile = tile_of(p->map, index);
    if (!(cell & HEXFOG_PICKED_SHAPE))
        return fail_tile(p, option, tile, "is a source, and has no tile in the layer that gives"
                         " the shape (--shape all takes empty cells too)");
    if (cell & HEXFOG_PICKED_BLOCKED)
        return fail_tile(p, option, tile, "is a source and blocked");
    if (cell & HEXFOG_PICKED_SOURCE)
        return true; // two points in one cell
    if (p->facts->source_count++ == 0)
        p->facts->source = tile;
    p->map->cells[index] |= HEXFOG_PICKED_SOURCE;
    return true;
}

static bool pick_given(struct pick *p)
{
    const struct hexfog_import_options *options = p->reader->options;
    p->facts->sources_from = HEXFOG_FROM_OPTION;
    for (size_t i = 0; i < options->source_count; i++) {
        struct hexfog_written_tile tile = options->sources[i];
        size_t index;
        if (!hexfog_import_cell(p->map, tile.a, tile.b, &index))
            return fail_tile(p, "--source", tile, "is not in the map");
        if (!add_source(p, "--source", index))
            return false;
    }
    return true;
}

static bool pick_flagged(struct pick *p, unsigned flag, const char *option)
{
    for (size_t i = 0; i < p->count; i++)
        if ((p->map->cells[i] & flag) && !add_source(p, option, i))
            return false;
    return true;
}

static int32_t distance(enum hexfog_coordinates coordinates, struct hexfog_written_tile a,
                        struct hexfog_written_tile b)
{
    struct hexfog_axial x = hexfog_axial_from_written(coordinates, a);
    struct hexfog_axial y = hexfog_axial_from_written(coordinates, b);
    int32_t q = abs(x.q - y.q), r = abs(x.r - y.r), s = abs(x.q + x.r - y.q - y.r);
    return q > r ? (q > s ? q : s) : (r > s ? r : s);
}

// The tile nearest to the middle of the map that fog can start from; of several the first.
static bool pick_middle(struct pick *p)
{
    const struct hexfog_import_map *map = p->map;
    struct hexfog_written_tile middle = { map->column + map->columns / 2,
                                          map->row + map->rows / 2 };
    int32_t least = INT32_MAX;
    size_t best = 0;
    for (size_t i = 0; i < p->count; i++) {
        unsigned cell = map->cells[i];
        if (!(cell & HEXFOG_PICKED_SHAPE) || (cell & HEXFOG_PICKED_BLOCKED))
            continue;
        int32_t steps = distance(map->coordinates, middle, tile_of(map, i));
        if (steps < least) {
            least = steps;
            best = i;
        }
    }
    p->facts->sources_from = HEXFOG_FROM_MIDDLE;
    if (least == INT32_MAX)
        return hexfog_import_fail(p->reader, map->place, "", "every tile is blocked");
    return add_source(p, "", best);
}

// (allowed: the names that the map has; did you mean the nearest of them?)
static void allowed_names(const struct hexfog_import_reader *reader, const char *name,
                          char *allowed, size_t size)
{
    struct hexfog_suggestion nearest = { .word = name };
    char quoted[64];
    size_t used = 0;
    for (size_t i = 0; i < reader->name_count; i++) {
        hexfog_suggest(&nearest, reader->names[i]);
        if (used + 2 * sizeof quoted + 32 > size)
            continue; // enough of them
        used += (size_t)snprintf(allowed + used, size - used, "%s\"%s\"",
                                 i ? ", " : " (allowed: ",
                                 hexfog_quote(quoted, sizeof quoted, reader->names[i]));
    }
    // Where most of the letters differ, another word is no help.
    if (nearest.best && nearest.distance * 2 <= strlen(name))
        used += (size_t)snprintf(allowed + used, size - used, "; did you mean \"%s\"?",
                                 hexfog_quote(quoted, sizeof quoted, nearest.best));
    snprintf(allowed + used, size - used, "%s", used ? ")" : "");
}

static bool fail_property(const struct pick *p, const char *option, const char *name,
                          bool is_there)
{
    char quoted[HEXFOG_QUOTE_BYTES], allowed[352];
    const struct hexfog_place whole = { .file = p->map->place.file };
    hexfog_quote(quoted, sizeof quoted, name);
    if (is_there)
        return hexfog_import_fail(p->reader, whole, option, "no cell of the map has a tile or"
                                  " object on which the property \"%s\" is set", quoted);
    allowed_names(p->reader, name, allowed, sizeof allowed);
    return hexfog_import_fail(p->reader, whole, option, "no tile or object of the map has the"
                              " property \"%s\"%s", quoted, allowed);
}

// A map may do without walls; a name that it does not know is a slip. What stands in files that
// are not opened was warned of.
static bool check_blocked(const struct pick *p)
{
    const char *name = p->reader->options->blocked_property;
    return !name || p->reader->has_blocked_property || p->reader->has_unopened ||
           fail_property(p, "--blocked-property", name, false);
}

static bool pick_sources(struct pick *p)
{
    const struct hexfog_import_options *options = p->reader->options;
    if (options->source_count > 0)
        return pick_given(p);
    if (options->source_property) {
        p->facts->sources_from = HEXFOG_FROM_PROPERTY;
        if (!pick_flagged(p, HEXFOG_CELL_SOURCE, "--source-property"))
            return false;
        return p->facts->source_count > 0 ||
               fail_property(p, "--source-property", options->source_property,
                             p->reader->has_source_property);
    }
    p->facts->sources_from = HEXFOG_FROM_POINTS;
    if (!pick_flagged(p, HEXFOG_CELL_POINT, ""))
        return false;
    return p->facts->source_count > 0 || pick_middle(p);
}

bool hexfog_import_pick(struct hexfog_import_reader *reader, struct hexfog_import_facts *facts)
{
    struct hexfog_import_map *map = reader->map;
    struct pick p = { reader, map, facts, (size_t)map->columns * (size_t)map->rows, 0 };
    *facts = (struct hexfog_import_facts){ .columns = map->columns, .rows = map->rows };
    if (!pick_shape(&p) || !check_blocked(&p))
        return false;
    if (!reader->options->level_property)
        return pick_sources(&p);
    facts->sources_from = HEXFOG_FROM_LEVELS;
    return p.level_count > 0 ||
           fail_property(&p, "--level-property", reader->options->level_property,
                         reader->has_level_property);
}
