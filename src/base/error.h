/* SPDX-License-Identifier: MIT */
/* Fills error records. Nothing here prints. */
#ifndef HEXFOG_BASE_ERROR_H
#define HEXFOG_BASE_ERROR_H

#include "hexfog.h"

/* Fills *error (may be NULL) with a status and a message and returns the status, so that
 * a failing function ends with `return hexfog_fail(error, ...)`. */
hexfog_status hexfog_fail(struct hexfog_error *error, hexfog_status status,
                          const char *format, ...) HEXFOG_PRINTF(3, 4);
/* "out of memory" with what was being made, or "--max-memory" when the limit did it. */
hexfog_status hexfog_fail_memory(struct hexfog_error *error, const char *what);
/* IO: "cannot <verb> <path>: <strerror(error_number)>". */
hexfog_status hexfog_fail_io(struct hexfog_error *error, const char *verb, const char *path,
                             int error_number);
/* Copies a path into error->file; a longer one keeps its end behind "...". */
void hexfog_error_set_file(struct hexfog_error *error, const char *path);

/* Makes one that another process wrote safe to read: its texts end. */
void hexfog_error_settle(struct hexfog_error *error);
/* What a list cannot tell of itself: that it has more, or that there was no memory to keep any.
 * False when it tells all. */
bool hexfog_diagnostics_rest(const struct hexfog_diagnostics *diagnostics,
                             struct hexfog_error *rest);
/* Appends a copy; counts it when the list is full or memory is out. */
void hexfog_diagnose(struct hexfog_diagnostics *diagnostics, const struct hexfog_error *error);

/* What a rule's check knows of the description it checks. */
struct hexfog_reporter {
    struct hexfog_diagnostics *diagnostics;
    const char *const *files; /* hexfog_description.files */
};
/* Appends an INPUT error of rule `rule` ("D12") at a place, for a key path. */
void hexfog_report(const struct hexfog_reporter *reporter, const char *rule,
                   struct hexfog_place place, const char *key, const char *format, ...)
    HEXFOG_PRINTF(5, 6);
/* The same as a warning. */
void hexfog_report_warning(const struct hexfog_reporter *reporter, const char *rule,
                           struct hexfog_place place, const char *key, const char *format, ...)
    HEXFOG_PRINTF(5, 6);

#endif
