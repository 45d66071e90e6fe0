/* SPDX-License-Identifier: MIT */
/* Completion of the command line: what may stand in a place, and the tables of each shell. */
#ifndef HEXFOG_COMPLETION_H
#define HEXFOG_COMPLETION_H

#include "cli/settings.h"

enum hexfog_candidate_kind {
    HEXFOG_NO_CANDIDATE, /* a number, a colour, a key */
    HEXFOG_THE_WORDS,
    HEXFOG_FILES,        /* that end in a suffix; with !SUFFIX first, those that do not */
    HEXFOG_ANY_FILE,
    HEXFOG_FOLDERS
};

/* What may stand for one argument. */
struct hexfog_candidates {
    enum hexfog_candidate_kind kind;
    char list[512];               /* words or suffixes, a blank between */
    const char *any_file_with;    /* the option that makes it any file, or NULL */
    const char *any_file_behind;  /* the character that any file may stand behind, or NULL */
};

/* One operand, from "DESC [TEXTURE]...". */
struct hexfog_operand {
    char name[32];
    int place;          /* from 1 */
    bool repeats;       /* also in every place after it */
};

struct hexfog_candidates hexfog_option_candidates(const struct hexfog_command *command,
                                                  const struct hexfog_option *option);
/* False, and said, when nothing is known of such an operand. */
bool hexfog_operand_candidates(const struct hexfog_command *command,
                               const struct hexfog_operand *operand,
                               struct hexfog_candidates *candidates);
/* Reads the next operand from *words and moves on; zeroed before the first. */
bool hexfog_next_operand(const char **words, struct hexfog_operand *operand);
/* The command's option of that name, NULL for none. */
const struct hexfog_option *hexfog_option_named(const struct hexfog_command *command,
                                                const char *name);

/* Print to standard output; false when a table cannot be made. */
bool hexfog_print_bash(void);
bool hexfog_print_zsh(void);

#endif
