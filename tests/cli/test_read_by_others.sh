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

# matches GOLDEN KIND FILE [OPTION]...: bakes a golden map and compares what oiiotool sees.
matches() {
    golden=$1 kind=$2 file=$HEXFOG_TMP/$3
    shift 3
    bake_one "$golden" "$file" "$@"
    oiiotool --dumpdata "$file" >"$HEXFOG_TMP/dump"
    /usr/bin/python3 "$SRC/tests/cli/texels_match.py" \
        "$SRC/tests/golden/$golden.expected.json" "$kind" "$HEXFOG_TMP/dump"
}

all_goldens() {
    count=0
    for path in "$SRC"/tests/golden/*.hexfog.json; do
        name=${path##*/}
        matches "${name%.hexfog.json}" "$@"
        count=$((count + 1))
    done
    [ "$count" -ge 10 ]
}

for kind in hdr half float png; do
    case $kind in
    hdr | png) set -- "$kind" "map.$kind" ;;
    *) set -- "$kind" map.exr --precision "$kind" ;;
    esac
    check "oiiotool reads every golden map from $kind: levels exactly, G within the bound" \
        all_goldens "$@"
done

for encoder in stream reference; do
    check "oiiotool reads an .hdr of encoder $encoder" \
        matches scale-ten hdr map.hdr --encoder $encoder
    for compression in none zips zip rle piz; do
        [ $encoder = reference ] || case $compression in rle | piz) continue ;; esac
        for precision in half float; do
            for channels in rgb rg; do
                check "oiiotool reads .exr $precision $compression $channels of $encoder" \
                    matches scale-ten "$precision" map.exr --encoder $encoder \
                    --compression $compression --precision $precision --channels $channels
            done
        done
    done
done

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
    oiiotool --dumpdata "$HEXFOG_TMP/swapped.exr" >"$HEXFOG_TMP/dump"
    fails /usr/bin/python3 "$SRC/tests/cli/texels_match.py" \
        "$SRC/tests/golden/seed-small.expected.json" float "$HEXFOG_TMP/dump"
    has 'not level' "$HEXFOG_TMP/.check.log"
}
check "a swap of R and G would be found" swapped_is_found
