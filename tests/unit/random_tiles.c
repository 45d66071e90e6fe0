// SPDX-License-Identifier: MIT
// Turns tiles into lists without repetitions, and into the numbers that a description writes.
#include "random_tiles.h"
#include "prove.h"

struct hexfog_axial tile_neighbour(struct hexfog_axial tile, int k)
{
    static const struct hexfog_axial step[6] = {{1, 0},  {0, 1},  {-1, 1},
                                                {-1, 0}, {0, -1}, {1, -1}};
    return (struct hexfog_axial){tile.q + step[k].q, tile.r + step[k].r};
}

int find_tile(const struct random_tiles *list, struct hexfog_axial tile)
{
    for (int i = 0; i < list->count; i++)
        if (list->tiles[i].q == tile.q && list->tiles[i].r == tile.r)
            return i;
    return -1;
}

void put_tile(struct random_tiles *list, struct hexfog_axial tile, int32_t level)
{
    if (find_tile(list, tile) >= 0)
        return;
    assert_true(list->count < RANDOM_TILES_AT_MOST);
    list->tiles[list->count] = tile;
    list->levels[list->count++] = level;
}

// Half of n, downwards also below zero.
static int32_t half_down(int32_t n)
{
    return n >= 0 ? n / 2 : -((1 - n) / 2);
}

// [column, row] of a tile: shifted rows or columns lie half a cell further on.
struct hexfog_axial tile_written_as(enum hexfog_coordinates word, struct hexfog_axial tile)
{
    switch (word) {
    case HEXFOG_ODD_R: return (struct hexfog_axial){tile.q + half_down(tile.r), tile.r};
    case HEXFOG_EVEN_R: return (struct hexfog_axial){tile.q + half_down(tile.r + 1), tile.r};
    case HEXFOG_ODD_Q: return (struct hexfog_axial){tile.q, tile.r + half_down(tile.q)};
    case HEXFOG_EVEN_Q: return (struct hexfog_axial){tile.q, tile.r + half_down(tile.q + 1)};
    case HEXFOG_AXIAL: break;
    }
    return tile;
}

struct hexfog_axial tile_read_as(enum hexfog_coordinates word, int32_t column, int32_t row)
{
    switch (word) {
    case HEXFOG_ODD_R: return (struct hexfog_axial){column - half_down(row), row};
    case HEXFOG_EVEN_R: return (struct hexfog_axial){column - half_down(row + 1), row};
    case HEXFOG_ODD_Q: return (struct hexfog_axial){column, row - half_down(column)};
    case HEXFOG_EVEN_Q: return (struct hexfog_axial){column, row - half_down(column + 1)};
    case HEXFOG_AXIAL: break;
    }
    return (struct hexfog_axial){column, row};
}
