// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/random_board.c tests/unit/random_tiles.c
//
// The bake loop: the same values as the definition at a point, for every number of threads,
// handed to every sink in order, and ended by the first that fails.
#include "board.h"
#include "prove.h"
#include "random_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int thread_counts[] = {1, 2, 3, 16};
static struct random_board random_text; // large: not on the stack

static void make_random(struct board *board, uint64_t seed)
{
    random_board_make(&random_text, seed);
    board_make(board, "%s", random_text.text);
}

static void make_tall(struct board *board, int32_t width, int32_t height, const char *metric)
{
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"flat\", \"size\": 0.7, \"shape\": "
               "{\"radius\": 9}}, \"field\": {\"sources\": [[3, -5], [-4, 2]], \"blocked\": [[0, "
               "0], [1, 0], [0, 1]], \"metric\": \"%s\"}, "
               "\"texture\": {\"width\": %d, \"height\": %d}}",
               metric, width, height);
}

// ---------------------------------------------------------------- values

static void hold_to_definition(const struct board *board)
{
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    struct picture picture;
    picture_bake(&picture, board->map, 1);
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        struct hexfog_world point = hexfog_world_from_texel(
            texture, (struct hexfog_texel){i % picture.width, i / picture.width});
        struct hexfog_value value = board_value(board, point.x, point.y);
        assert_int_equal(picture.level[i], value.level);
        assert_memory_equal(&picture.g[i], &value.g, sizeof value.g);
    }
    picture_free(&picture);
}

static void rows_are_the_definition(void **state)
{
    (void)state;
    for (uint64_t seed = 10000; seed < 10600; seed++) {
        struct board board;
        make_random(&board, seed);
        hold_to_definition(&board);
        board_free(&board);
    }
}

static void large_rows_are_the_definition(void **state)
{
    struct board board;
    (void)state;
    for (int i = 0; i < 2; i++) {
        make_tall(&board, 517, 390, i ? "seamless" : "sweep");
        hold_to_definition(&board);
        board_free(&board);
    }
}

static void hold_threads(const struct board *board)
{
    struct picture one;
    picture_bake(&one, board->map, 1);
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        struct picture many;
        picture_bake(&many, board->map, thread_counts[i]);
        assert_true(picture_equal(&one, &many));
        picture_free(&many);
    }
    picture_free(&one);
}

static void threads_change_nothing(void **state)
{
    struct board board;
    (void)state;
    for (uint64_t seed = 11000; seed < 11060; seed++) {
        make_random(&board, seed);
        hold_threads(&board);
        board_free(&board);
    }
    make_tall(&board, 257, 731, "sweep");
    hold_threads(&board);
    board_free(&board);
}

static void no_count_means_all_cpus(void **state)
{
    struct board board;
    struct picture one, all;
    (void)state;
    assert_true(hexfog_default_threads() >= 1);
    make_tall(&board, 64, 200, "sweep");
    picture_bake(&one, board.map, 1);
    picture_bake(&all, board.map, 0);
    assert_true(picture_equal(&one, &all));
    picture_free(&one);
    picture_free(&all);
    board_free(&board);
}

// ---------------------------------------------------------------- sinks

enum { MOST_BANDS = 64 };

struct witness {
    int prepared[MOST_BANDS], worker[MOST_BANDS], committed;
    int32_t height, width;
    int32_t fail_at; // band whose commit fails; -1 none
    bool fail_in_prepare;
};

static int32_t band_of(const struct hexfog_rows *rows)
{
    return rows->first_row / HEXFOG_BAND_ROWS;
}

static hexfog_status fail_with(struct hexfog_error *error)
{
    snprintf(error->message, sizeof error->message, "the sink is full");
    error->status = HEXFOG_IO;
    return HEXFOG_IO;
}

static hexfog_status see_prepare(void *context, int worker, const struct hexfog_rows *rows,
                                 struct hexfog_error *error)
{
    struct witness *witness = context;
    int32_t band = band_of(rows);
    witness->prepared[band]++;
    witness->worker[band] = worker;
    return witness->fail_in_prepare && band == witness->fail_at ? fail_with(error) : HEXFOG_OK;
}

static hexfog_status see_commit(void *context, int worker, const struct hexfog_rows *rows,
                                struct hexfog_error *error)
{
    struct witness *witness = context;
    int32_t band = band_of(rows), left = witness->height - rows->first_row;
    bool good = band == witness->committed && rows->first_row % HEXFOG_BAND_ROWS == 0 &&
                rows->width_px == witness->width && witness->worker[band] == worker &&
                witness->prepared[band] == 1 &&
                rows->row_count == (left < HEXFOG_BAND_ROWS ? left : HEXFOG_BAND_ROWS);
    if (!good)
        return HEXFOG_NO;
    if (!witness->fail_in_prepare && band == witness->fail_at)
        return fail_with(error);
    witness->committed++;
    return HEXFOG_OK;
}

static struct hexfog_sink witness_sink(struct witness *witness)
{
    return (struct hexfog_sink){.context = witness, .prepare = see_prepare, .commit = see_commit};
}

static void bands_come_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        struct board board;
        struct witness a = {.height = 203, .width = 31, .fail_at = -1}, b = a;
        struct hexfog_sink sinks[2] = {witness_sink(&a), witness_sink(&b)};
        struct hexfog_bake_options options = {.threads = thread_counts[i]};
        struct hexfog_error error = {0};
        make_tall(&board, 31, 203, "sweep");
        assert_int_equal(hexfog_bake(board.map, &options, sinks, 2, &error), HEXFOG_OK);
        assert_int_equal(a.committed, 13);
        assert_int_equal(b.committed, 13);
        board_free(&board);
    }
}

