// SPDX-License-Identifier: MIT
// The picture of what differs.
// SOURCES: tests/unit/board.c tests/unit/planes.c tests/unit/foreign_exr.c tests/unit/scratch.c
// PKG: OpenEXR
#include "prove.h"
#include "check/diff.h"
#include "planes.h"
#include "scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char metadata[] = "version=1 level_scale=64 max_level=3 metric=sweep";
static const char *const paths[2] = { "a.exr", "b.exr" };
static const struct hexfog_diff_options options = { .max_g_error = -1 };

struct drawn {
    struct hexfog_diff_picture_size size;
    uint8_t *rgb;
};

static struct drawn draw(struct planes *planes)
{
    struct hexfog_error error = { 0 };
    struct hexfog_diff diff;
    struct drawn drawn;
    planes_write_exr(planes, "b.exr", metadata, false);
    planes_free(planes);
    assert_int_equal(hexfog_diff_textures(paths, &options, &diff, &error), HEXFOG_OK);
    assert_true(diff.is_different);
    drawn.size = hexfog_diff_picture_size(&diff);
    drawn.rgb = calloc((size_t)drawn.size.width_px * (size_t)drawn.size.height_px, 3);
    assert_non_null(drawn.rgb);
    assert_int_equal(hexfog_diff_picture(paths, &options, &diff, drawn.rgb, &error), HEXFOG_OK);
    return drawn;
}

static const uint8_t *pixel(const struct drawn *drawn, int32_t x, int32_t y)
{
    return drawn->rgb + 3 * ((size_t)y * (size_t)drawn->size.width_px + (size_t)x);
}

static bool is_grey(const uint8_t *rgb)
{
    return rgb[0] == rgb[1] && rgb[1] == rgb[2] && rgb[0] > 200;
}

static void kinds_are_told_apart(void **state)
{
    (void)state;
    struct planes planes = planes_blank(20, 10);
    planes_write_exr(&planes, "a.exr", metadata, false);
    planes.r[3] = 1 / 64.0F;
    planes.g[5] = 0.5F;
    planes.r[7] = 1 / 64.0F;
    planes.g[7] = 0.5F;
    planes.g[9] = NAN;
    struct drawn drawn = draw(&planes);
    assert_int_equal(drawn.size.texels_per_px, 1);
    assert_int_equal(drawn.size.width_px, 20);
    assert_int_equal(drawn.size.height_px, 10);
    const uint8_t *level = pixel(&drawn, 3, 0), *g = pixel(&drawn, 5, 0);
    const uint8_t *both = pixel(&drawn, 7, 0), *neither = pixel(&drawn, 9, 0);
    assert_true(level[0] > 150 && level[0] > level[1] + 50 && level[1] > level[2] + 50); // red
    assert_true(g[2] > 100 && g[2] > g[1] && g[1] > g[0] + 50);                          // blue
    assert_true(both[0] < 60 && both[1] < 60 && both[2] < 60);                           // black
    assert_true(neither[0] > 200 && neither[1] > 200 && neither[2] < 100);               // yellow
    for (int x = 0; x < 20; x += 2)
        assert_true(is_grey(pixel(&drawn, x, 0)) && is_grey(pixel(&drawn, x, 9)));
    free(drawn.rgb);
}

static void small_errors_are_seen(void **state)
{
    (void)state;
    struct planes planes = planes_blank(4, 4);
    planes_write_exr(&planes, "a.exr", metadata, false);
    planes.g[0] = 1;
    planes.g[1] = 0x1p-20F;
    struct drawn drawn = draw(&planes);
    const uint8_t *great = pixel(&drawn, 0, 0), *small = pixel(&drawn, 1, 0);
    assert_true(small[2] > small[0] + 60);
    assert_true(great[0] < small[0]);
    free(drawn.rgb);
}

static void one_texel_of_many_is_seen(void **state)
{
    (void)state;
    enum { WIDTH = 9000, HEIGHT = 35 };
    struct planes planes = planes_blank(WIDTH, HEIGHT);
    planes_write_exr(&planes, "a.exr", metadata, false);
    planes.g[WIDTH + 4] = 0.25F;
    planes.r[(size_t)WIDTH * HEIGHT - 1] = 2 / 64.0F;
    struct drawn drawn = draw(&planes);
    assert_int_equal(drawn.size.texels_per_px, 3); // 9000 / 4096, rounded up
    assert_int_equal(drawn.size.width_px, 3000);
    assert_int_equal(drawn.size.height_px, 12);    // the last row of two texels
    assert_true(is_grey(pixel(&drawn, 0, 0)) && is_grey(pixel(&drawn, 2, 0)));
    const uint8_t *g = pixel(&drawn, 1, 0), *level = pixel(&drawn, 2999, 11);
    assert_true(g[2] > g[0] + 60);
    assert_true(level[0] > level[2] + 60);
    free(drawn.rgb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES_IN_SCRATCH("levels are red, G blue, both black, what is not finite yellow",
                          kinds_are_told_apart),
        PROVES_IN_SCRATCH("a small error is seen, and is lighter than a great one",
                          small_errors_are_seen),
        PROVES_IN_SCRATCH("a picture stays within 4096 a side, and no texel gets lost in it",
                          one_texel_of_many_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
