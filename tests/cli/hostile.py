# SPDX-License-Identifier: MIT
"""Damages texture files and holds that hexfog has a status and a word for each.

    hostile.py HEXFOG FOLDER COUNT FILE...

Each FILE of less than 1,600 bytes is cut at every byte, COUNT random damages are spread over
all of them, and the results are read by `hash` (many files a run, each in a child process) and,
a part of them, by `diff` and `info`. Prints what is wrong; the status is 1 then.
"""
import json
import os
import random
import subprocess
import sys

program, folder, count, sources = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
wrong = []
BATCH = 400


def run(*arguments):
    result = subprocess.run([program, *arguments], capture_output=True, timeout=600)
    errors = result.stderr.decode("utf-8", "replace")
    for word in ("Sanitizer", "runtime error", "crashed (", "did not end", "ended the process"):
        if word in errors:
            wrong.append("%s: %s" % (arguments[0], next(
                line for line in errors.splitlines() if word in line)))
    if result.returncode not in (0, 1, 4, 5):
        wrong.append("%s ended with %d: %s" % (arguments[0], result.returncode, errors[:200]))
    return result


def hash_all(paths):
    result = run("hash", "--json", "--level-scale", "64", *paths)
    report = json.loads(result.stdout)
    if len(report["files"]) != len(paths):
        wrong.append("hash told of %d files, not %d" % (len(report["files"]), len(paths)))
    unreadable = 0
    for file in report["files"]:
        if file["verdict"] == "ok" and file["hash"]:
            continue
        unreadable += 1
        if file["verdict"] != "unreadable" or not file["error"]["message"]:
            wrong.append("no word on %s" % file["path"])
    if (result.returncode == 0) != (unreadable == 0):
        wrong.append("status %d with %d unreadable" % (result.returncode, unreadable))
    return unreadable


def tell(path, original):
    """info and diff come to one verdict on a file."""
    info = run("info", path, "--level-scale", "64")
    diff = run("diff", path, original, "--level-scale", "64")
    for result in (info, diff):
        if result.returncode not in (0, 1) and not result.stderr:
            wrong.append("no message on %s" % path)
    if (info.returncode in (4, 5)) != (diff.returncode in (4, 5)):
        wrong.append("info says %d and diff %d on %s" % (info.returncode, diff.returncode, path))


def damage(data, chance):
    """One to eight bytes changed, a piece taken out, put in or doubled."""
    data = bytearray(data)
    kind = chance.randrange(8)
    at = chance.randrange(len(data))
    if kind == 0:
        del data[at:at + chance.randrange(1, 40)]
    elif kind == 1:
        data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40)))
    elif kind == 2:
        data[at:at] = data[at:at + chance.randrange(1, 200)]
    elif kind == 3:  # a number of four bytes, where sizes are
        at = chance.randrange(min(len(data), 600))
        value = chance.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF, 1 << 24))
        data[at:at + 4] = value.to_bytes(4, chance.choice(("little", "big")))
    else:
        head = min(len(data), 600) if kind < 6 else len(data)
        for _ in range(chance.randrange(1, 9)):
            data[chance.randrange(head)] = chance.choice(
                (chance.randrange(256), 0, 1, 0x7F, 0x80, 0xFF))
    return bytes(data)


def cases():
    for source in sources:
        data = open(source, "rb").read()
        for length in range(len(data) if len(data) < 1600 else 0):
            yield source, data[:length], True
    for number in range(count):
        source = sources[number % len(sources)]
        chance = random.Random(number)
        yield source, damage(open(source, "rb").read(), chance), False


def main():
    paths, told, unreadable, cuts = [], 0, 0, 0
    for number, (source, data, is_cut) in enumerate(cases()):
        path = os.path.join(folder, "%d%s" % (number % BATCH, os.path.splitext(source)[1]))
        with open(path, "wb") as file:
            file.write(data)
        paths.append(path)
        cuts += is_cut
        told += 1
        if number % 41 == 0:
            tell(path, source)
        if len(paths) == BATCH:
            unreadable += hash_all(paths)
            paths = []
    if paths:
        unreadable += hash_all(paths)
    if unreadable < told // 4:
        wrong.append("only %d of %d damaged files were refused" % (unreadable, told))
    print("%d files, %d of them cut, %d refused" % (told, cuts, unreadable))
    for line in sorted(set(wrong))[:20]:
        print(line)
    sys.exit(bool(wrong))


main()
