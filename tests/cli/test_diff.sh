# SPDX-License-Identifier: MIT
# diff: verdicts and statuses, folders, tolerances, pictures, reports.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 5 } },
  "field": { "sources": [ [-3, 0], [3, -1] ], "metric": "seamless" },
  "texture": { "width": 160, "height": 150 } }
END
bake() { "$HEXFOG" bake -q map.json "$@"; }
bake -o a.hdr -o a.exr -o a.png
bake -o rg.exr --channels rg
bake -o float.exr --precision float
bake -o moved.exr -o moved.hdr --set 'field.sources=[[-3, 0], [3, 0]]'
bake -o small.exr --set texture.width=80
bake -o ten.exr --set encoding.level_scale=10
head -c 900 a.exr >cut.exr

differs() { status_is 1 "$HEXFOG" diff "$@"; }
same() { status_is 0 "$HEXFOG" diff "$@"; }
# holds FILE EXPRESSION: true of the JSON `it`.
holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}
conforms() {
    "$HEXFOG" schema report-diff >schema.json
    /usr/bin/python3 -W ignore - "$@" <<'END'
import json, sys
import jsonschema
schema = json.load(open("schema.json"))
for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    for file in sys.argv[1:]:
        kind(schema).validate(json.load(open(file)))
END
}

