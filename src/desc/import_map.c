// SPDX-License-Identifier: MIT
// Turns members and attributes of a map into checked values, and cells into a rectangle.
#include "desc/import_map.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/decimal.h"

void hexfog_import_map_free(struct hexfog_import_map *map)
{
    hexfog_free(map->cells);
    hexfog_free(map->levels);
    *map = (struct hexfog_import_map){ 0 };
}

bool hexfog_import_fail(struct hexfog_import_reader *reader, struct hexfog_place place,
                        const char *key, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    hexfog_report(&reader->report, "", place, key, "%s", message);
    return false;
}

bool hexfog_import_fail_memory(struct hexfog_import_reader *reader)
{
    reader->is_out_of_memory = true;
    return false;
}

// ---- Cells.

bool hexfog_import_make_cells(struct hexfog_import_reader *reader, struct hexfog_place place,
                              const struct hexfog_cell_rectangle *r)
{
    struct hexfog_import_map *map = reader->map;
    const int64_t most = HEXFOG_MAX_COORDINATE;
    if (r->column < -most || r->row < -most || r->column + r->columns - 1 > most ||
        r->row + r->rows - 1 > most)
        return hexfog_import_fail(reader, place, "", "the map reaches from tile [%" PRId64 ", %"
                                  PRId64 "] to [%" PRId64 ", %" PRId64 "] (allowed: coordinates"
                                  " within +-%d)", r->column, r->row, r->column + r->columns - 1,
                                  r->row + r->rows - 1, HEXFOG_MAX_COORDINATE);
    if (r->columns > HEXFOG_MAX_MAP_CELLS / r->rows)
        return hexfog_import_fail(reader, place, "", "the map has %" PRId64 " x %" PRId64
                                  " cells (allowed: %" PRId64 " in all)", r->columns, r->rows,
                                  HEXFOG_MAX_MAP_CELLS);
    map->column = (int32_t)r->column;
    map->row = (int32_t)r->row;
    map->columns = (int32_t)r->columns;
    map->rows = (int32_t)r->rows;
    size_t count = (size_t)(r->columns * r->rows);
    map->cells = hexfog_alloc_zeroed(count, sizeof *map->cells);
    if (map->cells && reader->options->level_property)
        map->levels = hexfog_alloc_zeroed(count, sizeof *map->levels);
    if (!map->cells || (reader->options->level_property && !map->levels))
        return hexfog_import_fail_memory(reader);
    return true;
}

bool hexfog_import_cell(const struct hexfog_import_map *map, int64_t column, int64_t row,
                        size_t *index)
{
    int64_t x = column - map->column, y = row - map->row;
    if (x < 0 || y < 0 || x >= map->columns || y >= map->rows)
        return false;
    *index = (size_t)(y * map->columns + x);
    return true;
}

bool hexfog_import_has_marks(const struct hexfog_marks *marks)
{
    return marks->is_source || marks->is_blocked || marks->has_level;
}

void hexfog_import_mark(struct hexfog_import_map *map, size_t index,
                        const struct hexfog_marks *marks)
{
    unsigned flags = map->cells[index];
    flags |= marks->is_source ? HEXFOG_CELL_SOURCE : 0;
    flags |= marks->is_blocked ? HEXFOG_CELL_BLOCKED : 0;
    if (marks->has_level) {
        flags |= HEXFOG_CELL_LEVEL;
        map->levels[index] = marks->level;
    }
    map->cells[index] = (uint8_t)flags;
}

// ---- Values.

const struct hexfog_node *hexfog_import_value(const struct hexfog_import_reader *reader,
                                              const struct hexfog_node *node, const char *name)
{
    if (node->kind != HEXFOG_NODE_OBJECT)
        return NULL;
    for (const struct hexfog_node *member = node->value.first; member; member = member->next)
        if (strcmp(member->key->name, name) == 0 &&
            !(reader->is_xml && member->kind == HEXFOG_NODE_OBJECT))
            return member;
    return NULL;
}

const char *hexfog_import_text(const struct hexfog_import_reader *reader,
                               const struct hexfog_node *node, const char *name,
                               const char *fallback)
{
    const struct hexfog_node *value = hexfog_import_value(reader, node, name);
    return value && value->kind == HEXFOG_NODE_STRING ? value->value.string : fallback;
}

