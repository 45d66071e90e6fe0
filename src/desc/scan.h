/* SPDX-License-Identifier: MIT */
/*
 * The strict scanner: holds a text against RFC 8259 and tells where each value and each
 * key stands. It builds no values but numbers: that is the tree's work (desc/tree.h).
 */
#ifndef HEXFOG_DESC_SCAN_H
#define HEXFOG_DESC_SCAN_H

#include "base/error.h"

#define HEXFOG_MAX_TEXT_BYTES ((size_t)16 << 20) /* D27 */
#define HEXFOG_MAX_NESTING 32                    /* D28 */
#define HEXFOG_MAX_LISTED_TILES ((size_t)1 << 20) /* D29 */

/* A text has at most 2^24 columns. `mark` says what a value is besides: see below. */
struct hexfog_spot { uint32_t line, column : 29, mark : 3; };
enum {
    HEXFOG_SPOT_WRITTEN = 1, /* a number that counts as written, not as the double that it is */
    HEXFOG_SPOT_FLAT = 2,    /* a list of nothing but numbers, at least one */
    HEXFOG_SPOT_LAST = 4     /* the last number of a flat list */
};

/* What a scan found, in document order. `text` is a copy for the parser behind the tree,
 * with a NUL at the end: byte-order mark, comments and trailing commas are blanked, and
 * every number is replaced by 0, because that parser reads numbers by the locale and only
 * up to 63 characters; so is every flat list, for the parser's nodes are fat. `numbers`
 * holds their values; for a WRITTEN one, where it starts in the scanned text. */
struct hexfog_scan {
    char *text;
    size_t length;
    struct hexfog_spot *values, *keys;
    double *numbers; /* not finite where the text overflows a double */
    size_t value_count, key_count, number_count;
    size_t flat_count; /* numbers in flat lists, which the copy does not hold */
};

struct hexfog_scan_options {
    bool jsonc;
    uint32_t file;         /* of the places that are reported */
    uint32_t first_column; /* of the text's first character */
    const char *path;      /* key path in front of those in messages; "" = none */
    bool is_argument;      /* of --set: a shell may have taken the quotes of a string */
};

/*
 * INPUT, reported with its place: the first thing that is not JSON (D1), text after the
 * value (D2), not UTF-8 (D3), over a limit (D27, D28, and D29: entries of lists named
 * tiles, sources, blocked or levels). All before anything is allocated. MEMORY is not
 * reported. Free *scan with hexfog_scan_free.
 */
hexfog_status hexfog_scan_text(const char *text, size_t length,
                               const struct hexfog_scan_options *options,
                               const struct hexfog_reporter *reporter, struct hexfog_scan *scan);
void hexfog_scan_free(struct hexfog_scan *scan);

#endif
