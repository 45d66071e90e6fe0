# SPDX-License-Identifier: MIT
# A bake replaces its files whole or not at all: failing system calls (tests/faults.c), full
# disks, signals, company at the same target. cli.md, Files.
. "$SRC/tests/lib.sh"

root=$(cd "$HEXFOG_TMP" && pwd -P)
export HEXFOG_FAULT_PATH="$root/here"
faults=$root/faults.so
build_faults "$faults"

# A folder for one check, with a small and a large description in it.
enter() {
    rm -rf "$root/here"
    mkdir "$root/here"
    cd "$root/here" || exit
    cat >map.hexfog.json <<'JSON'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 64, "height": 64 },
  "outputs": [ { "path": "a.hdr" }, { "path": "b.exr" }, { "path": "c.png" },
               { "path": "d.fogmap.json" } ] }
JSON
    cat >big.hexfog.json <<'JSON'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 9 } },
  "texture": { "width": 1024, "height": 1024 },
  "outputs": [ { "path": "a.hdr" }, { "path": "b.exr" } ] }
JSON
}

old_files() {
    for file; do echo "old $file" >"$file"; done
}

are_old() {
    for file; do is "old $file" "$(cat "$file")"; done
}

# Everything in the folder but the descriptions.
holds_only() {
    is "$(printf '%s\n' "$@")" "$(find . ! -name . ! -name '*.hexfog.json' | sed 's|^\./||' | sort)"
}

with_fault() {
    fault=$1
    shift
    env LD_PRELOAD="$faults" HEXFOG_FAULT="$fault" "$@"
}

# dies_by NUMBER FAULT COMMAND...: by that signal, which a shell cannot tell from a status.
# Signals that this run ignores, as behind nohup, have their usual meaning again.
dies_by() {
    number=$1
    fault=$2
    shift 2
    /usr/bin/python3 -c '
import signal, subprocess, sys
def usual():
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)
status = subprocess.call(sys.argv[2:], preexec_fn=usual)
if status != -int(sys.argv[1]):
    print("ended with %d, not by signal %s" % (status, sys.argv[1]))
    sys.exit(1)' \
        "$number" env LD_PRELOAD="$faults" HEXFOG_FAULT="$fault" "$@"
}


# ------------------------------------------------------------------------ failing calls

# Lets the Nth call fail, N = 1, 2, ..., until a bake makes fewer of them.
each_call_may_fail() {
    call=$1
    what=$2
    shift 2
    enter
    nth=0
    while :; do
        nth=$((nth + 1))
        old_files a.hdr b.exr c.png d.fogmap.json
        status=0
        with_fault "$call:$nth:$what" "$HEXFOG" bake -q -j 1 "$@" map.hexfog.json \
            >out 2>err || status=$?
        [ "$status" -ne 0 ] || break
        is 4 "$status"
        has "error" err
        is "" "$(cat out)"
        rm out err
        holds_only a.hdr b.exr c.png d.fogmap.json
        are_old a.hdr b.exr c.png d.fogmap.json
    done
    rm out err
    holds_only a.hdr b.exr c.png d.fogmap.json
    [ "$nth" -gt 4 ] || { echo "only $nth calls of $call"; return 1; }
}

check "whichever open fails: status 4, old files whole, nothing left" \
    each_call_may_fail open EACCES
check "whichever write fails: status 4, old files whole, nothing left" \
    each_call_may_fail write ENOSPC

patching_may_fail() {
    enter
    old_files b.exr
    status_is 4 with_fault "pwrite:1:EIO" "$HEXFOG" bake -q -o b.exr map.hexfog.json
    has "cannot write b.exr: Input/output error" "$root/err"
    holds_only b.exr
    are_old b.exr
}
check "a write in the middle of a file fails: status 4, old file whole" patching_may_fail

# Calls whose later ones come after a rename: the first counts here.
first_call_may_fail() {
    call=$1
    what=$2
    shift 2
    enter
    old_files a.hdr b.exr c.png d.fogmap.json
    chmod 640 a.hdr
    status_is 4 with_fault "$call:1:$what" "$HEXFOG" bake -q "$@" map.hexfog.json
    has "cannot write a.hdr: " "$root/err"
    holds_only a.hdr b.exr c.png d.fogmap.json
    are_old a.hdr b.exr c.png d.fogmap.json
}
check "close fails: status 4, old files whole, nothing left" first_call_may_fail close EDQUOT
check "fsync fails: status 4, old files whole, nothing left" \
    first_call_may_fail fsync EIO --fsync
