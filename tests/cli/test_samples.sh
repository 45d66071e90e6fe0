# SPDX-License-Identifier: MIT
# The samples, baked and read back by other programs: OpenImageIO and OpenEXR. The levels
# at tile centres below are counted by hand on the board.
. "$SRC/tests/lib.sh"
out=$HEXFOG_TMP/baked
mkdir "$out"

# Columns: file, width, height, bits and kind of a texel, level scale, greatest level.
cat >"$HEXFOG_TMP/textures" <<'END'
board.exr 512 512 half 64 15
busharium.hdr 4096 4096 float 10 23
busharium.exr 4096 4096 float 10 23
busharium-seamless.hdr 512 512 float 64 23
busharium-seamless.exr 512 512 half 64 23
two-sources-mountains.exr 581 518 half 64 15
two-sources-mountains.png 581 518 uint8 255 15
reveal-schedule.exr 338 240 float 64 7
tiled-stretched.png 468 348 uint8 255 12
tiled-stretched.hdr 468 348 float 64 12
y-up-odd-q.exr 480 360 half 64 7
y-up-odd-q.hdr 480 360 float 64 7
END

bakes_all() {
    for sample in samples/*.hexfog.jsonc; do
        "$HEXFOG" bake -q --output-dir "$out" "$sample"
    done
}

outputs_are_those_of_the_table() {
    (cd "$out" && find . -type f ! -name '*.fogmap.json' | sed 's|^./||' | sort) \
        >"$HEXFOG_TMP/written"
    sed 's/ .*//' "$HEXFOG_TMP/textures" | sort | diff - "$HEXFOG_TMP/written"
    is "board busharium-seamless reveal-schedule y-up-odd-q" \
        "$(cd "$out" && echo *.fogmap.json | sed 's/\.fogmap\.json//g')"
    is "7" "$(ls samples/*.hexfog.jsonc | wc -l)"
}

begins_with_a_comment() {
    for sample in samples/*.hexfog.jsonc; do
        head -n 1 "$sample" | grep -q '^// [A-Z]' || wrong "$sample has no comment"
    done
}

# What OpenImageIO reads: one line "LEVEL G" a texel in $out/FILE.texels, row by row.
decode() {
    oiiotool --dumpdata "$out/$1" >"$HEXFOG_TMP/dump"
    awk -v scale="$2" '
        /Pixel/ {
            sub(/.*\(0, /, "(0, ")
            sub(/.*[:(] */, "")
            printf "%.6f %.6f\n", $1 * scale, $2
        }' "$HEXFOG_TMP/dump" >"$out/$1.texels"
}

opens_as() {
    oiiotool --info -v "$out/$1" >"$HEXFOG_TMP/info"
    grep -Eq ": +$2 x +$3, [23] channel, $4 " "$HEXFOG_TMP/info" ||
        wrong "$(cat "$HEXFOG_TMP/info")"
    grep -Eqi "hexfog.*version=1 level_scale=$5 max_level=$6 metric=[a-z]" "$HEXFOG_TMP/info" ||
        [ "${1##*.}" = hdr ] # whose comments OpenImageIO leaves out
}

# Texels of each level, counted by the library's example, and as decoded.
holds_the_levels() {
    "$HEXFOG_TMP/example" "samples/${1%.*}.hexfog.jsonc" | grep '^level' >"$HEXFOG_TMP/counted"
    decode "$1" "$5"
    awk '
        { level = int($1 + 0.5) }
        ($1 - level) ^ 2 > 0.01 || $2 < 0 || $2 > 1 { print NR ": level " $1 ", G " $2 }
        { count[level]++ }
        END { for (i = 0; i < 64; i++) if (count[i]) print "level " i ": " count[i] }' \
        "$out/$1.texels" | diff "$HEXFOG_TMP/counted" -
    tail -n 1 "$HEXFOG_TMP/counted" | grep -q "level $6:"
}

# levels_at_tiles FILE WIDTH X Y A B C D: tile (q, r) of each line "q r level" on standard
# input has its centre at column X + A q + B r, row Y + C q + D r; the texel there has
# that level, and G is 1/2 but for the texel's distance from the centre.
levels_at_tiles() {
    awk -v width="$2" -v x="$3" -v y="$4" -v a="$5" -v b="$6" -v c="$7" -v d="$8" '
        NR == FNR {
            at = int(x + a * $1 + b * $2) + width * int(y + c * $1 + d * $2)
            level[at] = $3; tile[at] = $1 ", " $2; tiles++
            next
        }
        (FNR - 1) in level {
            i = FNR - 1; seen++
            if (int($1 + 0.5) != level[i] || ($2 - 0.5) ^ 2 > 0.05 ^ 2) {
                print "tile " tile[i] ": level " $1 ", not " level[i] "; G " $2
                bad = 1
            }
        }
        END { if (bad || seen != tiles || !tiles) { print seen + 0 " of " tiles " seen"; exit 1 } }
    ' - "$out/$1.texels"
}

