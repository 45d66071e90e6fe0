# SPDX-License-Identifier: MIT
# info, schema, and that every JSON printed is what its schema says.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1, "name": "a <board> & \"more\"",
  "grid": { "orientation": "pointy", "size": 1, "coordinates": "odd-r", "y_axis": "up",
            "origin": [0.1, -3], "shape": { "columns": 6, "rows": 5 } },
  "field": { "sources": [ [0, 0], [5, 4] ], "blocked": [ [2, 2] ], "metric": "seamless" },
  "texture": { "texels_per_tile": 8 },
  "outputs": [ { "path": "map.hdr" }, { "path": "map.exr", "precision": "float" },
               { "path": "map.png" }, { "path": "map.fogmap.json" } ] }
END
cat >ring.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 2, "shape": { "radius": 4 } },
  "field": { "outside": "fog" },
  "texture": { "width": 90, "height": 80, "bounds": [-9, -8, 9, 8] } }
END
cat >reveal.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1,
            "shape": { "tiles": [ [0, 0], [1, 0], [2, 0], [0, 1] ] } },
  "field": { "levels": [ [0, 0, 3], [1, 0, 900], [2, 0, 3] ] },
  "texture": { "width": 32, "height": 32 }, "outputs": [ { "path": "r.exr" } ] }
END
echo '{ "hexfog": 2, "grid": 3 }' >bad.json

# conforms NAME FILE...: each file, or each line of a file *.lines, obeys the schema.
conforms() { /usr/bin/python3 -W ignore "$SRC/tests/cli/conforms.py" "$HEXFOG" "$@"; }
# holds FILE EXPRESSION: true of the JSON `it`.
holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}