check "fchmod fails: status 4, old files whole, nothing left" first_call_may_fail fchmod EPERM
first_exchange_may_fail() {
    first_call_may_fail exchange "EINVAL,rename:1:EACCES"
}
check "rename fails: status 4, old files whole, nothing left" first_exchange_may_fail

# On any file system but those that cannot exchange two names.
later_rename_may_fail() {
    enter
    old_files a.hdr b.exr
    status_is 4 with_fault "rename:$1:EACCES" "$HEXFOG" bake -q map.hexfog.json
    has "cannot write $2: Permission denied" "$root/err"
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
    status_is 4 with_fault "exchange:2:EACCES,rename:1:EACCES" "$HEXFOG" bake -q map.hexfog.json
    has "cannot write b.exr: Permission denied" "$root/err"
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
}
check "the rename of a later file fails: those before it are taken back" \
    later_rename_may_fail 1 c.png
check "the last rename fails: all are taken back" later_rename_may_fail 2 d.fogmap.json

# With all of them there, after it could not be taken back.
files_of_others_stay() {
    enter
    old_files a.hdr b.exr c.png
    env LD_PRELOAD="$faults" HEXFOG_FAULT="exchange:3:SIGSTOP,rename:1:EACCES" \
        "$HEXFOG" bake -q map.hexfog.json 2>err &
    bake=$!
    wait_until is_stopped "$bake"
    echo "another" >other
    mv other a.hdr
    kill -CONT "$bake"
    status=0
    wait "$bake" || status=$?
    is 4 "$status"
    rm err
    is another "$(cat a.hdr)"
    are_old b.exr c.png
    holds_only a.hdr b.exr c.png
}
check "what somebody else has put there meanwhile is not taken back" files_of_others_stay

cannot_exchange() {
    enter
    old_files a.hdr b.exr
    with_fault "exchange:1+:EINVAL" "$HEXFOG" bake -q map.hexfog.json
    fails grep -q old a.hdr
    fails grep -q old b.exr
    holds_only a.hdr b.exr c.png d.fogmap.json
}
check "a file system that cannot exchange names is written to all the same" cannot_exchange

short_writes_do() {
    enter
    "$HEXFOG" bake -q map.hexfog.json
    mkdir whole
    mv a.hdr b.exr c.png whole
    with_fault "write:1+:short,pwrite:1+:short" "$HEXFOG" bake -q map.hexfog.json
    for file in a.hdr b.exr c.png; do same_bytes "$file" "whole/$file"; done
}
check "writes of one byte at a time make the same files" short_writes_do

interruptions_do() {
    enter
    "$HEXFOG" bake -q -o whole.hdr map.hexfog.json
    with_fault "open:1:EINTR,write:1:EINTR,fsync:1:EINTR" \
        "$HEXFOG" bake -q --fsync -o a.hdr map.hexfog.json
    same_bytes a.hdr whole.hdr
}
check "interrupted calls are made again" interruptions_do

# ------------------------------------------------------------------------ full disks

full_disk() (
    enter
    mkdir disk
    mount -t tmpfs -o size=256k none disk
    trap 'cd /; umount "$root/here/disk"' EXIT
    cp big.hexfog.json disk
    cd disk || exit
    old_files a.hdr b.exr
    status_is 4 "$HEXFOG" bake -q big.hexfog.json
    has "No space left on device" "$root/err"
    holds_only a.hdr b.exr
    are_old a.hdr b.exr
)
mkdir "$root/probe"
if mount -t tmpfs none "$root/probe" 2>"$root/why"; then
    umount "$root/probe"
    check "on a full disk the status is 4, old files are whole, nothing is left" full_disk
else
    skip "on a full disk the status is 4, old files are whole, nothing is left" \
        "no tmpfs can be mounted: $(tr '\n' ' ' <"$root/why")"
fi

