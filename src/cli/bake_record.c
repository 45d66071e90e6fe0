// SPDX-License-Identifier: MIT
// Turns the bytes of a state file into records of bakes, and such records into bytes.
#include "cli/bake_record.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/sha256.h"

// A line is a checksum, the first 16 digits of the SHA-256 of the rest, then fields with a tab
// before each: description, folder, base, inputs, proven, and of each output its path, bytes,
// inode, mtime_ns, taken_ns and SHA-256. In paths \\, \t, \n stand for what would end them.
static const char head[] = "hexfog-state 1\n";
enum { CHECK_DIGITS = 16, HASH_DIGITS = 64, OWN_FIELDS = 5, OUTPUT_FIELDS = 6, MOST_PROVEN = 2 };

// ---- The list.

void hexfog_record_free(struct hexfog_record *record)
{
    for (size_t i = 0; i < record->output_count; i++)
        hexfog_free(record->outputs[i].path);
    hexfog_free(record->outputs);
    hexfog_free(record->description);
    hexfog_free(record->folder);
    hexfog_free(record->base);
    *record = (struct hexfog_record){ 0 };
}

void hexfog_records_free(struct hexfog_records *records)
{
    for (size_t i = 0; i < records->count; i++)
        hexfog_record_free(&records->list[i]);
    hexfog_free(records->list);
    *records = (struct hexfog_records){ 0 };
}

static int compare_key(const struct hexfog_record *record, const char *description,
                       const char *folder)
{
    int order = strcmp(record->description, description);
    return order ? order : strcmp(record->folder, folder);
}

// The place of the first record that is not before the key.
static size_t place_of(const struct hexfog_records *records, const char *description,
                       const char *folder)
{
    size_t low = 0, high = records->count;
    if (high > 0 && compare_key(&records->list[high - 1], description, folder) < 0)
        return high; // records come in order mostly
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_key(&records->list[middle], description, folder) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct hexfog_records *records, size_t place, const char *description,
                  const char *folder)
{
    return place < records->count
        && compare_key(&records->list[place], description, folder) == 0;
}

const struct hexfog_record *hexfog_record_find(const struct hexfog_records *records,
                                               const char *description, const char *folder)
{
    size_t place = place_of(records, description, folder);
    return is_at(records, place, description, folder) ? &records->list[place] : NULL;
}

static bool grow(struct hexfog_records *records)
{
    if (records->count < records->capacity)
        return true;
    size_t capacity = records->capacity ? 2 * records->capacity : 16;
    struct hexfog_record *grown = hexfog_realloc(records->list, capacity, sizeof *grown);
    if (!grown)
        return false;
    records->list = grown;
    records->capacity = capacity;
    return true;
}

bool hexfog_record_put(struct hexfog_records *records, struct hexfog_record *record)
{
    size_t place = place_of(records, record->description, record->folder);
    if (is_at(records, place, record->description, record->folder)) {
        hexfog_record_free(&records->list[place]);
    } else {
        if (!grow(records))
            return false;
        memmove(&records->list[place + 1], &records->list[place],
                (records->count - place) * sizeof *records->list);
        records->count++;
    }
    records->list[place] = *record;
    *record = (struct hexfog_record){ 0 };
    return true;
}

void hexfog_record_remove(struct hexfog_records *records, const char *description,
                          const char *folder)
{
    size_t place = place_of(records, description, folder);
    if (!is_at(records, place, description, folder))
        return;
    hexfog_record_free(&records->list[place]);
    records->count--;
    memmove(&records->list[place], &records->list[place + 1],
            (records->count - place) * sizeof *records->list);
}

static bool copy_outputs(struct hexfog_record *copy, const struct hexfog_record *record)
{
    copy->outputs = hexfog_alloc_zeroed(record->output_count, sizeof *copy->outputs);
    for (size_t i = 0; copy->outputs && i < record->output_count; i++) {
        copy->outputs[i] = record->outputs[i];
        copy->outputs[i].path = hexfog_copy_string(record->outputs[i].path);
        copy->output_count = i + 1;
        if (!copy->outputs[i].path)
            return false;
    }
    return copy->outputs != NULL;
}

