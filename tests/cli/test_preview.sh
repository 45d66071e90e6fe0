# SPDX-License-Identifier: MIT
# preview: its pixels are held to the fields of tests/golden and to a board drawn without
# hexfog; its files are opened by ImageMagick and OpenImageIO.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP" || exit
golden=$SRC/tests/golden samples=$SRC/samples
scene=200,40,10 fog=20,60,250
colours="--scene-color #c8280a --fog-color #143cfa"

pixels() {
    /usr/bin/python3 "$SRC/tests/cli/preview_pixels.py" "$@"
}
# preview ARG...: without a word on success, to check elsewhere.
preview() {
    "$HEXFOG" preview -q "$@"
}
size_of() {
    identify -format '%w %h\n' "$1" | head -n 1
}

# The last number of a .exr without compression is the last texel's R.
nan_is_warned_of() {
    "$HEXFOG" bake -q "$golden/odd-r-up.hexfog.json" -o nan.exr --precision float \
        --compression none
    /usr/bin/python3 - <<'END'
data = open("nan.exr", "rb").read()
open("nan.exr", "wb").write(data[:-4] + b"\x00\x00\xc0\x7f")
END
    status_is 0 "$HEXFOG" preview nan.exr -o nan.png
    has "nan.exr: warning: 1 texel is no finite number" err
    status_is 0 "$HEXFOG" preview nan.exr -o nan.png --messages json
    has '"severity": "warning"' err
    status_is 0 "$HEXFOG" preview nan.exr -o nan.png --messages github
    has '::warning file=nan.exr' err
}

# Pixels ------------------------------------------------------------------------

texels_have_their_colours() { # MAP LAW START END [OPTION]...
    map=$1 law=$2 start=$3 end=$4
    shift 4
    # shellcheck disable=SC2086 # a list of options
    preview "$golden/$map.hexfog.json" -o law.png --law "$law" --range "$start:$end" $colours "$@"
    pixels law "$golden/$map.expected.json" "$law" "$start" "$end" $scene $fog law.png
}
check "texels that are no number are warned of" nan_is_warned_of
check "every texel of a .png has the law's colour, linear" \
    texels_have_their_colours pointy-seamless linear 1 2.5
check "likewise under exp, of a board with y up" texels_have_their_colours flat-y-up-offset exp 1 4
check "likewise under exp2, of cells of any proportions" \
    texels_have_their_colours three-sources-stretched exp2 0.5 2
check "likewise at a hard step" texels_have_their_colours odd-r-up linear 2 2
check "a smaller picture is the average of the colours" \
    texels_have_their_colours pointy-seamless linear 1 2.5 --size 17x23
check "a smaller picture of hard steps is too" \
    texels_have_their_colours two-sources-blocked linear 3 3 --size 21
check "a larger picture has the texels' colours" \
    texels_have_their_colours flat-y-up-offset linear 1 4 --size 130x90

texture_is_like_its_description() { # the format's bound, in 255ths of a range of 2 tiles
    "$HEXFOG" bake -q "$golden/odd-r-up.hexfog.json" -o "t.$1" || return
    preview "t.$1" -o texture.png --range 1:3
    preview "$golden/odd-r-up.hexfog.json" -o field.png --range 1:3
    pixels near "$2" field.png texture.png
}
for format in hdr:1 exr:1 png:1; do
    check "a .${format%:*} texture gives the picture of its description" \
        texture_is_like_its_description "${format%:*}" "${format#*:}"
done

foreign_needs_its_scale() {
    "$HEXFOG" bake -q "$golden/odd-r-up.hexfog.json" -o own.png
    convert own.png -strip foreign.png
    status_is 2 preview foreign.png -o x.png
    has "--level-scale" "$HEXFOG_TMP/err"
    test ! -e x.png
    preview foreign.png -o foreign-fog.png --level-scale 255
    preview own.png -o own-fog.png
    same_bytes foreign-fog.png own-fog.png
    preview foreign.png -o g.png --channel g # which needs no scale
}
check "a texture without metadata needs --level-scale, but for G" foreign_needs_its_scale

# Boards --------------------------------------------------------------------------

