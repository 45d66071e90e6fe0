#!/bin/sh
# SPDX-License-Identifier: MIT
# Every way in which the tests and the code are checked, each by its name:
#
#   sh tests/run-all.sh [--here] [--skip] [--record] [NAME]...  default: all, which takes hours
#   sh tests/run-all.sh --list          their names, what each does, minutes on two cores
#
# What one needs is installed where it is missing (Debian, as root or through sudo), with --here
# it is not. Where it cannot be had, that configuration has failed and says what is missing;
# with --skip it is skipped and says so. A line each, its output in $BUILD/run-all/NAME.log,
# shown when it fails. The last line is `N passed, N failed`, `, N skipped` only when so.
# --record writes how each ended to tests/run-all.csv, which docs/testing.md shows.
# Those that are short are tests too: tests/cli/test_{checkers,analyzer,sanitizers}.sh.
# Environment: BUILD (build), JOBS.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/packages.sh
unset CC CFLAGS CPPFLAGS LDFLAGS WERROR GL RUN MAKE MAKEFLAGS MFLAGS MAKELEVEL
LC_ALL=C
JOBS=${JOBS:-$(nproc)}
folder=${BUILD:-build}
case $folder in /*) ;; *) folder=$(pwd)/$folder ;; esac
folder=$folder/run-all
HEXFOG_CONFIGURED=yes # tests that run this script are among what is run here
export LC_ALL JOBS HEXFOG_CONFIGURED

configurations='gcc            8  the whole suite, built by gcc, a warning is an error
clang          8  the same by clang
asan          60  the whole suite under the address and undefined-behaviour sanitizers (gcc)
asan-unit      2  of that the unit tests that draw nothing and do not take long
msan          15  unit tests and commands under the memory sanitizer (clang)
tsan          15  bakes, readers and writers of several threads under the thread sanitizer
valgrind      20  unit tests and commands under memcheck
analyzer       3  gcc -fanalyzer finds nothing
tidy           5  clang-tidy finds nothing but what tests/tidy-known.txt explains
cppcheck       1  cppcheck finds nothing but what tests/cppcheck-known.txt explains
property20000  5  20,000 random boards against the slow reference, 200,000 of wild numbers
faults        10  every call of every command fails once
arch          30  other machines and x86-64 levels give the same bytes, and unit tests pass there
cluster        3  two nodes of Slurm bake a batch, and lose one (root)
browser        2  the three.js kit draws in Chromium what preview does'

# provide PACKAGE...: installs what is missing, or ends the configuration.
provide() {
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086 # a list of names
    [ -z "$here" ] && (need_apt "$missing" && install_packages $missing) && return
    echo "MISSING cannot be had here: $missing"
    exit 77
}

provide_for_tests() {
    # shellcheck disable=SC2086 # lists of names
    provide $build_packages $gl_packages $test_packages
}

# suite NAME [TEST]...: tests/run.sh with its own build folder.
suite() {
    suite_name=$1
    shift
    provide_for_tests
    BUILD=$folder/$suite_name WERROR=1 sh tests/run.sh "$@"
}

# The unit tests whose names do not match a pattern.
unit_tests_but() {
    for file in tests/unit/test_*.c; do
        file=${file##*/test_}
        echo "${file%.c}"
    done | grep -vxE "$1" | sed 's|^|unit/test_|'
}
drawing='gl_.*|shader_text|shader_languages'

