# SPDX-License-Identifier: MIT
"""Times hexfog beside its references and writes what came out (docs/performance.md).

    bench.py BUILD RESULT.json      started by `make bench`, which builds what it runs

Environment: BENCH_SIZE (4096), BENCH_LARGE=1 (16384 too, and 8192 in the figure), BENCH_PAIRS
(7 samples each; 5 at most of what is slow, one of other programs beyond 4096), BENCH_DIR
(where the files go, below BUILD by default: that file system is measured), BENCH_ONLY
(groups whose names begin so, with commas), BENCH_SIZES (of the sizes only these, with commas;
bench/keep.py joins what was measured in parts).
"""
import os
import shutil
import sys
import tempfile

import machine
import report
import runs
import tables
from groups import Groups, startup
from pixels import Checks

FIGURE_SIZES = [1024, 2048, 4096, 8192, 16384]


class Bench:
    def __init__(self, build):
        self.parent = os.environ.get("BENCH_DIR") or os.path.join(build, "bench")
        self.folder = tempfile.mkdtemp(prefix="work-", dir=self.parent)
        self.size = int(os.environ.get("BENCH_SIZE", "4096"))
        self.is_large = os.environ.get("BENCH_LARGE", "") not in ("", "0")
        self.pairs = int(os.environ.get("BENCH_PAIRS", "7"))
        self.sizes = {int(size) for size in os.environ.get("BENCH_SIZES", "").split(",") if size}
        self.only = tuple(filter(None, os.environ.get("BENCH_ONLY", "").split(",")))
        self.programs = {name: os.path.join(build, "bench", name)
                         for name in ["naive", "peers", "measure"]}
        self.programs["hexfog"] = os.path.join(build, "hexfog")
        self.programs["cp_options"] = machine.cp_options(self.folder)
        self.runner = runs.Runner(self.programs["measure"], self.folder)
        self.checks = Checks(self.programs["hexfog"], self.folder)
        self.left_out, self.runs = [], []

    def fits(self, size, name, texel_bytes):
        need, have = texel_bytes * size ** 2, machine.free_bytes()
        if need > 0.8 * have:
            self.left_out.append({"size": size, "name": name, "why":
                                  f"needs some {need / 2 ** 30:.0f} GiB of memory"})
        return need <= 0.8 * have

    def is_wanted(self, group):
        return not self.only or group.name.startswith(self.only)

    def take(self, groups):
        for group in groups:
            if not self.is_wanted(group):
                continue
            print(f"{group.size:6d}  {group.name}", flush=True)
            samples = self.runner.rounds(group.cases, group.count)
            self.runs += [report.run_record(self, group, case, samples) for case in group.cases]

    def take_size(self, size, whole):
        """Everything at this size, or what the figure shows."""
        groups = Groups(self, size)
        try:
            self.take(groups.formats())
            if whole:
                self.take(groups.kinds())
                self.take(groups.tiles())
                self.take(groups.readers())
            self.take(groups.makers())
            self.take(groups.writers())
        finally:
            groups.clean()

    def take_all(self):
        sizes = {self.size} | ({16384} if self.is_large else set())
        others = {size for size in FIGURE_SIZES if self.is_large or size < self.size}
        wanted = self.sizes or sizes | others
        self.take(startup(self))
        for size in sorted(sizes & wanted):
            self.take_size(size, True)
        for size in sorted((others - sizes) & wanted):
            self.take_size(size, False)


def main():
    build, target = os.path.abspath(sys.argv[1]), sys.argv[2]
    bench = Bench(build)
    machine.warn_of_load()
    try:
        bench.take_all()
    except runs.Wrong as wrong:
        sys.exit(f"bench: {wrong}")
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)
    result = report.result(bench)
    report.write(result, target)
    tables.show(result)


if __name__ == "__main__":
    main()
