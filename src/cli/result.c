// SPDX-License-Identifier: MIT
// Turns a finished result into bytes on standard output or in a report file.
#include "cli/result.h"
#include <unistd.h>
#include "base/error.h"
#include "base/file.h"
#include "cli/message.h"
#include "cli/target.h"

hexfog_status hexfog_print_text(const struct hexfog_settings *settings,
                                const struct hexfog_text *text)
{
    struct hexfog_error error = { 0 };
    hexfog_status status = HEXFOG_OK;
    if (text->failed)
        status = hexfog_fail_memory(&error, "the result");
    else
        status = hexfog_write_all(STDOUT_FILENO, "standard output", text->bytes, text->length,
                                  &error);
    if (status != HEXFOG_OK)
        hexfog_print_error(settings, &error);
    return status;
}

const char *hexfog_report_at(const struct hexfog_settings *settings, const char *path)
{
    for (size_t i = 0; i < settings->reports.count; i++)
        if (hexfog_is_same_file(settings->reports.list[i], path))
            return settings->reports.list[i];
    return NULL;
}

hexfog_status hexfog_check_reports(const struct hexfog_settings *settings)
{
    const struct hexfog_paths *reports = &settings->reports;
    for (size_t i = 0; i < reports->count; i++) {
        const char *path = reports->list[i];
        if (!hexfog_ends_in(path, ".json") && !hexfog_ends_in(path, ".xml"))
            return hexfog_usage_error(settings, "--report: '%s' ends in neither .json nor .xml",
                                      path);
        if (hexfog_report_at(settings, path) != path)
            return hexfog_usage_error(settings, "--report: '%s' is given twice", path);
    }
    return HEXFOG_OK;
}

static void add_output(struct hexfog_text *text, const char *output)
{
    if (!output) {
        hexfog_text_add(text, "\"/>\n");
        return;
    }
    hexfog_text_add(text, "\">\n      <system-out>");
    hexfog_text_add_xml(text, output);
    hexfog_text_add(text, "</system-out>\n    </testcase>\n");
}

static void add_case(struct hexfog_text *text, const char *subject,
                     const struct hexfog_test_case *test)
{
    hexfog_text_add(text, "    <testcase classname=\"");
    hexfog_text_add_xml(text, subject);
    hexfog_text_add(text, "\" name=\"");
    hexfog_text_add_xml(text, test->name);
    if (test->seconds > 0)
        hexfog_text_print(text, "\" time=\"%.3f", test->seconds);
    if (test->status == HEXFOG_OK && !test->is_skipped) {
        add_output(text, test->output);
        return;
    }
    if (test->is_skipped) {
        hexfog_text_add(text, "\">\n      <skipped/>\n    </testcase>\n");
        return;
    }
    const char *element = test->status == HEXFOG_NO ? "failure" : "error";
    hexfog_text_print(text, "\">\n      <%s type=\"%s\" message=\"", element,
                      hexfog_status_name(test->status));
    hexfog_text_add_xml(text, test->message);
    hexfog_text_add(text, "\"/>\n    </testcase>\n");
}

void hexfog_junit_open(struct hexfog_text *text)
{
    hexfog_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
}

void hexfog_junit_suite(struct hexfog_text *text, const char *suite, const char *subject,
                        const struct hexfog_test_case *cases, size_t case_count)
{
    size_t failures = 0, errors = 0, skipped = 0;
    for (size_t i = 0; i < case_count; i++) {
        skipped += cases[i].is_skipped;
        failures += cases[i].status == HEXFOG_NO && !cases[i].is_skipped;
        errors += cases[i].status != HEXFOG_NO && cases[i].status != HEXFOG_OK
               && !cases[i].is_skipped;
    }
    hexfog_text_print(text, "  <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\""
                      " errors=\"%zu\" skipped=\"%zu\">\n", suite, case_count, failures, errors,
                      skipped);
    for (size_t i = 0; i < case_count; i++)
        add_case(text, subject, &cases[i]);
    hexfog_text_add(text, "  </testsuite>\n");
}

void hexfog_junit_close(struct hexfog_text *text)
{
    hexfog_text_add(text, "</testsuites>\n");
}

void hexfog_junit(struct hexfog_text *text, const char *suite, const char *subject,
                  const struct hexfog_test_case *cases, size_t case_count)
{
    hexfog_junit_open(text);
    hexfog_junit_suite(text, suite, subject, cases, case_count);
    hexfog_junit_close(text);
}

hexfog_status hexfog_replace_text(const char *path, const struct hexfog_file_options *options,
                                  const struct hexfog_text *text, struct hexfog_error *error)
{
    struct hexfog_replacement *file = NULL;
    hexfog_status status = hexfog_replacement_open(path, options, &file, error);
    if (status == HEXFOG_OK) {
        struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
        status = sink.write(sink.context, text->bytes, text->length, error);
    }
    if (status == HEXFOG_OK)
        status = hexfog_replacement_close(file, error);
    if (status == HEXFOG_OK)
        status = hexfog_replacement_commit(file, error);
    hexfog_replacement_free(file);
    return status;
}

hexfog_status hexfog_can_write(const struct hexfog_settings *settings, const char *path,
                               struct hexfog_error *error)
{
    struct hexfog_file_options options = { .make_folders = settings->make_folders };
    return path ? hexfog_replacement_check(path, &options, error) : HEXFOG_OK;
}

hexfog_status hexfog_check_written(const struct hexfog_settings *settings, const char *path)
{
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_can_write(settings, path, &error);
    if (status != HEXFOG_OK)
        hexfog_print_error(settings, &error);
    return status;
}

hexfog_status hexfog_can_write_reports(const struct hexfog_settings *settings,
                                       struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < settings->reports.count && status == HEXFOG_OK; i++)
        status = hexfog_can_write(settings, settings->reports.list[i], error);
    return status;
}

hexfog_status hexfog_check_reports_written(const struct hexfog_settings *settings)
{
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_can_write_reports(settings, &error);
    if (status != HEXFOG_OK)
        hexfog_print_error(settings, &error);
    return status;
}

static hexfog_status write_report(const struct hexfog_settings *settings, const char *path,
                                  const struct hexfog_text *text)
{
    struct hexfog_error error = { 0 };
    struct hexfog_file_options options = { .make_folders = settings->make_folders,
                                           .sync = settings->sync };
    hexfog_status status = text->failed
                               ? hexfog_fail_memory(&error, "the report")
                               : hexfog_replace_text(path, &options, text, &error);
    if (status != HEXFOG_OK)
        hexfog_print_error(settings, &error);
    return status;
}

hexfog_status hexfog_write_reports(const struct hexfog_settings *settings,
                                   hexfog_report_writer *write, const void *result)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < settings->reports.count; i++) {
        const char *path = settings->reports.list[i];
        bool is_json = hexfog_ends_in(path, ".json");
        struct hexfog_text text = { 0 };
        write(result, is_json ? HEXFOG_REPORT_JSON : HEXFOG_REPORT_JUNIT, &text);
        status = hexfog_worse_status(status, write_report(settings, path, &text));
        hexfog_text_free(&text);
    }
    return status;
}

hexfog_status hexfog_worse_status(hexfog_status a, hexfog_status b)
{
    static const hexfog_status order[] = { HEXFOG_USAGE, HEXFOG_INPUT, HEXFOG_MEMORY, HEXFOG_IO,
                                           HEXFOG_NO, HEXFOG_UNAVAILABLE };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return HEXFOG_OK;
}
