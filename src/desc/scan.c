// SPDX-License-Identifier: MIT
// Turns a text into the places of its values and keys, or into its first syntax error.
#include "desc/scanner.h"

#include "base/alloc.h"
#include "base/text.h"

static bool scan_value(struct hexfog_scanner *s);

static bool holds_tiles(const struct hexfog_frame *parent)
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

static bool open_frame(struct hexfog_scanner *s, bool is_list)
{
    if (s->depth == HEXFOG_MAX_NESTING)
        return hexfog_scanner_fail(s, "D28", here(s), "nested too deeply (allowed: %d levels)",
                                   HEXFOG_MAX_NESTING);
    struct hexfog_frame *parent = s->depth > 0 ? &s->frames[s->depth - 1] : NULL;
    s->frames[s->depth] = (struct hexfog_frame){ .place = spot(s),
                                                 .is_list = is_list,
                                                 .counts_tiles = is_list && holds_tiles(parent) };
    s->depth++;
    hexfog_scanner_advance(s, 1);
    return hexfog_scanner_skip_space(s);
}

// Behind an entry: steps over the comma to the next one (*more), or over the bracket.
static bool next_entry(struct hexfog_scanner *s, char bracket, bool *more)
{
    if (!hexfog_scanner_skip_space(s))
        return false;
    *more = peek(s) == ',';
    if (*more) {
        struct hexfog_mark comma = here(s);
        hexfog_scanner_advance(s, 1);
        if (!hexfog_scanner_skip_space(s))
            return false;
        if (peek(s) != bracket || at_end(s)) {
            s->frames[s->depth - 1].index++;
            return true;
        }
        if (!s->options->jsonc)
            return hexfog_scanner_fail(s, "D1", comma, "a comma before %c (accepted in *.jsonc "
                                       "files or with --jsonc)", bracket);
        blank(s, comma.at, comma.at + 1);
        *more = false;
    }
    if (peek(s) != bracket || at_end(s))
        return hexfog_scanner_fail_expected(s, bracket == '}' ? "a comma or }" : "a comma or ]");
    hexfog_scanner_advance(s, 1);
    s->depth--;
    return true;
}

static bool scan_member(struct hexfog_scanner *s)
{
    struct hexfog_frame *frame = &s->frames[s->depth - 1];
    frame->key = NULL; // the last one has nothing to do with what is wrong here
    if (peek(s) != '"')
        return hexfog_scanner_fail_expected(s, "a key in double quotes");
    if (s->copy)
        s->scan->keys[s->scan->key_count] = spot(s);
    s->scan->key_count++;
    size_t start = s->at + 1;
    if (!hexfog_scanner_read_string(s))
        return false;
    frame->key = s->text + start;
    frame->key_length = s->at - 1 - start;
    if (!hexfog_scanner_skip_space(s))
        return false;
    if (peek(s) != ':')
        return hexfog_scanner_fail_expected(s, "a colon");
    hexfog_scanner_advance(s, 1);
    return hexfog_scanner_skip_space(s) && scan_value(s);
}

static bool scan_entry(struct hexfog_scanner *s)
{
    if (s->frames[s->depth - 1].counts_tiles && ++s->listed_tiles > HEXFOG_MAX_LISTED_TILES)
        return hexfog_scanner_fail(s, "D29", here(s),
                                   "too many listed tiles (allowed: %zu over all lists)",
                                   HEXFOG_MAX_LISTED_TILES);
    return scan_value(s);
}

// A list that has ended: takes it out of the copy when all of its values were numbers.
static void mark_flat_list(struct hexfog_scanner *s, const struct hexfog_scan *before,
                           size_t start)
{
    struct hexfog_scan *scan = s->scan;
    size_t count = scan->number_count - before->number_count;
    if (!s->copy || count == 0 || count != scan->value_count - before->value_count)
        return;
    blank(s, start, s->at);
    s->copy[start] = '0';
    scan->values[before->value_count - 1].mark |= HEXFOG_SPOT_FLAT;
    scan->values[scan->value_count - 1].mark |= HEXFOG_SPOT_LAST;
    scan->flat_count += count;
}

