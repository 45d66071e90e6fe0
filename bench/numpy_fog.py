# SPDX-License-Identifier: MIT
"""The obvious script: the fog of one source by numpy, the whole image at once or in bands.

    numpy_fog.py SIZE SPACING LEVEL_SCALE FILE.raw [ROWS]     R, G as floats; ROWS a band

The same board as bench/naive.c.
"""
import sys

import numpy as np

ORIGIN_X, ORIGIN_Y = 0.31, -0.17320508
SQRT3 = 3 ** 0.5
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def hex_round(q, r):
    s = -q - r
    rq, rr, rs = np.round(q), np.round(r), np.round(s)
    dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs - s)
    fix_q = (dq > dr) & (dq > ds)
    fix_r = ~fix_q & (dr > ds)
    return np.where(fix_q, -rr - rs, rq), np.where(fix_r, -rq - rs, rr)


def distance(q, r):
    return (np.abs(q) + np.abs(r) + np.abs(q + r)) / 2


def fog(x, y, spacing):
    """Level and G of every point of a column of y and a row of x."""
    size = spacing / SQRT3
    q, r = hex_round(2 / 3 * x / size + 0 * y, -1 / 3 * x / size + SQRT3 / 3 * y / size)
    u, v = x - 1.5 * size * q, y - spacing * (r + q / 2)
    level = distance(q, r)
    g = np.zeros_like(level)
    for dq, dr in DIRECTIONS:
        ramp = 0.5 + (u * (SQRT3 / 2 * dq) + v * (dr + dq / 2)) / spacing
        g = np.where(distance(q + dq, r + dr) > level, np.maximum(g, ramp), g)
    return level, g


def main():
    size, spacing, level_scale = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    rows = int(sys.argv[5]) if len(sys.argv) > 5 else size
    x = np.arange(size) + 0.5 - size / 2 - ORIGIN_X
    with open(sys.argv[4], "wb") as file:
        for first in range(0, size, rows):
            y = np.arange(first, min(first + rows, size)) + 0.5 - size / 2 - ORIGIN_Y
            level, g = fog(x[None, :], y[:, None], spacing)
            np.stack([level / level_scale, g], axis=-1).astype(np.float32).tofile(file)


main()
