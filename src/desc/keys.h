/* SPDX-License-Identifier: MIT */
/*
 * The table of known keys, and the checks of single values that follow from it: D5 to D9,
 * D11, and D31 where a limit is named for a key. What the checks of several keys share
 * stands here too.
 */
#ifndef HEXFOG_DESC_KEYS_H
#define HEXFOG_DESC_KEYS_H

#include "desc/quote.h"

#define HEXFOG_MAX_SIDE_PX 65536
#define HEXFOG_MAX_COORDINATE (1 << 20)
#define HEXFOG_MAX_LEVEL ((1 << 24) - 2)

/* What hexfog_place.file says, and the order in which errors are told. */
enum { HEXFOG_FILE_DESCRIPTION, HEXFOG_FILE_BASE, HEXFOG_FILE_SETS };

/* What one run of hexfog_description_read knows. */
struct hexfog_reader {
    struct hexfog_reporter report;
    struct hexfog_description *description;
    bool is_partial;     /* the base is not there: what is missing may stand in it */
    bool is_out_of_memory;
    size_t listed_tiles; /* so far (D29) */
};

enum hexfog_value_kind {
    HEXFOG_VALUE_TEXT, HEXFOG_VALUE_WORD, HEXFOG_VALUE_INTEGER, HEXFOG_VALUE_REAL,
    HEXFOG_VALUE_BOOL, HEXFOG_VALUE_LIST, HEXFOG_VALUE_OBJECT
};

struct hexfog_key {
    const char *name;
    enum hexfog_value_kind kind;
    const char *allowed;      /* as messages name it: "a number > 0" */
    const char *const *words; /* WORD: NULL at the end; the index is the value */
    double least, greatest;   /* INTEGER, REAL; the least itself is left out when is_open */
    bool is_open;
    const char *limit_rule;   /* of what is over `greatest`; NULL = D8 */
};

struct hexfog_key_table {
    const char *name;         /* "grid.cell"; "" = the root */
    const struct hexfog_key *keys;
    size_t count;
};

extern const struct hexfog_key_table hexfog_root_keys, hexfog_grid_keys, hexfog_cell_keys,
    hexfog_shape_keys, hexfog_field_keys, hexfog_texture_keys, hexfog_encoding_keys,
    hexfog_output_keys;

/* An object that is being read. */
struct hexfog_object {
    struct hexfog_reader *reader;
    const struct hexfog_node *node;
    const struct hexfog_key_table *table;
    char path[HEXFOG_KEY_PATH_BYTES];
    unsigned part;            /* HEXFOG_BROKEN_ bits that an error in it sets */
};

/* Fills *object and reports unknown keys (D5); false when the node is no object (D6). */
bool hexfog_object_open(struct hexfog_reader *reader, const struct hexfog_node *node,
                        const struct hexfog_key_table *table, const char *path, unsigned part,
                        struct hexfog_object *object);
/* The member of a known name, NULL when absent. */
const struct hexfog_node *hexfog_object_get(const struct hexfog_object *object, const char *name);

/* True and *value when the key is there and right; what is wrong is reported. */
bool hexfog_get_real(const struct hexfog_object *object, const char *name, double *value);
bool hexfog_get_integer(const struct hexfog_object *object, const char *name, int32_t *value);
bool hexfog_get_bool(const struct hexfog_object *object, const char *name, bool *value);
bool hexfog_get_text(const struct hexfog_object *object, const char *name, const char **value);
/* *index in the key's words. */
bool hexfog_get_word(const struct hexfog_object *object, const char *name, int *index);
/* A list of exactly `count` finite numbers. */
bool hexfog_get_reals(const struct hexfog_object *object, const char *name, double *values,
                      size_t count);

/* An error at a value of the object, or at the object's `{`; marks its part as broken. */
void hexfog_object_report(const struct hexfog_object *object, const char *rule,
                          struct hexfog_place place, const char *name, const char *format, ...)
    HEXFOG_PRINTF(5, 6);
/* D9 at the object's `{`, unless the description is partial; `hint` is what is allowed. */
void hexfog_report_missing(const struct hexfog_object *object, const char *name,
                           const char *hint);
/* D10 when both are there: at the later of the two keys in one file, else at that of the
 * file that overrides (--set before the description, and that before its base), with how to
 * remove the other one. */
bool hexfog_report_pair(const struct hexfog_object *object, const char *a, const char *b);
/* D6 for a value inside a list. */
void hexfog_report_type(const struct hexfog_object *object, const struct hexfog_node *node,
                        const char *path, const char *allowed);
/* D11 for a string, with the words that are known and what else is allowed. */
void hexfog_report_word(const struct hexfog_object *object, const struct hexfog_node *node,
                        const char *name, const char *const *words, const char *besides);
/* A finite number in [least, greatest] without a fraction: D6, D7, D8, or the range's rule. */
struct hexfog_integer_range {
    double least, greatest;
    const char *under_rule, *over_rule; /* fractions are D8 in any case */
    const char *allowed;
};
bool hexfog_check_integer(const struct hexfog_object *object, const struct hexfog_node *node,
                          const char *path, const struct hexfog_integer_range *range,
                          int32_t *value);

#endif
