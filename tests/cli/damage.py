# SPDX-License-Identifier: MIT
# Spoils a texture in one known way: damage.py KIND GOOD EXACT BAD, with EXACT the same map
# as an uncompressed float .exr. Reads and writes .hdr, .exr without compression and .png by
# itself, byte by byte, so that nothing of hexfog has a hand in it.
import math
import struct
import sys
import zlib


class Texture:
    """Planes of floats, and how the file stores them."""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.kind = path.rsplit(".", 1)[1]
        self.half = False
        {"hdr": self.read_hdr, "exr": self.read_exr, "png": self.read_png}[self.kind]()

    def read_hdr(self):
        head, rest = self.data.split(b"\n\n", 1)
        size, rest = rest.split(b"\n", 1)
        self.head = head.decode()
        self.height, self.width = int(size.split()[1]), int(size.split()[3])
        self.meta = self.head.split("# hexfog ")[1].split("\n")[0]
        at, self.rows = 0, []
        for _ in range(self.height):
            assert rest[at:at + 4] == bytes([2, 2, self.width >> 8, self.width & 255])
            at += 4
            planes = []
            for _ in range(4):
                plane = bytearray()
                while len(plane) < self.width:
                    count = rest[at]
                    if count > 128:
                        plane += rest[at + 1:at + 2] * (count - 128)
                        at += 2
                    else:
                        plane += rest[at + 1:at + 1 + count]
                        at += 1 + count
                planes.append(plane)
            row = []
            for r, g, b, e in zip(*planes):
                unit = math.ldexp(1, e - 136)
                row.append([r * unit, g * unit, b * unit])
            self.rows.append(row)

    def read_exr(self):
        at, self.attributes = 8, []
        while self.data[at]:
            end = self.data.index(0, at)
            type_end = self.data.index(0, end + 1)
            size = struct.unpack_from("<i", self.data, type_end + 1)[0]
            value = self.data[type_end + 5:type_end + 5 + size]
            name = self.data[at:end].decode()
            self.attributes.append((name, self.data[end + 1:type_end].decode(), value))
            at = type_end + 5 + size
        found = {name: value for name, _, value in self.attributes}
        assert found["compression"] == b"\0"
        self.meta = found["hexfog"].decode()
        x0, y0, x1, y1 = struct.unpack("<4i", found["dataWindow"])
        self.width, self.height = x1 - x0 + 1, y1 - y0 + 1
        self.half = found["channels"][2] == 1
        at += 1 + 8 * self.height
        form = "<%d%s" % (self.width, "e" if self.half else "f")
        self.rows = []
        for _ in range(self.height):
            size = struct.unpack_from("<i", self.data, at + 4)[0]
            part = size // 3
            b, g, r = (struct.unpack_from(form, self.data, at + 8 + i * part) for i in range(3))
            self.rows.append([list(texel) for texel in zip(r, g, b)])
            at += 8 + size

    def read_png(self):
        at, packed = 8, b""
        while at < len(self.data):
            size, name = struct.unpack_from(">I4s", self.data, at)
            value = self.data[at + 8:at + 8 + size]
            if name == b"IHDR":
                self.width, self.height = struct.unpack(">II", value[:8])
                assert value[8:] == bytes([8, 2, 0, 0, 0])
            elif name == b"tEXt" and value.startswith(b"hexfog\0"):
                self.meta = value[7:].decode()
            elif name == b"IDAT":
                packed += value
            at += 12 + size
        raw, stride = zlib.decompress(packed), 3 * self.width
        before, self.rows = bytearray(stride), []
        for y in range(self.height):
            kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:][:stride])
            for x in range(stride):
                left = line[x - 3] if x > 2 else 0
                above, corner = before[x], before[x - 3] if x > 2 else 0
                guess = left + above - corner
                paeth = min((abs(guess - left), 0, left), (abs(guess - above), 1, above),
                            (abs(guess - corner), 2, corner))[2]
                line[x] = (line[x] + [0, left, above, (left + above) // 2, paeth][kind]) & 255
            before = line
            self.rows.append([[c / 255 for c in line[x:x + 3]] for x in range(0, stride, 3)])

    @property
    def scale(self):
        return float(self.meta.split("level_scale=")[1].split()[0])

    def write(self, path, rounding=lambda v: math.floor(v + 0.5)):
        write = {"hdr": self.write_hdr, "exr": self.write_exr, "png": self.write_png}
        open(path, "wb").write(write[self.kind](rounding))

    def write_hdr(self, rounding):
        old = self.head.split("# hexfog ")[1].split("\n")[0]
        out = self.head.replace(old, self.meta).encode()
        out += b"\n\n-Y %d +X %d\n" % (self.height, self.width)
        for row in self.rows:
            planes = [bytearray(), bytearray(), bytearray(), bytearray()]
            for texel in row:
                e = math.frexp(max(texel))[1] if max(texel) > 0 else -128
                if e > -128 and rounding(math.ldexp(max(texel), 8 - e)) > 255:
                    e += 1
                for plane, v in zip(planes, texel):
                    plane.append(rounding(math.ldexp(v, 8 - e)) if e > -128 else 0)
                planes[3].append(e + 128)
            out += bytes([2, 2, self.width >> 8, self.width & 255])
            for plane in planes:
                for i in range(0, self.width, 128):
                    part = plane[i:i + 128]
                    out += bytes([len(part)]) + part
        return out

    def write_exr(self, rounding):
        out = bytearray(self.data[:8])
        for name, kind, value in self.attributes:
            if name == "hexfog":
                value = self.meta.encode()
            if name in ("dataWindow", "displayWindow"):
                value = struct.pack("<4i", 0, 0, self.width - 1, self.height - 1)
            out += name.encode() + b"\0" + kind.encode() + b"\0"
            out += struct.pack("<i", len(value)) + value
        out += b"\0"
        size = 3 * self.width * (2 if self.half else 4)
        first = len(out) + 8 * self.height
        for y in range(self.height):
            out += struct.pack("<Q", first + y * (8 + size))
        for y, row in enumerate(self.rows):
            out += struct.pack("<ii", y, size)
            for channel in (2, 1, 0):
                for texel in row:
                    out += self.number(texel[channel], rounding)
        return out

    def number(self, v, rounding):
        form = "<e" if self.half else "<f"
        if isinstance(v, bytes):
            return v # bits, as they are
        if rounding is math.floor and v:
            bits = 11 if self.half else 24
            exponent = math.frexp(v)[1]
            v = math.ldexp(math.floor(math.ldexp(v, bits - exponent)), exponent - bits)
        return struct.pack(form, v)

    def write_png(self, rounding):
        def chunk(name, value):
            body = name + value
            return struct.pack(">I", len(value)) + body + struct.pack(">I", zlib.crc32(body))
        raw = bytearray()
        for row in self.rows:
            raw.append(0)
            for texel in row:
                raw += bytes(min(max(int(rounding(255 * v + 1e-9)), 0), 255) for v in texel)
        return (self.data[:8] +
                chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)) +
                chunk(b"tEXt", b"hexfog\0" + self.meta.encode()) +
                chunk(b"IDAT", zlib.compress(bytes(raw))) + chunk(b"IEND", b""))