board_matches() {
    /usr/bin/python3 "$SRC/scripts/draw_board.py" board.png
    for steps in 1 3 6; do
        preview "$samples/tiled-stretched.hexfog.jsonc" -o ring.png --over board.png \
            --range $((steps + 1)):$((steps + 1)) --fog-color 1,0,1
        pixels ring board.png ring.png $steps 255,0,255
    done
    fails pixels ring board.png ring.png 6 255,0,255 flipped 2>/dev/null
}
check "fog over a board that was drawn without hexfog ends at the right tiles" board_matches

board_is_kept() {
    pixels noise 75 91 noise.png
    preview "$golden/pointy-seamless.hexfog.json" -o over.png --over noise.png --range 1:3 \
        --fog-color '#102030' --background '#ff00ff'
    is "75 91" "$(size_of over.png)"
    preview "$golden/pointy-seamless.hexfog.json" -o share.png --range 1:3 --size 75x91 \
        --scene-color 1,1,1 --fog-color 0,0,0
    pixels kept noise.png over.png 16,32,48 share.png
    convert noise.png -flip flipped.png
    fails pixels kept flipped.png over.png 16,32,48 share.png 2>/dev/null
}
check "--over keeps the board where there is no fog, in its own size and rows" board_is_kept

transparent_is_background() {
    convert -size 8x8 xc:'#00000000' PNG32:clear.png
    preview "$golden/one-tile.hexfog.json" -o bg.png --over clear.png --range 99:100 \
        --background '#336699'
    is "srgb(51,102,153)" "$(convert bg.png -format '%[pixel:p{3,3}]' info:)"
}
check "a transparent board shows --background" transparent_is_background

# Moving pictures -------------------------------------------------------------------

frames_are_pictures() {
    preview "$golden/pointy-seamless.hexfog.json" -o move.gif --from 0.5 --to 4.5 --frames 5 \
        --range 0:2
    is "5" "$(identify move.gif | wc -l)"
    is "8 8 8 8 80 " "$(identify -format '%T ' move.gif)"
    is "60 52" "$(size_of move.gif)"
    convert move.gif -coalesce frame-%d.ppm
    for i in 0 1 2 3 4; do
        preview "$golden/pointy-seamless.hexfog.json" -o still.png --range "$i.5:$((i + 2)).5"
        pixels near 1 "frame-$i.ppm" still.png
    done
}
check "each frame of a .gif is the picture of its range" frames_are_pictures

gif_forgets_nothing() { # frames under a grid and a board have more colours than a palette
    preview "$samples/y-up-odd-q.hexfog.jsonc" -o grid.gif --grid --frames 3 --size 300
    preview "$samples/y-up-odd-q.hexfog.jsonc" -o grid.png --grid --size 300 --range 4:5
    convert grid.gif -coalesce grid-%d.ppm
    compare -metric MAE grid-1.ppm grid.png null: 2>&1 |
        awk '{ exit !($1 / 257 < 1.5) }'
}
check "a .gif with more than 255 colours stays near them" gif_forgets_nothing

defaults_show_the_whole_way() {
    preview "$golden/pointy-seamless.hexfog.json" -o whole.gif $colours
    is 24 "$(identify whole.gif | wc -l)"
    convert whole.gif -coalesce -scale 1x1 whole-%02d.ppm
    is "srgb(200,40,10)" "$(convert whole-23.ppm -format '%[pixel:p{0,0}]' info:)"
    convert whole.gif -coalesce whole-%02d.ppm
    is "srgb(20,60,250)" "$(convert whole-00.ppm -format '%[pixel:p{0,0}]' info:)"
}
check "a .gif of its own goes from the sources to beyond the last level" \
    defaults_show_the_whole_way

# Looks -----------------------------------------------------------------------------

