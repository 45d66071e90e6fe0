// SPDX-License-Identifier: MIT
// Turns lists of hashes, one file a line, into entries of a run, and an entry into its line.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/hash.h"
#include "cli/message.h"

enum { DIGITS = HEXFOG_HASH_BYTES - 1 };
#define MOST_LIST_BYTES ((size_t)1 << 28)

static void add_character(struct hexfog_text *text, const char *bytes, size_t length,
                          bool is_hidden)
{
    if (*bytes == '\\')
        hexfog_text_add(text, "\\\\");
    else if (*bytes == '\n')
        hexfog_text_add(text, "\\n");
    else if (*bytes == '\r')
        hexfog_text_add(text, "\\r");
    else if (!is_hidden)
        hexfog_text_add_bytes(text, bytes, length);
    else
        for (size_t i = 0; i < length; i++)
            hexfog_text_print(text, "\\x%02X", (unsigned)(unsigned char)bytes[i]);
}

void hexfog_hash_add_line(struct hexfog_text *text, const char *hash, const char *path)
{
    struct hexfog_text escaped = { 0 };
    bool is_hidden;

    for (size_t at = 0, length; path[at]; at += length) {
        length = hexfog_visible_length(path + at, &is_hidden);
        add_character(&escaped, path + at, length, is_hidden);
    }
    hexfog_text_print(text, "%s%s  ", escaped.length > strlen(path) ? "\\" : "", hash);
    hexfog_text_add_bytes(text, escaped.bytes, escaped.length);
    hexfog_text_add(text, "\n");
    text->failed |= escaped.failed;
    hexfog_text_free(&escaped);
}

bool hexfog_hash_add(struct hexfog_hash_run *run, const char *path, size_t length,
                     const char *list, const char *expected)
{
    if (run->count == run->capacity) {
        size_t capacity = run->capacity ? 2 * run->capacity : 16;
        struct hexfog_hashed *grown = hexfog_realloc(run->list, capacity, sizeof *grown);
        if (!grown)
            return false;
        run->list = grown;
        run->capacity = capacity;
    }
    struct hexfog_hashed *hashed = &run->list[run->count];
    *hashed = (struct hexfog_hashed){ .path = hexfog_copy_bytes(path, length), .list = list };
    if (!hashed->path)
        return false;
    if (expected)
        memcpy(hashed->expected, expected, HEXFOG_HASH_BYTES);
    run->count++;
    return true;
}

// What the escape behind a backslash stands for, and how long it is; NUL: nothing.
static char escaped_byte(const char *escape, size_t available, size_t *length)
{
    char digits[3] = "", next = available > 0 ? *escape : '\0';

    *length = next == 'x' ? 3 : 1;
    if (next != 'x')
        return next == '\\' ? '\\' : next == 'n' ? '\n' : next == 'r' ? '\r' : '\0';
    if (available < 3 || !isxdigit((unsigned char)escape[1])
        || !isxdigit((unsigned char)escape[2]))
        return '\0';
    memcpy(digits, escape + 1, 2);
    return (char)strtoul(digits, NULL, 16);
}

// Undoes the escapes in place; false when one is unknown.
static bool unescape(char *path, size_t *length)
{
    size_t out = 0;

    for (size_t at = 0, escape; at < *length;) {
        char c = path[at++];
        if (c == '\\') {
            c = escaped_byte(path + at, *length - at, &escape);
            at += escape;
        }
        if (c == '\0')
            return false;
        path[out++] = c;
    }
    *length = out;
    return true;
}

static bool read_hash(const char *line, char hash[HEXFOG_HASH_BYTES])
{
    for (int i = 0; i < DIGITS; i++) {
        if (!isxdigit((unsigned char)line[i]))
            return false;
        hash[i] = (char)tolower((unsigned char)line[i]);
    }
    hash[DIGITS] = '\0';
    return true;
}

struct line {
    char hash[HEXFOG_HASH_BYTES];
    char *path;
    size_t path_length;
};

// The path is unescaped where it stands.
static bool read_line(char *text, size_t length, struct line *line)
{
    bool is_escaped = length > 0 && text[0] == '\\';
    char *at = text + is_escaped, *end = text + length;

    if (end - at < DIGITS + 3 || !read_hash(at, line->hash) || at[DIGITS] != ' ' ||
        (at[DIGITS + 1] != ' ' && at[DIGITS + 1] != '*'))
        return false;
    line->path = at + DIGITS + 2;
    line->path_length = (size_t)(end - line->path);
    return !is_escaped || unescape(line->path, &line->path_length);
}

static void complain(struct hexfog_hash_run *run, const char *path, uint32_t number)
{
    struct hexfog_error error = { 0 };

    hexfog_fail(&error, HEXFOG_IO, "not a line of sha256sum's form (64 hexadecimal digits, two"
                " spaces, a path)");
    hexfog_error_set_file(&error, strcmp(path, "-") == 0 ? "<stdin>" : path);
    error.line = number;
    error.column = 1;
    hexfog_diagnose(&run->diagnostics, &error);
}

static void fail_list(struct hexfog_hash_run *run, const char *path, struct hexfog_error *error)
{
    if (error->file[0] == '\0')
        hexfog_error_set_file(error, strcmp(path, "-") == 0 ? "<stdin>" : path);
    hexfog_diagnose(&run->diagnostics, error);
}

// False when memory is out.
static bool read_lines(struct hexfog_hash_run *run, const char *path, char *text, size_t length)
{
    char *end = text + length;
    uint32_t number = 1;

    for (char *at = text; at < end; number++) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t count = (size_t)((newline ? newline : end) - at);
        struct line line;
        if (count > 0 && at[count - 1] == '\r') // a name that ends so is escaped
            count--;
        if (count > 0 && at[0] != '#' && !read_line(at, count, &line))
            complain(run, path, number);
        else if (count > 0 && at[0] != '#' &&
                 !hexfog_hash_add(run, line.path, line.path_length, path, line.hash))
            return false;
        at = newline ? newline + 1 : end;
    }
    return true;
}

void hexfog_hash_read_list(struct hexfog_hash_run *run, const char *path)
{
    struct hexfog_error error = { 0 };
    char *text = NULL;
    size_t length = 0, before = run->count, wrong_before = run->diagnostics.error_count;
    hexfog_status status = hexfog_read_file(path, MOST_LIST_BYTES, &text, &length, &error);

    if (status == HEXFOG_OK && memchr(text, '\0', length))
        status = hexfog_fail(&error, HEXFOG_IO, "not a list of hashes: a texture, or another"
                             " binary file");
    if (status == HEXFOG_OK && !read_lines(run, path, text, length))
        status = hexfog_fail_memory(&error, "the list of files");
    if (status == HEXFOG_OK && run->count == before &&
        run->diagnostics.error_count == wrong_before)
        status = hexfog_fail(&error, HEXFOG_IO, "nothing to check: no file is listed");
    if (status != HEXFOG_OK)
        fail_list(run, path, &error);
    hexfog_free(text);
}
