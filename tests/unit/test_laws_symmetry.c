// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/pattern.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// Laws that tie two boards together: turned, mirrored, moved, transposed, upside down, or
// written in other coordinates, the field is the same field.
#include "pattern.h"
#include "prove.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

enum { PATTERNS = 12, POINTS = 400 };

typedef struct hexfog_world point_move(struct hexfog_world point);

// From tile to tile, and from point to point seen from the origin, in one law.
struct law {
    struct layout before, after;
    point_move *move;
    uint64_t compared;
};

static struct hexfog_world random_point(struct random *random, double reach)
{
    double angle = random_between(random, 0, 6.28), distance = reach * random_unit(random);
    return (struct hexfog_world){distance * cos(angle), distance * sin(angle)};
}

static void compare_point(struct law *law, const struct board *a, const struct board *b,
                          const struct reference *reference, struct hexfog_world point)
{
    struct reference_point here = {(long double)point.x + (long double)law->before.origin_x,
                                   (long double)point.y + (long double)law->before.origin_y};
    if (reference_at(reference, here).border < REFERENCE_TIE)
        return;
    struct hexfog_world moved = law->move(point);
    struct hexfog_value before =
        board_value(a, point.x + law->before.origin_x, point.y + law->before.origin_y);
    struct hexfog_value after =
        board_value(b, moved.x + law->after.origin_x, moved.y + law->after.origin_y);
    assert_int_equal(before.level, after.level);
    assert_true(fabs(before.g - after.g) <= 2 * (double)reference_slack(reference));
    law->compared++;
}

static void hold_law(struct law *law, const struct pattern *pattern, struct random *random)
{
    struct board a, b;
    pattern_board(&a, pattern, &law->before);
    pattern_board(&b, pattern, &law->after);
    struct reference *reference = reference_make(&a.description);
    for (int i = 0; i < POINTS; i++)
        compare_point(law, &a, &b, reference, random_point(random, 0.95 * law->before.reach));
    reference_free(reference);
    board_free(&a);
    board_free(&b);
}

static struct layout any_layout(struct random *random, int i)
{
    struct layout layout = {.flat = i & 1, .seamless = i & 2, .fog_outside = i & 4};
    layout.width = random_between(random, 1, 9);
    layout.height = random_between(random, 1, 9);
    layout.side = random_between(random, 0.1, 0.9) * (layout.flat ? layout.width : layout.height);
    layout.reach = 5 * fmax(layout.width, layout.height);
    return layout;
}

// ---------------------------------------------------------------- turned

static struct hexfog_axial tile_turned(struct hexfog_axial tile)
{
    return (struct hexfog_axial){-tile.r, tile.q + tile.r};
}

static struct hexfog_world point_turned(struct hexfog_world p)
{
    double half = 0.5, root = sqrt(0.75);
    return (struct hexfog_world){half * p.x - root * p.y, root * p.x + half * p.y};
}

static void turned(void **state)
{
    struct random random = {60};
    (void)state;
    for (int i = 0; i < PATTERNS; i++) {
        struct pattern pattern;
        struct law law = {.before = any_layout(&random, i), .move = point_turned};
        layout_set_size(&law.before, random_between(&random, 0.5, 3));
        law.before.reach = 12 * law.before.side;
        law.after = law.before;
        law.after.move = tile_turned;
        pattern_make(&pattern, &random, i / 2);
        hold_law(&law, &pattern, &random);
        assert_true(law.compared > POINTS / 2);
    }
}

// ---------------------------------------------------------------- mirrored

static struct hexfog_axial pointy_x(struct hexfog_axial t)
{
    return (struct hexfog_axial){-t.q - t.r, t.r};
}

static struct hexfog_axial pointy_y(struct hexfog_axial t)
{
    return (struct hexfog_axial){t.q + t.r, -t.r};
}

static struct hexfog_axial flat_x(struct hexfog_axial t)
{
    return (struct hexfog_axial){-t.q, t.q + t.r};
}

static struct hexfog_axial flat_y(struct hexfog_axial t)
{
    return (struct hexfog_axial){t.q, -t.q - t.r};
}

static struct hexfog_world point_x(struct hexfog_world p)
{
    return (struct hexfog_world){-p.x, p.y};
}

static struct hexfog_world point_y(struct hexfog_world p)
{
    return (struct hexfog_world){p.x, -p.y};
}

static void mirrored(void **state)
{
    struct random random = {61};
    (void)state;
    for (int i = 0; i < 2 * PATTERNS; i++) {
        struct pattern pattern;
        bool in_x = random_chance(&random, 0.5);
        struct law law = {.before = any_layout(&random, i), .move = in_x ? point_x : point_y};
        law.after = law.before;
        if (law.before.flat)
            law.after.move = in_x ? flat_x : flat_y;
        else
            law.after.move = in_x ? pointy_x : pointy_y;
        pattern_make(&pattern, &random, i / 2);
        hold_law(&law, &pattern, &random);
        assert_true(law.compared > POINTS / 2);
    }
}

// ---------------------------------------------------------------- moved, transposed

static struct hexfog_world point_stays(struct hexfog_world p)
{
    return p;
}

static void moved(void **state)
{
    struct random random = {62};
    (void)state;
    for (int i = 0; i < PATTERNS; i++) {
        struct pattern pattern;
        struct law law = {.before = any_layout(&random, i), .move = point_stays};
        law.after = law.before;
        law.before.origin_x = random_between(&random, -1000, 1000);
        law.before.origin_y = random_between(&random, -1000, 1000);
        pattern_make(&pattern, &random, i / 2);
        hold_law(&law, &pattern, &random);
        assert_true(law.compared > POINTS / 2);
    }
}

