# SPDX-License-Identifier: MIT
"""What is compared with what: groups of cases that run in turns, at one size."""
import dataclasses

import boards
from runs import Case
from world import FORMATS, World

# What a program needs, in bytes a texel, rounded up: what does not fit is left out, with a word.
NUMPY_BYTES, TINYEXR_BYTES, WHOLE_BYTES, OIIO_BYTES = 190, 48, 16, 32
NO_MEMORY = 0


@dataclasses.dataclass
class Group:
    name: str
    size: int
    cases: list
    count: int


class Groups:
    def __init__(self, bench, size):
        self.bench, self.size = bench, size
        self.world = World(bench, size)
        # An .hdr holds too few levels for tiles of one size in ever larger images: beyond
        # 4096 it has the board of 4096 at a greater resolution.
        self.hdr = self.world if size <= 4096 else \
            World(bench, size, boards.SPACING * size / 4096)
        self.pairs = bench.pairs
        # Of what is slow; beyond 4096 one sample of each peer is enough for a figure's line.
        self.slow_pairs = min(bench.pairs, 5)
        self.peer_pairs = self.slow_pairs if size <= 4096 else 1

    def clean(self):
        self.world.clean()
        self.hdr.clean()

    def formats(self):
        """hexfog against cp, for each format that has a target."""
        w, h = self.world, self.hdr
        plain = [
            ("float-rg", w, lambda: w.cp("cp float-rg", w.rg())),
            ("float-rgb", w, lambda: w.cp("cp float-rgb", w.rgb())),
            ("hdr", h, lambda: w.cp("cp hdr", w.rg())),
            ("half-zip", w, lambda: w.cp("cp half-zip", w.rg())),
            ("float-zip", w, lambda: w.cp("cp float-zip", w.rg())),
        ]
        for form, world, cp in plain:
            yield Group(form, self.size, [cp(), world.bake(f"hexfog {form}", form),
                                          world.bake(f"hexfog {form} -j1", form, 1)],
                        self.pairs)

    def makers(self):
        """Programs that compute the fog, against cp of their texels."""
        w, h = self.world, self.hdr
        cases = [
            ("naive C, raw", "float-rg", WHOLE_BYTES, lambda name: w.naive(name, ".raw", "raw")),
            ("naive C, stb .hdr", "hdr", WHOLE_BYTES, lambda name: h.naive(name, ".hdr", "hdr")),
            ("naive C, tinyexr zip", "float-zip", TINYEXR_BYTES,
             lambda name: w.naive(name, ".exr", "float")),
            ("numpy in bands, raw", "float-rg", NO_MEMORY, lambda name: w.numpy(name, "64")),
            ("numpy, raw", "float-rg", NUMPY_BYTES, lambda name: w.numpy(name)),
        ]
        return self.against_cp("makers", cases)

    def writers(self):
        """Programs that only write or convert: the texels are there already."""
        w, h = self.world, self.hdr
        cases = [
            ("tinyexr float none", "float-rgb", TINYEXR_BYTES,
             lambda name: w.writer(name, "tinyexr-none", "float")),
            ("tinyexr half zip", "half-zip", TINYEXR_BYTES,
             lambda name: w.writer(name, "tinyexr-half-zip", "half")),
            ("tinyexr float zip", "float-zip", TINYEXR_BYTES,
             lambda name: w.writer(name, "tinyexr-zip", "float")),
            ("OpenEXRCore float none", "float-rgb", WHOLE_BYTES,
             lambda name: w.writer(name, "openexr-none", "float")),
            ("OpenEXRCore half zip", "half-zip", WHOLE_BYTES,
             lambda name: w.writer(name, "openexr-half-zip", "half")),
            ("OpenEXRCore float zip", "float-zip", WHOLE_BYTES,
             lambda name: w.writer(name, "openexr-zip", "float")),
            ("stb .hdr", "hdr", WHOLE_BYTES, lambda name: h.writer(name, "stb-hdr", "hdr", ".hdr")),
            ("oiiotool half zip", "half-zip", OIIO_BYTES,
             lambda name: w.oiiotool(name, "half", ".exr", "--compression", "zip", "-d", "half")),
            ("oiiotool float zip", "float-zip", OIIO_BYTES,
             lambda name: w.oiiotool(name, "float", ".exr", "--compression", "zip")),
            ("oiiotool .hdr", "hdr", OIIO_BYTES, lambda name: h.oiiotool(name, "hdr", ".hdr")),
        ]
        return self.against_cp("writers", cases)

    def against_cp(self, kind, cases):
        """A peer, cp of 8 bytes a texel, which is what cp of .hdr and zip means, and hexfog."""
        for name, form, need, make in cases:
            if self.bench.fits(self.size, name, need):
                world = self.hdr if form == "hdr" else self.world
                yield Group(f"{kind}: {name}", self.size,
                            [self.world.cp(f"cp for {name}", self.world.rg()), make(name),
                             world.bake(f"hexfog for {name}", form)], self.peer_pairs)

    def kinds(self):
        """Every kind of board against the one with a single source."""
        cases = [World(self.bench, self.size, boards.SPACING, kind)
                 .bake(f"hexfog kind {kind}", "float-rg") for kind in ["single", *boards.KINDS]]
        yield Group("kinds", self.size, cases, self.pairs)

    def tiles(self):
        cases = [World(self.bench, self.size, spacing).bake(f"hexfog tiles {name}", "float-rg")
                 for name, spacing in [("small", boards.SMALL_TILES),
                                       ("large", boards.LARGE_TILES)]]
        yield Group("tiles", self.size, cases, self.pairs)

    def readers(self):
        """verify, diff, hash and info against the bake and against reading the file."""
        for form, w in [("float-rgb", self.world), ("half-zip", self.world), ("hdr", self.hdr)]:
            file = w.keep(form + FORMATS[form][0], lambda w=w, form=form: w.bake("read", form))
            twin = w.keep("twin.exr", lambda w=w: w.bake("twin", "float-zip"))
            yield Group(f"readers {form}", self.size, [
                Case(f"cat {form}", ["sh", "-c", f"exec cat {file} >/dev/null"]),
                w.bake(f"bake {form}", form),
                w.hexfog(f"verify {form}", "verify", "-q", "--gpu", "none", w.board, file),
                w.hexfog(f"diff {form}", "diff", "-q", file, twin),
                w.hexfog(f"hash {form}", "hash", file),
                w.hexfog(f"info {form}", "info", file)], self.slow_pairs)


def startup(bench):
    """The smallest bake: its CPU time is what counts."""
    world = World(bench, 16)
    case = world.bake("hexfog startup", "half-zip")
    yield Group("startup", 16, [case], 3 * bench.pairs)