verdicts() {
    same a.hdr a.hdr
    same a.hdr a.exr
    has "two encodings" out
    same a.exr float.exr
    differs a.exr moved.exr
    differs a.hdr moved.hdr
    differs a.exr small.exr
    has "size         160 x 150 and 80 x 150" out
    differs a.exr rg.exr
    has "channels     B,G,R and G,R" out
    differs a.exr ten.exr
    has "metadata.level_scale 64 and 10" out
    differs a.exr a.png
}
texels_are_told() {
    differs a.exr moved.exr
    grep -qE '^  levels +[0-9]+ texels; first \([0-9]+, [0-9]+\): [0-9]+ and [0-9]+' out
    grep -qE '^  g +[0-9]+ texels; first .*; worst \([0-9]+, [0-9]+\): [0-9.]+ and [0-9.]+' out
}
quiet_when_same() {
    same -q a.hdr a.exr
    is "" "$(cat out err)"
    differs -q a.exr moved.exr
    has "different" out
}
ignored() {
    same a.exr rg.exr --ignore channels
    same a.exr ten.exr --ignore metadata.level_scale
    same a.exr ten.exr --ignore metadata
    differs a.exr ten.exr --ignore channels,levels,g,metadata.max_level
    same a.exr moved.exr --ignore levels,g
    same a.exr moved.exr --ignore levels --ignore g
    differs a.exr small.exr --ignore channels,metadata,levels,g,nonfinite
}
allowed() {
    "$HEXFOG" diff --json a.exr moved.exr >moved.report || true
    levels=$(/usr/bin/python3 -c 'import json
print([c["count"] for c in json.load(open("moved.report"))["pairs"][0]["classes"]
    if c["class"] == "levels"][0])')
    [ "$levels" -gt 10 ]
    same a.exr moved.exr --max-level-errors "$levels" --max-g-error 1
    differs a.exr moved.exr --max-level-errors $((levels - 1)) --max-g-error 1
    differs a.exr moved.exr --max-level-errors "$levels"
    same a.exr moved.exr --max-level-errors "$levels" --allow-texels 24000
}
usage() {
    for wrong in '--ignore g,levls' '--ignore size' '--ignore metadata.' '--max-g-error -1' \
        '--max-g-error nan' '--max-g-error 1x' '--allow-texels 1.5' '--max-level-errors -2' \
        '--level-scale 0' '--image heat.jpg' '--report r.txt'; do
        # shellcheck disable=SC2086 # two words
        status_is 2 "$HEXFOG" diff a.exr a.exr $wrong
    done
    status_is 2 "$HEXFOG" diff a.exr a.exr --ignore "$(seq -f metadata.%g -s , 33)"
    has "--ignore: more than 32 keys of the metadata" err
    # A name is not cut, so that it would be another one's.
    long=metadata.$(printf '%0200d' 1)
    same a.exr a.exr --ignore "$long" --json
    has "\"$long\"" out
    status_is 2 "$HEXFOG" diff a.exr a.exr --ignore "$(printf '%02000d' 1)"
    has "or than 1024 bytes of them" err
    status_is 2 "$HEXFOG" diff a.exr a.exr --ignore levls
    has "did you mean 'levels'?" err
    status_is 2 "$HEXFOG" diff a.exr
    status_is 2 "$HEXFOG" diff a.exr .
    has "'.' is a folder and 'a.exr' is not" err
    mkdir -p empty
    status_is 2 "$HEXFOG" diff empty empty
    status_is 2 "$HEXFOG" diff a.exr moved.exr --image a.exr
    status_is 2 "$HEXFOG" diff a.png moved.exr --image a.png
    status_is 2 "$HEXFOG" diff empty empty --image heat.png
}
unreadable() {
    status_is 4 "$HEXFOG" diff a.exr cut.exr
    has "cut.exr: error: " err
    status_is 4 "$HEXFOG" diff nosuch.exr a.exr
    status_is 4 "$HEXFOG" diff map.json a.exr
    status_is 5 "$HEXFOG" diff a.exr a.hdr --max-memory 10K
}

folders() {
    mkdir -p A/sub B/sub
    cp a.hdr A/same.hdr; cp a.hdr B/same.hdr
    cp a.exr A/sub/changed.exr; cp moved.exr B/sub/changed.exr
    cp a.exr A/gone.exr
    cp a.exr B/new.exr
    echo text >A/notes.txt
    differs A B
    has "different  sub/changed.exr: levels " out
    has "missing    gone.exr" out
    has "extra      new.exr" out
    hasnt "same.hdr" out
    is 4 "$(wc -l <out)"
    is "1 same, 1 different, 1 missing, 1 extra, 0 unreadable; 1 file of other kinds not compared" \
        "$(tail -n 1 out)"
    cp cut.exr A/cut.exr; cp a.exr B/cut.exr
    status_is 4 "$HEXFOG" diff A B
    has "unreadable cut.exr" out
    has "A/cut.exr: error: " err
    status_is 4 "$HEXFOG" diff A A
    rm A/cut.exr B/cut.exr
    same A A
}
order_is_kept() {
    mkdir -p many/a many/b
    for i in $(seq 1 24); do
        cp a.exr "many/a/$i.exr"
        cp "$([ $((i % 3)) -eq 0 ] && echo moved.exr || echo a.exr)" "many/b/$i.exr"
    done
    for jobs in 1 2 7; do
        differs many/a many/b -j $jobs
        mv out "out.$jobs"
        differs many/a many/b -j $jobs --json
        mv out "json.$jobs"
    done
    same_bytes out.1 out.2
    same_bytes out.1 out.7
    same_bytes json.1 json.7
    has "16 same, 8 different" out.1
}
links_in_folders() {
    mkdir -p L/a L/b
    cp a.exr L/a/x.exr
    ln -s ../../a.exr L/b/x.exr
    ln -s . L/a/loop
    same L/a L/b
    ln -s nowhere L/b/y.exr
    cp a.exr L/a/y.exr
    status_is 4 "$HEXFOG" diff L/a L/b
}

reports() {
    "$HEXFOG" diff a.hdr a.exr --json >same.json
    "$HEXFOG" diff a.exr moved.exr --json --report file.json >changed.json || true
    "$HEXFOG" diff a.exr small.exr --json >size.json || true
    "$HEXFOG" diff a.exr cut.exr --json >cut.json 2>err || true
    "$HEXFOG" diff A B --json >folders.json || true
    conforms same.json changed.json size.json cut.json folders.json
    same_bytes file.json changed.json
    holds same.json 'it["status"] == "ok" and it["pairs"][0]["verdict"] == "same"
        and not any(c["different"] for c in it["pairs"][0]["classes"])'
    holds changed.json 'it["status"] == "no" and [c["class"] for c in it["pairs"][0]["classes"]
        if c["different"]] == ["levels", "g"]'
    holds changed.json 'all(c["count"] > 0 and c["first"]["a"] != c["first"]["b"]
        and c["worst"]["a"] != c["worst"]["b"] for c in it["pairs"][0]["classes"][-3:-1])'
    holds size.json 'it["pairs"][0]["texels"] is None'
    holds cut.json 'it["status"] == "io" and it["pairs"][0]["error"]["file"] == "cut.exr"'
    holds folders.json 'it["summary"]["missing"] == 1 and len(it["pairs"]) == 4'
    "$HEXFOG" diff A B --report folders.xml >out || true
    has 'tests="4" failures="3" errors="0"' folders.xml
}

