// SPDX-License-Identifier: MIT
// Turns bytes into the list of hash --check and its reports, which hold names of any bytes.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/hash.h"
#include "said.h"

static void free_run(struct hexfog_hash_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        hexfog_free(run->list[i].path);
    hexfog_free(run->list);
    hexfog_diagnostics_free(&run->diagnostics);
}

// What a run with these names and hashes prints is such a list again.
static void write_and_read(const struct hexfog_hash_run *run)
{
    struct hexfog_hash_run back = { .settings = run->settings };
    struct hexfog_text text = { 0 };
    for (size_t i = 0; i < run->count; i++)
        hexfog_hash_add_line(&text, run->list[i].expected, run->list[i].path);
    FUZZ_HOLDS(!text.failed);
    hexfog_hash_read_list(&back, fuzz_file(text.bytes, text.length));
    FUZZ_HOLDS(back.diagnostics.error_count == 0 && back.count == run->count);
    for (size_t i = 0; i < run->count; i++) {
        FUZZ_HOLDS(strcmp(run->list[i].path, back.list[i].path) == 0);
        FUZZ_HOLDS(strcmp(run->list[i].expected, back.list[i].expected) == 0);
    }
    hexfog_text_free(&text);
    free_run(&back);
}

// ---- Reports.

// Every verdict, and names in messages.
static void judge(struct hexfog_hash_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct hexfog_hashed *hashed = &run->list[i];
        hashed->verdict = (enum hexfog_hash_verdict)(i % HEXFOG_HASH_VERDICTS);
        run->verdict_count[hashed->verdict]++;
        if (hashed->verdict != HEXFOG_HASH_UNREADABLE)
            continue;
        hashed->status = hashed->error.status = HEXFOG_IO;
        strncpy(hashed->error.message, hashed->path, sizeof hashed->error.message - 1);
        strncpy(hashed->error.file, hashed->path, sizeof hashed->error.file - 1);
    }
}

static void check_reports(const struct hexfog_hash_run *run)
{
    struct hexfog_text text = { 0 }, json = { 0 }, xml = { 0 };
    hexfog_hash_as_text(run, &text);
    hexfog_hash_as_json(run, &json);
    hexfog_hash_as_junit(run, &xml);
    FUZZ_HOLDS(!text.failed);
    fuzz_check_json(&json);
    fuzz_check_xml(&xml);
    hexfog_text_free(&text);
}

void fuzz_sums(const uint8_t *data, size_t size)
{
    static const struct hexfog_settings settings = { .check = true };
    struct hexfog_hash_run run = { .settings = &settings };
    size_t held = hexfog_allocated_bytes();
    hexfog_hash_read_list(&run, fuzz_file(data, size));
    fuzz_check_diagnostics(&run.diagnostics);
    FUZZ_HOLDS(run.count > 0 || run.diagnostics.error_count > 0);
    if (run.count > 0)
        write_and_read(&run);
    fuzz_check_messages(&run.diagnostics);
    judge(&run);
    check_reports(&run);
    free_run(&run);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}
