# SPDX-License-Identifier: MIT
# info of textures, ours and those that others wrote.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 4 } },
  "texture": { "width": 120, "height": 110 },
  "outputs": [ { "path": "a.hdr" }, { "path": "a.exr" }, { "path": "a.png" },
               { "path": "a.fogmap.json" } ] }
END
"$HEXFOG" bake -q map.json

holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
constants = json.load(open("a.fogmap.json"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}
conforms() {
    "$HEXFOG" schema report-info >schema.json
    /usr/bin/python3 -W ignore - "$@" <<'END'
import json, sys
import jsonschema
schema = json.load(open("schema.json"))
for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    for file in sys.argv[1:]:
        kind(schema).validate(json.load(open(file)))
END
}

as_text() {
    status_is 0 "$HEXFOG" info a.exr
    for line in 'texture      a.exr' 'container    exr, zip, ' 'size         120 x 110 texels' \
        'channels     B,G,R, half' \
        'metadata     version=1 level_scale=64 max_level=7 metric=sweep' \
        'levels       0..7, level_scale 64' 'G            0' 'texel hash   ' 'file hash    '; do
        has "$line" out
    done
    has "texel hash   $("$HEXFOG" hash a.exr | cut -c 1-64)" out
    has "file hash    $(sha256sum a.exr | cut -c 1-64)" out
    is 8 "$(grep -cE '^ +[0-7] +[0-9]+ +[0-9]+$' out)"
    is "" "$(cat err)"
}
as_json() {
    for kind in hdr exr png; do
        "$HEXFOG" info --json a.$kind >$kind.json
        holds $kind.json "it['file']['container'] == '$kind' and
            it['file']['texel_hash'] == constants['texel_hash']['a.$kind'] and
            it['file']['width'] == 120 and it['file']['height'] == 110 and
            sum(l['texels'] for l in it['file']['levels']) == 120 * 110 and
            [l['level'] for l in it['file']['levels']] == list(range(8)) and
            it['file']['metadata']['level_scale'] == (255 if '$kind' == 'png' else 64)"
    done
    holds hdr.json 'all(l["distinct_g"] <= 1024 for l in it["file"]["levels"])'
    status_is 4 "$HEXFOG" info --json nosuch.exr
    cp out nosuch.json
    "$HEXFOG" info --json map.json >map.info
    conforms hdr.json exr.json png.json nosuch.json map.info
    holds nosuch.json 'it["status"] == "io" and it["file"] is None and len(it["messages"]) == 1'
    "$HEXFOG" info a.hdr --report r.json >out
    same_bytes r.json hdr.json
    "$HEXFOG" info a.hdr --report r.xml >out
    has 'tests="1" failures="0" errors="0"' r.xml
}
filter_error() {
    holds map.info '0.3 < it["filter_error"]["greatest"] < 0.6
        and it["filter_error"]["mean"] < it["filter_error"]["greatest"]'
    "$HEXFOG" info --json map.json --set field.metric='"seamless"' >seamless.info
    holds seamless.info '0 < it["filter_error"]["greatest"] < 0.06'
    status_is 0 "$HEXFOG" info map.json
    has "filter       linear sampling is wrong by up to " out
}
name_does_not_matter() {
    cp a.exr texture
    status_is 0 "$HEXFOG" info texture
    has "container    exr" out
    cp a.exr lies.hdr
    status_is 0 "$HEXFOG" info lies.hdr
    has "container    exr" out
    cp map.json lies.exr
    status_is 4 "$HEXFOG" info lies.exr
    has "lies.exr: error: not a texture" err
    : >empty.hdr
    status_is 4 "$HEXFOG" info empty.hdr
}
refuses() {
    head -c 900 a.exr >cut.exr
    status_is 4 "$HEXFOG" info cut.exr
    is "" "$(cat out)"
    status_is 5 "$HEXFOG" info a.exr --max-memory 9K
    status_is 2 "$HEXFOG" info a.exr --report a.exr
    status_is 2 "$HEXFOG" info a.exr --level-scale x
    mkdir -p folder.exr
    status_is 4 "$HEXFOG" info folder.exr
    mkfifo pipe.exr
    status_is 4 "$HEXFOG" info pipe.exr
}
header_alone() {
    {
        printf '#?RADIANCE\nEXPOSURE=2\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n'
        printf '\200\000\000\200\000\200\000\200'
    } >two.hdr
    status_is 0 "$HEXFOG" info two.hdr
    has "header       EXPOSURE=2" out
    has "metadata     none" out
    has "R            0 .. 0.5" out
    has "no levels" out
    grep -qE '^ +all +2 +2$' out
}
# Of 120 x 110 texels, numbers at places of the file that are no usual ones.
odd_numbers() {
    "$HEXFOG" bake -q map.json -o plain.exr --precision float --compression none
    /usr/bin/python3 - <<'END'
import struct
data = open("plain.exr", "rb").read()
width, height = 120, 110
start, line = len(data) - height * (8 + 12 * width), 8 + 12 * width
def change(name, *texels): # column, row, channel of B, G, R: value
    bytes = bytearray(data)
    for column, row, channel, value in texels:
        at = start + row * line + 8 + 4 * (width * "BGR".index(channel) + column)
        bytes[at:at + 4] = struct.pack("<f", value)
    open(name, "wb").write(bytes)
inf, nan = float("inf"), float("nan")
change("one.exr", (3, 2, "R", inf), (5, 7, "G", 1.5), (6, 7, "R", 1e30))
change("two.exr", (3, 2, "G", nan), (9, 2, "R", -inf), (4, 4, "G", -0.25), (5, 4, "R", 1e30),
       (6, 4, "R", -1e30))
change("none.exr", *((x, y, "G", nan) for x in range(width) for y in range(height)))
END
}
of_odd_numbers() {
    status_is 0 "$HEXFOG" info one.exr
    has ' .. 1.5, outside of 0 .. 1 in 1' out
    has 'not finite   1 texel, first (3, 2)' out
    has 'unlisted     1 texel, of levels past the list' out
    has 'texel hash   none: texel (3, 2) has R inf and G ' out
    status_is 0 "$HEXFOG" info two.exr
    has 'G            -0.25 .. ' out
    has 'not finite   2 texels, first (3, 2)' out
    has 'unlisted     2 texels, of levels past the list' out
    "$HEXFOG" info --json two.exr >two.json
    holds two.json 'it["file"]["texel_hash"] is None and it["file"]["nonfinite_texels"] == 2
        and it["file"]["unlisted_texels"] == 2 and it["file"]["texels_with_g_outside"] == 1
        and sum(l["texels"] for l in it["file"]["levels"]) == 120 * 110 - 4'
    status_is 0 "$HEXFOG" info none.exr
    has 'levels       none, level_scale 64' out
    has 'R, G         in no texel both finite' out
    has 'not finite   13200 texels, first (0, 0)' out
    "$HEXFOG" info --json none.exr >none.json
    "$HEXFOG" info --json two.hdr >bare.json
    conforms two.json none.json bare.json
    holds none.json 'it["file"]["levels"] == []'
    holds bare.json 'it["file"]["level_scale"] is None and it["file"]["texel_hash"] is None
        and it["file"]["levels"] == [{"level": None, "texels": 2, "distinct_g": 2,
            "more_g": False}]'
}
# Lines of two.
many_levels() {
    "$HEXFOG" bake -q map.json -o many.exr --set grid.shape.radius=30
    status_is 0 "$HEXFOG" info many.exr
    highest=$(sed -n 's/^levels .*\.\.\([0-9]*\),.*/\1/p' out)
    test "$highest" -gt 40
    grep -qE '^ +0\.\.1 +[0-9]+ +[0-9]+\.\.[0-9]+$' out
    is $((highest / 2 + 1)) "$(grep -cE '^ +[0-9]+(\.\.[0-9]+)? +[0-9]+ +[0-9.]+$' out)"
}
report_is_not_the_texture() {
    cp a.exr texture.json
    status_is 2 "$HEXFOG" info texture.json --report ./texture.json
    has "--report: './texture.json' is the texture itself" err
    same_bytes a.exr texture.json
}
foreign() {
    oiiotool a.exr --compression piz --tile 32 32 -d float -o t.exr
    status_is 0 "$HEXFOG" info t.exr --level-scale 64
    has "container    exr, piz, tiled, " out
    has ", float" out
    has "levels       0..7, level_scale 64" out
}

not_from_a_pipe() {
    for kind in exr hdr png ktx2; do
        "$HEXFOG" bake -q map.json -o piped.$kind
        for command in "info -" "preview - -o piped.preview.png" "shader -"; do
            # shellcheck disable=SC2086 # words
            status_is 3 "$HEXFOG" $command <piped.$kind
            has "texture, not a description (a texture is read from a named file only)" err
        done
    done
}
# 4 million texels of 3 bytes, filtered and not.
png_memory() {
    "$HEXFOG" bake -q map.json -o large.png --set texture.width=2000 --set texture.height=2000
    status_is 0 "$HEXFOG" info large.png --max-memory 40M
    status_is 0 "$HEXFOG" hash large.png --max-memory 40M
    status_is 0 "$HEXFOG" diff large.png large.png --max-memory 80M
    status_is 5 "$HEXFOG" info large.png --max-memory 20M
    has "bytes of memory (allowed: 20971520; --max-memory SIZE allows more)" err
    # What is stored in other ways is decoded, too.
    convert large.png -interlace PNG interlaced.png
    convert large.png -transparent black png32:clear.png
    for kind in interlaced clear; do
        status_is 0 "$HEXFOG" hash --level-scale 255 $kind.png
    done
    is "$("$HEXFOG" hash --level-scale 255 interlaced.png | cut -c 1-64)" \
        "$("$HEXFOG" hash large.png | cut -c 1-64)"
}
check "reading a .png takes seven bytes a texel, not more" png_memory
check "a texture on standard input is refused, and told why" not_from_a_pipe
check "info tells of a texture as text" as_text
check "info tells of a texture as JSON that obeys report-info" as_json
check "info measures what linear sampling does to a map" filter_error
check "the first bytes decide what a file is" name_does_not_matter
check "info refuses what it cannot read" refuses
check "an .hdr of others is told as far as it goes" header_alone
odd_numbers
check "numbers that are no levels and no shares are counted" of_odd_numbers
check "over 40 levels are told by twos" many_levels
check "a report does not take the texture's place" report_is_not_the_texture
if need oiiotool; then
    check "an .exr of others is told as far as it goes" foreign
else
    skip "an .exr of others is told as far as it goes" "no oiiotool"
fi
