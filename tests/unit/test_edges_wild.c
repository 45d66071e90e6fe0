// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/sound.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// Random boards of wild numbers, from denormals to 1e308: the right value or a refusal.
// HEXFOG_EDGE_COUNT says how many (10,000), HEXFOG_EDGE_FIRST the first seed (0), so that one
// board can be looked at alone.
#include "board.h"
#include "prove.h"
#include "reference.h"
#include "sound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { uint64_t accepted, judged; } totals;
static uint64_t edge_count, first_edge;

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text == NULL || *text == '\0' ? otherwise : strtoull(text, NULL, 10);
}

static const char *const wild[] = {
    "0", "4.9406564584124654e-324", "1e-320", "2.2250738585072014e-308", "1e-300", "1e-154",
    "1e-60", "1e-9", "1e-3", "0.1", "1", "1.5", "3", "24", "1e6", "1e9", "1e15",
    "9007199254740993", "1e60", "1e154", "1e300", "8.9884656743115795e307",
    "1.7976931348623157e308"};
enum { WILD = sizeof wild / sizeof wild[0], TAME = 10 };

// Mostly near 1, so that most boards have one or two wild numbers.
static const char *number(struct random *random)
{
    return random_chance(random, 0.5) ? wild[TAME + random_int(random, -1, 3)]
                                      : wild[random_int(random, 0, WILD - 1)];
}

static const char *sign(struct random *random)
{
    return random_chance(random, 0.5) ? "-" : "";
}

static void add(char text[4096], const char *format, ...) HEXFOG_PRINTF(2, 3);
static void add(char text[4096], const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, 4096 - length, format, arguments);
    va_end(arguments);
}

static void add_grid(char text[4096], struct random *random)
{
    add(text, "\"grid\": {\"orientation\": \"%s\", \"y_axis\": \"%s\"",
        random_chance(random, 0.5) ? "flat" : "pointy", random_chance(random, 0.5) ? "up" : "down");
    if (random_chance(random, 0.5))
        add(text, ", \"size\": %s", number(random));
    else
        add(text, ", \"cell\": {\"width\": %s, \"height\": %s, \"side\": %s}", number(random),
            number(random), number(random));
    if (random_chance(random, 0.6))
        add(text, ", \"origin\": [%s%s, %s%s]", sign(random), number(random), sign(random),
            number(random));
    add(text, ", \"shape\": {\"radius\": %d", random_int(random, 0, 3));
    if (random_chance(random, 0.2))
        add(text, ", \"center\": [%s1048570, %s1048570]", sign(random), sign(random));
    add(text, "}}");
}

static void add_texture(char text[4096], struct random *random)
{
    const char *x = number(random), *y = number(random);
    bool sized = random_chance(random, 0.7);
    add(text, ", \"texture\": {");
    if (sized)
        add(text, "\"width\": %d, \"height\": %d", random_int(random, 1, 12),
            random_int(random, 1, 12));
    else
        add(text, "\"texels_per_%s\": %s", random_chance(random, 0.5) ? "unit" : "tile",
            number(random));
    if (random_chance(random, 0.3))
        add(text, ", \"margin\": %s", number(random));
    else if (random_chance(random, 0.5))
        add(text, ", \"bounds\": [-%s, -%s, %s, %s]", number(random), number(random), x, y);
    else if (random_chance(random, 0.5))
        add(text, ", \"bounds\": [%s, %s, %s, %s]", number(random), number(random), x, y);
    add(text, "}");
}

static void make_wild(char text[4096], uint64_t seed)
{
    struct random random = {seed * 0x9e3779b97f4a7c15u + 4711};
    strcpy(text, "{\"hexfog\": 1, ");
    add_grid(text, &random);
    add(text, ", \"field\": {\"metric\": \"%s\", \"outside\": \"%s\"}",
        random_chance(&random, 0.5) ? "sweep" : "seamless",
        random_chance(&random, 0.5) ? "fog" : "extend");
    add_texture(text, &random);
    add(text, "}\n");
}

// A description that is read and mapped, or refused with a reason.
static bool accepted(struct board *board, const char *text)
{
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_read_options options = {.file_name = "edge.hexfog.json"};
    memset(board, 0, sizeof *board);
    hexfog_status status = hexfog_description_read(text, strlen(text), &options,
                                                   &board->description, &diagnostics);
    if (!status)
        status = hexfog_map_make(&board->description, &board->map, &diagnostics);
    if (status) {
        assert_true(status == HEXFOG_INPUT || status == HEXFOG_MEMORY);
        assert_true(diagnostics.error_count > 0);
        assert_true(diagnostics.list[0].message[0] != '\0');
        assert_null(board->map);
        if (status == HEXFOG_INPUT)
            assert_int_equal(diagnostics.list[0].rule[0], 'D');
    }
    hexfog_diagnostics_free(&diagnostics);
    return !status;
}

static char current[4096];
static uint64_t current_seed;

static int show_failed_board(void **state)
{
    (void)state;
    if (current[0])
        print_error("HEXFOG_EDGE_FIRST=%" PRIu64 " HEXFOG_EDGE_COUNT=1\n%s", current_seed, current);
    hexfog_set_memory_limit(0);
    return 0;
}

// Tables of 2^27 tiles and textures of 2^32 texels are allowed, but would make this slow:
// beyond 2 MiB of table there is no memory, and large textures are left out.
static bool is_quick(const struct board *board)
{
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    return (int64_t)texture->width_px * texture->height_px < 20000;
}

static void wild_numbers_are_right_or_refused(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < edge_count; i++) {
        struct board board;
        current_seed = first_edge + i;
        make_wild(current, current_seed);
        hexfog_set_memory_limit(2 << 20);
        bool is_accepted = accepted(&board, current);
        hexfog_set_memory_limit(0);
        if (is_accepted)
            texture_is_sound(&board);
        if (is_accepted && is_quick(&board)) {
            totals.judged += board_is_sound(&board);
            if (totals.accepted % 64 == 0)
                filter_error_is_a_number(&board);
            totals.accepted++;
        }
        board_free(&board);
    }
    current[0] = '\0';
    print_message("# %" PRIu64 " boards of wild numbers, %" PRIu64 " accepted, %" PRIu64
                  " of them held to the reference\n", edge_count, totals.accepted, totals.judged);
}

// A run that refuses all would prove nothing.
static void both_ends_are_drawn(void **state)
{
    (void)state;
    if (edge_count < 1000)
        skip();
    assert_true(totals.accepted > edge_count / 20 && totals.accepted < edge_count);
    if (!reference_is_precise()) {
        print_message("# long double is no better than double here: nothing was held to the "
                      "reference\n");
        skip();
    }
    assert_true(totals.judged > edge_count / 40);
}

int main(void)
{
    edge_count = number_from("HEXFOG_EDGE_COUNT", 10000);
    first_edge = number_from("HEXFOG_EDGE_FIRST", 0);
    const struct CMUnitTest tests[] = {
        {"boards of wild numbers are right or refused", wild_numbers_are_right_or_refused, NULL,
         show_failed_board, NULL},
        PROVES("enough of them are accepted, and held to the reference", both_ends_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
