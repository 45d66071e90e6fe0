// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/scratch.c
//
// Whole reads, and paths.
#include "prove.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "scratch.h"

static void file_is_read_whole(void **state)
{
    (void)state;
    char *text;
    size_t length;
    scratch_put("a", "some\ntext");
    assert_int_equal(hexfog_read_file("a", 100, &text, &length, NULL), HEXFOG_OK);
    assert_int_equal(length, 9);
    assert_string_equal(text, "some\ntext");
    hexfog_free(text);
    scratch_put("a", "");
    assert_int_equal(hexfog_read_file("a", 0, &text, &length, NULL), HEXFOG_OK);
    assert_int_equal(length, 0);
    assert_string_equal(text, "");
    hexfog_free(text);
}

// Size unknown: /proc says 0, a pipe nothing.
static void unknown_sizes_are_read(void **state)
{
    (void)state;
    char *text;
    size_t length;
    assert_int_equal(hexfog_read_file("/proc/self/status", 1 << 20, &text, &length, NULL),
                     HEXFOG_OK);
    assert_true(length > 100 && strlen(text) == length);
    hexfog_free(text);

    int ends[2];
    char letters[60000];
    memset(letters, 'x', sizeof letters);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], letters, sizeof letters), sizeof letters);
    close(ends[1]);
    int stdin_copy = dup(0);
    dup2(ends[0], 0);
    hexfog_status status = hexfog_read_file("-", sizeof letters, &text, &length, NULL);
    dup2(stdin_copy, 0);
    close(stdin_copy);
    close(ends[0]);
    assert_int_equal(status, HEXFOG_OK);
    assert_int_equal(length, sizeof letters);
    hexfog_free(text);
}

static void refused(const char *path, bool follows_link)
{
    char *text;
    size_t length;
    struct hexfog_error error = { 0 };
    assert_int_equal(hexfog_read_regular_file(path, follows_link, 100, &text, &length, &error),
                     HEXFOG_IO);
    assert_non_null(strstr(error.message, path));
    assert_null(text);
}

static void only_regular_files(void **state)
{
    (void)state;
    char *text;
    size_t length;
    scratch_put("-", "a name");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(symlink("-", "link"), 0);
    assert_int_equal(symlink("pipe", "to-pipe"), 0);
    static const char *const good[] = { "-", "link" };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(hexfog_read_regular_file(good[i], true, 6, &text, &length, NULL),
                         HEXFOG_OK);
        assert_string_equal(text, "a name");
        hexfog_free(text);
    }
    for (int follows = 0; follows < 2; follows++) {
        refused("pipe", follows);
        refused("to-pipe", follows);
        refused("/dev/null", follows);
        refused(".", follows);
        refused("nowhere", follows);
    }
    refused("link", false);
    assert_int_equal(hexfog_read_regular_file("-", false, 5, &text, &length, NULL), HEXFOG_INPUT);
}

static void reading_stops_at_the_limit(void **state)
{
    (void)state;
    char *text;
    size_t length, held = hexfog_allocated_bytes(), peak = hexfog_peak_allocated_bytes();
    struct hexfog_error error;
    scratch_put("a", "12345");
    assert_int_equal(hexfog_read_file("a", 5, &text, &length, NULL), HEXFOG_OK);
    hexfog_free(text);
    assert_int_equal(hexfog_read_file("a", 4, &text, &length, &error), HEXFOG_INPUT);
    assert_string_equal(error.rule, "D27");
    assert_string_equal(error.file, "a");
    assert_non_null(strstr(error.message, "4 bytes"));
    assert_null(text);
    assert_int_equal(length, 0);
    // A device without end is read no further than the limit.
    assert_int_equal(hexfog_read_file("/dev/zero", 1 << 20, &text, &length, &error), HEXFOG_INPUT);
    assert_string_equal(error.rule, "D27");
    assert_int_equal(hexfog_allocated_bytes(), held);
    assert_true(hexfog_peak_allocated_bytes() < peak + (4 << 20));
}

static void unreadable_is_io(void **state)
{
    (void)state;
    char *text;
    size_t length;
    struct hexfog_error error;
    assert_int_equal(hexfog_read_file("none", 9, &text, &length, &error), HEXFOG_IO);
    assert_string_equal(error.message, "cannot open none: No such file or directory");
    assert_string_equal(error.file, "none");
    assert_int_equal(hexfog_read_file(".", 9, &text, &length, &error), HEXFOG_IO);
    assert_string_equal(error.message, "cannot read .: Is a directory");
    assert_null(text);
    hexfog_fail_allocation(1);
    scratch_put("a", "x");
    assert_int_equal(hexfog_read_file("a", 9, &text, &length, &error), HEXFOG_MEMORY);
    hexfog_fail_allocation(0);
}

// ------------------------------------------------------------------------ paths

static void paths_join(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"/", "b", "/b"}, {"a", "/b", "/b"},
        {"", "b", "b"}, {".", "b/c", "./b/c"}, {"a", "", "a/"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *joined = hexfog_join_path(cases[i][0], cases[i][1]);
        assert_string_equal(joined, cases[i][2]);
        hexfog_free(joined);
    }
}

static void folders_of_paths(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a", "."}, {"a/b", "a"}, {"/a", "/"}, {"//a", "/"}, {"a//b", "a"}, {"a/b/", "a/b"},
        {"", "."}, {"/", "/"}, {"./a", "."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *folder = hexfog_folder_of(cases[i][0]);
        assert_string_equal(folder, cases[i][1]);
        hexfog_free(folder);
    }
}

static void paths_simplify(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a/./b//c", "a/b/c"}, {"x/../y", "x/../y"}, {"./a", "a"}, {"a/.", "a"}, {"a/", "a"},
        {"/./a", "/a"}, {"//a", "/a"}, {".", "."}, {"./", "."}, {"", ""}, {"/", "/"},
        {"..", ".."}, {".a/..b", ".a/..b"}, {"a/b", "a/b"}, {"/.", "/"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[32];
        strcpy(path, cases[i][0]);
        hexfog_simplify_path(path);
        assert_string_equal(path, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("a file is read whole and ends in NUL", file_is_read_whole),
        PROVES_IN_SCRATCH("a file of unknown size is read whole", unknown_sizes_are_read),
        PROVES_IN_SCRATCH("only a regular file is read where that is asked for, without a wait",
                          only_regular_files),
        PROVES_IN_SCRATCH("reading stops at the limit, D27", reading_stops_at_the_limit),
        PROVES_IN_SCRATCH("a missing file and a folder are IO", unreadable_is_io),
        PROVES("paths are joined, absolute ones stay", paths_join),
        PROVES("a path has a folder", folders_of_paths),
        PROVES("a path is simplified, but not past links", paths_simplify),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
