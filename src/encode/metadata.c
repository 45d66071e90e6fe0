// SPDX-License-Identifier: MIT
// Turns an encoding into the metadata text that every container carries.
#include <stdio.h>
#include "base/decimal.h"
#include "hexfog.h"

// It cannot outgrow its room: a level_scale of 1 to 16384 has at most 17 digits and a
// point, an "auto" one at most 8, a level at most 8; 75 bytes with the longest metric.
void hexfog_metadata(const struct hexfog_encoding *encoding, char text[HEXFOG_METADATA_BYTES])
{
    char scale[HEXFOG_DECIMAL_BYTES];
    hexfog_decimal(scale, encoding->level_scale);
    snprintf(text, HEXFOG_METADATA_BYTES, "version=1 level_scale=%.40s max_level=%d metric=%s",
             scale, (int)encoding->max_level,
             encoding->metric == HEXFOG_SEAMLESS ? "seamless" : "sweep");
}