# Pointy, 32 texels a tile, the board's centre in the middle of 581 x 518.
mountains() {
    levels_at_tiles "$1" 581 290.5 259 32 16 0 27.7128 <<'END'
-5 1 0
-1 6 0
-1 0 4
1 -3 6
2 -3 12
1 -4 6
2 -4 13
3 -7 9
4 -2 9
8 -8 14
4 -1 7
END
}

# The first tile's centre is pixel 26, 12; columns 32 apart, rows 24, from 7 7.
tiled() {
    levels_at_tiles "$1" 468 26 12 32 0 12 24 <<'END'
7 4 0
7 5 1
8 3 1
7 0 4
0 0 11
13 -6 10
END
}

# y up: row 0 of the file is the top. 31.976 texels a unit, columns 1.5 units apart, rows
# sqrt(3); the lower left tile stands 10.392 units below the top.
y_up() {
    levels_at_tiles "$1" 480 48.14 332.3 47.96 0 -27.69 -55.38 <<'END'
0 0 0
8 1 0
1 0 1
0 5 5
8 -4 5
4 -2 4
END
}

check "every sample bakes" bakes_all
check "the samples write the files that are checked here, and no others" \
    outputs_are_those_of_the_table
check "every sample begins with a comment" begins_with_a_comment

example_builds() {
    command=$(sed -n 's/^ \*     cc /cc /p; s/^ \*        \$(/$(/p' samples/example.c |
        sed 's/\\$//' | tr '\n' ' ')
    echo "$command"
    echo "$command" | grep -q 'cc .*example.c.*pkg-config'
    flags="-std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror ${CFLAGS-}"
    eval "$(echo "$command" | sed "s|^cc|${CC:-cc} $flags|
        s|build/example|\"\$HEXFOG_TMP/example\"|; s|build/lib|\"\$BUILD/\"lib|")"
}
check "the library example builds by the command in its comment, without a warning" \
    example_builds

example_prints_the_field() {
    "$HEXFOG_TMP/example" samples/busharium-seamless.hexfog.jsonc 0 0 0 14 3 0 >"$HEXFOG_TMP/said"
    has "(0, 0) is in tile 0, 0: level 0, G 0.5000, F 0.5000" "$HEXFOG_TMP/said"
    has "(0, 14) is in tile 0, 14: level 14, G 0.5000, F 14.5000" "$HEXFOG_TMP/said"
    has "512 x 512 texels" "$HEXFOG_TMP/said"
}
check "the library example prints the field at points" example_prints_the_field

example_prints_errors() {
    echo '{ "hexfog": 1, "grid": 3 }' >"$HEXFOG_TMP/bad.json"
    status_is 1 "$HEXFOG_TMP/example" "$HEXFOG_TMP/bad.json"
    has "bad.json:1:24: grid" "$HEXFOG_TMP/err"
}
check "the library example prints what is wrong with a description" example_prints_errors

while read -r file width height kind scale level; do
    check "$file opens as $width x $height $kind" \
        opens_as "$file" "$width" "$height" "$kind" "$scale" "$level"
    case $file in busharium.*) continue ;; esac
    check "$file holds the levels that the library counts, 0 to $level" \
        holds_the_levels "$file" "$width" "$height" "$kind" "$scale" "$level"
done <"$HEXFOG_TMP/textures"

# Known from the seed technique's own map. OpenImageIO does the counting.
busharium_counts() {
    oiiotool "$out/$1" --ch R --colorcount:eps=0.04 "0;0.1;1.4;2.3;2.4" >"$HEXFOG_TMP/counts"
    is "17340 103540 1451020" "$(awk 'NR <= 3 { printf "%s%s", (NR > 1 ? " " : ""), $1 }' \
        "$HEXFOG_TMP/counts")"
    awk 'NR == 4 && $1 == 0 || NR == 5 && $1 != 0 { exit 1 }' "$HEXFOG_TMP/counts"
    oiiotool "$out/$1" --printstats >"$HEXFOG_TMP/stats"
    has "Stats Max: $2 1.000000 0.000000" "$HEXFOG_TMP/stats"
    has "NanCount: 0 0 0" "$HEXFOG_TMP/stats"
    has "InfCount: 0 0 0" "$HEXFOG_TMP/stats"
}
check "busharium.hdr has the known texel counts, R rounded to 1/128" \
    busharium_counts busharium.hdr 2.296875
