// SPDX-License-Identifier: MIT
// SOURCES: src/cli/bake_record.c tests/unit/scratch.c
// The records of --if-changed: what is written is read back, what is damaged is not.
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "cli/bake_record.h"
#include "prove.h"
#include "scratch.h"

#define HASH_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define HASH_B "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void add(struct hexfog_records *records, const char *description, const char *folder,
                const char *inputs, const char *output)
{
    struct hexfog_record record = { .proven = 1, .output_count = 2 };
    record.description = hexfog_copy_string(description);
    record.folder = hexfog_copy_string(folder);
    record.base = hexfog_copy_string("");
    strcpy(record.inputs, inputs);
    record.outputs = hexfog_alloc_zeroed(2, sizeof *record.outputs);
    for (int i = 0; i < 2; i++) {
        record.outputs[i].path = hexfog_copy_string(i ? "second" : output);
        record.outputs[i].stamp = (struct hexfog_file_stamp){ UINT64_MAX, 12, i ? -5 : INT64_MAX,
                                                              1700000000000000001, HASH_B };
    }
    assert_true(hexfog_record_put(records, &record));
    hexfog_record_free(&record);
}

// Names with all that ends a field, in no order.
static struct hexfog_records some_records(void)
{
    struct hexfog_records records = { 0 };
    add(&records, "z\t\\n\n\\", "out", HASH_A, "\xff\x01 .exr");
    add(&records, "b", "", HASH_A, "b.exr");
    add(&records, "a", "y", HASH_A, "a.exr");
    add(&records, "a", "x", HASH_A, "a.exr");
    add(&records, "b", "", HASH_B, "b.hdr");
    return records;
}

static struct hexfog_records read_back(const char *bytes, size_t length, size_t wanted_damage)
{
    struct hexfog_records records;
    size_t damaged;
    assert_int_equal(hexfog_records_read(bytes, length, &records, &damaged), HEXFOG_OK);
    assert_int_equal(damaged, wanted_damage);
    return records;
}

static void come_back(void **state)
{
    (void)state;
    struct hexfog_records records = some_records();
    struct hexfog_text text = { 0 }, again = { 0 };
    assert_int_equal(records.count, 4);
    hexfog_records_write(&records, &text);
    assert_false(text.failed);
    struct hexfog_records back = read_back(text.bytes, text.length, 0);
    hexfog_records_write(&back, &again);
    assert_string_equal(text.bytes, again.bytes);

    const struct hexfog_record *found = hexfog_record_find(&back, "z\t\\n\n\\", "out");
    assert_non_null(found);
    assert_string_equal(found->outputs[0].path, "\xff\x01 .exr");
    assert_true(found->outputs[0].stamp.bytes == UINT64_MAX);
    assert_true(found->outputs[0].stamp.mtime_ns == INT64_MAX);
    assert_true(found->outputs[1].stamp.mtime_ns == -5);
    assert_string_equal(hexfog_record_find(&back, "b", "")->inputs, HASH_B);
    assert_null(hexfog_record_find(&back, "a", ""));
    hexfog_record_remove(&back, "a", "");
    hexfog_record_remove(&back, "a", "x");
    assert_null(hexfog_record_find(&back, "a", "x"));
    assert_non_null(hexfog_record_find(&back, "a", "y"));

    struct hexfog_record copy;
    assert_true(hexfog_record_copy(&copy, hexfog_record_find(&back, "a", "y")));
    assert_true(hexfog_record_put(&records, &copy));
    assert_int_equal(records.count, 4);
    hexfog_text_free(&again);
    hexfog_text_free(&text);
    hexfog_records_free(&back);
    hexfog_records_free(&records);
}

// Every byte changed, every length cut: no record that was not written.
static void damage(void **state)
{
    (void)state;
    struct hexfog_records records = some_records();
    struct hexfog_text text = { 0 };
    hexfog_records_write(&records, &text);
    for (size_t i = 0; i < text.length; i++) {
        for (int how = 0; how < 3; how++) {
            char *spoilt = hexfog_copy_bytes(text.bytes, text.length);
            spoilt[i] = how == 0 ? (char)(spoilt[i] ^ 1) : how == 1 ? '\n' : '\0';
            size_t length = how == 2 ? i : text.length;
            struct hexfog_records back;
            size_t damaged;
            assert_int_equal(hexfog_records_read(spoilt, length, &back, &damaged), HEXFOG_OK);
            for (size_t r = 0; r < back.count; r++) {
                struct hexfog_records one = { &back.list[r], 1, 1 };
                struct hexfog_text line = { 0 };
                hexfog_records_write(&one, &line);
                assert_non_null(strstr(text.bytes, strchr(line.bytes, '\n') + 1));
                hexfog_text_free(&line);
            }
            hexfog_records_free(&back);
            hexfog_free(spoilt);
        }
    }
    hexfog_text_free(&text);
    hexfog_records_free(&records);
}