size_limit() {
    enter
    old_files a.hdr b.exr
    (
        ulimit -f 100
        status_is 4 "$HEXFOG" bake -q big.hexfog.json
    )
    has "File too large" "$root/err"
    holds_only a.hdr b.exr
    are_old a.hdr b.exr
}
check "past the size limit of ulimit -f likewise" size_limit

# ------------------------------------------------------------------------ places

missing_folder() {
    enter
    status_is 4 "$HEXFOG" bake -q -o x/y/a.hdr map.hexfog.json
    has "x/y" "$root/err"
    has "--mkdir" "$root/err"
    holds_only
    "$HEXFOG" bake -q --mkdir -o x/y/a.hdr map.hexfog.json
    [ -s x/y/a.hdr ]
}
check "a missing folder is status 4, --mkdir makes it" missing_folder

# Root may write everywhere while it has capabilities.
read_only_folder() {
    enter
    mkdir locked
    (cd locked && old_files a.hdr)
    chmod 555 locked
    # shellcheck disable=SC2086 # a command and an option, or nothing
    status_is 4 $without_power "$HEXFOG" bake -q -o locked/a.hdr map.hexfog.json
    has "locked/a.hdr: Permission denied" "$root/err"
    (cd locked && are_old a.hdr)
    is a.hdr "$(ls -A locked)"
    chmod 755 locked
}
without_power=
[ "$(id -u)" -ne 0 ] || without_power="setpriv --bounding-set=-all"
if $without_power true 2>/dev/null; then
    check "a folder that cannot be written is status 4, the old file is whole" \
        read_only_folder
else
    skip "a folder that cannot be written is status 4, the old file is whole" \
        "root, and setpriv does not drop its capabilities"
fi

targets_that_are_no_files() {
    enter
    mkdir folder.hdr
    ln -s /dev/null device.hdr
    mkfifo pipe.hdr
    for file in folder.hdr device.hdr pipe.hdr; do
        status_is 3 "$HEXFOG" bake -q -o "$file" map.hexfog.json
        has "$file" "$root/err"
        status_is 3 "$HEXFOG" bake -q --set "outputs=[{\"path\":\"$file\"}]" map.hexfog.json
        has "$file" "$root/err"
    done
    [ -c /dev/null ]
    [ -h device.hdr ]
    [ -p pipe.hdr ]
    [ -d folder.hdr ]
    holds_only device.hdr folder.hdr pipe.hdr
}
check "a folder, a device and a pipe are refused with status 3" targets_that_are_no_files

links_stay() {
    enter
    mkdir there
    old_files there/a.hdr
    ln -s there/a.hdr a.hdr
    ln -s there/new.exr b.exr
    "$HEXFOG" bake -q -o a.hdr -o b.exr -o plain.hdr -o plain.exr map.hexfog.json
    is there/a.hdr "$(readlink a.hdr)"
    is there/new.exr "$(readlink b.exr)"
    [ ! -h there/a.hdr ]
    [ ! -h there/new.exr ]
    same_bytes there/a.hdr plain.hdr
    same_bytes there/new.exr plain.exr
    cd there || exit
    holds_only a.hdr new.exr
}
check "a link stays, its target is replaced or made" links_stay

modes() {
    enter
    umask 027
    old_files a.hdr b.exr
    chmod 664 a.hdr
    chmod 400 b.exr
    "$HEXFOG" bake -q map.hexfog.json
    is "664 400 640 640" \
        "$(stat -c %a a.hdr b.exr c.png d.fogmap.json | xargs)"
}
check "replaced files keep their mode, new ones obey umask" modes

setuid() {
    enter
    old_files a.hdr b.exr
    chmod 6755 a.hdr
    chmod 1644 b.exr
    "$HEXFOG" bake -q map.hexfog.json
    is "755 644" "$(stat -c %a a.hdr b.exr | xargs)"
}
check "a replaced file's setuid, setgid and sticky bits do not come back" setuid

