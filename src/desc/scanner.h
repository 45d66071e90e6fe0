/* SPDX-License-Identifier: MIT */
/* The scanner's own parts: where it stands, what it reports, and the tokens. */
#ifndef HEXFOG_DESC_SCANNER_H
#define HEXFOG_DESC_SCANNER_H

#include <string.h>

#include "desc/scan.h"

/* An open object or array: what the key path in messages is made of. */
struct hexfog_frame {
    struct hexfog_spot place; /* of the bracket */
    bool is_list; /* an array */
    bool counts_tiles; /* an array whose entries are listed tiles (D29) */
    const char *key; /* object: the latest key, as written, without quotes */
    size_t key_length;
    size_t index; /* array: of the entry being read */
};

struct hexfog_scanner {
    const char *text;
    size_t length, at;
    uint32_t line, column; /* of text[at] */
    char *copy; /* NULL in the first pass, which only checks and counts */
    struct hexfog_scan *scan;
    const struct hexfog_scan_options *options;
    const struct hexfog_reporter *reporter;
    struct hexfog_frame frames[HEXFOG_MAX_NESTING];
    int depth;
    size_t listed_tiles;
};

struct hexfog_mark { size_t at; uint32_t line, column; };

static inline bool at_end(const struct hexfog_scanner *s)
{
    return s->at >= s->length;
}

/* The byte at the position, 0 at the end (a NUL in the text is refused wherever it stands). */
static inline char peek(const struct hexfog_scanner *s)
{
    return at_end(s) ? '\0' : s->text[s->at];
}

static inline struct hexfog_mark here(const struct hexfog_scanner *s)
{
    return (struct hexfog_mark){ s->at, s->line, s->column };
}

static inline struct hexfog_spot spot(const struct hexfog_scanner *s)
{
    return (struct hexfog_spot){ .line = s->line, .column = s->column & ((1U << 29) - 1) };
}

/* For cJSON these bytes are not there. Nothing is done in the first pass. */
static inline void blank(struct hexfog_scanner *s, size_t from, size_t to)
{
    if (s->copy)
        memset(s->copy + from, ' ', to - from);
}

/* Steps over one character of so many bytes. A line ends with LF, CR LF or a lone CR, as
 * editors count them. */
void hexfog_scanner_step(struct hexfog_scanner *s, size_t bytes);
/* Steps over so many characters of one byte. */
void hexfog_scanner_advance(struct hexfog_scanner *s, size_t count);
/* Reports and returns false, so that a failing step ends with `return ...fail(...)`. */
bool hexfog_scanner_fail(struct hexfog_scanner *s, const char *rule, struct hexfog_mark mark,
                         const char *format, ...) HEXFOG_PRINTF(4, 5);
/* Whatever stands at the position is not what must stand there. At the end of the text the
 * innermost open bracket is named. */
bool hexfog_scanner_fail_expected(struct hexfog_scanner *s, const char *expected);
/* White space, and comments in jsonc. */
bool hexfog_scanner_skip_space(struct hexfog_scanner *s);
/* From the opening quote to behind the closing one. */
bool hexfog_scanner_read_string(struct hexfog_scanner *s);
/* The key of an object's frame with its escapes read, cut where it is long; returns out. */
#define HEXFOG_KEY_BYTES 72
char *hexfog_scanner_decode(const struct hexfog_scanner *s, const struct hexfog_frame *frame,
                            char out[HEXFOG_KEY_BYTES]);
/* A number, true, false or null. */
bool hexfog_scanner_read_word(struct hexfog_scanner *s);
/* Bytes from `at` on that belong to a number or word. */
size_t hexfog_scanner_word_length(const struct hexfog_scanner *s, size_t at);

#endif