# The damages -------------------------------------------------------------

def every_texel(change):
    def damage(good, exact):
        for y, row in enumerate(good.rows):
            for x, texel in enumerate(row):
                level = math.floor(exact.rows[y][x][0] * exact.scale + 0.5)
                change(good, texel, level, exact.rows[y][x][1])
    return damage


def in_the_middle(good):
    """A texel with a G that leaves room on both sides, the lowest that it finds below 1/2."""
    for y in range(good.height // 3, good.height):
        for texel in good.rows[y]:
            if 0.27 < texel[1] < 0.47 and texel[0] > 0:
                return texel
    raise SystemExit("no texel to spoil")


def level(good, _):
    in_the_middle(good)[0] += 1 / good.scale


def g(good, _):
    bound = {"hdr": 2 ** -9, "exr": 2 ** -12 if good.half else 2 ** -25, "png": 1 / 510}
    in_the_middle(good)[1] += 2 * bound[good.kind]


def nonfinite(good, _):
    in_the_middle(good)[1] = math.nan


def swapped(good, _):
    for row in good.rows:
        for texel in row:
            texel[0], texel[1] = texel[1], texel[0]


def flipped_rows(good, _):
    good.rows.reverse()


def shifted(good, _):
    for row in good.rows:
        row.insert(0, row.pop())


def scale(good, _):
    good.meta = good.meta.replace("level_scale=%g" % good.scale,
                                  "level_scale=%g" % (good.scale / 2))


def size(good, _):
    good.rows = [row[:-1] for row in good.rows]
    good.width -= 1


def truncated(good, exact):
    for y, row in enumerate(good.rows):
        for x, texel in enumerate(row):
            texel[1] = exact.rows[y][x][1]
    return math.floor


def sum_up(good, texel, level, g):
    texel[0] = (level + g) / good.scale


def curve(good, texel, level, g):
    texel[1] = 12.92 * g if g <= 0.0031308 else 1.055 * g ** (1 / 2.4) - 0.055


def rescale(good, texel, level, g):
    texel[0] = level / (good.scale / 2)


def float_bits(good, texel, level, g):
    """Upper halves of floats where halves belong; halves alone where floats belong."""
    for channel, v in enumerate((level / good.scale, g, 0)):
        if good.half:
            texel[channel] = struct.pack("<f", v)[2:]
        else:
            texel[channel] = struct.pack("<e", v) + b"\0\0"


DAMAGES = {
    "none": lambda good, exact: None, "level": level, "g": g, "nonfinite": nonfinite,
    "swapped": swapped, "flipped_rows": flipped_rows, "shifted": shifted,
    "summed": every_texel(sum_up), "srgb": every_texel(curve), "scale": scale,
    "rescaled": every_texel(rescale), "truncated": truncated,
    "precision": every_texel(float_bits), "size": size,
}

kind, good_path, exact_path, bad_path = sys.argv[1:]
good, exact = Texture(good_path), Texture(exact_path)
good.write(bad_path, DAMAGES[kind](good, exact) or (lambda v: math.floor(v + 0.5)))
