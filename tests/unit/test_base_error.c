// SPDX-License-Identifier: MIT
// Error records, and many of them in one report.
#include "prove.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

static void statuses_have_names(void **state)
{
    (void)state;
#define SAME_NAME(symbol, code, name, meaning)                                               \
    assert_string_equal(hexfog_status_name(HEXFOG_##symbol), name);                          \
    assert_int_equal(HEXFOG_##symbol, code);
    HEXFOG_STATUS_LIST(SAME_NAME)
    assert_string_equal(hexfog_status_name((hexfog_status)7), "unknown");
    assert_string_equal(hexfog_version(), HEXFOG_VERSION);
}

static void failing_fills_the_record(void **state)
{
    (void)state;
    struct hexfog_error error;
    memset(&error, 0xAA, sizeof error);
    assert_int_equal(hexfog_fail(&error, HEXFOG_INPUT, "%d is over %s", 5, "four"), HEXFOG_INPUT);
    assert_int_equal(error.status, HEXFOG_INPUT);
    assert_string_equal(error.message, "5 is over four");
    assert_string_equal(error.file, "");
    assert_string_equal(error.key, "");
    assert_int_equal(error.line, 0);
    assert_false(error.is_warning);
    assert_int_equal(hexfog_fail(NULL, HEXFOG_IO, "x"), HEXFOG_IO);
    assert_int_equal(hexfog_fail_memory(NULL, "x"), HEXFOG_MEMORY);
    assert_int_equal(hexfog_fail_io(&error, "write", "a.hdr", ENOSPC), HEXFOG_IO);
    assert_string_equal(error.message, "cannot write a.hdr: No space left on device");
}

static void long_messages_are_cut_whole(void **state)
{
    (void)state;
    struct hexfog_error error;
    char value[2001];
    for (size_t i = 0; i < 1000; i++)
        memcpy(value + 2 * i, "\xC3\xA9", 2);
    value[2000] = '\0';
    for (int shift = 0; shift < 2; shift++) {
        hexfog_fail(&error, HEXFOG_INPUT, "%.*s%s", shift, "x", value);
        size_t length = strlen(error.message);
        assert_true(length <= sizeof error.message - 1 && length >= sizeof error.message - 3);
        assert_string_equal(error.message + length - 3, "...");
        assert_int_equal((unsigned char)error.message[length - 4], 0xA9);
    }
}

static void long_paths_keep_their_end(void **state)
{
    (void)state;
    struct hexfog_error error = {0};
    char path[1000];
    memset(path, 'd', sizeof path);
    memcpy(path + sizeof path - 9, "/map.hdr", 9);
    hexfog_error_set_file(&error, path);
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_memory_equal(error.file, "...d", 4);
    assert_string_equal(error.file + strlen(error.file) - 8, "/map.hdr");
    for (size_t i = 0; i < 450; i++)
        memcpy(path + 2 * i, "\xC3\xA9", 2);
    for (int shift = 0; shift < 2; shift++) { // the cut falls between two letters, then into one
        strcpy(path + 900, shift ? "/maps.hdr" : "/map.hdr");
        hexfog_error_set_file(&error, path);
        assert_int_equal(strlen(error.file), sizeof error.file - 1 - (size_t)shift);
        assert_memory_equal(error.file, "...\xC3\xA9", 5);
        assert_string_equal(strchr(error.file, '/'), path + 900);
    }
    hexfog_error_set_file(&error, "short.json");
    assert_string_equal(error.file, "short.json");
}

static void report_names_the_place(void **state)
{
    (void)state;
    const char *const files[HEXFOG_MAX_FILES] = {"a.json", "base.json"};
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_reporter reporter = {&diagnostics, files};
    hexfog_report(&reporter, "D12", (struct hexfog_place){1, 7, 9}, "grid.cell.side",
                  "%d is not less than %d", 52, 51);
    hexfog_report_warning(&reporter, "D25", (struct hexfog_place){5, 0, 0}, "", "odd");
    assert_int_equal(diagnostics.count, 2);
    assert_int_equal(diagnostics.error_count, 1);
    const struct hexfog_error *error = &diagnostics.list[0];
    assert_int_equal(error->status, HEXFOG_INPUT);
    assert_string_equal(error->rule, "D12");
    assert_string_equal(error->file, "base.json");
    assert_string_equal(error->key, "grid.cell.side");
    assert_string_equal(error->message, "52 is not less than 51");
    assert_int_equal(error->file_rank, 1);
    assert_int_equal(error->line, 7);
    assert_int_equal(error->column, 9);
    assert_true(diagnostics.list[1].is_warning);
    assert_string_equal(diagnostics.list[1].file, "");
    hexfog_diagnostics_free(&diagnostics);
    hexfog_diagnostics_free(&diagnostics);
}

static void long_keys_keep_whole_characters(void **state)
{
    (void)state;
    const char *const files[HEXFOG_MAX_FILES] = {"a.json"};
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_reporter reporter = {&diagnostics, files};
    char key[401];
    for (size_t i = 0; i < 200; i++)
        memcpy(key + 2 * i, "\xC3\xA9", 2);
    key[400] = '\0';
    for (size_t shift = 0; shift < 2; shift++) {
        hexfog_report(&reporter, "D5", (struct hexfog_place){0, 1, 1}, key + shift, "unknown");
        const char *kept = diagnostics.list[shift].key;
        size_t length = strlen(kept);
        assert_true(length <= sizeof diagnostics.list->key - 1);
        assert_true(length >= sizeof diagnostics.list->key - 2);
        assert_memory_equal(kept, key + shift, length);
        assert_int_equal((unsigned char)kept[length - 1], 0xA9);
    }
    hexfog_diagnostics_free(&diagnostics);
}

// Anything may stand in what another process wrote.
static void records_of_others_are_made_safe(void **state)
{
    (void)state;
    struct hexfog_error error;
    memset(&error, 0xFF, sizeof error);
    hexfog_error_settle(&error);
    assert_int_equal(error.status, HEXFOG_IO);
    assert_true(error.is_warning);
    assert_int_equal(strlen(error.rule), sizeof error.rule - 1);
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_int_equal(strlen(error.key), sizeof error.key - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    error = (struct hexfog_error){.status = HEXFOG_NO, .line = 3, .message = "no"};
    hexfog_error_settle(&error);
    assert_int_equal(error.status, HEXFOG_NO);
    assert_false(error.is_warning);
    assert_string_equal(error.message, "no");
}

// An error that names no status, as one of a process that was taken over may, is no success.
static void error_without_status_is_one(void **state)
{
    (void)state;
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_error error = {.message = "odd"};
    hexfog_diagnose(&diagnostics, &error);
    assert_int_equal(diagnostics.error_count, 1);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_IO);
    error.is_warning = true;
    hexfog_diagnose(&diagnostics, &error);
    assert_int_equal(diagnostics.list[1].status, HEXFOG_OK);
    error = (struct hexfog_error){.status = HEXFOG_INPUT};
    hexfog_diagnose(&diagnostics, &error);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_INPUT);
    hexfog_diagnostics_free(&diagnostics);
}

static void add(struct hexfog_diagnostics *diagnostics, hexfog_status status, bool is_warning,
                uint32_t rank, uint32_t line, uint32_t column)
{
    struct hexfog_error error = {.status = status, .is_warning = is_warning};
    error.file_rank = rank;
    error.line = line;
    error.column = column;
    snprintf(error.message, sizeof error.message, "%zu", diagnostics->count);
    hexfog_diagnose(diagnostics, &error);
}

static void sort_is_stable(void **state)
{
    (void)state;
    struct hexfog_diagnostics diagnostics = {0};
    static const uint32_t places[][3] = {{1, 2, 3}, {0, 9, 9}, {1, 2, 3}, {0, 9, 1},
                                         {0, 1, 5}, {1, 2, 3}, {0, 0, 0}, {2, 0, 0}};
    for (size_t i = 0; i < 8; i++)
        add(&diagnostics, HEXFOG_INPUT, false, places[i][0], places[i][1], places[i][2]);
    hexfog_diagnostics_sort(&diagnostics);
    char order[9] = "";
    for (size_t i = 0; i < 8; i++)
        order[i] = diagnostics.list[i].message[0];
    assert_string_equal(order, "64310257");
    hexfog_diagnostics_free(&diagnostics);
}

// cli.md: where several apply, the first of 2, 3, 5, 4, 1, 6.
static void status_of_many(void **state)
{
    (void)state;
    static const hexfog_status order[] = {HEXFOG_USAGE, HEXFOG_INPUT, HEXFOG_MEMORY,
                                          HEXFOG_IO,    HEXFOG_NO,    HEXFOG_UNAVAILABLE};
    struct hexfog_diagnostics diagnostics = {0};
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_OK);
    add(&diagnostics, HEXFOG_INPUT, true, 0, 0, 0);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_OK);
    for (size_t i = sizeof order / sizeof *order; i-- > 0;) {
        add(&diagnostics, order[i], false, 0, 0, 0);
        assert_int_equal(hexfog_diagnostics_status(&diagnostics), order[i]);
    }
    add(&diagnostics, HEXFOG_UNAVAILABLE, false, 0, 0, 0);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_USAGE);
    hexfog_diagnostics_free(&diagnostics);
}

