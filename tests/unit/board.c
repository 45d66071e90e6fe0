// SPDX-License-Identifier: MIT
// Turns the text of a description into a map and its texels, for tests.
#include "board.h"
#include "model/map.h"
#include "model/texel.h"
#include "prove.h"
#include "raster/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const struct hexfog_diagnostics *diagnostics, const char *text)
{
    for (size_t i = 0; i < diagnostics->count; i++)
        print_error("%u:%u %s: %s\n", diagnostics->list[i].line, diagnostics->list[i].column,
                    diagnostics->list[i].key, diagnostics->list[i].message);
    print_error("%s\n", text);
}

void board_read(struct board *board, const char *text)
{
    struct hexfog_diagnostics diagnostics = {0};
    struct hexfog_read_options options = {.file_name = "board.hexfog.json"};
    memset(board, 0, sizeof *board);
    hexfog_status status = hexfog_description_read(text, strlen(text), &options,
                                                   &board->description, &diagnostics);
    if (status != HEXFOG_OK)
        show(&diagnostics, text);
    hexfog_diagnostics_free(&diagnostics);
    assert_int_equal(status, HEXFOG_OK);
}

void board_make(struct board *board, const char *format, ...)
{
    static char text[1 << 20];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_in_range(length, 1, sizeof text - 1);
    board_read(board, text);
    struct hexfog_diagnostics diagnostics = {0};
    hexfog_status status = hexfog_map_make(&board->description, &board->map, &diagnostics);
    if (status != HEXFOG_OK)
        show(&diagnostics, text);
    hexfog_diagnostics_free(&diagnostics);
    assert_int_equal(status, HEXFOG_OK);
}

void board_free(struct board *board)
{
    hexfog_map_free(board->map);
    hexfog_description_free(&board->description);
    memset(board, 0, sizeof *board);
}

static hexfog_status keep_rows(void *context, int worker, const struct hexfog_rows *rows,
                               struct hexfog_error *error)
{
    struct picture *picture = context;
    (void)worker;
    (void)error;
    if (rows->first_row != picture->rows_seen || rows->width_px != picture->width ||
        rows->first_row + rows->row_count > picture->height)
        return HEXFOG_NO;
    size_t first = (size_t)rows->first_row * (size_t)picture->width;
    size_t count = (size_t)rows->row_count * (size_t)picture->width;
    memcpy(picture->level + first, rows->level, count * sizeof *picture->level);
    memcpy(picture->g + first, rows->g, count * sizeof *picture->g);
    picture->rows_seen += rows->row_count;
    return HEXFOG_OK;
}

// Rows at one vector width. What lies behind a row is not to be written.
static void hold_width(const struct picture *picture, const struct hexfog_map *map,
                       const double *x_local, hexfog_row_function *fill, int bits)
{
    size_t count = (size_t)picture->width;
    int32_t *level = malloc((count + 1) * sizeof *level);
    double *g = malloc((count + 1) * sizeof *g);
    assert_true(level != NULL && g != NULL);
    for (int32_t row = 0; row < picture->height; row++) {
        size_t first = (size_t)row * count;
        memset(level, -1, (count + 1) * sizeof *level);
        memset(g, -1, (count + 1) * sizeof *g);
        fill(map, x_local, row, level, g);
        if (memcmp(level, picture->level + first, count * sizeof *level) != 0 ||
            memcmp(g, picture->g + first, count * sizeof *g) != 0)
            fail_msg("row %d differs with vectors of %d bits", row, bits);
        assert_int_equal(level[count], -1);
        assert_true(g[count] != g[count]);
    }
    free(level);
    free(g);
}

