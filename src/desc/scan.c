// SPDX-License-Identifier: MIT
// Turns a text into the places of its values and keys, or into its first syntax error.
#include "desc/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/decimal.h"
#include "base/text.h"

// An open object or array: what the key path in messages is made of.
struct frame {
    bool is_list;          // an array
    bool counts_tiles;     // an array whose entries are listed tiles (D29)
    const char *key;       // object: the latest key, as written, without quotes
    size_t key_length;
    size_t index;          // array: of the entry being read
};

struct scanner {
    const char *text;
    size_t length, at;
    uint32_t line, column; // of text[at]
    char *copy;            // NULL in the first pass, which only checks and counts
    struct hexfog_scan *scan;
    const struct hexfog_scan_options *options;
    const struct hexfog_reporter *reporter;
    struct frame frames[HEXFOG_MAX_NESTING];
    int depth;
    size_t listed_tiles;
};

struct mark { size_t at; uint32_t line, column; };

static bool scan_value(struct scanner *s);

static bool at_end(const struct scanner *s)
{
    return s->at >= s->length;
}

// The byte at the position, 0 at the end (a NUL in the text is refused wherever it stands).
static char peek(const struct scanner *s)
{
    return at_end(s) ? '\0' : s->text[s->at];
}

static struct mark here(const struct scanner *s)
{
    return (struct mark){ s->at, s->line, s->column };
}

// Steps over one character of so many bytes. A line ends with LF, CR LF or a lone CR, as
// editors count them.
static void step(struct scanner *s, size_t bytes)
{
    char c = s->text[s->at];
    s->at += bytes;
    if (c == '\n' || (c == '\r' && peek(s) != '\n')) {
        s->line++;
        s->column = 1;
    } else {
        s->column++;
    }
}

// Steps over so many characters of one byte.
static void advance(struct scanner *s, size_t count)
{
    while (count-- > 0)
        step(s, 1);
}

static void write_path(const struct scanner *s, char *path, size_t size)
{
    size_t used = (size_t)snprintf(path, size, "%s", s->options->path);
    for (int i = 0; i < s->depth && used < size; i++) {
        const struct frame *f = &s->frames[i];
        int count = 0;
        if (f->is_list)
            count = snprintf(path + used, size - used, "[%zu]", f->index);
        else if (f->key)
            count = snprintf(path + used, size - used, "%s%.*s", used ? "." : "",
                             (int)(f->key_length < 64 ? f->key_length : 64), f->key);
        used += count > 0 ? (size_t)count : 0;
    }
}

// Reports and returns false, so that a failing step ends with `return fail(...)`.
static bool fail(struct scanner *s, const char *rule, struct mark mark, const char *format, ...)
    HEXFOG_PRINTF(4, 5);
