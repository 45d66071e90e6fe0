# SPDX-License-Identifier: MIT
# hexfog import, and maps of other programs in place of descriptions.
. "$SRC/tests/lib.sh"

maps=$SRC/tests/maps
cd "$HEXFOG_TMP"
cp "$maps"/*.tmj "$maps"/*.tmx "$maps"/*.hexjson .

# usage MESSAGE ARGUMENT...: a usage error with this message.
usage() {
    message=$1
    shift
    status_is 2 "$HEXFOG" "$@"
    has "$message" err
}
# input MESSAGE ARGUMENT...: status 3 and this message.
input() {
    message=$1
    shift
    status_is 3 "$HEXFOG" "$@"
    has "$message" err
}

imports() {
    status_is 0 "$HEXFOG" import mini.tmj -o mini.hexfog.json
    is "" "$(cat out)"
    has "mini.tmj: no source is named: level 0 is tile [10, 10], in the middle" err
    has "wrote mini.hexfog.json (400 tiles, 287 x 183 texels" err
    has '"cell": {"width": 14, "height": 12, "side": 6}' mini.hexfog.json
    has '"shape": {"columns": 20, "rows": 20}' mini.hexfog.json
    has '"metric": "seamless"' mini.hexfog.json
    has "it lists no outputs yet: 'hexfog bake -o NAME.exr mini.hexfog.json' bakes it" err
    status_is 2 "$HEXFOG" bake mini.hexfog.json
    has '(allowed: -o NAME.exr, or "outputs": [{"path": "NAME.exr"}] in the description)' err
    "$HEXFOG" bake -q mini.hexfog.json -o by-description.exr
    "$HEXFOG" bake -q mini.tmj -o by-map.exr
    same_bytes by-description.exr by-map.exr
}
points() {
    /usr/bin/python3 - <<'END'
import json
it = json.load(open("mini.tmj"))
it["layers"].append({"type": "objectgroup", "name": "towns", "objects": [
    {"id": 7, "x": 7, "y": 6, "width": 0, "height": 0, "rotation": 0, "point": True},
    {"id": 8, "x": 21, "y": 6, "width": 0, "height": 0, "rotation": 0, "point": True}]})
json.dump(it, open("points.tmj", "w"))
END
    status_is 0 "$HEXFOG" import points.tmj -o points.hexfog.json
    has "points.tmj: level 0 are the tiles under the map's points: 2" err
    grep -qx ' *\[0, 0\], \[1, 0\]' points.hexfog.json
}
quiet() {
    status_is 0 "$HEXFOG" import -q mini.tmj -o -
    is "" "$(cat err)"
    cp out first
    status_is 0 "$HEXFOG" import -q - -o - <mini.tmj
    fails grep -q '"name"' out
    grep -v '"name"' first >unnamed
    same_bytes unnamed out
}
valid() {
    "$HEXFOG" schema description >schema.json
    for map in *.tmj *.tmx *.hexjson; do
        "$HEXFOG" import -q "$map" -o "valid.json"
        /usr/bin/python3 -c '
import json, jsonschema
jsonschema.validate(json.load(open("valid.json")), json.load(open("schema.json")))'
    done
}
every_command() {
    "$HEXFOG" bake -q stretched.tmj --source 0,0 --metric sweep -o s.exr
    status_is 0 "$HEXFOG" verify -q --gpu none stretched.tmj s.exr --source 0,0 --metric sweep
    status_is 1 "$HEXFOG" verify -q --gpu none stretched.tmj s.exr --source 1,0 --metric sweep
    status_is 0 "$HEXFOG" info -q stretched.tmj --source 0,0 --metric sweep
    has "468 x 348 texels" out
    has "0..20 in the shape" out
    status_is 0 "$HEXFOG" shader -q stretched.tmj
    cp stretched.tmj stretched.json
    status_is 0 "$HEXFOG" info -q stretched.json
    has "468 x 348 texels" out
    "$HEXFOG" bake -q - -o - --to exr --source 0,0 --metric sweep <stretched.tmj >stdin.exr
    same_bytes s.exr stdin.exr
}
sets_apply() {
    "$HEXFOG" info -q mini.tmj --set texture.width=64 --set texture.height=64 >info
    has "64 x 64 texels" info
    input "--set:1:7: error: field.metrik: unknown key" bake mini.tmj -o a.exr \
        --set field.metrik=1
    input "mini.tmj: error: texture.width: required" info mini.tmj --set texture.bounds=null \
        --set texture.width=null
}
depfile() {
    "$HEXFOG" bake -q mini.tmj -o dep.exr --depfile dep.d
    has "mini.tmj" dep.d
}
options() {
    "$HEXFOG" import -q island_zstd.tmx -o island.json --source-property town \
        --blocked-property wall --texels-per-pixel 2 --metric sweep
    "$HEXFOG" info island.json >info
    has "210 x 96 texels" info
    has "sweep, 1 source, 2 blocked" info
    "$HEXFOG" info -q island_csv.tmj --blocked-layer road --blocked-gid 3 --source 0,0 \
        --source 6,4 >info
    has "2 sources, 5 blocked" info
    "$HEXFOG" info -q island_csv.tmj --layer road --source 4,1 >info
    has "tiles, 3 tiles" info
    "$HEXFOG" info -q island_csv.tmj --shape all >info
    has "35 tiles" info
    "$HEXFOG" import -q island_xml.tmx --level-property chapter -o levels.json
    has '"levels": [' levels.json
    has "[4, 1, 2]" levels.json
}
usage_errors() {
    usage "no -o DESC given" import mini.tmj
    usage "'./mini.tmj' is the map itself" import mini.tmj -o ./mini.tmj
    for name in a.exr a.PNG a.fogmap.json a.tmj a.tmx a.hexjson a.gif; do
        echo kept >"$name"
        usage "-o: '$name' is not named as a description is (allowed: NAME.hexfog.json" \
            import mini.tmj -o "$name"
        is kept "$(cat "$name")"
        rm "$name"
    done
    for name in a.json a.jsonc a.hexfog.json a ./a.txt /dev/stdout; do
        status_is 0 "$HEXFOG" import mini.tmj -o "$name"
        [ ! -f "$name" ] || rm "$name"
    done
    for tile in 3 '3,' ',3' '3,4,5' 'a,b' '3, 4' '3.5,1' '2000000,0' ''; do
        usage "'$tile' is not a tile such as 3,5" import mini.tmj -o a.json --source "$tile"
    done
    for gid in 0 -1 x 4294967295 1.5; do
        usage "'$gid' is not a gid" import mini.tmj -o a.json --blocked-gid "$gid"
    done
    for scale in 0 -1 x 1e9 nan ''; do
        usage "'$scale' is not a number over 0" import mini.tmj -o a.json \
            --texels-per-pixel "$scale"
        status_is 2 "$HEXFOG" bake mini.tmj -o a.exr --texels-per-pixel "$scale"
    done
    usage "not one of all|tiles" import mini.tmj -o a.json --shape some
    usage "does not go with --source" import mini.tmj -o a.json --level-property a --source 1,1
    usage "exclude each other" import mini.tmj -o a.json --source-property a --source 1,1
    "$HEXFOG" import -q mini.tmj -o description.json
    usage "--layer is for maps of other programs; description.json is a description" \
        bake description.json -o a.exr --layer x
    fails test -e a.json
    fails test -e a.exr
}
wrong_maps() {
    sed 's/"hexagonal"/"orthogonal"/' mini.tmj >square.tmj
    input 'square.tmj:5:17: error: orientation: the map is "orthogonal"' import square.tmj -o a.json
    input 'square.tmj:5:17: error: orientation: the map is "orthogonal"' bake square.tmj -o a.exr
    head -c 700 mini.tmj >cut.tmj
    input "cut.tmj:" import cut.tmj -o a.json
    head -c 700 island_csv.tmx >cut.tmx
    input "cut.tmx:" import cut.tmx -o a.json
    "$HEXFOG" import -q mini.tmj -o description.json
    input "is a description already" import description.json -o a.json
    input "is a description already, not a map" import "$SRC/samples/board.hexfog.jsonc" -o a.json
    input "mini.tmj: error: --source: tile [20, 0] is not in the map" \
        import mini.tmj -o a.json --source 20,0
    input 'mini.tmj: error: --layer: no tile layer is called "x" (allowed: "ground")' \
        info mini.tmj --layer x
    input "HexJSON has no layers" import wards.hexjson -o a.json --layer x
    input "smaller --texels-per-pixel" bake mini.tmj -o a.exr --texels-per-pixel 400
    status_is 4 "$HEXFOG" import nowhere.tmj -o a.json
    status_is 4 "$HEXFOG" import . -o a.json
    status_is 4 "$HEXFOG" import mini.tmj -o nowhere/a.json
    status_is 0 "$HEXFOG" import mini.tmj -o made/a.json --mkdir
    fails test -e a.json
    fails test -e a.exr
}
# An external tileset is named, never opened: a pipe that nobody writes to would hang.
never_followed() {
    mkfifo land.tsx 2>/dev/null || :
    status_is 0 timeout 20 "$HEXFOG" import mini.tmj -o a.json --blocked-property wall
    has 'warning: tileset "land.tsx" is a file of its own, which is not opened' err
    status_is 3 timeout 20 "$HEXFOG" bake mini.tmj -o a.exr --blocked-property wall --werror
    printf '<!DOCTYPE map [<!ENTITY x SYSTEM "land.tsx">]><map>&x;</map>\n' >entity.tmx
    input "is declared here; entities are never expanded or fetched" import entity.tmx -o b.json
}
limits() {
    status_is 5 "$HEXFOG" import island_csv.tmx -o limit.json --max-memory 10K
    head -c 17000000 /dev/zero >big.tmj
    input "16777216" import big.tmj -o limit.json
    for kind in zlib gzip zstd; do
        {
            printf '<map orientation="hexagonal" width="2" height="2" tilewidth="14"'
            printf ' tileheight="12" hexsidelength="6">\n<layer name="bomb">\n'
            printf '<data encoding="base64" compression="%s">' "$kind"
            cat "$maps/bomb_$kind.txt"
            echo '</data></layer></map>'
        } >bomb.tmx
        input 'bomb.tmx:3:44: error: layer "bomb": the data has more than 2 x 2 cells' \
            import bomb.tmx -o limit.json --max-memory 2M
    done
    fails test -e limit.json
}
sources_of_maps() {
    mkdir made-anew
    /usr/bin/python3 "$maps/make_maps.py" made-anew
    for map in made-anew/*.tmj made-anew/*.tmx made-anew/*.hexjson; do
        "$HEXFOG" import -q "$map" -o anew.json
        "$HEXFOG" import -q "$maps/${map##*/}" -o kept.json
        same_bytes anew.json kept.json
    done
}

check "a map becomes a description, which bakes as the map itself does" imports
check "points on the map are level 0, and it is said" points
check "import is quiet on demand, and reads and writes a pipe" quiet
if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
    check "every description that is made is valid by its schema" valid
else
    skip "every description that is made is valid by its schema" "no jsonschema"
fi
check "bake, verify, info and shader take maps with the options of import" every_command
check "--set changes what was made of a map" sets_apply
check "a depfile names the map" depfile
check "every option of import is heard" options
check "wrong options are usage errors" usage_errors
check "wrong maps are refused by name and place, unreadable ones are status 4" wrong_maps
check "files that a map names are never followed" never_followed
check "memory, text and unpacked data have limits" limits
if need zstd; then
    check "make_maps.py makes the maps of tests/maps" sources_of_maps
else
    skip "make_maps.py makes the maps of tests/maps" "no zstd"
fi
