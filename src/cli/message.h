/* SPDX-License-Identifier: MIT */
/* What goes to standard error: errors, warnings and words on success. */
#ifndef HEXFOG_CLI_MESSAGE_H
#define HEXFOG_CLI_MESSAGE_H

#include "base/json_write.h"
#include "base/text.h"
#include "cli/settings.h"

/* Prints one error or warning in the form that --messages chose. */
void hexfog_print_error(const struct hexfog_settings *settings, const struct hexfog_error *error);
/* Prints them all in file order, and how many were dropped. */
void hexfog_print_diagnostics(const struct hexfog_settings *settings,
                              struct hexfog_diagnostics *diagnostics);
/* Prints a usage error and `try 'hexfog COMMAND --help'`; returns USAGE. */
hexfog_status hexfog_usage_error(const struct hexfog_settings *settings, const char *format, ...)
    HEXFOG_PRINTF(2, 3);
/* Prints a line on success unless -q. */
void hexfog_print_note(const struct hexfog_settings *settings, const char *format, ...)
    HEXFOG_PRINTF(2, 3);

/* The object of --messages json, as a value of a report too. */
void hexfog_error_as_json(struct hexfog_json_writer *json, const char *key,
                          const struct hexfog_error *error);
/* `file:line:col: error: key: message`, without colour or a newline. */
void hexfog_error_as_text(struct hexfog_text *text, const struct hexfog_error *error);

/* The member "messages" of a report: a list of those objects. */
void hexfog_messages_as_json(const struct hexfog_diagnostics *diagnostics,
                             struct hexfog_json_writer *json);
/* All errors without the warnings, one a line, no newline at the end. */
void hexfog_errors_as_text(const struct hexfog_diagnostics *diagnostics,
                           struct hexfog_text *text);

/* Adds a string with control characters, bidirectional overrides and bytes that are not
 * UTF-8 written as \xNN or \u{N}, so that a terminal shows it as it is. */
void hexfog_text_add_visible(struct hexfog_text *text, const char *string);
/* Bytes of the character that a string begins with, which is not empty; *is_hidden where that is
 * one of these, which a terminal must not get as it is. */
size_t hexfog_visible_length(const char *string, bool *is_hidden);
/* As content or attribute of XML 1.0; what it cannot hold is written as \xNN. */
void hexfog_text_add_xml(struct hexfog_text *text, const char *string);

/* True when colour is wanted on that descriptor. */
bool hexfog_wants_color(const struct hexfog_settings *settings, int descriptor);
bool hexfog_is_terminal(int descriptor); /* and not TERM=dumb */

/* All bytes to a descriptor; IO with `name` in its message. */
hexfog_status hexfog_write_all(int descriptor, const char *name, const char *bytes, size_t length,
                               struct hexfog_error *error);

#endif
