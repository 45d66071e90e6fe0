// SPDX-License-Identifier: MIT
// Turns offset coordinates into axial ones and back.
#include "desc/offset.h"

// How far the tiles of row (or column) `n` are shifted, in whole cells: each second one moves
// by half a cell, the odd ones (odd-r, odd-q) or the even ones. The division is exact.
static int32_t shift(bool odd_is_shifted, int32_t n)
{
    int32_t parity = n & 1;
    return (odd_is_shifted ? n - parity : n + parity) / 2;
}

struct hexfog_axial hexfog_axial_from_written(enum hexfog_coordinates coordinates,
                                              struct hexfog_written_tile tile)
{
    switch (coordinates) {
    case HEXFOG_ODD_R:
    case HEXFOG_EVEN_R:
        return (struct hexfog_axial){ tile.a - shift(coordinates == HEXFOG_ODD_R, tile.b), tile.b };
    case HEXFOG_ODD_Q:
    case HEXFOG_EVEN_Q:
        return (struct hexfog_axial){ tile.a, tile.b - shift(coordinates == HEXFOG_ODD_Q, tile.a) };
    case HEXFOG_AXIAL:
        break;
    }
    return (struct hexfog_axial){ tile.a, tile.b };
}

struct hexfog_written_tile hexfog_written_from_axial(enum hexfog_coordinates coordinates,
                                                     struct hexfog_axial tile)
{
    switch (coordinates) {
    case HEXFOG_ODD_R:
    case HEXFOG_EVEN_R:
        return (struct hexfog_written_tile){ tile.q + shift(coordinates == HEXFOG_ODD_R, tile.r),
                                             tile.r };
    case HEXFOG_ODD_Q:
    case HEXFOG_EVEN_Q:
        return (struct hexfog_written_tile){ tile.q,
                                             tile.r + shift(coordinates == HEXFOG_ODD_Q, tile.q) };
    case HEXFOG_AXIAL:
        break;
    }
    return (struct hexfog_written_tile){ tile.q, tile.r };
}
