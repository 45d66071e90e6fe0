# SPDX-License-Identifier: MIT
# What verify tells: tables, JSON, JUnit and pictures, and which status wins.
. "$SRC/tests/lib.sh"

gpu=software
[ "${GL:-1}" != 0 ] || gpu=none

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 3 } },
  "texture": { "width": 120, "height": 90 },
  "outputs": [ { "path": "map.exr" }, { "path": "map.hdr" }, { "path": "map.fogmap.json" } ] }
END
echo '{ "hexfog": 1, "base": "map.json", "field": { "metric": "seamless" } }' >other.json
echo '{ "hexfog": 1, "base": "map.json", "texture": { "width": 64 } }' >size.json
echo '{ "hexfog": 2 }' >bad.json
"$HEXFOG" bake -q map.json
head -c 2000 map.exr >cut.exr
name=$(printf 'a<b>&"\001\377.exr')
cp map.exr "$name"

# conforms FILE...: each obeys the schema report-verify.
conforms() {
    /usr/bin/python3 -W ignore - "$HEXFOG" "$@" <<'END'
import json, subprocess, sys
import jsonschema
schema = json.loads(subprocess.check_output([sys.argv[1], "schema", "report-verify"]))
for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    kind.check_schema(schema)
    for file in sys.argv[2:]:
        kind(schema).validate(json.load(open(file, encoding="utf-8")))
END
}
# holds FILE EXPRESSION: true of the JSON `it`.
holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}

json_schema() {
    status_is 0 "$HEXFOG" verify --gpu $gpu --json map.json
    cp out ok.json
    status_is 1 "$HEXFOG" verify --gpu $gpu --json other.json
    cp out no.json
    status_is 1 "$HEXFOG" verify --gpu none --json size.json
    cp out wrong-size.json
    status_is 4 "$HEXFOG" verify --gpu none --json map.json map.hdr cut.exr "$name" absent.exr
    cp out io.json
    status_is 3 "$HEXFOG" verify --json bad.json
    cp out input.json
    status_is 4 "$HEXFOG" verify --json absent.json
    cp out absent.report.json
    status_is 2 "$HEXFOG" verify --json map.json --set 'outputs=[]'
    cp out usage.json
    status_is 6 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$HEXFOG" verify --json map.json
    cp out unavailable.json
    status_is 5 "$HEXFOG" verify --json --max-memory 100K map.json
    cp out memory.json
    conforms ok.json no.json wrong-size.json io.json input.json absent.report.json usage.json \
        unavailable.json memory.json
    holds ok.json '[t["size"] for t in it["textures"]] == [[120, 90]] * 2
        and it["description"] == "map.json" and it["messages"] == []'
    holds no.json 'it["status"] == "no" and all(t["status"] == "no"
        and t["texels"]["wrong_g"] > 0 and t["texels"]["worst_g"]["row"] < 90
        and t["texels"]["max_g_error"] > t["texels"]["g_bound"] for t in it["textures"])'
    holds wrong-size.json 'it["textures"][0]["likely"] == "size"
        and it["textures"][0]["texels"] is None'
    holds io.json '[t["status"] for t in it["textures"]] == ["ok", "io", "ok", "io"]
        and it["textures"][1]["error"] and it["textures"][3]["size"] is None'
    holds input.json 'it["textures"] == [] and len(it["messages"]) > 1'
    holds usage.json 'it["status"] == "usage" and it["textures"] == []'
    holds memory.json 'it["status"] == "memory"'
}

