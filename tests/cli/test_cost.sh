# SPDX-License-Identifier: MIT
# What speed rests on, without a clock: memory that does not grow with the image, as many
# allocations for any height, and few instructions a texel. Each bound is a quarter above
# what was counted when it was written, by gcc or clang; make bench has the times. (some 20 s)
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP" || exit
flags=$BUILD/flags
measure=$BUILD/bench/measure
count_malloc=$HEXFOG_TMP/count_malloc.so
${MAKE:-make} -s -C "$SRC" "$measure" >log 2>&1 || cat log
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -o "$count_malloc" "$SRC/tests/count_malloc.c"

# board NAME KEYS [SIZE RADIUS]: tiles of 63.015 units unless told otherwise.
board() {
    cat >"$1.json" <<END
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": ${3:-36.381727213}, "origin": [0.31, -0.17320508],
            "shape": { "radius": ${4:-20} } },
  "field": { $2 },
  "texture": { "width": 64, "height": 64, "bounds": [0, 0, 64, 64] } }
END
}
board sweep '"metric": "sweep"'
board seamless '"metric": "seamless"'
board sources '"sources": [[-3, 1], [2, 3], [6, -5], [0, 9]]'
board blocked '"blocked": [[1, 0], [1, 1], [2, -1], [0, 2], [-1, 4], [3, 3], [4, -2], [5, 1]]'
board small '"metric": "sweep"' 2.317310799 300

# bake BOARD WIDTH HEIGHT OUTPUT COMMAND...: by that command. Any number of texels shows the
# same part of the map, as large as $UNITS (default: 1024,256).
bake() {
    bake_board=$1 bake_width=$2 bake_height=$3 bake_output=$4
    shift 4
    # shellcheck disable=SC2086 # words
    "$@" "$HEXFOG" bake -q -j "${THREADS:-2}" -o "$bake_output" $OPTIONS \
        --set "texture.width=$bake_width" --set "texture.height=$bake_height" \
        --set "texture.bounds=[0,0,${UNITS:-1024,256}]" "$bake_board.json"
}

# The formats that go out row by row, with their options.
each_format() {
    OPTIONS="--precision float --compression none" "$@" exr float-none
    OPTIONS="--precision float --compression none --channels rg" "$@" exr float-none-rg
    OPTIONS="--precision float" "$@" exr float-zip
    OPTIONS="--precision half" "$@" exr half-zip
    OPTIONS="" "$@" hdr hdr
    OPTIONS="" "$@" ktx2 ktx2-half
}

# resident BOARD WIDTH HEIGHT OUTPUT: bytes.
resident() {
    bake "$@" "$measure" took
    cut -d ' ' -f 3 took
}

MIB=1048576
# By one thread: of two, the second may find nothing left to do.
same_memory() {
    low=$(THREADS=1 resident sweep 1024 256 "low.$1")
    high=$(THREADS=1 resident sweep 1024 8192 "high.$1")
    rm "low.$1" "high.$1"
    test "$((high - low))" -le "$((MIB / 2))" || wrong "$2: $low bytes at 256 rows, $high at 8192"
}
bounded_memory() {
    bytes=$(UNITS=$4 resident "$3" 16384 96 "wide.$1")
    rm "wide.$1"
    tiles=$("$HEXFOG" info --json "$3.json" --set "texture.bounds=[0,0,$4]" |
        sed -n 's/.*"tiles_in_play": \([0-9]*\).*/\1/p')
    test "$bytes" -le "$((16 * MIB + 4 * tiles))" ||
        wrong "$2: $bytes bytes, $tiles tiles in play"
}
wide() {
    bounded_memory "$1" "$2" sweep 2048,12
    bounded_memory "$1" "$2" small 256,96
}
many_tiles() {
    OPTIONS="--precision float --compression none"
    bounded_memory exr none small 16384,96
}

allocations() {
    bake "$@" env LD_PRELOAD="$count_malloc" COUNT_FILE=count
    cat count
}
same_allocations() {
    low=$(allocations sweep 64 64 "low.$1")
    high=$(allocations sweep 64 4096 "high.$1")
    test "$low" -gt 20 || wrong "$low allocations: nothing was counted"
    is "$2: $low" "$2: $high"
}

# instructions BOARD WIDTH HEIGHT OUTPUT: as valgrind runs it, which emulates AVX2 at most (and
# gives up on the debugging information of some compilers).
instructions() {
    [ -e ./stripped ] || strip -o ./stripped "$HEXFOG"
    HEXFOG=./stripped
    UNITS=256,192 THREADS=1 bake "$@" \
        valgrind --tool=callgrind --callgrind-out-file=/dev/null >log 2>&1 || cat log >&2
    sed -n 's/.*Collected : \([0-9]*\)$/\1/p' log
}

# A texel costs what a taller image needs more, so without what a run costs. In tenths.
at_most() {
    low=$(instructions "$2" 256 64 "low.$3")
    high=$(instructions "$2" 256 192 "high.$3")
    tenths=$(((high - low) * 10 / (256 * 128)))
    echo "$2 .$3 $OPTIONS: $tenths tenths of an instruction a texel (bound: $1)"
    test "$tenths" -gt 0
    test "$tenths" -le "$1"
}
startup_at_most() {
    OPTIONS=""
    count=$(instructions sweep 16 16 startup.exr)
    echo "$count instructions (bound: $1)"
    test "$count" -gt 100000
    test "$count" -le "$1"
}

check "the resident memory of a bake is the same at any height" each_format same_memory
check "at 16384 texels a row it is 16 MiB at most, and 4 bytes a tile" each_format wide
check "with millions of tiles too" many_tiles
check "a bake makes as many allocations for 64 rows as for 4096" each_format same_allocations
# The reference encoder holds the whole image; mipmaps are more levels in a taller one.
sees_an_image() {
    OPTIONS="--encoder reference"
    fails same_memory exr reference
    OPTIONS="--mipmaps"
    fails same_allocations ktx2 mipmaps
}
check "a whole image in memory and work that grows are seen by these" sees_an_image

sentence="a texel costs few instructions"
if [ "$(uname -m)" != x86_64 ] || ! grep -q 'avx2' /proc/cpuinfo; then
    skip "$sentence" "the bounds are those of x86-64 with AVX2"
elif ! need valgrind; then
    skip "$sentence" "no valgrind"
elif ! grep -qw -e -O2 "$flags" || grep -q -e -fsanitize -e --coverage "$flags"; then
    skip "$sentence" "the bounds are those of a build with -O2 and no instruments"
else
    while read -r bound kind suffix OPTIONS; do
        check "$sentence: $kind, .$suffix $OPTIONS" at_most "$bound" "$kind" "$suffix"
    done <<END
290 sweep exr --precision float --compression none --channels rg
300 seamless exr --precision float --compression none --channels rg
290 sources exr --precision float --compression none --channels rg
290 blocked exr --precision float --compression none --channels rg
620 small exr --precision float --compression none --channels rg
295 sweep exr --precision float --compression none
470 sweep exr --precision half --compression none
1700 sweep exr --precision half
3600 sweep exr --precision float
500 sweep hdr
550 sweep ktx2
3150 sweep png
END
    check "the smallest bake costs few instructions" startup_at_most 2600000
fi
