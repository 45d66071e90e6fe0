/* SPDX-License-Identifier: MIT */
/* A growing byte string: appends never fail on the spot, `failed` tells at the end. */
#ifndef HEXFOG_BASE_TEXT_H
#define HEXFOG_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include "hexfog.h"

struct hexfog_text {
    char *bytes;         /* NUL-terminated once anything was appended */
    size_t length, capacity;
    bool failed;         /* memory ran out: the text is not whole */
};

void hexfog_text_free(struct hexfog_text *text);
void hexfog_text_add(struct hexfog_text *text, const char *string);
void hexfog_text_add_bytes(struct hexfog_text *text, const void *bytes, size_t length);
void hexfog_text_print(struct hexfog_text *text, const char *format, ...) HEXFOG_PRINTF(2, 3);

/* What a noun's plural has behind it: "1 map", "2 maps". */
#define HEXFOG_PLURAL(count) ((count) == 1 ? "" : "s")

/* Bytes of the well-formed UTF-8 character that `bytes` begins with (1 to 4); 0 when it
 * begins with none (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF). */
size_t hexfog_utf8_length(const char *bytes, size_t available);
bool hexfog_is_utf8(const char *string);
/* The number of a whole character of `length` bytes. */
uint32_t hexfog_utf8_code(const char *bytes, size_t length);
/* Whether a character moves the cursor, or makes the text around it read in another order than
 * it is: controls and bidirectional marks. */
bool hexfog_is_hidden(uint32_t code);
/* The greatest length <= `most` at which `bytes` (of `length`) is not cut inside a character. */
size_t hexfog_utf8_cut(const char *bytes, size_t length, size_t most);

#endif
