# SPDX-License-Identifier: MIT
# verify can fail: good files are spoilt in one known way each, and it says which.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "coordinates": "odd-q",
            "shape": { "columns": 8, "rows": 5 } },
  "field": { "sources": [ [1, 1], [6, 3] ], "blocked": [ [3, 1], [3, 2] ] },
  "texture": { "texels_per_tile": 9 },
  "outputs": [ { "path": "map.hdr" }, { "path": "map.png" },
               { "path": "half.exr", "precision": "half", "compression": "none" },
               { "path": "float.exr", "precision": "float", "compression": "none" },
               { "path": "half.ktx2" }, { "path": "shared.ktx2", "precision": "rgb9e5" } ] }
END
sed '/metric/!s/"field": {/"field": { "metric": "seamless",/' map.json >seamless.json

# Each damage, the checks that fail, the likely cause, and the files that it is tried on.
cat >damages <<'END'
none         -                  none         map.hdr map.png half.exr float.exr
level        cpu.level          level        map.hdr map.png half.exr float.exr
g            cpu.g              g            map.hdr map.png half.exr float.exr
nonfinite    cpu.g,cpu.finite   g            half.exr float.exr
swapped      cpu.level,cpu.g    swapped      map.hdr map.png half.exr float.exr
flipped_rows cpu.level,cpu.g    flipped_rows map.hdr map.png half.exr float.exr
shifted      cpu.level,cpu.g    shifted      map.hdr map.png half.exr float.exr
summed       cpu.level          summed       map.hdr map.png half.exr float.exr
srgb         cpu.g              srgb         map.hdr map.png half.exr float.exr
scale        cpu.metadata       scale        map.hdr map.png half.exr float.exr
rescaled     cpu.level          scale        map.hdr map.png half.exr float.exr
truncated    cpu.g              truncated    map.hdr map.png half.exr
precision    cpu.level,cpu.g    precision    half.exr float.exr
size         cpu.size           size         map.hdr map.png half.exr float.exr
END

# verdict FILE: status, failed checks and likely cause of its one texture.
verdict() {
    /usr/bin/python3 -c '
import json, sys
texture = json.load(open(sys.argv[1]))["textures"][0]
print(texture["status"], ",".join(texture["failed"]) or "-", texture["likely"])' "$1"
}

# spoil DAMAGE GOOD EXACT: the spoilt file is bad.SUFFIX, in $bad.
spoil() {
    bad=bad.${2##*.}
    rm -f "$bad"
    /usr/bin/python3 "$SRC/tests/cli/damage.py" "$1" "$2" "$3" "$bad"
}

# tells MAP DAMAGE FAILED LIKELY FILE...
tells() {
    map=$1
    damage=$2
    failed=$3
    likely=$4
    shift 4
    want=1
    word=no
    [ "$failed" != - ] || { want=0; word=ok; }
    for file; do
        spoil "$damage" "$map/$file" "$map/float.exr"
        status_is "$want" "$HEXFOG" verify --gpu none --json "$map.json" "$bad"
        is "$file $word $failed $likely" "$file $(verdict out)"
    done
}

# No prefix of a file is a file.
cut_anywhere() {
    for file in map.hdr map.png half.exr float.exr; do
        bytes=$(wc -c <"map/$file")
        at=0
        while [ "$at" -lt "$bytes" ]; do
            head -c "$at" "map/$file" >"cut.${file##*.}"
            status_is 4 "$HEXFOG" verify --gpu none --json map.json "cut.${file##*.}"
            is "io - none" "$(verdict out)"
            grep -q "^cut\.${file##*.}: error: ." err
            at=$((at + 64))
        done
        test "$at" -gt 640
    done
}

# The GPU's verdict on what is stored and the field's on what should be are kept apart.
drawn() {
    spoil srgb map/half.exr map/float.exr
    status_is 1 "$HEXFOG" verify --gpu software --json map.json "$bad"
    /usr/bin/python3 - <<'END'
import json
texture = json.load(open("out"))["textures"][0]
verdicts = {check["id"]: check["verdict"] for check in texture["checks"]}
assert verdicts["cpu.g"] == verdicts["field.nearest.float"] == "fail", verdicts
assert verdicts["field.nearest.8bit"] == "fail", verdicts
assert all(v == "pass" for k, v in verdicts.items() if k.startswith("gpu.")), verdicts
assert texture["likely"] == "srgb" and texture["gpu"], texture
END
    status_is 1 "$HEXFOG" verify --gpu software map.json "$bad"
    grep -Eq '^  cpu\.g +[0-9.e-]+ +[0-9.e-]+ tiles +FAIL$' out
    has 'likely srgb: a colour curve was put on G' out
}

# header_is FINDING FILE: the header alone fails, and the detail names what it has.
header_is() {
    status_is 1 "$HEXFOG" verify --gpu none --json map.json "$2"
    /usr/bin/python3 -c '
import json, sys
texture = json.load(open("out"))["textures"][0]
assert texture["failed"] == ["cpu.header"], texture["failed"]
check = [one for one in texture["checks"] if one["id"] == "cpu.header"][0]
assert check["measured"] == 1 and check["detail"].startswith(sys.argv[1]), check' "$1"
}

headers() {
    for line in EXPOSURE=1 GAMMA=2.2 "COLORCORR=1 1 1" \
        "PRIMARIES=0.64 0.33 0.3 0.6 0.15 0.06 0.31 0.33"; do
        sed "1,/^FORMAT/s/^FORMAT/$line\nFORMAT/" map/map.hdr >head.hdr
        header_is "$line" head.hdr
    done
    for chunk in sRGB gAMA iCCP sBIT tRNS cHRM; do
        /usr/bin/python3 "$SRC/tests/cli/damage_header.py" $chunk map/map.png head.png
        header_is "a chunk $chunk" head.png
    done
    for file in half float; do
        while read -r change finding; do
            /usr/bin/python3 "$SRC/tests/cli/damage_header.py" "$change" map/$file.exr head.exr
            header_is "$finding" head.exr
        done <<'END'
chromaticities chromaticities
lines a line order other than INCREASING_Y
display display window (0, 0) to (200, 200), data window (0, 0) to (
moved data window at (5, 7), not at (0, 0)
END
    done
    for file in half shared; do
        /usr/bin/python3 "$SRC/tests/cli/damage_header.py" orientation map/$file.ktx2 head.ktx2
        header_is "KTXorientation=ru (allowed: rd)" head.ktx2
        /usr/bin/python3 "$SRC/tests/cli/damage_header.py" transfer map/$file.ktx2 head.ktx2
        header_is "transferFunction=2 (allowed: 1, linear)" head.ktx2
    done
}

check "bakes what is to be spoilt" sh -c '
    mkdir map seamless
    "$HEXFOG" bake -q map.json --output-dir map
    "$HEXFOG" bake -q seamless.json --output-dir seamless'
export HEXFOG
for map in map seamless; do
    while read -r damage failed likely files; do
        # shellcheck disable=SC2086 # a list of names
        check "$map: $damage fails as $failed, likely $likely" \
            tells $map "$damage" "$failed" "$likely" $files
    done <damages
done
check "a header that games act on fails, whatever the texels" headers
check "a file cut at every 64th byte is status 4" cut_anywhere
if [ "${GL:-1}" = 0 ]; then
    skip "a wrong file is told from a wrong drawing" "built without GL"
else
    check "a wrong file is told from a wrong drawing" drawn
fi