bool hexfog_import_number_of(const struct hexfog_node *node, double *number)
{
    if (node->kind == HEXFOG_NODE_NUMBER) {
        *number = hexfog_node_number(node);
    } else if (node->kind == HEXFOG_NODE_STRING) {
        const char *text = node->value.string, *end = text;
        const char *digits = text + (*text == '-');
        if (*digits < '0' || *digits > '9')
            return false;
        *number = hexfog_parse_decimal(text, &end);
        if (*end != '\0')
            return false;
    } else {
        return false;
    }
    return isfinite(*number);
}

bool hexfog_import_integer(struct hexfog_import_reader *reader, const struct hexfog_node *node,
                           const struct hexfog_import_integer *what, int64_t *value)
{
    const struct hexfog_node *member = hexfog_import_value(reader, node, what->name);
    char quoted[HEXFOG_QUOTE_BYTES];
    double number;
    if (!member && !what->is_required)
        return true;
    if (!member)
        return hexfog_import_fail(reader, node->place, what->name,
                                  "missing (allowed: a whole number %" PRId64 "..%" PRId64 ")",
                                  what->least, what->greatest);
    if (!hexfog_import_number_of(member, &number) || number != floor(number) ||
        number < (double)what->least || number > (double)what->greatest)
        return hexfog_import_fail(reader, member->place, what->name,
                                  "%s is not a whole number %" PRId64 "..%" PRId64,
                                  hexfog_quote_value(quoted, member), what->least, what->greatest);
    *value = (int64_t)number;
    return true;
}

bool hexfog_import_real(struct hexfog_import_reader *reader, const struct hexfog_node *node,
                        const char *name, double *value)
{
    const struct hexfog_node *member = hexfog_import_value(reader, node, name);
    char quoted[HEXFOG_QUOTE_BYTES];
    double number;
    if (!member)
        return true;
    if (!hexfog_import_number_of(member, &number) || fabs(number) > 1e9)
        return hexfog_import_fail(reader, member->place, name,
                                  "%s is not a number within +-1000000000",
                                  hexfog_quote_value(quoted, member));
    *value = number;
    return true;
}

// ---- Properties.

bool hexfog_import_wants_properties(const struct hexfog_import_options *options)
{
    return options->source_property || options->blocked_property || options->level_property;
}

static bool is_named(const char *wanted, const char *name)
{
    return wanted && strcmp(wanted, name) == 0;
}

// There, and not false, 0 or empty. (A value of a class is a list or an object.)
static bool is_set(const struct hexfog_node *value)
{
    double number;
    if (hexfog_import_number_of(value, &number))
        return number != 0.0;
    if (value->kind == HEXFOG_NODE_BOOL)
        return value->value.truth;
    if (value->kind == HEXFOG_NODE_STRING)
        return *value->value.string != '\0' && strcmp(value->value.string, "false") != 0;
    return value->kind == HEXFOG_NODE_LIST || value->kind == HEXFOG_NODE_OBJECT;
}

static bool read_level(struct hexfog_import_reader *reader, const struct hexfog_node *value,
                       struct hexfog_marks *marks)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    double number;
    if (!hexfog_import_number_of(value, &number) || number != floor(number) || number < 0.0 ||
        number > HEXFOG_MAX_LEVEL)
        return hexfog_import_fail(reader, value->place, reader->options->level_property,
                                  "%s is not a level (allowed: a whole number 0..%d)",
                                  hexfog_quote_value(quoted, value), HEXFOG_MAX_LEVEL);
    marks->has_level = true;
    marks->level = (int32_t)number;
    return true;
}

static void keep_name(struct hexfog_import_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->name_count; i++)
        if (strcmp(reader->names[i], name) == 0)
            return;
    if (reader->name_count < HEXFOG_SEEN_NAMES && *name != '\0')
        reader->names[reader->name_count++] = name;
}

bool hexfog_import_property(struct hexfog_import_reader *reader, const char *name,
                            const struct hexfog_node *value, struct hexfog_marks *marks)
{
    const struct hexfog_import_options *options = reader->options;
    keep_name(reader, name);
    if (is_named(options->source_property, name)) {
        marks->is_source = is_set(value);
        reader->has_source_property = true;
    }
    if (is_named(options->blocked_property, name)) {
        marks->is_blocked = is_set(value);
        reader->has_blocked_property = true;
    }
    if (!is_named(options->level_property, name))
        return true;
    reader->has_level_property = true;
    return read_level(reader, value, marks);
}
