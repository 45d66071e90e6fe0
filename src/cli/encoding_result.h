/* SPDX-License-Identifier: MIT */
/* An output's encoding as part of a result. */
#ifndef HEXFOG_CLI_ENCODING_RESULT_H
#define HEXFOG_CLI_ENCODING_RESULT_H

#include "base/json_write.h"
#include "hexfog.h"

/* "exr half zip rgb, at most 64.1 MiB". */
void hexfog_encoding_as_text(const struct hexfog_encoding *encoding, struct hexfog_text *text);
/* Members of an open object: format, precision, ... bytes_at_most. */
void hexfog_encoding_as_json(const struct hexfog_encoding *encoding,
                             struct hexfog_json_writer *json);

#endif
