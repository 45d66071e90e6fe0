# SPDX-License-Identifier: MIT
# Turns the counts of gcov into tables of Markdown: what of each folder of src was run, and the
# functions of which something was not, with the reason that REASONS gives.
#
#     coverage.py BUILD folders
#     coverage.py BUILD missing REASONS     a line of REASONS: src/a.c function: why
import collections
import glob
import json
import os
import subprocess
import sys

FOLDERS = ["src/base", "src/desc", "src/model", "src/raster", "src/encode", "src/check", "src/cli"]


class Lines:
    """Of one source file: how often each line and branch was run, whatever object has it."""

    def __init__(self):
        self.counts = collections.Counter()
        self.branches = {}
        self.functions = {}

    def add(self, file):
        for line in file["lines"]:
            number = line["line_number"]
            self.counts[number] += line["count"]
            old = self.branches.get(number, [])
            new = [branch["count"] for branch in line["branches"]]
            if len(old) == len(new):
                new = [a + b for a, b in zip(old, new)]
            self.branches[number] = new if new else old
        for function in file["functions"]:
            self.functions[function["start_line"]] = (function["name"], function["end_line"])

    def function_of(self, line):
        for start, (name, end) in self.functions.items():
            if start <= line <= end:
                return name
        return "-"


def read_counts(build):
    files = collections.defaultdict(Lines)
    objects = glob.glob(os.path.join(build, "src", "**", "*.gcda"), recursive=True)
    if not objects:
        sys.exit("coverage.py: no counts in %s" % build)
    for at in range(0, len(objects), 50):
        output = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout"]
                                + objects[at:at + 50], check=True, capture_output=True).stdout
        for text in output.splitlines():
            for file in json.loads(text)["files"]:
                if file["file"].startswith("src/"):
                    files[file["file"]].add(file)
    return files


def share(done, total):
    return "%.1f %%" % (100 * done / total) if total else "-"


def print_row(name, files):
    lines = sum(len(file.counts) for file in files)
    run = sum(1 for file in files for count in file.counts.values() if count)
    branches = [count for file in files for counts in file.branches.values() for count in counts]
    taken = sum(1 for count in branches if count)
    print("| %s | %d | %d | %s | %d | %s |" % (name, len(files), lines, share(run, lines),
                                             len(branches), share(taken, len(branches))))


def print_folders(files):
    print("| folder | files | lines | run | branches | taken |\n|---|---|---|---|---|---|")
    for folder in FOLDERS:
        print_row("`%s`" % folder, [file for name, file in files.items()
                                    if os.path.dirname(name).startswith(folder)])
    print_row("all", list(files.values()))


def read_reasons(path):
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                place, _, reason = line.partition(": ")
                reasons[tuple(place.split())] = reason.strip()
    return reasons


def missing_of(files):
    for name in sorted(files):
        found = collections.defaultdict(list)
        for line, count in sorted(files[name].counts.items()):
            if not count:
                found[files[name].function_of(line)].append(line)
        for function, lines in found.items():
            yield name, function, lines


def print_missing(files, reasons):
    unused = dict(reasons)
    print("| file | function | lines not run | why |\n|---|---|---|---|")
    for name, function, lines in missing_of(files):
        key = (name, function)
        unused.pop(key, None)
        print("| `%s` | `%s` | %s | %s |" % (name, function, len(lines),
                                           reasons.get(key, "**not looked at yet**")))
        if key not in reasons:
            print("%s %s: lines %s" % (name, function, lines), file=sys.stderr)
    for key in unused:
        print("a reason that is not needed any more: %s %s" % key, file=sys.stderr)


def main():
    files = read_counts(sys.argv[1])
    if sys.argv[2] == "folders":
        print_folders(files)
    else:
        print_missing(files, read_reasons(sys.argv[3]))


main()