# All tests whose names do not match a pattern.
tests_but() {
    for file in tests/cli/test_*.sh tests/unit/test_*.c; do
        file=${file#tests/}
        echo "${file%.*}"
    done | grep -vxE "[a-z]*/test_($1)"
}
left_out() {
    echo "left out: $(echo "$1" | tr '|' ' '): $2"
}
# Those that look at the source, at scripts, at what a command costs, or at builds of their own.
not_of_the_build='style|includes|run|run_all|checkers|analyzer|sanitizers|cost|bench|same_bytes'
not_of_the_build="$not_of_the_build|float_build|tinyexr|cli_install|gl_memory"

run_gcc() { CC=gcc && export CC && suite gcc; }
# Debian 12's valgrind, which tests call, does not read what clang tells of itself by default.
run_clang() { CC=clang CFLAGS='-O2 -g -gdwarf-4' && export CC CFLAGS && suite clang; }

asan() {
    CC=gcc CFLAGS='-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined
        -fno-sanitize-recover=all'
    CFLAGS=$(echo "$CFLAGS" | tr -s '\n ' '  ')
    UBSAN_OPTIONS=print_stacktrace=1 TEST_SECONDS=3600
    export CC CFLAGS UBSAN_OPTIONS TEST_SECONDS
    suite asan "$@"
}
# shellcheck disable=SC2046 # lists of names
run_asan() {
    left_out "$not_of_the_build" "they look at the source, at costs or at builds of their own"
    asan $(tests_but "$not_of_the_build")
}
run_asan_unit() {
    HEXFOG_PROPERTY_COUNT=100 HEXFOG_EDGE_COUNT=1000
    export HEXFOG_PROPERTY_COUNT HEXFOG_EDGE_COUNT
    # shellcheck disable=SC2046 # a list of names
    asan $(unit_tests_but "$drawing|$long")
}
long='gif|golden_files|desc_limits|encode_zip|encode_widths|encode_exr|raster_row'

# tests/msan.c takes the libraries at their word. Left out: tests that draw, whose libraries call
# back (Expat, giflib), that write with OpenEXR themselves, and those whose calls of the system
# tests/faults.c answers before the sanitizer sees them.
run_msan() {
    provide_for_tests
    # shellcheck disable=SC2086 # a list of names
    provide $msan_packages
    wraps=
    # shellcheck disable=SC2013 # words
    for name in $(sed -n 's|^// WRAPS: *||p' tests/msan.c); do
        wraps="$wraps -Wl,--wrap=$name"
    done
    mkdir -p "$folder/msan"
    CC=clang GL=0 CPPFLAGS=-Ddlsym=dlsym_known
    LDFLAGS="$folder/msan/edges.o$wraps"
    CFLAGS='-g -O1 -fno-omit-frame-pointer -fsanitize=memory -fsanitize-memory-track-origins'
    export CC GL CFLAGS CPPFLAGS LDFLAGS
    # shellcheck disable=SC2046,SC2086 # lists of flags
    clang $CFLAGS -fPIC $(pkg-config --cflags libcjson OpenEXR) -c tests/msan.c \
        -o "$folder/msan/edges.o" &&
        suite msan $(unit_tests_but "$drawing|$not_known") $known_scripts
}
not_known='import.*|preview|check_(diagnose|diff|memory|picture|read_exr|share|stats|verify)'
not_known="$not_known|encode_exr|golden_files|base_faults|base_reserve|base_temporary"
known_scripts='cli/test_cli_bake cli/test_cli_status cli/test_hash cli/test_info_texture
    cli/test_diff cli/test_batch'

# Without what draws: the threads of GL's drivers are their own.
run_tsan() {
    CC=gcc CFLAGS='-g -O1 -fsanitize=thread'
    TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" TEST_SECONDS=3600
    export CC CFLAGS TSAN_OPTIONS TEST_SECONDS
    # shellcheck disable=SC2046,SC2086 # lists of names
    suite tsan $(unit_tests_but "$drawing|field_property|desc_.*") $threaded_scripts
}
threaded_scripts='cli/test_cli_bake cli/test_diff cli/test_hash cli/test_preview'

# Left out beyond the drawing ones: those that would take long and do little that the others do
# not, and one in whose children what a signal handler took is never freed.
run_valgrind() {
    CC=gcc RUN="valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
--errors-for-leak-kinds=definite --suppressions=$(pwd)/tests/gl.supp"
    HEXFOG_PROPERTY_COUNT=100 HEXFOG_EDGE_COUNT=500 TEST_SECONDS=3600
    export CC RUN HEXFOG_PROPERTY_COUNT HEXFOG_EDGE_COUNT TEST_SECONDS
    # shellcheck disable=SC2046,SC2086 # lists of names
    suite valgrind $(unit_tests_but "$drawing|$slow|base_temporary") $commands
}
commands='cli/test_hash cli/test_import cli/test_info_texture cli/test_diff'
slow='laws_counts|laws_metric|encode_half|desc_damage|desc_limits|filter_error|preview|bake'

# A file at a time, as clang-tidy does, and told the same.
run_analyzer() {
    provide_for_tests
    gen=$folder/analyzer/gen
    make -s BUILD="$folder/analyzer" "$gen/schemas.inc" "$gen/shaders.inc" || return 1
    flags="-std=c11 -O2 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -include tests/tidy.h -Isrc -Iinclude
        -I$gen $(pkg-config --cflags expat libcjson libdeflate libzstd nettle zlib)"
    # shellcheck disable=SC2016 # the flags are words
    find src -name '*.c' | sort | flags=$flags xargs -P "$JOBS" -n 1 sh -c '
        [ "$1" != src/base/error.c ] || flags="$flags -DTIDY_ERROR_ITSELF"
        gcc $flags -Werror -fanalyzer -c -o /dev/null "$1"' gcc &&
        echo "$(find src -name '*.c' | wc -l) files, nothing found"
}

run_tidy() {
    provide_for_tests
    # shellcheck disable=SC2086 # a list of names
    provide $tidy_packages
    BUILD=$folder/tidy sh tests/tidy.sh
}

run_cppcheck() {
    provide cppcheck
    cppcheck -q -j"$JOBS" --std=c11 --enable=warning,performance,portability --error-exitcode=1 \
        --suppressions-list=tests/cppcheck-known.txt -D_GNU_SOURCE -Isrc -Iinclude \
        --template='{file}:{line}: {severity}: {id}: {message}' src &&
        echo "$(find src -name '*.c' | wc -l) files, nothing found"
}

run_property20000() {
    CC=gcc HEXFOG_PROPERTY_COUNT=20000 HEXFOG_EDGE_COUNT=200000 TEST_SECONDS=7200
    export CC HEXFOG_PROPERTY_COUNT HEXFOG_EDGE_COUNT TEST_SECONDS
    suite property20000 unit/test_field_property unit/test_edges_wild
}

run_faults() {
    provide_for_tests
    make -s -j"$JOBS" BUILD="$folder/faults" CC=gcc WERROR=1 all &&
        BUILD=$folder/faults CC=gcc sh tests/faults.sh >"$folder/faults.tap" &&
        count_tap "$folder/faults.tap"
}

# The last line of a TAP log's tests; false when one failed or none ran.
count_tap() {
    awk '
        /^ok / { passed++ }
        /^not ok / { failed++ }
        /^(not ok|#)/
        END { print passed + 0 " passed, " failed + 0 " failed"; exit failed || !passed }' "$1"
}

run_arch() { BUILD=$folder/arch sh tests/arch.sh; }

run_cluster() {
    provide_for_tests
    # shellcheck disable=SC2086 # a list of names
    provide $cluster_packages
    make -s -j"$JOBS" BUILD="$folder/gcc" CC=gcc WERROR=1 all &&
        HEXFOG=$folder/gcc/hexfog sh tests/cluster.sh
}

run_browser() {
    # shellcheck disable=SC2086 # a list of names
    provide $browser_packages
    CC=gcc && export CC && suite gcc kit_three
}

# record NAME RESULT SECONDS: in place of what stood there of that name.
record() {
    [ -n "$record" ] || return 0
    dirty=
    git diff --quiet HEAD -- src include tests ':!tests/run-all.csv' || dirty=+
    last=$(tail -n 1 "$folder/$1.log" | tr ',' ';')
    {
        grep -v "^$1," tests/run-all.csv
        echo "$1,$2,$3,$(git rev-parse --short HEAD)$dirty,$(date -u +%Y-%m-%d),$last"
    } >"$folder/record"
    cat "$folder/record" >tests/run-all.csv
}

here='' skip='' record=''
while :; do
    case ${1-} in
    --here) here=yes ;;
    --skip) skip=yes ;;
    --record) record=yes ;;
    --list)
        echo "$configurations"
        exit 0
        ;;
    *) break ;;
    esac
    shift
