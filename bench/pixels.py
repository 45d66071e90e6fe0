# SPDX-License-Identifier: MIT
"""Whether a file holds the pixels that it should: hexfog's own are proven by its verify,
which evaluates the field texel by texel, those of others by its diff with hexfog's."""
import array
import os
import struct

import runs

# How far from hexfog's float texels may G be, in tiles? float: 2^-20, for another order of
# operations. half: its rounding. .hdr: stb cuts mantissas off (2^-8 of 1), hexfog rounds.
TOLERANCE = {"float": 2.0 ** -20, "half": 2.0 ** -12 + 2.0 ** -20, "hdr": 2.0 ** -8 + 2.0 ** -9}


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value


def exr_header(size):
    """Of an uncompressed file with the channels G and R as floats."""
    channels = b"".join(name + struct.pack("<iiii", 2, 0, 1, 1) for name in (b"G\0", b"R\0"))
    window = struct.pack("<4i", 0, 0, size - 1, size - 1)
    return (struct.pack("<ii", 20000630, 2) + attribute("channels", "chlist", channels + b"\0")
            + attribute("compression", "compression", b"\0")
            + attribute("dataWindow", "box2i", window)
            + attribute("displayWindow", "box2i", window)
            + attribute("lineOrder", "lineOrder", b"\0")
            + attribute("pixelAspectRatio", "float", struct.pack("<f", 1))
            + attribute("screenWindowCenter", "v2f", struct.pack("<2f", 0, 0))
            + attribute("screenWindowWidth", "float", struct.pack("<f", 1)) + b"\0")


def exr_from_raw(raw, size, exr):
    """Raw R, G floats as an .exr file, which diff can read."""
    head = exr_header(size)
    row_bytes = 8 * size
    first = len(head) + 8 * size
    with open(raw, "rb") as source, open(exr, "wb") as target:
        target.write(head)
        target.write(struct.pack(f"<{size}Q", *(first + j * (8 + row_bytes)
                                                for j in range(size))))
        for j in range(size):
            row = array.array("f")
            row.fromfile(source, 2 * size)
            target.write(struct.pack("<ii", j, row_bytes))
            target.write(row[1::2].tobytes())
            target.write(row[0::2].tobytes())
        if source.read(1):
            raise runs.Wrong(f"{raw} holds more than {size} x {size} texels")


class Checks:
    def __init__(self, hexfog, folder):
        self.hexfog, self.folder = hexfog, folder

    def proven(self, board):
        """hexfog's file against the field of its description."""
        def check(path):
            runs.call([self.hexfog, "verify", "-q", "--gpu", "none", board, path], self.folder)
        return check

    def like(self, reference, form, level_scale):
        """Another program's file against hexfog's: every level, and G within TOLERANCE."""
        def check(path):
            runs.call([self.hexfog, "diff", "--ignore", "metadata,channels", "--level-scale",
                       f"{level_scale:g}", "--max-g-error", repr(TOLERANCE[form]), reference,
                       path], self.folder)
        return check

    def raw_like(self, reference, size, level_scale):
        """The same of raw texels."""
        def check(path):
            exr = path + ".exr"
            exr_from_raw(path, size, exr)
            try:
                self.like(reference, "float", level_scale)(exr)
            finally:
                os.remove(exr)
        return check

    def copy_of(self, source):
        def check(path):
            if runs.digest_of(path) != runs.digest_of(os.path.join(self.folder, source)):
                raise runs.Wrong(f"{path} is not a copy of {source}")
        return check
