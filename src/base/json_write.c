// SPDX-License-Identifier: MIT
// Turns values into JSON text.
#include "base/json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/decimal.h"

enum { MOST_DEPTH = sizeof ((struct hexfog_json_writer *)0)->has_entry };

static void new_line(struct hexfog_json_writer *json, int depth)
{
    hexfog_text_add(json->text, "\n");
    for (int i = 0; i < depth; i++)
        hexfog_text_add(json->text, "  ");
}

// One character of a string; what is not UTF-8 (a file name may be) becomes U+FFFD. JSON is
// printed too: what would steer a terminal is written by its number.
static size_t add_character(struct hexfog_text *text, const char *bytes, size_t available)
{
    size_t length = hexfog_utf8_length(bytes, available);
    if (length == 0) {
        hexfog_text_add(text, "\xEF\xBF\xBD");
        return 1;
    }
    if (*bytes == '"' || *bytes == '\\')
        hexfog_text_print(text, "\\%c", *bytes);
    else if (*bytes == '\n')
        hexfog_text_add(text, "\\n");
    else if (*bytes == '\t')
        hexfog_text_add(text, "\\t");
    else if (hexfog_is_hidden(hexfog_utf8_code(bytes, length)))
        hexfog_text_print(text, "\\u%04x", (unsigned)hexfog_utf8_code(bytes, length));
    else
        hexfog_text_add_bytes(text, bytes, length);
    return length;
}

static void add_quoted(struct hexfog_text *text, const char *string)
{
    hexfog_text_add(text, "\"");
    for (size_t left = strlen(string); left > 0;) {
        size_t length = add_character(text, string, left);
        string += length;
        left -= length;
    }
    hexfog_text_add(text, "\"");
}

// Everything that stands before a value: comma, line and key.
static void begin_value(struct hexfog_json_writer *json, const char *key)
{
    bool is_new_row = json->has_rows[json->depth] && json->is_row_due;
    bool is_inline = json->is_inline[json->depth] && !is_new_row;
    if (json->has_entry[json->depth])
        hexfog_text_add(json->text, is_inline ? ", " : ",");
    json->has_entry[json->depth] = true;
    if (json->depth > 0 && !is_inline)
        new_line(json, json->depth);
    if (is_new_row)
        json->is_row_due = false;
    if (key) {
        add_quoted(json->text, key);
        hexfog_text_add(json->text, ": ");
    }
}

static void open_value(struct hexfog_json_writer *json, const char *key, char bracket,
                       bool is_inline)
{
    begin_value(json, key);
    bool is_inside_inline = json->is_inline[json->depth];
    json->depth++;
    assert(json->depth < MOST_DEPTH);
    json->has_entry[json->depth] = false;
    json->is_inline[json->depth] = is_inline || is_inside_inline;
    json->has_rows[json->depth] = false;
    hexfog_text_add_bytes(json->text, &bracket, 1);
}

void hexfog_json_open(struct hexfog_json_writer *json, const char *key, char bracket)
{
    open_value(json, key, bracket, false);
}

void hexfog_json_open_inline(struct hexfog_json_writer *json, const char *key, char bracket)
{
    open_value(json, key, bracket, true);
}

void hexfog_json_open_rows(struct hexfog_json_writer *json, const char *key, char bracket)
{
    open_value(json, key, bracket, true);
    json->has_rows[json->depth] = true;
    json->is_row_due = true;
}

void hexfog_json_end_row(struct hexfog_json_writer *json)
{
    json->is_row_due = true;
}

void hexfog_json_close(struct hexfog_json_writer *json, char bracket)
{
    assert(json->depth > 0);
    bool breaks_line = json->has_entry[json->depth] &&
                       (!json->is_inline[json->depth] || json->has_rows[json->depth]);
    json->depth--;
    if (breaks_line)
        new_line(json, json->depth);
    hexfog_text_add_bytes(json->text, &bracket, 1);
}

void hexfog_json_string(struct hexfog_json_writer *json, const char *key, const char *value)
{
    begin_value(json, key);
    add_quoted(json->text, value);
}

void hexfog_json_number(struct hexfog_json_writer *json, const char *key, double value)
{
    char digits[HEXFOG_DECIMAL_BYTES];
    begin_value(json, key);
    // JSON has no word for what is not finite.
    hexfog_text_add(json->text, isfinite(value) ? hexfog_decimal(digits, value) : "null");
}

void hexfog_json_integer(struct hexfog_json_writer *json, const char *key, int64_t value)
{
    begin_value(json, key);
    hexfog_text_print(json->text, "%" PRId64, value);
}

void hexfog_json_bool(struct hexfog_json_writer *json, const char *key, bool value)
{
    begin_value(json, key);
    hexfog_text_add(json->text, value ? "true" : "false");
}

void hexfog_json_null(struct hexfog_json_writer *json, const char *key)
{
    begin_value(json, key);
    hexfog_text_add(json->text, "null");
}
