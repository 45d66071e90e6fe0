// SPDX-License-Identifier: MIT
// Turns members of an object into checked single values, by the table of known keys.
#include "desc/keys.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "desc/suggest.h"
#include "desc/synonyms.h"

enum { ALLOWED_BYTES = 320 };

static const struct hexfog_key *known_key(const struct hexfog_key_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->keys[i].name, name) == 0)
            return &table->keys[i];
    return NULL;
}

// Where a key belongs that is known, but not in this object: "grid" for a size in the root.
static const char *home_of(const char *name)
{
    static const struct hexfog_key_table *const tables[] = {
        &hexfog_root_keys, &hexfog_grid_keys, &hexfog_cell_keys, &hexfog_shape_keys,
        &hexfog_field_keys, &hexfog_texture_keys, &hexfog_encoding_keys, &hexfog_output_keys,
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (known_key(tables[i], name))
            return tables[i]->name;
    return NULL;
}

static void join_allowed(char *out, const char *separator, const char *quote, const char *word)
{
    size_t used = strlen(out);
    snprintf(out + used, ALLOWED_BYTES - used, "%s%s%s%s", separator, quote, word, quote);
}

// The key that an unknown one was meant to be: what its name stands for; else a misspelt key
// of this object, before the same word in another one; in the end the nearest.
static const char *meant_key(const struct hexfog_key_table *table, const char *name,
                             char path[HEXFOG_KEY_PATH_BYTES])
{
    struct hexfog_suggestion nearest = { .word = name };
    const char *home = home_of(name), *synonym_home;
    const char *synonym = hexfog_synonym(table->name, name, &synonym_home);
    if (synonym)
        return strcmp(synonym_home, table->name) == 0
                   ? synonym : hexfog_key_path(path, synonym_home, synonym);
    for (size_t i = 0; i < table->count; i++)
        hexfog_suggest(&nearest, table->keys[i].name);
    if (home && nearest.distance > 2)
        return hexfog_key_path(path, home, name);
    return nearest.best;
}

static void report_unknown_key(const struct hexfog_object *object, const struct hexfog_node *member)
{
    const char *name = member->key->name;
    char allowed[ALLOWED_BYTES] = "", path[HEXFOG_KEY_PATH_BYTES], quoted[HEXFOG_QUOTE_BYTES];
    for (size_t i = 0; i < object->table->count; i++)
        join_allowed(allowed, i ? ", " : "", "", object->table->keys[i].name);
    join_allowed(allowed, "; did you mean ", "\"", meant_key(object->table, name, path));
    join_allowed(allowed, "?", "", "");
    hexfog_object_report(object, "D5", member->key->place, name, "unknown key \"%s\" (allowed: %s)",
                         hexfog_quote(quoted, sizeof quoted, name), allowed);
}

bool hexfog_object_open(struct hexfog_reader *reader, const struct hexfog_node *node,
                        const struct hexfog_key_table *table, const char *path, unsigned part,
                        struct hexfog_object *object)
{
    *object = (struct hexfog_object){ reader, node, table, "", part };
    snprintf(object->path, sizeof object->path, "%s", path);
    if (node->kind != HEXFOG_NODE_OBJECT) {
        hexfog_report_type(object, node, path, "an object, {...}");
        return false;
    }
    unsigned broken = reader->description->broken;
    for (const struct hexfog_node *member = node->value.first; member; member = member->next)
        if (!known_key(table, member->key->name))
            report_unknown_key(object, member);
    reader->description->broken = broken; // a key too many takes nothing away
    return true;
}

const struct hexfog_node *hexfog_object_get(const struct hexfog_object *object, const char *name)
{
    return hexfog_member(object->node, name);
}

static void report_at_path(const struct hexfog_object *object, const char *rule,
                           struct hexfog_place place, const char *path, const char *message)
{
    hexfog_report(&object->reader->report, rule, place, path, "%s", message);
    object->reader->description->broken |= object->part;
}

void hexfog_object_report(const struct hexfog_object *object, const char *rule,
                          struct hexfog_place place, const char *name, const char *format, ...)
{
    char message[640], path[HEXFOG_KEY_PATH_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    report_at_path(object, rule, place, hexfog_key_path(path, object->path, name), message);
}

void hexfog_report_missing(const struct hexfog_object *object, const char *name, const char *hint)
{
    if (object->reader->is_partial)
        return;
    hexfog_object_report(object, "D9", object->node->place, name,
                         "required key is missing (allowed: %s)", hint);
}

// The base is read first, and --set last: what comes later overrides.
static int order_of(uint32_t file)
{
    return file == HEXFOG_FILE_BASE ? -1 : (int)file;
}

static bool stands_before(const struct hexfog_place *a, const struct hexfog_place *b)
{
    if (a->file != b->file)
        return order_of(a->file) < order_of(b->file);
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

// How the later key gets rid of one that stands in a file before its own; "" in one file.
static const char *removal(const struct hexfog_object *object, const struct hexfog_node *earlier,
                           const struct hexfog_node *later, char text[ALLOWED_BYTES])
{
    const char *name = earlier->key->name;
    char path[HEXFOG_KEY_PATH_BYTES];
    if (earlier->key->place.file == later->key->place.file)
        return "";
    hexfog_key_path(path, object->path, name);
    if (later->key->place.file == HEXFOG_FILE_SETS)
        snprintf(text, ALLOWED_BYTES, "; remove %s, which stands in %s, with --set %s=null", name,
                 object->reader->report.files[earlier->key->place.file], path);
    else
        snprintf(text, ALLOWED_BYTES, "; remove %s, which stands in %s, with \"%s\": null in "
                 "%s here", name, object->reader->report.files[earlier->key->place.file], name,
                 object->path);
    return text;
}

bool hexfog_report_pair(const struct hexfog_object *object, const char *a, const char *b)
{
    const struct hexfog_node *first = hexfog_object_get(object, a);
    const struct hexfog_node *second = hexfog_object_get(object, b);
    char hint[ALLOWED_BYTES];
    if (!first || !second)
        return false;
    bool in_order = stands_before(&first->key->place, &second->key->place);
    const struct hexfog_node *later = in_order ? second : first;
    hexfog_object_report(object, "D10", later->key->place, later->key->name,
                         "%s and %s exclude each other (allowed: one of them%s)", a, b,
                         removal(object, in_order ? first : second, later, hint));
    return true;
}

void hexfog_report_type(const struct hexfog_object *object, const struct hexfog_node *node,
                        const char *path, const char *allowed)
{
    char message[320], value[HEXFOG_QUOTE_BYTES];
    snprintf(message, sizeof message, "%s has the wrong type (allowed: %s)",
             hexfog_quote_value(value, node), allowed);
    report_at_path(object, "D6", node->place, path, message);
}

// A member with its key; false when it is absent.
struct member {
    const struct hexfog_node *node;
    const struct hexfog_key *key;
    char path[HEXFOG_KEY_PATH_BYTES];
};

static bool find(const struct hexfog_object *object, const char *name, struct member *member)
{
    member->node = hexfog_object_get(object, name);
    member->key = known_key(object->table, name);
    hexfog_key_path(member->path, object->path, name);
    return member->node && member->key;
}

static bool has_kind(const struct hexfog_object *object, const struct member *member,
                     enum hexfog_node_kind kind, const char *allowed)
{
    if (member->node->kind == kind)
        return true;
    hexfog_report_type(object, member->node, member->path, allowed);
    return false;
}

static bool check_finite(const struct hexfog_object *object, const struct hexfog_node *node,
                         const char *path, const char *allowed)
{
    char message[320];
    if (isfinite(hexfog_node_number(node)))
        return true;
    snprintf(message, sizeof message, "the number is past the greatest double, about 1.8e308 "
             "(allowed: %s)", allowed);
    report_at_path(object, "D7", node->place, path, message);
    return false;
}

// A real number that a double can stand for: not past the greatest one, nor so near to 0 that
// it becomes that.
static bool check_double(const struct hexfog_object *object, const struct hexfog_node *node,
                         const char *path, const char *allowed)
{
    char message[320], value[HEXFOG_QUOTE_BYTES];
    if (!check_finite(object, node, path, allowed))
        return false;
    if (!node->is_written || hexfog_node_number(node) != 0.0)
        return true;
    snprintf(message, sizeof message, "%s is nearer to 0 than the least double, about 4.9e-324 "
             "(allowed: %s)", hexfog_quote_value(value, node), allowed);
    report_at_path(object, "D7", node->place, path, message);
    return false;
}

static void report_range(const struct hexfog_object *object, const struct hexfog_node *node,
                         const char *path, const char *rule, const char *allowed)
{
    char message[320], value[HEXFOG_QUOTE_BYTES];
    snprintf(message, sizeof message, "%s is out of range (allowed: %s)",
             hexfog_quote_value(value, node), allowed);
    report_at_path(object, rule, node->place, path, message);
}

bool hexfog_get_real(const struct hexfog_object *object, const char *name, double *value)
{
    struct member m;
    if (!find(object, name, &m) ||
        !has_kind(object, &m, HEXFOG_NODE_NUMBER, m.key->allowed) ||
        !check_double(object, m.node, m.path, m.key->allowed))
        return false;
    double number = hexfog_node_number(m.node);
    if (number < m.key->least || (m.key->is_open && number <= m.key->least) ||
        number > m.key->greatest) {
        report_range(object, m.node, m.path, "D8", m.key->allowed);
        return false;
    }
    *value = number;
    return true;
}

bool hexfog_check_integer(const struct hexfog_object *object, const struct hexfog_node *node,
                          const char *path, const struct hexfog_integer_range *range,
                          int32_t *value)
{
    if (node->kind != HEXFOG_NODE_NUMBER) {
        hexfog_report_type(object, node, path, range->allowed);
        return false;
    }
    if (!check_finite(object, node, path, range->allowed))
        return false;
    double number = hexfog_node_number(node);
    char message[320], quoted[HEXFOG_QUOTE_BYTES];
    if (number != floor(number) || node->is_written) {
        snprintf(message, sizeof message, "%s is not an integer (allowed: %s)",
                 hexfog_quote_value(quoted, node), range->allowed);
        report_at_path(object, "D8", node->place, path, message);
        return false;
    }
    if (number < range->least || number > range->greatest) {
        report_range(object, node, path, number > range->greatest ? range->over_rule
                     : range->under_rule, range->allowed);
        return false;
    }
    *value = (int32_t)number;
    return true;
}

bool hexfog_get_integer(const struct hexfog_object *object, const char *name, int32_t *value)
{
    struct member m;
    if (!find(object, name, &m))
        return false;
    struct hexfog_integer_range range = { m.key->least, m.key->greatest, "D8",
                                          m.key->limit_rule ? m.key->limit_rule : "D8",
                                          m.key->allowed };
    return hexfog_check_integer(object, m.node, m.path, &range, value);
}

bool hexfog_get_bool(const struct hexfog_object *object, const char *name, bool *value)
{
    struct member m;
    if (!find(object, name, &m) || !has_kind(object, &m, HEXFOG_NODE_BOOL, m.key->allowed))
        return false;
    *value = m.node->value.truth;
    return true;
}

bool hexfog_get_text(const struct hexfog_object *object, const char *name, const char **value)
{
    struct member m;
    if (!find(object, name, &m) || !has_kind(object, &m, HEXFOG_NODE_STRING, m.key->allowed))
        return false;
    *value = m.node->value.string;
    return true;
}

void hexfog_report_word(const struct hexfog_object *object, const struct hexfog_node *node,
                        const char *name, const char *const *words, const char *besides)
{
    struct hexfog_suggestion nearest = { .word = node->value.string };
    char allowed[ALLOWED_BYTES] = "", value[HEXFOG_QUOTE_BYTES];
    for (size_t i = 0; words[i]; i++) {
        join_allowed(allowed, i ? ", " : "", "\"", words[i]);
        hexfog_suggest(&nearest, words[i]);
    }
    join_allowed(allowed, besides, "", "");
    // Where most of the letters differ, another word is no help.
    if (nearest.best && nearest.distance * 2 <= strlen(node->value.string)) {
        join_allowed(allowed, "; did you mean ", "\"", nearest.best);
        join_allowed(allowed, "?", "", "");
    }
    hexfog_object_report(object, "D11", node->place, name, "%s is not known (allowed: %s)",
                         hexfog_quote_value(value, node), allowed);
}

bool hexfog_get_word(const struct hexfog_object *object, const char *name, int *index)
{
    struct member m;
    char allowed[ALLOWED_BYTES] = "";
    if (!find(object, name, &m))
        return false;
    for (size_t i = 0; m.key->words[i]; i++)
        join_allowed(allowed, i ? ", " : "", "\"", m.key->words[i]);
    if (!has_kind(object, &m, HEXFOG_NODE_STRING, allowed))
        return false;
    for (int i = 0; m.key->words[i]; i++) {
        if (strcmp(m.key->words[i], m.node->value.string) == 0) {
            *index = i;
            return true;
        }
    }
    hexfog_report_word(object, m.node, name, m.key->words, "");
    return false;
}

bool hexfog_get_reals(const struct hexfog_object *object, const char *name, double *values,
                      size_t count)
{
    struct member m;
    char path[HEXFOG_KEY_PATH_BYTES];
    if (!find(object, name, &m) || !has_kind(object, &m, HEXFOG_NODE_LIST, m.key->allowed))
        return false;
    if (hexfog_entry_count(m.node) != count) {
        hexfog_report_type(object, m.node, m.path, m.key->allowed);
        return false;
    }
    bool is_right = true;
    size_t index = 0;
    for (const struct hexfog_node *entry = m.node->value.first; entry; entry = entry->next) {
        hexfog_entry_path(path, m.path, index);
        if (entry->kind != HEXFOG_NODE_NUMBER) {
            hexfog_report_type(object, entry, path, "a number");
            is_right = false;
        } else if (!check_double(object, entry, path, "a number")) {
            is_right = false;
        } else {
            values[index] = hexfog_node_number(entry);
        }
        index++;
    }
    return is_right;
}
