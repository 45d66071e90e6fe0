/* SPDX-License-Identifier: MIT */
/* What a command found: to standard output and to --report. */
#ifndef HEXFOG_CLI_RESULT_H
#define HEXFOG_CLI_RESULT_H

#include "base/json_write.h"
#include "base/text.h"
#include "cli/settings.h"

/* Writes a text to standard output whole; prints what went wrong (IO, MEMORY). */
hexfog_status hexfog_print_text(const struct hexfog_settings *settings,
                                const struct hexfog_text *text);

/* Holds the names of --report against their suffixes and each other; prints what is wrong
 * (USAGE). */
hexfog_status hexfog_check_reports(const struct hexfog_settings *settings);
/* The first of them that is the file at `path`; NULL = none. */
const char *hexfog_report_at(const struct hexfog_settings *settings, const char *path);

/* One line of a JUnit report: what was done or checked, and how it ended. */
struct hexfog_test_case {
    const char *name;
    hexfog_status status;     /* NO is a <failure>, other than OK an <error> */
    const char *message;      /* where the status is not OK */
    double seconds;           /* 0 = not told */
    bool is_skipped;          /* whatever the status */
    const char *output;       /* what there is to say of a case that is right; NULL */
};
/* A report of several suites: open, a suite each, close. `subject` is the class name of a
 * suite's cases. */
void hexfog_junit_open(struct hexfog_text *text);
void hexfog_junit_suite(struct hexfog_text *text, const char *suite, const char *subject,
                        const struct hexfog_test_case *cases, size_t case_count);
void hexfog_junit_close(struct hexfog_text *text);
/* A report of one. */
void hexfog_junit(struct hexfog_text *text, const char *suite, const char *subject,
                  const struct hexfog_test_case *cases, size_t case_count);

/* Replaces a file whole, or writes to standard output for "-". */
struct hexfog_file_options;
hexfog_status hexfog_replace_text(const char *path, const struct hexfog_file_options *options,
                                  const struct hexfog_text *text, struct hexfog_error *error);

/* The error with which the writing of a file would end as things are: what comes after long
 * work is looked at before it. OK for NULL. hexfog_check_written prints it too. */
hexfog_status hexfog_can_write(const struct hexfog_settings *settings, const char *path,
                               struct hexfog_error *error);
hexfog_status hexfog_check_written(const struct hexfog_settings *settings, const char *path);

/* The same of every --report. */
hexfog_status hexfog_can_write_reports(const struct hexfog_settings *settings,
                                       struct hexfog_error *error);
hexfog_status hexfog_check_reports_written(const struct hexfog_settings *settings);

/* Turns a command's result into the text of a report, by its suffix. */
enum hexfog_report_form { HEXFOG_REPORT_JSON, HEXFOG_REPORT_JUNIT };
typedef void hexfog_report_writer(const void *result, enum hexfog_report_form form,
                                  struct hexfog_text *text);
/* Replaces every --report whole; prints what went wrong (IO, MEMORY, INPUT). */
hexfog_status hexfog_write_reports(const struct hexfog_settings *settings,
                                   hexfog_report_writer *write, const void *result);

/* Of two statuses the one that the process ends with: the first of USAGE, INPUT, MEMORY,
 * IO, NO, UNAVAILABLE, OK. */
hexfog_status hexfog_worse_status(hexfog_status a, hexfog_status b);

#endif