watercolour_has_three_colours() {
    preview "$samples/busharium-seamless.hexfog.jsonc" -o wash.png --look watercolour
    pixels colours 3 wash.png
    preview "$samples/busharium-seamless.hexfog.jsonc" -o plain.png --range 11:12
    preview "$samples/busharium-seamless.hexfog.jsonc" -o wash.png --look watercolour \
        --range 11:12 --size 256
    pixels colours 3 wash.png
    # Away from the border it is the plain picture.
    for at in 128,128 128,140 3,3; do
        x=${at%,*} y=${at#*,}
        is "$(convert plain.png -format "%[pixel:p{$((2 * x)),$((2 * y))}]" info:)" \
            "$(convert wash.png -format "%[pixel:p{$x,$y}]" info:)"
    done
}
check "under watercolour a pixel is scene, fog or outline" watercolour_has_three_colours

cat >grid.hexfog.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "cell": { "width": 40, "height": 48, "side": 24 },
            "shape": { "radius": 2 } },
  "texture": { "texels_per_unit": 1, "bounds": [-100, -100, 100, 100] },
  "outputs": [ { "path": "grid.exr" } ] }
END
darker() { # X Y: the grid's picture is darker there than the plain one
    with=$(convert grid.png -format "%[fx:p{$1,$2}.g]" info:)
    without=$(convert plain.png -format "%[fx:p{$1,$2}.g]" info:)
    awk "BEGIN { exit !($with < $without - 0.1) }" || wrong "no line at $1,$2"
}
lines_are_at_the_borders() {
    preview grid.hexfog.json -o grid.png --grid --range 9:10
    preview grid.hexfog.json -o plain.png --range 9:10
    is "200 200" "$(size_of grid.png)"
    # The upright edges of row 0, at x = -100 to 100 in steps of 40, away from the axis.
    for x in 20 60 100 140 180; do
        darker $((x - (x == 200))) 92
        darker $((x - 1)) 92
        fails darker $((x + 8)) 92 >/dev/null
        fails darker $((x - 9)) 92 >/dev/null
    done
    # The tips of the tile in the middle, at y = 100 -+ 24.
    darker 99 76
    darker 100 123
    fails darker 100 112 >/dev/null || fails darker 104 114 >/dev/null
}
check "--grid draws its lines at the computed borders" lines_are_at_the_borders

textures_take_a_description() {
    "$HEXFOG" bake -q "$samples/y-up-odd-q.hexfog.jsonc" --output-dir .
    status_is 2 preview y-up-odd-q.exr -o x.png --grid
    has "--desc" "$HEXFOG_TMP/err"
    preview y-up-odd-q.exr -o texture.png --grid --desc "$samples/y-up-odd-q.hexfog.jsonc"
    preview "$samples/y-up-odd-q.hexfog.jsonc" -o field.png --grid
    pixels near 2 field.png texture.png
}
check "--grid of a texture takes the tiles of --desc" textures_take_a_description

boards_of_another_size() {
    "$HEXFOG" bake -q "$golden/one-tile.hexfog.json" -o other.exr
    size=$("$HEXFOG" info other.exr | grep -o '[0-9]* x [0-9]*' | head -n 1)
    for image in other.png other.gif; do
        status_is 3 preview other.exr -o $image --grid --desc grid.hexfog.json
        has "other.exr: error: the texture is $size, but --desc grid.hexfog.json describes one of \
200 x 200" "$HEXFOG_TMP/err"
        fails test -e $image
    done
    status_is 3 preview other.exr -o other.png --grid --channel g --desc grid.hexfog.json
    width=$(echo "$size" | cut -d ' ' -f 1) height=$(echo "$size" | cut -d ' ' -f 3)
    status_is 0 preview other.exr -o other.png --grid --desc grid.hexfog.json \
        --set texture.texels_per_unit=null --set texture.width="$width" \
        --set texture.height="$height"
}
check "--grid refuses a --desc of another size, and names both" boards_of_another_size

small_grids_are_hidden() {
    preview grid.hexfog.json -o small.png --grid --size 16
    preview grid.hexfog.json -o bare.png --size 16
    same_bytes bare.png small.png
}
check "a grid that cannot be read is hidden" small_grids_are_hidden

channels_have_a_legend() {
    for channel in r g f; do
        preview "$golden/scale-ten.hexfog.json" -o channel.png --channel $channel
        convert channel.png -format '%w %h\n' info: >size
        read -r width height <size
        test "$width" -ge 120
        test "$height" -gt 120
        # The strip below is white, with ink; the map's rows are neither.
        is "srgb(255,255,255)" "$(convert channel.png -format '%[pixel:p{0,97}]' info:)"
        convert channel.png -crop "${width}x$((height - 96))+0+96" +repage legend.png
        convert legend.png -unique-colors -format '%w' info: >colours
        test "$(cat colours)" -gt 15
    done
    preview "$golden/scale-ten.hexfog.json" -o dark.png --channel f --background 0,0,0
    is "srgb(0,0,0)" "$(convert dark.png -format '%[pixel:p{0,97}]' info:)"
}
check "false colours have a legend below" channels_have_a_legend

