// SPDX-License-Identifier: MIT
// Ways from one path to another.
#include "base/file.h"
#include "prove.h"

static void expect(const char *folder, const char *path, const char *wanted)
{
    char *relative = hexfog_relative_path(folder, path);
    assert_string_equal(relative, wanted);
    hexfog_free(relative);
}

static void ways(void **state)
{
    (void)state;
    expect("/a/b", "/a/b", ".");
    expect("/a/b", "/a/b/c", "c");
    expect("/a/b", "/a/b/c/d", "c/d");
    expect("/a/b", "/a/c/d", "../c/d");
    expect("/a/b", "/a", "..");
    expect("/a/b/c", "/a", "../..");
    expect("/a/b", "/ab/c", "../../ab/c");
    expect("/ab", "/a", "../a");
    expect("/a", "/ab", "../ab");
    expect("/", "/a/b", "a/b");
    expect("/a/b", "/", "../..");
    expect("/", "/", ".");
}

// Joined and made absolute again, the way leads back.
static void there_and_back(void **state)
{
    (void)state;
    static const char *const paths[] = { "/", "/a", "/a/b", "/a/bc", "/ab", "/a/b/c/d", "/x/y",
                                         "/a/b c/\n" };
    enum { PATHS = sizeof paths / sizeof *paths };
    for (int i = 0; i < PATHS; i++) {
        for (int j = 0; j < PATHS; j++) {
            char *way = hexfog_relative_path(paths[i], paths[j]);
            char *joined = hexfog_join_path(paths[i], way);
            char *found = hexfog_identity_of_path(joined);
            assert_string_equal(found, paths[j]);
            hexfog_free(found);
            hexfog_free(joined);
            hexfog_free(way);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("the way from a folder to a path goes up as far as they differ", ways),
        PROVES("a way leads where it was found for", there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