# What strangers' files hold: no metadata, one that cannot be read, notes, values that are no
# numbers.
strange_files() {
    sed '/^# hexfog/d' a.hdr >bare.hdr
    sed 's/^# hexfog.*/EXPOSURE=2/' a.hdr >notes.hdr
    sed 's/^# hexfog version=1/# hexfog version=9/' a.hdr >nine.hdr
    bake -o plain.exr --precision float --compression none
    /usr/bin/python3 - <<'END'
import struct
data = open("plain.exr", "rb").read() # its last number is R of the last texel
for name in "nan", "inf", "-inf":
    open(name + ".exr", "wb").write(data[:-4] + struct.pack("<f", float(name)))
END
}
of_bare_files() {
    same bare.hdr notes.hdr
    has "levels       no file tells its scale: R is compared as it is, tolerance 0 (--level-sc" out
    differs a.hdr bare.hdr --json
    mv out bare.json
    holds bare.json '[(c["a"], c["b"]) for c in it["pairs"][0]["classes"]
        if c["class"] == "metadata.metric"] == [("seamless", None)]'
    # More keys than are told one by one.
    sed "s/^# hexfog.*/&$(seq -f ' k%g=1' -s '' 20)/" a.hdr >keys.hdr
    sed 's/k20=1$/k20=2/' keys.hdr >other.hdr
    differs keys.hdr other.hdr
    grep -qE '^  metadata.the rest [0-9]+ bytes of sum [0-9a-f]{8} and [0-9]+ bytes of sum ' out
    same keys.hdr other.hdr --ignore "metadata.the rest"
    differs nine.hdr notes.hdr --json
    mv out nine.json
    holds nine.json 'it["pairs"][0]["b"]["metadata"] is None
        and it["pairs"][0]["b"]["notes"] == "EXPOSURE=2"
        and it["pairs"][0]["b"]["level_scale"] is None'
    holds nine.json 'it["pairs"][0]["a"]["metadata"] == {"valid": False, "level_scale": None,
        "text": "version=9 level_scale=64 max_level=9 metric=seamless",
        "max_level": None, "metric": None}'
    conforms bare.json nine.json
}
of_no_numbers() {
    differs plain.exr ./-inf.exr
    grep -qE '^  nonfinite +1 texel; first \(159, 149\): R 0\.[0-9]+ and -inf$' out
    for pair in "nan inf" "inf -inf" "-inf nan"; do
        a=${pair% *} b=${pair#* }
        differs "./$a.exr" "./$b.exr" --json
        mv out nonfinite.json
        conforms nonfinite.json
        holds nonfinite.json "it['pairs'][0]['classes'][-1]['first'] == {'column': 159,
            'row': 149, 'channel': 'R', 'a': '$a', 'b': '$b'}"
    done
    # Neither is a level, so that they are no others.
    same nan.exr inf.exr --ignore nonfinite
}
options_are_told() {
    same a.exr ten.exr --ignore metadata.level_scale,channels,nonfinite --ignore metadata.x \
        --max-g-error 0.5 --allow-texels 3 --max-level-errors 2 --level-scale 64 --json
    cp out options.json
    conforms options.json
    holds options.json 'it["options"] == {"max_g_error": 0.5, "allow_texels": 3,
        "max_level_errors": 2, "level_scale": 64,
        "ignore": ["channels", "nonfinite", "metadata.level_scale", "metadata.x"]}'
}

# A .png's text is kept for its first part alone; of the rest a sum is.
long_text_of_a_png() {
    bake -o text.png
    /usr/bin/python3 - text.png <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
at = data.index(b"tEXthexfog\0") - 4
length = struct.unpack(">I", data[at:at + 4])[0]
text = data[at + 8:at + 8 + length]
for name, tail in (("x.png", b"x"), ("y.png", b"y")):
    body = b"tEXt" + text + b" more=" + b"a" * 900 + tail
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    open(name, "wb").write(data[:at] + chunk + data[at + 12 + length:])
END
    same x.png x.png
    differs x.png y.png
    differs text.png x.png
}
picture() {
    rm -f heat.png
    same a.hdr a.exr --image heat.png
    [ ! -e heat.png ] || wrong "a picture of no difference"
    differs a.exr moved.exr --image heat.png
    has "wrote heat.png (160 x 150, a pixel a texel)" err
    /usr/bin/python3 - heat.png <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
assert struct.unpack(">II", data[16:24]) == (160, 150)
END
    # Nor is one taken away that is not of this run.
    cp heat.png old.png
    same a.hdr a.exr --image heat.png
    has "no new heat.png: the textures are the same" err
    same_bytes old.png heat.png
    differs a.exr small.exr --image none.png
    has "no none.png: the textures have two sizes" err
    [ ! -e none.png ]
    # A picture has 4096 pixels a side at most.
    long() {
        bake --set texture='{ "width": 4097, "height": 40 }' --set grid.coordinates='"odd-q"' \
            --set grid.shape='{ "radius": null, "columns": 100, "rows": 1 }' "$@"
    }
    long -o long.exr --set 'field.sources=[[0, 0]]'
    long -o other.exr --set 'field.sources=[[3, 0]]'
    differs long.exr other.exr --image long.png
    has "wrote long.png (2049 x 20, a pixel is the mean of 2 x 2 texels)" err
    is "0000080100000014" "$(od -An -tx1 -j 16 -N 8 long.png | tr -d ' ')"
}
picture_is_read_by_others() {
    convert heat.png -format '%w %h' info: | grep -qx '160 150'
}