static bool fail(struct scanner *s, const char *rule, struct mark mark, const char *format, ...)
{
    char message[512], path[192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    write_path(s, path, sizeof path);
    struct hexfog_place place = { s->options->file, mark.line, mark.column };
    hexfog_report(s->reporter, rule, place, path, "%s", message);
    return false;
}

// Whatever stands at the position is not what must stand there.
static bool fail_expected(struct scanner *s, const char *expected)
{
    struct mark mark = here(s);
    if (at_end(s))
        return fail(s, "D1", mark, "the text ends here (expected %s)", expected);
    size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
    unsigned char c = (unsigned char)peek(s);
    if (count == 0)
        return fail(s, "D3", mark, "byte 0x%02x is not UTF-8", c);
    if (c < 0x20 || c == 0x7f)
        return fail(s, "D1", mark, "control character 0x%02x (expected %s)", c, expected);
    if (c == '/')
        return fail(s, "D1", mark, "/ (expected %s; comments are accepted in *.jsonc files or "
                    "with --jsonc)", expected);
    if (c == '\'')
        return fail(s, "D1", mark, "' (expected %s; strings stand in double quotes)", expected);
    return fail(s, "D1", mark, "%.*s (expected %s)", (int)count, s->text + s->at, expected);
}

static void blank(struct scanner *s, size_t from, size_t to)
{
    if (s->copy)
        memset(s->copy + from, ' ', to - from);
}

// Inside a comment: steps over one character, which must be UTF-8.
static bool step_in_comment(struct scanner *s)
{
    size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
    if (count == 0)
        return fail_expected(s, "a comment in UTF-8");
    step(s, count);
    return true;
}

static bool skip_line_comment(struct scanner *s)
{
    while (!at_end(s) && peek(s) != '\n' && peek(s) != '\r')
        if (!step_in_comment(s))
            return false;
    return true;
}

static bool skip_block_comment(struct scanner *s)
{
    struct mark start = here(s);
    advance(s, 2);
    while (!(peek(s) == '*' && s->at + 1 < s->length && s->text[s->at + 1] == '/')) {
        if (at_end(s))
            return fail(s, "D1", start, "this comment is not closed (expected */)");
        if (!step_in_comment(s))
            return false;
    }
    advance(s, 2);
    return true;
}

static bool skip_comment(struct scanner *s)
{
    size_t start = s->at;
    bool is_block = s->text[s->at + 1] == '*';
    if (!(is_block ? skip_block_comment(s) : skip_line_comment(s)))
        return false;
    blank(s, start, s->at);
    return true;
}

static bool skip_space(struct scanner *s)
{
    for (;;) {
        char c = peek(s);
        if (!at_end(s) && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            advance(s, 1);
        } else if (s->options->jsonc && c == '/' && s->at + 1 < s->length &&
                   (s->text[s->at + 1] == '/' || s->text[s->at + 1] == '*')) {
            if (!skip_comment(s))
                return false;
        } else {
            return true;
        }
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The four digits of a \u escape at `at`, -1 when they are not there.
static long escape_unit(const struct scanner *s, size_t at)
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
static bool scan_unicode_escape(struct scanner *s)
{
    struct mark start = here(s);
    long unit = escape_unit(s, s->at + 2);
    if (unit < 0)
        return fail(s, "D1", start, "\\u needs four hexadecimal digits");
    if (unit == 0)
        return fail(s, "D1", start, "\\u0000 (not allowed: no name or path can hold it)");
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return fail(s, "D1", start, "\\u%04lx is the second half of a surrogate pair, without "
                    "the first", unit);
    advance(s, 6);
    if (unit < 0xd800 || unit > 0xdbff)
        return true;
    long low = s->at + 1 < s->length && peek(s) == '\\' && s->text[s->at + 1] == 'u'
                   ? escape_unit(s, s->at + 2) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return fail(s, "D1", start, "\\u%04lx is the first half of a surrogate pair, without the "
                    "second", unit);
    advance(s, 6);
    return true;
}

static bool scan_escape(struct scanner *s)
{
    char c = s->at + 1 < s->length ? s->text[s->at + 1] : '\0';
    if (c == 'u')
        return scan_unicode_escape(s);
    if (c != '\0' && strchr("\"\\/bfnrt", c)) {
        advance(s, 2);
        return true;
    }
    if (s->at + 1 >= s->length) {
        advance(s, 1);
        return fail_expected(s, "the rest of a string");
    }
    return fail(s, "D1", here(s), "an unknown escape (allowed: \\\" \\\\ \\/ \\b \\f \\n \\r \\t "
                "\\uXXXX)");
}

// At the opening quote; ends behind the closing one.
static bool scan_string(struct scanner *s)
{
    advance(s, 1);
    while (peek(s) != '"') {
        unsigned char c = (unsigned char)peek(s);
        if (at_end(s))
            return fail_expected(s, "the rest of a string");
        size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
        if (count == 0)
            return fail_expected(s, "a string in UTF-8");
        if (c < 0x20)
            return fail(s, "D1", here(s), "control character 0x%02x in a string (write \\u%04x)",
                        c, c);
        if (c == '\\') {
            if (!scan_escape(s))
                return false;
        } else {
            step(s, count);
        }
    }
    advance(s, 1);
    return true;
}

// What belongs to a number or word: for the message about a malformed one.
static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '+' || c == '-' || c == '_';
}

static size_t word_length(const struct scanner *s, size_t at)
{
    size_t end = at;
    while (end < s->length && is_word_byte(s->text[end]))
        end++;
    return end - at;
}

static size_t digits_at(const struct scanner *s, size_t at)
{
    size_t end = at;
    while (end < s->length && s->text[end] >= '0' && s->text[end] <= '9')
        end++;
    return end - at;
}

static bool byte_is(const struct scanner *s, size_t at, const char *set)
{
    return at < s->length && s->text[at] != '\0' && strchr(set, s->text[at]);
}

// NULL when the word at the position is a number by RFC 8259, else what is wrong with it.
static const char *number_fault(const struct scanner *s, size_t length)
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

static bool scan_number(struct scanner *s, size_t length)
{
    const char *fault = number_fault(s, length);
    if (fault)
        return fail(s, "D1", here(s), "%.*s is not a number: %s", (int)(length < 40 ? length : 40),
                    s->text + s->at, fault);
    if (s->copy) {
        const char *end;
        s->scan->numbers[s->scan->number_count] = hexfog_parse_decimal(s->copy + s->at, &end);
        blank(s, s->at, s->at + length);
        s->copy[s->at] = '0';
    }
    s->scan->number_count++;
    advance(s, length);
    return true;
}

static bool scan_word(struct scanner *s)
{
    const char *word = s->text + s->at;
    size_t length = word_length(s, s->at);
    if (length == 0)
        return fail_expected(s, "a value");
    if (*word == '-' || (*word >= '0' && *word <= '9'))
        return scan_number(s, length);
    if ((length == 4 && (memcmp(word, "true", 4) == 0 || memcmp(word, "null", 4) == 0)) ||
        (length == 5 && memcmp(word, "false", 5) == 0)) {
        advance(s, length);
        return true;
    }
    return fail(s, "D1", here(s), "%.*s is not a value (allowed: a number such as 1.5, a string "
                "in double quotes, true, false, null, [...], {...})",
                (int)(length < 40 ? length : 40), word);
}

static bool holds_tiles(const struct frame *parent)
{
    static const char *const names[] = { "tiles", "sources", "blocked", "levels" };
    if (!parent || parent->is_list || !parent->key)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == parent->key_length &&
            memcmp(names[i], parent->key, parent->key_length) == 0)
            return true;
    return false;
}

static bool open_frame(struct scanner *s, bool is_list)
{
    if (s->depth == HEXFOG_MAX_NESTING)
        return fail(s, "D28", here(s), "nested too deeply (allowed: %d levels)",
                    HEXFOG_MAX_NESTING);
    struct frame *parent = s->depth > 0 ? &s->frames[s->depth - 1] : NULL;
    s->frames[s->depth] = (struct frame){ .is_list = is_list,
                                          .counts_tiles = is_list && holds_tiles(parent) };
    s->depth++;
    advance(s, 1);
    return skip_space(s);
}

// Behind an entry: steps over the comma to the next one (*more), or over the bracket.
static bool next_entry(struct scanner *s, char bracket, bool *more)
{
    if (!skip_space(s))
        return false;
    *more = peek(s) == ',';
    if (*more) {
        struct mark comma = here(s);
        advance(s, 1);
        if (!skip_space(s))
            return false;
        if (peek(s) != bracket || at_end(s)) {
            s->frames[s->depth - 1].index++;
            return true;
        }
        if (!s->options->jsonc)
            return fail(s, "D1", comma, "a comma before %c (accepted in *.jsonc files or with "
                        "--jsonc)", bracket);
        blank(s, comma.at, comma.at + 1);
        *more = false;
    }
    if (peek(s) != bracket || at_end(s))
        return fail_expected(s, bracket == '}' ? "a comma or }" : "a comma or ]");
    advance(s, 1);
    s->depth--;
    return true;
}

static bool scan_member(struct scanner *s)
{
    struct frame *frame = &s->frames[s->depth - 1];
    frame->key = NULL; // the last one has nothing to do with what is wrong here
    if (peek(s) != '"')
        return fail_expected(s, "a key in double quotes");
    if (s->copy)
        s->scan->keys[s->scan->key_count] = (struct hexfog_spot){ s->line, s->column };
    s->scan->key_count++;
    size_t start = s->at + 1;
    if (!scan_string(s))
        return false;
    frame->key = s->text + start;
    frame->key_length = s->at - 1 - start;
    if (!skip_space(s))
        return false;
    if (peek(s) != ':')
        return fail_expected(s, "a colon");
    advance(s, 1);
    return skip_space(s) && scan_value(s);
}

static bool scan_entry(struct scanner *s)
{
    if (s->frames[s->depth - 1].counts_tiles && ++s->listed_tiles > HEXFOG_MAX_LISTED_TILES)
        return fail(s, "D29", here(s), "too many listed tiles (allowed: %zu over all lists)",
                    HEXFOG_MAX_LISTED_TILES);
    return scan_value(s);
}

static bool scan_container(struct scanner *s)
{
    bool is_list = peek(s) == '[';
    char bracket = is_list ? ']' : '}';
    if (!open_frame(s, is_list))
        return false;
    if (peek(s) == bracket) {
        advance(s, 1);
        s->depth--;
        return true;
    }
    for (bool more = true; more;)
        if (!(is_list ? scan_entry(s) : scan_member(s)) || !next_entry(s, bracket, &more))
            return false;
    return true;
}

static bool scan_value(struct scanner *s)
{
    if (at_end(s))
        return fail_expected(s, "a value");
    if (s->copy)
        s->scan->values[s->scan->value_count] = (struct hexfog_spot){ s->line, s->column };
    s->scan->value_count++;
    char c = peek(s);
    if (c == '{' || c == '[')
        return scan_container(s);
    return c == '"' ? scan_string(s) : scan_word(s);
}

static bool scan_all(struct scanner *s)
{
    if (s->length >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0) {
        s->at = 3;
        blank(s, 0, 3);
    }
    if (!skip_space(s) || !scan_value(s) || !skip_space(s))
        return false;
    if (at_end(s))
        return true;
    if (hexfog_utf8_length(s->text + s->at, s->length - s->at) == 0)
        return fail_expected(s, "the end");
    return fail(s, "D2", here(s), "text after the end of the value");
}

static bool make_room(struct hexfog_scan *scan, const char *text, size_t length)
{
    scan->text = hexfog_copy_bytes(text, length);
    scan->length = length;
    scan->values = hexfog_alloc(scan->value_count, sizeof *scan->values);
    scan->keys = hexfog_alloc(scan->key_count, sizeof *scan->keys);
    scan->numbers = hexfog_alloc(scan->number_count, sizeof *scan->numbers);
    scan->value_count = scan->key_count = scan->number_count = 0;
    return scan->text && scan->values && scan->keys && scan->numbers;
}

hexfog_status hexfog_scan_text(const char *text, size_t length,
                               const struct hexfog_scan_options *options,
                               const struct hexfog_reporter *reporter, struct hexfog_scan *scan)
{
    *scan = (struct hexfog_scan){ 0 };
    struct scanner first = { .text = text, .length = length, .line = 1,
                             .column = options->first_column, .scan = scan, .options = options,
                             .reporter = reporter };
    struct scanner second = first;
    if (length > HEXFOG_MAX_TEXT_BYTES) {
        fail(&first, "D27", (struct mark){ 0, 0, 0 }, "the text has %zu bytes (allowed: %zu)",
             length, HEXFOG_MAX_TEXT_BYTES);
        return HEXFOG_INPUT;
    }
    if (!scan_all(&first))
        return HEXFOG_INPUT;
    if (!make_room(scan, text, length)) {
        hexfog_scan_free(scan);
        return HEXFOG_MEMORY;
    }
    second.copy = scan->text;
    scan_all(&second);
    return HEXFOG_OK;
}

void hexfog_scan_free(struct hexfog_scan *scan)
{
    hexfog_free(scan->text);
    hexfog_free(scan->values);
    hexfog_free(scan->keys);
    hexfog_free(scan->numbers);
    *scan = (struct hexfog_scan){ 0 };
}
