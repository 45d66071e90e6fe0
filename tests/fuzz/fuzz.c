// SPDX-License-Identifier: MIT
// Turns a fuzzer's bytes into texts, files and descriptions, for all targets.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Noreturn void fuzz_broken(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

char *fuzz_copy(const void *bytes, size_t size)
{
    char *copy = malloc(size);
    if (!copy)
        copy = malloc(1);
    if (!copy)
        abort();
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

char *fuzz_text(const void *bytes, size_t length)
{
    char *text = malloc(length + 1);
    if (!text)
        abort();
    if (length)
        memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

// ---- Sections.

static const char *find_mark(const char *from, const char *end)
{
    for (const char *at = from; end - at >= 3; at++)
        if (memcmp(at, "\n%%", 3) == 0)
            return at;
    return end;
}

static void take_section(struct fuzz_section *section, const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && length < sizeof section->name - 1 && text[length] > ' ')
        length++;
    memcpy(section->name, text, length);
    section->name[length] = '\0';
    text += length;
    text += text < end; // the blank or line end behind the name
    section->length = (size_t)(end - text);
    section->text = fuzz_text(text, section->length);
}

void fuzz_split(const uint8_t *data, size_t size, struct fuzz_input *input)
{
    const char *all = (const char *)data, *end = all + size, *mark = find_mark(all, end);
    *input = (struct fuzz_input){ .count = 1 };
    input->sections[0].text = fuzz_copy(all, (size_t)(mark - all));
    input->sections[0].length = (size_t)(mark - all);
    while (mark < end && input->count < FUZZ_MOST_SECTIONS) {
        const char *next = find_mark(mark + 3, end);
        take_section(&input->sections[input->count++], mark + 3, next);
        mark = next;
    }
}

const struct fuzz_section *fuzz_next(const struct fuzz_input *input, const char *name, size_t *at)
{
    while (++*at < input->count)
        if (strcmp(input->sections[*at].name, name) == 0)
            return &input->sections[*at];
    return NULL;
}

void fuzz_input_free(struct fuzz_input *input)
{
    for (size_t i = 0; i < input->count; i++)
        free(input->sections[i].text);
}

// ---- Descriptions.

// The file that `base` names, whatever its name: the section `base`.
static hexfog_status load(void *context, const char *path, char **text, size_t *length_bytes,
                          struct hexfog_error *error)
{
    size_t at = 0;
    const struct fuzz_section *base = fuzz_next(context, "base", &at);
    if (!base) {
        *error = (struct hexfog_error){ .status = HEXFOG_IO };
        snprintf(error->message, sizeof error->message, "cannot open %s", path);
        return HEXFOG_IO;
    }
    *text = fuzz_copy(base->text, base->length);
    *length_bytes = base->length;
    return HEXFOG_OK;
}

hexfog_status fuzz_read_description(const struct fuzz_input *input, bool jsonc,
                                    struct hexfog_description *description,
                                    struct hexfog_diagnostics *diagnostics)
{
    const char *sets[FUZZ_MOST_SECTIONS];
    const struct fuzz_section *set;
    struct hexfog_read_options options = { .file_name = "a.json", .jsonc = jsonc, .sets = sets,
                                           .load = load, .load_context = (void *)(uintptr_t)input };
    for (size_t at = 0; (set = fuzz_next(input, "set", &at));)
        sets[options.set_count++] = set->text;
    *description = (struct hexfog_description){ 0 };
    *diagnostics = (struct hexfog_diagnostics){ 0 };
    hexfog_status status = hexfog_description_read(input->sections[0].text,
                                                   input->sections[0].length, &options,
                                                   description, diagnostics);
    fuzz_check_diagnostics(diagnostics);
    return status;
}

void fuzz_check_diagnostics(const struct hexfog_diagnostics *diagnostics)
{
    size_t errors = 0;
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct hexfog_error *error = &diagnostics->list[i];
        FUZZ_HOLDS(memchr(error->message, '\0', sizeof error->message) && error->message[0]);
        FUZZ_HOLDS(memchr(error->file, '\0', sizeof error->file));
        FUZZ_HOLDS(memchr(error->key, '\0', sizeof error->key));
        FUZZ_HOLDS(memchr(error->rule, '\0', sizeof error->rule));
        FUZZ_HOLDS(!error->line == !error->column);
        errors += !error->is_warning;
    }
    FUZZ_HOLDS(errors + diagnostics->dropped >= diagnostics->error_count);
    FUZZ_HOLDS(errors <= diagnostics->error_count);
    FUZZ_HOLDS((hexfog_diagnostics_status(diagnostics) == HEXFOG_OK)
               == (diagnostics->error_count == 0));
}

// ---- Files.

const char *fuzz_file(const void *bytes, size_t size)
{
    static int file = -1;
    static char path[40];
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (file < 0 || ftruncate(file, (off_t)size) != 0
        || pwrite(file, bytes, size, 0) != (ssize_t)size)
        abort();
    return path;
}

static hexfog_status write_at(void *context, uint64_t offset, const void *bytes, size_t count,
                              struct hexfog_error *error)
{
    struct fuzz_bytes *file = context;
    (void)error;
    FUZZ_HOLDS(offset <= file->length && count <= file->length - offset);
    memcpy(file->bytes + offset, bytes, count);
    return HEXFOG_OK;
}

static hexfog_status append(void *context, const void *bytes, size_t count,
                            struct hexfog_error *error)
{
    struct fuzz_bytes *file = context;
    if (count > file->capacity - file->length) {
        file->capacity = 2 * (file->length + count);
        file->bytes = realloc(file->bytes, file->capacity);
        if (!file->bytes)
            abort();
    }
    file->length += count;
    return write_at(context, file->length - count, bytes, count, error);
}

// Whatever is not written shows: no format holds these bytes by itself.
static hexfog_status reserve(void *context, uint64_t total_bytes, struct hexfog_error *error)
{
    struct fuzz_bytes *file = context;
    (void)error;
    FUZZ_HOLDS(file->length == 0 && total_bytes > 0);
    file->bytes = realloc(file->bytes, total_bytes);
    if (!file->bytes)
        abort();
    memset(file->bytes, 0xA5, total_bytes);
    file->capacity = file->length = total_bytes;
    return HEXFOG_OK;
}

struct hexfog_byte_sink fuzz_bytes_sink(struct fuzz_bytes *bytes, bool is_reserved)
{
    return (struct hexfog_byte_sink){ bytes, append, write_at, is_reserved ? reserve : NULL };
}
