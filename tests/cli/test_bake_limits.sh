# SPDX-License-Identifier: MIT
# The memory that a bake is told to need is enough for it, its reader included.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
# 60 000 tiles and their levels, which take more to read than to bake.
awk 'BEGIN {
    print "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\", \"size\": 1,"
    print "\"shape\": { \"tiles\": ["
    for (i = 0; i < 60000; i++) printf "%s[%d, %d]\n", i ? "," : "", i % 300, int(i / 300)
    print "] } }, \"field\": { \"levels\": ["
    for (i = 0; i < 60000; i++)
        printf "%s[%d, %d, %d]\n", i ? "," : "", i % 300, int(i / 300), i % 90
    print "] }, \"texture\": { \"width\": 16, \"height\": 16 },"
    print "\"outputs\": [{ \"path\": \"a.hdr\" }, { \"path\": \"a.fogmap.json\" }] }"
}' >big.json
echo '{ "base": "big.json", "name": "over" }' >over.json

told_by_dry_run() {
    "$HEXFOG" bake -n --json "$@" | sed -n 's/^  "memory_bytes": \([0-9]*\),/\1/p'
}
told_by_info() { "$HEXFOG" info --json "$@" | sed -n 's/.*"bake_bytes": \([0-9]*\),/\1/p'; }

is_enough() {
    for map in big.json over.json; do
        for told in told_by_dry_run told_by_info; do
            bytes=$($told "$map")
            status_is 0 "$HEXFOG" bake --max-memory "$bytes" "$map"
        done
    done
    bytes=$(told_by_dry_run -j 2 - <big.json)
    status_is 0 "$HEXFOG" bake -j 2 --max-memory "$bytes" - <big.json
}
is_named() {
    bytes=$(told_by_dry_run -j 1 big.json)
    for parts in 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987; do
        status_is 5 "$HEXFOG" bake -j 1 --max-memory $((bytes * parts / 1000)) big.json
        has '--max-memory' err
        hasnt 'out of memory' err
    done
}
# Less than 115 bytes for each of the 420 000 values of both lists, text and lists included.
is_modest() { [ "$(told_by_dry_run -j 1 big.json)" -lt 48000000 ]; }

check "as much as was told is enough, of a large description too" is_enough
check "what is too little is refused by the name of the option" is_named
check "a large list takes some hundred bytes an entry to read" is_modest