bool hexfog_record_copy(struct hexfog_record *copy, const struct hexfog_record *record)
{
    *copy = (struct hexfog_record){ .proven = record->proven };
    memcpy(copy->inputs, record->inputs, sizeof copy->inputs);
    copy->description = hexfog_copy_string(record->description);
    copy->folder = hexfog_copy_string(record->folder);
    copy->base = hexfog_copy_string(record->base);
    if (copy->description && copy->folder && copy->base && copy_outputs(copy, record))
        return true;
    hexfog_record_free(copy);
    return false;
}

// ---- Reading.

// The text of one line behind its checksum.
struct cursor {
    const char *at, *end;
    bool is_out_of_memory;
};

// The next field, without its tab; false when there is none.
static bool next_field(struct cursor *cursor, const char **field, size_t *length)
{
    if (cursor->at == cursor->end || *cursor->at != '\t')
        return false;
    *field = cursor->at + 1;
    const char *tab = memchr(*field, '\t', (size_t)(cursor->end - *field));
    cursor->at = tab ? tab : cursor->end;
    *length = (size_t)(cursor->at - *field);
    return true;
}

static char unescaped(char letter)
{
    return letter == '\\' ? '\\' : letter == 't' ? '\t' : letter == 'n' ? '\n' : '\0';
}

static bool read_path(struct cursor *cursor, char **path)
{
    const char *field;
    size_t length, used = 0;
    if (!next_field(cursor, &field, &length) || memchr(field, '\0', length))
        return false;
    char *text = hexfog_alloc(length + 1, 1);
    *path = text;
    cursor->is_out_of_memory |= !text;
    for (size_t i = 0; text && i < length; i++) {
        char byte = field[i];
        if (byte == '\\')
            byte = ++i < length ? unescaped(field[i]) : '\0';
        if (byte == '\0') {
            text[used] = '\0';
            return false;
        }
        text[used++] = byte;
    }
    if (text)
        text[used] = '\0';
    return text != NULL;
}

static bool read_hash(struct cursor *cursor, char hash[HASH_DIGITS + 1])
{
    const char *field;
    size_t length;
    if (!next_field(cursor, &field, &length) || length != HASH_DIGITS)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!((field[i] >= '0' && field[i] <= '9') || (field[i] >= 'a' && field[i] <= 'f')))
            return false;
    memcpy(hash, field, HASH_DIGITS);
    hash[HASH_DIGITS] = '\0';
    return true;
}

static bool read_digits(const char *digits, size_t length, uint64_t *count)
{
    *count = 0;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)(digits[i] - '0');
        if (digits[i] < '0' || digits[i] > '9' || *count > (UINT64_MAX - digit) / 10)
            return false;
        *count = *count * 10 + digit;
    }
    return length > 0;
}

static bool read_count(struct cursor *cursor, uint64_t *count)
{
    const char *field;
    size_t length;
    return next_field(cursor, &field, &length) && read_digits(field, length, count);
}

// A file may be dated before 1970.
static bool read_time(struct cursor *cursor, int64_t *time_ns)
{
    const char *field;
    size_t length;
    uint64_t count;
    if (!next_field(cursor, &field, &length))
        return false;
    bool is_negative = length > 0 && *field == '-';
    if (!read_digits(field + is_negative, length - is_negative, &count) || count > INT64_MAX)
        return false;
    *time_ns = is_negative ? -(int64_t)count : (int64_t)count;
    return true;
}

static bool read_output(struct cursor *cursor, struct hexfog_record *record)
{
    struct hexfog_record_output *output = &record->outputs[record->output_count++];
    struct hexfog_file_stamp *stamp = &output->stamp;
    return read_path(cursor, &output->path) && read_count(cursor, &stamp->bytes)
        && read_count(cursor, &stamp->inode) && read_time(cursor, &stamp->mtime_ns)
        && read_time(cursor, &stamp->taken_ns) && read_hash(cursor, stamp->sha256);
}

static bool read_record(struct cursor *cursor, struct hexfog_record *record)
{
    uint64_t proven;
    size_t fields = 0;
    for (const char *at = cursor->at; at < cursor->end; at++)
        fields += *at == '\t';
    if (fields < OWN_FIELDS || (fields - OWN_FIELDS) % OUTPUT_FIELDS != 0)
        return false;
    size_t output_count = (fields - OWN_FIELDS) / OUTPUT_FIELDS;
    if (output_count == 0)
        return false; // nothing is baked without one
    record->outputs = hexfog_alloc_zeroed(output_count, sizeof *record->outputs);
    cursor->is_out_of_memory |= !record->outputs;
    if (!record->outputs || !read_path(cursor, &record->description)
        || !read_path(cursor, &record->folder) || !read_path(cursor, &record->base)
        || !read_hash(cursor, record->inputs) || !read_count(cursor, &proven)
        || proven > MOST_PROVEN)
        return false;
    record->proven = (int)proven;
    for (size_t i = 0; i < output_count; i++)
        if (!read_output(cursor, record))
            return false;
    return cursor->at == cursor->end;
}