static struct hexfog_axial tile_transposed(struct hexfog_axial t)
{
    return (struct hexfog_axial){t.r, t.q};
}

static struct hexfog_world point_transposed(struct hexfog_world p)
{
    return (struct hexfog_world){p.y, p.x};
}

static void transposed(void **state)
{
    struct random random = {63};
    (void)state;
    for (int i = 0; i < PATTERNS; i++) {
        struct pattern pattern;
        struct law law = {.before = any_layout(&random, i), .move = point_transposed};
        law.after = law.before;
        law.after.flat = !law.before.flat;
        law.after.width = law.before.height;
        law.after.height = law.before.width;
        law.after.move = tile_transposed;
        pattern_make(&pattern, &random, i / 2);
        hold_law(&law, &pattern, &random);
        assert_true(law.compared > POINTS / 2);
    }
}

// ---------------------------------------------------------------- upside down

static void compare_reversed(const struct picture *down, const struct picture *up,
                             const struct reference *reference)
{
    size_t width = (size_t)down->width;
    for (int32_t row = 0; row < down->height; row++)
        for (size_t column = 0; column < width; column++) {
            struct reference_point p = reference_texel_centre(reference, (int32_t)column, row);
            size_t a = (size_t)row * width + column;
            size_t b = (size_t)(down->height - 1 - row) * width + column;
            if (reference_at(reference, p).border < REFERENCE_TIE)
                continue;
            assert_int_equal(down->level[a], up->level[b]);
            assert_true(fabs(down->g[a] - up->g[b]) <= 2 * (double)reference_slack(reference));
        }
}

static void upside_down(void **state)
{
    struct random random = {64};
    (void)state;
    for (int i = 0; i < PATTERNS; i++) {
        struct pattern pattern;
        struct board down, up;
        struct picture rows, reversed;
        struct layout layout = any_layout(&random, i);
        layout.width_px = 33;
        layout.height_px = 40;
        layout.origin_y = random_between(&random, -9, 9);
        pattern_make(&pattern, &random, i / 2);
        pattern_board(&down, &pattern, &layout);
        layout.y_up = true;
        pattern_board(&up, &pattern, &layout);
        picture_bake(&rows, down.map, 1);
        picture_bake(&reversed, up.map, 1);
        struct reference *reference = reference_make(&down.description);
        compare_reversed(&rows, &reversed, reference);
        reference_free(reference);
        picture_free(&rows);
        picture_free(&reversed);
        board_free(&down);
        board_free(&up);
    }
}

// ---------------------------------------------------------------- offset words

struct word {
    const char *name;
    bool flat;
    int shifted, shift; // rows or columns of this parity go by +shift half cells
};
// Even ones stand still, because [0, 0] is axial (0, 0): under "even" odd ones go back.
static const struct word words[] = {
    {"odd-r", false, 1, 1}, {"even-r", false, 1, -1},
    {"odd-q", true, 1, 1},  {"even-q", true, 1, -1}};

// By the words of the format alone: the line's number, and half a cell where it is shifted.
static struct hexfog_axial tile_by_place(const struct word *word, int32_t column, int32_t row)
{
    int32_t line = word->flat ? column : row, along = word->flat ? row : column;
    int32_t halves = 2 * along + (abs(line) % 2 == word->shifted ? word->shift : 0);
    int32_t axial = (halves - line) / 2; // place along the line = axial + line / 2
    return word->flat ? (struct hexfog_axial){line, axial} : (struct hexfog_axial){axial, line};
}

static void offset_is_axial(void **state)
{
    static const char frame[] =
        "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 2, \"coordinates\": \"%s\", "
        "\"shape\": {\"tiles\": [[%d, %d], [%d, %d]]}}, \"field\": {\"sources\": [[%d, %d]], "
        "\"blocked\": [[%d, %d]]}, \"texture\": {\"width\": 21, \"height\": 20}}";
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int32_t at = 0; at < 121; at++) {
            const struct word *word = &words[i];
            int32_t column = at % 11 - 5, row = at / 11 - 5;
            struct hexfog_axial a = tile_by_place(word, column, row);
            struct hexfog_axial b = tile_by_place(word, column + 1, row - 1);
            struct board offset, axial;
            struct picture of_offset, of_axial;
            const char *orientation = word->flat ? "flat" : "pointy";
            board_make(&offset, frame, orientation, word->name, column, row, column + 1, row - 1,
                       column, row, column + 1, row - 1);
            board_make(&axial, frame, orientation, "axial", a.q, a.r, b.q, b.r, a.q, a.r, b.q, b.r);
            picture_bake(&of_offset, offset.map, 1);
            picture_bake(&of_axial, axial.map, 1);
            assert_int_equal(board_level(&offset, a.q, a.r), 0);
            assert_true(picture_equal(&of_offset, &of_axial));
            picture_free(&of_offset);
            picture_free(&of_axial);
            board_free(&offset);
            board_free(&axial);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a board turned by 60 degrees has the turned field", turned),
        PROVES("a mirrored board has the mirrored field", mirrored),
        PROVES("a moved origin moves the field and nothing else", moved),
        PROVES("flat-top is pointy-top with x and y exchanged", transposed),
        PROVES("y up is y down with the rows in reverse", upside_down),
        PROVES("a tile in offset coordinates is the axial tile at its place", offset_is_axial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
