// SPDX-License-Identifier: MIT
// Turns keys and values of a description into what messages print.
#include "desc/quote.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/text.h"

// Room that an escape and the "..." of a cut need.
enum { RESERVE = 6 + 4 };

char *hexfog_quote(char *out, size_t size, const char *string)
{
    size_t used = 0, left = strlen(string);
    while (left > 0) {
        size_t count = hexfog_utf8_length(string, left);
        if (count == 0)
            count = 1;
        if (used + RESERVE > size) {
            memcpy(out + used, "...", 3);
            used += 3;
            break;
        }
        unsigned char c = (unsigned char)*string;
        // C1 controls (U+0080 to U+009F) steer terminals too.
        bool is_c1 = c == 0xc2 && count == 2 && (unsigned char)string[1] < 0xa0;
        if (c < 0x20 || c == 0x7f || is_c1) {
            unsigned code = is_c1 ? (unsigned char)string[1] : c;
            used += (size_t)snprintf(out + used, size - used, "\\u%04x", code);
        } else {
            memcpy(out + used, string, count);
            used += count;
        }
        string += count;
        left -= count;
    }
    out[used] = '\0';
    return out;
}

char *hexfog_key_path(char out[HEXFOG_KEY_PATH_BYTES], const char *path, const char *name)
{
    size_t length = strlen(name), kept = hexfog_utf8_cut(name, length, HEXFOG_QUOTE_BYTES - 4);
    snprintf(out, HEXFOG_KEY_PATH_BYTES, "%s%s%.*s%s", path, *path ? "." : "", (int)kept, name,
             kept < length ? "..." : "");
    return out;
}

// Made for each tile of a list, thrown away if nothing is wrong with it: not by printf.
char *hexfog_entry_path(char out[HEXFOG_KEY_PATH_BYTES], const char *path, size_t index)
{
    enum { MOST_DIGITS = 20 };
    char end[MOST_DIGITS + 3], *first = end + sizeof end - 1;
    *first = '\0';
    *--first = ']';
    do
        *--first = (char)('0' + index % 10);
    while (index /= 10);
    *--first = '[';
    size_t kept = strnlen(path, HEXFOG_KEY_PATH_BYTES - 1);
    size_t room = HEXFOG_KEY_PATH_BYTES - 1 - kept, added = strlen(first);
    memcpy(out, path, kept);
    memcpy(out + kept, first, added < room ? added : room);
    out[kept + (added < room ? added : room)] = '\0';
    return out;
}

char *hexfog_quote_number(char out[HEXFOG_QUOTE_BYTES], double number)
{
    char decimal[HEXFOG_DECIMAL_BYTES];
    double size = fabs(number);
    if (!isfinite(number)) {
        snprintf(out, HEXFOG_QUOTE_BYTES, "a number past the greatest double");
    } else if (size != 0.0 && (size >= 1e21 || size < 1e-9)) {
        snprintf(out, HEXFOG_QUOTE_BYTES, "a number near %s1e%.0f", number < 0.0 ? "-" : "",
                 floor(log10(size)));
    } else {
        snprintf(out, HEXFOG_QUOTE_BYTES, "%.64s", hexfog_decimal(decimal, number));
    }
    return out;
}

char *hexfog_quote_value(char out[HEXFOG_QUOTE_BYTES], const struct hexfog_node *node)
{
    char quoted[64];
    switch (node->kind) {
    case HEXFOG_NODE_NULL:
        snprintf(out, HEXFOG_QUOTE_BYTES, "null");
        break;
    case HEXFOG_NODE_BOOL:
        snprintf(out, HEXFOG_QUOTE_BYTES, node->value.truth ? "true" : "false");
        break;
    case HEXFOG_NODE_NUMBER:
        if (!node->is_written)
            return hexfog_quote_number(out, node->value.number);
        return hexfog_quote(out, HEXFOG_QUOTE_BYTES, node->value.string);
    case HEXFOG_NODE_STRING:
        snprintf(out, HEXFOG_QUOTE_BYTES, "\"%s\"",
                 hexfog_quote(quoted, sizeof quoted, node->value.string));
        break;
    case HEXFOG_NODE_LIST:
        snprintf(out, HEXFOG_QUOTE_BYTES, "a list of %zu", hexfog_entry_count(node));
        break;
    case HEXFOG_NODE_OBJECT:
        snprintf(out, HEXFOG_QUOTE_BYTES, "an object");
        break;
    }
    return out;
}
