#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the map of samples/tiled-stretched as Tiled would, without hexfog: a .png to lay fog over.

    scripts/draw_board.py OUT.png

Terrain by column and row, each tile the polygon that Tiled draws. Nothing here is symmetric:
a board that is mirrored, shifted by a row or of the other parity does not match the fog.
"""
import struct
import sys
import zlib

COLUMNS, ROWS, WIDTH, HEIGHT, SIDE = 14, 14, 52, 24, 12  # stagger axis X, index odd
PICTURE = (468, 348)
MEADOW, WOOD, WATER, SAND = (146, 178, 92), (62, 112, 64), (74, 128, 176), (222, 200, 138)


def terrain(column, row):
    if row > 9 and column + row > 17:
        return WATER
    if row > 8 and column + row > 16:
        return SAND
    return WOOD if (column * 7 + row * 5 + column * row) % 4 == 0 else MEADOW


def corner(column, row):
    """Upper left corner of a tile's bounding box, in pixels."""
    return column * (WIDTH + SIDE) // 2, row * HEIGHT + column % 2 * HEIGHT // 2


def has(column, row, x, y):
    """Is a pixel's centre in the tile? The slanted edges run from (0, h/2) to ((w-s)/2, 0)."""
    left, top = corner(column, row)
    slant = (WIDTH - SIDE) / 2
    across, down = abs(x + 0.5 - left - WIDTH / 2), abs(y + 0.5 - top - HEIGHT / 2)
    return down <= HEIGHT / 2 and across <= SIDE / 2 + slant * (1 - down / (HEIGHT / 2))


def paint(pixels, column, row):
    left, top = corner(column, row)
    red, green, blue = terrain(column, row)
    for y in range(max(top, 0), min(top + HEIGHT, PICTURE[1])):
        for x in range(max(left, 0), min(left + WIDTH, PICTURE[0])):
            if has(column, row, x, y):
                edge = not (has(column, row, x - 1, y) and has(column, row, x, y - 1))
                shade = 3 if edge else 4
                pixels[y][4 * x:4 * x + 4] = bytes(
                    (red * shade // 4, green * shade // 4, blue * shade // 4, 255))


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def write(path, pixels):
    head = struct.pack(">IIBBBBB", *PICTURE, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in pixels), 9)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data)
                   + chunk(b"IEND", b""))


def main():
    pixels = [bytearray(4 * PICTURE[0]) for _ in range(PICTURE[1])]
    for column in range(COLUMNS):
        for row in range(ROWS):
            paint(pixels, column, row)
    write(sys.argv[1], pixels)


if __name__ == "__main__":
    main()