static void hold_widths(const struct picture *picture, const struct hexfog_map *map)
{
    double *x_local = malloc((size_t)picture->width * sizeof *x_local);
    assert_non_null(x_local);
    for (int32_t column = 0; column < picture->width; column++)
        x_local[column] =
            hexfog_x_from_column(&map->texture, column) - map->lattice.origin.x;
    hold_width(picture, map, x_local, hexfog_fill_row_128, 128);
#ifdef HEXFOG_WIDTH_256
    if (hexfog_vector_bits() >= 256)
        hold_width(picture, map, x_local, hexfog_fill_row_256, 256);
#endif
    free(x_local);
}

void picture_bake(struct picture *picture, const struct hexfog_map *map, int threads)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    size_t count = (size_t)texture->width_px * (size_t)texture->height_px;
    struct hexfog_sink sink = {.context = picture, .commit = keep_rows};
    struct hexfog_bake_options options = {.threads = threads};
    struct hexfog_error error = {0};
    *picture = (struct picture){.width = texture->width_px, .height = texture->height_px};
    picture->level = malloc(count * sizeof *picture->level);
    picture->g = malloc(count * sizeof *picture->g);
    assert_non_null(picture->level);
    assert_non_null(picture->g);
    hexfog_status status = hexfog_bake(map, &options, &sink, 1, &error);
    if (status != HEXFOG_OK)
        print_error("bake: %s\n", error.message);
    assert_int_equal(status, HEXFOG_OK);
    assert_int_equal(picture->rows_seen, picture->height);
    hold_widths(picture, map);
}

void picture_free(struct picture *picture)
{
    free(picture->level);
    free(picture->g);
    *picture = (struct picture){0};
}

bool picture_equal(const struct picture *a, const struct picture *b)
{
    size_t count = (size_t)a->width * (size_t)a->height;
    return a->width == b->width && a->height == b->height &&
           memcmp(a->level, b->level, count * sizeof *a->level) == 0 &&
           memcmp(a->g, b->g, count * sizeof *a->g) == 0;
}

struct hexfog_value board_value(const struct board *board, double x, double y)
{
    struct hexfog_value value = {0};
    struct hexfog_error error = {0};
    hexfog_status status =
        hexfog_field_at(board->map, (struct hexfog_world){x, y}, &value, &error);
    if (status != HEXFOG_OK)
        print_error("field at %.17g, %.17g: %s\n", x, y, error.message);
    assert_int_equal(status, HEXFOG_OK);
    return value;
}

bool picture_holds(const struct picture *picture, const struct board *board,
                   struct hexfog_texel texel, struct hexfog_value *wanted)
{
    const struct hexfog_texture *texture = hexfog_map_texture(board->map);
    struct hexfog_world point = hexfog_world_from_texel(texture, texel);
    size_t i = (size_t)texel.row * (size_t)picture->width + (size_t)texel.column;
    *wanted = board_value(board, point.x, point.y);
    return picture->level[i] == wanted->level &&
           memcmp(&picture->g[i], &wanted->g, sizeof wanted->g) == 0;
}

void board_bakes_as_defined(const struct board *board, const char *name)
{
    struct picture picture;
    struct hexfog_value wanted;
    picture_bake(&picture, board->map, 1);
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        struct hexfog_texel texel = {i % picture.width, i / picture.width};
        if (!picture_holds(&picture, board, texel, &wanted))
            fail_msg("%s: texel %d, %d: %d + %.17g, not %d + %.17g", name, texel.column,
                     texel.row, picture.level[i], picture.g[i], wanted.level, wanted.g);
    }
    picture_free(&picture);
}

int32_t board_level(const struct board *board, int32_t q, int32_t r)
{
    int32_t level = -1;
    assert_true(hexfog_level_of(board->map, (struct hexfog_axial){q, r}, &level));
    return level;
}

uint64_t random_bits(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double random_unit(struct random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

double random_between(struct random *random, double low, double high)
{
    return low + (high - low) * random_unit(random);
}

int32_t random_int(struct random *random, int32_t low, int32_t high)
{
    return low + (int32_t)(random_bits(random) % (uint64_t)(high - low + 1));
}

bool random_chance(struct random *random, double share)
{
    return random_unit(random) < share;
}