foreign() {
    for compression in none rle zip zips piz; do
        oiiotool float.exr --compression $compression -o "o.$compression.exr" 2>/dev/null
        same float.exr "o.$compression.exr" --ignore metadata --level-scale 64
    done
    oiiotool float.exr --compression pxr24 -o pxr24.exr # keeps 24 bits of 32
    differs float.exr pxr24.exr --ignore metadata
    same float.exr pxr24.exr --ignore metadata --max-g-error 1e-5
    oiiotool float.exr --tile 32 16 -o tiled.exr
    same float.exr tiled.exr --ignore metadata --level-scale 64
    oiiotool a.hdr -o o.hdr
    same a.hdr o.hdr --ignore metadata --max-g-error 0.0001
}

progress_is_shown() {
    same a.exr a.hdr --progress always
    has " 100 %" err
    same a.exr a.hdr --progress never
    is "" "$(cat err)"
    differs A B --progress always
    has " %" err
}
# 2^24 texels of four floats are 256 MiB.
memory_is_that_of_rows() {
    bake --set texture.width=4096 --set texture.height=4096 -o big.hdr -o big.exr
    same big.hdr big.exr --max-memory 24M
    status_is 0 "$HEXFOG" info big.hdr --max-memory 24M
    status_is 0 "$HEXFOG" hash big.exr --max-memory 24M
}

makes_folders() {
    for what in "diff a.exr moved.exr --image new/er/x.png" \
        "diff a.exr moved.exr --report new/er/x.xml" \
        "hash a.exr --report new/er/x.json" "info a.exr --report new/er/x.json" \
        "verify --gpu none map.json a.exr --report new/er/x.json" \
        "preview map.json -o new/er/x.png"; do
        rm -rf new
        # shellcheck disable=SC2086 # words
        status_is 4 "$HEXFOG" $what
        has "there is no folder new/er (--mkdir makes it)" err
        status=0
        # shellcheck disable=SC2086 # words
        "$HEXFOG" $what --mkdir >out 2>err || status=$?
        test "$status" -le 1
        test -s new/er/x.*
    done
}
check "where a message names --mkdir, the command has it" makes_folders
check "diff says same or different, and why" verdicts
check "diff tells count, first and worst texel with both values" texels_are_told
check "diff -q is silent about what is the same" quiet_when_same
check "--ignore leaves classes and keys out of the verdict" ignored
check "--max-g-error, --allow-texels and --max-level-errors allow so much and no more" allowed
check "diff refuses what it cannot do" usage
check "a file that cannot be read is status 4, too little memory 5" unreadable
check "folders are paired by name; missing, extra and unreadable files are named" folders
check "the results have one order for any -j" order_is_kept
check "links to files are followed, links to folders are not" links_in_folders
check "reports obey report-diff" reports
strange_files
check "a file without metadata, or with a wrong one, is told as such" of_bare_files
check "values that are no numbers have words" of_no_numbers
check "a report tells the options that it was made with" options_are_told
check "progress is shown on standard error alone" progress_is_shown
check "memory is that of some rows, not of images" memory_is_that_of_rows
check "no end of a long text of a .png is dropped" long_text_of_a_png
check "--image draws a picture when something differs, and only then" picture
if need convert; then
    check "the picture is read by ImageMagick" picture_is_read_by_others
else
    skip "the picture is read by ImageMagick" "no ImageMagick"
fi
if need oiiotool; then
    check "files that OpenImageIO has written again are the same" foreign
else
    skip "files that OpenImageIO has written again are the same" "no oiiotool"
fi