# Where the kernel's random bits are known, a link can wait at the name, for which the process
# has to be known as well: here all bits are 0.
cat >"$root/known.c" <<'C'
#include <string.h>
#include <sys/types.h>
ssize_t getrandom(void *bytes, size_t count, unsigned flags);
ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    memset(bytes, 0, count);
    return (ssize_t)count;
}
C
# shellcheck disable=SC2086
${CC:-cc} -O1 -fPIC -shared -o "$root/known.so" "$root/known.c"
# $1: the link's place; the shell's process becomes hexfog's.
wait_at_name() {
    # shellcheck disable=SC2016
    sh -c 'ln -s "$1/victim" "$1/.a.hdr.hexfog-$(uname -n)-$$-0000000000000000.tmp"
        exec env LD_PRELOAD="$2" "$3" bake -q -o a.hdr map.hexfog.json' \
        - "$root/here" "$root/known.so" "$HEXFOG"
}
links_are_not_followed() {
    enter
    old_files a.hdr victim
    status_is 4 wait_at_name
    has "cannot write a.hdr: File exists" "$root/err"
    are_old a.hdr victim
    [ -h "$(find . -name '.a.hdr.*.tmp')" ]
    rm .a.hdr.*.tmp
    holds_only a.hdr victim
}
check "a link that waits at a temporary name is not followed" links_are_not_followed

names_differ() {
    enter
    for run in 1 2 3; do
        env LD_PRELOAD="$faults" HEXFOG_FAULT="write:1:SIGSTOP" \
            "$HEXFOG" bake -q -o a.hdr map.hexfog.json &
        bake=$!
        wait_until is_stopped "$bake"
        find . -name '.a.hdr.*.tmp' | sed 's/.*-//' >"$root/name$run"
        kill -KILL "$bake"
        kill -CONT "$bake" 2>/dev/null || :
        wait "$bake" || :
        rm -f .a.hdr.*.tmp
    done
    is 3 "$(sort -u "$root/name1" "$root/name2" "$root/name3" | grep -cE '^[0-9a-f]{16}\.tmp$')"
}
check "a temporary name has 64 bits that differ every time" names_differ

# ------------------------------------------------------------------------ other failures

unrelated_failures() {
    enter
    old_files a.hdr b.exr
    status_is 3 "$HEXFOG" bake -q --set grid.size=-1 big.hexfog.json
    status_is 5 "$HEXFOG" bake -q --max-memory 10K big.hexfog.json
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
}
check "a wrong description and a memory limit leave the old files whole" unrelated_failures

# ------------------------------------------------------------------------ signals

signal_in_the_middle() {
    enter
    old_files a.hdr b.exr
    dies_by "$1" "write:3:$2" "$HEXFOG" bake -q big.hexfog.json
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
}
# At the Nth call of a kind, N = 1, 2, ..., until the bake makes fewer: in the last moments
# everything is written, and of the four files two are there before. All of them are old, or all
# are new.
are_old_or_new() {
    case $(head -c 3 a.hdr) in
    old)
        are_old a.hdr b.exr
        holds_only a.hdr b.exr
        ;;
    *)
        for file in a.hdr b.exr c.png d.fogmap.json; do
            same_bytes "$file" "$root/whole/$file"
        done
        holds_only a.hdr b.exr c.png d.fogmap.json
        ;;
    esac
}
# enter, with what a bake makes in $root/whole.
enter_with_whole() {
    enter
    rm -rf "$root/whole"
    "$HEXFOG" bake -q -j 1 --output-dir "$root/whole" --mkdir map.hexfog.json
}
# each_signal NUMBER NAME CALL LEAST [FAULT]: at LEAST calls at least.
each_signal() {
    enter_with_whole
    nth=1
    while rm -f c.png d.fogmap.json && old_files a.hdr b.exr &&
        dies_by "$1" "$3:$nth:$2${5-}" "$HEXFOG" bake -q -j 1 map.hexfog.json >why; do
        rm why
        are_old_or_new || { echo "at call $nth"; return 1; }
        nth=$((nth + 1))
    done
    has "ended with 0, " why
    [ "$nth" -gt "$4" ] || { echo "only $nth calls of $3"; return 1; }
}
# A second one, while the files of the first two exchanges are given back.
second_signal() {
    enter_with_whole
    old_files a.hdr b.exr c.png
    dies_by 15 "exchange:3:SIGTERM,rename:1:SIGHUP" "$HEXFOG" bake -q -j 1 map.hexfog.json >why ||
        has "ended with -1, " why
    rm -f why
    are_old a.hdr b.exr c.png
    holds_only a.hdr b.exr c.png
}
for signal in "2 SIGINT" "15 SIGTERM" "1 SIGHUP"; do
    # shellcheck disable=SC2086 # a number and a name
    check "${signal#* } in the middle ends the bake by the signal, nothing is left" \
        signal_in_the_middle $signal
    for call in "exchange 2" "rename 2" "close 8"; do
        # shellcheck disable=SC2086
        check "${signal#* } at each ${call% *} of a bake: all its files are old, or all new" \
            each_signal $signal $call
    done
