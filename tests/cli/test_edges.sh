# SPDX-License-Identifier: MIT
# Sizes and places at the edge through the whole program: every format is written, proven and
# read back, and nothing that is printed is infinite, no number or missing.
. "$SRC/tests/lib.sh"

formats='[{"path":"m.hdr"},{"path":"half.exr"},{"path":"none.exr","compression":"none"},
    {"path":"float.exr","precision":"float","compression":"zips"},{"path":"m.png"},
    {"path":"half.ktx2"},{"path":"chain.ktx2","precision":"rgb9e5","mipmaps":true},
    {"path":"m.fogmap.json"}]'

# all_is_right NAME GRID FIELD TEXTURE
all_is_right() {
    folder=$HEXFOG_TMP/$1
    mkdir "$folder"
    printf '{"hexfog": 1, "grid": {"orientation": "flat", "shape": {"radius": 4}, %s},
        "field": {"metric": "seamless"%s}, "texture": {%s}, "outputs": %s}' \
        "$2" "$3" "$4" "$formats" >"$folder/b.json"
    "$HEXFOG" bake -q "$folder/b.json"
    for part in verify info; do
        options=
        [ $part = info ] || options='--gpu none'
        # shellcheck disable=SC2086 # two words, or none
        "$HEXFOG" $part $options "$folder/b.json"
        # shellcheck disable=SC2086
        "$HEXFOG" $part $options --json "$folder/b.json"
    done >"$folder/said"
    "$HEXFOG" hash "$folder"/*.exr "$folder/m.hdr" >>"$folder/said"
    fails grep -iwE 'nan|-nan|inf|-inf' "$folder/said" "$folder/m.fogmap.json"
    # In JSON, what is no number is null.
    fails grep -E '"(texels_per_tile|greatest|mean|measured|bound)": null' "$folder/said"
    fails grep null "$folder/m.fogmap.json"
    has '"width": ' "$folder/m.fogmap.json"
    rm -r "$folder"
}

size='"size": 1'
bounds='"bounds": [-6, -6, 6, 6]'
check "1 x 1 is right in every format" \
    all_is_right one "$size" '' '"width": 1, "height": 1'
check "1 x 65536 is right in every format" \
    all_is_right high "$size" '' "\"width\": 1, \"height\": 65536, $bounds"
check "65536 x 1 is right in every format" \
    all_is_right wide "$size" '' "\"width\": 65536, \"height\": 1, $bounds"
check "cells of 1e-3 at 1e6 units are right in every format" \
    all_is_right small '"size": 1e-3, "origin": [1e6, -1e6]' '' '"width": 24, "height": 24'
check "cells of 1e6 at 1e6 units are right in every format" \
    all_is_right large '"size": 1e6, "origin": [-1e6, 1e6]' '' '"width": 24, "height": 24'
check "cells of 1e-290 are right in every format" \
    all_is_right least '"size": 1e-290' '' '"width": 24, "height": 24'
check "cells of 1e290 are right in every format" \
    all_is_right most '"size": 1e290' '' '"width": 24, "height": 24'
check "bounds that miss the map are right in every format" \
    all_is_right missed "$size" '' '"width": 9, "height": 9, "bounds": [60, 60, 69, 69]'
check "so are bounds at half the numbers that tiles may have" all_is_right \
    far "$size" ', "outside": "fog"' '"width": 8, "height": 8, "bounds": [5e8, 0, 500000008, 8]'
