// SPDX-License-Identifier: MIT
// Turns bytes into steps over characters with a line and a column, and faults into reports.
#include "desc/scanner.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "desc/quote.h"

void hexfog_scanner_step(struct hexfog_scanner *s, size_t bytes)
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

void hexfog_scanner_advance(struct hexfog_scanner *s, size_t count)
{
    while (count-- > 0)
        hexfog_scanner_step(s, 1);
}

static void write_path(const struct hexfog_scanner *s, char *path, size_t size)
{
    char key[HEXFOG_KEY_BYTES];
    size_t used = (size_t)snprintf(path, size, "%s", s->options->path);
    for (int i = 0; i < s->depth && used < size; i++) {
        const struct hexfog_frame *f = &s->frames[i];
        int count = 0;
        if (f->is_list)
            count = snprintf(path + used, size - used, "[%zu]", f->index);
        else if (f->key)
            count = snprintf(path + used, size - used, "%s%s", used ? "." : "",
                             hexfog_scanner_decode(s, f, key));
        used += count > 0 ? (size_t)count : 0;
    }
}

bool hexfog_scanner_fail(struct hexfog_scanner *s, const char *rule, struct hexfog_mark mark,
                         const char *format, ...)
{
    char message[512], path[HEXFOG_KEY_PATH_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    write_path(s, path, sizeof path);
    struct hexfog_place place = { s->options->file, mark.line, mark.column };
    hexfog_report(s->reporter, rule, place, path, "%s", message);
    return false;
}

static bool fail_at_end(struct hexfog_scanner *s, const char *expected)
{
    const struct hexfog_frame *open = s->depth > 0 ? &s->frames[s->depth - 1] : NULL;
    if (!open)
        return hexfog_scanner_fail(s, "D1", here(s), "the text ends here, where %s was expected",
                                   expected);
    return hexfog_scanner_fail(s, "D1", here(s), "the text ends here, where %s was expected; the "
                               "%c in line %u, column %u is still open", expected,
                               open->is_list ? '[' : '{', open->place.line, open->place.column);
}

// What stands there, as a message shows it: a whole word, or one character.
static const char *found(const struct hexfog_scanner *s, size_t character_bytes,
                         char quoted[HEXFOG_QUOTE_BYTES])
{
    char text[44] = "";
    size_t word = hexfog_scanner_word_length(s, s->at);
    size_t length = word > character_bytes ? word : character_bytes;
    if (peek(s) == '"')
        return "a string";
    memcpy(text + 1, s->text + s->at, length < 40 ? length : 40);
    text[0] = text[strlen(text + 1) + 1] = '"';
    return hexfog_quote(quoted, HEXFOG_QUOTE_BYTES, text);
}

bool hexfog_scanner_fail_expected(struct hexfog_scanner *s, const char *expected)
{
    struct hexfog_mark mark = here(s);
    char quoted[HEXFOG_QUOTE_BYTES];
    if (at_end(s))
        return fail_at_end(s, expected);
    size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
    unsigned char c = (unsigned char)peek(s);
    if (count == 0)
        return hexfog_scanner_fail(s, "D3", mark, "byte 0x%02x is not UTF-8", c);
    if (c < 0x20 || c == 0x7f)
        return hexfog_scanner_fail(s, "D1", mark, "found control character 0x%02x where %s was "
                                   "expected", c, expected);
    if (c == '/' && s->options->jsonc)
        return hexfog_scanner_fail(s, "D1", mark, "found / where %s was expected (a comment starts "
                                   "with // or /*)", expected);
    if (c == '/')
        return hexfog_scanner_fail(s, "D1", mark, "found / where %s was expected (comments are "
                                   "accepted in *.jsonc files or with --jsonc)", expected);
    if (c == '\'')
        return hexfog_scanner_fail(s, "D1", mark, "found ' where %s was expected (strings stand in "
                                   "double quotes)", expected);
    return hexfog_scanner_fail(s, "D1", mark, "found %s where %s was expected%s",
                               found(s, count, quoted), expected, s->options->is_argument
                               ? " (a shell takes double quotes away, but for those in '...')"
                               : "");
}

// Inside a comment: steps over one character, which must be UTF-8.
static bool step_in_comment(struct hexfog_scanner *s)
{
    size_t count = hexfog_utf8_length(s->text + s->at, s->length - s->at);
    if (count == 0)
        return hexfog_scanner_fail_expected(s, "a comment in UTF-8");
    hexfog_scanner_step(s, count);
    return true;
}

static bool skip_line_comment(struct hexfog_scanner *s)
{
    while (!at_end(s) && peek(s) != '\n' && peek(s) != '\r')
        if (!step_in_comment(s))
            return false;
    return true;
}

static bool skip_block_comment(struct hexfog_scanner *s)
{
    struct hexfog_mark start = here(s);
    hexfog_scanner_advance(s, 2);
    while (!(peek(s) == '*' && s->at + 1 < s->length && s->text[s->at + 1] == '/')) {
        if (at_end(s))
            return hexfog_scanner_fail(s, "D1", start, "this comment is not closed (expected */)");
        if (!step_in_comment(s))
            return false;
    }
    hexfog_scanner_advance(s, 2);
    return true;
}

static bool skip_comment(struct hexfog_scanner *s)
{
    size_t start = s->at;
    bool is_block = s->text[s->at + 1] == '*';
    if (!(is_block ? skip_block_comment(s) : skip_line_comment(s)))
        return false;
    blank(s, start, s->at);
    return true;
}

bool hexfog_scanner_skip_space(struct hexfog_scanner *s)
{
    for (;;) {
        char c = peek(s);
        if (!at_end(s) && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            hexfog_scanner_advance(s, 1);
        } else if (s->options->jsonc && c == '/' && s->at + 1 < s->length &&
                   (s->text[s->at + 1] == '/' || s->text[s->at + 1] == '*')) {
            if (!skip_comment(s))
                return false;
        } else {
            return true;
        }
    }
}