check "busharium.exr has the known texel counts" busharium_counts busharium.exr 2.300000

library_counts_busharium() {
    "$HEXFOG_TMP/example" samples/busharium.hexfog.jsonc >"$HEXFOG_TMP/counted"
    has "level 0: 17340" "$HEXFOG_TMP/counted"
    has "level 1: 103540" "$HEXFOG_TMP/counted"
    has "level 14: 1451020" "$HEXFOG_TMP/counted"
    is 24 "$(grep -c '^level' "$HEXFOG_TMP/counted")"
}
check "the library counts them too" library_counts_busharium

for file in two-sources-mountains.exr two-sources-mountains.png; do
    check "$file: levels go around the ridge" mountains "$file"
done
check "tiled-stretched.png: levels at tile centres" tiled tiled-stretched.png
check "tiled-stretched.hdr: levels at tile centres" tiled tiled-stretched.hdr
check "y-up-odd-q.exr: the first row is the top" y_up y-up-odd-q.exr
check "y-up-odd-q.hdr: the first row is the top" y_up y-up-odd-q.hdr

# sqrt(3) a tile width is the steepest slope; 512 texels cover 29 widths.
seamless_has_no_seam() {
    step=$(awk -v width=512 '
        function differ(a, b) { return a > b ? a - b : b - a }
        {
            f = int($1 + 0.5) + $2
            i = (NR - 1) % width
            if (i && differ(f, left) > most) most = differ(f, left)
            if (NR > width && differ(f, above[i]) > most) most = differ(f, above[i])
            left = above[i] = f
        }
        END { printf "%.4f", most }' "$out/busharium-seamless.exr.texels")
    echo "greatest step $step"
    awk -v step="$step" 'BEGIN { exit !(step > 0.05 && step <= sqrt(3) * 29 / 512 + 2 / 4096) }'
}
check "busharium-seamless.exr: F never steps by more than its slope allows" seamless_has_no_seam

exr_is() {
    exrheader "$out/$1" >"$HEXFOG_TMP/header"
    has "$2" "$HEXFOG_TMP/header"
    has "$3" "$HEXFOG_TMP/header"
}
check "busharium.exr is 32-bit and ZIP" \
    exr_is busharium.exr "32-bit floating-point" "zip, multi-scanline blocks"
check "busharium-seamless.exr is 16-bit and ZIP" \
    exr_is busharium-seamless.exr "16-bit floating-point" "zip, multi-scanline blocks"
check "two-sources-mountains.exr is ZIPS" \
    exr_is two-sources-mountains.exr "16-bit floating-point" "zip, individual scanlines"
check "reveal-schedule.exr is not compressed" \
    exr_is reveal-schedule.exr "32-bit floating-point" "compression (type compression): none"

two_channels() {
    exrheader "$out/y-up-odd-q.exr" >"$HEXFOG_TMP/header"
    has "    G, 16-bit" "$HEXFOG_TMP/header"
    has "    R, 16-bit" "$HEXFOG_TMP/header"
    hasnt "    B, 16-bit" "$HEXFOG_TMP/header"
}
check "y-up-odd-q.exr has R and G alone" two_channels

constants_are_valid() {
    "$HEXFOG" schema fogmap >"$HEXFOG_TMP/fogmap.schema.json"
    for file in "$out"/*.fogmap.json; do
        /usr/bin/python3 -W ignore -m jsonschema -i "$file" "$HEXFOG_TMP/fogmap.schema.json"
    done
    echo '{"hexfog": 1}' >"$HEXFOG_TMP/wrong.json"
    fails /usr/bin/python3 -W ignore -m jsonschema -i "$HEXFOG_TMP/wrong.json" \
        "$HEXFOG_TMP/fogmap.schema.json"
}
check "the constants files are valid by their schema" constants_are_valid

uv_turns_with_y() {
    /usr/bin/python3 - "$out/y-up-odd-q.fogmap.json" <<'END'
import json, sys
fogmap = json.load(open(sys.argv[1]))
x_min, y_min, x_max, y_max = fogmap["bounds"]
(sx, sy), (ox, oy) = fogmap["uv_from_world"]["scale"], fogmap["uv_from_world"]["offset"]
assert fogmap["y_axis"] == "up" and sx > 0 > sy
for got, want in ((y_max * sy + oy, 0), (y_min * sy + oy, 1), (x_min * sx + ox, 0),
                  (x_max * sx + ox, 1)):
    assert abs(got - want) < 1e-12, (got, want)
assert (fogmap["max_level"], fogmap["shape_max_level"]) == (7, 6), fogmap
END
}
check "the constants of the y-up board turn v" uv_turns_with_y
