# SPDX-License-Identifier: MIT
# Pipes, devices and sockets: what only a file names must be a regular file and is never waited
# for; what the user names may be a pipe, and a signal ends the wait.
. "$SRC/tests/lib.sh"
cd "$HEXFOG_TMP"

# map FILE [BASE]
map() {
    cat >"$1" <<JSON
{ "hexfog": 1, ${2:+\"base\": \"$2\",}
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 }, "outputs": [ { "path": "${1##*/}.exr" } ] }
JSON
}
mkfifo pipe
ln -s pipe link
/usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
map map.json
# What would wait for ever is ended, with status 124.
ends() { timeout -k 1 20 "$HEXFOG" "$@"; }

bases() {
    "$HEXFOG" bake -q map.json -o map.exr
    for base in pipe link socket /dev/zero /dev/null /dev/tty; do
        map over.json $base
        for command in "bake" "info" "verify --gpu none over.json" "shader" "preview -o p.png" \
            "batch" "batch -n" "batch --if-changed"; do
            file=over.json
            [ "${command#verify}" = "$command" ] || file=map.exr
            # shellcheck disable=SC2086 # a command may have words
            status_is 3 ends $command $file
            has "over.json:1:24: error: base: cannot read $base: not a regular file" err
        done
        status_is 0 ends batch --print-commands over.json # its bake will tell
    done
    fails test -e over.json.exr
}
# The name of standard input elsewhere.
dash() {
    mkdir dash
    map dash/over.json -
    cd dash
    echo '{ "hexfog": 1, "field": { "metric": "seamless" } }' >in
    status_is 3 "$HEXFOG" bake over.json <in
    has "over.json:1:24: error: base: cannot open ./-: No such file" ../err
    cp in ./-
    status_is 0 "$HEXFOG" bake over.json --depfile over.d <../map.json
    has " ./-" over.d
    map want.json in
    status_is 0 "$HEXFOG" bake want.json
    same_bytes want.json.exr over.json.exr
    status_is 0 "$HEXFOG" batch --if-changed over.json
    status_is 0 "$HEXFOG" batch --if-changed over.json
    has "1 map: 1 up to date" ../err
    echo '{ "hexfog": 1 }' >./-
    status_is 0 "$HEXFOG" batch --if-changed over.json
    has "1 map: 1 baked" ../err
}
found() {
    mkdir found
    map found/good.hexfog.json
    mkfifo found/pipe.hexfog.json
    ln -s /dev/zero found/zero.hexfog.json
    printf 'found/pipe.hexfog.json\nfound/zero.hexfog.json\nfound/good.hexfog.json\n' >list
    tr '\n' '\0' <list >list0
    for from in found @list --from0=list0; do
        for more in "" --if-changed; do
            rm -f found/*.exr
            # shellcheck disable=SC2086 # perhaps none
            status_is 1 ends batch -k $more $from
            has "cannot read found/pipe.hexfog.json: not a regular file" err
            has "cannot read found/zero.hexfog.json: not a regular file" err
            has "3 maps: 1 baked, 2 failed" err
            test -s found/good.hexfog.json.exr
        done
    done
    status_is 4 ends batch found
}
named() {
    for command in bake batch; do
        cat map.json >pipe &
        status_is 0 ends $command pipe
        test -s map.json.exr
        rm map.json.exr
    done
}
# waits SIGNAL ARGUMENT...: it stands before a pipe that nobody writes to, and dies of the signal.
waits() {
    /usr/bin/python3 - "$HEXFOG" "$@" <<'PYTHON'
import signal, subprocess, sys, time
program, name, *arguments = sys.argv[1:]
number = getattr(signal, name)
run = subprocess.Popen([program, *arguments],
                       preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
def waiting(pid):
    if open("/proc/%d/stat" % pid).read().rpartition(")")[2].split()[0] != "S":
        return False
    children = open("/proc/%d/task/%d/children" % (pid, pid)).read().split()
    return all(waiting(int(child)) for child in children)
seen, deadline = 0, time.monotonic() + 60
while seen < 20 and time.monotonic() < deadline:
    seen = seen + 1 if waiting(run.pid) else 0
    time.sleep(0.02)
assert seen == 20 and run.poll() is None, run.returncode
run.send_signal(number)
assert run.wait(timeout=30) == -number, run.returncode
PYTHON
}
signals() {
    for signal in SIGINT SIGTERM; do
        waits $signal bake pipe
        waits $signal info pipe
        waits $signal batch pipe
        waits $signal batch --if-changed -k map.json pipe
        waits $signal batch @pipe
    done
}

check "a base that is no regular file is refused at its place, without waiting for it" bases
check "a base named - is a file beside the description" dash
check "what a folder or a list names and is no regular file fails, without waiting for it" found
check "a description that the user names may come from a pipe" named
check "SIGINT and SIGTERM end what waits for a pipe" signals
