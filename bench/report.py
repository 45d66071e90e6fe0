# SPDX-License-Identifier: MIT
"""What came out: one JSON object (bench/result.schema.json), and tables for people."""
import json
import os
import shlex
import statistics

import boards
import machine
import runs

MIB = 2 ** 20
FORMS = {"float-rg": ".exr float none rg", "float-rgb": ".exr float none rgb", "hdr": ".hdr",
         "half-zip": ".exr half zip", "float-zip": ".exr float zip"}
# At most so much of the reference's time, at 4096 and below, and at 16384.
FORM_TARGETS = {"float-rg": (0.6, 0.4), "float-rgb": (0.6, 0.4), "hdr": (0.45, 0.3),
                "half-zip": (2.0, 0.6), "float-zip": (2.8, 1.0)}
KIND_TARGET, TILES_TARGET, THREADS_TARGET, STARTUP_TARGET_MS = 1.25, 2.5, 0.6, 3.0
MEMORY_TARGET, TILE_BYTES = 16 * MIB, 4


def plain_command(bench, command):
    """As one would type it in the work folder."""
    return shlex.join(os.path.basename(word) if os.path.isabs(word) else word
                      for word in command)


def over(samples, subject, reference):
    return {"reference": reference, **runs.summary(runs.ratios(samples, subject, reference)),
            "cpu": statistics.median(a.cpu / b.cpu for a, b in zip(samples[subject],
                                                                   samples[reference]))}


def run_record(bench, group, case, samples):
    mine = samples[case.name]
    record = {"size": group.size, "group": group.name, "name": case.name,
              "command": plain_command(bench, case.command), "clock": case.clock,
              "checked": bool(case.output), "count": len(mine),
              "wall_s": runs.summary([sample.wall for sample in mine]),
              "cpu_s": runs.summary([sample.cpu for sample in mine]),
              "rss_bytes": max(sample.rss_bytes for sample in mine),
              "output_bytes": case.output_bytes, "tiles_in_play": case.tiles_in_play,
              "over": [over(samples, case.name, other.name) for other in group.cases
                       if other.name != case.name]}
    return record


def find(bench, size, name):
    return next((run for run in bench.runs if (run["size"], run["name"]) == (size, name)), None)


def row(what, size, unit, value, target, quartiles=None, cpu=None):
    return {"size": size, "what": what, "unit": unit, "value": value, "cpu": cpu,
            "quartiles": quartiles or [value, value], "target": target, "met": value <= target}


def ratio_rows(bench, size, what, subject, reference, target):
    run = find(bench, size, subject)
    if run:
        against = next(one for one in run["over"] if one["reference"] == reference)
        yield row(what, size, "ratio", against["median"], target, against["quartiles"],
                  against["cpu"])


def memory_rows(bench, size):
    """The greatest of all bakes at this size; tiles in play may cost 4 bytes each."""
    for what, names in [("tiles of 63 texels", ("hexfog float", "hexfog h", "hexfog kind")),
                        ("tiles of 4 texels", ("hexfog tiles small",))]:
        bakes = [run for run in bench.runs
                 if run["size"] == size and run["name"].startswith(names)]
        if bakes:
            worst = max(bakes, key=lambda run: run["rss_bytes"] - TILE_BYTES * run["tiles_in_play"])
            yield row(f"resident, {what}", size, "bytes", worst["rss_bytes"],
                      MEMORY_TARGET + TILE_BYTES * worst["tiles_in_play"])


def target_rows(bench, size):
    column = 1 if size >= 16384 else 0
    for form, title in FORMS.items():
        yield from ratio_rows(bench, size, f"{title} / cp", f"hexfog {form}", f"cp {form}",
                              FORM_TARGETS[form][column])
    yield from memory_rows(bench, size)
    for kind in boards.KINDS:
        yield from ratio_rows(bench, size, f"{kind} / one source", f"hexfog kind {kind}",
                              "hexfog kind single", KIND_TARGET)
    yield from ratio_rows(bench, size, "tiles of 4 texels / of 140", "hexfog tiles small",
                          "hexfog tiles large", TILES_TARGET)
    for form, title in FORMS.items():
        yield from ratio_rows(bench, size, f"2 threads / 1: {title}", f"hexfog {form}",
                              f"hexfog {form} -j1", THREADS_TARGET)


def startup_rows(bench):
    run = find(bench, 16, "hexfog startup")
    if run:
        cpu = run["cpu_s"]
        yield row("a bake of 16 x 16, CPU", 16, "ms", 1000 * cpu["median"], STARTUP_TARGET_MS,
                  [1000 * quartile for quartile in cpu["quartiles"]])


def result(bench):
    sizes = sorted({run["size"] for run in bench.runs} & {bench.size, 16384})
    rows = [one for size in sizes for one in target_rows(bench, size)]
    return {"report": "bench", "version": 1, "machine": machine.describe(bench.parent),
            "versions": machine.versions(bench.programs["hexfog"]),
            "targets": rows + list(startup_rows(bench)), "runs": bench.runs,
            "left_out": bench.left_out}


def rounded(value):
    """Five digits are more than such figures bear."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list) else value


def write(result_, path):
    """A line for each entry of a list, so that two results can be compared."""
    result_ = rounded(result_)
    parts = []
    for key, value in result_.items():
        text = json.dumps(value)
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(json.dumps(one) for one in value) + "\n ]"
        parts.append(f" {json.dumps(key)}: {text}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")
