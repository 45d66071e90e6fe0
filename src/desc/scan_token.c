// SPDX-License-Identifier: MIT
// Turns the scanner's position into one behind a string, number or word, or into a fault.
#include "desc/scanner.h"

#include <math.h>
#include <stdio.h>

#include "base/decimal.h"
#include "base/text.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The four digits of a \u escape at `at`, -1 when they are not there.
static long escape_unit(const struct hexfog_scanner *s, size_t at)
{
    long unit = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = at + i < s->length ? hex_digit(s->text[at + i]) : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

// At the `\` of \uXXXX.
static bool scan_unicode_escape(struct hexfog_scanner *s)
{
    struct hexfog_mark start = here(s);
    long unit = escape_unit(s, s->at + 2);
    if (unit < 0)
        return hexfog_scanner_fail(s, "D1", start, "\\u needs four hexadecimal digits");
    if (unit == 0)
        return hexfog_scanner_fail(s, "D1", start,
                                   "\\u0000 (not allowed: no name or path can hold it)");
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return hexfog_scanner_fail(s, "D1", start, "\\u%04lx is the second half of a surrogate "
                                   "pair, without the first", unit);
    hexfog_scanner_advance(s, 6);
    if (unit < 0xd800 || unit > 0xdbff)
        return true;
    long low = s->at + 1 < s->length && peek(s) == '\\' && s->text[s->at + 1] == 'u'
                   ? escape_unit(s, s->at + 2) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return hexfog_scanner_fail(s, "D1", start, "\\u%04lx is the first half of a surrogate "
                                   "pair, without the second", unit);
    hexfog_scanner_advance(s, 6);
    return true;
}

static bool scan_escape(struct hexfog_scanner *s)
{
    char c = s->at + 1 < s->length ? s->text[s->at + 1] : '\0';
    if (c == 'u')
        return scan_unicode_escape(s);
    if (c != '\0' && strchr("\"\\/bfnrt", c)) {
        hexfog_scanner_advance(s, 2);
        return true;
    }
    if (s->at + 1 >= s->length) {
        hexfog_scanner_advance(s, 1);
        return hexfog_scanner_fail_expected(s, "the rest of a string");
    }
    return hexfog_scanner_fail(s, "D1", here(s), "an unknown escape (allowed: \\\" \\\\ \\/ \\b "
                               "\\f \\n \\r \\t \\uXXXX)");
}

bool hexfog_scanner_read_string(struct hexfog_scanner *s)
{
    hexfog_scanner_advance(s, 1);
    while (peek(s) != '"') {
        unsigned char c = (unsigned char)peek(s);
        if (at_end(s))
            return hexfog_scanner_fail_expected(s, "the rest of a string");
        size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
        if (count == 0)
            return hexfog_scanner_fail_expected(s, "a string in UTF-8");
        if (c < 0x20)
            return hexfog_scanner_fail(s, "D1", here(s),
                                       "control character 0x%02x in a string (write \\u%04x)", c,
                                       c);
        if (c == '\\') {
            if (!scan_escape(s))
                return false;
        } else {
            hexfog_scanner_step(s, count);
        }
    }
    hexfog_scanner_advance(s, 1);
    return true;
}

// A character as UTF-8; returns its bytes.
static size_t encode(char *out, unsigned long code)
{
    static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = count - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(first[count] | code);
    return count;
}

// The character of the escape at `at`, which was scanned; *at goes behind it.
static unsigned long read_escape(const struct hexfog_scanner *s, size_t *at)
{
    static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
    char c = s->text[*at + 1];
    const char *name = strchr(names, c);
    *at += 2;
    if (c != 'u')
        return name ? (unsigned char)values[name - names] : (unsigned char)c;
    unsigned long unit = (unsigned long)escape_unit(s, *at), low;
    *at += 4;
    if (unit < 0xd800 || unit > 0xdbff)
        return unit;
    low = (unsigned long)escape_unit(s, *at + 2);
    *at += 6;
    return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

char *hexfog_scanner_decode(const struct hexfog_scanner *s, const struct hexfog_frame *frame,
                            char out[HEXFOG_KEY_BYTES])
{
    size_t at = (size_t)(frame->key - s->text), end = at + frame->key_length, used = 0;
    while (at < end && used + 8 <= HEXFOG_KEY_BYTES) {
        size_t count = hexfog_utf8_length(s->text + at, end - at);
        if (s->text[at] == '\\') {
            used += encode(out + used, read_escape(s, &at));
            continue;
        }
        memcpy(out + used, s->text + at, count);
        used += count;
        at += count;
    }
    memcpy(out + used, at < end ? "..." : "", at < end ? 4 : 1);
    return out;
}

// What belongs to a number or word: for the message about a malformed one.
static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '+' || c == '-' || c == '_';
}

size_t hexfog_scanner_word_length(const struct hexfog_scanner *s, size_t at)
{
    size_t end = at;
    while (end < s->length && is_word_byte(s->text[end]))
        end++;
    return end - at;
}

static size_t digits_at(const struct hexfog_scanner *s, size_t at)
{
    size_t end = at;
    while (end < s->length && s->text[end] >= '0' && s->text[end] <= '9')
        end++;
    return end - at;
}

static bool byte_is(const struct hexfog_scanner *s, size_t at, const char *set)
{
    return at < s->length && s->text[at] != '\0' && strchr(set, s->text[at]);
}

// NULL when the word at the position is a number by RFC 8259, else what is wrong with it.
static const char *number_fault(const struct hexfog_scanner *s, size_t length)
{
    size_t at = s->at + (peek(s) == '-'), start = at, count = digits_at(s, at);
    if (count == 0)
        return "a digit must come first";
    if (count > 1 && s->text[start] == '0')
        return "it has a leading zero";
    at += count;
    if (byte_is(s, at, ".")) {
        count = digits_at(s, ++at);
        if (count == 0)
            return "it has no digit after the point";
        at += count;
    }
    if (byte_is(s, at, "eE")) {
        at += 1 + byte_is(s, at + 1, "+-");
        count = digits_at(s, at);
        if (count == 0)
            return "it has no digit in its exponent";
        at += count;
    }
    return at == s->at + length ? NULL : "it goes on after its last digit";
}

// True when the text, a number by RFC 8259 and not 0, is an integer: its last digit that is
// not 0 stands before the point, once the exponent has moved that.
static bool is_integer(const char *text, size_t length)
{
    int64_t behind = 0, zeros = 0, exponent = 0; // digits behind the point; zeros at the end
    bool is_behind = false;
    size_t at = 0;
    for (; at < length && text[at] != 'e' && text[at] != 'E'; at++) {
        if (text[at] == '.')
            is_behind = true;
        if (text[at] < '0' || text[at] > '9')
            continue;
        behind += is_behind;
        zeros = text[at] == '0' ? zeros + 1 : 0;
    }
    bool is_negative = at + 1 < length && text[at + 1] == '-';
    for (at++; at < length; at++)
        if (text[at] >= '0' && text[at] <= '9' && exponent < INT64_MAX / 20)
            exponent = exponent * 10 + (text[at] - '0');
    return zeros - behind + (is_negative ? -exponent : exponent) >= 0;
}

static bool is_zero(const char *text, size_t length)
{
    for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
        if (text[i] >= '1' && text[i] <= '9')
            return false;
    return true;
}

// What a double takes from a number as written: all of it, though it is not 0, or the
// fraction that an integer must not have.
static bool loses(double number, const char *text, size_t length)
{
    if (number == 0.0)
        return !is_zero(text, length);
    return number == floor(number) && isfinite(number) && !is_integer(text, length);
}

static void take_number(struct hexfog_scanner *s, size_t length)
{
    struct hexfog_scan *scan = s->scan;
    const char *end;
    double number = hexfog_parse_decimal(s->copy + s->at, &end);
    if (loses(number, s->copy + s->at, length)) {
        scan->values[scan->value_count - 1].mark |= HEXFOG_SPOT_WRITTEN;
        number = (double)s->at;
    }
    scan->numbers[scan->number_count] = number;
    blank(s, s->at, s->at + length);
    s->copy[s->at] = '0';
}

static bool scan_number(struct hexfog_scanner *s, size_t length)
{
    const char *fault = number_fault(s, length);
    if (fault)
        return hexfog_scanner_fail(s, "D1", here(s), "%.*s is not a number: %s",
                                   (int)(length < 40 ? length : 40), s->text + s->at, fault);
    if (s->copy)
        take_number(s, length);
    s->scan->number_count++;
    hexfog_scanner_advance(s, length);
    return true;
}

// The text of an argument that is a string but for its quotes, which the shell took away.
static bool lacks_quotes(const struct hexfog_scanner *s)
{
    const char *text = s->text + s->at;
    size_t length = s->length - s->at;
    if (!s->options->is_argument || s->depth > 0 || length == 0 || strchr("-[{'", *text) ||
        (*text >= '0' && *text <= '9'))
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] <= ' ' || strchr("\"'\\\x7f", text[i]))
            return false;
    return hexfog_utf8_length(text, length) > 0;
}

