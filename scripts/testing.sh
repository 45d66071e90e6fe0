#!/bin/sh
# SPDX-License-Identifier: MIT
# Renews the figures of docs/testing.md: what stands between BEGIN and END there. `make
# testing-report` calls it. By name, as it takes an hour or two on two cores:
#
#   sh scripts/testing.sh            all of them
#   sh scripts/testing.sh fuzz       only these: tests (with the coverage), coverage, faults, fuzz,
#                                    readers, checks
#
# Tests that were run count as long as src and include are as they were: one that was stopped goes
# on where it was. Environment: BUILD (build/testing), CC (gcc, for gcov), TESTS (all; only these
# are run, as unit/test_NAME or cli/test_NAME), TESTING_SECONDS (no test is started after so many;
# the page tells how many were run), FAULTS_MOST (all; failures of a kind at most).
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS MAKELEVEL
BUILD=${BUILD:-build/testing}
CC=${CC:-gcc}
CFLAGS="-O1 -g --coverage -fprofile-update=atomic"
CPPFLAGS="-include tests/coverage.h"
export BUILD CC CFLAGS CPPFLAGS LC_ALL=C
page=docs/testing.md
wanted=${*:-tests faults fuzz readers checks}
mkdir -p "$BUILD"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# block NAME: what standard input says takes the place of that block.
block() {
    cat >"$scratch/block"
    awk -v name="$1" -v block="$scratch/block" '
        /^<!-- END -->/ { inside = 0 }
        !inside { print }
        $0 == "<!-- BEGIN " name " -->" {
            inside = found = 1
            while ((getline line < block) > 0) print line
        }
        END { exit !found }' "$page" >"$scratch/page"
    cat "$scratch/page" >"$page"
}

# The commit, and a + when the tree differs from it; the day.
state() {
    dirty=
    git diff --quiet HEAD -- src include tests ':!tests/uncovered.txt' || dirty=+
    echo "At $(git rev-parse --short HEAD)$dirty, $(date -u +%Y-%m-%d), with gcc" \
        "$("$CC" -dumpfullversion)."
}

# Lines that a test holds something with: assert_*, and the words of tests/lib.sh.
assertions() {
    cat "$@" | grep -cE '(^|[^a-z_])(assert_[a-z_]+|fail_msg) ?\(' || :
}
shell_assertions() {
    cat "$@" | grep -cE \
        '^ *(is|has|hasnt|same_bytes|fails|status_is|wrong|tells|hides|holds_only|are_old) ' || :
}

# Of one kind, how many ran and what they proved.
programs() {
    awk -v kind="^$1/" '$1 ~ kind { n++; tests += $2 } END { printf "%d | %d", n, tests }' \
        "$BUILD/tests.log"
}

# What was run counts as long as the sources are the same ones.
sources() {
    { git rev-parse HEAD:src HEAD:include; git diff HEAD -- src include; } | sha256sum
}

