// SPDX-License-Identifier: MIT
// Turns what went wrong into error records, and many records into one status.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

const char *hexfog_version(void)
{
    return HEXFOG_VERSION;
}

const char *hexfog_status_name(hexfog_status status)
{
    switch (status) {
#define STATUS_NAME(symbol, code, name, meaning) case HEXFOG_##symbol: return name;
        HEXFOG_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    }
    return "unknown";
}

// Prints into a field; what does not fit ends in "..." and in a whole character.
HEXFOG_PRINTF(3, 0)
static void print_field(char *field, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(field, size, format, arguments);
    if (length < 0) {
        field[0] = '\0';
    } else if ((size_t)length >= size) {
        size_t end = hexfog_utf8_cut(field, size - 1, size - 4);
        memcpy(field + end, "...", 4);
    }
}

static void copy_field(char *field, size_t size, const char *string)
{
    snprintf(field, size, "%s", string ? string : "");
    size_t length = strlen(field);
    if (string && string[length] != '\0')
        field[hexfog_utf8_cut(string, length + strlen(string + length), length)] = '\0';
}

hexfog_status hexfog_fail(struct hexfog_error *error, hexfog_status status,
                          const char *format, ...)
{
    if (!error)
        return status;
    *error = (struct hexfog_error){.status = status};
    va_list arguments;
    va_start(arguments, format);
    print_field(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

hexfog_status hexfog_fail_memory(struct hexfog_error *error, const char *what)
{
    if (hexfog_was_refused_by_limit())
        return hexfog_fail(error, HEXFOG_MEMORY,
                           "%s needs more memory than --max-memory allows (%zu bytes)", what,
                           hexfog_memory_limit());
    return hexfog_fail(error, HEXFOG_MEMORY, "out of memory for %s", what);
}

hexfog_status hexfog_fail_io(struct hexfog_error *error, const char *verb, const char *path,
                             int error_number)
{
    if (!*path)
        return hexfog_fail(error, HEXFOG_IO, "cannot %s '': the path is empty", verb);
    return hexfog_fail(error, HEXFOG_IO, "cannot %s %s: %s", verb, path, strerror(error_number));
}

void hexfog_error_set_file(struct hexfog_error *error, const char *path)
{
    size_t length = strlen(path), most = sizeof error->file - 1;
    if (length <= most) {
        memcpy(error->file, path, length + 1);
        return;
    }
    size_t start = length - (most - 3);
    while (path[start] != '\0' && ((unsigned char)path[start] & 0xC0) == 0x80)
        start++;
    snprintf(error->file, sizeof error->file, "...%s", path + start);
}

void hexfog_error_settle(struct hexfog_error *error)
{
    unsigned char truth;
    memcpy(&truth, &error->is_warning, 1); // to read a bool that holds no truth is undefined
    error->is_warning = truth != 0;
    error->rule[sizeof error->rule - 1] = '\0';
    error->file[sizeof error->file - 1] = '\0';
    error->key[sizeof error->key - 1] = '\0';
    error->message[sizeof error->message - 1] = '\0';
    if (error->status > HEXFOG_UNAVAILABLE)
        error->status = HEXFOG_IO;
}

// Which of several decides the status of a run: the greatest. A warning decides nothing.
static int weight(const struct hexfog_error *error)
{
    static const int weights[] = {
        [HEXFOG_USAGE] = 6, [HEXFOG_INPUT] = 5, [HEXFOG_MEMORY] = 4,
        [HEXFOG_IO] = 3,    [HEXFOG_NO] = 2,    [HEXFOG_UNAVAILABLE] = 1,
    };
    return error->is_warning ? 0 : weights[error->status];
}

static bool make_room(struct hexfog_diagnostics *diagnostics)
{
    if (diagnostics->count < diagnostics->capacity)
        return true;
    if (diagnostics->count >= HEXFOG_MAX_DIAGNOSTICS)
        return false;
    size_t capacity = diagnostics->capacity * 2 + 8;
    if (capacity > HEXFOG_MAX_DIAGNOSTICS)
        capacity = HEXFOG_MAX_DIAGNOSTICS;
    struct hexfog_error *list = hexfog_realloc(diagnostics->list, capacity, sizeof *list);
    if (!list)
        return false;
    diagnostics->list = list;
    diagnostics->capacity = capacity;
    return true;
}

// The last of those that weigh least makes place for a weightier one, so that neither the
// status nor the errors of a run drown in its warnings.
static void displace(struct hexfog_diagnostics *diagnostics, const struct hexfog_error *error)
{
    struct hexfog_error *least = NULL;
    for (size_t i = 0; i < diagnostics->count; i++)
        if (!least || weight(&diagnostics->list[i]) <= weight(least))
            least = &diagnostics->list[i];
    if (!least || weight(error) <= weight(least))
        return;
    size_t behind = (size_t)(diagnostics->list + diagnostics->count - (least + 1));
    memmove(least, least + 1, behind * sizeof *least);
    diagnostics->list[diagnostics->count - 1] = *error;
}

void hexfog_diagnose(struct hexfog_diagnostics *diagnostics, const struct hexfog_error *error)
{
    struct hexfog_error kept = *error;
    if (!kept.is_warning) {
        diagnostics->error_count++;
        if (kept.status == HEXFOG_OK)
            kept.status = HEXFOG_IO; // a process that was taken over says so: no success
    }
    if (make_room(diagnostics)) {
        diagnostics->list[diagnostics->count++] = kept;
        return;
    }
    diagnostics->dropped++;
    displace(diagnostics, &kept);
}

bool hexfog_diagnostics_rest(const struct hexfog_diagnostics *diagnostics,
                             struct hexfog_error *rest)
{
    *rest = (struct hexfog_error){ 0 };
    if (diagnostics->count == 0 && diagnostics->error_count > 0 && hexfog_memory_limit() > 0)
        hexfog_fail(rest, HEXFOG_MEMORY, "--max-memory allows only %zu bytes, too little to"
                    " begin with",
                    hexfog_memory_limit());
    else if (diagnostics->count == 0 && diagnostics->error_count > 0)
        hexfog_fail(rest, HEXFOG_MEMORY, "out of memory");
    else if (diagnostics->dropped)
        hexfog_fail(rest, HEXFOG_INPUT, "%zu more %s not shown", diagnostics->dropped,
                    diagnostics->dropped == 1 ? "is" : "are");
    return rest->status != HEXFOG_OK;
}

void hexfog_diagnostics_free(struct hexfog_diagnostics *diagnostics)
{
    hexfog_free(diagnostics->list);
    *diagnostics = (struct hexfog_diagnostics){0};
}

static bool comes_after(const struct hexfog_error *a, const struct hexfog_error *b)
{
    if (a->file_rank != b->file_rank)
        return a->file_rank > b->file_rank;
    if (a->line != b->line)
        return a->line > b->line;
    return a->column > b->column;
}

// Insertion sort: stable, and the list is short.
void hexfog_diagnostics_sort(struct hexfog_diagnostics *diagnostics)
{
    struct hexfog_error *list = diagnostics->list;
    for (size_t i = 1; i < diagnostics->count; i++) {
        struct hexfog_error moving = list[i];
        size_t place = i;
        while (place > 0 && comes_after(&list[place - 1], &moving))
            place--;
        memmove(list + place + 1, list + place, (i - place) * sizeof *list);
        list[place] = moving;
    }
}

hexfog_status hexfog_diagnostics_status(const struct hexfog_diagnostics *diagnostics)
{
    const struct hexfog_error *greatest = NULL;
    for (size_t i = 0; i < diagnostics->count; i++)
        if (!greatest || weight(&diagnostics->list[i]) > weight(greatest))
            greatest = &diagnostics->list[i];
    if (greatest && weight(greatest) > 0)
        return greatest->status;
    // An error that found no place in an empty list: only memory can be the reason.
    return diagnostics->error_count > 0 ? HEXFOG_MEMORY : HEXFOG_OK;
}

static void report(const struct hexfog_reporter *reporter, struct hexfog_error *error,
                   const char *rule, struct hexfog_place place, const char *key)
{
    const char *file = place.file < HEXFOG_MAX_FILES && reporter->files
                           ? reporter->files[place.file] : NULL;
    error->status = HEXFOG_INPUT;
    copy_field(error->rule, sizeof error->rule, rule);
    copy_field(error->key, sizeof error->key, key);
    hexfog_error_set_file(error, file ? file : "");
    error->file_rank = place.file;
    error->line = place.line;
    error->column = place.column;
    hexfog_diagnose(reporter->diagnostics, error);
}

void hexfog_report(const struct hexfog_reporter *reporter, const char *rule,
                   struct hexfog_place place, const char *key, const char *format, ...)
{
    struct hexfog_error error = {0};
    va_list arguments;
    va_start(arguments, format);
    print_field(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    report(reporter, &error, rule, place, key);
}

void hexfog_report_warning(const struct hexfog_reporter *reporter, const char *rule,
                           struct hexfog_place place, const char *key, const char *format, ...)
{
    struct hexfog_error error = {.is_warning = true};
    va_list arguments;
    va_start(arguments, format);
    print_field(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    report(reporter, &error, rule, place, key);
}
