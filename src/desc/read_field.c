// SPDX-License-Identifier: MIT
// Turns the `field` object into sources, walls or given levels, and the metric.
#include "desc/read.h"

#include "base/alloc.h"

// The one tile of a board with a radius that needs no word: its centre.
static void take_default_source(struct hexfog_reader *reader, struct hexfog_field_rules *field)
{
    const struct hexfog_shape *shape = &reader->description->grid.shape;
    field->sources.tiles = hexfog_alloc(1, sizeof *field->sources.tiles);
    field->sources.places = hexfog_alloc(1, sizeof *field->sources.places);
    if (!field->sources.tiles || !field->sources.places) {
        reader->is_out_of_memory = true;
        return;
    }
    field->sources.tiles[0] = shape->center;
    field->sources.places[0] = shape->place;
    field->sources.count = 1;
    field->source_is_default = true;
}

// `object` is the one that lacks the sources: field, or the root where there is no field.
static void settle_missing_sources(const struct hexfog_object *object, const char *name,
                                   struct hexfog_field_rules *field)
{
    const struct hexfog_description *description = object->reader->description;
    if (description->broken & HEXFOG_BROKEN_SHAPE)
        object->reader->description->broken |= HEXFOG_BROKEN_FIELD;
    else if (description->grid.shape.kind == HEXFOG_SHAPE_RADIUS)
        take_default_source(object->reader, field);
    else
        hexfog_report_missing(object, name, "field.sources, or field.levels; only a shape with "
                              "a radius has a default source, its center");
}

static void check_empty(const struct hexfog_object *object, const char *name, const char *message)
{
    const struct hexfog_node *node = hexfog_object_get(object, name);
    if (node && node->kind == HEXFOG_NODE_LIST && !node->value.first)
        hexfog_object_report(object, "D20", node->place, name, "%s", message);
}

static void read_lists(const struct hexfog_object *object, struct hexfog_field_rules *field)
{
    field->has_levels = hexfog_object_get(object, "levels") != NULL;
    hexfog_report_pair(object, "levels", "sources");
    hexfog_report_pair(object, "levels", "blocked");
    hexfog_read_tiles(object, "sources", false, &field->sources);
    hexfog_read_tiles(object, "blocked", false, &field->blocked);
    hexfog_read_tiles(object, "levels", true, &field->levels);
    check_empty(object, "sources", "the list of sources is empty (allowed: at least one tile)");
    check_empty(object, "levels", "the list of levels is empty (allowed: at least one tile)");
    if (!hexfog_object_get(object, "sources") && !field->has_levels)
        settle_missing_sources(object, "sources", field);
}

static void read_outside(const struct hexfog_object *object, struct hexfog_field_rules *field)
{
    int word = field->has_levels ? HEXFOG_OUTSIDE_FOG : HEXFOG_OUTSIDE_EXTEND;
    bool is_given = hexfog_get_word(object, "outside", &word);
    field->outside = (enum hexfog_outside)word;
    if (!is_given || !field->has_levels || word != HEXFOG_OUTSIDE_EXTEND)
        return;
    if (hexfog_object_get(object, "outside")->key->place.file !=
        hexfog_object_get(object, "levels")->key->place.file) {
        hexfog_report_pair(object, "outside", "levels");
        return;
    }
    hexfog_object_report(object, "D10", hexfog_object_get(object, "outside")->key->place, "outside",
                         "outside \"extend\" and levels exclude each other (allowed with levels: "
                         "\"fog\")");
}

void hexfog_read_field(struct hexfog_reader *reader, const struct hexfog_object *root)
{
    struct hexfog_field_rules *field = &reader->description->field;
    const struct hexfog_node *node = hexfog_object_get(root, "field");
    struct hexfog_object object;
    int metric = HEXFOG_SWEEP;
    field->place = node ? node->place : root->node->place;
    if (!node) {
        struct hexfog_object absent = *root;
        absent.part = HEXFOG_BROKEN_FIELD;
        settle_missing_sources(&absent, "field.sources", field);
        return;
    }
    if (!hexfog_object_open(reader, node, &hexfog_field_keys, "field", HEXFOG_BROKEN_FIELD,
                            &object))
        return;
    read_lists(&object, field);
    read_outside(&object, field);
    hexfog_get_word(&object, "metric", &metric);
    field->metric = (enum hexfog_metric)metric;
}