static void flood_is_counted(void **state)
{
    (void)state;
    struct hexfog_diagnostics diagnostics = {0};
    for (uint32_t i = 0; i < HEXFOG_MAX_DIAGNOSTICS + 50; i++)
        add(&diagnostics, HEXFOG_INPUT, false, 0, i, 0);
    assert_int_equal(diagnostics.count, HEXFOG_MAX_DIAGNOSTICS);
    assert_int_equal(diagnostics.dropped, 50);
    assert_int_equal(diagnostics.error_count, HEXFOG_MAX_DIAGNOSTICS + 50);
    assert_int_equal(diagnostics.list[HEXFOG_MAX_DIAGNOSTICS - 1].line,
                     HEXFOG_MAX_DIAGNOSTICS - 1);
    hexfog_diagnostics_free(&diagnostics);
}

static void errors_do_not_drown(void **state)
{
    (void)state;
    struct hexfog_diagnostics diagnostics = {0};
    for (uint32_t i = 0; i < HEXFOG_MAX_DIAGNOSTICS; i++)
        add(&diagnostics, HEXFOG_INPUT, true, 0, i, 0);
    add(&diagnostics, HEXFOG_IO, false, 0, 0, 0);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_IO);
    for (uint32_t i = 0; i < HEXFOG_MAX_DIAGNOSTICS; i++)
        add(&diagnostics, HEXFOG_IO, false, 0, i, 0);
    add(&diagnostics, HEXFOG_USAGE, false, 0, 0, 0);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_USAGE);
    assert_int_equal(diagnostics.count, HEXFOG_MAX_DIAGNOSTICS);
    hexfog_diagnostics_free(&diagnostics);
}

