/* SPDX-License-Identifier: MIT */
/* The files that a bake writes: the description's outputs, or those of -o. */
#ifndef HEXFOG_CLI_TARGET_H
#define HEXFOG_CLI_TARGET_H

#include "base/file_stamp.h"
#include "cli/board.h"

struct hexfog_target {
    const struct hexfog_output *output;
    char *path;               /* where it goes, from the working folder; "-" = stdout */
    char *identity;           /* the same for two names of one file */
    struct hexfog_encoding encoding;
    uint64_t written_bytes;   /* once it is in place */
    struct hexfog_file_stamp stamp; /* the same, where the job wants hashes */
};

struct hexfog_targets {
    struct hexfog_target *list;
    size_t count;
    struct hexfog_output *given; /* the -o files, owned here */
    size_t given_count;
};

/* What is wrong with -o, --to and the options that apply to -o files; prints it (USAGE). */
hexfog_status hexfog_check_output_options(const struct hexfog_settings *settings);

/*
 * Settles every output: its path, its encoding, and rules D22 to D25, also those of the
 * description's own outputs (but for D25) when -o replaces them. Errors go to the board's
 * diagnostics; false when memory is out. Free *targets in any case.
 */
bool hexfog_targets_make(const struct hexfog_settings *settings, struct hexfog_board *board,
                         struct hexfog_targets *targets);
/* D26: without -o, a description without outputs is a USAGE error in the diagnostics. */
void hexfog_require_outputs(const struct hexfog_settings *settings, struct hexfog_board *board);
void hexfog_targets_free(struct hexfog_targets *targets);

/* True when two paths name one file, also one that is not there yet. */
bool hexfog_is_same_file(const char *a, const char *b);

#endif