# A .png that hexfog would not write is one of another size all the same.
too_large_to_write() {
    "$HEXFOG" bake -q map.json -o small.png
    echo '{ "hexfog": 1, "base": "map.json", "texture": { "width": 16385, "height": 16385 },
            "outputs": [ { "path": "large.exr" } ] }' >large.json
    status_is 1 "$HEXFOG" verify --gpu none large.json small.png --json
    cp out large.report.json
    conforms large.report.json
    holds large.report.json 'it["textures"][0]["likely"] == "size" and it["messages"] == []'
    is "" "$(cat err)"
}
# All of G is NaN, and so is B; the last 8 bytes of a row are of R.
no_numbers() {
    "$HEXFOG" bake -q map.json -o plain.exr --precision float --compression none
    /usr/bin/python3 - <<'END'
import struct
data = bytearray(open("plain.exr", "rb").read())
line = 8 + 3 * 4 * 120
for row in range(90):
    at = len(data) - (90 - row) * line + 8
    data[at:at + 8 * 120] = struct.pack("<f", float("nan")) * 240
open("nan.exr", "wb").write(data)
END
    status_is 1 "$HEXFOG" verify --gpu none map.json nan.exr --json
    cp out nan.json
    conforms nan.json
    holds nan.json '{c["id"]: c["measured"] for c in it["textures"][0]["checks"]
        if c["verdict"] == "fail"} == {"cpu.g": None, "cpu.finite": 10800, "cpu.blue": None}'
    status_is 1 "$HEXFOG" verify --gpu none map.json nan.exr
    grep -qE '^  cpu\.g +no number +2\.98e-08 tiles +FAIL$' out
    has "mean 0; worst at column 0, row 0: nan, expected " out
    grep -qE '^  cpu\.blue +no number +0 +FAIL$' out
}

# A report file holds what --json prints, also beside a table, and nothing replaces it half.
reports() {
    status_is 0 "$HEXFOG" verify --gpu none map.json --report r.json
    has "right: all 9 checks on the CPU pass" out
    "$HEXFOG" verify --gpu none map.json --json >printed
    same_bytes r.json printed
    status_is 4 "$HEXFOG" verify --gpu none map.json --report nowhere/r.json
    has "cannot write nowhere/r.json" err
    status_is 2 "$HEXFOG" verify --gpu none map.json --report r.txt
    cp map.json kept.json
    for file in map.json ./map.json other.json; do
        status_is 2 "$HEXFOG" verify --gpu none other.json --report $file
        has "--report: '$file' is the description's or a texture's own file" err
        is "" "$(cat out)"
    done
    same_bytes map.json kept.json
    cp map.exr texture.xml
    status_is 2 "$HEXFOG" verify --gpu none map.json texture.xml --report texture.xml
    has "--report: 'texture.xml' is the description's or a texture's own file" err
    same_bytes texture.xml map.exr
}

junit() {
    status_is 4 "$HEXFOG" verify --gpu none map.json map.exr "$name" cut.exr --report io.xml
    status_is 1 "$HEXFOG" verify --gpu none other.json --report no.xml
    status_is 6 env GALLIUM_DRIVER=bogus __EGL_VENDOR_LIBRARY_DIRS=/nonexistent \
        "$HEXFOG" verify map.json map.exr --report unavailable.xml
    status_is 3 "$HEXFOG" verify bad.json --report bad.xml
    /usr/bin/python3 - <<'END'
import xml.dom.minidom as x
def suites(name):
    found = []
    for suite in x.parse(name).getElementsByTagName("testsuite"):
        cases = suite.getElementsByTagName("testcase")
        assert int(suite.getAttribute("tests")) == len(cases), name
        found.append(tuple(int(suite.getAttribute(k)) for k in ("tests", "failures", "errors")))
    return found
assert suites("io.xml") == [(9, 0, 0), (9, 0, 0), (1, 0, 1)], suites("io.xml")
assert suites("no.xml") == [(9, 2, 0)] * 2, suites("no.xml")
assert suites("unavailable.xml")[0][2] >= 1
assert suites("bad.xml") == [(1, 0, 1)], suites("bad.xml")
case = x.parse("io.xml").getElementsByTagName("testcase")[9]
assert case.getAttribute("classname") == "a<b>&\"\\x01\\xFF.exr", case.getAttribute("classname")
failure = x.parse("no.xml").getElementsByTagName("failure")[0]
assert "expected" in failure.getAttribute("message"), failure.getAttribute("message")
END
}