# C first: most of the lines for the least time.
list_tests() {
    for file in tests/unit/test_*.c tests/cli/test_*.sh; do
        file=${file#tests/}
        echo "${file%.*}"
    done
}

# Tests that have not ended yet, at most as many as are started at once.
next_tests() {
    # shellcheck disable=SC2086 # a list of names
    { [ -n "${TESTS-}" ] && printf '%s\n' ${TESTS-} || list_tests; } |
        awk 'FILENAME != "-" { done[$1] = 1; next } !($1 in done)' "$BUILD/tests.log" - |
        head -n "$((4 * $(nproc)))"
}

# From the lines of tests/run.sh: "58 passed, 1 failed".
sum_of_tests() {
    awk '/^[0-9]+ passed, / { passed += $1; failed += $3; skipped += $5 }
        END {
            printf "%d passed, %d failed", passed, failed
            if (skipped) printf ", %d skipped", skipped
        }' "$BUILD/tests.log"
}

tests() {
    if ! sources | cmp -s - "$BUILD/tests.sources"; then
        find "$BUILD" -name '*.gcda' -exec rm -f {} +
        : >"$BUILD/tests.log"
        sources >"$BUILD/tests.sources"
    fi
    began=$(date +%s)
    while [ -n "$(next_tests)" ] &&
        [ $(($(date +%s) - began)) -lt "${TESTING_SECONDS:-1000000}" ]; do
        # shellcheck disable=SC2046 # a list of names
        sh tests/run.sh $(next_tests) >"$BUILD/some.log" 2>&1 || :
        grep -q '^[0-9]* passed, ' "$BUILD/some.log" || { cat "$BUILD/some.log" >&2; exit 1; }
        cat "$BUILD/some.log" >>"$BUILD/tests.log"
    done
    show_tests
    coverage
}

show_tests() {
    all=$(list_tests | wc -l)
    run=$(grep -cE '^(unit|cli)/test_' "$BUILD/tests.log") || :
    {
        state
        echo
        echo "| kind | programs | tests | lines that assert |"
        echo "|---|---|---|---|"
        echo "| C, \`tests/unit\` | $(programs unit) | $(assertions tests/unit/*.c) |"
        echo "| shell, \`tests/cli\` | $(programs cli) |" \
            "$(shell_assertions tests/cli/*.sh tests/faults.sh) |"
        echo
        if [ "$run" -ge "$all" ]; then
            echo "The run: $(sum_of_tests), in all $all programs."
        else
            echo "The run: $(sum_of_tests), in $run of $all programs. It was stopped before"
            echo "its end: what had ended by then is counted, here and in the table."
        fi
    } | block tests
}

coverage() {
    /usr/bin/python3 scripts/coverage.py "$BUILD" folders >"$scratch/folders"
    { state; echo; cat "$scratch/folders"; } | block coverage
    /usr/bin/python3 scripts/coverage.py "$BUILD" missing tests/uncovered.txt >"$scratch/missing" \
        2>"$BUILD/uncovered.log"
    block uncovered <"$scratch/missing"
}

# Of every call the failures, from lines `COMMAND failures`.
faults() {
    make -s -j"$(nproc)" BUILD="$BUILD" CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS="$CPPFLAGS" all \
        >/dev/null
    FAULTS_LOG=$BUILD/faults.count sh tests/faults.sh >"$BUILD/faults.log" 2>&1 || :
    show_faults
    coverage
}

show_faults() {
    most=${FAULTS_MOST:+, of each kind $FAULTS_MOST at most}
    {
        state
        echo
        awk -v most="$most" '{ total += $2 } END {
            printf "%d calls were made to fail, in %d commands%s", total, NR, most
        }' "$BUILD/faults.count"
        awk '/^not ok/ { failed++ } END {
            print failed ? ": " failed " commands did not do what they should." \
                         : ": each did what it should." }' "$BUILD/faults.log"
    } | block faults
}

# tests/run-all.csv, in the order of the names.
checks() {
    {
        echo "| name | result | minutes | its last line | at |"
        echo "|---|---|---|---|---|"
        sh tests/run-all.sh --list | awk -F, '
            FNR == NR {
                line[$1] = sprintf("%s | %.0f | %s | %s, %s", $2, $3 / 60, $6, $4, $5)
                next
            }
            {
                sub(/ .*/, "")
                print "| `" $0 "` | " ($0 in line ? line[$0] : "not recorded yet | | | ") " |"
            }' tests/run-all.csv -
    } | block checks
}

# What the corpora of the fuzzing reach of the files that read what strangers send.
readers() {
    BUILD=$BUILD/readers sh tests/fuzz/coverage.sh >"$scratch/readers" 2>"$BUILD/readers.log" ||
        { cat "$BUILD/readers.log" >&2; exit 1; }
    { state | sed 's/with gcc.*/with clang./'; echo; cat "$scratch/readers"; } | block readers
}

# tests/fuzz/log.csv: target, engine, seconds, executions, ..., as its first line names them.
fuzz() {
    if [ ! -s tests/fuzz/log.csv ]; then
        echo "no run is logged yet" | block fuzz
        return
    fi
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            target = $at["target"] " | " $at["engine"]
            if (!(target in runs)) order[++count] = target
            runs[target]++
            seconds[target] += $at["seconds"]; executions[target] += $at["executions"]
            crashes[target] += $at["crashes"]; commit[target] = $at["commit"]
            all_seconds += $at["seconds"]; all += $at["executions"]
        }
        END {
            print "| target | engine | runs | seconds | executions | inputs that ended it |" \
                  " last at |"
            print "|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                target = order[i]
                printf "| %s | %d | %d | %d | %d | %s |\n", target, runs[target],
                       seconds[target], executions[target], crashes[target], commit[target]
            }
            printf "| all | | | %d | %d | | |\n", all_seconds, all
        }' tests/fuzz/log.csv | block fuzz
}

for part in $wanted; do
    case $part in
    tests | coverage | faults | fuzz | readers | checks) "$part" ;;
    *)
        echo "$0: tests, coverage, faults, fuzz, readers or checks, not $part" >&2
        exit 2
        ;;
    esac
done
