#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs clang-tidy (.clang-tidy) over src. What it finds and tests/tidy-known.txt does not
# explain is a failure, as is a line there that nothing is found for.
# Environment: BUILD, JOBS. Named by tests/run-all.sh.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
mkdir -p "$build"
make -s BUILD="$build" "$build/gen/schemas.inc" "$build/gen/shaders.inc" || exit 1
flags="-std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -include tests/tidy.h -Isrc -Iinclude
    -I$build/gen $(pkg-config --cflags expat libcjson libdeflate libzstd nettle zlib)"

# shellcheck disable=SC2086,SC2016 # the flags are words
find src -name '*.c' | sort |
    flags=$flags xargs -P "${JOBS:-$(nproc)}" -n 4 sh -c '
        case " $* " in *" src/base/error.c "*) flags="$flags -DTIDY_ERROR_ITSELF" ;; esac
        clang-tidy -quiet "$@" -- $flags' tidy >"$build/tidy.log" 2>"$build/tidy.err"

# What cannot be read is not looked at.
if grep 'clang-diagnostic-error' "$build/tidy.log"; then
    exit 1
fi

# FILE CHECK of each finding, once.
sed -n "s|^$(pwd)/||; s|^\([a-z_/0-9.]*\):[0-9]*:[0-9]*: [a-z]*: .*\[\([^],]*\).*\]\$|\1 \2|p" \
    "$build/tidy.log" | sort -u >"$build/tidy.found"
sed 's/#.*//; /^ *$/d; s/ *$//' tests/tidy-known.txt | sort -u >"$build/tidy.known"
comm -23 "$build/tidy.found" "$build/tidy.known" >"$build/tidy.new"
comm -13 "$build/tidy.found" "$build/tidy.known" >"$build/tidy.gone"
while read -r file check; do
    grep -A 3 "^$(pwd)/$file:.*\[$check" "$build/tidy.log"
done <"$build/tidy.new"
sed 's/^/tests\/tidy-known.txt: not found any more: /' "$build/tidy.gone"
files=$(find src -name '*.c' | wc -l)
echo "$files files, $(wc -l <"$build/tidy.new") new findings, $(wc -l <"$build/tidy.known") known"
[ ! -s "$build/tidy.new" ] && [ ! -s "$build/tidy.gone" ]
