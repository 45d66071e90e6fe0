/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON into a text, two spaces a level; numbers as hexfog_decimal. Calls nest as
 * the value does; a key is NULL inside an array and for the outermost value.
 */
#ifndef HEXFOG_BASE_JSON_WRITE_H
#define HEXFOG_BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

struct hexfog_json_writer {
    struct hexfog_text *text;
    int depth;
    bool has_entry[32];  /* at each depth: a comma is due */
    bool is_inline[32];  /* at each depth: on one line */
    bool has_rows[32];   /* at each depth: lines end where hexfog_json_end_row says */
    bool is_row_due;     /* the next entry begins a line */
};

void hexfog_json_open(struct hexfog_json_writer *json, const char *key, char bracket /* { or [ */);
/* Like open, but the whole value stays on one line: for points, ranges, rows. */
void hexfog_json_open_inline(struct hexfog_json_writer *json, const char *key, char bracket);
/* Like open, but a line holds as many entries as stand between two calls of end_row: for
 * tables. A row without an entry leaves no line. */
void hexfog_json_open_rows(struct hexfog_json_writer *json, const char *key, char bracket);
void hexfog_json_end_row(struct hexfog_json_writer *json);
void hexfog_json_close(struct hexfog_json_writer *json, char bracket /* } or ] */);
void hexfog_json_string(struct hexfog_json_writer *json, const char *key, const char *value);
void hexfog_json_number(struct hexfog_json_writer *json, const char *key, double value);
void hexfog_json_integer(struct hexfog_json_writer *json, const char *key, int64_t value);
void hexfog_json_bool(struct hexfog_json_writer *json, const char *key, bool value);
void hexfog_json_null(struct hexfog_json_writer *json, const char *key);

#endif
