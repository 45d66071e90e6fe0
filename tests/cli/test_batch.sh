# SPDX-License-Identifier: MIT
# hexfog batch: which maps, in which order, what is written and what is told of it.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"

# map FILE [NAME]: a small description that writes NAME.exr and NAME.fogmap.json.
map() {
    name=${2:-$(basename "$1" | sed 's/\.hexfog\.jsonc*$//')}
    cat >"$1" <<END
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": ${#name} } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "$name.exr" }, { "path": "$name.fogmap.json" } ] }
END
}
# tree FOLDER: eight maps in three folders, and what is none.
tree() {
    mkdir -p "$1/a/deep" "$1/b" "$1/.hidden"
    for at in z a/one a/deep/three b/one b/-dash; do map "$1/$at.hexfog.json"; done
    map "$1/a/deep/with space.hexfog.jsonc"
    map "$1/b/é.hexfog.json"
    map "$1/b/new
line.hexfog.json" newline
    map "$1/.hidden/no.hexfog.json"
    map "$1/b/.no.hexfog.json" no
    map "$1/b/no.json"
    echo text >"$1/b/readme.txt"
}
commands() { "$HEXFOG" batch --print-commands "$@" | sed 's/^[^ ]* bake //'; }
conforms() { /usr/bin/python3 -W ignore "$SRC/tests/cli/conforms.py" "$HEXFOG" "$@"; }
holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}
no_temporaries() { is "" "$(find . -name '*.tmp')"; }

tree maps

