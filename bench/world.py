# SPDX-License-Identifier: MIT
"""One board at one size: the cases of every program that makes or writes its fogmap."""
import json
import os
import sys

import boards
import runs
from runs import Case

# The outputs that the targets name: suffix and options of bake.
FORMATS = {
    "float-rg": [".exr", "--precision", "float", "--compression", "none", "--channels", "rg"],
    "float-rgb": [".exr", "--precision", "float", "--compression", "none"],
    "hdr": [".hdr"],
    "half-zip": [".exr", "--precision", "half", "--compression", "zip"],
    "float-zip": [".exr", "--precision", "float", "--compression", "zip"],
}
HERE = os.path.dirname(os.path.abspath(__file__))


class World:
    """Commands run in the work folder; `kept` files of this world lie there until clean()."""

    def __init__(self, bench, size, spacing=boards.SPACING, kind="single"):
        self.runner, self.checks, self.programs = bench.runner, bench.checks, bench.programs
        self.size, self.spacing = size, spacing
        self.board = boards.write(self.runner.folder, kind, size, spacing)
        plan = self.ask("bake", "-n", "--json", "-o", "x.exr")
        self.scale = plan["outputs"][0]["level_scale"]
        self.tiles_in_play = self.ask("info", "--json")["memory"]["tiles_in_play"]
        self.kept = {}

    def ask(self, *arguments):
        return json.loads(runs.call([self.programs["hexfog"], *arguments, self.board],
                                    self.runner.folder))

    def keep(self, key, make):
        """A checked output that other cases read: made by the case of make() at its first use."""
        if key not in self.kept:
            case = make()
            self.runner.once(case)
            name = f"kept-{self.size}-{self.spacing:g}-{key}"
            os.replace(self.runner.path(case.output), self.runner.path(name))
            self.kept[key] = name
        return self.kept[key]

    def clean(self):
        for name in self.kept.values():
            self.runner.remove(name)
        self.kept.clear()

    def rg(self):
        return self.keep("rg.exr", lambda: self.bake("rg", "float-rg"))

    def rgb(self):
        return self.keep("rgb.exr", lambda: self.bake("rgb", "float-rgb"))

    def raw(self):
        return self.keep("texels.raw", lambda: self.naive("raw", ".raw", "raw"))

    def bake(self, name, form, threads=2):
        output = "hexfog" + FORMATS[form][0]
        return Case(name, [self.programs["hexfog"], "bake", "-q", f"-j{threads}", "-o", output,
                           *FORMATS[form][1:], self.board], output,
                    self.checks.proven(self.board), tiles_in_play=self.tiles_in_play)

    def hexfog(self, name, *arguments):
        """A command that reads: what it finds out is its status."""
        return Case(name, [self.programs["hexfog"], *arguments])

    def cp(self, name, source):
        reflinks = self.programs["cp_options"]
        return Case(name, ["cp", *reflinks, source, "copy"], "copy", self.checks.copy_of(source))

    def like(self, form):
        if form == "raw":
            return self.checks.raw_like(self.rg(), self.size, self.scale)
        return self.checks.like(self.rg(), form, self.scale)

    def naive(self, name, suffix, form):
        return Case(name, [self.programs["naive"], str(self.size), repr(self.spacing),
                           f"{self.scale:g}", "naive" + suffix], "naive" + suffix,
                    self.like(form))

    def numpy(self, name, *rows):
        return Case(name, [sys.executable, os.path.join(HERE, "numpy_fog.py"), str(self.size),
                           repr(self.spacing), f"{self.scale:g}", "numpy.raw", *rows],
                    "numpy.raw", self.like("raw"))

    def writer(self, name, writer, form, suffix=".exr"):
        """Another library's writer; its clock runs while that library does."""
        output = writer + suffix
        return Case(name, [self.programs["peers"], writer, str(self.size), self.raw(), output],
                    output, self.like(form), "library")

    def oiiotool(self, name, form, suffix, *options):
        return Case(name, ["oiiotool", self.rgb(), *options, "-o", "oiiotool" + suffix],
                    "oiiotool" + suffix, self.like(form))
