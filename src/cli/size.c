// SPDX-License-Identifier: MIT
// Turns "1.5GiB" into bytes and back.
#include "cli/size.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/decimal.h"

// What a suffix multiplies by: K and KiB 1024, KB 1000, and so on; 0 = not a suffix.
static double factor_of(const char *suffix)
{
    static const char letters[] = "KMGT";
    if (*suffix == '\0' || strcasecmp(suffix, "B") == 0)
        return 1;
    for (size_t power = 0; letters[power]; power++) {
        if ((suffix[0] & ~0x20) != letters[power])
            continue;
        bool is_decimal = strcasecmp(suffix + 1, "B") == 0;
        if (!is_decimal && suffix[1] != '\0' && strcasecmp(suffix + 1, "iB") != 0)
            return 0;
        double factor = 1;
        for (size_t i = 0; i <= power; i++)
            factor *= is_decimal ? 1000 : 1024;
        return factor;
    }
    return 0;
}

size_t hexfog_parse_size(const char *text)
{
    if (*text < '0' || *text > '9')
        return 0;
    const char *end = text;
    double bytes = hexfog_parse_decimal(text, &end);
    bytes *= factor_of(end);
    // Below 2^53 the product is exact to a byte, and nobody has more memory.
    if (!(bytes >= 1 && bytes < 9007199254740992.0 && bytes < (double)SIZE_MAX))
        return 0;
    return (size_t)bytes;
}

char *hexfog_size_as_text(char text[HEXFOG_SIZE_BYTES], uint64_t bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (bytes < 1024) {
        snprintf(text, HEXFOG_SIZE_BYTES, "%" PRIu64 " bytes", bytes);
        return text;
    }
    size_t unit = 0;
    double size = (double)bytes / 1024;
    // 1023.95 would be printed as 1024.0.
    while (size >= 1023.95 && unit + 1 < sizeof units / sizeof *units) {
        size /= 1024;
        unit++;
    }
    snprintf(text, HEXFOG_SIZE_BYTES, "%.1f %s", size, units[unit]);
    return text;
}
