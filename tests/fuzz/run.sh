#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes the targets one after another: builds them with clang under ASan and UBSan, runs each
# for FUZZ_TIME seconds, keeps a small corpus that covers as much in tests/fuzz/corpus, and adds
# a line a target to tests/fuzz/log.csv. `make fuzz` calls this. The status is 1 when an input
# has ended a target.
#
# Environment:
#   FUZZ_TIME      seconds a target (60)
#   FUZZ_TARGETS   their names (all)
#   FUZZ_ENGINE    libfuzzer, or afl for AFL++ (libfuzzer)
#   BUILD          folder of programs, working corpora and crashes (build/fuzz)
set -eu
cd "$(dirname "$0")/../.."
if [ $# -gt 0 ]; then
    echo "usage: [FUZZ_TIME=...] [FUZZ_TARGETS=...] sh tests/fuzz/run.sh" >&2
    exit 2
fi
unset MAKEFLAGS MFLAGS MAKELEVEL
BUILD=${BUILD:-build/fuzz}
engine=${FUZZ_ENGINE:-libfuzzer}
seconds=${FUZZ_TIME:-60}
sanitizers="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow"
sanitizers="$sanitizers -fno-sanitize-recover=all"
case $engine in
libfuzzer) needs=clang ;;
afl) needs="clang afl-clang-fast afl-fuzz" ;;
*)
    echo "$0: FUZZ_ENGINE is libfuzzer or afl, not $engine" >&2
    exit 2
    ;;
esac
for command in $needs; do
    command -v "$command" >/dev/null 2>&1 && continue
    echo "$0: there is no $command (Debian: clang, libclang-rt-14-dev, afl++)" >&2
    exit 2
done
programs=$BUILD/$engine
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
export AFL_QUIET=1 AFL_AUTORESUME=0
export ASAN_OPTIONS="abort_on_error=1:symbolize=0:detect_leaks=0:allocator_may_return_null=1"
[ "$engine" = afl ] || ASAN_OPTIONS="allocator_may_return_null=1"

build() {
    built=$1
    compiler=afl-clang-fast
    flags=$sanitizers
    shift
    if [ "$built" = libfuzzer ]; then
        compiler=clang
        flags="$flags -fsanitize=fuzzer-no-link"
        flags="$flags -fsanitize-coverage-ignorelist=tests/fuzz/uncounted.txt"
    fi
    for program; do
        set -- "$@" "$BUILD/$built/$program"
        shift
    done
    ${MAKE:-make} -s BUILD="$BUILD/$built" CC="$compiler" CFLAGS="$flags" WERROR=1 GL=0 \
        -j"$(nproc)" "$@"
}

# Bytes that an input of the target has at most: room for every rule, none for repetition.
most_bytes() {
    case $1 in
    arguments) echo 512 ;;
    sums) echo 1024 ;;
    bake | hdr | png) echo 2048 ;;
    *) echo 4096 ;;
    esac
}

dictionary() {
    case $1 in
    bake) echo tests/fuzz/dict/description.dict ;;
    *) echo "tests/fuzz/dict/$1.dict" ;;
    esac
}

# What the engine found is in $work, what it said in $log; sets ran, executions and crashes.
run_libfuzzer() {
    "$programs/tests/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
        -malloc_limit_mb=512 -max_len="$(most_bytes "$1")" -dict="$(dictionary "$1")" \
        -artifact_prefix="$found/" -print_final_stats=1 -reload=0 -verbosity=1 \
        "$work" $inputs >"$log" 2>&1 || echo "$1: the engine ended with status $?"
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    crashes=$(find "$found" -newer "$log.began" -type f \( -name 'crash-*' -o -name 'leak-*' \
        -o -name 'oom-*' -o -name 'timeout-*' \) | wc -l)
}

