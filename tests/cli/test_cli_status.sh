# SPDX-License-Identifier: MIT
# Every exit status that bake, info and schema can end with, and which of several wins.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "map.hdr" } ] }
END

# ends STATUS MESSAGE ARGUMENT...
ends() {
    want=$1
    text=$2
    shift 2
    status_is "$want" "$HEXFOG" "$@"
    if [ -n "$text" ]; then has "$text" err; else is "" "$(grep error err || true)"; fi
}

ok() {
    ends 0 "" bake map.json
    ends 0 "" info map.json
    ends 0 "" schema
}
usage() {
    ends 2 "no DESC given" bake
    ends 2 "nothing to write" bake map.json --set 'outputs=[]'
    ends 2 "no FILE given" info
    ends 2 "unknown schema" schema nosuch
}
input() {
    ends 3 "--set:1:11: error: grid.size" bake map.json --set grid.size=-1
    echo '{' >cut.json
    ends 3 "cut.json:2:1: error: " bake cut.json
    ends 3 "cut.json:2:1: error: " info cut.json
}
# The file is sparse: nothing of it is read.
too_long() {
    truncate -s $((16 * 1024 * 1024 + 1)) long.json
    ends 3 "long.json: error: the text is longer than 16777216 bytes" bake long.json
}
io() {
    ends 4 "nosuch.json: error: cannot open nosuch.json: No such file or directory" bake nosuch.json
    ends 4 ".: error: cannot read .: Is a directory" bake .
    ends 4 "cannot write nowhere/a.hdr" bake map.json -o nowhere/a.hdr
    ends 4 "cannot open nosuch.json" info nosuch.json
}
memory() {
    ends 5 "--max-memory allows" bake map.json --max-memory 64K
    ends 5 "--max-memory" info map.json --max-memory 64
}
# Wherever the limit strikes, the run ends cleanly and says why.
any_limit() {
    mkdir -p few
    bytes=1
    ended_0=0
    while [ $bytes -lt 4000000 ]; do
        for command in "bake map.json --output-dir few --depfile few/d" "info --json map.json"; do
            status=0
            # shellcheck disable=SC2086 # words
            "$HEXFOG" $command --max-memory $bytes >out 2>err || status=$?
            case $status in
            0) ended_0=$((ended_0 + 1)) ;;
            5) has "--max-memory" err ;;
            *) echo "status $status at $bytes: $command"; cat err; return 1 ;;
            esac
            is "" "$(find few -name '.*.tmp')"
        done
        bytes=$((bytes * 5 / 4 + 7))
    done
    test $ended_0 -gt 4
}
# Commands that read textures, two alone and whole folders of them.
any_limit_of_reading() {
    "$HEXFOG" bake -q map.json -o a.exr -o b.exr -o map.hdr
    mkdir -p folder_a folder_b
    for name in 1 2 3 4 5 6; do
        cp a.exr folder_a/$name.exr
        cp a.exr folder_b/$name.exr
    done
    for bytes in 1 100 1K 4K 10K 12K 100K 64M; do
        for command in "diff a.exr b.exr" "diff folder_a folder_b" "diff --json a.exr b.exr" \
            "diff --json folder_a folder_b" "diff --report r.xml folder_a folder_b" \
            "hash a.exr" "hash a.exr b.exr map.hdr" "hash --json a.exr b.exr" \
            "hash --report r.xml a.exr b.exr" "info a.exr" "info --json map.json" \
            "preview a.exr -o p.png" "preview map.json -o p.png" \
            "verify --gpu none map.json" "verify --gpu none --json map.json a.exr"; do
            status=0
            # shellcheck disable=SC2086 # words
            "$HEXFOG" $command --max-memory $bytes >out 2>err || status=$?
            case $status in
            0) hasnt "error" err ;;
            5) has "--max-memory" err ;;
            *) echo "status $status at $bytes: $command"; cat err; return 1 ;;
            esac
        done
    done
    is 0 "$status"
    status_is 5 "$HEXFOG" hash --json a.exr b.exr --max-memory 1K
    hasnt '"verdict": "ok"' out
    status_is 5 "$HEXFOG" diff --json a.exr b.exr --max-memory 1K
    hasnt '"verdict": "same"' out
}
first_of_several() {
    # usage before input
    ends 2 "nothing to write" bake map.json --set 'outputs=[]' --set texture.width=0
    has "texture.width" err
    # input before memory and io
    ends 3 "texture.width" bake map.json --set texture.width=0 --output-dir nowhere
    # memory before io
    ends 5 "--max-memory" bake map.json --output-dir nowhere --max-memory 64K
    # io of the report after input
    ends 3 "texture.width" bake map.json --set texture.width=0 --report nowhere/r.json
    has "cannot write nowhere/r.json" err
}
warnings_are_ok() {
    sed 's/"radius": 2/"radius": 80/; s/24/99/; s/20/99/' map.json >warn.json
    status_is 0 "$HEXFOG" bake warn.json
    has "warning: " err
}

check "0: done" ok
check "2: the command line, or nothing to do" usage
check "3: a description that is wrong" input
check "3: a description over 16 MiB, before it is read" too_long
check "4: a file that cannot be read or written" io
check "5: --max-memory" memory
check "5 or 0 for every --max-memory, and nothing left over" any_limit
check "5 or 0 for every --max-memory of what reads textures" any_limit_of_reading
check "of several the first of 2, 3, 5, 4" first_of_several
check "a warning changes no status" warnings_are_ok
