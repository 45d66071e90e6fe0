/* SPDX-License-Identifier: MIT */
/* The make rule of --depfile. */
#ifndef HEXFOG_CLI_DEPFILE_H
#define HEXFOG_CLI_DEPFILE_H

#include <stdbool.h>

#include "base/text.h"

/* Why a rule that make and ninja both read cannot hold a name as its target or prerequisite,
 * NULL when it can. */
const char *hexfog_depfile_fault(const char *name, bool is_target);
/* Adds a file name as make and ninja read it: space, tab, #, :, * and ? get a \, as do
 * backslashes in front of them; $ is doubled. */
void hexfog_depfile_add_name(struct hexfog_text *text, const char *name);
/* Ends a rule after its targets, and adds an empty one for each prerequisite, as -MP of compilers
 * does: make goes on where such a file has gone, and makes the targets again. NULL and "-", which
 * is standard input, are passed over. */
void hexfog_depfile_add_prerequisites(struct hexfog_text *text, const char *const *names,
                                      size_t count);

#endif