static void lost_error_is_still_one(void **state)
{
    (void)state;
    struct hexfog_diagnostics diagnostics = {0};
    hexfog_fail_allocation(1);
    add(&diagnostics, HEXFOG_INPUT, false, 0, 0, 0);
    hexfog_fail_allocation(0);
    assert_int_equal(diagnostics.count, 0);
    assert_int_equal(diagnostics.dropped, 1);
    assert_int_equal(hexfog_diagnostics_status(&diagnostics), HEXFOG_MEMORY);
    hexfog_diagnostics_free(&diagnostics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("every status has its name, and 7 is unknown", statuses_have_names),
        PROVES("failing fills the whole record and returns the status",
               failing_fills_the_record),
        PROVES("a message that is too long ends in ... behind a whole character",
               long_messages_are_cut_whole),
        PROVES("a path that is too long keeps its end", long_paths_keep_their_end),
        PROVES("a report names file, line, column, key and rule", report_names_the_place),
        PROVES("a key that is too long is cut behind a whole character",
               long_keys_keep_whole_characters),
        PROVES("a record of another process is made safe to read", records_of_others_are_made_safe),
        PROVES("an error that names no status is no success", error_without_status_is_one),
        PROVES("a report is sorted by place, equal places in their order", sort_is_stable),
        PROVES("of several statuses the first of 2, 3, 5, 4, 1, 6 counts, of warnings none",
               status_of_many),
        PROVES("errors past the most that is kept are counted", flood_is_counted),
        PROVES("a full list of warnings or lesser errors hides no error",
               errors_do_not_drown),
        PROVES("an error that found no memory is still one", lost_error_is_still_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
