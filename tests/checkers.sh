# SPDX-License-Identifier: MIT
# For tests/cli/test_*.sh that run a configuration of tests/run-all.sh: the short ones are in every
# run of the tests.
. "$SRC/tests/lib.sh"

# finds_nothing CONFIGURATION SENTENCE: installs nothing; what is missing is a skip that says so.
finds_nothing() {
    if [ -n "${HEXFOG_CONFIGURED-}" ]; then
        skip "$2" "tests/run-all.sh runs $1 by its name"
        return
    fi
    status=0
    JOBS=1 sh tests/run-all.sh --here --skip "$1" >"$HEXFOG_TMP/$1" 2>&1 || status=$?
    if grep -q "^$1 skipped: " "$HEXFOG_TMP/$1"; then
        skip "$2" "$(sed -n "s/^$1 skipped: /not installed: /p" "$HEXFOG_TMP/$1")"
    else
        check "$2" ended_well "$1"
    fi
}
ended_well() {
    [ $status -eq 0 ] && tail -n 1 "$HEXFOG_TMP/$1" | grep -qx '1 passed, 0 failed' && return
    cat "$HEXFOG_TMP/$1"
    return 1
}
