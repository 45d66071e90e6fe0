# SPDX-License-Identifier: MIT
# Which files a bake writes: two names of one file are found out, names that a depfile cannot
# hold are refused, and no signal leaves a temporary file behind.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 8, "height": 8 } }
END

one_file() { # FILE FILE [OPTION]...: two names of one file
    first=$1 second=$2
    shift 2
    status_is 3 "$HEXFOG" bake map.json -o "$first" -o "$second" "$@"
    has 'the same file as an earlier output' err
}
links() {
    ln -s missing.exr link.hdr
    one_file missing.exr link.hdr
    one_file link.hdr missing.exr
    fails test -e missing.exr
    ln -s link.hdr link.exr
    one_file missing.exr link.exr
    mkdir real
    ln -s real alias
    ln -s ../alias/new.exr real/new.hdr
    one_file real/new.exr alias/new.hdr
    one_file "$PWD/real/new.exr" real/new.hdr
    ln -s loop.exr loop.hdr
    ln -s loop.hdr loop.exr
    status_is 4 "$HEXFOG" bake map.json -o loop.exr
    status_is 0 "$HEXFOG" bake -q map.json -o link.hdr
    test -f missing.exr
}
no_folder() {
    one_file a.exr b/../a.exr --mkdir
    one_file b/c/../a.exr ./b//a.exr --mkdir
    one_file nowhere/x/../../a.exr "$PWD/a.exr" --mkdir
    ln -s nowhere/deep into
    one_file into/a.exr nowhere/deep/a.exr
    one_file into/../a.exr nowhere/a.exr
    cat >two.json <<'END'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 8, "height": 8 },
  "outputs": [ { "path": "a.exr" }, { "path": "b/../a.exr" } ] }
END
    status_is 3 "$HEXFOG" bake two.json --mkdir
    has 'two.json:3:47: error: outputs[1].path: ' err
    fails test -e b
}
side_files() {
    ln -s later.json later
    status_is 2 "$HEXFOG" bake map.json -o x.hdr --report later.json --depfile later
    status_is 2 "$HEXFOG" bake map.json -o y/../x.hdr --depfile x.hdr --mkdir
}
not_utf8() {
    one=$(printf 'a\377.hdr') two=$(printf 'a\376.hdr')
    status_is 3 "$HEXFOG" bake map.json -o "$one" -o "$two" -o a.fogmap.json
    has 'UTF-8' err
    fails test -e a.fogmap.json
    status_is 0 "$HEXFOG" bake -q map.json -o "$one" -o "$two"
    test -f "$one" && test -f "$two"
}

check "a link to a file that is not there yet is that file" links
check "a folder that is not there yet hides no second name of a file" no_folder
check "a report and a depfile are held against each other likewise" side_files
check "names that JSON cannot tell apart do not go with a constants file" not_utf8

# ---- Signals.

build_faults faults.so
temporary_count() { find ended -name '.*.tmp' | wc -l; }
leaves_nothing() { # SIGNAL
    mkdir -p ended
    # A shell ignores INT and QUIT for what it starts in the background.
    env --default-signal LD_PRELOAD="$PWD/faults.so" HEXFOG_FAULT_PATH="$PWD/ended" \
        HEXFOG_FAULT=write:1:SIGSTOP,pwrite:1:SIGSTOP \
        "$HEXFOG" bake -q -j 1 -o ended/a.exr map.json &
    pid=$!
    wait_until is_stopped $pid
    is 1 "$(temporary_count)"
    kill "-$1" $pid
    kill -CONT $pid
    status=0
    wait $pid 2>/dev/null || status=$?
    is 0 "$(temporary_count)"
    fails test -e ended/a.exr
    [ $status -gt 128 ] || wrong "status $status"
}
all_signals() {
    # shellcheck disable=SC3045 # dash and bash have it
    ulimit -c 0
    for signal in INT TERM HUP QUIT ALRM USR1 USR2 XCPU VTALRM PROF 16 29 30 34 64; do
        leaves_nothing $signal || wrong "$signal" || return 1
    done
}
check "a signal that ends a bake leaves no temporary file" all_signals

# ---- Depfiles.

# What is refused must fail before anything is written; what is taken, make must read back.
no_rule() { # OPTION...
    rm -f d
    status_is 2 "$HEXFOG" bake map.json -o out.hdr --depfile d "$@"
    has depfile err
    fails test -e d
}
bad_names() {
    newline='a
b'
    for name in "$newline" '' 'a;b' 'a=b' 'a%b' 'a(b)' 'end\' 'end&' "a	b"; do
        rm -f out.hdr
        no_rule --depfile-target "$name"
        fails test -e out.hdr
    done
    cp map.json 'a;b.json'
    rm -f out.hdr
    status_is 2 "$HEXFOG" bake 'a;b.json' --depfile-target x -o out.hdr --depfile d
    has 'a;b.json' err
    fails test -e out.hdr
    status_is 2 "$HEXFOG" bake map.json -o 'a=b.hdr' --depfile d
    fails test -e 'a=b.hdr'
    status_is 2 "$HEXFOG" bake -n map.json -o 'a=b.hdr' --depfile d
}
# Every character but letters and digits, first, in the middle and last, as target and as
# prerequisite.
characters() {
    number=0
    for code in $(seq 32 47) $(seq 58 64) 65 $(seq 91 96) $(seq 123 126) 9 195; do
        c=$(printf "\\$(printf %o "$code")")
        [ "$code" -ne 195 ] || c=é
        case $c in
        / | .) continue ;; # a folder; and make wants no first target that begins with a point
        esac
        for name in "${c}ab" "a${c}b" "ab${c}" "a b${c}c" "a\\${c}b"; do
            number=$((number + 1))
            mkdir "n$number"
            cp map.json "n$number/$name.json"
            (
                cd "n$number"
                "$HEXFOG" bake -q "$name.json" -o out.hdr --depfile d 2>/dev/null &&
                    agrees out.hdr "$name.json"
                cp ../map.json q.json
                "$HEXFOG" bake -q q.json -o out.hdr --depfile d --depfile-target \
                    "$name" 2>/dev/null && : >"$name" && agrees "$name" q.json
                :
            ) || wrong "$name" || return 1
        done
    done
}
# make holds the target to be up to date, and no longer once the other file is newer.
agrees() { # TARGET PREREQUISITE
    touch -d '-1 hour' -- "./$2"
    touch -- "./$1"
    printf 'include d\n%%: ; @echo made\n' >Makefile
    made=0
    make -rq >log 2>&1 || made=$?
    [ $made -eq 0 ] || { cat d log; echo "made: $made"; exit 1; }
    touch -d '+1 hour' -- "./$2"
    made=0
    make -rq >log 2>&1 || made=$?
    [ $made -eq 1 ] || { cat d log; echo "not made: $made"; exit 1; }
}
check "a name that no makefile can hold is refused before anything is written" bad_names
check "make reads every name that is not refused" characters
