// SPDX-License-Identifier: MIT
// Turns an option's value into a number, or into words on what is allowed.
#include "cli/number.h"

#include <math.h>

#include "base/decimal.h"
#include "cli/message.h"

// JSON's numbers: a digit first, so that no sign, space or name of infinity passes.
static bool read(const char *text, double *number)
{
    const char *end = text;

    if (*text < '0' || *text > '9')
        return false;
    *number = hexfog_parse_decimal(text, &end);
    return end > text && *end == '\0' && isfinite(*number);
}

hexfog_status hexfog_read_number(const struct hexfog_settings *settings, const char *name,
                                 const char *text, const struct hexfog_number_range *range,
                                 double *value)
{
    double number;

    if (!text)
        return HEXFOG_OK;
    if (!read(text, &number) || number < range->least || number > range->most ||
        (range->is_integer && number != floor(number)))
        return hexfog_usage_error(settings, "--%s: '%s' is not %s of %s from %g to %g", name, text,
                                  range->is_integer ? "a whole number" : "a number", range->unit,
                                  range->least, range->most);
    *value = number;
    return HEXFOG_OK;
}

hexfog_status hexfog_read_level_scale(const struct hexfog_settings *settings, double *level_scale)
{
    const char *text = settings->level_scale;
    double number = 0;

    *level_scale = 0;
    if (text && (!read(text, &number) || !(number > 0 && number <= 1e9)))
        return hexfog_usage_error(settings, "--level-scale: '%s' is not a number greater than 0"
                                  " and at most 1e9", text);
    *level_scale = number;
    return HEXFOG_OK;
}
