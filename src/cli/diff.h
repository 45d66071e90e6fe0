/* SPDX-License-Identifier: MIT */
/* One diff run: two textures, or the textures of two folders. */
#ifndef HEXFOG_CLI_DIFF_H
#define HEXFOG_CLI_DIFF_H

#include "base/text.h"
#include "check/diff.h"
#include "cli/pairs.h"
#include "cli/settings.h"

#define HEXFOG_MOST_IGNORED_KEYS 32
#define HEXFOG_IGNORED_BYTES 1024

/* What the command line asks for. `options` points into it: do not copy it. */
struct hexfog_diff_request {
    const struct hexfog_settings *settings;
    const char *paths[2];
    struct hexfog_diff_options options;
    const char *ignored_keys[HEXFOG_MOST_IGNORED_KEYS];
    char key_text[HEXFOG_IGNORED_BYTES]; /* what ignored_keys points into */
};

enum hexfog_pair_verdict {
    HEXFOG_PAIR_SAME, HEXFOG_PAIR_DIFFERENT, HEXFOG_PAIR_MISSING, HEXFOG_PAIR_EXTRA,
    HEXFOG_PAIR_UNREADABLE, HEXFOG_PAIR_VERDICTS
};
extern const char *const hexfog_pair_words[HEXFOG_PAIR_VERDICTS];

/* One file of A and its like of B. */
struct hexfog_compared {
    const char *name;            /* below the folders; of two files "" */
    char *paths[2];              /* while it is read */
    enum hexfog_pair_verdict verdict;
    struct hexfog_diff *diff;    /* NULL where they were not compared */
    hexfog_status status;        /* OK, NO, IO, MEMORY, INPUT */
    struct hexfog_error error;   /* where it is none of OK and NO */
};

struct hexfog_diff_run {
    struct hexfog_diff_request request;
    bool is_folders;
    struct hexfog_pairs pairs;   /* of folders */
    struct hexfog_compared *list;
    size_t count, verdict_count[HEXFOG_PAIR_VERDICTS];
    hexfog_status status;
};

/* Reads --ignore and the tolerances; prints a usage error. */
hexfog_status hexfog_diff_request_read(const struct hexfog_settings *settings,
                                       struct hexfog_diff_request *request);

/* One way in which a pair can differ, as text and JSON tell it. */
struct hexfog_diff_class {
    char name[64];               /* size, channels, metadata.KEY, levels, g, nonfinite */
    bool is_compared, is_ignored;
    uint64_t count, allowed;     /* texels, or 1; different: count > allowed */
    const struct hexfog_diff_texel *first, *worst; /* of classes of texels, else NULL */
    const char *value[2];        /* of the others; NULL = missing */
    char space[2][96];
};
#define HEXFOG_DIFF_CLASSES (HEXFOG_DIFF_KEYS + 5)
/* Returns how many there are. */
size_t hexfog_diff_classes(const struct hexfog_diff *diff,
                           const struct hexfog_diff_options *options,
                           struct hexfog_diff_class classes[HEXFOG_DIFF_CLASSES]);

void hexfog_diff_as_text(const struct hexfog_diff_run *run, struct hexfog_text *text);
void hexfog_diff_as_json(const struct hexfog_diff_run *run, struct hexfog_text *text);
void hexfog_diff_as_junit(const struct hexfog_diff_run *run, struct hexfog_text *text);

#endif
