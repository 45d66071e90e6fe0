// SPDX-License-Identifier: MIT
// Turns a map of another program into a description, in a child process: what reads it (Expat,
// cJSON, zlib, Zstandard) reads what a stranger wrote.
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "cli/import.h"
#include "cli/reading.h"
#include "desc/scan.h"

// Shared with the child; pages that it does not write to take no memory.
struct found {
    struct hexfog_import_facts facts;
    size_t diagnostic_count, dropped, length;
    struct hexfog_error diagnostics[HEXFOG_MAX_DIAGNOSTICS];
    char text[HEXFOG_MAX_TEXT_BYTES];
};

struct import {
    const char *text;
    size_t length;
    const struct hexfog_import_options *options;
    struct found *found;
};

static hexfog_status work(void *context, void *shared, struct hexfog_error *error)
{
    const struct import *import = context;
    struct found *found = import->found;
    struct hexfog_diagnostics diagnostics = { 0 };
    struct hexfog_text description = { 0 };
    hexfog_status status = hexfog_import(import->text, import->length, import->options,
                                         &description, &found->facts, &diagnostics);

    (void)shared, (void)error;
    if (status == HEXFOG_OK)
        memcpy(found->text, description.bytes, description.length);
    found->length = status == HEXFOG_OK ? description.length : 0;
    for (size_t i = 0; i < diagnostics.count; i++)
        found->diagnostics[i] = diagnostics.list[i];
    found->diagnostic_count = diagnostics.count;
    found->dropped = diagnostics.dropped;
    hexfog_diagnostics_free(&diagnostics);
    hexfog_text_free(&description);
    return status;
}

// A child that was taken over may have written anything there.
static hexfog_status take(const struct found *found, struct hexfog_text *description,
                          struct hexfog_import_facts *facts,
                          struct hexfog_diagnostics *diagnostics)
{
    size_t count = found->diagnostic_count, length = found->length;

    if (count > HEXFOG_MAX_DIAGNOSTICS || length > HEXFOG_MAX_TEXT_BYTES)
        return HEXFOG_IO;
    *facts = found->facts;
    hexfog_text_add_bytes(description, found->text, length);
    for (size_t i = 0; i < count; i++) {
        struct hexfog_error error = found->diagnostics[i];
        hexfog_error_settle(&error);
        hexfog_diagnose(diagnostics, &error);
    }
    diagnostics->dropped += found->dropped;
    return description->failed ? HEXFOG_MEMORY : HEXFOG_OK;
}

static hexfog_status run(const struct hexfog_settings *settings, struct import *import,
                         struct hexfog_diagnostics *diagnostics)
{
    struct hexfog_child child = hexfog_reading_child(settings, NULL, NULL);
    struct hexfog_error error = { 0 };
    char nothing = 0;

    child.what = "reading the map";
    child.work = work;
    child.context = import;
    hexfog_status status = hexfog_run_child(&child, &nothing, sizeof nothing, &error);
    // Its own words are in its diagnostics.
    if (status != HEXFOG_OK && error.status != HEXFOG_OK) {
        hexfog_error_set_file(&error, import->options->file_name);
        hexfog_diagnose(diagnostics, &error);
    }
    return status;
}

hexfog_status hexfog_import_in_child(const struct hexfog_settings *settings, const char *text,
                                     size_t length, const struct hexfog_import_options *options,
                                     struct hexfog_text *description,
                                     struct hexfog_import_facts *facts,
                                     struct hexfog_diagnostics *diagnostics)
{
    struct found *found = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct import import = { text, length, options, found };

    *facts = (struct hexfog_import_facts){ 0 };
    if (found == MAP_FAILED)
        return HEXFOG_MEMORY;
    hexfog_status status = run(settings, &import, diagnostics);
    hexfog_status taken = take(found, description, facts, diagnostics);
    munmap(found, sizeof *found);
    return status == HEXFOG_OK ? taken : status;
}
