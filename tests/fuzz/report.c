// SPDX-License-Identifier: MIT
// Turns bytes into a batch's report, as `report merge` reads it, and that into the same again.
#include "fuzz.h"

#include "base/alloc.h"
#include "cli/batch_report.h"
#include "said.h"

#include <string.h>

static const struct hexfog_settings settings;

static void check_failed(hexfog_status status, const struct hexfog_error *error)
{
    FUZZ_HOLDS(status == HEXFOG_IO && error->message[0]);
    FUZZ_HOLDS(strcmp(error->file, "a.json") == 0);
}

static void write_report(struct hexfog_batch *report, struct hexfog_text *text)
{
    report->settings = &settings;
    hexfog_batch_as_json(report, text);
    FUZZ_HOLDS(!text->failed);
}

// What is read is written as a report that reads as the same.
static void write_and_read(struct hexfog_batch *report)
{
    struct hexfog_text text = { 0 }, again = { 0 }, xml = { 0 };
    struct hexfog_batch back;
    struct hexfog_error error = { 0 };
    write_report(report, &text);
    FUZZ_HOLDS(hexfog_batch_report_read(text.bytes, text.length, "a.json", &back, &error)
               == HEXFOG_OK);
    FUZZ_HOLDS(back.job_count == report->job_count && back.map_count == report->map_count);
    write_report(&back, &again);
    FUZZ_HOLDS(text.length == again.length
               && memcmp(text.bytes, again.bytes, text.length) == 0);
    hexfog_batch_as_junit(&back, &xml);
    fuzz_check_xml(&xml);
    hexfog_batch_free(&back);
    hexfog_text_free(&text);
    hexfog_text_free(&again);
}

void fuzz_report(const uint8_t *data, size_t size)
{
    struct hexfog_batch report;
    struct hexfog_error error = { 0 };
    size_t held = hexfog_allocated_bytes();
    hexfog_status status = hexfog_batch_report_read((const char *)data, size, "a.json", &report,
                                                    &error);
    if (status == HEXFOG_OK)
        write_and_read(&report);
    else
        check_failed(status, &error);
    hexfog_batch_free(&report);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}
