# SPDX-License-Identifier: MIT
# One bake tells every error that it can find, and numbers are judged as they are written.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
grid='"grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } }'
pointy='"orientation": "pointy", "shape": { "radius": 2 }'
flat='"orientation": "flat", "size": 1'
texture='"texture": { "width": 8, "height": 8 }'

# The places and rules (by key path and a word) of an error text, one line each.
tells() { # DESCRIPTION, then `LINE:COLUMN: error: START` of every message in order
    printf '%s\n' "$1" >map.json
    shift
    status_is 3 "$HEXFOG" bake map.json -o never.hdr
    cat err
    is "$#" "$(wc -l <err)"
    for want; do
        IFS= read -r line
        case $line in
        "map.json:$want"*) ;;
        *) wrong "no start of a line: map.json:$want" || return 1 ;;
        esac
    done <err
    fails test -e never.hdr
}
tells_anywhere() { # DESCRIPTION TEXT
    printf '%s\n' "$1" >map.json
    status_is 3 "$HEXFOG" bake map.json -o never.hdr
    has "$2" err
}

whole() { # the text of radius
    tells "{ \"hexfog\": 1, \"grid\": { $flat,
\"shape\": { \"radius\": $1 } }, $texture }" "2:22: error: grid.shape.radius: $2"
}
lost_fractions() {
    whole 2.00000000000000000000000000001 "2.00000000000000000000000000001 is not an integer"
    whole 8.0000000000000000001 "8.0000000000000000001 is not an integer"
    whole 1e-400 "1e-400 is not an integer"
    whole 20000000000000000000000000000001e-31 "20000000000000000000000000000001e-31 is not an"
    whole -1e-999999999999999999999 "-1e-999999999999999999999 is not an integer"
    tells "{ \"hexfog\": 1.0000000000000000000000000001, $grid, $texture }" \
        "1:13: error: hexfog: 1.0000000000000000000000000001 is not an integer"
    tells "{ \"hexfog\": 1, $grid, $texture,
\"field\": { \"sources\": [[0, 1.00000000000000000000001]] } }" \
        "2:28: error: field.sources[0][1]: 1.00000000000000000000001 is not an integer"
}
many_zeros() { # as long as they are nothing but zeros
    for radius in 2.000000000000000000000000000000 2e0 20e-1 200000000000000000000000e-23 \
        0.2e1 0e-999 2.0E+0 0.00000000000000000000000000000000000000000002e44; do
        printf '%s\n' "{ \"hexfog\": 1.0, \"grid\": { $flat,
\"shape\": { \"radius\": $radius } }, $texture }" >map.json
        status_is 0 "$HEXFOG" bake -q map.json -o zeros.hdr
    done
}
underflow() {
    tells "{ \"hexfog\": 1, \"grid\": { \"orientation\": \"flat\",
\"size\": 1e-400, \"shape\": { \"radius\": 2 } }, $texture }" "2:9: error: grid.size: 1e-400 is"
    tells "{ \"hexfog\": 1, $grid, \"texture\": { \"width\": 8, \"height\": 8,
\"bounds\": [-1, -1e-330, 0.00, 2] } }" "2:16: error: texture.bounds[1]: -1e-330 is"
    tells "{ \"hexfog\": 1, $grid, \"texture\": { \"width\": 8, \"height\": 8,
\"margin\": 0.1e-999 } }" "2:11: error: texture.margin: 0.1e-999 is"
    printf '%s\n' "{ \"hexfog\": 1, $grid, \"texture\": { \"width\": 8, \"height\": 8,
\"margin\": 0.000e-999 } }" >map.json
    status_is 0 "$HEXFOG" bake -q map.json -o zeros.hdr
}

