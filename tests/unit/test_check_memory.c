// SPDX-License-Identifier: MIT
// diff, hash and info when memory runs out, at every allocation in turn.
// SOURCES: tests/unit/board.c tests/unit/encode_io.c tests/unit/planes.c tests/unit/foreign_exr.c
// SOURCES: tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "base/alloc.h"
#include "check/diff.h"
#include "check/texture_hash.h"
#include "check/texture_stats.h"
#include "planes.h"
#include "scratch.h"

#include <stdlib.h>

enum { SIDE = 90 };
static const char *const paths[2] = { "a.hdr", "b.exr" };

// Two kinds of file; the .hdr does not tell its greatest level, so that it is looked up.
static void put_files(void)
{
    struct planes planes = planes_blank(SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        planes.g[i] = (float)(i % 251) / 251;
    planes_write_hdr(&planes, "a.hdr", "by=me", false);
    planes.g[5] = 1;
    planes_write_exr(&planes, "b.exr", "version=1 level_scale=64 max_level=0 metric=sweep", true);
    planes_free(&planes);
}

static hexfog_status compare(struct hexfog_error *error)
{
    struct hexfog_diff_options options = { .max_g_error = -1, .threads = 1 };
    struct hexfog_diff diff;
    hexfog_status status = hexfog_diff_textures(paths, &options, &diff, error);
    assert_true(status != HEXFOG_OK || diff.g.count == 1);
    return status;
}

static hexfog_status draw(struct hexfog_error *error)
{
    struct hexfog_diff_options options = { .max_g_error = -1, .threads = 1 };
    struct hexfog_diff diff;
    static uint8_t rgb[3 * SIDE * SIDE];
    hexfog_status status = hexfog_diff_textures(paths, &options, &diff, error);
    return status != HEXFOG_OK ? status : hexfog_diff_picture(paths, &options, &diff, rgb, error);
}

static hexfog_status hash(struct hexfog_error *error)
{
    struct hexfog_texture_hash_options options = { .threads = 1 };
    char hex[65];
    hexfog_status status = hexfog_texture_hash("b.exr", &options, hex, error);
    assert_int_equal(hex[0] == '\0', status != HEXFOG_OK);
    return status;
}

static hexfog_status tell(struct hexfog_error *error)
{
    static struct hexfog_texture_stats stats;
    struct hexfog_texture_stats_options options = { .threads = 1 };
    hexfog_status status = hexfog_texture_stats_read("b.exr", &options, &stats, error);
    assert_true(status != HEXFOG_OK || (stats.levels[0].distinct_g > 250 &&
                                        !stats.levels[0].has_more_g));
    return status;
}

static void fail_each(hexfog_status (*work)(struct hexfog_error *error))
{
    size_t held, nth = 0;
    struct hexfog_error error = { 0 };
    hexfog_status status;
    put_files();
    held = hexfog_allocated_bytes();
    do {
        hexfog_fail_allocation(++nth);
        status = work(&error);
        hexfog_fail_allocation(0);
        if (status != HEXFOG_OK && status != HEXFOG_MEMORY)
            fail_msg("allocation %zu: status %d, %s", nth, (int)status, error.message);
        assert_int_equal(hexfog_allocated_bytes(), held);
    } while (status != HEXFOG_OK);
    assert_true(nth > 5);
}

static void diff_may_fail(void **state)
{
    (void)state;
    fail_each(compare);
}

static void picture_may_fail(void **state)
{
    (void)state;
    fail_each(draw);
}

static void hash_may_fail(void **state)
{
    (void)state;
    fail_each(hash);
}

static void info_may_fail(void **state)
{
    (void)state;
    fail_each(tell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("diff ends with MEMORY whichever allocation fails", diff_may_fail),
        PROVES_IN_SCRATCH("so does the picture of what differs", picture_may_fail),
        PROVES_IN_SCRATCH("so does a texel hash", hash_may_fail),
        PROVES_IN_SCRATCH("so do the figures of a texture", info_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