table() {
    status_is 1 "$HEXFOG" verify --gpu $gpu other.json
    is "" "$(cat err)"
    is "" "$(awk 'length > 80' out)"
    grep -qx "map.exr" out
    grep -qx "  120 x 90, level_scale 64, levels 0..6" out
    grep -Eqx '  check +measured +bound' out
    grep -Eqx '  cpu\.level +0 +0 texels +pass' out
    grep -Eqx '  cpu\.g +0\.[0-9]+ +0\.0002441 tiles +FAIL' out
    grep -Eqx '      .*[Gg] .*' out
    grep -q "^  FAILED: [1-9][0-9]* of [1-9][0-9]* checks; likely g: " out
    grep -qx "2 textures: 0 right, 2 wrong, 0 not proven" out
    status_is 6 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$HEXFOG" verify map.json
    is "" "$(awk 'length > 80' out)"
    grep -qx "2 textures: 0 right, 0 wrong, 2 not proven" out
}
# The last line does not deny what stands at the checks above it.
no_known_cause() {
    status_is 1 "$HEXFOG" verify map.json --gpu none map.hdr --set 'field.sources=[[1, 0]]'
    has "likely none: no known mistake" out
    tr -s ' \n' '  ' <out | grep -q "changed since? then bake again" || wrong "no advice"
    "$HEXFOG" bake -q map.json -o header.png
    /usr/bin/python3 - header.png <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
body = b"gAMA" + struct.pack(">I", 45455)
chunk = struct.pack(">I", 4) + body + struct.pack(">I", zlib.crc32(body))
open(sys.argv[1], "wb").write(data[:33] + chunk + data[33:])
END
    status_is 1 "$HEXFOG" verify map.json --gpu none header.png
    has "a chunk gAMA" out
    has "likely none: no cause beyond what is told above" out
}
# Names are shown as they are, without what a terminal would obey.
odd_names() {
    status_is 0 "$HEXFOG" verify --gpu none map.json "$name"
    is 'a<b>&"\x01\xFF.exr' "$(head -n 1 out)"
}
quiet() {
    status_is 0 "$HEXFOG" verify -q --gpu none map.json
    is "" "$(cat out err)"
    status_is 4 "$HEXFOG" verify -q --gpu none map.json map.exr cut.exr
    has "cut.exr: error: " err
    has "cut.exr" out
    hasnt "map.exr" out
    status_is 1 "$HEXFOG" verify -q --gpu none other.json map.exr
    has "FAILED" out
    status_is 0 "$HEXFOG" verify -q --json --gpu none map.json
    has '"status": "ok"' out
}
colour() {
    escape=$(printf '\033')
    "$HEXFOG" verify --gpu none map.json >plain
    hasnt "$escape" plain
    "$HEXFOG" verify --gpu none --color always map.json >coloured
    has "${escape}[32mpass" coloured
    sed "s/${escape}\[[0-9;]*m//g" coloured | diff - plain
    # On a terminal, unless NO_COLOR or TERM say otherwise.
    terminal env -u NO_COLOR TERM=xterm "$HEXFOG" verify --gpu none map.json >shown
    has "${escape}[32mpass" shown
    terminal env NO_COLOR=1 TERM=xterm "$HEXFOG" verify --gpu none map.json >shown
    hasnt "$escape" shown
    terminal env -u NO_COLOR TERM=dumb "$HEXFOG" verify --gpu none map.json >shown
    hasnt "$escape" shown
}
terminal() {
    /usr/bin/python3 -c 'import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' "$@"
}
# Bars that were shown and taken away again.
bars() {
    grep -q '% .* Mtexel/s  0:00 left' err
    tr '\r' '\n' <err | grep -cx "$(printf '\033')\[K"
}
progress() {
    status_is 0 "$HEXFOG" verify --gpu $gpu map.json
    is "" "$(cat err)"
    status_is 0 "$HEXFOG" verify --gpu none --progress always map.json map.exr
    is 1 "$(bars)"
    [ $gpu = none ] && return
    status_is 0 "$HEXFOG" verify --gpu $gpu --progress always map.json map.exr
    is 2 "$(bars)"
}

