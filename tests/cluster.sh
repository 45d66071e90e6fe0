#!/bin/sh
# SPDX-License-Identifier: MIT
# A cluster of two nodes on this machine's loopback bakes 40 maps as an array of 8, loses a
# node in the middle, and leaves the bytes that one machine leaves.
#
#   tests/cluster.sh       (scripts/test.sh --cluster installs Slurm and MUNGE first; root)
#
# Slurm's daemons and MUNGE run with files, keys and ports of their own in a scratch folder,
# and are stopped by process id whatever happens. Its last line is `N passed, N failed`.
# HEXFOG: the program.
# Sources: slurm.conf(5), munged(8).
set -eu
SRC=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -gt 0 ]; then
    echo "usage: [HEXFOG=...] sh tests/cluster.sh" >&2
    exit 2
fi
HEXFOG=${HEXFOG:-$SRC/build/hexfog}
NODE_SECONDS=10 # until Slurm gives up a silent node: SlurmdTimeout

checks=0 failures=0
scratch=$(mktemp -d)
ok() { checks=$((checks + 1)); echo "ok $checks - $1"; }
not_ok() { checks=$((checks + 1)); failures=$((failures + 1)); echo "not ok $checks - $1"; }
verdict() { # SENTENCE COMMAND...
    sentence=$1
    shift
    if "$@" >"$scratch/verdict" 2>&1; then
        ok "$sentence"
    else
        not_ok "$sentence"
        sed 's/^/# /' "$scratch/verdict"
    fi
}
give_up() {
    echo "Bail out! $1"
    for log in "$scratch"/log/*; do
        [ -e "$log" ] || continue
        echo "# $log"
        tail -n 15 "$log" | sed 's/^/#   /'
    done
    echo "$((checks - failures)) passed, $((failures + 1)) failed"
    exit 1
}

for program in slurmctld slurmd munged sbatch /usr/bin/python3 "$HEXFOG"; do
    command -v "$program" >/dev/null || give_up "no $program"
done
[ "$(id -u)" -eq 0 ] || give_up "slurmd must be started by root"

# MUNGE's clients must be able to reach its socket.
chmod 755 "$scratch"
mkdir "$scratch/log" "$scratch/run" "$scratch/state" "$scratch/spool.n1" "$scratch/spool.n2"

# Every process that has this run's scratch folder in its command line or environment.
ours() {
    for entry in /proc/[0-9]*; do
        pid=${entry#/proc/}
        [ "$pid" -ne $$ ] || continue
        { cat "$entry/cmdline" "$entry/environ"; } 2>/dev/null | tr '\0' '\n' |
            grep -qF "$scratch" && echo "$pid"
    done
    return 0
}
finish() {
    trap - EXIT INT TERM
    unset SLURM_CONF TMPDIR
    tries=0
    while left=$(for_kill); [ -n "$left" ] && [ $tries -lt 50 ]; do
        # shellcheck disable=SC2086 # process ids
        kill -9 $left 2>/dev/null || :
        tries=$((tries + 1))
        sleep 0.1
    done
    rm -rf "$scratch"
}
# Not this shell's own children for the loop above, which are gone by the time of the kill.
for_kill() { ours | xargs; }
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Three ports that nothing listens on.
ports=$(/usr/bin/python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')
# shellcheck disable=SC2086
set -- $ports

host=$(uname -n)
host=${host%%.*}
cat >"$scratch/slurm.conf" <<END
ClusterName=hexfog
SlurmctldHost=$host(127.0.0.1)
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort=$1
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$scratch/run/munge.socket
CredType=cred/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool.%n
SlurmctldPidFile=$scratch/run/slurmctld.pid
SlurmdPidFile=$scratch/run/slurmd.%n.pid
SlurmctldLogFile=$scratch/log/slurmctld
SlurmdLogFile=$scratch/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SwitchType=switch/none
MpiDefault=none
SlurmdTimeout=$NODE_SECONDS
InactiveLimit=0
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$scratch/slurm.conf"

until_true() { # SECONDS COMMAND...
    seconds=$1
    shift
    waited=0
    until "$@" >/dev/null 2>&1; do
        [ "$waited" -lt "$seconds" ] || return 1
        sleep 1
        waited=$((waited + 1))
    done
}
idle() { [ "$(sinfo -h -N -o '%n %t' | grep -c ' idle$')" -eq 2 ]; }

dd if=/dev/urandom of="$scratch/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$scratch/munge.key"
munged --key-file="$scratch/munge.key" --socket="$scratch/run/munge.socket" \
    --pid-file="$scratch/run/munge.pid" --log-file="$scratch/log/munge" \
    --seed-file="$scratch/run/munge.seed" --force 2>/dev/null || give_up "munged did not start"
slurmctld -i || give_up "slurmctld did not start"
slurmd -N n1 || give_up "slurmd did not start"
slurmd -N n2 || give_up "slurmd did not start twice"
until_true 30 idle || give_up "the nodes did not come up"
ok "a controller and two nodes are up on the loopback"

# The 40 maps, whose bakes take about a second on one CPU each, and the program on PATH.
mkdir "$scratch/maps" "$scratch/bin" "$scratch/one"
ln -s "$HEXFOG" "$scratch/bin/hexfog"
PATH=$scratch/bin:$PATH
export PATH
for number in $(seq 10 49); do
    cat >"$scratch/maps/map $number.hexfog.json" <<END
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": $((number - 10)) } },
  "field": { "metric": "seamless" }, "texture": { "width": 1031, "height": 1033 },
  "outputs": [ { "path": "map $number.exr", "precision": "float" },
               { "path": "map $number.hdr" } ] }
END
    echo "map $number.hexfog.json" >>"$scratch/maps/list"
done
hexfog batch -q --output-dir "$scratch/one" "@$scratch/maps/list" ||
    give_up "one machine cannot bake the maps"

# A task lasts long enough to lose its node.
rm "$scratch/bin/hexfog"
cat >"$scratch/bin/hexfog" <<END
#!/bin/sh
[ "\$1" = report ] || sleep 3
exec "$HEXFOG" "\$@"
END
chmod +x "$scratch/bin/hexfog"

merge=$(sh "$SRC/contrib/slurm/submit.sh" 8 "$scratch/reports" "@$scratch/maps/list" \
    --output-dir "$scratch/out" --mkdir)
running_on_n2() { [ -n "$(squeue -h -t R -w n2 -o %A)" ]; }
until_true 60 running_on_n2 || give_up "nothing ran on n2"
sleep 1

# n2 dies: its daemon, the steps of its tasks and all that they started.
descendants() {
    for child in $(pgrep -P "$1"); do
        descendants "$child"
        echo "$child"
    done
}
lost=$(squeue -h -t R -w n2 -o %A)
daemon=$(cat "$scratch/run/slurmd.n2.pid")
steps=$(for pid in $(pgrep -f "slurmstepd: \\[$lost\\."); do echo "$pid"; descendants "$pid"; done)
# shellcheck disable=SC2086
kill -9 "$daemon" $steps
echo "# killed n2 with task $lost"

requeued() { [ "$(scontrol show job "$lost" | grep -c 'Restarts=[1-9]')" -eq 1 ]; }
until_true $((NODE_SECONDS * 6)) requeued || give_up "the lost task was not put back"
ok "the task of the dead node is put back into the queue"
slurmd -N n2 || give_up "n2 did not come back"

done_with() { scontrol show job "$1" | grep -Eq 'JobState=(COMPLETED|FAILED|CANCELLED)'; }
until_true 400 done_with "$merge" || give_up "the merge job did not end"
merge_is_right() {
    scontrol show job "$merge" | grep -q 'JobState=COMPLETED' && return
    cat "$scratch/reports/merge.log"
    return 1
}
verdict "the merge job finds every map" merge_is_right
verdict "the merged report has 40 maps, each once, all right" /usr/bin/python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
names = [job["description"] for job in report["jobs"]]
assert len(names) == 40 == len(set(names)), names
assert all(job["status"] == "ok" for job in report["jobs"]), report' "$scratch/reports/all.json"
verdict "the outputs are those of one machine, byte for byte" \
    diff -r -x .hexfog-state "$scratch/one" "$scratch/out"
verdict "the lost task was tried twice" grep -q "try 2" "$scratch"/reports/shard-*.log
verdict "no temporary file is left" sh -c "[ -z \"\$(find '$scratch/out' -name '*.tmp')\" ]"

echo "$((checks - failures)) passed, $failures failed"
[ "$failures" -eq 0 ]