done
check "a second signal while files are given back does not stop that" second_signal

# The others write one file at a time. (A batch ends its work first, then itself.)
signal_in_others() {
    enter_with_whole
    whole=$root/whole
    mkdir "$root/moved"
    "$HEXFOG" bake -q --set 'field={"metric":"seamless"}' -o "$root/moved/b.exr" map.hexfog.json
    echo '{ "layout": "odd-r", "hexes": { "a": { "q": 0, "r": 0 } } }' >"$root/map.hexjson"
    for command in "bake -o a.hdr map.hexfog.json" "import -o m.json $root/map.hexjson" \
        "preview -o p.png $whole/b.exr" "preview -o p.gif --frames 2 $whole/b.exr" \
        "diff --image d.png $whole/b.exr $root/moved/b.exr" \
        "diff --report r.xml $whole/b.exr $root/moved/b.exr" \
        "verify --gpu none --report r.json map.hexfog.json $whole/a.hdr" \
        "bake --dry-run --report r.json map.hexfog.json"; do
        file=$(printf '%s\n' "$command" | tr ' ' '\n' | grep -m 1 '^[a-z]\.')
        old_files "$file"
        # shellcheck disable=SC2086 # words
        dies_by 15 rename:1:SIGTERM "$HEXFOG" $command || { echo "$command"; return 1; }
        are_old "$file" || { echo "$command"; return 1; }
        holds_only "$file" || { echo "$command"; return 1; }
        rm "$file"
    done
}
check "a signal at the rename of any other file: it is the old one" signal_in_others

# A batch makes its files in children.
signal_in_child() {
    enter_with_whole
    for nth in 1 2; do
        old_files a.hdr b.exr
        status_is 4 with_fault "exchange:$nth:SIGTERM" "$HEXFOG" batch -q -j 1 map.hexfog.json
        are_old a.hdr b.exr
        holds_only a.hdr b.exr
    done
}
check "a signal at each exchange of a batch's child: all files of that map are old" signal_in_child