# Of several textures the first of 2, 3, 5, 4, 1, 6 wins.
priorities() {
    status_is 0 "$HEXFOG" verify --gpu none map.json map.exr map.hdr
    status_is 1 "$HEXFOG" verify --gpu none other.json map.exr map.hdr
    status_is 4 "$HEXFOG" verify --gpu none other.json map.exr cut.exr map.hdr
    status_is 6 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$HEXFOG" verify map.json
    "$HEXFOG" bake -q other.json -o other.exr
    status_is 1 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent \
        "$HEXFOG" verify map.json map.exr other.exr
    status_is 4 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent \
        "$HEXFOG" verify map.json other.exr cut.exr
    # A map whose levels no .png holds: the file is wrong, whatever it is.
    "$HEXFOG" bake -q map.json -o map.png
    status_is 1 "$HEXFOG" verify --gpu none --json map.json map.png \
        --set 'field.levels=[[0, 0, 3], [1, 0, 900]]' --set 'outputs=[]'
    grep -q '"cpu.level"' out
}
# A reader that dies is a file that cannot be read, whatever ended it.
reader_dies() {
    # shellcheck disable=SC2086 # a compiler may have words
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -o trouble.so "$SRC/tests/gl_trouble.c"
    for case in segfault:'crashed (signal 11' abort:'crashed (signal 6' kill:'was killed' \
        exit:'ended the process (exit status 0)' hang:'did not end within'; do
        status_is 4 env GL_SHORT_TIME=1 \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0:handle_segv=0" \
            LD_PRELOAD="$PWD/trouble.so" READ_TROUBLE="${case%%:*}" READ_TROUBLE_FILE=map.exr \
            "$HEXFOG" verify --gpu none map.json map.hdr map.exr
        has "map.exr: error: reading the texture ${case#*:}" err
        has "not proven (io)" out
        grep -qx "2 textures: 1 right, 0 wrong, 1 not proven" out
    done
}
# Wherever --max-memory strikes, in the program or in a child, it is told.
any_limit() {
    bytes=1
    ended_0=0
    while [ $bytes -lt 4000000 ]; do
        status=0
        "$HEXFOG" verify --gpu none --json --max-memory $bytes map.json >out 2>err || status=$?
        case $status in
        0) ended_0=$((ended_0 + 1)) ;;
        5) has "--max-memory" err ;;
        *) wrong "status $status at $bytes: $(cat err)" ;;
        esac
        bytes=$((bytes * 5 / 4 + 7))
    done
    test $ended_0 -gt 2
}
full_output() {
    for form in '' --json; do
        status=0
        # shellcheck disable=SC2086 # an option or none
        "$HEXFOG" verify --gpu none $form map.json >/dev/full 2>err || status=$?
        is 4 "$status"
        has "No space left on device" err
    done
}
usage() {
    for option in '--images pictures' '--scene-color #000000' '--fog-color 1,1,1' \
        '--background 0,0,0'; do
        # shellcheck disable=SC2086 # an option and its value
        status_is 2 "$HEXFOG" verify --gpu none $option map.json
        has "${option%% *} needs a GPU to draw on, which --gpu none does without" err
    done
    status_is 2 "$HEXFOG" verify --gpu none map.json -
    has "a texture is not read from standard input" err
    for word in all device device: device:x device:-1 device:1x; do
        status_is 2 "$HEXFOG" verify --gpu $word map.json
        has "--gpu: '$word' is not one of auto|none|software|device:N" err
    done
    for colour in red '#12345' '#12345g' 1,2,3 0,0 0,0,0,0 -1,0,0 '' ' 0,0,0'; do
        status_is 2 "$HEXFOG" verify --fog-color "$colour" map.json
        has "--fog-color: '$colour' is neither #rrggbb nor R,G,B" err
    done
    status_is 2 "$HEXFOG" verify --decoder d map.json
    has "--decoder: 'd' is not one of a|b|c" err
    status_is 2 "$HEXFOG" verify
    has "no DESC given" err
}

