/* SPDX-License-Identifier: MIT */
/* All that the bytes of a bake's outputs depend on, as one hash. */
#ifndef HEXFOG_CLI_BATCH_INPUTS_H
#define HEXFOG_CLI_BATCH_INPUTS_H

#include "cli/board.h"

/* Program, libraries and options; false: no memory. */
bool hexfog_inputs_context(const struct hexfog_settings *settings, char context[65]);
/* With what the description was read from. */
bool hexfog_inputs_digest(const char context[65], const struct hexfog_read_hashes *hashes,
                          char inputs[65]);

#endif
