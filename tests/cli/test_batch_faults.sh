# SPDX-License-Identifier: MIT
# hexfog batch when it is killed, interrupted, or its disk is full. KILLS=50 kills it as often
# (default: 8).
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
state=.hexfog-state
kills=${KILLS:-8}

map() {
    cat >"$1" <<END
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": $3 } },
  "field": { "metric": "seamless" },
  "texture": { "width": ${4:-160}, "height": 150 },
  "outputs": [ { "path": "$2.exr", "compression": "none" }, { "path": "$2.hdr" },
               { "path": "$2.fogmap.json" } ] }
END
}
tree() {
    mkdir -p "$1/in"
    for i in 1 2 3 4 5 6; do
        map "$1/a$i.hexfog.json" "a$i" $((i + 1))
        map "$1/in/b$i.hexfog.json" "b$i" $((i + 2))
    done
}
no_temporaries() { is "" "$(find "$@" -name '*.tmp')"; }
conforms() { /usr/bin/python3 -W ignore "$SRC/tests/cli/conforms.py" "$HEXFOG" "$@"; }

# Kills the batch and, every other time, its children with it, at moments from its start to its
# end; the options change each time, so that there is always work. Then runs it once more.
killed() {
    tree killed
    tree right
    "$HEXFOG" batch -q right
    /usr/bin/python3 - "$HEXFOG" "$kills" <<'END'
import os, random, signal, subprocess, sys, time
program, kills = sys.argv[1], int(sys.argv[2])
random.seed(7)
command = [program, "batch", "-q", "-j", "3", "--if-changed", "killed"]
began = time.monotonic()
subprocess.run(command, check=True)
whole = time.monotonic() - began
ended = 0
for i in range(kills):
    batch = subprocess.Popen(command + ["--set", "texture.height=%d" % (140 + i)],
                             start_new_session=True)
    time.sleep(random.uniform(0, whole))
    ended += batch.poll() is not None
    try:
        if i % 2:
            os.killpg(batch.pid, signal.SIGKILL)
        else:
            batch.kill()
    except ProcessLookupError:
        pass
    batch.wait()
print(kills, "kills,", ended, "of them after its end")
assert ended < kills
END
    status_is 0 "$HEXFOG" batch --if-changed killed
    diff -r -x $state right killed
    no_temporaries killed
    status_is 0 "$HEXFOG" batch --if-changed killed
    grep -qx '12 maps: 12 up to date, in .* s' err
    status_is 0 "$HEXFOG" batch --if-changed --rehash killed
    grep -qx '12 maps: 12 up to date, in .* s' err
}

# A map whose bake stands still, between two that are done, and others that wait.
still() {
    mkdir "$1"
    map "$1/a.hexfog.json" a 3
    map "$1/b.hexfog.json" stop 3
    map "$1/c.hexfog.json" c 3
    map "$1/d.hexfog.json" stop2 3
    map "$1/e.hexfog.json" e 3
}
# interrupted SIGNAL NUMBER FOLDER: two bakes are stopped by their first write; the signal ends
# them, and the batch of two dies of it.
interrupted() {
    still "$3"
    /usr/bin/python3 - "$HEXFOG" "$1" "$2" "$3" "$PWD/faults.so" <<'END'
import os, signal, subprocess, sys, time
program, name, number, folder, faults = sys.argv[1:]
env = dict(os.environ, LD_PRELOAD=faults, HEXFOG_FAULT="write:1+:SIGSTOP",
           HEXFOG_FAULT_PATH=os.path.abspath(folder) + "/.stop")
def default():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
batch = subprocess.Popen([program, "batch", "-j", "2", "--if-changed", folder, "--report",
                          folder + "/report.json", "--report", folder + "/report.xml"],
                         env=env, preexec_fn=default,
                         stderr=open("err", "w"))
def stopped():
    listed = subprocess.run(["ps", "-o", "stat=", "--ppid", str(batch.pid)],
                            stdout=subprocess.PIPE, text=True).stdout.split()
    return sum(state.startswith("T") for state in listed)
deadline = time.monotonic() + 60
while stopped() < 2:
    assert time.monotonic() < deadline, "no two bakes were stopped"
    time.sleep(0.02)
batch.send_signal(getattr(signal, name))
assert batch.wait(timeout=30) == -int(number), batch.returncode
END
    test -s "$3/a.exr"
    test -s "$3/c.exr"
    fails test -e "$3/stop.exr"
    fails test -e "$3/e.exr"
    no_temporaries "$3"
    conforms report-batch "$3/report.json"
    /usr/bin/python3 - "$3/report.json" "$1" <<'END'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["signal"] == sys.argv[2]
assert report["status"] == "no"
assert [j["result"] for j in report["jobs"]] == ["baked", "not run", "baked", "not run",
                                                 "not run"], report
END
    has 'failures="0" errors="1" skipped="3"' "$3/report.xml"
    has "message=\"ended by $1\"" "$3/report.xml"
    has "$3/e.hexfog.json: not run" err
    is 2 "$(grep -c 'hexfog\.json' "$3/$state")"
    status_is 0 "$HEXFOG" batch --if-changed "$3"
    has "5 maps: 3 baked, 2 up to date" err
}
ignored() {
    still ignored
    status_is 0 sh -c 'trap "" INT; "$HEXFOG" batch -q ignored & kill -INT $!; wait $!'
    test -s ignored/e.exr
}

