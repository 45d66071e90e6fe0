# SPDX-License-Identifier: MIT
# bake and each of its options. What the files hold is proved elsewhere.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 3 } },
  "texture": { "width": 40, "height": 37 },
  "outputs": [ { "path": "map.hdr" }, { "path": "map.exr" }, { "path": "map.fogmap.json" } ] }
END
sed 's/, *"outputs".*//; $d' map.json >bare.json
printf '  "texture": { "width": 40, "height": 37 } }\n' >>bare.json
sed -i '/"width": 40, "height": 37 },$/d' bare.json
cat >wide.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 140 } },
  "texture": { "width": 200, "height": 200 },
  "outputs": [ { "path": "wide.hdr" } ] }
END

refused() {
    want=$1
    text=$2
    shift 2
    status_is "$want" "$HEXFOG" bake "$@"
    has "$text" err
    is "" "$(cat out)"
}
exr_attribute() { od -An -c -N 400 "$1" | tr -d ' \n' | grep -qF "$2"; }

writes_all() {
    status_is 0 "$HEXFOG" bake map.json
    is "" "$(cat out)"
    size=$(wc -c <map.hdr | awk '{ printf "%.1f KiB", $1 / 1024 }')
    is "wrote map.hdr (40 x 37, $size, levels 0..5)" "$(sed -n 1p err)"
    is 3 "$(wc -l <err)"
    for file in map.hdr map.exr map.fogmap.json; do has "wrote $file (40 x 37, " err; done
    has "\"map.exr\": 0.000244140625" map.fogmap.json
}
quiet() {
    status_is 0 "$HEXFOG" bake -q map.json
    is "" "$(cat out err)"
    status_is 3 "$HEXFOG" bake -q map.json --set hexfog=2
    has "hexfog: " err
}
stdin_description() {
    mkdir -p in
    cp map.hdr want.hdr
    rm -f map.hdr
    (cd in && "$HEXFOG" bake -q - <../map.json)
    same_bytes in/map.hdr want.hdr
    fails test -e map.hdr
    mv want.hdr map.hdr
    printf '{,' >bad.json
    refused 3 "<stdin>:1:2: error: " - <bad.json
}
beside_description() {
    mkdir -p deep/er
    cp map.json deep/er/
    "$HEXFOG" bake -q deep/er/map.json
    test -s deep/er/map.hdr
    test -s deep/er/map.exr
}
output_files() {
    mkdir -p elsewhere
    cp map.json elsewhere/
    status_is 0 "$HEXFOG" bake elsewhere/map.json -o one.hdr --output two.png
    fails test -e elsewhere/map.hdr
    test -s one.hdr
    test -s two.png
    is 2 "$(wc -l <err)"
    same_bytes one.hdr map.hdr
}
constants_alone() {
    status_is 0 "$HEXFOG" bake map.json -o alone.fogmap.json
    has '"max_level": 5' alone.fogmap.json
}
constants_and_hash() {
    "$HEXFOG" bake -q map.json -o map.hdr -o h.fogmap.json
    grep -A1 '"texel_hash"' h.fogmap.json | grep -qE '"map.hdr": "[0-9a-f]{64}"'
}
# fogmap.md 4: a .png is sampled with 255 whatever the description says.
constants_of_png() {
    "$HEXFOG" bake -q map.json -o s.png -o s.fogmap.json
    has '"level_scale": 255' s.fogmap.json
    "$HEXFOG" bake map.json --json -n -o s.fogmap.json -o s.png >plan
    hasnt '"level_scale": 64' plan
    "$HEXFOG" bake -q map.json --set 'outputs=[{"path": "t.fogmap.json"}, {"path": "t.png"}]'
    has '"level_scale": 255' t.fogmap.json
    "$HEXFOG" bake -q map.json -o s.png -o s.hdr -o s.fogmap.json
    has '"level_scale": 64' s.fogmap.json
    "$HEXFOG" bake -q map.json -o s.fogmap.json
    has '"level_scale": 64' s.fogmap.json
}
to_stdout() {
    for kind in hdr exr png; do
        "$HEXFOG" bake -q map.json -o "want.$kind"
        "$HEXFOG" bake map.json -o - --to $kind >got 2>err
        same_bytes "want.$kind" got
        has "wrote standard output (40 x 37, " err
    done
    "$HEXFOG" bake -q map.json -o - --to hdr -o also.hdr >got
    same_bytes got also.hdr
}
to_needs_dash() {
    refused 2 "-o - needs --to" map.json -o -
    refused 2 "--to applies to -o -" map.json --to hdr
    refused 2 "--to applies to -o -" map.json --to hdr -o a.hdr
    refused 2 "--to: 'gif' is not one of" map.json -o - --to gif
    refused 3 "-o: error: " map.json -o - --to hdr -o - --to hdr
    has "the same file as an earlier output" err
}
ktx2_options() {
    "$HEXFOG" bake -q map.json -o half.ktx2 -o shared.hdr
    "$HEXFOG" bake -q map.json -o - --to ktx2 >got
    same_bytes half.ktx2 got
    "$HEXFOG" bake -q map.json -o chain.ktx2 -o same.exr --mipmaps
    status_is 0 "$HEXFOG" bake -n map.json -o chain.ktx2 --mipmaps
    grep -qE '^output   chain\.ktx2  ktx2 half rg mipmaps, at most [0-9.]+ KiB$' out
    "$HEXFOG" bake -q map.json -o - --to ktx2 --mipmaps >got
    same_bytes chain.ktx2 got
    test "$(wc -c <chain.ktx2)" -gt "$(wc -c <half.ktx2)"
    "$HEXFOG" info chain.ktx2 >out
    has "ktx2, none" out
    has "mip levels   " out
    "$HEXFOG" bake -q map.json -o shared.ktx2 --precision rgb9e5 --mipmaps
    "$HEXFOG" info shared.ktx2 >out
    has "R,G,B, rgb9e5" out
    "$HEXFOG" verify --gpu none map.json half.ktx2 chain.ktx2 shared.ktx2 >out
    has "cpu.mips" out
    "$HEXFOG" diff shared.hdr shared.ktx2 >out
    has "same: " out
    "$HEXFOG" hash half.ktx2 chain.ktx2 | cut -d ' ' -f 1 | sort -u >out
    is 1 "$(wc -l <out)"
    "$HEXFOG" shader shared.ktx2 --lang glsl >out
    has "HEXFOG_LEVEL_SCALE = 64.0" out
    refused 2 "--mipmaps fits none of the -o files" map.json -o a.hdr --mipmaps
    refused 3 "has no channels to choose" map.json -o a.ktx2 --precision rgb9e5 --channels rg
    fails test -e a.ktx2
}
fits() {
    "$HEXFOG" bake -q map.json -o f.exr --precision float -o f.hdr
    "$HEXFOG" bake -q map.json -o h.exr --precision half
    test "$(wc -c <f.exr)" -gt "$(wc -c <h.exr)"
    "$HEXFOG" bake -q map.json -o n.exr --compression none
    "$HEXFOG" bake -q map.json -o z.exr --compression zips
    test "$(wc -c <n.exr)" -gt "$(wc -c <z.exr)"
    "$HEXFOG" bake -q map.json -o rg.exr --channels rg --compression none
    test "$(wc -c <n.exr)" -gt "$(wc -c <rg.exr)"
    "$HEXFOG" bake -q map.json -o r.hdr --encoder reference -o p.exr --compression piz
    same_bytes r.hdr map.hdr
    test -s p.exr
}
fits_none() {
    for option in precision=half compression=zip channels=rg; do
        refused 2 "--${option%=*} fits none of the -o files" map.json -o a.hdr -o b.png "--$option"
        refused 2 "--${option%=*} fits none of the -o files" map.json "--$option"
    done
    refused 2 "--encoder fits none of the -o files" map.json -o b.png --encoder reference
    refused 2 "--mipmaps fits none of the -o files" map.json -o b.exr --mipmaps
}
d22_of_given() {
    refused 3 '-o: error: "a.tga" does not end in the suffix of a format (allowed: .hdr' \
        map.json -o a.tga
    refused 3 '-o: error: a.exr: ' map.json -o a.exr --precision rgb9e5
    refused 3 'needs encoder "reference"' map.json -o a.exr --compression rle
    # also when there is no map to try them on
    refused 3 '-o: error: "a.tga" does not end' map.json -o a.tga --set grid.size=-1
    has "grid.size" err
}
d23_of_given() {
    refused 3 '-o: error: "./a.hdr" is the same file as an earlier output, a.hdr' \
        map.json -o a.hdr -o ./a.hdr
    ln -sf map.hdr link.hdr
    refused 3 'is the same file as an earlier output' map.json -o link.hdr -o map.hdr
}
d24_of_given() {
    mkdir -p folder.hdr
    refused 3 '-o: error: "folder.hdr" is a folder' map.json -o folder.hdr
    refused 3 '-o: error: "folder.hdr/" is a folder' map.json -o folder.hdr/
    refused 3 '-o: error: the path is empty' map.json -o ''
    ln -sf /dev/null null.hdr
    refused 3 '-o: error: "null.hdr" is not a regular file' map.json -o null.hdr
    test -c /dev/null
    cp map.json self.hdr
    ln -f self.hdr twin.hdr
    refused 3 '-o: error: "twin.hdr" is the description itself, self.hdr' self.hdr -o twin.hdr
    refused 3 '-o: error: "twin.hdr" is the description itself, <stdin>' - -o twin.hdr <self.hdr
    echo '{ "base": "self.hdr" }' >over.json
    refused 3 '-o: error: "twin.hdr" is the description'"'"'s base, self.hdr' \
        over.json -o twin.hdr
    same_bytes map.json self.hdr
}
d24_of_own() {
    cp map.json own.json
    ln -f own.json own.hdr
    refused 3 'outputs[0].path: "own.hdr" is the description itself' own.json \
        --set 'outputs=[{"path":"own.hdr"}]'
    mkdir -p dir.hdr
    refused 3 'outputs[1].path: "dir.hdr" is a folder' map.json \
        --set 'outputs=[{"path":"ok.hdr"},{"path":"dir.hdr"}]'
    # -o replaces the outputs, but they are still held to the rules
    refused 3 'outputs[0].path: "dir.hdr" is a folder' map.json \
        --set 'outputs=[{"path":"dir.hdr"}]' -o ok.hdr
    fails test -e ok.hdr
}
d25_of_given() {
    refused 3 'wide.json:4:26: error: outputs[0].path: ' wide.json
    has "level" err
    fails test -e wide.hdr
    # D25 of the own output does not hold when -o replaces it
    status_is 0 "$HEXFOG" bake wide.json -o wide.exr
    refused 3 '-o: error: other.hdr' wide.json -o other.hdr
    fails test -e other.hdr
}
d26() {
    refused 2 'bare.json:1:1: error: outputs: nothing to write' bare.json
    status_is 0 "$HEXFOG" bake bare.json -o bare.hdr
    same_bytes bare.hdr map.hdr
}
output_dir() {
    mkdir -p out.d
    "$HEXFOG" bake -q map.json --output-dir out.d
    same_bytes out.d/map.hdr map.hdr
    same_bytes out.d/map.exr map.exr
    "$HEXFOG" bake -q map.json --output-dir out.d --set "outputs=[{\"path\":\"$PWD/abs.hdr\"}]"
    test -s abs.hdr
    fails test -e out.d/abs.hdr
    "$HEXFOG" bake -q map.json --output-dir out.d -o given.hdr
    test -s given.hdr
}
makes_folders() {
    refused 4 "--mkdir makes it" map.json --output-dir new/er
    fails test -e new
    status_is 0 "$HEXFOG" bake map.json --output-dir new/er --mkdir
    same_bytes new/er/map.hdr map.hdr
}
syncs() {
    "$HEXFOG" bake -q map.json -o synced.hdr --fsync
    same_bytes synced.hdr map.hdr
}
dry_run() {
    mkdir -p dry
    status_is 0 "$HEXFOG" bake map.json --dry-run --output-dir dry --depfile dry/d
    is "" "$(ls -A dry)"
    is "" "$(cat err)"
    has "texture  40 x 37 texels, levels 0..5" out
    grep -qE '^memory   up to [0-9.]+ [KM]iB with [0-9]+ thread' out
    has "output   dry/map.hdr  hdr stream, at most " out
    has "output   dry/map.exr  exr half zip rgb stream, at most " out
    has "output   dry/map.fogmap.json  constants" out
    status_is 3 "$HEXFOG" bake -n map.json --set grid.size=0
    is "" "$(cat out)"
}
# The same error and status as the bake itself, and nothing made.
dry_run_looks_at_folders() {
    for options in '--output-dir no/such' '--depfile no/such/d' '-o no/such.exr' \
        '--output-dir map.json' '--output-dir map.json/below --mkdir'; do
        # shellcheck disable=SC2086 # words
        refused 4 "cannot " map.json $options
        cp err err.bake
        # shellcheck disable=SC2086
        refused 4 "cannot " map.json $options -n
        same_bytes err.bake err
    done
    fails test -e no
    status_is 0 "$HEXFOG" bake map.json -n --output-dir no/such/folder --mkdir
    fails test -e no
    status_is 0 sh -c '"$HEXFOG" bake map.json -n -o - --to hdr'
    has "output   -  hdr" out
    is "" "$(cat err)"
    status_is 4 "$HEXFOG" bake map.json -n --json --output-dir no/such
    has '"status": "io"' out
}
# Root may write anywhere until its capabilities are taken away.
dry_run_looks_at_modes() {
    if [ -n "$without_power" ]; then
        printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$without_power" "$HEXFOG" >powerless
        chmod 755 powerless
        HEXFOG=$PWD/powerless
    fi
    mkdir -p locked
    chmod 555 locked
    refused 4 "Permission denied" map.json --output-dir locked
    cp err err.bake
    refused 4 "Permission denied" map.json --output-dir locked -n
    same_bytes err.bake err
    refused 4 "Permission denied" map.json --output-dir locked/new --mkdir -n
    chmod 755 locked
    is "" "$(ls -A locked)"
}
size_at_most() {
    for format in 'a.hdr' 'a.png' 'a.exr --compression none' 'a.exr --precision float'; do
        # shellcheck disable=SC2086 # words
        "$HEXFOG" bake -n --json map.json -o $format >plan.json
        # shellcheck disable=SC2086
        "$HEXFOG" bake -q map.json -o $format --report done.json
        /usr/bin/python3 - <<'END'
import json, os
plan, done = (json.load(open(n)) for n in ("plan.json", "done.json"))
a, b = plan["outputs"][0], done["outputs"][0]
assert a["bytes"] is None and b["bytes"] == os.path.getsize(b["path"]), (a, b)
assert b["bytes"] <= a["bytes_at_most"] == b["bytes_at_most"], (a, b)
assert a["compression"] != "none" or b["bytes"] == a["bytes_at_most"], (a, b)
END
    done
}
warnings() {
    cat >warn.json <<'END'
{ "hexfog": 1, "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 80 } },
  "texture": { "width": 99, "height": 99 },
  "outputs": [ { "path": "warn.hdr" } ] }
END
    status_is 0 "$HEXFOG" bake warn.json
    grep -qE '^warn.json:3:26: warning: outputs\[0\].path: ' err
    test -s warn.hdr
    rm warn.hdr
    status_is 3 "$HEXFOG" bake warn.json --werror
    grep -qE '^warn.json:3:26: error: outputs\[0\].path: .* \[--werror\]$' err
    fails test -e warn.hdr
    status_is 3 "$HEXFOG" bake warn.json --werror -o warn2.hdr
    fails test -e warn2.hdr
    # What is an error by itself stays as it is.
    sed 's|"warn.hdr" }|&, { "path": "./warn.hdr" }|' warn.json >both.json
    status_is 3 "$HEXFOG" bake both.json --werror
    grep -qE '^both.json:3:26: error: .* \[--werror\]$' err
    grep -qE '^both.json:3:50: error: .* is the path of outputs\[0\] already$' err
    is 2 "$(wc -l <err)"
    fails test -e warn.hdr
}
threads() {
    "$HEXFOG" bake -q -j 1 map.json -o j.hdr -o j.exr -o j.png -o j.fogmap.json
    for n in 2 3 16; do
        "$HEXFOG" bake -q --jobs $n map.json -o k.hdr -o k.exr -o k.png -o k.fogmap.json
        for kind in hdr exr png; do same_bytes j.$kind k.$kind; done
        sed 's/"k\./"j./' k.fogmap.json | cmp - j.fogmap.json
    done
}
memory_limit() {
    refused 5 "--max-memory allows" map.json --max-memory 100K -o never.exr
    fails test -e never.exr
    refused 5 "--max-memory" map.json --max-memory 1
    refused 5 "--max-memory" wide.json -o never.exr --max-memory 64KiB
    status_is 0 "$HEXFOG" bake map.json --max-memory 1GiB
}
exact_memory() {
    for n in 1 3; do
        bytes=$("$HEXFOG" bake -n --json map.json -j $n |
            sed -n 's/^  "memory_bytes": \([0-9]*\),/\1/p')
        status_is 0 "$HEXFOG" bake map.json -j $n --max-memory "$bytes"
        status_is 5 "$HEXFOG" bake map.json -j $n --max-memory "$((bytes - 1))"
    done
    for size in "$((64 << 20))" 64M 64MiB 64m 67.2MB; do
        status_is 0 "$HEXFOG" bake map.json --max-memory "$size"
    done
}
sets() {
    "$HEXFOG" bake map.json --set texture.width=48 --set texture.height=44 -o set.hdr 2>err
    has "wrote set.hdr (48 x 44, " err
    refused 3 "--set:1:" map.json --set texture.width=0
    refused 2 "--set" map.json --set texture
}
jsonc() {
    sed '1s/$/ \/\/ a comment/' map.json >commented.json
    refused 3 "commented.json:1:16: error: " commented.json
    status_is 0 "$HEXFOG" bake --jsonc commented.json
    cp commented.json commented.jsonc
    status_is 0 "$HEXFOG" bake commented.jsonc
}
progress() {
    status_is 0 "$HEXFOG" bake map.json --progress always
    grep -q 'Mtexel/s  0:0[0-9] left' err
    status_is 0 "$HEXFOG" bake map.json
    hasnt "Mtexel/s" err
    status_is 0 "$HEXFOG" bake map.json --progress always -q
    is "" "$(cat err)"
    status_is 0 "$HEXFOG" bake map.json --progress never
    hasnt "Mtexel/s" err
}
json_is_for_plans() { refused 2 "--json needs --dry-run" map.json --json; }
reports() {
    status_is 0 "$HEXFOG" bake map.json --report r.json
    has '"status": "ok"' r.json
    status_is 0 "$HEXFOG" bake map.json --report r.xml
    has 'tests="4" failures="0" errors="0"' r.xml
    status_is 3 "$HEXFOG" bake map.json --set grid.size=0 --report bad.json
    has '"status": "input"' bad.json
    has '"key": "grid.size"' bad.json
    status_is 3 "$HEXFOG" bake map.json --set grid.size=0 --report bad.xml
    has 'tests="1" failures="0" errors="1"' bad.xml
    has '--set:1:' bad.xml
    /usr/bin/python3 -c 'import sys, xml.dom.minidom as x; [x.parse(n) for n in sys.argv[1:]]' \
        r.xml bad.xml
    refused 2 "ends in neither .json nor .xml" map.json --report r.txt
    refused 4 "--mkdir makes it" map.json --report nowhere/r.json
}
side_files_are_no_outputs() {
    cp map.json keep.json
    refused 2 "is a file that the bake reads" keep.json --report keep.json
    same_bytes map.json keep.json
    refused 2 "is also an output" map.json --report map.fogmap.json
    refused 2 "is also an output" map.json --depfile map.hdr
    refused 2 "is also the depfile" map.json --depfile d.json --report d.json
    refused 2 "--depfile-target needs --depfile" map.json --depfile-target x
}
mode_and_link() {
    "$HEXFOG" bake -q map.json -o mode.hdr
    chmod 640 mode.hdr
    ln -sf mode.hdr to-mode.hdr
    "$HEXFOG" bake -q map.json -o to-mode.hdr
    test -L to-mode.hdr
    is 640 "$(stat -c %a mode.hdr)"
}

