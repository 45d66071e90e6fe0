/* SPDX-License-Identifier: MIT */
/* A bar on standard error while a bake runs. */
#ifndef HEXFOG_CLI_PROGRESS_H
#define HEXFOG_CLI_PROGRESS_H

#include "cli/settings.h"

struct hexfog_progress {
    bool is_wanted, is_shown;
    int32_t width_px;      /* texels a row, for the rate; 0: none is shown */
    double start_s, last_s;
};

/* Starts the clock. The bar shows only after half a second of work (--progress always: at
 * once), only on a terminal unless always, and never with -q. */
void hexfog_progress_start(struct hexfog_progress *progress,
                           const struct hexfog_settings *settings, int32_t width_px);
/* hexfog_bake_options.progress; the context is the struct. */
hexfog_status hexfog_progress_update(void *context, int32_t rows_done, int32_t rows_total,
                                     struct hexfog_error *error);
/* Takes the bar off the screen: call it before anything else is printed. */
void hexfog_progress_end(struct hexfog_progress *progress);

#endif
