# SPDX-License-Identifier: MIT
# Changes a texture's header alone, its texels stay: damage_header.py CHANGE GOOD BAD.
import struct
import sys
import zlib

change, good, bad = sys.argv[1:]
data = open(good, "rb").read()


def chunk(name, value):
    return struct.pack(">I", len(value)) + name + value + struct.pack(
        ">I", zlib.crc32(name + value))


def png():
    values = {"sRGB": b"\0", "gAMA": struct.pack(">I", 45455), "sBIT": b"\5\6\5",
              "iCCP": b"curve\0\0" + zlib.compress(b"a profile"),
              "tRNS": struct.pack(">3H", 3, 0, 0), "cHRM": struct.pack(">8I", *[31000] * 8)}
    return data[:33] + chunk(change.encode(), values[change]) + data[33:] # after IHDR


def exr():
    at, head, windows = 8, bytearray(data[:8]), {}
    while data[at]:
        name_end = data.index(0, at)
        kind_end = data.index(0, name_end + 1)
        size = struct.unpack_from("<i", data, kind_end + 1)[0]
        name, value = data[at:name_end], data[kind_end + 5:kind_end + 5 + size]
        if name in (b"dataWindow", b"displayWindow") and change == "moved":
            x0, y0, x1, y1 = struct.unpack("<4i", value)
            value = struct.pack("<4i", x0 + 5, y0 + 7, x1 + 5, y1 + 7)
        if name == b"displayWindow" and change == "display":
            value = struct.pack("<4i", 0, 0, 200, 200)
        if name == b"lineOrder" and change == "lines":
            value = b"\1"
        windows[name] = value
        head += data[at:kind_end + 1] + struct.pack("<i", size) + value
        at += 5 + kind_end - at + size
    if change == "chromaticities":
        head += b"chromaticities\0chromaticities\0" + struct.pack(
            "<i8f", 32, .64, .33, .3, .6, .15, .06, .3127, .329)
    x0, y0, x1, y1 = struct.unpack("<4i", windows[b"dataWindow"])
    rows, by, old = y1 - y0 + 1, len(head) - at, at + 1
    head += b"\0"
    for i in range(rows):
        head += struct.pack("<Q", struct.unpack_from("<Q", data, old + 8 * i)[0] + by)
    blocks = bytearray(data[old + 8 * rows:])
    for i in range(rows): # no compression: every row is a block of the same size
        at = i * (len(blocks) // rows)
        struct.pack_into("<i", blocks, at, i + y0)
    return head + blocks


def ktx2():
    out = bytearray(data)
    if change == "orientation":
        at = out.index(b"KTXorientation\0rd") + 15
        out[at:at + 2] = b"ru"
    else:
        out[struct.unpack_from("<I", out, 48)[0] + 14] = 2
    return out


open(bad, "wb").write({"png": png, "exr": exr, "ktx2": ktx2}[good.rsplit(".", 1)[1]]())
