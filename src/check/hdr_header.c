// SPDX-License-Identifier: MIT
// Turns the text at the start of a Radiance .hdr into size, metadata and notes.
#include "check/hdr_header.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "check/reading.h"

struct lines {
    const char *at, *end;
    size_t file_length;
};

// The next line without its newline; false where the bytes end first.
static bool next_line(struct lines *lines, const char **line, size_t *length)
{
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));

    if (!newline)
        return false;
    *line = lines->at;
    *length = (size_t)(newline - lines->at);
    lines->at = newline + 1;
    return true;
}

static hexfog_status fail_cut(const struct lines *lines, struct hexfog_error *error)
{
    if (lines->file_length < HEXFOG_HDR_HEADER_LIMIT_BYTES)
        return hexfog_fail(error, HEXFOG_IO, "the file ends inside its header");
    return hexfog_fail(error, HEXFOG_IO, "the header does not end within %d bytes",
                       HEXFOG_HDR_HEADER_LIMIT_BYTES);
}

static bool starts_with(const char *line, size_t length, const char *start)
{
    size_t count = strlen(start);
    return length >= count && memcmp(line, start, count) == 0;
}

static void add_note(struct hexfog_texture_info *info, const char *line, size_t length)
{
    size_t used = strlen(info->notes);
    char *end = info->notes + used;
    size_t room = sizeof info->notes - used;

    if (used > 0 && room > 2) {
        memcpy(end, "; ", 3);
        end += 2;
        room -= 2;
    }
    hexfog_plain_text(end, room, line, length);
}

// Lines by which readers change the values, EXPOSURE=1 among them: some warn or fail.
static void find_forbidden(struct hexfog_texture_info *info, const char *line, size_t length)
{
    static const char *const names[] = { "EXPOSURE=", "GAMMA=", "COLORCORR=", "PRIMARIES=" };
    char shown[64];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!starts_with(line, length, names[i]))
            continue;
        hexfog_plain_text(shown, sizeof shown, line, length);
        hexfog_add_finding(info, shown);
    }
}

static hexfog_status check_format(const char *line, size_t length, struct hexfog_error *error)
{
    static const char rgbe[] = "FORMAT=32-bit_rle_rgbe";
    char shown[64];

    if (length == sizeof rgbe - 1 && starts_with(line, length, rgbe))
        return HEXFOG_OK;
    hexfog_plain_text(shown, sizeof shown, line, length);
    return hexfog_fail(error, HEXFOG_IO, "header line \"%s\" (allowed: %s)", shown, rgbe);
}

static hexfog_status read_lines(struct lines *lines, struct hexfog_texture_info *info,
                                struct hexfog_error *error)
{
    static const char ours[] = "# hexfog ";
    const char *line;
    size_t length;
    bool has_format = false;

    if (!next_line(lines, &line, &length)) // the #? line
        return fail_cut(lines, error);
    for (;;) {
        if (!next_line(lines, &line, &length))
            return fail_cut(lines, error);
        if (length == 0)
            break;
        if (starts_with(line, length, ours) && !info->metadata.is_present) {
            hexfog_metadata_read(line + sizeof ours - 1, length - (sizeof ours - 1),
                                 &info->metadata);
        } else if (starts_with(line, length, "FORMAT=")) {
            hexfog_status status = check_format(line, length, error);
            if (status != HEXFOG_OK)
                return status;
            has_format = true;
        } else if (line[0] != '#') {
            add_note(info, line, length);
            find_forbidden(info, line, length);
        }
    }
    if (!has_format)
        return hexfog_fail(error, HEXFOG_IO, "the header has no line FORMAT=32-bit_rle_rgbe");
    return HEXFOG_OK;
}

// Digits up to a side that no limit lets pass; -1 when there are none.
static int64_t read_side(const char **at, const char *end)
{
    const char *first = *at;
    int64_t side = 0;

    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        side = side < INT32_MAX ? side * 10 + (**at - '0') : side;
    return *at == first ? -1 : side;
}

static bool read_word(const char **at, const char *end, const char *word)
{
    if (!starts_with(*at, (size_t)(end - *at), word))
        return false;
    *at += strlen(word);
    return true;
}

static hexfog_status read_size(struct lines *lines, int64_t *width, int64_t *height,
                               struct hexfog_error *error)
{
    const char *line;
    size_t length;
    char shown[64];

    if (!next_line(lines, &line, &length))
        return fail_cut(lines, error);
    const char *at = line, *end = line + length;
    bool reads = read_word(&at, end, "-Y ") && (*height = read_side(&at, end)) >= 0 &&
                 read_word(&at, end, " +X ") && (*width = read_side(&at, end)) >= 0 && at == end;
    if (reads)
        return HEXFOG_OK;
    hexfog_plain_text(shown, sizeof shown, line, length);
    return hexfog_fail(error, HEXFOG_IO, "size line \"%s\" (allowed: -Y height +X width)", shown);
}

hexfog_status hexfog_hdr_header_read(const char *bytes, size_t length,
                                     struct hexfog_texture_info *info, size_t *data_offset,
                                     struct hexfog_error *error)
{
    struct lines lines = { bytes, bytes + length, length };
    int64_t width = 0, height = 0;

    hexfog_status status = read_lines(&lines, info, error);
    if (status == HEXFOG_OK)
        status = read_size(&lines, &width, &height, error);
    if (status != HEXFOG_OK)
        return status;
    // Kept within int32_t; the caller holds them to its limit.
    info->width_px = (int32_t)(width < INT32_MAX ? width : INT32_MAX);
    info->height_px = (int32_t)(height < INT32_MAX ? height : INT32_MAX);
    *data_offset = (size_t)(lines.at - bytes);
    return HEXFOG_OK;
}
