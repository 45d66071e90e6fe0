# SPDX-License-Identifier: MIT
"""Makes a result the one that people read: bench/results, docs/speed.svg, and the tables of
docs/performance.md and README.md, between their marks.

    keep.py RESULT.json... NAME  as bench/results/NAME.json; of several, parts that were measured
                                 one after the other, what the first of them has counts
    keep.py --check              all is as the result that docs/performance.md names says
"""
import contextlib
import io
import json
import re
import sys

import figure
import report
import tables

FIGURE, PAGE, README = "docs/speed.svg", "docs/performance.md", "README.md"
OPENING, CLOSING = "<!-- from bench/keep.py -->\n", "<!-- end -->\n"

# The format, its name, and the programs whose work it is comparable with.
ROWS = [
    ("float-rg", "`.exr` float, uncompressed",
     [("naive C, raw", "C loop"), ("numpy in bands, raw", "numpy script in bands"),
      ("numpy, raw", "numpy script")]),
    ("hdr", "`.hdr`", [("naive C, stb .hdr", "C loop and stb"), ("stb .hdr", "stb alone"),
                       ("oiiotool .hdr", "oiiotool alone")]),
    ("half-zip", "`.exr` half, zip",
     [("tinyexr half zip", "tinyexr alone"), ("OpenEXRCore half zip", "OpenEXRCore alone"),
      ("oiiotool half zip", "oiiotool alone")]),
    ("float-zip", "`.exr` float, zip",
     [("naive C, tinyexr zip", "C loop and tinyexr"), ("tinyexr float zip", "tinyexr alone"),
      ("OpenEXRCore float zip", "OpenEXRCore alone")]),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def find(result, name):
    return next(run for run in result["runs"] if run["size"] == 4096 and run["name"] == name)


def median_over(run, start):
    return tables.against(run, start)["median"]


def readme_text(result):
    yield "| 4096 x 4096 | over `cp` of its floats | memory | others' time over hexfog's |\n"
    yield "|---|---|---|---|\n"
    for form, title, peers in ROWS:
        run = find(result, f"hexfog {form}")
        others = ", ".join(f"{label} {median_over(find(result, name), 'hexfog '):.1f}"
                           for name, label in peers)
        yield (f"| {title} | {median_over(run, 'cp '):.2f} | "
               f"{run['rss_bytes'] / 2 ** 20:.0f} MiB | {others} |\n")


def page_text(result, path):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        tables.show_main({**result, "runs": [run for run in result["runs"]
                                             if run["size"] >= 4096]})
    yield f"`/usr/bin/python3 bench/tables.py {path}` prints this, and more:\n\n```text\n"
    yield printed.getvalue().lstrip("\n")
    yield "```\n"


def between_marks(text, inner):
    head, rest = text.split(OPENING, 1)
    _, tail = rest.split(CLOSING, 1)
    return head + OPENING + "".join(inner) + CLOSING + tail


def files_of(path):
    """What each of the three files should hold."""
    result = json.loads(read(path))
    yield FIGURE, "\n".join(figure.draw(result)) + "\n"
    yield PAGE, between_marks(read(PAGE), page_text(result, path))
    yield README, between_marks(read(README), readme_text(result))


def check():
    path = re.search(r"bench/results/\S+\.json", read(PAGE)).group()
    other = [name for name, text in files_of(path) if read(name) != text]
    if other:
        sys.exit(f"not as {path} says: {', '.join(other)} (bench/keep.py)")


KEYS = {"runs": ("group", "size", "name"), "targets": ("what", "size"),
        "left_out": ("size", "name")}


def joined(results):
    """One result of several: of the same program on the same machine, or an error."""
    whole, *others = results
    for other in others:
        loads = whole["machine"].pop("load"), other["machine"].pop("load")
        if any(whole[key] != other[key] for key in ["version", "machine", "versions"]):
            sys.exit("not of one program on one machine: these are no parts of a result")
        whole["machine"]["load"] = max(loads)
        for key, names in KEYS.items():
            have = {tuple(one[name] for name in names) for one in whole[key]}
            whole[key] += [one for one in other[key]
                           if tuple(one[name] for name in names) not in have]
    return whole


def keep(sources, name):
    path = f"bench/results/{name}.json"
    if sources != [path]:
        report.write(joined([json.loads(read(source)) for source in sources]), path)
    for name_, text in files_of(path):
        write(name_, text)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
    else:
        keep(sys.argv[1:-1], sys.argv[-1])