# A folder that a sick disk hides is no map, which the other part might have.
hidden_folder() {
    mkdir hidden
    map hidden/a.hexfog.json a 3
    echo a.hexfog.json >hidden.list
    for part in 1/2 2/2; do
        for from in hidden @hidden.list; do
            status_is 4 env LD_PRELOAD="$PWD/faults.so" HEXFOG_FAULT=stat:1:EIO \
                "$HEXFOG" batch --shard $part $from
            has "Input/output error" err
        done
    done
}

# The state is read before the bake, and a link in its place comes while that stands still.
late_link() {
    mkdir late
    map late/a.hexfog.json stop 3
    echo mine >mine
    LD_PRELOAD="$PWD/faults.so" HEXFOG_FAULT=write:1:SIGSTOP HEXFOG_FAULT_PATH="$PWD/late/.stop" \
        "$HEXFOG" batch -j 1 --if-changed late 2>err &
    batch=$!
    wait_until sh -c "ps -o stat=,pid= --ppid $batch | grep '^T' >stopped"
    ln -s ../mine late/$state
    kill -CONT "$(awk '{ print $2 }' stopped)"
    status=0
    wait $batch || status=$?
    is 4 "$status"
    has "late/$state is a symbolic link" err
    is mine "$(cat mine)"
    test -L late/$state
    test -s late/stop.exr
    no_temporaries late
}

# killed_child SIGNAL: a bake that stands still is killed; the others are not.
killed_child() {
    rm -rf child
    mkdir child
    map child/a.hexfog.json a 3
    map child/b.hexfog.json stop 3
    map child/c.hexfog.json c 3
    LD_PRELOAD="$PWD/faults.so" HEXFOG_FAULT=write:1:SIGSTOP HEXFOG_FAULT_PATH="$PWD/child/.stop" \
        "$HEXFOG" batch -j 1 -k child --report child.json 2>err &
    batch=$!
    n=0
    until ps -o stat=,pid= --ppid $batch | grep '^T' >stopped; do
        n=$((n + 1))
        [ $n -lt 600 ] || wrong "nothing was stopped"
        sleep 0.1
    done
    kill "-$1" "$(awk '{ print $2 }' stopped)"
    kill -CONT "$(awk '{ print $2 }' stopped)" 2>/dev/null || :
    status=0
    wait $batch || status=$?
    is 1 "$status"
    test -s child/a.exr
    test -s child/c.exr
    fails test -e child/stop.exr
    no_temporaries child
    conforms report-batch child.json
}
killed_children() {
    killed_child KILL
    has "child/b.hexfog.json: error: the bake was killed (out of memory?)" err
    has "child/b.hexfog.json: failed (memory)" err
    killed_child SEGV
    has "child/b.hexfog.json: error: the bake crashed (signal 11, Segmentation fault)" err
    has "child/b.hexfog.json: failed (io)" err
}

