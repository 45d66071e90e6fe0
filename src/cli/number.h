/* SPDX-License-Identifier: MIT */
/* Options whose value is a number. */
#ifndef HEXFOG_CLI_NUMBER_H
#define HEXFOG_CLI_NUMBER_H

#include "cli/settings.h"

struct hexfog_number_range {
    double least, most;
    bool is_integer;
    const char *unit;        /* "tiles", "texels"; "" = none */
};

/* The value of --NAME; `text` NULL (not given) leaves *value. Prints a usage error. */
hexfog_status hexfog_read_number(const struct hexfog_settings *settings, const char *name,
                                 const char *text, const struct hexfog_number_range *range,
                                 double *value);
/* --level-scale: greater than 0; *level_scale is 0 when it is not given. */
hexfog_status hexfog_read_level_scale(const struct hexfog_settings *settings, double *level_scale);

#endif