# The reader of standard output, which is written last, does not read. $1: the signal.
signal_while_output_waits() {
    enter
    old_files a.hdr b.exr
    HEXFOG=$HEXFOG /usr/bin/python3 -c '
import array, fcntl, os, signal, subprocess, sys, termios, time
number, room = getattr(signal, sys.argv[1]), 4096
ours, theirs = os.pipe()
fcntl.fcntl(theirs, 1031, room)  # F_SETPIPE_SZ
bake = subprocess.Popen(
    [os.environ["HEXFOG"], "bake", "-q", "-o", "a.hdr", "-o", "-", "-o", "b.exr", "-o", "c.png",
     "--to", "ktx2", "map.hexfog.json"], stdout=theirs,
    preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
waiting = array.array("i", [0])
for _ in range(400):
    fcntl.ioctl(ours, termios.FIONREAD, waiting)
    if waiting[0] >= room:
        break
    time.sleep(0.05)
assert waiting[0] >= room, "standard output never filled"
assert b"old" not in open("a.hdr", "rb").read(), "the files come first"
bake.send_signal(number)
status = bake.wait(timeout=20)
assert status == -number, "ended with %d" % status' "$1"
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
}
for signal in SIGINT SIGTERM SIGHUP SIGUSR1; do
    check "$signal while standard output waits for its reader: all files are old" \
        signal_while_output_waits "$signal"
done

signal_from_outside() {
    enter
    old_files a.hdr b.exr
    env LD_PRELOAD="$faults" HEXFOG_FAULT="write:3:SIGSTOP" \
        "$HEXFOG" bake -q big.hexfog.json &
    bake=$!
    wait_until is_stopped "$bake"
    is 2 "$(find . -name '.*.tmp' | wc -l)"
    kill -TERM "$bake"
    kill -CONT "$bake"
    status=0
    wait "$bake" || status=$?
    is 143 "$status"
    are_old a.hdr b.exr
    holds_only a.hdr b.exr
}
check "a signal from outside likewise" signal_from_outside

ignored_signals() {
    enter
    (
        trap '' HUP
        with_fault "write:3:SIGHUP" "$HEXFOG" bake -q big.hexfog.json
    )
    holds_only a.hdr b.exr
}
check "a signal that nohup ignores stays ignored" ignored_signals

leftovers() {
    enter
    old_files a.hdr b.exr
    dies_by 9 "write:3:SIGKILL" "$HEXFOG" bake -q big.hexfog.json
    are_old a.hdr b.exr
    is 2 "$(find . -name '.*.hexfog-*.tmp' | wc -l)"
    "$HEXFOG" bake -q -o other.hdr map.hexfog.json
    is 2 "$(find . -name '.*.hexfog-*.tmp' | wc -l)"
    "$HEXFOG" bake -q map.hexfog.json
    holds_only a.hdr b.exr c.png d.fogmap.json other.hdr
}
check "what SIGKILL left is swept by the next run at these targets" leftovers

# ------------------------------------------------------------------------ company

two_runs() {
    enter
    "$HEXFOG" bake -q -o large.hdr big.hexfog.json
    "$HEXFOG" bake -q -o small.hdr map.hexfog.json
    env LD_PRELOAD="$faults" HEXFOG_FAULT="write:3:SIGSTOP" \
        "$HEXFOG" bake -q -o a.hdr big.hexfog.json &
    bake=$!
    wait_until is_stopped "$bake"
    "$HEXFOG" bake -q -o a.hdr map.hexfog.json
    same_bytes a.hdr small.hdr
    kill -CONT "$bake"
    wait "$bake"
    same_bytes a.hdr large.hdr
    holds_only a.hdr large.hdr small.hdr
}
check "a run that comes while another is at its target leaves it alone, both end whole" \
    two_runs

many_runs() {
    enter
    "$HEXFOG" bake -q -o large.hdr big.hexfog.json
    "$HEXFOG" bake -q -o small.hdr map.hexfog.json
    for round in 1 2 3 4 5; do
        "$HEXFOG" bake -q -o a.hdr big.hexfog.json &
        first=$!
        "$HEXFOG" bake -q -o a.hdr map.hexfog.json &
        second=$!
        "$HEXFOG" bake -q -o a.hdr big.hexfog.json
        wait "$first"
        wait "$second"
        cmp -s a.hdr large.hdr || same_bytes a.hdr small.hdr || return 1
        holds_only a.hdr large.hdr small.hdr || { echo "round $round"; return 1; }
    done
}
check "three runs at one target end in one whole file" many_runs

# ------------------------------------------------------------------------ standard output

standard_output() {
    enter
    "$HEXFOG" bake -q -o a.exr map.hexfog.json
    "$HEXFOG" bake -q -o - --to exr map.hexfog.json | cat >b.exr
    same_bytes a.exr b.exr
}
check "standard output gets the same bytes as a file" standard_output

# The shell's own word on the closed streams is not what is tested.
lost_output() {
    enter
    status_of_full=0
    "$HEXFOG" bake -q -o - --to hdr map.hexfog.json >/dev/full 2>err || status_of_full=$?
    is 4 "$status_of_full"
    has "No space left on device" err
    status_of_closed=0
    "$HEXFOG" bake -q -o - --to hdr map.hexfog.json >&- 2>err || status_of_closed=$?
    is 4 "$status_of_closed"
    { "$HEXFOG" bake -q -o - --to hdr big.hexfog.json 2>err || echo $? >status; } | true
    is 4 "$(cat status)"
    has "Broken pipe" err
}
check "a full, a closed and a broken standard output are status 4" lost_output

failed_output_is_empty() {
    enter
    status=0
    TMPDIR=$root/here with_fault "write:2+:ENOSPC" \
        "$HEXFOG" bake -q -o - --to hdr big.hexfog.json >"$root/out" 2>"$root/err" || status=$?
    is 4 "$status"
    [ ! -s "$root/out" ]
    holds_only
}
check "a bake that fails writes nothing to standard output" failed_output_is_empty