static bool fail_without_quotes(struct hexfog_scanner *s)
{
    size_t length = s->length - s->at;
    char word[48];
    snprintf(word, sizeof word, "%.*s", (int)(length < 40 ? length : 40), s->text + s->at);
    return hexfog_scanner_fail(s, "D1", here(s), "%s is not a value: the shell takes a string's "
                               "double quotes away (write --set %s='\"%s\"'; allowed: a number "
                               "such as 1.5, a string in double quotes, true, false, null, [...], "
                               "{...})", word, s->options->path, word);
}

bool hexfog_scanner_read_word(struct hexfog_scanner *s)
{
    const char *word = s->text + s->at;
    size_t length = hexfog_scanner_word_length(s, s->at);
    bool is_known = (length == 4 && (memcmp(word, "true", 4) == 0 ||
                                     memcmp(word, "null", 4) == 0)) ||
                    (length == 5 && memcmp(word, "false", 5) == 0);
    if (!is_known && lacks_quotes(s))
        return fail_without_quotes(s);
    if (length == 0)
        return hexfog_scanner_fail_expected(s, "a value");
    if (*word == '-' || (*word >= '0' && *word <= '9'))
        return scan_number(s, length);
    if (is_known) {
        hexfog_scanner_advance(s, length);
        return true;
    }
    return hexfog_scanner_fail(s, "D1", here(s), "%.*s is not a value (allowed: a number such as "
                               "1.5, a string in double quotes, true, false, null, [...], {...})",
                               (int)(length < 40 ? length : 40), word);
}
