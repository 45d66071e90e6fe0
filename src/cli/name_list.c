// SPDX-License-Identifier: MIT
// Turns the bytes of a list into the names in it.
#include "cli/name_list.h"
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"

static hexfog_status fail_at(struct hexfog_error *error, uint32_t line, const char *what)
{
    hexfog_fail(error, HEXFOG_INPUT, "%s", what);
    if (error) {
        error->line = line;
        error->column = 1;
    }
    return HEXFOG_INPUT;
}

static size_t count_ends(const char *bytes, size_t length, char end)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += bytes[i] == end;
    return count;
}

static hexfog_status add_line(struct hexfog_name_list *names, char *name, size_t length,
                              uint32_t line, struct hexfog_error *error)
{
    if (memchr(name, '\0', length))
        return fail_at(error, line, "a NUL byte in a list of lines (--from0 reads names that end"
                                    " in NUL)");
    if (length > 0 && name[length - 1] == '\r')
        name[--length] = '\0';
    if (length > 0 && name[0] != '#')
        names->list[names->count++] = name;
    return HEXFOG_OK;
}

static hexfog_status add(struct hexfog_name_list *names, char *name, size_t length,
                         enum hexfog_name_end end, uint32_t line, struct hexfog_error *error)
{
    if (end == HEXFOG_ENDS_IN_NEWLINE)
        return add_line(names, name, length, line, error);
    if (length == 0)
        return fail_at(error, line, "an empty name");
    names->list[names->count++] = name;
    return HEXFOG_OK;
}

// The ends become NULs in the list's own copy.
static hexfog_status split(struct hexfog_name_list *names, size_t length,
                           enum hexfog_name_end end, struct hexfog_error *error)
{
    char mark = end == HEXFOG_ENDS_IN_NUL ? '\0' : '\n';
    char *at = names->text, *stop = names->text + length;
    hexfog_status status = HEXFOG_OK;
    for (uint32_t line = 1; at < stop && status == HEXFOG_OK; line++) {
        char *next = memchr(at, mark, (size_t)(stop - at));
        size_t count = (size_t)((next ? next : stop) - at);
        at[count] = '\0';
        status = add(names, at, count, end, line, error);
        at += count + 1;
    }
    return status;
}

hexfog_status hexfog_name_list_read(const char *bytes, size_t length, enum hexfog_name_end end,
                                    struct hexfog_name_list *names, struct hexfog_error *error)
{
    char mark = end == HEXFOG_ENDS_IN_NUL ? '\0' : '\n';
    *names = (struct hexfog_name_list){ 0 };
    names->text = hexfog_copy_bytes(bytes, length);
    names->list = hexfog_alloc(count_ends(bytes, length, mark) + 1, sizeof *names->list);
    if (!names->text || !names->list)
        return hexfog_fail_memory(error, "the list of names");
    return split(names, length, end, error);
}

void hexfog_name_list_free(struct hexfog_name_list *names)
{
    hexfog_free(names->list);
    hexfog_free(names->text);
    *names = (struct hexfog_name_list){ 0 };
}