other_entries() {
    tells "{ \"hexfog\": 1, $grid, $texture,
\"field\": { \"sources\": [[0.5,0],[9,9],[9,9],[1,0],3],
\"blocked\": [[1,0],\"x\",[9,8]] } }" \
        '2:25: error: field.sources[0][0]: 0.5 is not' \
        '2:32: error: field.sources[1]: tile [9, 9] is out' \
        '2:38: error: field.sources[2]: tile [9, 9] is listed twice, first as entry 1' \
        '2:38: error: field.sources[2]: tile [9, 9] is out' \
        '2:44: error: field.sources[3]: source [1, 0] is blocked' \
        '2:50: error: field.sources[4]: 3 has' \
        '3:19: error: field.blocked[1]: "x" has' '3:23: error: field.blocked[2]: tile [9, 8] is out'
    tells "{ \"hexfog\": 1, $grid, $texture,
\"field\": { \"levels\": [[9,9,1],[0,0,-1]] } }" \
        '2:23: error: field.levels[0]: tile [9, 9] is out' \
        '2:36: error: field.levels[1][2]: -1 is out'
    tells "{ \"hexfog\": 1, \"grid\": { $flat,
\"shape\": { \"tiles\": [[0,0],[0,1],[1],[0,1]] } }, $texture,
\"field\": { \"sources\": [[0,0]] } }" \
        '2:34: error: grid.shape.tiles[2]: a list of 1' \
        '2:38: error: grid.shape.tiles[3]: tile [0, 1] is listed'
}
cells() {
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $pointy,
\"size\": 1, \"cell\": { \"width\": 2, \"height\": 1,
\"side\": 2 } } }" '2:12: error: grid.cell: size and cell exclude' \
        '3:9: error: grid.cell.side: 2 is not less'
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $pointy,
\"cell\": { \"width\": 0, \"height\": 1, \"side\": 2 } } }" \
        '2:20: error: grid.cell.width: 0 is out' '2:44: error: grid.cell.side: 2 is not less'
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $pointy,
\"size\": -1, \"cell\": { \"width\": -1, \"height\": 3, \"side\": 2 } } }" \
        '2:9: error: grid.size: -1' '2:13: error: grid.cell: size and' \
        '2:32: error: grid.cell.width: -1'
}
shapes() {
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $flat,
\"shape\": { \"radius\": 2, \"columns\": 0, \"center\": [1.5, 0] } } }" \
        '2:25: error: grid.shape.columns: radius and columns' \
        '2:36: error: grid.shape.columns: 0 is' \
        '2:50: error: grid.shape.center[0]: 1.5 is'
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $flat,
\"shape\": { \"rows\": -1, \"tiles\": [[0,0],[0,0]] } } }" \
        '2:20: error: grid.shape.rows: -1' '2:24: error: grid.shape.tiles: rows and' \
        '2:40: error: grid.shape.tiles[1]: tile [0, 0]'
}
nothing_hides_tiles() {
    tells "{ \"hexfog\": 1, $texture, \"grid\": { \"orientation\": \"flat\",
\"size\": -1, \"shape\": { \"radius\": 2 } },
\"field\": { \"sources\": [[9,9],[1,0]], \"blocked\": [[1,0]] } }" '2:9: error: grid.size: -1' \
        '3:24: error: field.sources[0]: tile [9, 9] is out' '3:30: error: field.sources[1]: source'
    tells "{ \"hexfog\": 1, $texture, $grid,
\"field\": { \"blocked\": [[0,0], [9,9]], \"metric\": \"bad\" } }" \
        '2:24: error: field.blocked[0]: blocked tile [0, 0] is the default' \
        '2:31: error: field.blocked[1]: tile [9, 9] is out' '2:49: error: field.metric'
    tells "{ \"hexfog\": 1, $texture, \"grid\": { \"size\": 1, \"shape\": { \"radius\": 2 } },
\"field\": { \"blocked\": [[9,9]] } }" '1:64: error: grid.orientation' \
        '2:24: error: field.blocked[0]: tile'
    # Which tiles a shape has is not known without it, nor where tiles are without coordinates.
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $flat,
\"shape\": { \"radius\": -2 } }, \"field\": { \"sources\": [[9,9]], \"blocked\": [[9,9]] } }" \
        '2:22: error: grid.shape.radius' '2:53: error: field.sources[0]: source [9, 9] is blocked'
    tells "{ \"hexfog\": 1, $texture, \"grid\": { $flat, \"coordinates\": \"odd\",
\"shape\": { \"radius\": 2 } }, \"field\": { \"sources\": [[2,2]] } }" \
        '1:115: error: grid.coordinates'
}

echo '{ "base": "third.json" }' >with-base.json
printf '{ "hexfog": 1, %s' "$grid" >cut.json
no_base() {
    for base in 5 null '[]' true '{}'; do
        tells "{
\"base\": $base }" "2:9: error: base: "
    done
    tells '{
"base": "" }' '2:9: error: base: '
    tells '{
