#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds pictures of `hexfog preview` to what fogmap.md says, without hexfog.

    preview_pixels.py law MAP.expected.json LAW START END SCENE FOG PICTURE
    preview_pixels.py ring BOARD PICTURE LEVEL FOG [flipped]
    preview_pixels.py noise WIDTH HEIGHT OUT.png
    preview_pixels.py kept BOARD.png PICTURE FOG LAW_PICTURE
    preview_pixels.py near MOST A B
    preview_pixels.py colours MOST PICTURE

Pictures are decoded by ImageMagick. Colours are R,G,B of 0 to 255.
"""
import collections
import json
import math
import pathlib
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))


def decode(path):
    """Width, height and rows of (r, g, b)."""
    ppm = subprocess.run(["convert", path, "-alpha", "off", "-depth", "8", "ppm:-"],
                         check=True, stdout=subprocess.PIPE).stdout
    head = ppm.split(b"\n", 3)
    width, height = map(int, head[1].split())
    data = head[3]
    rows = [[tuple(data[3 * (y * width + x):3 * (y * width + x) + 3]) for x in range(width)]
            for y in range(height)]
    return width, height, rows


def colour(text):
    return tuple(int(part) for part in text.split(","))


def left(law, start, end, f):
    """The share of the scene's colour (fogmap.md 6); 5 % at `end` for the exponential laws."""
    d = max(f - start, 0)
    if law == "exp":
        return math.exp(-math.log(20) / (end - start) * d)
    if law == "exp2":
        return math.exp(-(math.sqrt(math.log(20)) / (end - start) * d) ** 2)
    if start == end:
        return 0 if f >= start else 1
    return 1 - min(max((f - start) / (end - start), 0), 1)


def average(shares, ties, x, y, width, height):
    """The mean over a pixel's area, and whether a texel on a border has a part in it."""
    texels_x, texels_y = len(shares[0]), len(shares)
    x0, x1 = x * texels_x / width, (x + 1) * texels_x / width
    y0, y1 = y * texels_y / height, (y + 1) * texels_y / height
    total, tied = 0, False
    for v in range(int(y0), min(math.ceil(y1), texels_y)):
        for u in range(int(x0), min(math.ceil(x1), texels_x)):
            part = (min(u + 1, x1) - max(u, x0)) * (min(v + 1, y1) - max(v, y0))
            total += part * shares[v][u]
            tied = tied or (part > 1e-9 and ties[v][u])
    return total / ((x1 - x0) * (y1 - y0)), tied


def check_law(expected, law, start, end, scene, fog, picture):
    texels = json.load(open(expected))["texels"]
    shares = [[left(law, float(start), float(end), level + g) for level, g, _ in row]
              for row in texels]
    ties = [[tie for _, _, tie in row] for row in texels]
    scene, fog = colour(scene), colour(fog)
    width, height, rows = decode(picture)
    seen = collections.Counter()
    for y in range(height):
        for x in range(width):
            share, tied = average(shares, ties, x, y, width, height)
            if tied:
                continue
            for got, clear, foggy in zip(rows[y][x], scene, fog):
                want = clear * share + foggy * (1 - share)
                assert abs(got - want) <= 0.51, (x, y, rows[y][x], want)
            seen["clear" if share > 0.999 else "fog" if share < 0.001 else "between"] += 1
    assert seen["clear"] and (seen["fog"] or law != "linear"), seen


def levels_of_board(source):
    """Steps from the source tile, by the neighbours of Tiled's stagger index odd."""
    import draw_board as board
    level, queue = {source: 0}, collections.deque([source])
    while queue:
        column, row = queue.popleft()
        shift = 0 if column % 2 else -1
        for near in ((column, row - 1), (column, row + 1), (column - 1, row + shift),
                     (column - 1, row + shift + 1), (column + 1, row + shift),
                     (column + 1, row + shift + 1)):
            if (0 <= near[0] < board.COLUMNS and 0 <= near[1] < board.ROWS
                    and near not in level):
                level[near] = level[column, row] + 1
                queue.append(near)
    return level


def check_ring(board_path, picture, most, fog, flipped=""):
    """Tiles to level `most` show the board, farther ones the fog."""
    import draw_board as board
    level, most, fog = levels_of_board((7, 7)), int(most), colour(fog)
    board_rows, rows = decode(board_path)[2], decode(picture)[2]
    assert len(rows) == board.PICTURE[1] and len(rows[0]) == board.PICTURE[0]
    if flipped:
        rows = rows[::-1]
    wrong, seen = 0, collections.Counter()
    for (column, row), steps in level.items():
        x0, y0 = board.corner(column, row)
        for y in range(max(y0, 0), min(y0 + board.HEIGHT, len(rows))):
            for x in range(max(x0, 0), min(x0 + board.WIDTH, len(rows[0]))):
                inside = all(board.has(column, row, x + u, y + v)
                             for u, v in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)))
                if not inside:
                    continue
                want = board_rows[y][x] if steps <= most else fog
                wrong += rows[y][x] != want
                seen[steps <= most] += 1
    assert seen[True] > 1000 and seen[False] > 1000, seen
    assert wrong == 0, f"{wrong} pixels"


def write_noise(width, height, path):
    """A picture without a symmetry, with a ramp of alpha in its last row."""
    width, height, state, rows = int(width), int(height), 1, []
    for y in range(height):
        row = bytearray(b"\0")
        for x in range(width):
            state = (state * 1103515245 + 12345) % 2**31
            row += bytes((state >> 23 & 255, state >> 15 & 255, state >> 7 & 255,
                          x % 256 if y == height - 1 else 255))
        rows.append(bytes(row))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I",
                                                                        zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n"
                   + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


def check_kept(board, picture, fog, law_picture):
    """Where a picture from white (scene) to black (fog) is white the board is kept, where it is
    black there is fog, and between there is a mix. The last row, of alpha, is left out."""
    board_rows, rows, law = decode(board)[2], decode(picture)[2], decode(law_picture)[2]
    fog, seen = colour(fog), collections.Counter()
    for y in range(len(rows) - 1):
        for x in range(len(rows[0])):
            share = law[y][x][0] / 255
            for got, own, foggy in zip(rows[y][x], board_rows[y][x], fog):
                assert abs(got - (own * share + foggy * (1 - share))) <= 1.01, (x, y)
            if share in (0, 1):
                assert rows[y][x] == (board_rows[y][x] if share else fog), (x, y)
            seen[share if share in (0, 1) else "between"] += 1
    assert min(seen[0], seen[1], seen["between"]) > 100, seen


def check_near(most, a, b):
    a, b = decode(a), decode(b)
    assert a[:2] == b[:2], (a[:2], b[:2])
    worst = max(abs(u - v) for row_a, row_b in zip(a[2], b[2])
                for one, two in zip(row_a, row_b) for u, v in zip(one, two))
    assert worst <= int(most), worst


def check_colours(most, picture):
    count = len({pixel for row in decode(picture)[2] for pixel in row})
    assert count <= int(most), count


{"law": check_law, "ring": check_ring, "noise": write_noise, "kept": check_kept,
 "near": check_near, "colours": check_colours}[sys.argv[1]](*sys.argv[2:])
