#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the maps of this folder anew: make_maps.py DIR. Needs the zstd program.

None was drawn by anybody: layouts and sizes are those that real maps have, what stands in
the cells is counted up.
"""
import base64
import gzip
import json
import os
import struct
import subprocess
import sys
import zlib

# name, axis, index, columns, rows, tilewidth, tileheight, hexsidelength
SHAPES = [
    ("mini", "y", "odd", 20, 20, 14, 12, 6),
    ("wide60", "x", "odd", 20, 20, 60, 60, 30),
    ("ten", "y", "odd", 10, 10, 64, 68, 34),
    ("flat_even", "x", "even", 20, 22, 60, 52, 30),
    ("pointy_even", "y", "even", 10, 10, 16, 16, 8),
    ("stretched", "x", "odd", 14, 14, 52, 24, 12),
]

# What the data of a map of 2 x 2 cells unpacks to when it is made to hurt.
BOMB_BYTES = 16 << 20

# A lake without tiles in an island of 7 x 5, one mountain (gid 3, here with a flag), one
# town (gid 2) and a road layer.
ISLAND = [
    [1, 1, 1, 1, 1, 1, 1],
    [1, 1, 0, 0, 1, 1, 1],
    [1, 0x10000003, 0, 1, 2, 1, 1],
    [1, 0xE0000001, 1, 3, 1, 1, 1],
    [1, 1, 1, 1, 1, 0, 1],
]
ROAD = [
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 4, 0, 0],
    [0, 0, 0, 0, 4, 0, 0],
    [0, 0, 0, 0, 0, 4, 0],
    [0, 0, 0, 0, 0, 0, 0],
]
TILE_PROPERTIES = {1: [("town", "bool", True)], 2: [("wall", "bool", True)],
                   0: [("town", "bool", False), ("chapter", "int", 0)],
                   3: [("chapter", "int", 2)]}


def flat(rows):
    return [gid for row in rows for gid in row]


def packed(gids, compression):
    raw = struct.pack("<%dI" % len(gids), *gids)
    if compression == "zlib":
        raw = zlib.compress(raw)
    elif compression == "gzip":
        raw = gzip.compress(raw, mtime=0)
    elif compression == "zstd":
        raw = subprocess.run(["zstd", "-q", "-c"], input=raw, stdout=subprocess.PIPE,
                             check=True).stdout
    return base64.b64encode(raw).decode()


def head(shape):
    _, axis, index, columns, rows, width, height, side = shape
    return {"type": "map", "version": "1.10", "tiledversion": "1.10.2",
            "orientation": "hexagonal", "renderorder": "right-down", "infinite": False,
            "width": columns, "height": rows, "tilewidth": width, "tileheight": height,
            "hexsidelength": side, "staggeraxis": axis, "staggerindex": index,
            "nextlayerid": 9, "nextobjectid": 9}


def json_layer(name, rows, encoding, compression):
    layer = {"type": "tilelayer", "id": 1, "name": name, "x": 0, "y": 0, "width": len(rows[0]),
             "height": len(rows), "opacity": 1, "visible": True, "data": flat(rows)}
    if encoding == "base64":
        layer.update(encoding="base64", compression=compression,
                     data=packed(flat(rows), compression))
    return layer


def json_properties(properties):
    return [{"name": n, "type": t, "value": v} for n, t, v in properties]


def island_json(encoding, compression):
    tileset = {"firstgid": 1, "name": "land", "tilewidth": 14, "tileheight": 12, "tilecount": 4,
               "tiles": [{"id": i, "properties": json_properties(p)}
                         for i, p in sorted(TILE_PROPERTIES.items())]}
    return dict(head(("island", "y", "odd", 7, 5, 14, 12, 6)), tilesets=[tileset],
                layers=[json_layer("land", ISLAND, encoding, compression),
                        json_layer("road", ROAD, encoding, compression)])


def xml_attributes(values):
    def text(value):
        return str(value).lower() if isinstance(value, bool) else str(value)
    return "".join(' %s="%s"' % (key, text(value)) for key, value in values.items())


def xml_data(rows, encoding, compression):
    if encoding == "xml":
        return "<data>\n%s  </data>" % "".join(
            "   <tile%s/>\n" % (' gid="%d"' % gid if gid else "") for gid in flat(rows))
    if encoding == "csv":
        text = ",\n".join(",".join(map(str, row)) for row in rows)
        return '<data encoding="csv">\n%s\n</data>' % text
    extra = ' compression="%s"' % compression if compression else ""
    return '<data encoding="base64"%s>\n   %s\n  </data>' % (extra, packed(flat(rows), compression))


def xml_layer(name, rows, encoding, compression):
    return ' <layer id="1" name="%s" width="%d" height="%d">\n  %s\n </layer>\n' % (
        name, len(rows[0]), len(rows), xml_data(rows, encoding, compression))


def xml_head(shape):
    values = head(shape)
    del values["type"]
    values["infinite"] = 0
    return '<?xml version="1.0" encoding="UTF-8"?>\n<map%s>\n' % xml_attributes(values)


def island_xml(encoding, compression):
    text = xml_head(("island", "y", "odd", 7, 5, 14, 12, 6))
    text += ' <tileset firstgid="1" name="land" tilewidth="14" tileheight="12" tilecount="4">\n'
    for number, properties in sorted(TILE_PROPERTIES.items()):
        text += '  <tile id="%d">\n   <properties>\n' % number
        for name, kind, value in properties:
            text += '    <property%s/>\n' % xml_attributes(
                {"name": name, "type": kind, "value": value})
        text += "   </properties>\n  </tile>\n"
    text += " </tileset>\n" + xml_layer("land", ISLAND, encoding, compression)
    return text + xml_layer("road", ROAD, encoding, compression) + "</map>\n"


def shape_map(shape):
    rows = [[1 + (x + y) % 3 for x in range(shape[3])] for y in range(shape[4])]
    return dict(head(shape), tilesets=[{"firstgid": 1, "source": "land.tsx"}],
                layers=[json_layer("ground", rows, "csv", "")])


# Four chunks about the origin, two of them at negative positions, and points.
CHUNKS = [(-4, -4, 4, 4), (0, -4, 4, 4), (0, 0, 4, 4), (4, 0, 4, 4)]


def chunk_rows(chunk):
    return [[1 + (x * y) % 3 for x in range(chunk[2])] for y in range(chunk[3])]


def infinite_json(shape):
    layer = {"type": "tilelayer", "id": 1, "name": "land", "x": 0, "y": 0, "width": 12,
             "height": 8, "startx": -4, "starty": -4, "opacity": 1, "visible": True,
             "chunks": [{"x": c[0], "y": c[1], "width": c[2], "height": c[3],
                         "data": flat(chunk_rows(c))} for c in CHUNKS]}
    return dict(head(shape), infinite=True, tilesets=[], layers=[layer])


def infinite_xml(shape):
    text = xml_head(shape).replace('infinite="0"', 'infinite="1"')
    text += ' <layer id="1" name="land" width="12" height="8">\n'
    text += '  <data encoding="base64" compression="zlib">\n'
    for chunk in CHUNKS:
        text += '   <chunk x="%d" y="%d" width="%d" height="%d">\n    %s\n   </chunk>\n' % (
            *chunk, packed(flat(chunk_rows(chunk)), "zlib"))
    return text + "  </data>\n </layer>\n</map>\n"


def ward_map(layout):
    """21 hexes in negative rows: a middle and its ring, ten of the second, four of the third."""
    rows = {-5: range(1, 4), -4: range(1, 4), -3: range(0, 5), -2: range(0, 5), -1: range(0, 4),
            0: range(3, 4)}
    places = [(q, r) for r, columns in sorted(rows.items()) for q in columns]
    hexes = {"H%d" % index: {"n": "Ward %d" % index, "q": q, "r": r}
             for index, (q, r) in enumerate(places)}
    for hex_ in hexes.values():
        if (hex_["q"], hex_["r"]) == (2, -2):
            hex_["hall"] = True
    return {"layout": layout, "hexes": hexes}


def write(name, content):
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write(content if isinstance(content, str) else json.dumps(content, indent=1) + "\n")


def main():
    os.chdir(sys.argv[1])
    for shape in SHAPES:
        write(shape[0] + ".tmj", shape_map(shape))
    for encoding, compression in (("csv", ""), ("base64", ""), ("base64", "zlib"),
                                  ("base64", "gzip"), ("base64", "zstd")):
        name = "island_" + (compression or encoding)
        write(name + ".tmj", island_json(encoding, compression))
        write(name + ".tmx", island_xml(encoding, compression))
    write("island_xml.tmx", island_xml("xml", ""))
    write("infinite.tmj", infinite_json(("infinite", "y", "even", 12, 8, 14, 12, 6)))
    write("infinite.tmx", infinite_xml(("infinite", "y", "even", 12, 8, 14, 12, 6)))
    write("wards.hexjson", ward_map("odd-r"))
    for compression in ("zlib", "gzip", "zstd"):
        write("bomb_%s.txt" % compression, packed([0] * (BOMB_BYTES // 4), compression) + "\n")


if __name__ == "__main__":
    main()
