// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/reference.c tests/unit/reference_field.c
//
// Boards with more sources than distances to each are worth: the levels of the slow reference.
#include "board.h"
#include "prove.h"
#include "reference.h"

#include <stdio.h>

enum { BOARDS = 300, RADIUS = 9, MOST_SOURCES = 60 };

struct list { int count; struct hexfog_axial tiles[MOST_SOURCES]; };

static bool has(const struct list *list, struct hexfog_axial tile)
{
    for (int i = 0; i < list->count; i++)
        if (list->tiles[i].q == tile.q && list->tiles[i].r == tile.r)
            return true;
    return false;
}

// At the shape's edge too, and side by side.
static void choose(struct random *random, int count, struct list *list)
{
    list->count = 0;
    while (list->count < count) {
        struct hexfog_axial tile = {random_int(random, -RADIUS, RADIUS),
                                    random_int(random, -RADIUS, RADIUS)};
        int32_t sum = tile.q + tile.r;
        if (sum >= -RADIUS && sum <= RADIUS && !has(list, tile))
            list->tiles[list->count++] = tile;
    }
}

static size_t write_list(const struct list *list, char *text, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < list->count; i++)
        length += (size_t)snprintf(text + length, size - length, "%s[%d, %d]", i ? ", " : "",
                                   (int)list->tiles[i].q, (int)list->tiles[i].r);
    return length;
}

static void make(struct random *random, struct board *board)
{
    struct list sources;
    char text[MOST_SOURCES * 16];
    choose(random, random_int(random, 7, MOST_SOURCES), &sources);
    write_list(&sources, text, sizeof text);
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 1, \"shape\": "
               "{\"radius\": %d}}, \"field\": {\"sources\": [%s]%s}, \"texture\": {\"width\": 8, "
               "\"height\": 8, \"margin\": %d}}", random_chance(random, 0.5) ? "flat" : "pointy",
               RADIUS, text, random_chance(random, 0.3) ? ", \"outside\": \"fog\"" : "",
               random_int(random, 0, 20));
}

static int hold(const struct board *board)
{
    struct reference *reference = reference_make(&board->description);
    struct reference_box box = reference_box(reference);
    int held = 0;
    for (int32_t r = box.r_min; r <= box.r_max; r++)
        for (int32_t q = box.q_min; q <= box.q_max; q++) {
            struct hexfog_axial tile = {q, r};
            int32_t level;
            if (!hexfog_level_of(board->map, tile, &level))
                continue;
            assert_int_equal(level, reference_level(reference, tile));
            held++;
        }
    reference_free(reference);
    return held;
}

static void many_sources(void **state)
{
    (void)state;
    struct random random = {8};
    int held = 0;
    for (int i = 0; i < BOARDS; i++) {
        struct board board;
        make(&random, &board);
        held += hold(&board);
        board_free(&board);
    }
    assert_true(held > BOARDS * 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("boards of 7 to 60 sources have the reference's levels", many_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