# R of a .hdr with a level_scale of 10 is no multiple of a tenth.
levels_of_textures_are_whole() {
    for map in scale-ten pointy-seamless; do
        preview "$golden/$map.hexfog.json" -o map.png --channel r
        for kind in exr hdr png ktx2; do
            "$HEXFOG" bake -q "$golden/$map.hexfog.json" -o levels.$kind
            preview levels.$kind -o texture.png --channel r
            same_bytes map.png texture.png || wrong "$map, $kind"
        done
    done
}
check "a texture's levels have the colours that the map's have" levels_of_textures_are_whole

# Files ------------------------------------------------------------------------------

others_open_them() {
    preview "$golden/pointy-seamless.hexfog.json" -o a.png --size 100x40
    preview "$golden/pointy-seamless.hexfog.json" -o a.gif --size 100x40 --frames 3
    is "100 40" "$(size_of a.png)"
    is "100 40" "$(size_of a.gif)"
    oiiotool --info a.png >info
    has "100 x   40, 3 channel" info
    oiiotool --info a.gif >info
    has "100 x   40" info
    has "3 subimages" info
    preview "$golden/pointy-seamless.hexfog.json" -o a.png --size 30
    is "30 26" "$(size_of a.png)"
    preview "$golden/pointy-seamless.hexfog.json" -o a.png
    is "60 52" "$(size_of a.png)"
    preview "$samples/busharium.hexfog.jsonc" -o a.gif --frames 1
    is "512 512" "$(size_of a.gif)"
}
if need oiiotool; then
    check "ImageMagick and OpenImageIO open them, in the size asked for" others_open_them
else
    skip "ImageMagick and OpenImageIO open them, in the size asked for" "no oiiotool"
fi

standard_output_takes_both() {
    preview "$golden/one-tile.hexfog.json" -o one.png
    preview "$golden/one-tile.hexfog.json" -o - >out.png
    same_bytes one.png out.png
    preview "$golden/one-tile.hexfog.json" -o one.gif --frames 4
    preview - -o - --frames 4 <"$golden/one-tile.hexfog.json" >out.gif
    same_bytes one.gif out.gif
}
check "-o - is a .png, or a .gif when it moves" standard_output_takes_both

same_each_time() {
    for options in "-o same.png" "-o same.gif --frames 4" "-o same.png --channel f --grid" \
        "-o same.gif --look watercolour --frames 3" "-o same.png --law exp2 --size 333"; do
        for jobs in 1 2 5; do
            # shellcheck disable=SC2086 # a list of options
            (cd "$HEXFOG_TMP" && preview "$samples/two-sources-mountains.hexfog.jsonc" $options \
                -j $jobs)
            cat same.* | sha256sum
            rm -f same.*
        done | sort -u >sums
        is 1 "$(wc -l <sums)"
    done
}
check "the same picture for any number of threads" same_each_time

failed_run_leaves_the_file() {
    echo old >keep.png
    echo old >keep.gif
    status_is 4 preview "$golden/one-tile.hexfog.json" -o keep.png --over missing.png
    status_is 3 preview "$golden/one-tile.hexfog.json" -o keep.gif --set grid.size=0
    is old "$(cat keep.png)"
    is old "$(cat keep.gif)"
    if [ -e /dev/full ]; then
        status_is 4 sh -c '"$1" preview -q "$2" -o - --frames 3 >/dev/full' sh "$HEXFOG" \
            "$golden/one-tile.hexfog.json"
    fi
    mkdir folder.png
    status_is 3 preview "$golden/one-tile.hexfog.json" -o folder.png
    status_is 4 preview "$golden/one-tile.hexfog.json" -o none/a.gif
    test ! -e none
    preview "$golden/one-tile.hexfog.json" -o none/a.gif --mkdir
    test -s none/a.gif
    is "" "$(find . -name '*.tmp')"
}
check "a picture is replaced whole or not at all" failed_run_leaves_the_file

