// SPDX-License-Identifier: MIT
// Turns a pattern of tiles and a layout into a board.
#include "pattern.h"
#include "prove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct hexfog_axial tile_stays(struct hexfog_axial tile)
{
    return tile;
}

static void list_tiles(struct pattern *pattern)
{
    int count = 0;
    for (int32_t q = -PATTERN_RADIUS; q <= PATTERN_RADIUS; q++)
        for (int32_t r = -PATTERN_RADIUS; r <= PATTERN_RADIUS; r++)
            if (abs(q + r) <= PATTERN_RADIUS)
                pattern->tiles[count++] = (struct hexfog_axial){q, r};
    assert_int_equal(count, PATTERN_TILES);
}

void pattern_make(struct pattern *pattern, struct random *random, int kind)
{
    *pattern = (struct pattern){.has_levels = kind % 3 == 2};
    list_tiles(pattern);
    for (int i = 0; i < PATTERN_TILES; i++) {
        pattern->level[i] = random_chance(random, 0.8) ? random_int(random, 0, 5) : -1;
        if (kind % 3 == 1)
            pattern->kind[i] = random_chance(random, 0.3) ? 2 : 0;
    }
    pattern->level[0] = 1;
    for (int32_t i = random_int(random, 1, 3); i > 0; i--)
        pattern->kind[random_int(random, 0, PATTERN_TILES - 1)] = 1;
}

void layout_set_size(struct layout *layout, double size)
{
    layout->width = layout->flat ? 2 * size : sqrt(3) * size;
    layout->height = layout->flat ? sqrt(3) * size : 2 * size;
    layout->side = size;
}

struct writer {
    char text[8192];
    size_t length;
};

static void write_text(struct writer *writer, const char *format, ...) HEXFOG_PRINTF(2, 3);
static void write_text(struct writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    writer->length += (size_t)vsnprintf(writer->text + writer->length,
                                        sizeof writer->text - writer->length, format, arguments);
    va_end(arguments);
    assert_true(writer->length < sizeof writer->text);
}

static void write_kind(struct writer *writer, const struct pattern *pattern, tile_move *move,
                       int32_t kind)
{
    const char *comma = "";
    for (int i = 0; i < PATTERN_TILES; i++) {
        struct hexfog_axial tile = move(pattern->tiles[i]);
        if (pattern->kind[i] != kind)
            continue;
        write_text(writer, "%s[%d, %d]", comma, tile.q, tile.r);
        comma = ", ";
    }
}

static void write_levels(struct writer *writer, const struct pattern *pattern, tile_move *move)
{
    const char *comma = "";
    for (int i = 0; i < PATTERN_TILES; i++) {
        struct hexfog_axial tile = move(pattern->tiles[i]);
        if (pattern->level[i] < 0)
            continue;
        write_text(writer, "%s[%d, %d, %d]", comma, tile.q, tile.r, pattern->level[i]);
        comma = ", ";
    }
}

void pattern_board(struct board *board, const struct pattern *pattern,
                   const struct layout *layout)
{
    struct writer field = {.length = 0};
    tile_move *move = layout->move ? layout->move : tile_stays;
    if (pattern->has_levels) {
        write_text(&field, "\"levels\": [");
        write_levels(&field, pattern, move);
    } else {
        write_text(&field, "\"outside\": \"%s\", \"sources\": [",
                   layout->fog_outside ? "fog" : "extend");
        write_kind(&field, pattern, move, 1);
        write_text(&field, "], \"blocked\": [");
        write_kind(&field, pattern, move, 2);
    }
    board_make(board,
               "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"cell\": {\"width\": %.17g, "
               "\"height\": %.17g, \"side\": %.17g}, \"y_axis\": \"%s\", \"origin\": [%.17g, "
               "%.17g], \"shape\": {\"radius\": %d}}, \"field\": {%s], \"metric\": \"%s\"}, "
               "\"texture\": {\"width\": %d, \"height\": %d, "
               "\"bounds\": [%.17g, %.17g, %.17g, %.17g]}}",
               layout->flat ? "flat" : "pointy", layout->width, layout->height, layout->side,
               layout->y_up ? "up" : "down", layout->origin_x, layout->origin_y, PATTERN_RADIUS,
               field.text, layout->seamless ? "seamless" : "sweep",
               layout->width_px ? layout->width_px : 8, layout->height_px ? layout->height_px : 8,
               layout->origin_x - layout->reach, layout->origin_y - layout->reach,
               layout->origin_x + layout->reach, layout->origin_y + layout->reach);
}