static void other_versions(void **state)
{
    (void)state;
    struct hexfog_records records = some_records();
    struct hexfog_text text = { 0 };
    hexfog_records_write(&records, &text);
    *strchr(text.bytes, '1') = '2';
    struct hexfog_records back = read_back(text.bytes, text.length, 0);
    assert_int_equal(back.count, 0);
    hexfog_text_free(&text);
    hexfog_records_free(&records);
}

// It would be up to date whatever stands there.
static void without_outputs(void **state)
{
    (void)state;
    struct hexfog_records records = some_records();
    struct hexfog_text text = { 0 };
    for (int i = 0; i < 2; i++)
        hexfog_free(records.list[0].outputs[i].path);
    records.list[0].output_count = 0;
    hexfog_records_write(&records, &text);
    struct hexfog_records back = read_back(text.bytes, text.length, 1);
    assert_int_equal(back.count, records.count - 1);
    assert_null(hexfog_record_find(&back, "a", "x"));
    hexfog_records_free(&back);
    hexfog_text_free(&text);
    hexfog_records_free(&records);
}

// What may be replaced by a state: one of any version, or what a cut has left of it.
static void own_words(void **state)
{
    (void)state;
    static const char own[] = "hexfog-state 2\nwhatever";
    for (size_t length = 0; length < sizeof own; length++)
        assert_true(hexfog_is_state(own, length));
    assert_false(hexfog_is_state("my notes", 8));
    assert_false(hexfog_is_state("h\n", 2));
    assert_false(hexfog_is_state("hexfog-states 1", 15));
    assert_false(hexfog_is_state("\0\0\0", 3));
}

static void without_memory(void **state)
{
    (void)state;
    struct hexfog_records records = some_records();
    struct hexfog_text text = { 0 };
    hexfog_records_write(&records, &text);
    hexfog_status status = HEXFOG_MEMORY;
    for (size_t nth = 1; status == HEXFOG_MEMORY; nth++) {
        struct hexfog_records back;
        size_t damaged;
        hexfog_fail_allocation(nth);
        status = hexfog_records_read(text.bytes, text.length, &back, &damaged);
        hexfog_fail_allocation(0);
        assert_true(status == HEXFOG_MEMORY || (status == HEXFOG_OK && back.count == 4));
        assert_int_equal(damaged, 0);
        hexfog_records_free(&back);
    }
    assert_int_equal(status, HEXFOG_OK);
    hexfog_text_free(&text);
    hexfog_records_free(&records);
}

// ---- Stamps.

static void date(const char *path, time_t seconds, long nanoseconds)
{
    struct timespec times[2] = { { seconds, nanoseconds }, { seconds, nanoseconds } };
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void stamps(void **state)
{
    (void)state;
    const char *path = "file";
    struct hexfog_file_stamp then, now;
    scratch_put(path, "abc");
    date(path, 1700000000, 123456789);
    assert_int_equal(hexfog_stamp_file(path, &then, NULL), HEXFOG_OK);
    assert_string_equal(then.sha256,
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_true(hexfog_stamp_look_at(path, &now) && hexfog_stamp_holds(&then, &now));
    date(path, 1700000000, 123456788);
    assert_true(hexfog_stamp_look_at(path, &now) && !hexfog_stamp_holds(&then, &now));
    date(path, 1700000000, 123456789);
    scratch_put(path, "abcd");
    date(path, 1700000000, 123456789);
    assert_true(hexfog_stamp_look_at(path, &now) && !hexfog_stamp_holds(&then, &now));
    assert_false(hexfog_stamp_look_at(".", &now));
    assert_int_equal(hexfog_stamp_file(".", &now, NULL), HEXFOG_INPUT);
    unlink(path);
    assert_false(hexfog_stamp_look_at(path, &now));
    assert_int_equal(hexfog_stamp_file(path, &now, NULL), HEXFOG_IO);
}

// What was hashed within the tick of its date says nothing of what came later in that tick.
static void ticks(void **state)
{
    (void)state;
    struct hexfog_file_stamp then = { 3, 7, 1700000000123456789, 0, HASH_A }, now = then;
    then.taken_ns = then.mtime_ns;
    assert_false(hexfog_stamp_holds(&then, &now));
    then.taken_ns++;
    assert_true(hexfog_stamp_holds(&then, &now));
    then.mtime_ns = now.mtime_ns = 1700000000000000000; // whole seconds: FAT, perhaps
    then.taken_ns = then.mtime_ns + 2000000000;
    assert_false(hexfog_stamp_holds(&then, &now));
    then.taken_ns += 200000000;
    assert_true(hexfog_stamp_holds(&then, &now));
    then.sha256[0] = '\0';
    assert_false(hexfog_stamp_holds(&then, &now));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("records come back, whatever is in their names", come_back),
        PROVES("a changed byte or a cut leaves only records that were written", damage),
        PROVES("a state file of another version holds nothing", other_versions),
        PROVES("a record without outputs is none", without_outputs),
        PROVES("a state is told from other files by its first words", own_words),
        PROVES("reading records survives any failing allocation", without_memory),
        PROVES_IN_SCRATCH("a stamp tells size, date and content of a file", stamps),
        PROVES("a file hashed in the tick of its date has to be read again", ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
