/* SPDX-License-Identifier: MIT */
/* Options whose value is a colour. */
#ifndef HEXFOG_CLI_COLOUR_H
#define HEXFOG_CLI_COLOUR_H

#include "cli/settings.h"

/* "#rrggbb" or "R,G,B" with numbers from 0 to 1. */
bool hexfog_read_colour(const char *text, float colour[3]);
/* The value of --NAME; `text` NULL (not given) leaves *colour. Prints a usage error. */
hexfog_status hexfog_read_colour_option(const struct hexfog_settings *settings, const char *name,
                                        const char *text, float colour[3]);

#endif
