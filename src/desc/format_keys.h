/* SPDX-License-Identifier: MIT */
/* Which keys of an output go with which file format (description.md, D22). */
#ifndef HEXFOG_DESC_FORMAT_KEYS_H
#define HEXFOG_DESC_FORMAT_KEYS_H

#include "hexfog.h"

struct hexfog_format_keys {
    const char *suffix;
    enum hexfog_format format;
    unsigned precisions, compressions, channels; /* 1u << value of the enum; 0: no such key */
    bool has_mipmaps, has_encoder;
};

/* By the suffix of a path, NULL for an unknown one. Suffixes are case-sensitive. */
const struct hexfog_format_keys *hexfog_format_keys_of_path(const char *path);
/* What to say of a path of no format: "; suffixes are in lower case" where that helps. */
const char *hexfog_suffix_hint(const char *path);
/* NULL for HEXFOG_FORMAT_NONE. */
const struct hexfog_format_keys *hexfog_format_keys_of(enum hexfog_format format);
/* The suffixes as a message lists them: ".hdr, .exr, ...". */
#define HEXFOG_SUFFIXES ".hdr, .exr, .ktx2, .png, .fogmap.json"

/* One key that does not fit, and why. */
struct hexfog_conflict {
    const char *key;     /* "precision", ... */
    char message[192];
};
#define HEXFOG_MAX_CONFLICTS 5
/* Holds an output's keys against its format and each other; how many do not fit. What is
 * the same as the key's default fits everywhere. */
size_t hexfog_output_conflicts(const struct hexfog_output *output,
                               struct hexfog_conflict conflicts[HEXFOG_MAX_CONFLICTS]);

#endif
