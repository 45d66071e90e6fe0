# SPDX-License-Identifier: MIT
# What hexfog does when a call fails: every allocation, open, read, write, close, rename, ... of
# every command, one after the other (tests/sweep.c). tests/cli/test_faults.sh takes a few of
# each kind; all of them take some minutes:
#
#     sh tests/faults.sh [NAME]...
#
# Environment: BUILD (default build), FAULTS_MOST, failures of a kind at most; FAULTS_CALLS, only
# these, as "memory,door"; FAULTS_LOG, gets a line `NAME failures` for each command.
SRC=${SRC:-$(cd "$(dirname "$0")/.." && pwd)}
BUILD=${BUILD:-$SRC/build}
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
HEXFOG=${HEXFOG:-$BUILD/hexfog}
LC_ALL=C
if [ -z "${HEXFOG_TMP-}" ]; then
    HEXFOG_TMP=$(mktemp -d)
    trap 'rm -rf "$HEXFOG_TMP"' EXIT INT TERM
    own_folder=$HEXFOG_TMP
fi
export SRC BUILD HEXFOG HEXFOG_TMP LC_ALL
. "$SRC/tests/lib.sh"
case ${1-} in
-*)
    echo "usage: [FAULTS_...=...] sh tests/faults.sh [NAME]..." >&2
    exit 2
    ;;
esac
end() {
    status=$?
    [ "$status" -ne 0 ] || echo "1..${check_count:-0}"
    [ -z "${own_folder-}" ] || rm -rf "$own_folder"
}
trap end EXIT

root=$(cd "$HEXFOG_TMP" && pwd -P)
most=${FAULTS_MOST:-1000000000}
log=${FAULTS_LOG:-$root/log}
: >"$log"
build_faults "$root/faults.so" "$SRC/tests/faults_memory.c"
# What a sanitizer finds is no status of hexfog's own.
export ASAN_OPTIONS="$ASAN_OPTIONS:exitcode=99"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-}:halt_on_error=1:exitcode=99"