static bool scan_container(struct hexfog_scanner *s)
{
    bool is_list = peek(s) == '[';
    char bracket = is_list ? ']' : '}';
    const struct hexfog_scan before = *s->scan;
    size_t start = s->at;
    if (!open_frame(s, is_list))
        return false;
    if (peek(s) == bracket) {
        hexfog_scanner_advance(s, 1);
        s->depth--;
        return true;
    }
    for (bool more = true; more;)
        if (!(is_list ? scan_entry(s) : scan_member(s)) || !next_entry(s, bracket, &more))
            return false;
    if (is_list)
        mark_flat_list(s, &before, start);
    return true;
}

static bool scan_value(struct hexfog_scanner *s)
{
    if (at_end(s))
        return hexfog_scanner_fail_expected(s, "a value");
    if (s->copy)
        s->scan->values[s->scan->value_count] = spot(s);
    s->scan->value_count++;
    char c = peek(s);
    if (c == '{' || c == '[')
        return scan_container(s);
    return c == '"' ? hexfog_scanner_read_string(s) : hexfog_scanner_read_word(s);
}

// A texture in the description's place: its first bytes say so.
static const char *texture_kind(const struct hexfog_scanner *s)
{
    static const struct { const char *bytes, *kind; } kinds[] = {
        { "\x76\x2f\x31\x01", "an OpenEXR" }, { "#?RADIANCE", "a Radiance .hdr" },
        { "#?RGBE", "a Radiance .hdr" }, { "\x89PNG\r\n\x1a\n", "a PNG" },
        { "\xabKTX 20\xbb", "a KTX2" },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (s->length >= strlen(kinds[i].bytes) &&
            memcmp(s->text, kinds[i].bytes, strlen(kinds[i].bytes)) == 0)
            return kinds[i].kind;
    return NULL;
}

// Some editors and shells save UTF-16; its byte order mark says so.
static bool is_utf16(const struct hexfog_scanner *s)
{
    return s->length >= 2 && (memcmp(s->text, "\xff\xfe", 2) == 0 ||
                              memcmp(s->text, "\xfe\xff", 2) == 0);
}

// Readers of textures go back and forth in them.
static const char *place_of_textures(const struct hexfog_scanner *s)
{
    const char *name = s->reporter->files[s->options->file];
    return name && strcmp(name, "<stdin>") == 0 ? " (a texture is read from a named file only)"
                                                : "";
}

static bool scan_all(struct hexfog_scanner *s)
{
    if (texture_kind(s))
        return hexfog_scanner_fail(s, "D1", here(s), "this is %s texture, not a description%s",
                                   texture_kind(s), place_of_textures(s));
    if (is_utf16(s))
        return hexfog_scanner_fail(s, "D3", here(s), "byte 0x%02x is not UTF-8: the text looks "
                                   "like UTF-16 (allowed: UTF-8)", (unsigned char)s->text[0]);
    if (s->length >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0) {
        s->at = 3;
        blank(s, 0, 3);
    }
    if (!hexfog_scanner_skip_space(s) || !scan_value(s) || !hexfog_scanner_skip_space(s))
        return false;
    if (at_end(s))
        return true;
    if (hexfog_utf8_length(s->text + s->at, s->length - s->at) == 0)
        return hexfog_scanner_fail_expected(s, "the end");
    return hexfog_scanner_fail(s, "D2", here(s), "text after the end of the value");
}

static bool make_room(struct hexfog_scan *scan, const char *text, size_t length)
{
    scan->text = hexfog_copy_bytes(text, length);
    scan->length = length;
    scan->values = hexfog_alloc(scan->value_count, sizeof *scan->values);
    scan->keys = hexfog_alloc(scan->key_count, sizeof *scan->keys);
    scan->numbers = hexfog_alloc(scan->number_count, sizeof *scan->numbers);
    scan->value_count = scan->key_count = scan->number_count = 0; // counted again
    return scan->text && scan->values && scan->keys && scan->numbers;
}

hexfog_status hexfog_scan_text(const char *text, size_t length,
                               const struct hexfog_scan_options *options,
                               const struct hexfog_reporter *reporter, struct hexfog_scan *scan)
{
    *scan = (struct hexfog_scan){ 0 };
    struct hexfog_scanner first = { .text = text, .length = length, .line = 1,
                             .column = options->first_column, .scan = scan, .options = options,
                             .reporter = reporter };
    struct hexfog_scanner second = first;
    if (length > HEXFOG_MAX_TEXT_BYTES) {
        hexfog_scanner_fail(&first, "D27", (struct hexfog_mark){ 0, 0, 0 },
                            "the text has %zu bytes (allowed: %zu)", length, HEXFOG_MAX_TEXT_BYTES);
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