order() {
    cat >wanted <<'END'
maps/a/deep/three.hexfog.json
'maps/a/deep/with space.hexfog.jsonc'
maps/a/one.hexfog.json
maps/b/-dash.hexfog.json
"$(printf 'maps/b/new\nline.hexfog.json')"
maps/b/one.hexfog.json
'maps/b/é.hexfog.json'
maps/z.hexfog.json
END
    commands maps >got
    diff wanted got
    commands maps/ maps maps/b/../z.hexfog.json maps/b >got
    diff wanted got
}
bakes_as_bake_does() {
    cp -r maps one
    cp -r maps each
    status_is 0 "$HEXFOG" batch one
    grep -qx '8 maps: 8 baked, .*, in .* s' err
    is "" "$(cat out)"
    is 9 "$(wc -l <err)"
    has "one/b/new\\x0Aline.hexfog.json: baked in" err
    find each/[!.]* -name '[!.]*.hexfog.json*' -print0 | xargs -0 -n 1 "$HEXFOG" bake -q
    diff -r one each
    no_temporaries
}
lists() {
    mkdir lists
    printf '# a comment\n\n../maps/z.hexfog.json\r\n../maps/a\n' >lists/list
    commands @lists/list >got
    is "lists/../maps/a/deep/three.hexfog.json" "$(head -n 1 got)"
    is 4 "$(wc -l <got)"
    find maps/b -name '*.json' ! -name '.*' ! -name 'no.json' -print0 >nul
    is 4 "$(commands --from0 nul | wc -l)"
    "$HEXFOG" batch --print-commands --from0 - <nul >got
    is 4 "$(wc -l <got)"
    printf 'maps/z.hexfog.json' | "$HEXFOG" batch --print-commands @- >got
    has "bake maps/z.hexfog.json" got
    status_is 4 "$HEXFOG" batch @nowhere
    has "nowhere" err
    echo '# nothing' >empty.list
    status_is 2 "$HEXFOG" batch @empty.list
    has "nothing to bake: the list is empty" err
    printf 'maps/z.hexfog.json\n@other\n' >nested.list
    status_is 3 "$HEXFOG" batch @nested.list
    has "nested.list: error: there is no file '@other', and a list names no other list" err
    map @other own
    is 2 "$(commands @nested.list | wc -l)"
    rm @other
    printf 'a\0b\n' >bad.list
    status_is 3 "$HEXFOG" batch @bad.list
    has "bad.list:1:1: error: a NUL byte" err
}
wrong_lines() {
    status_is 2 "$HEXFOG" batch
    has "no LIST given" err
    status_is 2 "$HEXFOG" batch -
    has "'-' is no list" err
    mkdir -p empty
    status_is 2 "$HEXFOG" batch empty
    has "nothing to bake" err
    for way in "" --dry-run --if-changed --keep-going "--shard 0/2"; do
        rm -f none.json none.xml
        # shellcheck disable=SC2086 # words
        status_is 2 "$HEXFOG" batch empty $way --report none.json --report none.xml
        is "" "$(cat out)"
        has '"message": "nothing to bake: no *.hexfog.json and no *.hexfog.jsonc there"' none.json
        has '"status": "usage"' none.json
        conforms report-batch none.json
        has 'tests="1" failures="0" errors="1"' none.xml
    done
    is "" "$(ls -A empty)"
    # But not in place of the list.
    echo '# nothing' >list.json
    status_is 2 "$HEXFOG" batch @list.json --report list.json
    has "'list.json' is a file that the batch reads or writes" err
    is '# nothing' "$(cat list.json)"
    status_is 2 "$HEXFOG" batch maps --shard 9
    has "--shard: '9' is not K/N" err
    status_is 2 "$HEXFOG" batch maps --report r.txt
    status_is 2 env -u CI_NODE_INDEX "$HEXFOG" batch maps --shard auto
    has "none of these variables is set" err
    status_is 2 "$HEXFOG" batch maps --print-commands --report r.json
}
dashes() {
    cp maps/b/-dash.hexfog.json .
    is "-- -dash.hexfog.json" "$(commands -- -dash.hexfog.json)"
    status_is 0 "$HEXFOG" batch -q -- -dash.hexfog.json
    test -s ./-dash.exr
}
printed_commands_run() {
    cp -r maps there
    mkdir printed
    "$HEXFOG" batch --print-commands -q --output-dir "printed/it's" --mkdir --set 'name="a b"' \
        there | sh
    is 8 "$(find printed -name '*.exr' | wc -l)"
    test -s "printed/it's/b/newline.exr"
    is 0 "$(find there -name '*.exr' | wc -l)"
    mkdir "odd
names"
    odd="odd
names/it's 5 %s, \\n \"\$(x)\` of $(printf '\\\\ 1')"
    map "$odd.hexfog.json" odd
    "$HEXFOG" batch --print-commands "odd
names" >lines
    is 1 "$(wc -l <lines)"
    sh lines
    test -s "odd
names/odd.exr"
    mkdir hidden
    hidden=$(printf 'hidden/e\033[31m\a1\302\233%%\342\200\256\233.hexfog.json')
    map "$hidden" hidden
    "$HEXFOG" batch --print-commands hidden >lines
    has '\033[31m\0071\302\233%%\342\200\256\233.hexfog.json' lines
    sh lines
    test -s hidden/hidden.exr
    map "$(printf -- '-x\ny')" dash
    "$HEXFOG" batch --print-commands -- "$(printf -- '-x\ny')" | sh
    test -s dash.exr
    map "$(printf 'end\n_')" end
    mv "$(printf 'end\n_')" 'end
'
    mkdir formats
    map formats/zip.hexfog.json zip
    sed 's/zip.exr/none.hdr/; s/zip/none/' formats/zip.hexfog.json >formats/none.hexfog.json
    is "formats/none.hexfog.json
--effort best formats/zip.hexfog.json" "$(commands --effort best formats)"
    "$HEXFOG" bake -q formats/zip.hexfog.json
    mv formats/zip.exr default.exr
    "$HEXFOG" batch -q --effort best formats
    "$HEXFOG" bake -q --effort best formats/zip.hexfog.json -o want.exr
    same_bytes want.exr formats/zip.exr
    fails same_bytes default.exr formats/zip.exr
    test -s formats/none.hdr
    for name in 'end
' '@end
'; do
        echo '{}' >"$name"
        status_is 3 "$HEXFOG" batch --print-commands "./$name"
        has "ends in a newline" err
        status_is 3 "$HEXFOG" batch --if-changed --print-commands "./$name"
        has "ends in a newline" err
        rm "$name"
    done
}
folders_are_kept() {
    status_is 4 "$HEXFOG" batch maps --output-dir kept
    has "there is no folder kept/a/deep (--mkdir makes it)" err
    fails test -e kept
    status_is 0 "$HEXFOG" batch -q maps --output-dir kept --mkdir
    for file in a/deep/three 'a/deep/with space' a/one b/-dash b/newline b/one b/é z; do
        test -s "kept/$file.exr"
    done
    is 8 "$(find kept -name '*.exr' | wc -l)"
    # A map that is named by itself goes where bake puts it.
    status_is 0 "$HEXFOG" batch -q maps/a/one.hexfog.json --output-dir kept
    test -s kept/one.exr
}
base_of_another() {
    mkdir bases
    echo '{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 1 } },
        "texture": { "width": 8, "height": 8 } }' >bases/b.fogmap.json
    echo '{ "hexfog": 1, "base": "b.fogmap.json", "outputs": [{ "path": "a.exr" }] }' \
        >bases/a.hexfog.json
    echo '{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 1 } },
        "texture": { "width": 8, "height": 8 }, "outputs": [{ "path": "b.fogmap.json" }] }' \
        >bases/c.hexfog.json
    status_is 3 "$HEXFOG" batch bases
    has '"bases/b.fogmap.json", an output, is a file that bases/a.hexfog.json reads' err
    has radius bases/b.fogmap.json
}
twins() {
    mkdir twins
    map twins/a.hexfog.json same
    map twins/b.hexfog.json same
    cp twins/b.hexfog.json twins/c.hexfog.json
    status_is 3 "$HEXFOG" batch twins --report twins.json
    has 'twins/b.hexfog.json: error: "twins/same.exr" is an output of twins/a.hexfog.json too' err
    has 'twins/c.hexfog.json: error: "twins/same.exr" is an output of twins/a.hexfog.json too' err
    is 4 "$(wc -l <err)"
    is 3 "$(find twins -type f | wc -l)"
    conforms report-batch twins.json
    holds twins.json 'it["status"] == "input" and it["counts"]["not_run"] == 3
        and [m["rule"] for m in it["messages"]] == ["D23"] * 4'
    # Also when another shard has the other one.
    status_is 3 "$HEXFOG" batch twins --shard 1/3
    status_is 3 "$HEXFOG" batch --output-dir joint --mkdir maps/a/one.hexfog.json \
        maps/b/one.hexfog.json
    fails test -e joint
    # An output that is another map.
    mkdir over
    map over/a.hexfog.json
    sed 's/a\.fogmap\.json/b.fogmap.json/; s/a\.exr/x.exr/' over/a.hexfog.json >over/c.hexfog.json
    map over/b.fogmap.json
    cp over/b.fogmap.json before
    status_is 3 "$HEXFOG" batch over/c.hexfog.json over/b.fogmap.json
    has '"over/b.fogmap.json", an output, is named as a description too' err
    same_bytes before over/b.fogmap.json
}
# A base without outputs is no map to bake when another in the list is over it.
base_alone() {
    mkdir based
    map based/base.hexfog.json
    sed '/outputs/d; s/20 },/20 } }/' based/base.hexfog.json >based/new
    mv based/new based/base.hexfog.json
    echo '{ "base": "base.hexfog.json", "outputs": [ { "path": "over.hdr" } ] }' \
        >based/over.hexfog.json
    status_is 0 "$HEXFOG" batch based --if-changed --report based.json
    has "[1/1] based/over.hexfog.json: baked in" err
    conforms report-batch based.json
    holds based.json '[j["result"] for j in it["jobs"]] == ["base", "baked"]
        and it["counts"]["bases"] == 1'
    holds based.json 'it["jobs"][0]["reason"] is None'
    status_is 0 "$HEXFOG" batch based -q --verify --report based.xml
    has 'tests="1" failures="0" errors="0" skipped="0"' based.xml
    has '<system-out>baked, proven on the CPU</system-out>' based.xml
    is "based/over.hexfog.json" "$(commands based)"
    for shard in 0 1; do "$HEXFOG" batch -q based --shard $shard/2 --report b$shard.json; done
    status_is 0 "$HEXFOG" report merge b0.json b1.json
    has "2 maps: 1 baked, 1 base" out
    status_is 2 "$HEXFOG" batch based/base.hexfog.json
    has "nothing to write: the description has no outputs (add \"outputs\": [{" err
    sed "s/.*--set '\(.*\)').*/\1/" err | head -n 1 >remedy
    status_is 0 "$HEXFOG" batch -q based/base.hexfog.json --set "$(cat remedy)"
    test -s based/NAME.exr
    rm based/NAME.exr
    hasnt "there is no -o" err
}
report_first() {
    mkdir late
    map late/a.hexfog.json
    status_is 4 "$HEXFOG" batch late --report nowhere/r.json
    is 1 "$(wc -l <err)"
    fails test -e late/a.exr
}
bad_map() {
    mkdir bad
    map bad/a.hexfog.json
    map bad/b.hexfog.json
    sed '1s/1,/2,/' bad/b.hexfog.json >bad/new && mv bad/new bad/b.hexfog.json
    ln -s nowhere bad/c.hexfog.json
    map bad/d.hexfog.json
    status_is 3 "$HEXFOG" batch -j 1 bad --report bad.json --messages github
    has "::error file=bad/b.hexfog.json,line=1,col=13::hexfog: " err
    test -s bad/a.exr
    fails test -e bad/d.exr
    conforms report-batch bad.json
    holds bad.json '[j["result"] for j in it["jobs"]] ==
        ["baked", "failed", "not run", "not run"] and it["status"] == "input"
        and it["jobs"][1]["status"] == "input" and len(it["jobs"][1]["messages"]) == 1
        and it["jobs"][1]["messages"][0]["key"] == "hexfog"'
    status_is 1 "$HEXFOG" batch --keep-going bad --report bad.json
    has "bad/c.hexfog.json" err
    grep -qx '4 maps: 2 baked, 2 failed, .*' err
    test -s bad/d.exr
    holds bad.json '[j["status"] for j in it["jobs"]] == ["ok", "input", "io", "ok"]
        and it["status"] == "no"'
    status_is 1 "$HEXFOG" batch -k bad/a.hexfog.json nowhere.hexfog.json --report bad.xml -q
    has 'tests="2" failures="0" errors="1" skipped="0"' bad.xml
    status_is 4 "$HEXFOG" batch -j 1 nowhere bad/a.hexfog.json --report bad.xml -q
    /usr/bin/python3 - <<'END'
import xml.dom.minidom as x
cases = x.parse("bad.xml").getElementsByTagName("testcase")
assert [c.getAttribute("name") for c in cases] == ["bad/a.hexfog.json", "nowhere"]
assert float(cases[0].getAttribute("time")) > 0
END
}
# An early end names a hundred of those that were not run.
not_run_are_many() {
    mkdir queue
    map queue/a.hexfog.json
    sed -i '1s/1,/2,/' queue/a.hexfog.json
    for i in $(seq 103); do cp maps/z.hexfog.json "queue/z$i.hexfog.json"; done
    sed -i 's/z\./q./g' queue/z*
    for i in $(seq 103); do sed -i "s/q\./z$i./g" "queue/z$i.hexfog.json"; done
    status_is 3 "$HEXFOG" batch -j 1 queue --report queue.xml
    is 100 "$(grep -c 'queue/z.*\.hexfog\.json: not run$' err)"
    has "and 3 more: not run (--report names all)" err
    has 'tests="104" failures="0" errors="1" skipped="103"' queue.xml
    is 103 "$(grep -c '<skipped/>' queue.xml)"
}
loops() {
    mkdir -p loop/in/deep
    map loop/in/deep/a.hexfog.json
    ln -s ../.. loop/in/deep/up
    ln -s . loop/in/same
    ln -s ../loop/in loop/other
    ln -s deep/a.hexfog.json loop/in/link.hexfog.json
    ln -s loop.hexfog.json loop/loop.hexfog.json
    commands loop >got
    is "loop/in/deep/a.hexfog.json loop/loop.hexfog.json" "$(tr '\n' ' ' <got | sed 's/ $//')"
    status_is 4 "$HEXFOG" batch loop
    has "loop/loop.hexfog.json: Too many levels of symbolic links" err
}
unreadable() {
    mkdir -p shut/in
    map shut/a.hexfog.json
    map shut/in/b.hexfog.json
    chmod 0 shut/in
    # shellcheck disable=SC2086 # words
    status_is 4 $without_power "$HEXFOG" batch shut
    has "cannot read the folder shut/in: Permission denied" err
    fails test -e shut/a.exr
    # shellcheck disable=SC2086 # words
    status_is 1 $without_power "$HEXFOG" batch -k shut
    test -s shut/a.exr
    chmod 755 shut/in
    chmod 0 shut/in/b.hexfog.json
    # shellcheck disable=SC2086 # words
    status_is 4 $without_power "$HEXFOG" batch shut
    has "shut/in/b.hexfog.json: Permission denied" err
}
shards() {
    commands maps >whole
    for n in 1 2 3 8 11; do
        : >parts
        for k in $(seq 0 $((n - 1))); do
            commands maps --shard "$k/$n" >part
            awk -v n="$n" -v k="$k" 'NR % n == (k + 1) % n' whole | diff - part
            cat part >>parts
        done
        sort parts >got
        sort whole | diff - got
        commands maps --shard "$n/$n" >got
        commands maps --shard "0/$n" | diff - got
    done
    # Elsewhere, under another name, the same.
    cp -r maps elsewhere
    commands maps --shard 1/3 | sed 's/maps/elsewhere/' >want
    commands "$PWD/elsewhere" --shard 1/3 | sed "s|$PWD/||" | diff want -
    SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=6 \
        "$HEXFOG" batch maps --shard auto --print-commands | sed 's/^[^ ]* bake //' >got
    commands maps --shard 1/3 | diff - got
    # More shards than maps: some have nothing to do, which is no mistake.
    status_is 0 "$HEXFOG" batch maps --shard 9/11 --report none.json
    conforms report-batch none.json
    holds none.json 'it["jobs"] == [] and it["list"]["maps"] == 8
        and it["shard"] == {"index": 9, "count": 11}'
}
reports() {
    status_is 0 "$HEXFOG" batch -q maps --report r.json --json
    cp out printed.json
    conforms report-batch r.json
    holds r.json '[j["rank"] for j in it["jobs"]] == list(range(8)) and it["signal"] is None
        and [j["map"] for j in it["jobs"]][1] == "a/deep/with space.hexfog.jsonc"
        and it["jobs"][4]["map"] == "b/new\nline.hexfog.json"'
    /usr/bin/python3 - <<'END'
import hashlib, json
report = json.load(open("r.json"))
for job in report["jobs"]:
    assert len(job["outputs"]) == 2
    for output in job["outputs"]:
        content = open(output["path"], "rb").read()
        assert len(content) == output["bytes"]
        assert hashlib.sha256(content).hexdigest() == output["sha256"]
END
    same_bytes r.json printed.json
    status_is 0 "$HEXFOG" batch -q maps --report both.json --report both.xml
    conforms report-batch both.json
    has 'tests="8" failures="0" errors="0" skipped="0"' both.xml
    status_is 2 "$HEXFOG" batch maps --report r.json --report r.txt
    has "--report: 'r.txt' ends in neither" err
    # Not over what is read or written.
    cp -r maps safe
    echo ../maps/z.hexfog.json >safe/list.json
    cp -r safe unchanged
    status_is 2 "$HEXFOG" batch safe --report safe/z.hexfog.json
    has "--report: 'safe/z.hexfog.json' is a file that the batch reads or writes" err
    status_is 2 "$HEXFOG" batch safe --report r.xml --report "$PWD/safe/a/one.fogmap.json"
    status_is 2 "$HEXFOG" batch @safe/list.json --report safe/list.json
    status_is 2 "$HEXFOG" batch --from0 safe/list.json --report safe/list.json
    diff -r unchanged safe
    status_is 0 "$HEXFOG" batch -n maps --json
    cp out plan.json
    conforms report-batch plan.json
    holds plan.json 'it["dry_run"] and it["counts"]["checked"] == 8'
}
events() {
    status_is 0 "$HEXFOG" batch -j 1 maps --messages json
    cp err events.lines
    conforms report-event events.lines
    /usr/bin/python3 - <<'END'
import json
events = [json.loads(line) for line in open("events.lines")]
assert [e["event"] for e in events] == ["begin"] + ["start", "end"] * 8 + ["summary"], events
assert [e["done"] for e in events if e["event"] == "end"] == list(range(1, 9))
END
    status_is 0 "$HEXFOG" batch -q maps --messages json
    is "" "$(cat err)"
}
dry_run() {
    cp -r maps dry
    status_is 0 "$HEXFOG" batch -n dry
    is 8 "$(grep -c '^map      dry/.*  checked$' out)"
    is 8 "$(grep -c '^output   dry/.*exr half' out)"
    is "" "$(cat err)"
    diff -r maps dry
}
memory() {
    status_is 5 "$HEXFOG" batch maps --max-memory 400K
    has "needs up to" err
    # Half of it is too little for a map, all of it is not: one after the other.
    most=$("$HEXFOG" bake -n --json -j 2 maps/z.hexfog.json |
        sed -n 's/.*"memory_bytes": \([0-9]*\).*/\1/p')
    status_is 0 "$HEXFOG" batch -j 2 maps --max-memory $((most * 3 / 2))
    grep -q '8 maps: 8 baked' err
}
# Wherever a limit strikes, even where there is none left to keep an error in.
memory_is_said() {
    for limit in 30K 50K 70K 80K 85K 90K 95K 100K 120K 200K 300K; do
        status_is 5 "$HEXFOG" batch -j 1 maps/z.hexfog.json --max-memory $limit
        grep -q '^hexfog: error: .*memory' err || wrong "nothing is said at $limit"
    done
}

