# SPDX-License-Identifier: MIT
# Other people's programs read our files: OpenImageIO every value, OpenEXR the header.
. "$SRC/tests/lib.sh"

if ! need oiiotool exrheader; then
    skip "other programs read our files" "no oiiotool or no exrheader"
    exit 0
fi

# bake_one GOLDEN FILE [OPTION]...
bake_one() {
    golden=$1 file=$2
    shift 2
    "$HEXFOG" bake -q "$SRC/tests/golden/$golden.hexfog.json" -o "$file" "$@"
}

# matches DUMP IMAGE GOLDEN KIND: the n-th image that oiiotool dumped is the golden map.
matches() {
    /usr/bin/python3 "$SRC/tests/cli/texels_match.py" "$1" "$2" \
        "$SRC/tests/golden/$3.expected.json" "$4"
}

goldens=$(cd "$SRC/tests/golden" && ls ./*.hexfog.json | sed 's|^\./||; s|\.hexfog\.json$||')

# golden_maps KIND SUFFIX [OPTION]...: all of them, dumped by one oiiotool.
golden_maps() {
    kind=$1 suffix=$2 images=
    shift 2
    for golden in $goldens; do
        bake_one "$golden" "$HEXFOG_TMP/$golden.$suffix" "$@"
        images="$images $HEXFOG_TMP/$golden.$suffix"
    done
    # shellcheck disable=SC2086 # a list of names without spaces
    oiiotool --dumpdata $images >"$HEXFOG_TMP/dump"
    image=0
    for golden in $goldens; do
        image=$((image + 1))
        matches "$HEXFOG_TMP/dump" $image "$golden" "$kind"
    done
    [ "$image" -ge 10 ]
}

for kind in hdr half float png; do
    case $kind in
    hdr | png) set -- "$kind" "$kind" ;;
    *) set -- "$kind" exr --precision "$kind" ;;
    esac
    check "oiiotool reads every golden map from $kind: levels exactly, G within the bound" \
        golden_maps "$@"
done

# Every encoding of one golden map: `encodings` lists name and kind in the dump's order.
encodings=$HEXFOG_TMP/encodings
every_encoding() {
    images=
    for encoder in stream reference; do
        add_encoding hdr "hdr-$encoder.hdr" --encoder $encoder
        for compression in none zips zip rle piz; do
            [ $encoder = reference ] || case $compression in rle | piz) continue ;; esac
            for layout in half-rgb half-rg float-rgb float-rg; do
                add_encoding "${layout%-*}" "$layout-$compression-$encoder.exr" \
                    --encoder $encoder --compression $compression \
                    --precision "${layout%-*}" --channels "${layout#*-}"
            done
        done
    done
    # shellcheck disable=SC2086 # a list of names without spaces
    oiiotool --dumpdata $images >"$HEXFOG_TMP/encodings.dump"
    is 34 "$(wc -l <"$encodings")"
}
add_encoding() {
    echo "$2 $1" >>"$encodings"
    images="$images $HEXFOG_TMP/$2"
    added=$2
    shift 2
    bake_one scale-ten "$HEXFOG_TMP/$added" "$@"
}
check "one map is baked in each of 34 encodings" every_encoding
image=0
while read -r name kind; do
    image=$((image + 1))
    check "oiiotool reads $name" matches "$HEXFOG_TMP/encodings.dump" $image scale-ten "$kind"
done <"$encodings"

text='version=1 level_scale=64 max_level=5 metric=sweep'

has_the_text_and_no_date() {
    bake_one seed-small "$HEXFOG_TMP/head.exr" "$@"
    exrheader "$HEXFOG_TMP/head.exr" >"$HEXFOG_TMP/head"
    has "hexfog (type string): \"$text\"" "$HEXFOG_TMP/head"
    has 'dataWindow (type box2i): (0 0) - (63 63)' "$HEXFOG_TMP/head"
    has 'displayWindow (type box2i): (0 0) - (63 63)' "$HEXFOG_TMP/head"
    has 'lineOrder (type lineOrder): increasing y' "$HEXFOG_TMP/head"
    for word in capDate chromaticities owner software comments; do
        hasnt $word "$HEXFOG_TMP/head"
    done
}
check "exrheader shows our text, plain windows and no date, name or colour (stream)" \
    has_the_text_and_no_date
check "exrheader shows the same of tinyexr's file (reference)" \
    has_the_text_and_no_date --encoder reference

png_text_is_read() {
    bake_one seed-small "$HEXFOG_TMP/head.png"
    oiiotool --info -v "$HEXFOG_TMP/head.png" >"$HEXFOG_TMP/head"
    has 'hexfog: "version=1 level_scale=255 max_level=5 metric=sweep"' "$HEXFOG_TMP/head"
    has '3 channel, uint8 png' "$HEXFOG_TMP/head"
    for word in gamma Gamma ICC dpi Date; do
        hasnt $word "$HEXFOG_TMP/head"
    done
}
check "oiiotool shows the .png's text and no colour, size or date" png_text_is_read

header_is_exact() {
    bake_one seed-small "$HEXFOG_TMP/head.hdr" "$@"
    printf '#?RADIANCE\n# hexfog %s\nFORMAT=32-bit_rle_rgbe\n\n-Y 64 +X 64\n\002\002' "$text" \
        >"$HEXFOG_TMP/want"
    head -c "$(wc -c <"$HEXFOG_TMP/want")" "$HEXFOG_TMP/head.hdr" >"$HEXFOG_TMP/got"
    same_bytes "$HEXFOG_TMP/want" "$HEXFOG_TMP/got"
    hasnt EXPOSURE "$HEXFOG_TMP/head.hdr"
}
check "an .hdr begins with exactly our lines (stream)" header_is_exact
check "an .hdr begins with exactly our lines (reference)" header_is_exact --encoder reference

# The comparison itself is tried on a texture whose channels are swapped.
swapped_is_found() {
    bake_one seed-small "$HEXFOG_TMP/right.exr" --precision float
    oiiotool "$HEXFOG_TMP/right.exr" --ch R=G,G=R,B -o "$HEXFOG_TMP/swapped.exr"
    oiiotool --dumpdata "$HEXFOG_TMP/right.exr" "$HEXFOG_TMP/swapped.exr" >"$HEXFOG_TMP/dump"
    matches "$HEXFOG_TMP/dump" 1 seed-small float
    fails matches "$HEXFOG_TMP/dump" 2 seed-small float
    has 'not level' "$HEXFOG_TMP/.check.log"
}
check "a swap of R and G would be found" swapped_is_found
