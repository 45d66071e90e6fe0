// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c
//
// Memory that ends at any allocation: status MEMORY, nothing made, nothing left behind.
#include "base/alloc.h"
#include "board.h"
#include "prove.h"

enum { MOST_ALLOCATIONS = 1000 };

static const char *const boards[] = {
    "{\"hexfog\": 1, \"grid\": {\"orientation\": \"pointy\", \"size\": 1, \"shape\": {\"radius\": "
    "5}}, \"field\": {\"sources\": [[0, 1], [2, 2]], \"blocked\": [[1, 1], [0, 2]]}, "
    "\"texture\": {\"width\": 64, \"height\": 100}}",
    "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 1, "
    "\"coordinates\": \"odd-q\", \"shape\": {\"columns\": 6, \"rows\": 7}}, "
    "\"field\": {\"sources\": [[0, 1]], "
    "\"outside\": \"fog\", \"metric\": \"seamless\"}, \"texture\": {\"texels_per_unit\": 9}}",
    "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 1, "
    "\"shape\": {\"tiles\": [[0, 0], [3, 1], [1, 0], [-2, 0]]}}, "
    "\"field\": {\"levels\": [[0, 0, 1], [3, 1, 5]]}, "
    "\"texture\": {\"width\": 64, \"height\": 100}}",
};
enum { BOARD_COUNT = sizeof boards / sizeof boards[0] };

// One try whose nth allocation fails; true when it failed for that.
static bool map_fails_at(const struct board *board, size_t nth)
{
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_map *map = NULL;
    size_t held = hexfog_allocated_bytes();
    hexfog_fail_allocation(nth);
    hexfog_status status = hexfog_map_make(&board->description, &map, &diagnostics);
    hexfog_fail_allocation(0);
    assert_true(status == HEXFOG_MEMORY || status == HEXFOG_OK);
    assert_int_equal(map == NULL, status == HEXFOG_MEMORY);
    hexfog_map_free(map);
    hexfog_diagnostics_free(&diagnostics);
    assert_int_equal(hexfog_allocated_bytes(), held);
    return status == HEXFOG_MEMORY;
}

static void map_survives(void **state)
{
    (void)state;
    for (int i = 0; i < BOARD_COUNT; i++) {
        struct board board;
        board_make(&board, "%s", boards[i]);
        size_t nth = 1;
        while (nth < MOST_ALLOCATIONS && map_fails_at(&board, nth))
            nth++;
        assert_in_range(nth, 3, MOST_ALLOCATIONS - 1);
        board_free(&board);
    }
}

static hexfog_status take_rows(void *context, int worker, const struct hexfog_rows *rows,
                               struct hexfog_error *error)
{
    int32_t *rows_seen = context;
    (void)worker;
    (void)error;
    *rows_seen += rows->row_count;
    return HEXFOG_OK;
}

static bool bake_fails_at(const struct board *board, int threads, size_t nth)
{
    int32_t rows_seen = 0, height = hexfog_map_texture(board->map)->height_px;
    struct hexfog_sink sink = {.context = &rows_seen, .commit = take_rows};
    struct hexfog_bake_options options = {.threads = threads};
    struct hexfog_error error = {0};
    size_t held = hexfog_allocated_bytes();
    hexfog_fail_allocation(nth);
    hexfog_status status = hexfog_bake(board->map, &options, &sink, 1, &error);
    hexfog_fail_allocation(0);
    assert_true(status == HEXFOG_MEMORY || status == HEXFOG_OK);
    assert_int_equal(error.status, status);
    if (status == HEXFOG_OK)
        assert_int_equal(rows_seen, height);
    assert_int_equal(hexfog_allocated_bytes(), held);
    return status == HEXFOG_MEMORY;
}

static void bake_survives(void **state)
{
    static const int threads[] = {1, 3};
    (void)state;
    for (int i = 0; i < 2 * BOARD_COUNT; i++) {
        struct board board;
        board_make(&board, "%s", boards[i / 2]);
        size_t nth = 1;
        while (nth < MOST_ALLOCATIONS && bake_fails_at(&board, threads[i % 2], nth))
            nth++;
        assert_in_range(nth, 2, MOST_ALLOCATIONS - 1);
        board_free(&board);
    }
}

static void limit_is_memory_too(void **state)
{
    struct board board;
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_map *map = NULL;
    (void)state;
    board_make(&board, "%s", boards[0]);
    hexfog_set_memory_limit(hexfog_allocated_bytes() + 64);
    hexfog_status status = hexfog_map_make(&board.description, &map, &diagnostics);
    hexfog_set_memory_limit(0);
    assert_int_equal(status, HEXFOG_MEMORY);
    assert_null(map);
    hexfog_diagnostics_free(&diagnostics);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a map without memory is MEMORY at every allocation, and leaves nothing",
               map_survives),
        PROVES("a bake without memory is MEMORY at every allocation, and leaves nothing",
               bake_survives),
        PROVES("the memory limit is MEMORY as well", limit_is_memory_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
