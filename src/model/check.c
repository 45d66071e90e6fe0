// SPDX-License-Identifier: MIT
// Holds a description's tiles against its shape and against each other.
#include "model/check.h"

#include <stdio.h>

#include "desc/offset.h"

struct checker {
    const struct hexfog_description *description;
    const struct hexfog_tile_set *shape_tiles;
    const struct hexfog_reporter *reporter;
};

// A tile as its file writes it: "[3, -2]".
static void print_tile(const struct checker *checker, struct hexfog_axial tile, char text[32])
{
    struct hexfog_written_tile written =
        hexfog_written_from_axial(checker->description->grid.coordinates, tile);

    snprintf(text, 32, "[%d, %d]", (int)written.a, (int)written.b);
}

static void check_inside(const struct checker *checker, const struct hexfog_tile_list *list,
                         const char *key)
{
    char tile[32], path[64];

    for (size_t i = 0; i < list->count && checker->shape_tiles; i++) {
        if (!list->places[i].line ||
            hexfog_shape_has(&checker->description->grid, checker->shape_tiles, list->tiles[i]))
            continue;
        print_tile(checker, list->tiles[i], tile);
        snprintf(path, sizeof path, "field.%s[%zu]", key, i);
        hexfog_report(checker->reporter, "D18", list->places[i], path,
                      "tile %s is outside the shape", tile);
    }
}

static void report_blocked_source(const struct checker *checker, size_t source)
{
    const struct hexfog_field_rules *field = &checker->description->field;
    char tile[32], path[64];

    print_tile(checker, field->sources.tiles[source], tile);
    snprintf(path, sizeof path, "field.sources[%zu]", source);
    hexfog_report(checker->reporter, "D17", field->sources.places[source], path,
                  "source %s is blocked", tile);
}

// The default source has no place of its own: the blocked tile that hits it has.
static void report_blocked_default(const struct checker *checker)
{
    const struct hexfog_field_rules *field = &checker->description->field;
    struct hexfog_axial source = field->sources.tiles[0];
    char tile[32], path[64];

    for (size_t i = 0; i < field->blocked.count; i++) {
        if (field->blocked.tiles[i].q != source.q || field->blocked.tiles[i].r != source.r ||
            !field->blocked.places[i].line)
            continue;
        print_tile(checker, source, tile);
        snprintf(path, sizeof path, "field.blocked[%zu]", i);
        hexfog_report(checker->reporter, "D17", field->blocked.places[i], path,
                      "blocked tile %s is the default source, the centre of the radius shape",
                      tile);
    }
}

static hexfog_status check_sources(const struct checker *checker)
{
    const struct hexfog_field_rules *field = &checker->description->field;
    struct hexfog_tile_set blocked;

    if (!hexfog_tile_set_make(&field->blocked, &blocked))
        return HEXFOG_MEMORY;
    for (size_t i = 0; i < field->sources.count; i++) {
        if (!field->sources.places[i].line ||
            !hexfog_tile_set_has(&blocked, field->sources.tiles[i]))
            continue;
        if (field->source_is_default)
            report_blocked_default(checker);
        else
            report_blocked_source(checker, i);
    }
    hexfog_tile_set_free(&blocked);
    return HEXFOG_OK;
}

hexfog_status hexfog_check_tiles(const struct hexfog_description *description,
                                 const struct hexfog_tile_set *shape_tiles,
                                 const struct hexfog_reporter *reporter)
{
    struct checker checker = {description, shape_tiles, reporter};
    const struct hexfog_field_rules *field = &description->field;

    if (!field->source_is_default)
        check_inside(&checker, &field->sources, "sources");
    check_inside(&checker, &field->blocked, "blocked");
    check_inside(&checker, &field->levels, "levels");
    return check_sources(&checker);
}
