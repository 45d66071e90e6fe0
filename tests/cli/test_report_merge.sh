# SPDX-License-Identifier: MIT
# Shards without a scheduler, and hexfog report merge: nothing that is missing is passed over.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"

mkdir -p maps/in
for i in 1 2 3 4 5 6 7 8 9; do
    at=maps/m$i
    [ $((i % 2)) -eq 0 ] || at=maps/in/m$i
    cat >$at.hexfog.json <<END
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": $i } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "m$i.exr" } ] }
END
done
conforms() { /usr/bin/python3 -W ignore "$SRC/tests/cli/conforms.py" "$HEXFOG" "$@"; }
holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}
# change FILE EXPRESSION >NEW: the report with a change made by Python to `it`.
change() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1]))
exec(sys.argv[2])
print(json.dumps(it))
END
}

shards_make_the_whole() {
    cp -r maps alone
    "$HEXFOG" batch -q alone --report alone.json
    cp -r maps shared
    for k in 0 1 2 3; do
        cp -r shared "node$k" # as on machines of their own
        (cd "node$k" && "$HEXFOG" batch -q . --shard "$k/4" --report "../$k.json")
        cp -n node$k/*.exr shared
        cp -n node$k/in/*.exr shared/in
    done
    diff -r alone shared
    status_is 0 "$HEXFOG" report merge 0.json 1.json 2.json 3.json --report whole.json
    is "9 maps: 9 baked; 4 reports" "$(cat out)"
    is "" "$(cat err)"
    conforms report-batch whole.json
    holds whole.json 'it["status"] == "ok" and it["shard"] is None and it["list"]["maps"] == 9
        and [j["rank"] for j in it["jobs"]] == list(range(9)) and it["counts"]["not_run"] == 0'
    # Written by one machine or by four: the same list, the same content.
    change alone.json '
import json
whole = json.load(open("whole.json"))
assert it["list"] == whole["list"]
pick = lambda r: [(j["map"], [o["sha256"] for o in j["outputs"]]) for j in r["jobs"]]
assert pick(it) == pick(whole)' >/dev/null
}
in_any_order() {
    status_is 0 "$HEXFOG" report merge 3.json 1.json 0.json 2.json --json
    cp out any.json
    "$HEXFOG" report merge whole.json --json >again.json
    same_bytes any.json whole.json
    same_bytes again.json whole.json
    "$HEXFOG" report merge - <whole.json >out
    is "9 maps: 9 baked; 1 report" "$(cat out)"
}
missing_shard() {
    status_is 1 "$HEXFOG" report merge 0.json 1.json 3.json --report part.json
    is "9 maps: 7 baked, 2 not run; 3 reports" "$(cat out)"
    has "hexfog: error: the map of rank 2, of shard 2/4 is missing: no report has it" err
    has "hexfog: error: the map of rank 6, of shard 2/4 is missing: no report has it" err
    conforms report-batch part.json
    holds part.json 'it["status"] == "no" and it["counts"]["not_run"] == 2
        and len(it["messages"]) == 2'
    status_is 1 "$HEXFOG" report merge 0.json 1.json 3.json --report also.json --report part.xml
    same_bytes part.json also.json
    has 'tests="8" failures="1" errors="0" skipped="0"' part.xml
    # What was missing in a merge may come later.
    status_is 0 "$HEXFOG" report merge part.json 2.json
    is "9 maps: 9 baked; 2 reports" "$(cat out)"
}
# A hundred of them are named, of lists however long.
many_missing() {
    for maps in 103 104 9007199254740992; do
        change 0.json "it['list']['maps'] = $maps" >many.json
        done=$(/usr/bin/python3 -c 'import json; print(len(json.load(open("0.json"))["jobs"]))')
        status_is 1 "$HEXFOG" report merge many.json
        is 100 "$(grep -c 'of shard ./4 is missing: no report has it$' err)"
        case $((maps - done - 100)) in
        0) hasnt "more map" err ;;
        1) has "hexfog: error: 1 more map is missing" err ;;
        *) has "hexfog: error: $((maps - done - 100)) more maps are missing" err ;;
        esac
    done
}
not_run() {
    cp -r maps early
    sed -i 's/1,/2,/' early/m2.hexfog.json
    status_is 3 "$HEXFOG" batch -q -j 1 early --report early.json
    status_is 1 "$HEXFOG" report merge early.json
    has "early/m2.hexfog.json:1:13: error: hexfog: 2 is out of range (allowed: 1)" err
    has "early/m2.hexfog.json: error: failed (input)" err
    has "early/m4.hexfog.json: error: not run" err
    is "9 maps: 5 baked, 1 failed, 3 not run; 1 report" "$(cat out)"
    # Another run makes it good, the first report or not.
    sed -i '1s/2,/1,/' early/m2.hexfog.json
    status_is 0 "$HEXFOG" batch -q early --if-changed --report late.json
    status_is 0 "$HEXFOG" report merge early.json late.json
    has "early/m2.hexfog.json: warning: baked in late.json, failed in early.json" err
    status_is 0 "$HEXFOG" report merge late.json
    is "" "$(cat err)"
}
twice() {
    status_is 0 "$HEXFOG" report merge 0.json 0.json 1.json 2.json 3.json
    has "in/m1.hexfog.json: warning: baked in 0.json, baked in 0.json" err
    is 3 "$(wc -l <err)"
}
contradictions() {
    change 1.json 'it["jobs"][0]["outputs"][0]["sha256"] = "0" * 64' >other.json
    status_is 1 "$HEXFOG" report merge 0.json 1.json other.json 2.json 3.json
    has "in/m3.hexfog.json: error: in/m3.exr has another content in other.json than in 1.json" err
    change 1.json 'it["jobs"][0]["map"] = "else"' >other.json
    status_is 1 "$HEXFOG" report merge 0.json 1.json other.json 2.json 3.json
    has "error: rank 1 is this map in 1.json, else in other.json" err
    change 1.json 'it["jobs"][0]["outputs"] = []' >other.json
    status_is 1 "$HEXFOG" report merge 0.json 1.json other.json 2.json 3.json
    has "error: 1 outputs in 1.json, 0 in other.json" err
    change 1.json 'it["list"]["digest"] = "0" * 64' >other.json
    status_is 3 "$HEXFOG" report merge 0.json other.json 2.json 3.json
    has "other.json: error: a report of another list, of 9 maps, than 0.json with its 9" err
}
unreadable() {
    status_is 4 "$HEXFOG" report merge 0.json nowhere.json 1.json 2.json 3.json
    has "nowhere.json" err
    is "9 maps: 9 baked; 4 reports" "$(cat out)"
    head -c 200 1.json >cut.json
    status_is 4 "$HEXFOG" report merge cut.json
    has "cut.json:" err
    has "not a report of hexfog batch" err
    echo '{}' >other.json
    status_is 4 "$HEXFOG" report merge other.json
    has "other.json:1:1: error: not a report of hexfog batch: report is missing or is no text" err
    "$HEXFOG" batch -n maps --json >dry.json
    status_is 4 "$HEXFOG" report merge dry.json
    has "dry_run is missing or is no false, for nothing is baked by one" err
    # One limit, met at its first byte, and status 3 as for every list past its limit.
    truncate -s 16777217 long.json
    for file in long.json /dev/zero; do
        status_is 3 "$HEXFOG" report merge $file
        has "$file: error: the text is longer than 16777216 bytes" err
    done
    truncate -s 16777216 long.json
    status_is 4 "$HEXFOG" report merge long.json
    rm long.json
    # Each member left out, or of another kind.
    /usr/bin/python3 - "$HEXFOG" <<'END'
import copy, json, subprocess, sys
whole = json.load(open("early.json"))
def places(node, path):
    if isinstance(node, dict):
        for key in node:
            yield path + [key]
            yield from places(node[key], path + [key])
    elif isinstance(node, list) and node:
        yield from places(node[-1], path + [len(node) - 1])
ignored = {"counts", "program"} # the rest tells them
count = 0
for path in list(places(whole, [])):
    if path[0] in ignored:
        continue
    for wrong in (None, [1]):
        report = copy.deepcopy(whole)
        node = report
        for key in path[:-1]:
            node = node[key]
        if wrong is None:
            del node[path[-1]]
        else:
            node[path[-1]] = wrong if isinstance(node[path[-1]], (str, int, dict)) else "text"
        json.dump(report, open("wrong.json", "w"))
        run = subprocess.run([sys.argv[1], "report", "merge", "wrong.json"],
                             capture_output=True, text=True)
        assert run.returncode == 4, (path, wrong, run)
        assert "wrong.json" in run.stderr and "not a report of hexfog batch" in run.stderr, run
        count += 1
assert count > 40, count
END
}
wrong_lines() {
    status_is 2 "$HEXFOG" report
    has "no action given (allowed: merge)" err
    status_is 2 "$HEXFOG" report marge a.json
    has "'marge' is no action (allowed: merge)" err
    status_is 0 "$HEXFOG" help report merge
    has "hexfog report [OPTION]... merge FILE..." out
    status_is 2 "$HEXFOG" help report marge
    has "one argument too many: 'marge'" err
    status_is 2 "$HEXFOG" report merge
    has "no FILE given (report takes merge FILE...)" err
    cp 0.json before
    status_is 2 "$HEXFOG" report merge 0.json --report 0.json
    same_bytes before 0.json
}
lists_with_errors() {
    status_is 1 "$HEXFOG" batch -q -k maps @nowhere --report lists.json
    status_is 1 "$HEXFOG" report merge lists.json
    has "nowhere" err
}
# A shard that was told to end, and another run of it.
ended_early() {
    change 2.json '
it["signal"] = "SIGTERM"
for job in it["jobs"]:
    job["result"], job["outputs"] = "not run", []' >ended.json
    status_is 1 "$HEXFOG" report merge 0.json 1.json ended.json 3.json --report ended.xml
    has 'failures="1" errors="0" skipped="2"' ended.xml
    has 'ended by SIGTERM' ended.xml
    status_is 0 "$HEXFOG" report merge 0.json 1.json ended.json 3.json 2.json --report good.json \
        --report good.xml
    holds good.json 'it["status"] == "ok" and it["signal"] is None'
    has 'tests="9" failures="0" errors="0" skipped="0"' good.xml
    is 9 "$(grep -c '<system-out>baked</system-out>' good.xml)"
}
# One task of contrib/slurm's array, without Slurm: `asked` is there when it is to run again.
task() { # STATUS NUMBER [VARIABLE=VALUE]... -- LIST
    wanted=$1 number=$2
    shift 2
    rm -f asked
    set -- "PATH=$PWD/nodes:$PATH" "SLURM_ARRAY_TASK_ID=$number" SLURM_JOB_ID=7 "$@"
    status_is "$wanted" env "$@"
}
slurm_task() {
    mkdir nodes reports
    ln -s "$HEXFOG" nodes/hexfog
    printf '#!/bin/sh\ntouch asked\nexit 1\n' >nodes/scontrol
    chmod +x nodes/scontrol
    cp -r maps array
    sbatch="sh $SRC/contrib/slurm/bake.sbatch reports array"
    all="SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3"
    one="SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=2"
    # shellcheck disable=SC2086 # words
    for number in 0 1 3; do task 0 $number $all $sbatch; done
    # shellcheck disable=SC2086
    task 2 2 $one $sbatch
    has "Give --shard 2/N or auto/N" err
    fails test -e asked
    is 7 "$(find array -name '*.exr' | wc -l)"
    # shellcheck disable=SC2086
    task 0 2 $one HEXFOG_SHARDS=4 $sbatch
    status_is 0 "$HEXFOG" report merge reports/shard-?.json
    is "9 maps: 9 baked; 4 reports" "$(cat out)"
    # What is wrong is so at the next try, what cannot be written need not be.
    sed -i '1s/1,/2,/' array/m4.hexfog.json
    # shellcheck disable=SC2086
    task 1 2 $one HEXFOG_SHARDS=4 $sbatch
    has "array/m4.hexfog.json: failed (input)" err
    fails test -e asked
    ln -sf nowhere array/m4.hexfog.json
    # shellcheck disable=SC2086
    task 1 2 $one HEXFOG_SHARDS=4 $sbatch
    test -e asked
}
parallel_resumes() {
    cp -r maps farm
    find farm -name "*.exr" -delete
    "$HEXFOG" batch --print-commands farm >commands
    sed -i '1s/1,/2,/' farm/m4.hexfog.json
    status_is 1 parallel -j 2 --joblog jobs.log --resume-failed <commands
    test ! -e farm/m4.exr
    test -s farm/m8.exr
    sed -i '1s/2,/1,/' farm/m4.hexfog.json
    touch before
    status_is 0 parallel -j 2 --joblog jobs.log --resume-failed <commands
    is "farm/m4.exr" "$(find farm -name '*.exr' -newer before)"
    for k in 1 2 3; do echo $k; done |
        parallel "$HEXFOG batch -q farm --if-changed --shard auto/3 --report p{}.json"
    status_is 0 "$HEXFOG" report merge p1.json p2.json p3.json
}

check "four shards make what one run makes, and their reports are one" shards_make_the_whole
check "reports merge in any order, and merged ones again" in_any_order
check "the maps of a shard without a report are missing" missing_shard
check "of very many missing maps a hundred are named" many_missing
check "maps that failed or were not run are named, until another run has them" not_run
check "a map in two reports is a warning" twice
check "reports that contradict each other are named" contradictions
check "what is no report is status 4, and the others are merged" unreadable
check "a wrong command line is told" wrong_lines
check "an early end is a failure in JUnit, until another run has made it good" ended_early
check "a task of the Slurm array is tried again where that may help, and alone" slurm_task
check "what kept a batch from its list is not forgotten" lists_with_errors
if need parallel && parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    check "GNU parallel runs the commands, and those that failed again" parallel_resumes
else
    skip "GNU parallel runs the commands, and those that failed again" "no GNU parallel"
fi