# Statuses ----------------------------------------------------------------------------

refused() { # STATUS WORDS OPTION...
    want=$1 words=$2
    shift 2
    status_is "$want" preview "$@"
    has "$words" "$HEXFOG_TMP/err"
    test ! -e x.png
    test ! -e x.gif
}
usage_errors() {
    board=$golden/one-tile.hexfog.json
    refused 2 "no -o OUT" "$board"
    refused 2 "one -o only" "$board" -o x.png -o x.gif
    refused 2 "neither .png nor .gif" "$board" -o x.jpg
    refused 2 "--size: '0'" "$board" -o x.png --size 0
    refused 2 "--size: '5x'" "$board" -o x.png --size 5x
    refused 2 "--size: '5x6x7'" "$board" -o x.png --size 5x6x7
    refused 2 "16384" "$board" -o x.png --size 16385
    refused 2 "--size: '-4'" "$board" -o x.png --size -4
    refused 2 "--range: '2'" "$board" -o x.png --range 2
    refused 2 "--range: '3:2'" "$board" -o x.png --range 3:2
    refused 2 "--range: '1:inf'" "$board" -o x.png --range 1:inf
    refused 2 "hard step" "$board" -o x.png --range 1:1 --law exp
    refused 2 "--law" "$board" -o x.png --law cubic
    refused 2 "--look" "$board" -o x.png --look oil
    refused 2 "--channel" "$board" -o x.png --channel b
    refused 2 "--from does not go" "$board" -o x.png --from 1
    refused 2 "--to does not go" "$board" -o x.png --to 1
    refused 2 "--frames does not go" "$board" -o x.png --frames 3
    refused 2 "--frames" "$board" -o x.gif --frames 0
    refused 2 "--to: '1e99'" "$board" -o x.gif --to 1e99
    refused 2 "--channel draws one frame" "$board" -o x.gif --channel g
    refused 2 "--law does not go with --channel" "$board" -o x.png --channel g --law exp
    refused 2 "--fog-color" "$board" -o x.png --fog-color grey
    refused 2 "--scene-color" "$board" -o x.png --scene-color 1,2,3
    refused 2 "--desc does not go" "$board" -o x.png --desc "$board"
    refused 2 "--level-scale does not go" "$board" -o x.png --level-scale 4
    refused 2 "--desc tells --grid" a.exr -o x.png --desc "$board"
    refused 2 "a file that the preview reads" "$board" -o x.png --over x.png
    refused 2 "frames of" "$board" -o x.gif --frames 1000 --size 16384
}
check "a wrong or senseless option is status 2, with its name" usage_errors

bad_files() {
    board=$golden/one-tile.hexfog.json
    refused 3 "grid.size" "$board" -o x.png --set grid.size=-1
    refused 4 "missing.json" missing.json -o x.png
    refused 4 "missing.exr" missing.exr -o x.gif
    refused 4 "missing.png" "$board" -o x.png --over missing.png
    "$HEXFOG" bake -q "$board" -o whole.exr -o whole.hdr -o whole.png
    for kind in exr hdr png; do
        size=$(wc -c <whole.$kind)
        head -c $((size * 2 / 3)) whole.$kind >cut.$kind
        refused 4 "cut.$kind" cut.$kind -o x.png
        cp whole.exr over.$kind
    done
    refused 4 "not a .png" "$board" -o x.png --over over.hdr
    head -c 200 whole.png >cut-board.png
    refused 4 "cut-board.png" "$board" -o x.png --over cut-board.png
    refused 4 "grid.hexfog.exr" grid.hexfog.exr -o x.png --grid --desc grid.hexfog.json
    refused 3 "field" whole.exr -o x.png --grid --desc "$SRC/tests/refuse/D9-no-field.hexfog.json"
    refused 5 "max-memory" "$board" -o x.png --size 4000 --max-memory 4M
    refused 5 "max-memory" whole.exr -o x.png --size 4000 --max-memory 4M
}
check "a description that is wrong is 3, a file that cannot be read 4, no memory 5" bad_files
