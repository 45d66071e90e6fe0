# SPDX-License-Identifier: MIT
# hexfog batch --if-changed: only what is not as it was is baked again, and what is remembered
# of it is never taken for more than it is.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
state=.hexfog-state

# map FILE NAME RADIUS [BASE]: writes NAME.exr and NAME.fogmap.json.
map() {
    cat >"$1" <<END
{ "hexfog": 1, ${4:+\"base\": \"$4\",}
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": $3 } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "$2.exr" }, { "path": "$2.fogmap.json" } ] }
END
}
# Four maps in two folders, the last over a base.
tree() {
    mkdir -p "$1/in"
    echo '{ "field": { "metric": "seamless" } }' >"$1/base.json"
    for name in a b; do map "$1/$name.hexfog.json" $name 3; done
    map "$1/in/c.hexfog.json" c 2
    map "$1/in/d.hexfog.json" d 2 ../base.json
}
# baked NAMES ARGUMENT...: a run that succeeds and bakes just these maps, in their order.
baked() {
    want=$1
    shift
    status_is 0 "$HEXFOG" batch --if-changed -q --report run.json "$@"
    is "$want" "$(/usr/bin/python3 - <<'END'
import json, os
report = json.load(open("run.json"))
assert not any(job["result"] == "failed" for job in report["jobs"])
print("".join(os.path.basename(job["map"])[0] for job in report["jobs"]
              if job["result"] == "baked"))
END
)"
}
# reason NAME: why it was baked in that run.
reason() {
    /usr/bin/python3 -c 'import json, os, sys
for job in json.load(open("run.json"))["jobs"]:
    if os.path.basename(job["map"])[0] == sys.argv[1]:
        print(job["reason"])' "$1"
}
# fresh NAME: a tree of that name, baked, and long enough ago for its dates to count.
fresh() {
    tree "$1"
    baked abcd "$1"
    find "$1" -type f -exec touch -d '1 hour ago' {} +
    baked "" "$1"
}

second_run() {
    fresh second
    ls -i second/in/* second/* >before
    cp second/$state before.state
    cp second/in/$state before.in.state
    baked "" second
    ls -i second/in/* second/* >after
    same_bytes before after
    same_bytes before.state second/$state
    same_bytes before.in.state second/in/$state
    status_is 0 "$HEXFOG" batch --if-changed second
    grep -qx '4 maps: 4 up to date, in .* s' err
    is 1 "$(wc -l <err)"
}
touched() {
    fresh touched
    touch touched/*.json touched/in/*
    baked "" touched
    cp -r touched copied # other inodes and dates, other places
    baked "" copied
    mkdir -p deeper/down
    mv copied deeper/down/moved
    (cd deeper && ln -s "$HEXFOG_TMP/run.json" run.json && baked "" down/moved)
}
outputs() {
    fresh outputs
    rm outputs/a.exr
    status_is 0 "$HEXFOG" batch -n --if-changed outputs
    has "map      outputs/a.hexfog.json  checked (output missing)" out
    has "map      outputs/b.hexfog.json  up to date" out
    printf x >>outputs/b.fogmap.json
    truncate -s -1 outputs/in/c.exr
    cp outputs/in/d.exr was.exr
    tr '\000-\377' '\001-\377\000' <was.exr >outputs/in/d.exr
    baked abcd outputs
    is "output missing" "$(reason a)"
    is "output changed" "$(reason d)"
    same_bytes was.exr outputs/in/d.exr
    baked "" outputs
    # A link in an output's place that leads to the same content is no change; to another, it is.
    cp outputs/a.exr elsewhere.exr
    ln -sf "$PWD/elsewhere.exr" outputs/a.exr
    baked "" outputs
    printf x >>elsewhere.exr
    baked a outputs
    test -L outputs/a.exr
}
inputs() {
    fresh inputs
    map inputs/b.hexfog.json b 4
    baked b inputs
    is "input changed" "$(reason b)"
    echo '{ "field": { "metric": "sweep" } }' >inputs/base.json
    baked d inputs
    baked abcd inputs --set texture.width=25
    baked abcd inputs
    baked abcd inputs --werror
    baked abcd inputs
    baked abcd inputs --effort best
    baked "" inputs --effort best
    baked abcd inputs --effort fast
    baked abcd inputs
    mkdir -p away/in
    baked abcd inputs --output-dir away
    baked "" inputs --output-dir away
    # What no byte depends on.
    baked "" inputs -j 3 --fsync --max-memory 1G --mkdir
    # Back to what it was: what is there now is of another time.
    map inputs/b.hexfog.json b 3
    baked b inputs
}
reverted() {
    fresh reverted
    map reverted/a.hexfog.json a 4
    "$HEXFOG" bake -q reverted/a.hexfog.json # not remembered
    map reverted/a.hexfog.json a 3
    baked a reverted
    is "output changed" "$(reason a)"
}
other_options() {
    status_is 2 "$HEXFOG" batch second --cache x
    has "--cache is for --if-changed" err
    status_is 2 "$HEXFOG" batch second --rehash
    has "--rehash is for --if-changed" err
}
# paths FILE: of the outputs in a report.
paths() {
    /usr/bin/python3 -c 'import json, sys
for job in json.load(open(sys.argv[1]))["jobs"]:
    print(*(output["path"] for output in job["outputs"]), sep="\n")' "$1"
}
# Outputs above their description's folder, and names that do not depend on it.
elsewhere() {
    mkdir -p above/maps above/out fixed
    echo '{ "field": { "metric": "seamless" } }' >fixed/base.json
    map above/maps/a.hexfog.json ../out/a 3
    map above/maps/b.hexfog.json "$PWD/fixed/b" 3
    map above/maps/c.hexfog.json c 3 "$PWD/fixed/base.json"
    baked abc above
    paths run.json >paths.1
    has "above/maps/../out/a.exr" paths.1
    has "$PWD/fixed/b.exr" paths.1
    baked "" above
    paths run.json >paths.2
    diff paths.1 paths.2
    (cd above/maps && "$HEXFOG" batch -q --if-changed . --report here.json && paths here.json) >here
    has "../out/a.exr" here
    # A copy of all of it still means the same files, not those beside it.
    mkdir copy
    cp -rp above fixed copy
    (cd copy && ln -s "$HEXFOG_TMP/run.json" run.json && baked "" above)
    rm fixed/b.exr
    echo '{ "field": { "metric": "sweep" } }' >fixed/base.json
    (cd copy && baked bc above)
    test -s fixed/b.exr
}
set_back() {
    fresh back
    cp back/a.exr was.exr
    touch -r back/a.exr date
    tr '\000-\377' '\001-\377\000' <was.exr >new.exr
    cat new.exr >back/a.exr # in place: the same inode
    touch -r date back/a.exr
    baked "" back
    baked a back --rehash
    same_bytes was.exr back/a.exr
}
damaged() {
    fresh damaged
    cp damaged/$state whole
    sed 's/a\.exr/A.exr/' whole >damaged/$state
    baked a damaged
    status_is 0 "$HEXFOG" batch --if-changed damaged
    hasnt "not trusted" err
    sed 's/^\(.\)\(.*b\.exr\)/\1x\2/' whole >damaged/$state
    status_is 0 "$HEXFOG" batch --if-changed damaged
    has "$state: damaged records are not trusted: 1" err
    has "b.hexfog.json: baked" err
    for bytes in 0 1 10 14 15 16 200; do
        head -c $bytes whole >damaged/$state
        baked "ab" damaged
        baked "" damaged
    done
    { head -n 1 whole && head -c 100000 /dev/urandom; } >damaged/$state
    baked "ab" damaged
    sed '1s/1/2/' whole >damaged/$state
    baked "ab" damaged
}
# left_alone PLACE WHAT OPTION...: PLACE is no state file: nothing is baked, and it is told.
left_alone() {
    place=$1 what=$2
    shift 2
    rm -f strange/*.exr
    for more in "" -n -k --print-commands; do
        status_is 4 timeout 20 "$HEXFOG" batch --if-changed "$@" $more strange
        has "$place is $what" err
        is "" "$(find strange -name '*.exr')"
    done
}
# What stands in the place of the state but was not written there by hexfog is somebody's.
strangers() {
    mkdir strange cached
    map strange/a.hexfog.json a 2
    printf 'ssh-ed25519 AAAA me\n' >keys
    echo "my notes" >notes
    for at in strange cached; do
        set --
        [ $at = strange ] || set -- --cache cached
        for file in keys nowhere strange/a.hexfog.json; do
            ln -s "$PWD/$file" $at/$state
            cp strange/a.hexfog.json own
            left_alone "$at/$state" "a symbolic link" "$@"
            rm $at/$state
            same_bytes own strange/a.hexfog.json
        done
        is "ssh-ed25519 AAAA me" "$(cat keys)"
        fails test -e nowhere
        cp notes $at/$state
        left_alone "$at/$state" "a file of somebody else" "$@"
        same_bytes notes $at/$state
        rm $at/$state
        truncate -s 300M $at/$state
        status_is 4 "$HEXFOG" batch --if-changed "$@" strange
        has "$at/$state: error: the text is longer than" err
        rm $at/$state
        mkdir $at/$state
        left_alone "$at/$state" "a folder" "$@"
        rmdir $at/$state
        mkfifo $at/$state
        left_alone "$at/$state" "no regular file" "$@"
        rm $at/$state
        baked a "$@" strange
        # Also a state that is one, but elsewhere.
        mv $at/$state good
        ln -s "$PWD/good" $at/$state
        left_alone "$at/$state" "a symbolic link" "$@"
        rm $at/$state
    done
}
# A record of one map must not stand for another.
swapped() {
    fresh swapped
    map swapped/a.hexfog.json a 4
    map swapped/b.hexfog.json b 5
    baked ab swapped
    sed -n '/a\.hexfog/p' swapped/$state >line
    sed 's/a\.hexfog/b.hexfog/' line >forged
    cat forged >>swapped/$state
    baked "" swapped
}
gone() {
    fresh gone
    rm gone/a.hexfog.json
    map gone/b.hexfog.json b 5
    baked b gone
    hasnt "a.hexfog.json" gone/$state
}
cache() {
    tree cached
    status_is 4 "$HEXFOG" batch --if-changed cached --cache where
    has "cannot write where/$state: there is no folder where (--mkdir makes it)" err
    fails test -e cached/a.exr
    baked abcd cached --cache where --mkdir
    baked "" cached --cache where
    is "where/$state" "$(find cached where -name $state)"
    baked abcd cached --cache where --output-dir into --mkdir
    baked "" cached --cache where
    baked "" cached --cache where --output-dir into
}
shards_and_lists() {
    tree parts
    baked ac parts --shard 0/2
    baked bd parts --shard 1/2
    baked "" parts
    printf '%s\n' a.hexfog.json in >parts/list
    baked "" @parts/list
}
large_outputs() {
    mkdir large
    sed 's/24/800/; s/20/700/; s/"a.exr"/"a.exr", "compression": "none"/' second/a.hexfog.json \
        >large/a.hexfog.json
    baked a large
    test "$(wc -c <large/a.exr)" -gt 1048576
    baked "" large
    touch large/a.exr
    baked "" large
    baked "" large --verify
    printf x | dd of=large/a.exr bs=1 seek=600000 conv=notrunc 2>/dev/null
    status_is 0 "$HEXFOG" batch -n --if-changed large
    has "large/a.hexfog.json  checked" out
    baked a large
}
verified() {
    fresh verified
    baked "" verified --verify
    /usr/bin/python3 -c 'import json
assert all(j["proven"] == "cpu" for j in json.load(open("run.json"))["jobs"])'
    cp verified/$state proven
    baked "" verified
    baked "" verified --verify
    same_bytes proven verified/$state
    map verified/b.hexfog.json b 4
    baked b verified --verify
    map verified/b.hexfog.json b 3
    baked b verified
    # What could not be drawn is not proven.
    status_is 6 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$HEXFOG" batch --if-changed \
        --verify=gpu verified/b.hexfog.json
    has "verified/b.exr: error: " err
    grep -q 'without.*: --verify[:)]*' err
    hasnt "--gpu" err
    baked "" verified/b.hexfog.json --verify
    status_is 2 "$HEXFOG" batch verified --verify=cpu
    has "--verify: 'cpu' is not gpu (allowed: --verify, or --verify=gpu)" err
}
# What is printed remembers: once it was run there is nothing to print.
printed_remember() {
    mkdir memory memory/out
    map memory/a.hexfog.json a 3
    map "memory/it's.hexfog.json" its 3
    map @x.hexfog.json x 3
    print() {
        "$HEXFOG" batch --print-commands --if-changed --messages json --cache memory/cache \
            --mkdir -q --effort fast --output-dir memory/out \
            --set field.metric='"sweep"' memory --from0 names >lines
    }
    printf '@x.hexfog.json\0' >names
    print
    is 3 "$(grep -c ' batch --if-changed --cache memory/cache .* --messages json ' lines)"
    has " ./@x.hexfog.json" lines
    sh lines
    test -s memory/out/a.exr
    print
    is "" "$(cat lines)"
    touch memory/a.hexfog.json
    sed -i 's/24/25/' memory/a.hexfog.json
    print
    is 1 "$(wc -l <lines)"
    has "memory/a.hexfog.json" lines
    is "" "$("$HEXFOG" batch --print-commands memory/a.hexfog.json | grep if-changed)"
}
# A write that the disk loses without a word.
spoilt() {
    mkdir spoilt
    map spoilt/a.hexfog.json a 3
    sed 's/"a.exr"/"a.ktx2"/' spoilt/a.hexfog.json >new
    mv new spoilt/a.hexfog.json
    status_is 1 env LD_PRELOAD="$PWD/faults.so" HEXFOG_FAULT=pwrite:2:success \
        HEXFOG_FAULT_PATH="$PWD/spoilt" "$HEXFOG" batch --if-changed --verify spoilt
    grep -q 'spoilt/a\.ktx2: error: [0-9]* of [0-9]* checks fail: .*; likely ' err
    has "spoilt/a.hexfog.json: failed (no)" err
    fails test -e spoilt/$state
    baked a spoilt --verify
}
print_commands() {
    fresh printed
    is "" "$("$HEXFOG" batch --if-changed --print-commands printed)"
    touch printed/*.exr
    is "" "$("$HEXFOG" batch --if-changed --print-commands printed)"
    rm printed/in/c.exr
    is "batch --if-changed printed/in/c.hexfog.json" \
        "$("$HEXFOG" batch --if-changed --print-commands printed | sed 's/^[^ ]* //')"
    status_is 2 "$HEXFOG" batch --print-commands --verify printed
}
at_once() {
    tree both
    for i in 1 2 3 4 5 6 7 8 9; do map both/m$i.hexfog.json m$i $((i + 2)); done
    "$HEXFOG" batch --if-changed -q both &
    one=$!
    "$HEXFOG" batch --if-changed -q both &
    two=$!
    wait $one
    wait $two
    baked "" both
    is 11 "$(grep -c 'hexfog\.json' both/$state)"
    is "" "$(find both -name '*.tmp')"
    cp -r both alone
    find alone -name '*.exr' -delete
    "$HEXFOG" batch -q alone
    diff -r -x $state both alone
}
failed() {
    fresh failed
    map failed/b.hexfog.json b 0.5
    status_is 1 "$HEXFOG" batch --if-changed -k failed
    map failed/b.hexfog.json b 3
    baked "" failed # as it was the last time that it was baked
}
# What lies in a folder that may only be read is up to date all the same.
read_only() {
    mkdir shelf
    map shelf/a.hexfog.json a 3
    status_is 0 "$HEXFOG" batch --if-changed shelf
    chmod -R a+rX,a-w shelf
    status_is 0 ${without_power:-} "$HEXFOG" batch --if-changed shelf
    has "1 map: 1 up to date" err
    chmod -R u+w shelf
    rm shelf/$state
    mkdir shelf/$state
    status_is 4 "$HEXFOG" batch --if-changed shelf
    has "is a folder" err
}

without_power=
[ "$(id -u)" -ne 0 ] || without_power="setpriv --bounding-set=-all"
build_faults faults.so

check "a second run does nothing, and says so" second_run
check "what is only touched, copied or moved is up to date" touched
check "an output that is missing, cut or another's is baked again" outputs
check "a changed description, base or option bakes again, just what it changes" inputs
check "outputs of another time are not taken for those of a record" reverted
check "what is named elsewhere is looked for there, and shown as a bake shows it" elsewhere
check "--cache and --rehash are for --if-changed" other_options
check "a file with its date set back is found with --rehash" set_back
if [ -z "$without_power" ] || $without_power true 2>/dev/null; then
    check "a folder that may only be read has maps that are up to date" read_only
else
    skip "a folder that may only be read has maps that are up to date" "root with all its powers"
fi
check "a damaged state file is never trusted" damaged
check "what is no state file is left alone, a link is not followed" strangers
check "a forged line has no effect" swapped
check "records of descriptions that are gone go" gone
check "--cache DIR remembers elsewhere" cache
check "shards and lists share what is remembered" shards_and_lists
check "large outputs are hashed again when they were touched" large_outputs
check "--verify proves what is up to date, once" verified
check "a lost write fails --verify, and is not remembered" spoilt
check "--print-commands has only what is to be baked" print_commands
check "printed commands remember what they bake" printed_remember
check "two batches at once lose nothing of each other" at_once
check "a map that fails leaves its record" failed
