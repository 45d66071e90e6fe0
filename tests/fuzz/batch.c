// SPDX-License-Identifier: MIT
// Turns bytes into what batch reads: lists of names, shards, records of bakes.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sha256.h"
#include "cli/bake_record.h"
#include "cli/name_list.h"
#include "cli/shard.h"

// ---- Lists.

static void read_list(const char *bytes, size_t length, enum hexfog_name_end end)
{
    struct hexfog_name_list names;
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_name_list_read(bytes, length, end, &names, &error);
    FUZZ_HOLDS(status == HEXFOG_OK || status == HEXFOG_INPUT);
    FUZZ_HOLDS(status == HEXFOG_OK || (error.line > 0 && error.message[0]));
    size_t used = 0;
    for (size_t i = 0; i < names.count && status == HEXFOG_OK; i++) {
        size_t name_length = strlen(names.list[i]);
        FUZZ_HOLDS(name_length > 0);
        if (end == HEXFOG_ENDS_IN_NEWLINE)
            FUZZ_HOLDS(!strchr(names.list[i], '\n') && names.list[i][0] != '#');
        used += name_length + 1;
    }
    FUZZ_HOLDS(used <= length + 1);
    hexfog_name_list_free(&names);
}

void fuzz_list(const uint8_t *data, size_t size)
{
    size_t held = hexfog_allocated_bytes();
    read_list((const char *)data, size, HEXFOG_ENDS_IN_NEWLINE);
    read_list((const char *)data, size, HEXFOG_ENDS_IN_NUL);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}

// ---- Shards. The sections are variables of the environment.

static const struct fuzz_input *environment;

static char *variable(const char *name)
{
    size_t at = 0;
    const struct fuzz_section *section = fuzz_next(environment, name, &at);
    return section ? section->text : NULL;
}

void fuzz_shard(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct hexfog_shard shard;
    struct hexfog_error error = { 0 };
    fuzz_split(data, size, &input);
    environment = &input;
    char *text = fuzz_text(input.sections[0].text, input.sections[0].length);
    hexfog_status status = hexfog_shard_read(text, variable, &shard, &error);
    FUZZ_HOLDS(status == HEXFOG_OK || (status == HEXFOG_USAGE && error.message[0]));
    if (status == HEXFOG_OK)
        FUZZ_HOLDS(shard.count >= 1 && shard.count <= HEXFOG_MOST_SHARDS
                   && shard.index < shard.count);
    free(text);
    environment = NULL;
    fuzz_input_free(&input);
}

// ---- Records.

static void add_line(struct hexfog_text *text, struct hexfog_sha256 *hash, const char *line,
                     size_t length)
{
    char digest[65];
    if (length > 0 && line[0] == '\t') {
        hexfog_sha256_add(hash, line, length);
        hexfog_sha256_digest(hash, digest);
        hexfog_text_add_bytes(text, digest, 16);
    }
    hexfog_text_add_bytes(text, line, length);
    hexfog_text_add(text, "\n");
}

// A line that begins with a tab gets its checksum in front of it: no engine would guess one.
static void add_lines(struct hexfog_text *text, const char *bytes, size_t size)
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    FUZZ_HOLDS(hash);
    hexfog_text_add(text, "hexfog-state 1\n");
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at : size - at;
        add_line(text, hash, bytes + at, length);
        at += length + 1;
    }
    hexfog_sha256_free(hash);
}

// What is read and written is then read without damage, and written the same.
static void write_and_read(const struct hexfog_records *records)
{
    struct hexfog_text text = { 0 }, again = { 0 };
    struct hexfog_records back;
    size_t damaged;
    hexfog_records_write(records, &text);
    FUZZ_HOLDS(!text.failed);
    FUZZ_HOLDS(hexfog_records_read(text.bytes, text.length, &back, &damaged) == HEXFOG_OK);
    FUZZ_HOLDS(damaged == 0 && back.count == records->count);
    hexfog_records_write(&back, &again);
    FUZZ_HOLDS(text.length == again.length
               && memcmp(text.bytes, again.bytes, text.length) == 0);
    hexfog_records_free(&back);
    hexfog_text_free(&text);
    hexfog_text_free(&again);
}

static void read_records(const char *bytes, size_t length)
{
    struct hexfog_records records;
    size_t damaged;
    char *copy = fuzz_copy(bytes, length);
    FUZZ_HOLDS(hexfog_records_read(copy, length, &records, &damaged) == HEXFOG_OK);
    for (size_t i = 0; i < records.count; i++) {
        const struct hexfog_record *record = &records.list[i];
        FUZZ_HOLDS(hexfog_record_find(&records, record->description, record->folder) == record);
        FUZZ_HOLDS(record->proven >= 0 && record->proven <= 2);
    }
    write_and_read(&records);
    hexfog_records_free(&records);
    free(copy);
}

void fuzz_record(const uint8_t *data, size_t size)
{
    struct hexfog_text text = { 0 };
    size_t held = hexfog_allocated_bytes();
    read_records((const char *)data, size);
    add_lines(&text, (const char *)data, size);
    FUZZ_HOLDS(!text.failed);
    read_records(text.bytes, text.length);
    hexfog_text_free(&text);
    FUZZ_HOLDS(hexfog_allocated_bytes() == held);
}
