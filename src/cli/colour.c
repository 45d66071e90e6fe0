// SPDX-License-Identifier: MIT
// Turns an option's value into a colour.
#include "cli/colour.h"
#include <string.h>
#include "base/decimal.h"
#include "cli/message.h"

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, c | (c >= 'A' && c <= 'F' ? 0x20 : 0)) : NULL;
    return found ? (int)(found - digits) : -1;
}

static bool read_hex_colour(const char *text, float colour[3])
{
    if (strlen(text) != 7)
        return false;
    for (int i = 0; i < 3; i++) {
        int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        colour[i] = (float)(16 * high + low) / 255.0F;
    }
    return true;
}

// hexfog_parse_decimal reads JSON's numbers: no spaces, no sign but a minus.
static bool read_number_colour(const char *text, float colour[3])
{
    for (int i = 0; i < 3; i++) {
        const char *end = text;
        double value = *text >= '0' && *text <= '9' ? hexfog_parse_decimal(text, &end) : -1;
        if (end == text || *end != (i < 2 ? ',' : '\0') || value > 1)
            return false;
        colour[i] = (float)value;
        text = end + 1;
    }
    return true;
}

bool hexfog_read_colour(const char *text, float colour[3])
{
    return *text == '#' ? read_hex_colour(text, colour) : read_number_colour(text, colour);
}

hexfog_status hexfog_read_colour_option(const struct hexfog_settings *settings, const char *name,
                                        const char *text, float colour[3])
{
    if (!text || hexfog_read_colour(text, colour))
        return HEXFOG_OK;
    return hexfog_usage_error(settings, "--%s: '%s' is neither #rrggbb nor R,G,B with numbers"
                              " from 0 to 1", name, text);
}
