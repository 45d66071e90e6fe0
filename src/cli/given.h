/* SPDX-License-Identifier: MIT */
/* The files of -o as outputs. */
#ifndef HEXFOG_CLI_GIVEN_H
#define HEXFOG_CLI_GIVEN_H

#include "cli/target.h"

/* Fills targets->given from -o and the options that apply to it; suffixes of no format
 * and empty paths go to the diagnostics (D22, D24). False when memory is out. */
bool hexfog_given_outputs_make(const struct hexfog_settings *settings, struct hexfog_board *board,
                               struct hexfog_targets *targets);

#endif