# In a subshell: the disk goes whatever happens.
full_disk() (
    mkdir disk
    mount -t tmpfs -o size=700k none disk
    trap 'cd "$HEXFOG_TMP"; umount disk' EXIT
    for i in 1 2 3 4 5 6; do map "disk/m$i.hexfog.json" "m$i" 3; done
    mkdir whole
    cp disk/* whole
    "$HEXFOG" batch -q whole
    status_is 4 "$HEXFOG" batch -j 1 disk
    has "No space left on device" err
    test -s disk/m1.exr
    failed=$(sed -n 's|^\[.*\] disk/m\(.\)\.hexfog\.json: failed (io)$|\1|p' err)
    for i in 1 2 3 4 5 6; do
        if [ $i -lt "$failed" ]; then
            same_bytes "disk/m$i.exr" "whole/m$i.exr"
            same_bytes "disk/m$i.hdr" "whole/m$i.hdr"
        elif [ $i -eq "$failed" ]; then
            fails test -e "disk/m$i.exr"
        else
            has "disk/m$i.hexfog.json: not run" err
            fails test -e "disk/m$i.exr"
        fi
    done
    no_temporaries disk
    status_is 1 "$HEXFOG" batch -k disk
    no_temporaries disk
    # A disk that is full to the last byte: what was baked stands, what cannot be is told.
    rm -f disk/*.exr disk/*.hdr disk/*.fogmap.json disk/m[3-6]*
    "$HEXFOG" batch -q disk
    cat /dev/zero >disk/filler 2>filled || has "No space" filled
    status_is 4 "$HEXFOG" batch --if-changed disk/m1.hexfog.json
    has "No space left on device" err
    same_bytes disk/m1.exr whole/m1.exr
    no_temporaries disk
)

many() {
    mkdir many
    map many/m.hexfog.json '@' 1 16
    sed -i 's/"height": 150/"height": 12/' many/m.hexfog.json
    for i in $(seq 1 400); do
        sed "s/@/m$i/g" many/m.hexfog.json >"many/m$i.hexfog.json"
    done
    rm many/m.hexfog.json
    status_is 0 "$HEXFOG" batch --if-changed --progress always many --report many.json
    grep -q '[0-9]/400  [0-9.]*/s  [0-9]*:[0-9][0-9] left  m[0-9]*\.hexfog\.json, m' err
    is 400 "$(find many -name '*.exr' | wc -l)"
    status_is 0 "$HEXFOG" batch --if-changed many
    has "400 maps: 400 up to date" err
}

build_faults faults.so

check "killed $kills times, one more run makes everything right" killed
if need ps; then
    check "SIGINT ends a batch: what is done stays, the rest is told" interrupted SIGINT 2 int
    check "SIGTERM likewise" interrupted SIGTERM 15 term
    check "SIGHUP likewise" interrupted SIGHUP 1 hup
    check "a bake that is killed or crashes is a failed map, not the end" killed_children
    check "a link that comes to the state's place during the run is not followed" late_link
else
    for what in "SIGINT ends a batch: what is done stays, the rest is told" "SIGTERM likewise" \
        "SIGHUP likewise" "a bake that is killed or crashes is a failed map, not the end" \
        "a link that comes to the state's place during the run is not followed"; do
        skip "$what" "no ps"
    done
fi
check "an ignored signal stays ignored" ignored
mkdir probe
if mount -t tmpfs none probe 2>why; then
    umount probe
    check "on a full disk the status is 4, what was baked stays, the rest is named" full_disk
else
    skip "on a full disk the status is 4, what was baked stays, the rest is named" \
        "no tmpfs can be mounted: $(tr '\n' ' ' <why)"
fi
check "what cannot be looked at is an error in every part of a batch" hidden_folder
check "400 small maps" many
