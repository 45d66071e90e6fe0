// SPDX-License-Identifier: MIT
// Turns a board of any numbers into a failed test where a value is not right.
#include "sound.h"
#include "prove.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

#include "check/filter_error.h"

void texture_is_sound(const struct board *board)
{
    const struct hexfog_texture_rules *asked = &board->description.texture;
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    const struct hexfog_bounds *b = &texture->bounds;
    struct hexfog_uv uv = hexfog_uv_from_world(texture);
    assert_in_range(texture->width_px, 1, 65536);
    assert_in_range(texture->height_px, 1, 65536);
    if (asked->width_px) {
        assert_int_equal(texture->width_px, asked->width_px);
        assert_int_equal(texture->height_px, asked->height_px);
    }
    if (asked->has_bounds)
        assert_memory_equal(b, &asked->bounds, sizeof *b);
    assert_true(isfinite(b->x_min) && isfinite(b->x_max) && b->x_min < b->x_max);
    assert_true(isfinite(b->y_min) && isfinite(b->y_max) && b->y_min < b->y_max);
    for (int i = 0; i < 2; i++) {
        assert_true(isfinite(uv.scale[i]) && isfinite(uv.offset[i]));
        assert_true(fabs(uv.scale[i]) > 0);
    }
}

// The greatest level is that of some texel, and G is in [0, 1]: no NaN, and no -0.
static void texels_are_sound(const struct board *board, const struct picture *picture)
{
    int32_t greatest = 0;
    size_t count = (size_t)picture->width * (size_t)picture->height;
    for (size_t i = 0; i < count; i++) {
        assert_true(picture->level[i] >= 0);
        assert_true(picture->g[i] >= 0 && picture->g[i] <= 1 && !signbit(picture->g[i]));
        greatest = picture->level[i] > greatest ? picture->level[i] : greatest;
    }
    assert_int_equal(greatest, hexfog_map_facts(board->map).max_level);
}

// The definition at a texel's centre, bit for bit; it refuses only points that are far off.
static void texel_is_the_definition(const struct board *board, const struct picture *picture,
                                    int32_t column, int32_t row)
{
    struct hexfog_value value;
    size_t i = (size_t)row * (size_t)picture->width + (size_t)column;
    if (!picture_holds(picture, board, (struct hexfog_texel){column, row}, &value))
        fail_msg("texel %d, %d: %d + %.17g, not %d + %.17g", column, row, picture->level[i],
                 picture->g[i], value.level, value.g);
}

static void texel_is_right(const struct reference *reference, const struct picture *picture,
                           int32_t column, int32_t row)
{
    size_t i = (size_t)row * (size_t)picture->width + (size_t)column;
    struct reference_value value =
        reference_at(reference, reference_texel_centre(reference, column, row));
    if (reference_agrees(reference, &value, picture->level[i], picture->g[i]))
        return;
    print_error("texel %d,%d: %d + %.17g, not %d + %.17Lg within %.3Lg, border %.3Lg\n", column,
                row, picture->level[i], picture->g[i], value.choices[0].level,
                value.choices[0].g, reference_slack(reference), value.border);
    fail();
}

// The reference searches the whole box around shape and raster, also where that is no need.
static bool is_small(const struct board *board)
{
    const struct hexfog_bounds *b = &hexfog_map_texture(board->map)->bounds;
    struct hexfog_axial centre = board->description.grid.shape.center;
    for (int i = 0; i < 4; i++) {
        struct hexfog_world corner = {i & 1 ? b->x_max : b->x_min, i & 2 ? b->y_max : b->y_min};
        struct hexfog_axial tile = hexfog_axial_from_world(board->map, corner);
        if (llabs((int64_t)tile.q - centre.q) > 100 || llabs((int64_t)tile.r - centre.r) > 100)
            return false;
    }
    return true;
}

// Some 64 texels, the corners among them.
static int32_t nth_of(int32_t n, int32_t count)
{
    return (int32_t)((int64_t)n * (count - 1) / 7);
}

static bool some_texels_are_right(const struct board *board, const struct picture *picture)
{
    struct reference *reference = is_small(board) ? reference_make(&board->description) : NULL;
    const struct hexfog_cell *cell = &board->description.grid.cell;
    // Along a very short side seamless rises by 1: the reference's rounding moves where.
    bool sliver = cell->side < 1e-4 * fmax(cell->width, cell->height) &&
                  board->description.field.metric == HEXFOG_SEAMLESS;
    bool judged = reference && !sliver && reference_is_precise() &&
                  reference_slack(reference) < 1e-3L;
    for (int32_t n = 0; n < 64; n++) {
        int32_t column = nth_of(n % 8, picture->width), row = nth_of(n / 8, picture->height);
        texel_is_the_definition(board, picture, column, row);
        if (judged)
            texel_is_right(reference, picture, column, row);
    }
    reference_free(reference);
    return judged;
}

bool board_is_sound(const struct board *board)
{
    struct picture picture;
    texture_is_sound(board);
    picture_bake(&picture, board->map, 1);
    texels_are_sound(board, &picture);
    bool judged = some_texels_are_right(board, &picture);
    picture_free(&picture);
    return judged;
}

// What `hexfog info` says of linear filtering.
void filter_error_is_a_number(const struct board *board)
{
    struct hexfog_filter_error measured = {0};
    struct hexfog_error error = {0};
    hexfog_status status =
        hexfog_filter_error_measure(&board->description, board->map, &measured, &error);
    if (status)
        print_error("%s\n", error.message);
    assert_int_equal(status, HEXFOG_OK);
    assert_true(measured.greatest >= 0 && measured.mean >= 0);
    assert_true(measured.mean <= measured.greatest);
    assert_true(isfinite(measured.greatest));
}
