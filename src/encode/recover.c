// SPDX-License-Identifier: MIT
// Turns an encoding into the levels that a reader gets back from it.
#include "encode/recover.h"

#include <math.h>

enum { LEVEL_LIMIT = (1 << 24) - 1 }; // greatest level of any map: D31's, and a fog tile's

static double read_as(const struct hexfog_encoding *encoding, double level, double g)
{
    double r = hexfog_form_of(encoding)->read_r(level / encoding->level_scale, g);
    return floor(r * encoding->level_scale + 0.5);
}

static bool holds(const struct hexfog_encoding *encoding, int32_t level)
{
    double exact = level;
    if (read_as(encoding, exact, 0.0) != exact)
        return false;
    return !hexfog_form_of(encoding)->shares_exponent || read_as(encoding, exact, 1.0) == exact;
}

bool hexfog_levels_hold(const struct hexfog_encoding *encoding, int32_t *failing)
{
    int32_t first = hexfog_form_of(encoding)->proven_levels(encoding->level_scale);
    for (int32_t level = first; level <= encoding->max_level; level++) {
        if (!holds(encoding, level)) {
            *failing = level;
            return false;
        }
    }
    return true;
}

bool hexfog_levels_hold_under(const struct hexfog_encoding *encoding,
                              enum hexfog_rgbe_decoder decoder, int32_t *failing)
{
    double scale = encoding->level_scale;
    for (int32_t level = 0; level <= encoding->max_level; level++) {
        double exact = level;
        double dark = hexfog_rgbe_read_r(exact / scale, 0.0, decoder);
        double bright = hexfog_rgbe_read_r(exact / scale, 1.0, decoder);
        if (floor(dark * scale + 0.5) != exact || floor(bright * scale + 0.5) != exact) {
            *failing = level;
            return false;
        }
    }
    return true;
}

int32_t hexfog_level_read_back(const struct hexfog_encoding *encoding, int32_t level)
{
    double dark = read_as(encoding, level, 0.0);
    return (int32_t)(dark != level ? dark : read_as(encoding, level, 1.0));
}

double hexfog_auto_level_scale(int32_t max_level)
{
    double scale = 64.0;
    while (scale <= max_level)
        scale *= 2.0;
    return scale;
}

// Under "auto" a scale serves the levels from half of it on, all of them together with
// those below; so each scale either holds to its end, or the answer lies in it or below.
static int32_t greatest_under_auto(struct hexfog_encoding encoding)
{
    for (int32_t last = 63; last <= LEVEL_LIMIT; last = 2 * last + 1) {
        int32_t failing, first = last == 63 ? 0 : (last + 1) / 2;
        encoding.max_level = last;
        encoding.level_scale = last + 1.0;
        if (!hexfog_levels_hold(&encoding, &failing))
            return (failing > first ? failing : first) - 1;
    }
    return LEVEL_LIMIT;
}

int32_t hexfog_greatest_level(const struct hexfog_encoding *encoding, bool is_auto)
{
    if (is_auto)
        return greatest_under_auto(*encoding);
    struct hexfog_encoding all = *encoding;
    int32_t failing;
    all.max_level = LEVEL_LIMIT;
    return hexfog_levels_hold(&all, &failing) ? LEVEL_LIMIT : failing - 1;
}
