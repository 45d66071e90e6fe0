// SPDX-License-Identifier: MIT
// Turns bytes, arguments with a NUL after each, into settings and into what commands make of
// them, without running any. What is said on standard error is held to its form.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/diff.h"
#include "cli/import.h"
#include "cli/message.h"
#include "cli/preview.h"
#include "cli/target.h"
#include "cli/verify.h"
#include "said.h"

enum { MOST_ARGUMENTS = 40, MOST_SAID = 1 << 16 };

// ---- Standard error: the program's calls of write come here (the linker's --wrap=write).

struct said {
    char text[MOST_SAID];
    size_t length;
};
static struct said *listener;

ssize_t __real_write(int descriptor, const void *bytes, size_t count);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count)
{
    if (!listener || descriptor != STDERR_FILENO)
        return __real_write(descriptor, bytes, count);
    FUZZ_HOLDS(count <= MOST_SAID - listener->length);
    memcpy(listener->text + listener->length, bytes, count);
    listener->length += count;
    return (ssize_t)count;
}

// ---- Settings.

static hexfog_status read_import(const struct hexfog_settings *settings)
{
    struct hexfog_import_request request;
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_import_request_read(settings, "a.tmj", &request, &error);
    hexfog_import_request_free(&request);
    if (status != HEXFOG_OK) {
        FUZZ_HOLDS(status == HEXFOG_USAGE && error.message[0]);
        hexfog_print_error(settings, &error);
    }
    return status;
}

// As far as the commands go before they touch a file.
static hexfog_status take_apart(const struct hexfog_settings *settings)
{
    const char *name = settings->command->name;
    if (strcmp(name, "diff") == 0) {
        static struct hexfog_diff_request request;
        return hexfog_diff_request_read(settings, &request);
    }
    if (strcmp(name, "verify") == 0) {
        struct hexfog_verify_request request;
        hexfog_status status = hexfog_verify_request_read(settings, &request);
        return status ? status : read_import(settings);
    }
    if (strcmp(name, "preview") == 0) {
        struct hexfog_preview_request request;
        hexfog_status status = hexfog_preview_request_read(settings, &request);
        return status ? status : read_import(settings);
    }
    if (strcmp(name, "bake") == 0) {
        hexfog_status status = hexfog_check_output_options(settings);
        return status ? status : read_import(settings);
    }
    return strcmp(name, "import") == 0 ? read_import(settings) : HEXFOG_OK;
}

static hexfog_status read_once(int argc, char *const *argv, struct said *said)
{
    char *own[MOST_ARGUMENTS + 1];
    struct hexfog_settings settings;
    memcpy(own, argv, sizeof own); // getopt puts them in another order
    said->length = 0;
    listener = said;
    hexfog_status status = hexfog_settings_read(argc, own, &settings);
    if (status == HEXFOG_OK) {
        FUZZ_HOLDS(settings.command->run && settings.operand_count >= 0);
        settings.jobs = settings.jobs ? settings.jobs : 1; // this machine's CPUs tell nothing
        status = take_apart(&settings);
    }
    listener = NULL;
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_USAGE);
    FUZZ_HOLDS((status == HEXFOG_OK) == (said->length == 0));
    FUZZ_HOLDS(status == HEXFOG_OK || said->text[said->length - 1] == '\n');
    if (status != HEXFOG_OK)
        fuzz_check_visible(said->text, said->length, settings.color == HEXFOG_ALWAYS);
    hexfog_settings_free(&settings);
    return status;
}

void fuzz_arguments(const uint8_t *data, size_t size)
{
    static struct said first, second;
    static char program[] = "hexfog";
    char *argv[MOST_ARGUMENTS + 1] = { program };
    size_t held = hexfog_allocated_bytes();
    int argc = 1;

    for (size_t at = 0; at < size && argc < MOST_ARGUMENTS; argc++) {
        size_t length = strnlen((const char *)data + at, size - at);
        argv[argc] = fuzz_text(data + at, length);
        at += length + 1;
    }
    hexfog_status status = read_once(argc, argv, &first);
    // Nothing is left over from one command line to the next.
    FUZZ_HOLDS(read_once(argc, argv, &second) == status);
    FUZZ_HOLDS(first.length == second.length);
    FUZZ_HOLDS(memcmp(first.text, second.text, first.length) == 0);
    while (argc > 1)
        free(argv[--argc]);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}
