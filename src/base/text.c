// SPDX-License-Identifier: MIT
// Turns many appends into one NUL-terminated byte string.
#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

void hexfog_text_free(struct hexfog_text *text)
{
    hexfog_free(text->bytes);
    *text = (struct hexfog_text){0};
}

// Makes room for `extra` bytes and the NUL.
static bool make_room(struct hexfog_text *text, size_t extra)
{
    if (text->failed)
        return false;
    if (extra < text->capacity - text->length)
        return true;
    if (extra > SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    size_t capacity = (text->length + extra) * 2 + 64;
    char *bytes = hexfog_realloc(text->bytes, capacity, 1);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void hexfog_text_add_bytes(struct hexfog_text *text, const void *bytes, size_t length)
{
    if (!make_room(text, length))
        return;
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void hexfog_text_add(struct hexfog_text *text, const char *string)
{
    hexfog_text_add_bytes(text, string, strlen(string));
}

void hexfog_text_print(struct hexfog_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);

    if (length < 0) {
        text->failed = true;
        return;
    }
    if (!make_room(text, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

// RFC 3629, section 4: the first byte gives the length and narrows the second byte.
size_t hexfog_utf8_length(const char *bytes, size_t available)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    if (available == 0)
        return 0;
    unsigned char first = byte[0];
    if (first < 0x80)
        return 1;
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || length > available)
        return 0;
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte[1] < low || byte[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if (byte[i] < 0x80 || byte[i] > 0xBF)
            return 0;
    return length;
}

uint32_t hexfog_utf8_code(const char *bytes, size_t length)
{
    static const unsigned char lead_mask[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    uint32_t code = (unsigned char)bytes[0] & lead_mask[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)bytes[i] & 0x3F);
    return code;
}

bool hexfog_is_hidden(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x200E || code == 0x200F
        || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

bool hexfog_is_utf8(const char *string)
{
    for (size_t left = strlen(string), count; left > 0; left -= count, string += count) {
        count = hexfog_utf8_length(string, left);
        if (count == 0)
            return false;
    }
    return true;
}

size_t hexfog_utf8_cut(const char *bytes, size_t length, size_t most)
{
    if (length <= most)
        return length;
    for (size_t back = 0; back < 4 && back <= most; back++) {
        size_t start = most - back;
        size_t character = hexfog_utf8_length(bytes + start, length - start);
        if (character > back)
            return start;
    }
    return most;
}
