# SPDX-License-Identifier: MIT
# bake --effort: other sizes, the same texels.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 14 } },
  "texture": { "width": 701, "height": 503 },
  "outputs": [ { "path": "own.exr" }, { "path": "own.hdr" } ] }
END

size_of() { wc -c <"$1"; }
hash_of() { "$HEXFOG" hash "$1" | sed 's/ .*//'; }

sizes_differ() {
    for effort in fast default best; do
        "$HEXFOG" bake -q map.json -o "$1-$effort.exr" --precision "$1" --compression "$2" \
            --effort "$effort"
        is "$(hash_of "$1-fast.exr")" "$(hash_of "$1-$effort.exr")"
    done
    "$HEXFOG" bake -q map.json -o plain.exr --precision "$1" --compression "$2"
    cmp plain.exr "$1-default.exr"
    test "$(size_of "$1-best.exr")" -lt "$(size_of "$1-default.exr")"
    test "$(size_of "$1-default.exr")" -lt "$(size_of "$1-fast.exr")"
}

own_outputs() {
    "$HEXFOG" bake -q map.json --effort best
    size=$(size_of own.exr)
    "$HEXFOG" bake -q map.json
    test "$size" -lt "$(size_of own.exr)"
}

fits_none() {
    status_is 2 "$HEXFOG" bake map.json -o a.hdr --effort best
    has "--effort fits none of the -o files" err
    status_is 2 "$HEXFOG" bake map.json --set 'outputs=[{"path": "a.hdr"}]' --effort best
    has "--effort fits none of the outputs" err
    status_is 2 "$HEXFOG" bake map.json --effort better
    has "fast|default|best" err
    test ! -e a.hdr
}

for compression in zip zips; do
    check "half $compression: each effort is smaller than the one before, texels are the same" \
        sizes_differ half "$compression"
done
check "float zip likewise" sizes_differ float zip
check "the description's own .exr outputs take it too" own_outputs
check "an effort that fits no output, or is none, is a usage error" fits_none