schema_list() {
    is "description fogmap report-bake report-batch report-diff report-event report-hash \
report-info report-message report-verify" "$("$HEXFOG" schema | sort | tr '\n' ' ' | sed 's/ $//')"
    for name in $("$HEXFOG" schema); do
        "$HEXFOG" schema "$name" >schema.json
        holds schema.json "'$name' in it['\$id'] and it['title']"
    done
    status_is 2 "$HEXFOG" schema descripton
    has "unknown schema 'descripton'; did you mean 'description'?" err
    status_is 2 "$HEXFOG" schema frob
    has "'hexfog schema' lists them" err
}
info_schema() {
    for file in map ring reveal bad; do
        status=0
        "$HEXFOG" info --json $file.json >$file.info 2>err || status=$?
        is "$([ $file = bad ] && echo 3 || echo 0)" "$status"
    done
    conforms report-info map.info ring.info reveal.info bad.info
    holds bad.info 'it["status"] == "input" and it["grid"] is None and len(it["messages"]) > 1'
}
bake_schema() {
    "$HEXFOG" bake -n --json map.json >plan.json
    "$HEXFOG" bake -q map.json --report done.json
    status_is 3 "$HEXFOG" bake bad.json --report bad.report.json -q -o a.hdr
    status_is 4 "$HEXFOG" bake map.json --output-dir nowhere --report io.json
    status_is 5 "$HEXFOG" bake map.json --max-memory 100K --report memory.json
    status_is 3 "$HEXFOG" bake -n --json bad.json -o a.hdr
    cp out bad.plan.json
    conforms report-bake plan.json done.json bad.report.json io.json memory.json bad.plan.json
    holds done.json 'it["texture"] == {"width": 52, "height": 37, "max_level": 5}'
    holds done.json 'it["inputs"] == ["map.json"]'
    echo '{ "base": "map.json" }' >over.json
    "$HEXFOG" bake -n --json over.json >over.report
    holds over.report 'it["inputs"] == ["over.json", "map.json"]'
    "$HEXFOG" bake -n --json - <over.json >over.report
    holds over.report 'it["inputs"] == ["map.json"]'
    conforms report-bake over.report
    holds io.json 'it["status"] == "io" and all(o["bytes"] is None for o in it["outputs"])'
    holds memory.json 'it["status"] == "memory" and it["memory_bytes"] > 102400'
    conforms fogmap map.fogmap.json
}
message_schema() {
    "$HEXFOG" bake map.json --messages json 2>notes.lines
    status_is 3 "$HEXFOG" bake bad.json --messages json -o a.tga
    cp err errors.lines
    status_is 2 "$HEXFOG" bake --messages json
    cp err usage.lines
    conforms report-message notes.lines errors.lines usage.lines
}
info_figures() {
    "$HEXFOG" info --json ring.json >ring.info
    holds ring.info 'it["levels"]["tiles"] == [{"level": n, "tiles": 6 * n or 1}
        for n in range(5)]'
    holds ring.info 'it["grid"]["tiles"] == 61 and it["grid"]["fog_tiles"] == 0
        and it["levels"]["shape_max_level"] == 4 and it["levels"]["fog_level"] == 5'
    holds ring.info 'it["texture"]["bounds"] == [-9, -8, 9, 8]
        and it["texture"]["texel"] == [0.2, 0.2]
        and abs(it["texture"]["texels_per_tile"] - 2 * 3 ** 0.5 / 0.2) < 1e-9'
    holds ring.info 'it["grid"]["cell"]["width"] == 4 and it["outputs"] == []
        and it["levels"]["level_scale"] == 64'
    "$HEXFOG" info --json reveal.json >reveal.info
    holds reveal.info 'it["levels"]["tiles"] == [{"level": 3, "tiles": 2},
        {"level": 900, "tiles": 1}, {"level": 901, "tiles": 1}]
        and it["levels"]["level_scale"] == 1024 and it["grid"]["fog_tiles"] == 1'
    "$HEXFOG" info --json map.json >map.info
    holds map.info 'sum(t["tiles"] for t in it["levels"]["tiles"]) == 30
        and it["field"] == {"metric": "seamless", "outside": "extend", "sources": 2,
            "blocked": 1, "levels": 0}
        and [o["format"] for o in it["outputs"]] == ["hdr", "exr", "png", "constants"]
        and it["outputs"][2]["level_scale"] == 255'
}
info_text() {
    status_is 0 "$HEXFOG" info map.json
    for line in 'description  map.json' 'name         a <board> & "more"' \
        'grid         pointy, cell 1.73205081 x 2, side 1, odd-r, y up, origin [0.1, -3]' \
        'shape        rectangle, 30 tiles, 0 of them fog' \
        'field        seamless, 2 sources, 1 blocked, outside extend' \
        'texture      52 x 37 texels, bounds [' 'levels       0..5 in the texture, 0..' \
        'memory       map ' 'output       map.hdr  hdr stream, at most ' \
        'tiles of the shape by level'; do
        has "$line" out
    done
    is "" "$(cat err)"
    status_is 0 "$HEXFOG" info reveal.json
    grep -qE '^ +897\.\.901 +2$' out || has "900" out
}
# The table tells what would hold the levels; the error says that an output does not.
info_of_too_many_levels() {
    set_outputs='outputs=[{"path":"deep.hdr"},{"path":"deep.exr"}]'
    status_is 3 "$HEXFOG" info reveal.json --set "$set_outputs"
    has 'levels       0..901 in the texture' out
    has 'output       deep.hdr  cannot hold the levels' out
    has 'output       deep.exr  exr half' out
    grep -qE '^ +897\.\.901 +2$' out
    has '--set:1:18: error: outputs[0].path: deep.hdr: ' err
    status_is 3 "$HEXFOG" info --json reveal.json --set "$set_outputs"
    cp out deep.info
    conforms report-info deep.info
    holds deep.info 'it["status"] == "input" and it["levels"]["max_level"] == 901
        and [o["format"] for o in it["outputs"]] == ["exr"] and len(it["messages"]) == 1'
}
info_without_outputs() {
    status_is 0 "$HEXFOG" info ring.json
    status_is 0 sh -c '"$HEXFOG" info - <ring.json'
    has "description  <stdin>" out
}
info_refuses() {
    status_is 3 "$HEXFOG" info bad.json
    is "" "$(cat out)"
    has "bad.json:1:13: error: hexfog: " err
    status_is 4 "$HEXFOG" info nosuch.exr
    has "nosuch.exr: error: cannot be opened" err
    status_is 2 "$HEXFOG" info map.json --report map.json
    status_is 5 "$HEXFOG" info map.json --max-memory 100
    status_is 4 "$HEXFOG" info nosuch.json
}
info_reports() {
    "$HEXFOG" info map.json --report i.json >/dev/null
    "$HEXFOG" info map.json --json >printed
    same_bytes i.json printed
    "$HEXFOG" info map.json --report i.xml >/dev/null
    has 'tests="1" failures="0" errors="0"' i.xml
    status_is 3 "$HEXFOG" info bad.json --report b.xml
    has 'errors="1"' b.xml
    /usr/bin/python3 -c 'import sys, xml.dom.minidom as x; [x.parse(n) for n in sys.argv[1:]]' \
        i.xml b.xml
}
junit_escapes() {
    name=$(printf 'a<b>&"\001\377.json')
    cp bad.json "$name"
    status_is 3 "$HEXFOG" info "$name" --report j.xml
    /usr/bin/python3 -c 'import xml.dom.minidom as x
case = x.parse("j.xml").getElementsByTagName("testcase")[0]
name = case.getAttribute("classname")
assert name == "a<b>&\"\\x01\\xFF.json", name'
}

check "schema lists and prints the schemas" schema_list
check "info --json obeys report-info, also for a bad description" info_schema
check "bake --json and --report obey report-bake, constants files fogmap" bake_schema
check "--messages json obeys report-message" message_schema
check "info tells tiles by level, sizes and geometry" info_figures
check "info as text tells the same" info_text
check "info needs no outputs" info_without_outputs
check "info tells of levels that an output cannot hold, then the error" info_of_too_many_levels
check "info refuses what it cannot tell of" info_refuses
check "info --report writes what --json prints, or JUnit" info_reports
check "JUnit holds any file name" junit_escapes
