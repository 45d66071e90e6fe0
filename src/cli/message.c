// SPDX-License-Identifier: MIT
// Turns error records into lines on standard error.
#include "cli/message.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"

static const char bold[] = "\033[1m", red[] = "\033[1;31m", magenta[] = "\033[1;35m",
                  plain[] = "\033[0m";

bool hexfog_is_terminal(int descriptor)
{
    const char *term = getenv("TERM");
    return isatty(descriptor) && !(term && strcmp(term, "dumb") == 0);
}

bool hexfog_wants_color(const struct hexfog_settings *settings, int descriptor)
{
    if (settings->color == HEXFOG_ALWAYS || settings->color == HEXFOG_NEVER)
        return settings->color == HEXFOG_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return !(no_color && *no_color) && hexfog_is_terminal(descriptor);
}

hexfog_status hexfog_write_all(int descriptor, const char *name, const char *bytes, size_t length,
                               struct hexfog_error *error)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return hexfog_fail_io(error, "write", name, errno);
        bytes += written;
        length -= (size_t)written;
    }
    return HEXFOG_OK;
}

// Standard error is the last resort: when it fails there is nobody left to tell.
static void print(struct hexfog_text *text)
{
    static const char no_memory[] = "hexfog: error: out of memory for a message\n";
    if (text->failed)
        (void)hexfog_write_all(STDERR_FILENO, "", no_memory, sizeof no_memory - 1, NULL);
    else
        (void)hexfog_write_all(STDERR_FILENO, "", text->bytes, text->length, NULL);
    hexfog_text_free(text);
}

// What --max-memory forbids is work, not the word that it is too little. Returns the limit
// to put back.
static size_t lift_limit(void)
{
    size_t limit = hexfog_memory_limit();
    hexfog_set_memory_limit(0);
    return limit;
}

static const char *severity_of(const struct hexfog_error *error)
{
    return error->status == HEXFOG_OK ? "note" : error->is_warning ? "warning" : "error";
}

static void add_colored(struct hexfog_text *text, const struct hexfog_error *error, bool is_colored)
{
    const char *severity = severity_of(error);
    hexfog_text_add(text, is_colored ? bold : "");
    hexfog_text_add_visible(text, error->file[0] ? error->file : "hexfog");
    if (error->line)
        hexfog_text_print(text, ":%u:%u", (unsigned)error->line, (unsigned)error->column);
    hexfog_text_add(text, ": ");
    hexfog_text_add(text, !is_colored ? "" : error->is_warning ? magenta : red);
    hexfog_text_print(text, "%s:%s ", severity, is_colored ? plain : "");
    if (error->key[0]) {
        hexfog_text_add_visible(text, error->key);
        hexfog_text_add(text, ": ");
    }
    hexfog_text_add_visible(text, error->message);
}

void hexfog_error_as_text(struct hexfog_text *text, const struct hexfog_error *error)
{
    add_colored(text, error, false);
}

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value[0])
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void number_or_null(struct hexfog_json_writer *json, const char *key, uint32_t value)
{
    if (value)
        hexfog_json_integer(json, key, value);
    else
        hexfog_json_null(json, key);
}

void hexfog_error_as_json(struct hexfog_json_writer *json, const char *key,
                          const struct hexfog_error *error)
{
    hexfog_json_open_inline(json, key, '{');
    hexfog_json_string(json, "severity", severity_of(error));
    hexfog_json_string(json, "status", hexfog_status_name(error->status));
    string_or_null(json, "rule", error->rule);
    string_or_null(json, "file", error->file);
    number_or_null(json, "line", error->line);
    number_or_null(json, "column", error->column);
    string_or_null(json, "key", error->key);
    hexfog_json_string(json, "message", error->message);
    hexfog_json_close(json, '}');
}

void hexfog_messages_as_json(const struct hexfog_diagnostics *diagnostics,
                             struct hexfog_json_writer *json)
{
    hexfog_json_open(json, "messages", '[');
    for (size_t i = 0; i < diagnostics->count; i++)
        hexfog_error_as_json(json, NULL, &diagnostics->list[i]);
    hexfog_json_close(json, ']');
}