images() {
    mkdir -p sub
    cp map.hdr sub/map.hdr
    status_is 4 "$HEXFOG" verify --gpu $gpu --images pictures map.json map.hdr
    has "there is no folder pictures (--mkdir makes it)" err
    fails test -e pictures
    status_is 0 "$HEXFOG" verify --gpu $gpu --images pictures --mkdir map.json map.hdr sub/map.hdr
    for texture in map.hdr map.hdr-2; do
        for law in linear exp exp2 step; do
            for kind in drawn expected; do
                test -s "pictures/$texture.$law.$kind.png"
            done
            difference=$(echo pictures/$texture.$law.difference-x*.png)
            case $difference in *-x[1-9]*.png) ;; *) wrong "no factor: $difference" ;; esac
            oiiotool --fail 0.005 "pictures/$texture.$law.drawn.png" \
                "pictures/$texture.$law.expected.png" --diff >compared
            has PASS compared
        done
    done
    is 24 "$(find pictures -type f | wc -l)"
    for picture in pictures/*.png; do
        is "120x90 PNG 8-bit" "$(identify -format '%wx%h %m %z-bit' "$picture")"
    done
    # Fog is white over black here: with all clear in the middle, and full fog at the rim.
    is "0 255" "$(convert pictures/map.hdr.step.drawn.png -depth 8 \
        -format '%[fx:255*minima] %[fx:255*maxima]' info:)"
    # A folder that cannot be made is an error, and the texture is not called proven.
    status_is 4 "$HEXFOG" verify --gpu $gpu --images map.json/x map.json map.hdr
    grep -q "map.json/x" err
    hasnt "proven: all" out
}
# Beyond 2048 x 2048 a picture is a strip, and says which.
images_of_strips() {
    status_is 0 "$HEXFOG" bake -q map.json -o large.exr --set texture.width=3000 \
        --set texture.height=2000
    status_is 0 "$HEXFOG" verify --gpu $gpu --images strips --mkdir map.json large.exr \
        --set texture.width=3000 --set texture.height=2000
    test "$(find strips -name 'large.exr.linear*drawn.png' | wc -l)" -gt 0
    find strips -name 'large.exr.linear.rows[1-9]*.drawn.png' | grep -q .
    for picture in strips/*.linear.*drawn.png; do
        identify -format '%w\n' "$picture" | grep -qx 3000
    done
}

check "--json obeys report-verify, however the run ends" json_schema
check "a texture too large to be written is one of another size" too_large_to_write
check "an error that is no number is told as such" no_numbers
check "--report FILE.json holds what --json prints, and replaces nothing that is read" reports
check "--report FILE.xml is JUnit: a suite a texture, a case a check" junit
check "the table fits into 80 columns and says what failed" table
check "without a known cause the last line denies nothing above it" no_known_cause
check "names are shown without what a terminal would obey" odd_names
check "-q shows only what is not right" quiet
check "colour on a terminal, not with NO_COLOR or TERM=dumb" colour
check "progress shows only when it is asked for" progress
check "of several textures the worst status is the run's" priorities
check "a reader that dies is a file that cannot be read" reader_dies
check "5 or 0 for every --max-memory" any_limit
check "a full standard output is status 4" full_output
# 300 is more than an 8-bit channel holds; the .exr has room for it.
d25_of_named() {
    cat >far.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "field": { "levels": [[0, 0, 0], [1, 0, 300]] },
  "texture": { "width": 32, "height": 32 },
  "outputs": [ { "path": "far.png" } ] }
END
    "$HEXFOG" bake -q far.json -o far.exr --precision float
    status_is 0 "$HEXFOG" verify --gpu none far.json far.exr
    hasnt "far.png" err
    mkdir -p beside
    cp far.exr far.png
    for png in far.png ./far.png beside/../far.png; do
        status_is 3 "$HEXFOG" verify --gpu none far.json far.exr $png
        has "outputs[0]" err
    done
    status_is 3 "$HEXFOG" verify --gpu none far.json
    status_is 3 "$HEXFOG" verify --gpu none far.json far.exr --set 'outputs=[{"path": "a.tga"}]'
}
check "D25 is not held against outputs that are not verified" d25_of_named
check "wrong options are usage errors" usage
if [ $gpu = none ]; then
    skip "--images" "built without GL"
else
    check "--images writes drawn, expected and difference for other programs to open" images
    check "--images of a large texture are of strips" images_of_strips
fi