# On a terminal one line is drawn again; errors stand above it, the summary stays.
live_line() {
    cp -r maps live
    map live/bad.hexfog.json bad
    sed -i '1s/1,/2,/' live/bad.hexfog.json
    status_is 1 "$HEXFOG" batch -k live --progress always
    carriage_return=$(printf '\r')
    grep -q "${carriage_return}[0-9]/9 .*\.hexfog\.json" err
    has "live/bad.hexfog.json:1:13: error: hexfog: 2 is out of range" err
    hasnt "baked in" err
    has "9 maps: 8 baked, 1 failed, " err
    status_is 1 "$HEXFOG" batch -k live --progress never
    is 2 "$(wc -l <err)"
    for columns in 300 30; do
        /usr/bin/python3 "$SRC/tests/cli/on_terminal.py" $columns "$HEXFOG" batch -k -j 2 live \
            --progress always >typescript || is 1 $?
        has "9 maps: 8 baked, 1 failed, " typescript
        # It takes all columns but one, where there is that much to tell.
        longest=$(tr '\r' '\n' <typescript | sed -n "s/$(printf '\033')\[K\$//p" | wc -L)
        test "$longest" -lt $columns
        is $((columns > 100)) $((longest > 30))
    done
}
# The whole of it, to be read nowhere: an end must still come.
stuck_reader() {
    /usr/bin/python3 - "$HEXFOG" <<'END'
import fcntl, os, signal, subprocess, sys, time
ends = os.pipe()
fcntl.fcntl(ends[1], 1031, 4096) # F_SETPIPE_SZ
os.write(ends[1], b"x" * 4096)
for option in "--print-commands", "--json":
    batch = subprocess.Popen([sys.argv[1], "batch", "-q", "maps", option], stdout=ends[1],
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    asleep, deadline = 0, time.monotonic() + 60
    while asleep < 20 and time.monotonic() < deadline: # it stands before the full pipe
        state = open("/proc/%d/stat" % batch.pid).read().rpartition(")")[2].split()[0]
        children = open("/proc/%d/task/%d/children" % (batch.pid, batch.pid)).read()
        asleep = asleep + 1 if state == "S" and not children else 0
        time.sleep(0.02)
    assert asleep == 20 and batch.poll() is None
    batch.send_signal(signal.SIGINT)
    assert batch.wait(timeout=30) == -signal.SIGINT, batch.returncode
END
}

variables_in_page() {
    sed -n 's/^    { "\([A-Z_]*\)", \(NULL\|"\([A-Z_]*\)"\), [01] }.*/\1 \3/p' \
        "$SRC/src/cli/shard.c" | tr ' ' '\n' | grep . >variables
    test "$(wc -l <variables)" -ge 17
    while read -r name; do has "$name" "$SRC/man/hexfog.1"; done <variables
}

check "maps are sorted by name, each once, whatever leads to them" order
check "a batch writes what bakes write" bakes_as_bake_does
check "@list and --from0 name maps" lists
check "a wrong command line is told" wrong_lines
check "names may begin with a dash" dashes
check "printed commands can be run by a shell" printed_commands_run
check "--output-dir keeps the maps' folders" folders_are_kept
check "two maps that write one file are refused before anything is baked" twins
check "a map that writes what another reads is refused before anything is baked" base_of_another
check "a base beside its maps is not baked" base_alone
check "a report that cannot be written is told before anything is baked" report_first
check "a map that fails ends the batch, or not" bad_map
check "a hundred maps that were not run are named, a report has all" not_run_are_many
check "a loop of links ends" loops
without_power=
[ "$(id -u)" -ne 0 ] || without_power="setpriv --bounding-set=-all"
mkdir probe && chmod 0 probe
# shellcheck disable=SC2086 # words
if $without_power ls probe >/dev/null 2>&1 || ! $without_power true 2>/dev/null; then
    skip "what cannot be read is told" "root, and setpriv does not drop its capabilities"
else
    check "what cannot be read is told" unreadable
fi
check "shards part the list by ranks, the same everywhere" shards
check "a report has what was written, with its hashes" reports
check "--messages json streams events" events
check "--dry-run tells and writes nothing" dry_run
check "--max-memory is for all that run at once" memory
check "--max-memory that is too little is always said" memory_is_said
check "progress is one line on a terminal, errors above it" live_line
check "SIGINT ends a batch whose output nobody reads" stuck_reader
check "the manual has the variables of --shard auto" variables_in_page
