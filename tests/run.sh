#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs the tests, all or the named ones:
#
#   tests/run.sh [NAME]...      test_map, map, unit/test_map, cli/test_samples
#
# A test is a cmocka program tests/unit/test_*.c or a shell script tests/cli/test_*.sh.
# Both print TAP. One that crashes, runs too long, prints no test or fewer than its plan
# says is a failure too. The last line is `N passed, N failed`, `, N skipped` only when
# so; the status is 1 if any failed or none ran.
#
# Environment: BUILD, CC, CFLAGS, CPPFLAGS, LDFLAGS, WERROR, GL as for make; JOBS programs at
# a time (default: one a CPU); TEST_SECONDS, the limit of one program (default 900, more for a
# script with a line `# SECONDS: N`); RUN, what starts the programs where they do not start
# alone: "valgrind -q", "qemu-s390x -L FOLDER".
set -u

# Turns the TAP log of one program into "passed failed skipped" in `counts`, and what a
# person wants to read of it in `report`.
read_tap() {
    awk -v name="$2" -v status="$3" -v counts="$1.counts" -v report="$1.report" '
        function show(line) { print line > report }
        function broken(why,    i) {
            failed++
            show("FAIL " name ": " why)
            for (i = (NR > 60 ? NR - 59 : 1); i <= NR; i++) show("     " lines[i])
        }
        { lines[NR] = $0 }
        /^1\.\.[0-9]+/ { plan += substr($1, 4); showing = 0; next }
        /^(not )?ok [0-9]+ .*# SKIP( |$)/ {
            skipped++; showing = 0
            sub(/^(not )?ok [0-9]+ (- )?/, "")
            sub(/^# SKIP /, "")
            sub(/ # SKIP /, ": ")
            show("SKIP " name ": " $0)
            next
        }
        /^ok [0-9]+( |$)/ { passed++; showing = 0; next }
        /^not ok [0-9]+( |$)/ {
            failed++; showing = 1
            sub(/^not ok [0-9]+ (- )?/, ""); show("FAIL " name ": " $0); next
        }
        showing { sub(/^# /, ""); show("     " $0) }
        END {
            seen = passed + failed + skipped
            if (status == 124) broken("did not end within its time")
            else if (status > 124) broken("ended by status " status)
            else if (seen == 0) broken("proved nothing (status " status ")")
            else if (plan != seen) broken("ended after " seen " of " plan + 0 " tests (0: no plan)")
            else if (status != 0 && failed == 0) broken("status " status)
            print passed + 0, failed + 0, skipped + 0 > counts
        }' "$1.log"
}

# Runs one program, KIND/NAME, and prints its line.
run_one() {
    kind=${1%%/*}
    name=${1#*/}
    log=$scratch/$kind-$name
    mkdir "$log"
    began=$(date +%s)
    status=0
    if [ -e "$log.unbuilt" ]; then
        echo "not ok 1 - it builds" >"$log.log"
        sed 's/^/# /' "$log.unbuilt" >>"$log.log"
        echo "1..1" >>"$log.log"
    elif [ "$kind" = unit ]; then
        # shellcheck disable=SC2086 # a command with its options, or nothing
        TMPDIR=$log CMOCKA_MESSAGE_OUTPUT=TAP timeout "$TEST_SECONDS" \
            ${RUN-} "$BUILD/tests/unit/$name" </dev/null >"$log.log" 2>&1 || status=$?
    else
        seconds=$(sed -n 's/^# SECONDS: *//p' "tests/cli/$name.sh")
        [ "${seconds:-0}" -gt "$TEST_SECONDS" ] || seconds=$TEST_SECONDS
        TMPDIR=$log HEXFOG_TMP=$log HEXFOG=$HEXFOG timeout "$seconds" \
            sh "tests/cli/$name.sh" </dev/null >"$log.log" 2>&1 || status=$?
    fi
    read_tap "$log" "$1" "$status"
    chmod -R u+rwx "$log" 2>/dev/null
    rm -rf "$log"
    read -r passed failed skipped <"$log.counts"
    verdict=ok
    [ "$failed" -eq 0 ] || verdict=FAILED
    printf '%-32s %4d %s, %d s\n' "$1" "$((passed + failed + skipped))" "$verdict" \
        "$(($(date +%s) - began))"
}

# The list of tests that the arguments name, one KIND/NAME a line.
list_tests() {
    # The scripts first: the longest runs are among them.
    for file in tests/cli/test_*.sh tests/unit/test_*.c; do
        [ -e "$file" ] || continue
        test=${file#tests/}
        test=${test%.*}
        [ $# -eq 0 ] && echo "$test"
        for wanted; do
            case $test in
            # Once, also where two names mean it: its scratch folder is its own.
            "$wanted" | */"$wanted" | */"test_$wanted") echo "$test" && break ;;
            esac
        done
    done
}

# Builds the program and the test programs; one that does not build is a failed test,
# not the end of the run.
build() {
    programs=$(sed -n "s|^unit/|$BUILD/tests/unit/|p" "$scratch/tests")
    # shellcheck disable=SC2086 # a list of names
    $make -k -j"$JOBS" all $programs >"$scratch/build.log" 2>&1 && return
    if ! $make all >/dev/null 2>&1; then
        cat "$scratch/build.log"
        echo "tests/run.sh: the program does not build" >&2
        exit 1
    fi
    for program in $programs; do
        $make "$program" >"$scratch/unbuilt" 2>&1 ||
            mv "$scratch/unbuilt" "$scratch/unit-${program##*/}.unbuilt"
    done
}

# A locale with a decimal comma for the tests that set de_DE.UTF-8: made from Debian's
# `locales` where the machine has none.
make_german_locale() {
    locale -a 2>/dev/null | grep -qi '^de_DE\.utf-\{0,1\}8$' && return
    LOCPATH=$BUILD/locale
    export LOCPATH
    [ -d "$LOCPATH/de_DE.UTF-8" ] && return
    mkdir -p "$LOCPATH"
    localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" ||
        echo "tests/run.sh: no de_DE.UTF-8 locale (Debian: locales)" >&2
}

if [ "${1-}" = --one ]; then
    run_one "$2"
    exit 0
fi

cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
make="${MAKE:-make} -s"
SRC=$(pwd)
BUILD=${BUILD:-build}
case $BUILD in /*) ;; *) BUILD=$SRC/$BUILD ;; esac
JOBS=${JOBS:-$(nproc)}
TEST_SECONDS=${TEST_SECONDS:-900}
LC_ALL=C
scratch=$(mktemp -d) || exit 1
export SRC BUILD JOBS TEST_SECONDS LC_ALL scratch
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

HEXFOG=$BUILD/hexfog
if [ -n "${RUN-}" ]; then
    HEXFOG=$scratch/hexfog
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$RUN" "$BUILD/hexfog" >"$HEXFOG"
    chmod +x "$HEXFOG"
fi
export HEXFOG

list_tests "$@" >"$scratch/tests"
for wanted; do
    [ -n "$(list_tests "$wanted")" ] && continue
    echo "tests/run.sh: no test is called $wanted" >&2
    exit 2
done
build
make_german_locale
xargs -r -P "$JOBS" -n 1 sh tests/run.sh --one <"$scratch/tests"

cat "$scratch"/*.counts >"$scratch/all" 2>/dev/null
cat "$scratch"/*.report 2>/dev/null
awk '
    { passed += $1; failed += $2; skipped += $3 }
    END {
        printf "%d passed, %d failed", passed, failed
        if (skipped) printf ", %d skipped", skipped
        print ""
        exit failed > 0 || passed == 0
    }' "$scratch/all"
