/* SPDX-License-Identifier: MIT */
/* A texture file's form in the words of results. */
#ifndef HEXFOG_CLI_TEXTURE_WORDS_H
#define HEXFOG_CLI_TEXTURE_WORDS_H

#include "base/json_write.h"
#include "check/read.h"

/* "hdr", "exr"; "rgbe", "half"; "rle", "zip", "none". */
const char *hexfog_container_word(const struct hexfog_texture_info *info);
const char *hexfog_precision_words(const struct hexfog_texture_info *info);
const char *hexfog_compression_words(const struct hexfog_texture_info *info);

/* Members of an open object: container, width, height, channels, precision, compression,
 * tiled, mip_levels, metadata, notes, file_bytes. */
void hexfog_texture_as_json(const struct hexfog_texture_info *info,
                            struct hexfog_json_writer *json);

/* A number; "nan", "inf" or "-inf", which JSON has no numbers for, as strings. */
void hexfog_json_any_number(struct hexfog_json_writer *json, const char *key, double value);

#endif
