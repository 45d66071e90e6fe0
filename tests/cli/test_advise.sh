# SPDX-License-Identifier: MIT
# info --advise: the right file for a map in an engine; docs/formats.md and README.md say the
# same.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
engines='unity unreal godot three bevy raylib babylon defold'
# board NAME RADIUS METRIC
board() {
    cat >"$1.json" <<END
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": $2 } },
  "field": { "metric": "$3" }, "texture": { "texels_per_tile": 8 },
  "outputs": [ { "path": "$1.exr" } ] }
END
}
board small 6 seamless
board seams 6 sweep
board wide 40 seamless
board wider 70 seamless
board many 150 seamless
board most 300 seamless
board float 6 seamless

# advice FILE ENGINE EXPRESSION: true of the advice `it` in the report; `kinds` has what
# decoders give every level of each kind of file back.
advice() {
    "$HEXFOG" info --json --advise "$2" "$1" >advice.json
    /usr/bin/python3 - advice.json "$3" <<'END'
import json, sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
it = report["advice"]
kinds = {f["kind"]: f["decoders"] for f in it["files"]}
assert eval("(" + sys.argv[2] + ")"), json.dumps([report.get("levels"), it], indent=1)
END
}

unknown_engine() {
    status_is 2 "$HEXFOG" info small.json --advise cryengine
    has "'cryengine' is not one of unity|unreal|godot|three|bevy|raylib|babylon|defold" err
}
as_text() {
    for engine in $engines; do
        status_is 0 "$HEXFOG" info small.json --advise $engine
        for label in engine file bake sampling size rows shader settings; do
            is 1 "$(grep -c "^$label  *[^ ]" out)"
        done
        hasnt 'tiles of the shape' out
        is "" "$(cat err)"
        advice small.json $engine 'set(kinds.values()) == {"all"} and it["file"] == list(kinds)[0]'
    done
}
# The commands that it names work.
commands_work() {
    for engine in $engines; do
        "$HEXFOG" info small.json --advise $engine >out
        command=$(sed -n 's/^shader *hexfog shader DESC //p' out)
        eval "\"$HEXFOG\" shader small.json $command" >shader
        scale=$(sed -n 's/^file .*level_scale \([0-9]*\).*/\1/p' out)
        grep -q "LEVEL_SCALE.* = $scale.0" shader || wrong "the scale is not $scale"
        has hexfog_left_linear shader
        bake=$(sed -n 's/^bake  *hexfog bake DESC -o //p' out)
        # shellcheck disable=SC2086 # a path and options
        "$HEXFOG" bake -q small.json -o $bake
        "$HEXFOG" info "${bake%% *}" --advise $engine >own
        has 'this file    will do' own
    done
}
json_is_valid() {
    "$HEXFOG" schema report-info >schema.json
    "$HEXFOG" bake -q small.json -o small.exr -o small.png
    for file in small.json seams.json most.json small.exr small.png; do
        "$HEXFOG" info $file --advise godot --json >r.$file
    done
    for engine in $engines; do
        "$HEXFOG" info small.json --advise $engine --json >r.$engine
    done
    /usr/bin/python3 -W ignore - r.* <<'END'
import json, sys
import jsonschema
schema = json.load(open("schema.json"))
for file in sys.argv[1:]:
    report = json.load(open(file))
    for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
        kind(schema).validate(report)
    assert report["advice"], file
END
    "$HEXFOG" info small.json --json >r.json
    hasnt advice r.json
}
# 42, 74, 157 and 314 levels or so.
many_levels() {
    advice wide.json three 'kinds[".hdr"] == "all" and it["file"] == ".ktx2 half"'
    advice wider.json three 'kinds[".hdr"] == "some" and kinds[".png"] == "all"'
    advice wider.json bevy 'kinds[".hdr"] == "all"'
    "$HEXFOG" info wider.json --advise three >out
    has '.hdr; of the .hdr decoders only m/256 reads every level of this map right' out
    advice many.json godot 'kinds[".hdr"] == "none" and kinds[".ktx2 rgb9e5"] == "all"'
    advice many.json raylib 'it["file"] == ".png" and it["files"][0]["level_scale"] == 255'
    advice most.json godot 'it["file"] == ".ktx2 half" and kinds[".png"] == kinds[".hdr"]
        == kinds[".ktx2 rgb9e5"] == "none"'
    advice most.json raylib 'it["file"] is None'
    "$HEXFOG" info most.json --advise raylib >out
    has 'none that raylib loads holds level' out
    has 'not          .png: it cannot hold level' out
}
# Beyond halves, and with a scale that wastes them.
few_files() {
    sed 's/"metric": "seamless"/"levels": [[0, 0, 0], [1, 0, 5000]]/' float.json >levels.json
    advice levels.json godot '[k for k in kinds if kinds[k] == "all"]
        == [".ktx2 float", ".exr float"] and it["file"] == ".ktx2 float"'
    sed 's/"texture"/"encoding": { "level_scale": 10000 }, "texture"/' small.json >scale.json
    advice scale.json godot 'kinds[".ktx2 rgb9e5"] == kinds[".hdr"] == "none"
        and kinds[".png"] == "all" and kinds[".ktx2 half"] == "all"'
}
metrics() {
    advice small.json unity 'it["sampling"] == "linear" and it["texels_per_tile"] == 16
        and not it["jumps"] and "Filter Mode: Bilinear" in it["settings"]'
    advice seams.json unity 'it["sampling"] == "nearest" and it["texels_per_tile"] == 128
        and "Filter Mode: Point" in it["settings"]'
    # From 8 texels a tile to 16: twice the size, but for the rounding of 8.
    advice small.json godot 'all(abs(a / report["texture"][b] - 2) < 0.02
                                 for a, b in zip(it["size"], ("width", "height")))'
    "$HEXFOG" info small.json --advise godot --set 'field.blocked=[[1,0],[1,-1],[0,1]]' >out
    has 'F jumps where levels of neighbours differ by more than one' out
}
textures() {
    "$HEXFOG" bake -q small.json -o t.exr -o t.hdr -o t.png
    advice t.exr unity 'it["this_file"] == ".exr half" and it["size"] is None'
    advice t.exr raylib 'it["this_file"] is None'
    "$HEXFOG" info t.exr --advise raylib >out
    has 'this file    is of no kind that the engine is known to load as it is' out
    advice t.png three 'it["this_file"] == ".png" and it["file"] == ".ktx2 half"'
    "$HEXFOG" bake -q wider.json -o w.hdr 2>err
    "$HEXFOG" info w.hdr --advise three >out
    has 'this file    will do where an .hdr is decoded as m/256' out
    convert -size 8x8 xc:red foreign.png
    status_is 4 "$HEXFOG" info foreign.png --advise unity
    has 'foreign.png has no hexfog metadata, so what it needs is not known' err
    status_is 3 "$HEXFOG" info small.json --advise unity --set grid.size=0
    is "" "$(cat out)"
}
# An output that cannot hold the levels is why one asks.
outputs_that_fail() {
    status_is 3 "$HEXFOG" info most.json --advise unity --set 'outputs=[{"path": "a.hdr"}]'
    has 'file         .exr half' out
}