"base": "nowhere.json" }' '2:9: error: base: '
    for base in with-base cut; do
        echo "{ \"base\": \"$base.json\" }" >map.json
        status_is 3 "$HEXFOG" bake map.json -o x.hdr
        is 1 "$(wc -l <err)"
        has "$base.json:1:" err
    done
    truncate -s 16777217 long.json # D27, of the base alone
    echo '{ "base": "long.json" }' >map.json
    status_is 3 "$HEXFOG" bake map.json -o x.hdr
    is "long.json: error: the text is longer than 16777216 bytes" "$(cat err)"
}

set_paths() {
    printf '%s\n' "{ \"hexfog\": 1, $grid, $texture }" >map.json
    status_is 3 "$HEXFOG" bake map.json -o x.hdr --set 'texture={"width":1,"width":2}'
    has '--set:1:20: error: texture.width: the key stands here twice' err
    status_is 3 "$HEXFOG" bake map.json -o x.hdr --set 'grid.shape={"a":1,"a":{"b":2,"b":3}}'
    has 'error: grid.shape.a.b: the key stands here twice' err
}
# RFC 7396 at the path: what the object does not name stays, null removes.
set_merges() {
    printf '%s\n' "{ \"hexfog\": 1, $grid,
\"texture\": { \"width\": 8, \"height\": 8, \"margin\": 1 },
\"outputs\": [ { \"path\": \"a.exr\", \"precision\": \"float\" } ] }" >map.json
    bounds() {
        "$HEXFOG" info --json map.json "$@" | tr -d ' \n' | sed 's/.*"texture":{\([^}]*\)}.*/\1/'
    }
    is "$(bounds --set texture.margin=null)" "$(bounds --set 'texture={"margin":null}')"
    is "$(bounds --set texture.width=16)" "$(bounds --set 'texture={"width":16}')"
    is "$(bounds --set texture.width=16 --set texture.margin=2)" \
        "$(bounds --set 'texture={"margin":2,"width":16}')"
    is "$(bounds --set texture.bounds='[0,0,1,1]' --set texture.margin=null)" \
        "$(bounds --set 'texture={"margin":null,"bounds":[0,0,1,1]}')"
    is "$(bounds --set field.blocked='[[1,0]]' --set encoding.level_scale=8)" \
        "$(bounds --set 'field={"blocked":[[1,0]],"metric":null}' \
        --set 'encoding={"level_scale":8}')"
    status_is 0 "$HEXFOG" info map.json --set 'outputs[0]={"precision":null}'
    has 'a.exr  exr half' out || has half out
    # Keys that were set one by one are merged over too, in whatever order.
    status_is 0 "$HEXFOG" info map.json --set field.sources='[[1,0]]' \
        --set field.metric='"seamless"' \
        --set field.blocked='[[0,0]]' --set 'field={"sources":null,"blocked":null,"metric":"sweep"}'
    has 'sweep, 1 source, 0 blocked' out
}
comment_in_jsonc() {
    printf '{"hexfog":1 /' >map.jsonc
    status_is 3 "$HEXFOG" bake map.jsonc
    has 'map.jsonc:1:13: error: hexfog: found / where' err
    hasnt 'accepted in' err
    printf '{"hexfog":1 /' >map.json
    status_is 3 "$HEXFOG" bake map.json -o x.hdr
    has 'accepted in' err
}
key_once() {
    printf '{ "a\\u001b\\"b": 1, "c\\td": { "e\\\\": 01 } }' >map.json
    status_is 3 "$HEXFOG" bake --messages json -o x.hdr map.json
    has '"key": "c\td.e\\"' err
    printf '{ "a\\u001b\\"b": 1 }' >map.json
    status_is 3 "$HEXFOG" bake --messages json -o x.hdr map.json
    has '"key": "a\u001b\"b"' err
    status_is 3 "$HEXFOG" bake map.json -o x.hdr
    fails grep -q "$(printf '\033')" err
}

check "a fraction that a double cannot hold is one" lost_fractions
check "zeros behind the point, and exponents, make no fraction" many_zeros
check "a number nearer to 0 than a double can be is refused as written" underflow
check "a wrong entry hides nothing of the other ones" other_entries
check "a cell's errors are told beside each other" cells
check "two kinds of shape are told with what is wrong in each" shapes
check "a wrong size, metric or orientation hides no wrong tile" nothing_hides_tiles
check "a base that cannot be used is the only error of what it might hold" no_base
check "--set: an object's errors have whole key paths" set_paths
check "--set: an object is merged over what is there" set_merges
check "a lone / in *.jsonc is not told that comments are accepted there" comment_in_jsonc
check "a key is escaped once in JSON messages" key_once
