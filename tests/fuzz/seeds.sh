#!/bin/sh
# SPDX-License-Identifier: MIT
# What fuzzing starts from: a folder a target, of what lies in the tree and of what the program
# makes of it.
#
#   seeds.sh HEXFOG FOLDER
set -eu
hexfog=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")

for target in description bake arguments import hdr exr ktx2 png list shard record sums report; do
    mkdir -p "$folder/$target"
done

# Small files only: large ones say nothing more, slowly.
take() {
    target=$1
    shift
    for file; do
        [ "$(wc -c <"$file")" -gt 8192 ] || cp "$file" "$folder/$target/"
    done
}
take description tests/accept/*json* tests/refuse/*.json samples/*.jsonc
take bake tests/accept/*json* tests/golden/*.hexfog.json samples/*.jsonc
take import tests/maps/*.tm? tests/maps/*.hexjson
{
    cat tests/accept/over-a-base.hexfog.json
    printf '\n%%%%base\n'
    cat tests/accept/plain.hexfog.json
    printf '\n%%%%set grid.size=2\n%%%%set field.metric="sweep"\n'
} >"$folder/description/sections"
# Texels where a ramp turns: two ways to add up differ in their last bits there.
ties() {
    printf '{ "hexfog": 1, "grid": { "orientation": "%s", "cell": { "width": %s, "height": %s,
        "side": 1 }, "origin": [0.5, 0.5], "shape": { "radius": 3 } },
        "field": { "metric": "%s" }, "texture": { "width": 16, "height": 16,
        "bounds": [-%s, -%s, %s, %s] }, "outputs": [{ "path": "%s" }] }\n' \
        "$1" "$2" "$3" "$4" "$5" "$5" "$5" "$5" "$6" >"$folder/bake/ties-$1-$4-$5"
}
ties flat 2 3 sweep 3 a.exr
ties pointy 3 2 sweep 6 a.ktx2
ties pointy 3 2 seamless 18 a.hdr

# A map with options: its file, then a section each.
map_with() {
    name=$1
    shift
    { cat "tests/maps/$name"; printf '\n%%%%%s' "$@"; } >"$folder/import/${name%.*}-$#-${name#*.}"
}
for suffix in tmj tmx; do
    map_with island_csv.$suffix 'source-property town' 'blocked-property wall'
    map_with island_base64.$suffix 'level-property chapter'
    map_with island_zlib.$suffix 'layer land' 'blocked-layer road' 'sweep '
    map_with infinite.$suffix 'shape all' 'source 1,-1' 'blocked-gid 2' 'source-property town'
done
map_with ten.tmj 'source 3,2' 'blocked-gid 1'
map_with wards.hexjson 'source 1,1' 'blocked-property wall' 'level-property level'

# Every file kind with every word that it takes.
map=$folder/map.json
cat >"$map" <<'END'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 12, "height": 9 } }
END
bake() {
    kind=$1
    name=$2
    shift 2
    "$hexfog" bake -q "$map" -o "$folder/$kind/$name.$kind" "$@"
}
bake hdr plain
bake hdr wide --set texture.width=40 --set texture.height=3
bake hdr reference --encoder reference
for compression in none zips zip; do
    bake exr $compression --compression $compression
    bake exr "$compression-float" --compression $compression --precision float
    bake exr "$compression-rg" --compression $compression --channels rg
done
for compression in none zips zip rle piz; do
    bake exr "$compression-reference" --encoder reference --compression $compression
done
for precision in half float rgb9e5; do
    bake ktx2 $precision --precision $precision
    bake ktx2 "$precision-mips" --precision $precision --mipmaps
done
bake ktx2 rgb --channels rgb
bake png plain
rm "$map"
if command -v oiiotool >/dev/null 2>&1; then
    oiiotool "$folder/exr/zip.exr" --tile 16 16 --compression zips -o "$folder/exr/tiled.exr"
    oiiotool "$folder/exr/zip.exr" --compression pxr24 -o "$folder/exr/pxr24.exr"
    oiiotool "$folder/exr/zip.exr" --compression b44 -o "$folder/exr/b44.exr"
fi
if command -v convert >/dev/null 2>&1; then
    convert "$folder/png/plain.png" -interlace PNG "$folder/png/interlaced.png"
    convert "$folder/png/plain.png" -colors 8 PNG8:"$folder/png/palette.png"
    convert "$folder/png/plain.png" -depth 16 PNG48:"$folder/png/deep.png"
    convert "$folder/png/plain.png" -colorspace gray "$folder/png/gray.png"
fi

# Command lines: those of the tests, as well as a shell's words show them.
n=0
arguments() {
    n=$((n + 1))
    printf '%s\0' "$@" >"$folder/arguments/$n"
}
arguments bake a.json -o a.exr --precision half --compression zip -j 2 --max-memory 1.5GiB
arguments bake - -o - --to ktx2 --mipmaps --set 'grid.size=2' --messages json --color always
arguments bake a.tmj --source 3,4 --blocked-gid 7 --shape all --metric sweep --texels-per-pixel 0.5
arguments bake --output-dir d --depfile f --depfile-target t -n --mkdir --fsync --werror x
arguments verify a.json a.exr --gpu device:1 --decoder b --scene-color '#102030' --fog-color 1,0.5,0
arguments verify a.json --images d --background 0,0,0 --report r.xml --json
arguments diff a.exr b.exr --ignore levels,metadata.by --max-g-error 0.1 --allow-texels 3
arguments diff a b --max-level-errors 2 --level-scale 64 --image x.png
arguments hash --check -q sums
arguments info a.exr --advise godot --messages github
arguments preview a.json -o a.gif --from 0 --to 5 --frames 9 --range 0:2 --law exp2
arguments preview a.exr -o a.png --grid --desc a.json --size 64x48 --over b.png
arguments preview a.json -o a.png --channel f --look watercolour --size 100
arguments import a.tmx -o - --layer ground --source-property town --level-property level
arguments shader a.json --lang wgsl
arguments schema description
arguments help bake
arguments batch @maps -j 4 --keep-going --if-changed --cache d --shard 1/4 --verify=gpu
arguments batch a b --from0 - --print-commands --output-dir o
arguments report merge a.json b.json --report all.json
arguments --version
arguments bkae
arguments bake --jsno -- -x "$(printf 'a\033[31m\nb')"

# What batch reads.
printf 'a.json\r\n# no name\n\nsub folder/b.hexfog.jsonc\n' >"$folder/list/lines"
printf 'a.json\0b\nc.json\0' >"$folder/list/nuls"
for words in 1/4 0/1 auto/8; do
    printf '%s' "$words" >"$folder/shard/$(echo "$words" | tr / -)"
done
variables() {
    printf 'auto'
    printf '\n%%%%%s %s' "$@"
}
variables SLURM_ARRAY_TASK_ID 7 SLURM_ARRAY_TASK_COUNT 3 SLURM_ARRAY_TASK_MIN 5 \
    SLURM_ARRAY_TASK_MAX 9 SLURM_ARRAY_TASK_STEP 2 >"$folder/shard/slurm"
variables CI_NODE_INDEX 2 CI_NODE_TOTAL 3 PARALLEL_SEQ 4 >"$folder/shard/gitlab"
variables BUILDKITE_PARALLEL_JOB 0 BUILDKITE_PARALLEL_JOB_COUNT 1 >"$folder/shard/buildkite"
hash=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
record() { printf '\t%s\t%s\t%s\t%s\t%s' "$1" "$2" "$3" $hash "$4"; }
output() { printf '\t%s\t123\t45\t1700000000000000001\t-5\t%s' "$1" $hash; }
record a.json '' '' 0 >"$folder/record/empty"
{
    record a.json out base.json 2
    output a.exr
    output b.hdr
    echo
    record 'b\\\t' '' '' 1
    output 'c\n.png'
} >"$folder/record/outputs"
{
    printf '%s  a.exr\n# no hash\n%s *b c.hdr\r\n' $hash $hash
    printf '\\%s  a\\\\b\\nc\\r.png\n%s  &<">\t\033[1m\303\251\377\n' $hash $hash
    printf '%s\n' "$hash" "${hash}"' d'
} >"$folder/sums/lines"

# Reports of shards: one map bakes, one cannot.
mkdir "$folder/maps"
cp tests/accept/plain.hexfog.json "$folder/maps/a.hexfog.json"
echo '{}' >"$folder/maps/b.hexfog.json"
for shard in 0 1; do
    (cd "$folder/maps" && "$hexfog" batch -q --keep-going --json --shard $shard/2 .) \
        >"$folder/report/$shard" 2>/dev/null || :
done
rm -r "$folder/maps"
