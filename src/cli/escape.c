// SPDX-License-Identifier: MIT
// Turns bytes of anywhere into text that a terminal or XML can hold.
#include <stdint.h>
#include <string.h>
#include "cli/message.h"

// XML 1.0 has no way to write these.
static bool is_outside_xml(uint32_t code)
{
    return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xFFFE
        || code == 0xFFFF;
}

static void add_escaped(struct hexfog_text *text, const char *string, bool is_bad(uint32_t code))
{
    for (size_t left = strlen(string); left > 0;) {
        size_t length = hexfog_utf8_length(string, left);
        uint32_t code = length ? hexfog_utf8_code(string, length) : (unsigned char)*string;
        bool is_good = length > 0 && !is_bad(code);
        if (length == 0)
            length = 1;
        if (is_good)
            hexfog_text_add_bytes(text, string, length);
        else if (length == 1)
            hexfog_text_print(text, "\\x%02X", (unsigned)code);
        else
            hexfog_text_print(text, "\\u{%X}", (unsigned)code);
        string += length;
        left -= length;
    }
}

void hexfog_text_add_visible(struct hexfog_text *text, const char *string)
{
    add_escaped(text, string, hexfog_is_hidden);
}

size_t hexfog_visible_length(const char *string, bool *is_hidden)
{
    size_t length = hexfog_utf8_length(string, strlen(string));
    *is_hidden = length == 0 || hexfog_is_hidden(hexfog_utf8_code(string, length));
    return length ? length : 1;
}

void hexfog_text_add_xml(struct hexfog_text *text, const char *string)
{
    struct hexfog_text plain = { 0 };
    add_escaped(&plain, string, is_outside_xml);
    for (size_t at = 0; at < plain.length; at++) {
        switch (plain.bytes[at]) {
        case '&': hexfog_text_add(text, "&amp;"); break;
        case '<': hexfog_text_add(text, "&lt;"); break;
        case '>': hexfog_text_add(text, "&gt;"); break;
        case '"': hexfog_text_add(text, "&quot;"); break;
        case '\t': hexfog_text_add(text, "&#9;"); break;
        case '\n': hexfog_text_add(text, "&#10;"); break;
        case '\r': hexfog_text_add(text, "&#13;"); break;
        default: hexfog_text_add_bytes(text, plain.bytes + at, 1); break;
        }
    }
    text->failed |= plain.failed;
    hexfog_text_free(&plain);
}