static bool is_whole(struct hexfog_sha256 *hash, const char *line, size_t length)
{
    char digest[HASH_DIGITS + 1];
    if (length <= CHECK_DIGITS)
        return false;
    hexfog_sha256_add(hash, line + CHECK_DIGITS, length - CHECK_DIGITS);
    hexfog_sha256_digest(hash, digest);
    return memcmp(digest, line, CHECK_DIGITS) == 0;
}

// False when memory is out.
static bool read_line(struct hexfog_records *records, struct hexfog_sha256 *hash,
                      const char *line, size_t length, size_t *damaged)
{
    struct cursor cursor = { line + CHECK_DIGITS, line + length, false };
    struct hexfog_record record = { 0 };
    if (is_whole(hash, line, length) && read_record(&cursor, &record))
        cursor.is_out_of_memory = !hexfog_record_put(records, &record);
    else
        *damaged += !cursor.is_out_of_memory;
    hexfog_record_free(&record);
    return !cursor.is_out_of_memory;
}

bool hexfog_is_state(const char *bytes, size_t length)
{
    size_t words = strcspn(head, "1");
    return memcmp(bytes, head, length < words ? length : words) == 0;
}

hexfog_status hexfog_records_read(const char *bytes, size_t length,
                                  struct hexfog_records *records, size_t *damaged)
{
    size_t head_length = sizeof head - 1;
    const char *at = bytes + head_length, *end = bytes + length;
    *records = (struct hexfog_records){ 0 };
    *damaged = 0;
    if (length < head_length || memcmp(bytes, head, head_length) != 0)
        return HEXFOG_OK;
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    bool is_read = hash != NULL;
    while (is_read && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        is_read = read_line(records, hash, at, (size_t)(stop - at), damaged);
        at = newline ? newline + 1 : end;
    }
    hexfog_sha256_free(hash);
    return is_read ? HEXFOG_OK : HEXFOG_MEMORY;
}

// ---- Writing.

static void add_path(struct hexfog_text *text, const char *path)
{
    hexfog_text_add(text, "\t");
    for (; *path; path++) {
        switch (*path) {
        case '\\': hexfog_text_add(text, "\\\\"); break;
        case '\t': hexfog_text_add(text, "\\t"); break;
        case '\n': hexfog_text_add(text, "\\n"); break;
        default: hexfog_text_add_bytes(text, path, 1); break;
        }
    }
}

static void add_record(const struct hexfog_record *record, struct hexfog_text *text)
{
    add_path(text, record->description);
    add_path(text, record->folder);
    add_path(text, record->base);
    hexfog_text_print(text, "\t%s\t%d", record->inputs, record->proven);
    for (size_t i = 0; i < record->output_count; i++) {
        const struct hexfog_file_stamp *stamp = &record->outputs[i].stamp;
        add_path(text, record->outputs[i].path);
        hexfog_text_print(text, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRId64 "\t%" PRId64 "\t%s",
                          stamp->bytes, stamp->inode, stamp->mtime_ns, stamp->taken_ns,
                          stamp->sha256);
    }
}

void hexfog_records_write(const struct hexfog_records *records, struct hexfog_text *text)
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    struct hexfog_text line = { 0 };
    hexfog_text_add(text, head);
    for (size_t i = 0; hash && i < records->count; i++) {
        char digest[HASH_DIGITS + 1];
        line.length = 0;
        add_record(&records->list[i], &line);
        if (line.failed)
            break;
        hexfog_sha256_add(hash, line.bytes, line.length);
        hexfog_sha256_digest(hash, digest);
        hexfog_text_add_bytes(text, digest, CHECK_DIGITS);
        hexfog_text_add_bytes(text, line.bytes, line.length);
        hexfog_text_add(text, "\n");
    }
    text->failed |= !hash || line.failed;
    hexfog_text_free(&line);
    hexfog_sha256_free(hash);
}
