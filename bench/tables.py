# SPDX-License-Identifier: MIT
"""Prints a result of bench for people:  tables.py RESULT.json"""
import json
import sys

MIB = 2 ** 20


def value_text(unit, value):
    return f"{value / MIB:.1f} MiB" if unit == "bytes" else \
        f"{value:.2f} ms" if unit == "ms" else f"{value:.2f}"


def print_table(title, head, lines):
    if not lines:
        return
    table = [head, *lines]
    widths = [max(len(line[i]) for line in table) for i in range(len(head))]
    print(f"\n{title}\n")
    for line in table:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print(("  " + "  ".join(cells)).rstrip())


def show_targets(result):
    lines = [[row["what"], str(row["size"]), value_text(row["unit"], row["value"]),
              " .. ".join(value_text(row["unit"], one) for one in row["quartiles"]),
              f"{row['cpu']:.2f}" if row["cpu"] is not None else "",
              "<= " + value_text(row["unit"], row["target"]),
              "met" if row["met"] else "NOT MET"] for row in result["targets"]]
    print_table("hexfog against its targets (medians of what ran in turns; CPU: of the CPU times, "
                "all threads together)",
                ["what", "size", "median", "quartiles", "CPU", "target", ""], lines)


def against(run, start):
    return next((one for one in run["over"] if one["reference"].startswith(start)), None)


def show_peers(result):
    lines = []
    for run in result["runs"]:
        if not run["group"].startswith(("makers", "writers")) or \
                run["name"].startswith(("cp ", "hexfog ")):
            continue
        cp, hexfog = against(run, "cp "), against(run, "hexfog ")
        kind = "write only" if run["group"].startswith("writers") else "whole"
        lines.append([run["name"], str(run["size"]), kind, f"{run['wall_s']['median']:.3f}",
                      f"{cp['median']:.1f}", f"{hexfog['median']:.1f}",
                      f"{run['rss_bytes'] / MIB:.0f}", f"{run['output_bytes'] / 1e6:.1f}"])
    print_table("Others: their time over that of cp of 8 bytes a texel, and over hexfog's for the "
                "same file (2 threads)",
                ["what", "size", "times", "s", "/ cp", "/ hexfog", "MiB", "file, MB"], lines)


def show_bakes(result):
    lines = [[run["name"], str(run["size"]), f"{run['wall_s']['median']:.4f}",
              f"{run['cpu_s']['median']:.4f}", f"{run['rss_bytes'] / MIB:.1f}",
              f"{run['output_bytes'] / 1e6:.1f}"] for run in result["runs"]
             if run["name"].startswith(("hexfog ", "cp ")) and " for " not in run["name"]]
    print_table("Bakes and copies", ["what", "size", "s", "CPU s", "MiB", "file, MB"], lines)


def show_readers(result):
    lines = []
    for run in result["runs"]:
        if run["group"].startswith("readers"):
            bake, cat = against(run, "bake "), against(run, "cat ")
            lines.append([run["name"], str(run["size"]), f"{run['wall_s']['median']:.4f}",
                          f"{bake['median']:.2f}" if bake else "1",
                          f"{cat['median']:.1f}" if cat else "1", f"{run['rss_bytes'] / MIB:.1f}"])
    print_table("Reading commands, against the bake of the file and against cat of it",
                ["what", "size", "s", "/ bake", "/ cat", "MiB"], lines)


def show_machine(result):
    machine, versions = result["machine"], result["versions"]
    print(f"\n{machine['cpus']} x {machine['cpu']}, {machine['memory_bytes'] / 2 ** 30:.0f} GiB, "
          f"{machine['file_system']}, Linux {machine['kernel']}, load {machine['load']}")
    print(", ".join(f"{name} {version}" for name, version in versions.items()))


def show(result):
    show_bakes(result)
    show_main(result)


def show_main(result):
    """All but the seconds of every bake."""
    show_readers(result)
    show_peers(result)
    for one in result["left_out"]:
        print(f"  left out at {one['size']}: {one['name']}: {one['why']}")
    show_targets(result)
    show_machine(result)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        show(json.load(file))