static void first_failure_ends_it(void **state)
{
    (void)state;
    for (int prepare = 0; prepare < 2; prepare++)
        for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
            struct board board;
            struct witness a = {.height = 203, .width = 31, .fail_at = -1}, b = a;
            struct hexfog_sink sinks[2] = {witness_sink(&a), witness_sink(&b)};
            struct hexfog_bake_options options = {.threads = thread_counts[i]};
            struct hexfog_error error = {0};
            b.fail_at = 5;
            b.fail_in_prepare = prepare;
            make_tall(&board, 31, 203, "sweep");
            assert_int_equal(hexfog_bake(board.map, &options, sinks, 2, &error), HEXFOG_IO);
            assert_string_equal(error.message, "the sink is full");
            assert_int_equal(b.committed, 5);
            board_free(&board);
        }
}

// Sinks that take rows: each row of a band once and in order, by the band's worker, and no
// texels after that.
struct row_witness {
    const struct picture *picture;
    int32_t rows[MOST_BANDS];
    int worker[MOST_BANDS];
    int32_t committed, fail_at;
};

static hexfog_status see_row(void *context, int worker, const struct hexfog_rows *row,
                             struct hexfog_error *error)
{
    struct row_witness *witness = context;
    const struct picture *picture = witness->picture;
    int32_t band = band_of(row);
    size_t width = (size_t)row->width_px, at = (size_t)row->first_row * width;
    bool good = row->row_count == 1 &&
                row->first_row == band * HEXFOG_BAND_ROWS + witness->rows[band] &&
                (witness->rows[band] == 0 || witness->worker[band] == worker) &&
                memcmp(row->level, picture->level + at, width * sizeof *row->level) == 0 &&
                memcmp(row->g, picture->g + at, width * sizeof *row->g) == 0;
    witness->rows[band]++;
    witness->worker[band] = worker;
    if (row->first_row == witness->fail_at)
        return fail_with(error);
    return good ? HEXFOG_OK : HEXFOG_NO;
}

static hexfog_status see_end(void *context, int worker, const struct hexfog_rows *rows,
                             struct hexfog_error *error)
{
    struct row_witness *witness = context;
    int32_t band = band_of(rows);
    (void)error;
    bool good = !rows->level && !rows->g && witness->rows[band] == rows->row_count &&
                witness->worker[band] == worker && band == witness->committed++;
    return good ? HEXFOG_OK : HEXFOG_NO;
}

enum kind { ALONE, BESIDE_BANDS, FAILING, KINDS };

static void take_rows(const struct board *board, const struct picture *picture, int threads,
                      enum kind kind)
{
    struct hexfog_bake_options options = {.threads = threads};
    struct hexfog_error error = {0};
    struct row_witness rows = {.picture = picture, .fail_at = kind == FAILING ? 100 : -1};
    struct witness bands = {.height = 203, .width = 31, .fail_at = -1};
    struct hexfog_sink sinks[2] = {
        {.context = &rows, .take_row = see_row, .commit = see_end}, witness_sink(&bands)};
    size_t count = kind == BESIDE_BANDS ? 2 : 1;
    hexfog_status status = hexfog_bake(board->map, &options, sinks, count, &error);
    assert_int_equal(status, kind == FAILING ? HEXFOG_IO : HEXFOG_OK);
    assert_int_equal(rows.committed, kind == FAILING ? 6 : 13);
}

static void rows_come_before_their_band(void **state)
{
    struct board board;
    struct picture picture;
    (void)state;
    make_tall(&board, 31, 203, "sweep");
    picture_bake(&picture, board.map, 1);
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++)
        for (enum kind kind = ALONE; kind < KINDS; kind++)
            take_rows(&board, &picture, thread_counts[i], kind);
    picture_free(&picture);
    board_free(&board);
}

struct listener { int32_t calls, last, cancel_at; };

static hexfog_status listen(void *context, int32_t rows_done, int32_t rows_total,
                            struct hexfog_error *error)
{
    struct listener *listener = context;
    (void)error;
    if (rows_done <= listener->last || rows_done > rows_total || rows_total != 203)
        return HEXFOG_USAGE;
    listener->last = rows_done;
    return ++listener->calls == listener->cancel_at ? HEXFOG_NO : HEXFOG_OK;
}

static void progress_counts_rows_and_cancels(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        struct board board;
        struct listener whole = {.cancel_at = -1}, cut = {.cancel_at = 4};
        struct hexfog_bake_options options = {
            .threads = thread_counts[i], .progress = listen, .progress_context = &whole};
        struct hexfog_error error = {0};
        make_tall(&board, 31, 203, "sweep");
        assert_int_equal(hexfog_bake(board.map, &options, NULL, 0, &error), HEXFOG_OK);
        assert_int_equal(whole.calls, 13);
        assert_int_equal(whole.last, 203);
        options.progress_context = &cut;
        assert_int_equal(hexfog_bake(board.map, &options, NULL, 0, &error), HEXFOG_NO);
        assert_int_equal(cut.calls, 4);
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("baked rows are the field at a point, bit for bit", rows_are_the_definition),
        PROVES("so are long rows of many tiles", large_rows_are_the_definition),
        PROVES("1, 2, 3 and 16 threads give the same values", threads_change_nothing),
        PROVES("no thread count means all CPUs, and the same values", no_count_means_all_cpus),
        PROVES("every sink gets each band once, whole and in order", bands_come_in_order),
        PROVES("a sink that takes rows gets each once, in order, whatever other sinks want",
               rows_come_before_their_band),
        PROVES("a sink that fails ends the bake with its status and message",
               first_failure_ends_it),
        PROVES("progress counts rows upwards and can cancel", progress_counts_rows_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