done
# shellcheck disable=SC2046 # a list of names
[ $# -gt 0 ] || set -- $(echo "$configurations" | sed 's/ .*//')
for name; do
    echo "$configurations" | grep -q "^$name " && continue
    # shellcheck disable=SC2046 # a list of names
    echo "tests/run-all.sh: nothing is called $name; there are" \
        $(echo "$configurations" | sed 's/ .*//') >&2
    exit 2
done

mkdir -p "$folder" || exit 1
passed=0 failed=0 skipped=0
for name; do
    began=$(date +%s) status=0
    log=$folder/$name.log
    ("run_$(echo "$name" | tr - _)") >"$log" 2>&1 </dev/null || status=$?
    seconds=$(($(date +%s) - began))
    took="$seconds s"
    missing=$(sed -n 's/^MISSING //p' "$log" | tail -n 1)
    if [ $status -eq 77 ] && [ -n "$missing" ] && [ -n "$skip" ]; then
        skipped=$((skipped + 1))
        echo "$name skipped: $missing"
    elif [ $status -eq 0 ]; then
        passed=$((passed + 1))
        record "$name" passed $seconds
        echo "$name ok, $took: $(tail -n 1 "$log")"
    else
        failed=$((failed + 1))
        record "$name" failed $seconds
        tail -n 200 "$log"
        echo "$name FAILED, $took: all of it in $log"
    fi
done
total="$passed passed, $failed failed"
[ $skipped -eq 0 ] || total="$total, $skipped skipped"
echo "$total"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
