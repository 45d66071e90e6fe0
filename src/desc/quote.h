/* SPDX-License-Identifier: MIT */
/* Strings of a description in messages: escaped, cut, never raw control characters. */
#ifndef HEXFOG_DESC_QUOTE_H
#define HEXFOG_DESC_QUOTE_H

#include "desc/tree.h"

#define HEXFOG_KEY_PATH_BYTES 192 /* as hexfog_error.key */
#define HEXFOG_QUOTE_BYTES 96

/* Control characters become \u escapes; what does not fit is cut, ending in "...". */
char *hexfog_quote(char *out, size_t size, const char *string);

/* "grid" and "size" make "grid.size"; an empty path leaves the name alone. The name is not
 * escaped: who prints a key does that. */
char *hexfog_key_path(char out[HEXFOG_KEY_PATH_BYTES], const char *path, const char *name);
/* "field.sources" and 3 make "field.sources[3]". */
char *hexfog_entry_path(char out[HEXFOG_KEY_PATH_BYTES], const char *path, size_t index);

/* A value as a message shows it: 52, "hex", true, null, a list of 3, an object. */
char *hexfog_quote_value(char out[HEXFOG_QUOTE_BYTES], const struct hexfog_node *node);
/* The same for a number alone; one that is very great or small is given by its size. */
char *hexfog_quote_number(char out[HEXFOG_QUOTE_BYTES], double number);

#endif
