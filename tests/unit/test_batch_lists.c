// SPDX-License-Identifier: MIT
// SOURCES: src/cli/name_list.c src/cli/shard.c
// Lists of names and parts of them: what batch reads of its user and of a scheduler.
#include <string.h>
#include "cli/name_list.h"
#include "cli/shard.h"
#include "prove.h"

static void expect_names(const char *bytes, size_t length, enum hexfog_name_end end,
                         const char *const *wanted)
{
    struct hexfog_name_list names;
    struct hexfog_error error;
    assert_int_equal(hexfog_name_list_read(bytes, length, end, &names, &error), HEXFOG_OK);
    size_t count = 0;
    for (; wanted[count]; count++) {
        assert_true(count < names.count);
        assert_string_equal(names.list[count], wanted[count]);
    }
    assert_int_equal(names.count, count);
    hexfog_name_list_free(&names);
    hexfog_name_list_free(&names);
}

static void lines(void **state)
{
    (void)state;
    static const char text[] = "a.hexfog.json\n\n# a word\r\n \tb c\r\n\r\n-x\n@y\n#\nlast";
    const char *wanted[] = { "a.hexfog.json", " \tb c", "-x", "@y", "last", NULL };
    expect_names(text, sizeof text - 1, HEXFOG_ENDS_IN_NEWLINE, wanted);
    expect_names("", 0, HEXFOG_ENDS_IN_NEWLINE, wanted + 5);
    expect_names("\n\n", 2, HEXFOG_ENDS_IN_NEWLINE, wanted + 5);
}

static void nuls(void **state)
{
    (void)state;
    static const char text[] = "a\nb\0#c\r\0\xff\0last";
    const char *wanted[] = { "a\nb", "#c\r", "\xff", "last", NULL };
    expect_names(text, sizeof text - 1, HEXFOG_ENDS_IN_NUL, wanted);
    expect_names(text, sizeof text, HEXFOG_ENDS_IN_NUL, wanted);
    expect_names("", 0, HEXFOG_ENDS_IN_NUL, wanted + 4);
}

static void refused(void **state)
{
    (void)state;
    struct hexfog_name_list names;
    struct hexfog_error error = { 0 };
    assert_int_equal(hexfog_name_list_read("a\nb\0c\n", 6, HEXFOG_ENDS_IN_NEWLINE, &names,
                                           &error), HEXFOG_INPUT);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "--from0"));
    hexfog_name_list_free(&names);
    assert_int_equal(hexfog_name_list_read("a\0\0c", 4, HEXFOG_ENDS_IN_NUL, &names, &error),
                     HEXFOG_INPUT);
    assert_int_equal(error.line, 2);
    hexfog_name_list_free(&names);
}

// ---- Shards.

static const char *const *environment; // names and values by turns, NULL at the end

static char *variable(const char *name)
{
    static char values[8][64];
    for (size_t i = 0; environment[i]; i += 2) {
        if (strcmp(environment[i], name) != 0)
            continue;
        strcpy(values[i / 2], environment[i + 1]);
        return values[i / 2];
    }
    return NULL;
}

#define EXPECT_SHARD(text, wanted_index, wanted_count, ...) do { \
        const char *const variables[] = { __VA_ARGS__, NULL }; \
        environment = variables; \
        expect_shard(text, wanted_index, wanted_count); \
    } while (0)
#define EXPECT_REFUSED(text, word, ...) do { \
        const char *const variables[] = { __VA_ARGS__, NULL }; \
        environment = variables; \
        expect_refused(text, word); \
    } while (0)
#define NOTHING "x", ""

static void expect_shard(const char *text, uint32_t index, uint32_t count)
{
    struct hexfog_shard shard;
    struct hexfog_error error = { 0 };
    hexfog_status status = hexfog_shard_read(text, variable, &shard, &error);
    if (status != HEXFOG_OK)
        fail_msg("%s: %s", text, error.message);
    assert_int_equal(shard.index, index);
    assert_int_equal(shard.count, count);
}

static void expect_refused(const char *text, const char *word)
{
    struct hexfog_shard shard;
    struct hexfog_error error = { 0 };
    assert_int_equal(hexfog_shard_read(text, variable, &shard, &error), HEXFOG_USAGE);
    if (!strstr(error.message, word))
        fail_msg("no %s in: %s", word, error.message);
}

