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
};

void hexfog_json_open(struct hexfog_json_writer *json, const char *key, char bracket /* { or [ */);
/* Like open, but the whole value stays on one line: for points, ranges, rows. */
void hexfog_json_open_inline(struct hexfog_json_writer *json, const char *key, char bracket);
void hexfog_json_close(struct hexfog_json_writer *json, char bracket /* } or ] */);
void hexfog_json_string(struct hexfog_json_writer *json, const char *key, const char *value);
void hexfog_json_number(struct hexfog_json_writer *json, const char *key, double value);
void hexfog_json_integer(struct hexfog_json_writer *json, const char *key, int64_t value);
void hexfog_json_bool(struct hexfog_json_writer *json, const char *key, bool value);
void hexfog_json_null(struct hexfog_json_writer *json, const char *key);

#endif
