# SPDX-License-Identifier: MIT
"""Runs commands in turns, checks what each wrote, and makes ratios of the times."""
import dataclasses
import hashlib
import os
import statistics
import subprocess
import sys


class Wrong(Exception):
    """A command failed, or its pixels are not those that they should be."""


@dataclasses.dataclass
class Case:
    name: str
    command: list
    output: str = ""          # the file that it writes; removed before each run
    check: object = None      # called with the file's path; raises Wrong
    clock: str = "process"    # or "library": the seconds that the command prints
    digests: set = dataclasses.field(default_factory=set)  # of outputs found right
    output_bytes: int = 0
    tiles_in_play: int = 0    # of hexfog's map

@dataclasses.dataclass
class Sample:
    wall: float
    cpu: float
    rss_bytes: int


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def call(command, folder):
    """The standard output of a command that must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"status {done.returncode} of {' '.join(command)}\n"
                    f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Runner:
    def __init__(self, measure, folder):
        self.measure, self.folder = measure, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def remove(self, name):
        if name and os.path.exists(self.path(name)):
            os.remove(self.path(name))

    def once(self, case):
        """One run; its time counts only because its output was found right."""
        self.remove(case.output)
        report = self.path("took")
        printed = call([self.measure, report, *case.command], self.folder)
        with open(report, encoding="ascii") as file:
            wall, cpu, rss = file.read().split()
        self.check(case)
        if case.clock == "library":
            wall = printed.split()[-1]
        return Sample(float(wall), float(cpu), int(rss))

    def check(self, case):
        """An output that is equal to one found right is right; another is looked at."""
        if not case.output:
            return
        path = self.path(case.output)
        digest = digest_of(path)
        if digest not in case.digests:
            case.check(path)
        case.digests.add(digest)
        case.output_bytes = os.path.getsize(path)

    def rounds(self, cases, count):
        """`count` samples of each case, in turns, every second turn backwards; one turn
        before them, turn 0, is not counted. Of a single sample there is no turn before."""
        samples = {case.name: [] for case in cases}
        for turn in range(0 if count > 1 else 1, count + 1):
            for case in cases if turn % 2 else reversed(cases):
                show(f"  {turn} of {count}: {case.name}")
                sample = self.once(case)
                if turn:
                    samples[case.name].append(sample)
                self.remove(case.output)
        show("")
        return samples


def show(line):
    """What happens now, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{line}")
        sys.stderr.flush()


def summary(values):
    """Median and quartiles."""
    if len(values) < 2:
        return {"median": values[0], "quartiles": [values[0], values[0]]}
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": statistics.median(values), "quartiles": [low, high]}


def ratios(samples, subject, reference):
    """Of each turn the subject's time over the reference's."""
    return [a.wall / b.wall for a, b in zip(samples[subject], samples[reference])]
