/* SPDX-License-Identifier: MIT */
/* One hash run: texel hashes of files, compared with a list or not. */
#ifndef HEXFOG_CLI_HASH_H
#define HEXFOG_CLI_HASH_H

#include "base/text.h"
#include "cli/settings.h"

#define HEXFOG_HASH_BYTES 65 /* 64 digits and a NUL */

enum hexfog_hash_verdict {
    HEXFOG_HASH_OK, HEXFOG_HASH_CHANGED, HEXFOG_HASH_MISSING, HEXFOG_HASH_UNREADABLE,
    HEXFOG_HASH_VERDICTS
};
extern const char *const hexfog_hash_words[HEXFOG_HASH_VERDICTS];

struct hexfog_hashed {
    char *path;
    const char *list;                 /* the file that names it; NULL = the command line */
    char expected[HEXFOG_HASH_BYTES]; /* "" = none */
    char hash[HEXFOG_HASH_BYTES];     /* "" = not known */
    enum hexfog_hash_verdict verdict;
    hexfog_status status;
    struct hexfog_error error;        /* of one that is unreadable */
};

struct hexfog_hash_run {
    const struct hexfog_settings *settings;
    double level_scale;
    struct hexfog_hashed *list;
    size_t count, capacity;
    size_t verdict_count[HEXFOG_HASH_VERDICTS];
    struct hexfog_diagnostics diagnostics; /* of the lists */
    hexfog_status status;
};

/* False when memory is out. `expected` may be NULL. */
bool hexfog_hash_add(struct hexfog_hash_run *run, const char *path, size_t length,
                     const char *list, const char *expected);

/*
 * Lines as sha256sum writes them: 64 digits, a space, a space or *, the path; with a \ in
 * front, the path has \\, \n and \r for what would break a line, and \xNN for each byte of what
 * a terminal must not get, which is ours alone. Lines that begin with # and
 * empty ones are passed over. Reads a list (- = standard input) into the run; what is wrong
 * goes to the diagnostics (IO: not readable, a line of another form, no line at all).
 */
void hexfog_hash_read_list(struct hexfog_hash_run *run, const char *path);
void hexfog_hash_add_line(struct hexfog_text *text, const char *hash, const char *path);

void hexfog_hash_as_text(const struct hexfog_hash_run *run, struct hexfog_text *text);
void hexfog_hash_as_json(const struct hexfog_hash_run *run, struct hexfog_text *text);
void hexfog_hash_as_junit(const struct hexfog_hash_run *run, struct hexfog_text *text);

#endif
