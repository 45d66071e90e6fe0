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

struct hexfog_spot { uint32_t line, column; };

/* What a scan found, in document order. `text` is a copy for the parser behind the tree,
 * with a NUL at the end: byte-order mark, comments and trailing commas are blanked, and
 * every number is replaced by 0, because that parser reads numbers by the locale and only
 * up to 63 characters; `numbers` holds their values. */
struct hexfog_scan {
    char *text;
    size_t length;
    struct hexfog_spot *values, *keys;
    double *numbers; /* not finite where the text overflows a double */
    size_t value_count, key_count, number_count;
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