# shellcheck disable=SC2086 # a compiler may have words
${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -o "$root/sweep" \
    "$SRC/tests/sweep.c" "$SRC/tests/sweep_files.c" "$SRC/tests/faults.c"

# ------------------------------------------------------------------------ files

here=$root/here
mkdir "$here" "$here/old" "$here/new"
cd "$here" || exit

# description NAME OUTPUTS [FIELD]
description() {
    field='"metric": "sweep"'
    [ $# -lt 3 ] || field=$3
    cat >"$1" <<JSON
{ "hexfog": 1, // a comment
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "field": { $field },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ $2 ] }
JSON
}
textures='{ "path": "a.hdr" }, { "path": "b.exr" }, { "path": "c.png" }, { "path": "e.ktx2" }'
description map.hexfog.jsonc "$textures, { \"path\": \"d.fogmap.json\" }"
description moved.hexfog.jsonc "$textures" '"sources": [[1, 0]], "metric": "seamless"'
description wrong.hexfog.jsonc "$textures" '"sources": [[1, 1]]'
mkdir several
for name in one two; do
    description several/$name.hexfog.jsonc "{ \"path\": \"$name.exr\" }"
    echo "old $name" >several/$name.exr
done
printf 'one.hexfog.jsonc\n# a comment\ntwo.hexfog.jsonc\n' >several/list
printf 'several/one.hexfog.jsonc\0several/two.hexfog.jsonc\0' >several/list0
for shard in 1 2; do
    "$HEXFOG" batch -q --shard $shard/2 --output-dir shard --mkdir \
        --report shard-$shard.json several
done
rm -r shard
cp -r several same
"$HEXFOG" batch -q --if-changed same
echo '{ "hexfog": 1, "base": "map.hexfog.jsonc", "outputs": [ { "path": "based.exr" } ] }' \
    >based.hexfog.json
echo '{ "hexfog": 1, "grid": { "size": -1 }, "outputs": [ { "path": "one.exr" } ] }' \
    >refused.hexfog.json
"$HEXFOG" bake -q --output-dir old map.hexfog.jsonc
"$HEXFOG" bake -q --output-dir new moved.hexfog.jsonc
"$HEXFOG" hash old/a.hdr old/b.exr old/c.png old/e.ktx2 >sums
"$HEXFOG" preview -q old/b.exr -o board.png
for file in a.hdr b.exr based.exr c.png one.exr gone.gif picture.png map.json report.json; do
    echo "old $file" >$file
done
chmod 640 a.hdr
ln -s one.exr link.exr
tiles='1,1,2,1, 1,2,2,1, 1,1,1,0'
cat >map.tmj <<JSON
{ "type": "map", "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 28,
  "tileheight": 32, "hexsidelength": 16, "staggeraxis": "y", "staggerindex": "odd",
  "infinite": false, "renderorder": "right-down", "version": "1.10",
  "layers": [ { "type": "tilelayer", "name": "land", "width": 4, "height": 3, "x": 0, "y": 0,
                "data": [ $tiles ] } ], "tilesets": [] }
JSON
# tmx COMPRESSION: the same tiles, packed.
tmx() {
    /usr/bin/python3 -c '
import base64, gzip, struct, subprocess, sys, zlib
how, tiles = sys.argv[1], [int(tile) for tile in sys.argv[2].split(",")]
data = struct.pack("<%dI" % len(tiles), *tiles)
packed = {"zlib": zlib.compress, "gzip": gzip.compress,
          "zstd": lambda data: subprocess.check_output(["zstd", "-qc"], input=data)}[how](data)
print(f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="4" height="3" tilewidth="28" tileheight="32"
     hexsidelength="16" staggeraxis="y" staggerindex="odd" infinite="0">
 <layer id="1" name="land" width="4" height="3">
  <data encoding="base64" compression="{how}">{base64.b64encode(packed).decode()}</data>
 </layer>
</map>""")' "$1" "$tiles" >"map-$1.tmx"
}
tmx zlib
tmx gzip
tmx zstd
echo '{ "layout": "odd-r", "hexes": { "a": { "q": 0, "r": 0 }, "b": { "q": 1, "r": 0 } } }' \
    >map.hexjson

# ------------------------------------------------------------------------ commands

wanted=" $* "
met=" planted "
special=
# sweep NAME COMMAND...: with hexfog as its first word left out; `special` are options.
sweep() {
    name=$1
    shift
    met="$met$name "
    options=$special
    special=
    case $wanted in "  " | *" $name "*) ;; *) return 0 ;; esac
    # shellcheck disable=SC2086 # words
    check "$name: whatever fails has its status, and leaves the files as they were" \
        "$root/sweep" -m "$most" -l "$log" ${FAULTS_CALLS:+-c "$FAULTS_CALLS"} $options \
        -p "$root/faults.so" "$here" "$name" "$HEXFOG" "$@"
}

# A program that does not look at what its calls say, and one that writes in place.
planted() {
    fails "$root/sweep" -m 3 -c "$1" -p "$root/faults.so" "$here" planted sh -c "$2"
}
case $wanted in "  " | *" planted "*)
    check "a program that takes no notice of a failed write is found" \
        planted write 'echo new >one.exr || :'
    check "a program that writes in place is found" \
        planted write 'for i in 1 2; do echo $i || { echo error >&2; exit 4; }; done >one.exr'
    ;;
esac

sweep bake bake -j 1 map.hexfog.jsonc
sweep bake-2 bake -q -j 2 map.hexfog.jsonc
sweep bake-one bake -q -j 1 -o link.exr map.hexfog.jsonc
sweep bake-sync bake -j 1 --fsync --mkdir --depfile dir/deps -o dir/sub/a.hdr -o dir/b.exr \
    map.hexfog.jsonc
sweep bake-stdout bake -q -j 1 -o - --to exr map.hexfog.jsonc
special='-s -r report.json'
sweep bake-report bake -j 1 --json --report report.json -o one.exr map.hexfog.jsonc
special=-n
sweep bake-dry bake --dry-run --json map.hexfog.jsonc
sweep bake-set bake -q -j 1 --set texture.width=16 --set 'outputs=[{"path":"one.exr"}]' \
    map.hexfog.jsonc
special='-a 3' # D21: a base that cannot be read is an error of the description
sweep bake-base bake -q -j 1 based.hexfog.json
for precision in half float; do
    for compression in none rle zips zip piz; do
        sweep "bake-exr-$precision-$compression" bake -q -j 1 -o one.exr \
            --precision $precision --compression $compression map.hexfog.jsonc
    done
done
for words in "rgb9e5" "half --mipmaps" "float --channels rgb"; do
    # shellcheck disable=SC2086 # options
    sweep "bake-ktx2-${words%% *}" bake -q -j 1 -o one.ktx2 --precision $words map.hexfog.jsonc
done
# A library that finds no memory to be loaded is one that is not there.
for compression in none piz; do
    special='-a 6'
    sweep "bake-reference-$compression" bake -q -j 1 -o one.exr --encoder reference \
        --compression $compression map.hexfog.jsonc
done
sweep bake-reference-hdr bake -q -j 1 -o one.hdr --encoder reference map.hexfog.jsonc
for map in map.tmj map-zlib.tmx map-gzip.tmx map-zstd.tmx map.hexjson; do
    sweep "bake-$map" bake -q -j 1 -o one.exr $map
    sweep "import-$map" import $map -o map.json --mkdir
done
sweep import-stdout import map.tmj -o -
for texture in a.hdr b.exr c.png e.ktx2; do
    sweep "verify-$texture" verify -j 1 --gpu none map.hexfog.jsonc old/$texture
    sweep "hash-$texture" hash old/$texture
    sweep "info-$texture" info --json old/$texture
    sweep "shader-$texture" shader --lang glsl old/$texture
    sweep "preview-$texture" preview -q old/$texture -o picture.png
done
special='-r report.xml'
sweep verify-report verify -j 1 --gpu none --report report.xml --json --output-dir old \
    map.hexfog.jsonc
# A driver makes some hundred thousand allocations: a few of them, and what it cannot do then is
# status 6; or it draws by OpenGL ES, which is told (-n). For a thread that was not made Mesa waits
# until the time limit, which test_verify_gl_failures holds.
gpu_most=40
[ "$most" -gt "$gpu_most" ] || gpu_most=$most
special="-n -a 6 -m $gpu_most -c memory,door,fork,mmap,openr"
sweep verify-gpu verify -j 1 --gpu software map.hexfog.jsonc old/a.hdr
special=-s
sweep verify-wrong verify -j 1 --gpu none --images pictures --mkdir wrong.hexfog.jsonc old/b.exr
sweep diff-same diff old/a.hdr old/b.exr
special='-s -r report.json'
sweep diff-image diff old/b.exr new/b.exr --image picture.png --json --report report.json
special='-s -r report.xml'
sweep diff-folders diff old new --report report.xml
sweep hash-all hash -j 1 --json old/a.hdr old/b.exr old/c.png old/e.ktx2
sweep hash-check hash --check sums
sweep info-advice info --advise godot old/e.ktx2
special=-n
sweep info-description info --json map.hexfog.jsonc
special='-n -a 3'
sweep info-based info based.hexfog.json
sweep shader-description shader --lang wgsl map.hexfog.jsonc
sweep preview-gif preview map.hexfog.jsonc -o gone.gif --frames 3 --grid --look watercolour
sweep preview-over preview map.hexfog.jsonc -o picture.png --over board.png --law exp2
sweep preview-colours preview old/e.ktx2 -o picture.png --channel f --grid --desc map.hexfog.jsonc
# Of a batch each file is old or new, and a report tells which maps failed.
special=-s
sweep batch batch -j 1 several
special="-s -a 1 -r report.json"
sweep batch-goes-on batch -j 2 --keep-going --report report.json several
special=-n
sweep batch-dry batch --dry-run --json several
special=-n # a folder that cannot be looked at is named as a file
sweep batch-commands batch --print-commands several
special="-s -r report.xml"
sweep batch-junit batch -j 1 --report report.xml --shard 1/2 several
special="-s -n"
sweep batch-json batch -j 1 --json --set texture.width=16 several/one.hexfog.jsonc
special=-s
sweep batch-list batch -j 1 --output-dir deep/er --mkdir @several/list
special=-s
sweep batch-from0 batch -j 1 --fsync --from0 several/list0
special=-s
sweep batch-proven batch -j 1 --verify several/one.hexfog.jsonc
sweep batch-wrong batch -j 1 several/one.hexfog.jsonc refused.hexfog.json
# Of what was done it keeps a record, with times.
special="-s -r cache/.hexfog-state"
sweep batch-changed batch -j 1 --if-changed --cache cache --mkdir several
special="-s -r same/.hexfog-state"
sweep batch-unchanged batch -j 1 --if-changed same
special=-n
sweep report-merge report merge --json shard-1.json shard-2.json
special="-n -r report.json"
sweep report-merge-file report merge --report report.json shard-1.json shard-2.json
sweep schema-list schema
sweep schema schema description
sweep help help bake
# What is refused stays refused when memory runs out meanwhile.
sweep refused-description bake -q refused.hexfog.json
sweep refused-json info --json refused.hexfog.json
sweep refused-map-itself import map.tmj -o map.tmj
sweep refused-twice bake -q -o one.exr -o link.exr map.hexfog.jsonc
sweep refused-description-itself bake -q -o old/../map.hexfog.jsonc --to exr map.hexfog.jsonc
sweep refused-option bake --no-such-option map.hexfog.jsonc
sweep refused-not-a-texture info sums

# A command that is not there would be a check that nobody made.
all_met() {
    for name in $wanted; do
        case $met in *" $name "*) ;; *) wrong "$name is none of:$met" || return 1 ;; esac
    done
}
check "every command that was asked for is there" all_met

total=$(awk '{ total += $2 } END { print total + 0 }' "$log")
echo "# $total faults injected"