void hexfog_errors_as_text(const struct hexfog_diagnostics *diagnostics, struct hexfog_text *text)
{
    for (size_t i = 0; i < diagnostics->count; i++) {
        if (diagnostics->list[i].is_warning)
            continue;
        hexfog_text_add(text, text->length ? "\n" : "");
        hexfog_error_as_text(text, &diagnostics->list[i]);
    }
}

// GitHub's own escaping: %, CR and LF everywhere, : and , in properties.
static void add_github(struct hexfog_text *text, const char *string, bool is_property)
{
    struct hexfog_text clean = { 0 };
    hexfog_text_add_visible(&clean, string);
    for (size_t at = 0; at < clean.length; at++) {
        char byte = clean.bytes[at];
        bool is_special = byte == '%' || (is_property && (byte == ':' || byte == ','));
        if (is_special)
            hexfog_text_print(text, "%%%02X", (unsigned char)byte);
        else
            hexfog_text_add_bytes(text, &byte, 1);
    }
    text->failed |= clean.failed;
    hexfog_text_free(&clean);
}

static void add_annotation(struct hexfog_text *text, const struct hexfog_error *error)
{
    hexfog_text_print(text, "::%s", severity_of(error));
    if (error->file[0]) {
        hexfog_text_add(text, " file=");
        add_github(text, error->file, true);
    }
    if (error->line)
        hexfog_text_print(text, ",line=%u,col=%u", (unsigned)error->line,
                          (unsigned)error->column);
    hexfog_text_add(text, "::");
    if (error->key[0]) {
        add_github(text, error->key, false);
        hexfog_text_add(text, ": ");
    }
    add_github(text, error->message, false);
}

static void add_error(const struct hexfog_settings *settings, struct hexfog_text *text,
                      const struct hexfog_error *error)
{
    struct hexfog_json_writer json = { .text = text };
    switch (settings->messages) {
    case HEXFOG_MESSAGES_JSON: hexfog_error_as_json(&json, NULL, error); break;
    case HEXFOG_MESSAGES_GITHUB: add_annotation(text, error); break;
    default: add_colored(text, error, hexfog_wants_color(settings, STDERR_FILENO)); break;
    }
    if (text->length == 0 || text->bytes[text->length - 1] != '\n')
        hexfog_text_add(text, "\n");
}

void hexfog_print_error(const struct hexfog_settings *settings, const struct hexfog_error *error)
{
    struct hexfog_text text = { 0 };
    size_t limit = lift_limit();
    add_error(settings, &text, error);
    print(&text);
    hexfog_set_memory_limit(limit);
}

void hexfog_print_diagnostics(const struct hexfog_settings *settings,
                              struct hexfog_diagnostics *diagnostics)
{
    hexfog_diagnostics_sort(diagnostics);
    for (size_t i = 0; i < diagnostics->count; i++)
        hexfog_print_error(settings, &diagnostics->list[i]);
    struct hexfog_error rest;
    if (hexfog_diagnostics_rest(diagnostics, &rest))
        hexfog_print_error(settings, &rest);
}

hexfog_status hexfog_usage_error(const struct hexfog_settings *settings, const char *format, ...)
{
    struct hexfog_error error = { .status = HEXFOG_USAGE };
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.message, sizeof error.message, format, arguments);
    va_end(arguments);

    struct hexfog_text text = { 0 };
    add_error(settings, &text, &error);
    if (settings->messages < HEXFOG_MESSAGES_JSON) {
        const char *name = settings->command ? settings->command->name : "";
        hexfog_text_print(&text, "try 'hexfog %s%s--help'\n", name, *name ? " " : "");
    }
    print(&text);
    return HEXFOG_USAGE;
}

void hexfog_print_note(const struct hexfog_settings *settings, const char *format, ...)
{
    if (settings->quiet)
        return;
    struct hexfog_error note = { .status = HEXFOG_OK };
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note.message, sizeof note.message, format, arguments);
    va_end(arguments);

    struct hexfog_text text = { 0 };
    if (settings->messages == HEXFOG_MESSAGES_JSON) {
        add_error(settings, &text, &note);
    } else {
        hexfog_text_add_visible(&text, note.message);
        hexfog_text_add(&text, "\n");
    }
    print(&text);
}
