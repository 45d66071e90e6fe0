/* SPDX-License-Identifier: MIT */
/* What `info` tells of a texture. */
#ifndef HEXFOG_CLI_INFO_TEXTURE_H
#define HEXFOG_CLI_INFO_TEXTURE_H

#include "base/text.h"
#include "check/texture_stats.h"
#include "cli/settings.h"

struct hexfog_texture_report {
    const struct hexfog_settings *settings;
    const char *path;
    struct hexfog_texture_stats *stats;
    hexfog_status status;
    struct hexfog_error error;   /* where the status is not OK */
};

/* True when a file is to be read as a texture: it begins like one, or is named like one. */
bool hexfog_is_texture(const char *path);
hexfog_status hexfog_info_of_texture(const struct hexfog_settings *settings);

/* Whether advice can be given: the texture is read, and its metadata tell its levels. */
bool hexfog_texture_has_advice(const struct hexfog_texture_report *report);
void hexfog_texture_advice_as_text(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text);
void hexfog_texture_report_as_text(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text);
void hexfog_texture_report_as_json(const struct hexfog_texture_report *report,
                                   struct hexfog_text *text);

#endif
