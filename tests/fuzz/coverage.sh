#!/bin/sh
# SPDX-License-Identifier: MIT
# What the corpora of tests/fuzz reach: for each file of the readers, the share of its lines and
# branches that the targets run, and the least of all. Builds in BUILD (build/fuzz-coverage) with
# clang.
set -eu
cd "$(dirname "$0")/../.."
if [ $# -gt 0 ]; then
    echo "usage: [BUILD=...] sh tests/fuzz/coverage.sh" >&2
    exit 2
fi
unset MAKEFLAGS MFLAGS MAKELEVEL
BUILD=${BUILD:-build/fuzz-coverage}
replay=$BUILD/tests/fuzz/replay
export LLVM_PROFILE_FILE=/dev/null
${MAKE:-make} -s BUILD="$BUILD" CC=clang GL=0 -j"$(nproc)" \
    CFLAGS="-O1 -g -fprofile-instr-generate -fcoverage-mapping" "$replay" >&2

rm -rf "$BUILD/profiles"
mkdir "$BUILD/profiles"
for target in $("$replay" --list); do
    set -- "tests/fuzz/corpus/$target"/*
    [ ! -d "tests/fuzz/found/$target" ] || set -- "$@" "tests/fuzz/found/$target"/*
    LLVM_PROFILE_FILE=$BUILD/profiles/$target.profraw "$replay" "$target" "$@" >&2
done
llvm-profdata merge -o "$BUILD/all.profdata" "$BUILD"/profiles/*.profraw

# The readers of strangers' input, and what they call; schema.c reads nothing.
files="$(find src/desc -name '*.c' ! -name schema.c | sort | tr '\n' ' ')
    src/base/decimal.c src/check/read*.c src/check/hdr_*.c src/check/ktx2_header.c
    src/check/png_chunks.c src/check/metadata_read.c src/check/findings.c src/check/input.c
    src/model/*.c src/raster/*.c src/cli/settings.c src/cli/words.c src/cli/size.c src/cli/number.c
    src/cli/colour.c src/cli/message.c src/cli/escape.c src/cli/import_request.c
    src/cli/preview_request.c src/cli/diff_request.c src/cli/verify_request.c src/cli/name_list.c
    src/cli/shard.c src/cli/bake_record.c src/cli/batch_report.c src/cli/hash_list.c"
# shellcheck disable=SC2086 # a list of patterns
llvm-cov export -summary-only -instr-profile="$BUILD/all.profdata" "$replay" $files |
    /usr/bin/python3 -c '
import json, os, sys

def share(part):
    return "%5.1f" % (100.0 * part["covered"] / part["count"])

data = json.load(sys.stdin)["data"][0]
print("| file | lines % | branches % |\n|---|---|---|")
for file in data["files"]:
    summary = file["summary"]
    if summary["branches"]["count"]:
        print("| `%s` | %s | %s |" % (os.path.relpath(file["filename"]), share(summary["lines"]),
                                    share(summary["branches"])))
print("| all | %s | %s |" % (share(data["totals"]["lines"]), share(data["totals"]["branches"])))'
