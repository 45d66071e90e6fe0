# SPDX-License-Identifier: MIT
"""Holds texels as oiiotool dumps them against a golden map.

    texels_match.py DUMP IMAGE GOLDEN.expected.json KIND

IMAGE is the image's number in the dump, from 1. KIND is hdr, half, float or png: it
decides the bound of G. Prints the first texel that is wrong, and fails.
"""
import json
import math
import re
import sys


def bound_of(kind, golden):
    if kind != "hdr":
        return {"half": 2.0**-12, "float": 2.0**-25, "png": 1 / 510}[kind]
    step = 1
    while not golden["max_level"] / golden["level_scale"] < step * (1 - 2.0**-9):
        step *= 2
    return 2.0**-9 * step


def texels_of(dump, image):
    pixel = re.compile(r"\s*Pixel \((\d+), (\d+)\): (?:[^(]*\()?([^()]+)\)?\s*$")
    found, current = {}, 0
    with open(dump, encoding="ascii", errors="replace") as lines:
        for line in lines:
            current += "Pixel (0, 0):" in line
            match = pixel.match(line) if current == image else None
            if match:
                column, row, values = match.groups()
                found[int(column), int(row)] = [float(value) for value in values.split()]
    return found


def main(dump, image, golden_path, kind):
    with open(golden_path, encoding="utf-8") as file:
        golden = json.load(file)
    found = texels_of(dump, int(image))
    if len(found) != golden["width"] * golden["height"]:
        sys.exit(f"{len(found)} texels, not {golden['width']} x {golden['height']}")
    scale = 255 if kind == "png" else golden["level_scale"]
    # The dump has seven to nine digits.
    allowed = bound_of(kind, golden) + golden["g_tolerance"] + (1e-7 if kind == "png" else 1e-9)
    judged = 0
    for (column, row), values in found.items():
        level, g, tie = golden["texels"][row][column]
        if tie:
            continue
        judged += 1
        if math.floor(values[0] * scale + 0.5) != level or not abs(values[1] - g) <= allowed:
            sys.exit(f"texel ({column}, {row}): {values}, not level {level}, G {g}")
        if any(value != 0 for value in values[2:]):
            sys.exit(f"texel ({column}, {row}): B is not 0: {values}")
    if judged < len(found) / 2:
        sys.exit(f"only {judged} of {len(found)} texels were judged")


main(*sys.argv[1:])
