# SPDX-License-Identifier: MIT
"""Descriptions of every kind of board, from bench/single.hexfog.json and a size."""
import json
import math
import os
import random

SPACING = 63.015       # texels from tile to tile: no simple fraction of a texel
SMALL_TILES = 4.0137
LARGE_TILES = 140.033
KINDS = ["sources", "blocked", "levels", "seamless", "stretched"]


def radius_of(size, spacing):
    """So many rings that the board covers the corners of the image."""
    return math.ceil(size / math.sqrt(2) / (spacing * math.sqrt(3) / 2)) + 1


def tiles_within(radius):
    return [[q, r] for q in range(-radius, radius + 1)
            for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)]


def ring_of(tile):
    return max(abs(tile[0]), abs(tile[1]), abs(tile[0] + tile[1]))


def some_tiles(radius, count):
    """The same tiles in every run, never the middle one."""
    tiles = [tile for tile in tiles_within(radius) if tile != [0, 0]]
    return sorted(random.Random(6).sample(tiles, min(count, len(tiles))))


def reveal_levels(radius):
    """A schedule that grows outwards with some disorder, as a campaign's chapters do."""
    chance = random.Random(7)
    return [tile + [ring_of(tile) // 3 + chance.randrange(3)] for tile in tiles_within(radius)]


def stretched_cell(spacing):
    """No regular hexagon and no stretched one; a tile's area is about as large."""
    return {"width": 1.5 * spacing, "height": 0.78 * spacing, "side": 0.63 * spacing}


def board(kind, size, spacing):
    radius = radius_of(size, spacing)
    tile_count = 3 * radius * (radius + 1) + 1
    grid = {"size": spacing / math.sqrt(3), "shape": {"radius": radius}}
    field = {}
    if kind == "sources":
        field["sources"] = some_tiles(radius, 2 + tile_count // 400)
    elif kind == "blocked":
        field["blocked"] = some_tiles(radius, tile_count // 10)
    elif kind == "levels":
        field = {"sources": None, "levels": reveal_levels(radius)}
    elif kind == "seamless":
        field["metric"] = "seamless"
    elif kind == "stretched":
        grid.update(size=None, cell=stretched_cell(spacing))
        grid["shape"]["radius"] = 2 * radius
    half = size / 2
    return {"hexfog": 1, "grid": grid, "field": field,
            "texture": {"width": size, "height": size, "bounds": [-half, -half, half, half]}}


def write(folder, kind, size, spacing=SPACING):
    """Writes the board's description into the folder; its name there."""
    name = f"{kind}-{size}-{spacing:g}.hexfog.json"
    base = os.path.join(os.path.dirname(os.path.abspath(__file__)), "single.hexfog.json")
    text = board(kind, size, spacing)
    text["base"] = os.path.relpath(base, os.path.realpath(folder))
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(text, file)
    return name