run_afl() {
    rm -rf "$work.afl" "$work.in"
    mkdir "$work.in"
    for folder in "$work" $inputs; do
        find "$folder" -type f -size -9 -exec cp -f {} "$work.in/" \;
    done
    afl-fuzz -i "$work.in" -o "$work.afl" -m none -t 10000 -V "$seconds" \
        -G "$(most_bytes "$1")" -x "$(dictionary "$1")" \
        -- "$programs/tests/fuzz/fuzz_$1" >"$log" 2>&1 || echo "$1: AFL++ ended with status $?"
    executions=$(sed -n 's/^execs_done *: *//p' "$work.afl/default/fuzzer_stats")
    crashes=$(sed -n 's/^saved_crashes *: *//p' "$work.afl/default/fuzzer_stats")
    hangs=$(sed -n 's/^saved_hangs *: *//p' "$work.afl/default/fuzzer_stats")
    crashes=$((crashes + hangs))
    cp -f "$work.afl"/default/crashes/id* "$work.afl"/default/hangs/id* "$found/" 2>/dev/null || :
    cp -f "$work.afl"/default/queue/id* "$work/"
}

# The working corpus stays in $BUILD. What is kept in the tree covers as much with few files.
minimise() {
    rm -rf "$work.small"
    mkdir "$work.small"
    "$BUILD/libfuzzer/tests/fuzz/fuzz_$1" -set_cover_merge=1 -use_counters=0 -timeout=10 \
        -rss_limit_mb=1024 -max_len=4096 "$work.small" "$work" $inputs >"$log.merge" 2>&1 ||
        return 0
    rm -rf "tests/fuzz/corpus/$1"
    mkdir -p "tests/fuzz/corpus/$1"
    find "$work.small" -type f -exec cp {} "tests/fuzz/corpus/$1/" \;
}

corpus_hash() {
    (cd "tests/fuzz/corpus/$1" && find . -type f -exec sha256sum {} + | LC_ALL=C sort -k 2) |
        sha256sum | cut -c 1-16
}

# The commit that was built; with + when something that is built differs from it.
commit_now() {
    commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
    git diff --quiet HEAD -- src include tests/fuzz/*.c tests/fuzz/*.h 2>/dev/null ||
        commit=$commit+
    echo "$commit"
}

fuzz() {
    work=$BUILD/corpus/$1
    found=$BUILD/crashes/$1
    log=$BUILD/logs/$1-$engine
    inputs=$BUILD/seeds/$1
    [ ! -d "tests/fuzz/corpus/$1" ] || inputs="$inputs tests/fuzz/corpus/$1"
    mkdir -p "$work" "$found" "$BUILD/logs"
    : >"$log.began"
    began=$(date +%s)
    "run_$engine" "$1"
    ran=$(($(date +%s) - began))
    minimise "$1"
    [ -s tests/fuzz/log.csv ] ||
        echo target,engine,seconds,executions,corpus_files,corpus_sha256,commit,crashes \
            >tests/fuzz/log.csv
    files=$(find "tests/fuzz/corpus/$1" -type f | wc -l)
    hash=$(corpus_hash "$1")
    echo "$1,$engine,$ran,${executions:-0},$files,$hash,$commit,$crashes" >>tests/fuzz/log.csv
    echo "$1: ${executions:-0} executions in $ran s with $engine, $crashes crashes"
    [ "$crashes" -eq 0 ] || echo "$1: see $found and $log"
    total_crashes=$((total_crashes + crashes))
}

commit=$(commit_now)
# libFuzzer also keeps the corpora of AFL++ small.
build libfuzzer tests/fuzz/replay hexfog
targets=${FUZZ_TARGETS:-$("$BUILD/libfuzzer/tests/fuzz/replay" --list)}
for target in $targets; do
    build libfuzzer "tests/fuzz/fuzz_$target"
    [ "$engine" = libfuzzer ] || build "$engine" "tests/fuzz/fuzz_$target"
done
rm -rf "$BUILD/seeds.$$"
sh tests/fuzz/seeds.sh "$BUILD/libfuzzer/hexfog" "$BUILD/seeds.$$"
rm -rf "$BUILD/seeds"
mv "$BUILD/seeds.$$" "$BUILD/seeds"
total_crashes=0
for target in $targets; do
    fuzz "$target"
done
[ $total_crashes -eq 0 ]