check "a bake writes every output and tells so on standard error alone" writes_all
check "-q leaves errors alone" quiet
check "a description from standard input has its outputs in the working folder" stdin_description
check "outputs lie beside the description" beside_description
check "-o files replace the outputs and are relative to the working folder" output_files
check "a constants file can be the only output" constants_alone
check "a constants file has the hashes of the other files of its bake" constants_and_hash
check "a constants file beside .png files alone has their scale" constants_of_png
check "-o - writes the same bytes to standard output" to_stdout
check "--to and -o - need each other" to_needs_dash
check "-o x.ktx2 takes precision, channels and mipmaps; the other commands read it" ktx2_options
check "--precision, --compression, --channels and --encoder apply where they fit" fits
check "an option that fits no -o file is a usage error" fits_none
check "D22 holds for -o files" d22_of_given
check "D23 holds for -o files, by what the names lead to" d23_of_given
check "D24 holds for -o files, by inode" d24_of_given
check "D24 holds for the description's outputs, also when -o replaces them" d24_of_own
check "D25 holds for -o files, not for outputs that they replace" d25_of_given
check "D26: no outputs and no -o is status 2" d26
check "--output-dir takes the relative outputs" output_dir
check "--mkdir makes missing folders, without it they are an error" makes_folders
check "--fsync changes no byte" syncs
check "--dry-run tells sizes, memory and levels, and writes nothing" dry_run
check "--dry-run fails where the folders of the outputs would fail the bake" \
    dry_run_looks_at_folders
without_power=
[ "$(id -u)" -ne 0 ] || without_power="setpriv --bounding-set=-all"
if $without_power true 2>/dev/null; then
    check "--dry-run sees a folder that cannot be written" dry_run_looks_at_modes
else
    skip "--dry-run sees a folder that cannot be written" \
        "root, and setpriv does not drop its capabilities"
fi
check "files are at most as large as --dry-run says" size_at_most
check "--werror makes warnings errors before anything is written" warnings
check "-j 1, 2, 3 and 16 give the same bytes" threads
check "--max-memory refuses before allocation, status 5" memory_limit
check "the memory told is enough, and one byte less is refused" exact_memory
check "--set overrides a key and is checked like the file" sets
check "--jsonc accepts comments" jsonc
check "--progress always shows the bar, a file as standard error does not" progress
check "--json without --dry-run is a usage error" json_is_for_plans
check "--report is written on success and on failure" reports
check "--report and --depfile replace no input and no output" side_files_are_no_outputs
check "a replaced file keeps its mode, a link stays a link" mode_and_link
