/* SPDX-License-Identifier: MIT */
/* Numbers as text, in any locale the same. */
#ifndef HEXFOG_BASE_DECIMAL_H
#define HEXFOG_BASE_DECIMAL_H

#include <stddef.h>

/* Room for any double in plain decimal: sign, 309 digits or "0." and 323 zeros and 17. */
#define HEXFOG_DECIMAL_BYTES 352

/* Plain decimal, no exponent, the fewest digits that read back equal: 64, 0.5, 10.25.
 * -0 gives "0"; value must be finite. Returns `buffer`. */
char *hexfog_decimal(char buffer[HEXFOG_DECIMAL_BYTES], double value);

/* JSON's number grammar with a point in every locale; *end = first byte not read. */
double hexfog_parse_decimal(const char *text, const char **end);

#endif