# What the page and the table of README.md say of an engine, against the program's words.
page_is_the_program() {
    for engine in $engines; do
        "$HEXFOG" info small.json --advise $engine --json >$engine.linear
        "$HEXFOG" info seams.json --advise $engine --json >$engine.nearest
    done
    # shellcheck disable=SC2086 # a list of words
    /usr/bin/python3 - "$SRC" $engines <<'END'
import json, re, sys
root, engines = sys.argv[1], sys.argv[2:]
page = open(root + "/docs/formats.md", encoding="utf-8").read()
readme = open(root + "/README.md", encoding="utf-8").read()
sections = {s.split("\n", 1)[0]: " ".join(s.split("\n## ")[0].split())
            for s in page.split("\n### ")[1:]}
assert len(sections) == len(engines), sections.keys()
for engine in engines:
    linear = json.load(open(engine + ".linear"))["advice"]
    nearest = json.load(open(engine + ".nearest"))["advice"]
    section = sections[linear["engine"]]
    for words in (["--advise " + engine, "--lang " + linear["language"], linear["rows"]]
                  + linear["settings"] + nearest["settings"]
                  + [f["note"] for f in linear["files"] if f["note"]]):
        assert words in section, (engine, words)
    kinds = re.findall(r"- `(\.\w+)`( half| float| rgb9e5)?", section)
    assert [a + b for a, b in kinds] == [f["kind"] for f in linear["files"]], (engine, kinds)
    row = re.search(r"^\| " + re.escape(linear["engine"]) + r" \| `(\.\w+)`", readme, re.M)
    assert row and linear["file"].split()[0] == row[1], (engine, row)
END
}

check "an unknown engine is answered with the list" unknown_engine
check "every engine gets advice" as_text
check "the commands that the advice names work" commands_work
check "the advice in JSON is what the schema says" json_is_valid
check "many levels rule out kinds of files" many_levels
check "so do levels beyond halves, and a scale of one's own" few_files
check "the metric decides on sampling and size" metrics
check "a texture is told whether it will do" textures
check "outputs that cannot hold the levels do not stop the advice" outputs_that_fail
check "docs/formats.md and README.md say what the program says" page_is_the_program