static void given(void **state)
{
    (void)state;
    EXPECT_SHARD("0/1", 0, 1, NOTHING);
    EXPECT_SHARD("0/3", 0, 3, NOTHING);
    EXPECT_SHARD("2/3", 2, 3, NOTHING);
    EXPECT_SHARD("3/3", 0, 3, NOTHING);
    EXPECT_SHARD("007/1000000", 7, 1000000, NOTHING);
    const char *const wrong[] = { "", "/", "1", "4/3", "-1/3", "1/0", "1/3/", "1/3x", " 1/3",
                                  "1/", "/3", "1/1000001", "1/99999999999999999999", "Auto",
                                  "autos", "auto/", "auto/0", "auto/x", "auto/1/2", "1.0/3" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_REFUSED(wrong[i], "is not K/N", NOTHING);
}

static void slurm(void **state)
{
    (void)state;
    EXPECT_SHARD("auto", 3, 8, "SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "8",
                 "SLURM_ARRAY_TASK_MIN", "0", "SLURM_ARRAY_TASK_MAX", "7");
    EXPECT_SHARD("auto", 7, 8, "SLURM_ARRAY_TASK_ID", "8", "SLURM_ARRAY_TASK_COUNT", "8",
                 "SLURM_ARRAY_TASK_MIN", "1", "SLURM_ARRAY_TASK_MAX", "8");
    EXPECT_SHARD("auto", 1, 3, "SLURM_ARRAY_TASK_ID", "12", "SLURM_ARRAY_TASK_COUNT", "3",
                 "SLURM_ARRAY_TASK_MIN", "10", "SLURM_ARRAY_TASK_MAX", "14",
                 "SLURM_ARRAY_TASK_STEP", "2");
    EXPECT_REFUSED("auto", "have gaps", "SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT",
                   "3", "SLURM_ARRAY_TASK_MIN", "1", "SLURM_ARRAY_TASK_MAX", "7");
    EXPECT_SHARD("auto", 0, 1, "SLURM_ARRAY_TASK_ID", "0", "SLURM_ARRAY_TASK_COUNT", "1",
                 "SLURM_ARRAY_TASK_MIN", "0", "SLURM_ARRAY_TASK_MAX", "0");
    EXPECT_REFUSED("auto", "Give --shard 2/N or auto/N", "SLURM_ARRAY_TASK_ID", "2",
                   "SLURM_ARRAY_TASK_COUNT", "1", "SLURM_ARRAY_TASK_MIN", "2",
                   "SLURM_ARRAY_TASK_MAX", "2");
    // A part of the array, sent again: its count is not the list's.
    EXPECT_SHARD("auto/8", 3, 8, "SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "1",
                 "SLURM_ARRAY_TASK_MIN", "3", "SLURM_ARRAY_TASK_MAX", "3");
}

static void others(void **state)
{
    (void)state;
    EXPECT_SHARD("auto", 0, 4, "CI_NODE_INDEX", "1", "CI_NODE_TOTAL", "4");
    EXPECT_SHARD("auto", 3, 4, "CIRCLE_NODE_INDEX", "3", "CIRCLE_NODE_TOTAL", "4");
    EXPECT_SHARD("auto", 2, 4, "BUILDKITE_PARALLEL_JOB", "2", "BUILDKITE_PARALLEL_JOB_COUNT",
                 "4");
    EXPECT_SHARD("auto/5", 0, 5, "PARALLEL_SEQ", "5");
    EXPECT_SHARD("auto/5", 4, 5, "PARALLEL_SEQ", "9");
    EXPECT_SHARD("auto/5", 4, 5, "JOB_COMPLETION_INDEX", "4");
    EXPECT_REFUSED("auto", "auto/N", "PARALLEL_SEQ", "5");
    EXPECT_REFUSED("auto", "CI_NODE_INDEX is '5'", "CI_NODE_INDEX", "5", "CI_NODE_TOTAL", "4");
    EXPECT_REFUSED("auto", "CI_NODE_INDEX is '0'", "CI_NODE_INDEX", "0", "CI_NODE_TOTAL", "4");
    EXPECT_REFUSED("auto", "CI_NODE_TOTAL is 'x'", "CI_NODE_INDEX", "1", "CI_NODE_TOTAL", "x");
}

static void of_several(void **state)
{
    (void)state;
    EXPECT_REFUSED("auto", "SLURM_ARRAY_TASK_ID, PARALLEL_SEQ, CI_NODE_INDEX", NOTHING);
    EXPECT_SHARD("auto", 3, 4, "CIRCLE_NODE_INDEX", "0", "CIRCLE_NODE_TOTAL", "1",
                 "BUILDKITE_PARALLEL_JOB", "3", "BUILDKITE_PARALLEL_JOB_COUNT", "4");
    EXPECT_SHARD("auto", 3, 4, "CIRCLE_NODE_INDEX", "3", "CIRCLE_NODE_TOTAL", "4",
                 "SYSTEM_JOBPOSITIONINPHASE", "1", "SYSTEM_TOTALJOBSINPHASE", "1");
    EXPECT_REFUSED("auto", "both SLURM_ARRAY_TASK_ID and PARALLEL_SEQ", "SLURM_ARRAY_TASK_ID",
                   "3", "SLURM_ARRAY_TASK_COUNT", "8", "PARALLEL_SEQ", "2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a list of lines has comments, empty lines and carriage returns", lines),
        PROVES("names that end in NUL are taken as they are", nuls),
        PROVES("a NUL in a line and an empty name are refused with their place", refused),
        PROVES("--shard K/N takes K from 0 or from 1, and nothing else", given),
        PROVES("--shard auto counts a Slurm array from 0, whatever its numbers", slurm),
        PROVES("--shard auto knows others, auto/N needs no count", others),
        PROVES("--shard auto does not choose between two that count", of_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
