# SPDX-License-Identifier: MIT
# make bench runs, and counts no time of a program whose pixels are wrong. Nothing here is
# timed. (some 15 s)
. "$SRC/tests/lib.sh"

cd "$SRC" || exit
python=/usr/bin/python3
export PYTHONDONTWRITEBYTECODE=1

valid() {
    $python - "$1" <<'END'
import json, sys, jsonschema
with open("bench/result.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[1], encoding="utf-8") as file:
    jsonschema.validate(json.load(file), schema)
END
}

# bench BUILD RESULT: the smallest run of everything.
bench() {
    BENCH_SIZE=48 BENCH_PAIRS=1 BENCH_DIR=$HEXFOG_TMP $python bench/bench.py "$1" "$2"
}

whole_run() {
    bench "$BUILD" "$HEXFOG_TMP/result.json" >"$HEXFOG_TMP/table"
    valid "$HEXFOG_TMP/result.json"
    for peer in "cp float-rg" "naive C, raw" "numpy, raw" "numpy in bands, raw" \
        "tinyexr float zip" "OpenEXRCore float zip" "stb .hdr" "oiiotool half zip" \
        "verify half-zip" "info hdr" "hexfog kind blocked" "hexfog tiles small" "hexfog startup"; do
        has "\"name\": \"$peer\"" "$HEXFOG_TMP/result.json"
    done
    has "hexfog against its targets" "$HEXFOG_TMP/table"
    hasnt "$HEXFOG_TMP" "$HEXFOG_TMP/result.json"
    fails ls -d "$HEXFOG_TMP"/work-*
}

draws() {
    $python bench/figure.py "$HEXFOG_TMP/result.json" >"$HEXFOG_TMP/speed.svg"
    $python -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' \
        "$HEXFOG_TMP/speed.svg"
    has "hexfog .exr half zip" "$HEXFOG_TMP/speed.svg"
}

some_groups() {
    BENCH_ONLY=startup bench "$BUILD" "$HEXFOG_TMP/some.json" >"$HEXFOG_TMP/table"
    valid "$HEXFOG_TMP/some.json"
    is '"name": "hexfog startup"' "$(grep -o '"name": "hexfog [^"]*"' "$HEXFOG_TMP/some.json")"
    $python bench/figure.py "$HEXFOG_TMP/some.json" >"$HEXFOG_TMP/some.svg"
    has "Nothing that is drawn here was measured" "$HEXFOG_TMP/some.svg"
}

# Parts that were measured one after the other are one result; what comes first counts.
joins() {
    $python - "$HEXFOG_TMP/result.json" "$HEXFOG_TMP/some.json" <<'END'
import copy, json, sys
sys.path.insert(0, "bench")
import keep
whole, some = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
twice = keep.joined([copy.deepcopy(some), copy.deepcopy(whole)])
assert len(twice["runs"]) == len(whole["runs"]), twice["runs"]
assert len(twice["targets"]) == len(whole["targets"]), twice["targets"]
assert twice["runs"][:1] == some["runs"]
whole["versions"]["hexfog"] = "another"
try:
    keep.joined([some, whole])
except SystemExit as end:
    assert "not of one program" in str(end)
else:
    sys.exit("two programs were joined")
END
}

# A build folder in which one program is another: a script that ends in the words of $2.
spoilt() {
    mkdir -p "$HEXFOG_TMP/$1/bench"
    ln -s "$BUILD/hexfog" "$HEXFOG_TMP/$1/"
    ln -s "$BUILD"/bench/naive "$BUILD"/bench/peers "$BUILD"/bench/measure "$HEXFOG_TMP/$1/bench/"
    program=$HEXFOG_TMP/$1/$2
    rm "$program"
    printf '#!/bin/sh\n%s\n' "$3" >"$program"
    chmod +x "$program"
    status_is 1 bench "$HEXFOG_TMP/$1" "$HEXFOG_TMP/$1.json"
    fails test -e "$HEXFOG_TMP/$1.json"
    fails ls -d "$HEXFOG_TMP"/work-*
}
wrong_fog() {
    # shellcheck disable=SC2016 # for the script
    spoilt "$1" hexfog '[ "$1" = bake ] && exec "'"$BUILD"'/hexfog" "$@" --set grid.origin=[0,0]
exec "'"$BUILD"'/hexfog" "$@"'
    has "verify" "$HEXFOG_TMP/err"
}
wrong_peer() {
    # shellcheck disable=SC2016
    spoilt "$1" bench/naive 'exec "'"$BUILD"'/bench/naive" "$1" 63.1 "$3" "$4"'
    has "diff" "$HEXFOG_TMP/err"
}
wrong_copy() {
    # shellcheck disable=SC2016
    spoilt "$1" bench/measure '"'"$BUILD"'/bench/measure" "$@" || exit
[ "$2" != cp ] || printf x >>"$4"'
    has "is not a copy" "$HEXFOG_TMP/err"
}

committed_results() {
    ls bench/results/*.json >"$HEXFOG_TMP/results"
    while read -r file; do
        valid "$file"
    done <"$HEXFOG_TMP/results"
}

${MAKE:-make} -s bench-programs >"$HEXFOG_TMP/log" 2>&1 || cat "$HEXFOG_TMP/log"
if $python -c 'import numpy, jsonschema' 2>/dev/null && need oiiotool; then
    check "bench runs every program and its result is valid" whole_run
    check "its figure is drawn from that" draws
    check "some groups alone are a valid result, and the figure says what it lacks" some_groups
    check "parts of a result are joined, those of two programs are not" joins
    check "a fogmap that verify refuses is no figure but an error" wrong_fog fog
    check "another program's wrong pixels are an error too" wrong_peer peer
    check "so is a copy that is none" wrong_copy copy
else
    skip "bench runs every program and counts no wrong pixels" "no numpy, jsonschema or oiiotool"
fi
if $python -c 'import jsonschema' 2>/dev/null; then
    check "the results that are kept are valid" committed_results
else
    skip "the results that are kept are valid" "no jsonschema"
fi
check "README.md, docs/performance.md and the figure show the result that is kept" \
    $python bench/keep.py --check
