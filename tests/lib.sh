# SPDX-License-Identifier: MIT
# What the shell tests share: sourced by tests/cli/test_*.sh, which tests/run.sh starts.
#
#   . "$SRC/tests/lib.sh"
#   check "a bake writes its output" bake_writes_output     a command or a function
#   skip  "a full disk is an error" "not root"
#
# A check passes when its command ends with status 0. The command runs in a subshell
# with `set -eu`, so a function fails at its first failing line; what it printed is
# shown only then. The helpers below print why they are false.
#
# $HEXFOG      the program under test
# $SRC         the repository's root, also the working folder at the start
# $BUILD       the build folder, absolute
# $HEXFOG_TMP  this test's own scratch folder, removed afterwards
set -eu
: "${SRC:?start the tests with tests/run.sh}" "${BUILD:?}" "${HEXFOG:?}" "${HEXFOG_TMP:?}"

check_count=0
check_log=$HEXFOG_TMP/.check.log

# The plan comes last, and only when the script got to its end.
trap 'test $? -ne 0 || echo "1..$check_count"' EXIT

check() {
    check_sentence=$1
    shift
    check_count=$((check_count + 1))
    set +e
    (set -eu; "$@") >"$check_log" 2>&1 </dev/null
    check_status=$?
    set -e
    if [ "$check_status" -eq 0 ]; then
        echo "ok $check_count - $check_sentence"
        return
    fi
    echo "not ok $check_count - $check_sentence"
    echo "# status $check_status of: $*"
    sed 's/^/# /' "$check_log"
}

skip() {
    check_count=$((check_count + 1))
    echo "ok $check_count - $1 # SKIP $2"
}

# status_is 3 COMMAND...: its status; what it printed stays in $HEXFOG_TMP/out and err.
status_is() {
    want_status=$1
    shift
    got_status=0
    "$@" >"$HEXFOG_TMP/out" 2>"$HEXFOG_TMP/err" || got_status=$?
    [ "$got_status" -eq "$want_status" ] && return
    echo "status $got_status, not $want_status, of: $*"
    cat "$HEXFOG_TMP/out" "$HEXFOG_TMP/err"
    return 1
}

# wrong WORD...: false, with these words as the reason.
wrong() {
    echo "$*"
    return 1
}

# is WANT GOT: two texts are the same.
is() {
    [ "$1" = "$2" ] && return
    printf 'wanted: %s\ngot:    %s\n' "$1" "$2"
    return 1
}

# has TEXT FILE / hasnt TEXT FILE: a fixed text stands in the file, or does not.
has() {
    grep -qF -- "$1" "$2" && return
    printf 'no "%s" in %s:\n' "$1" "$2"
    cat "$2"
    return 1
}
hasnt() {
    grep -qF -- "$1" "$2" || return 0
    printf '"%s" in %s:\n' "$1" "$2"
    cat "$2"
    return 1
}

# same_bytes A B: two files are equal byte for byte.
same_bytes() {
    cmp -- "$1" "$2"
}

# fails COMMAND...: true when the command is false. (`! command` does not stop a
# function under set -e.)
fails() {
    if "$@"; then
        echo "did not fail: $*"
        return 1
    fi
}

# build_faults FILE [SOURCE]...: the library of tests/faults.c, for LD_PRELOAD, with more sources.
# Where hexfog is built with a sanitizer, that asks to come first.
build_faults() {
    faults_library=$1
    shift
    # shellcheck disable=SC2086 # a compiler may have words
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -I"$SRC/tests" -O1 -fPIC -shared -o "$faults_library" \
        "$SRC/tests/faults.c" "$@"
    export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
}

# wait_until COMMAND...: until it succeeds, at most 20 seconds.
wait_until() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 400 ] || { echo "never: $*"; return 1; }
        sleep 0.05
    done
}

# is_stopped PID: by SIGSTOP, which HEXFOG_FAULT can raise at a call. What a test does to a
# program at work it does then: no work is so long that it is not done before.
is_stopped() {
    grep -q '^State:.T' "/proc/$1/status"
}

# need COMMAND...: true when all are installed; a test that lacks one calls skip.
need() {
    for need_command; do
        command -v "$need_command" >/dev/null 2>&1 || return 1
    done
}
