# SPDX-License-Identifier: MIT
# tests/run-all.sh can fail: a small tree of made-up sources, with a mistake for each of its
# checkers to find. Fifteen seconds.
. "$SRC/tests/lib.sh"
tree=$HEXFOG_TMP/tree

new_tree() {
    rm -rf "$tree"
    mkdir -p "$tree/tests/unit" "$tree/tests/cli" "$tree/scripts" "$tree/src/base" "$tree/include"
    cp tests/run-all.sh tests/run.sh tests/lib.sh tests/tidy.sh tests/tidy.h "$tree/tests"
    cp tests/unit/prove.h "$tree/tests/unit"
    cp .clang-tidy "$tree"
    cp src/base/error.h "$tree/src/base"
    cp include/hexfog.h "$tree/include"
    : >"$tree/tests/tidy-known.txt"
    : >"$tree/tests/cppcheck-known.txt"
    echo 'int good(int x); int good(int x) { return x + 1; }' >"$tree/src/base/good.c"
    none_missing
    # $@, $< and $^ are make's.
    # shellcheck disable=SC2016
    printf '%s\n' 'all: $(patsubst src/base/%.c,$(BUILD)/%.o,$(wildcard src/base/*.c))' \
        '$(BUILD)/%.o: src/base/%.c' '	@mkdir -p $(@D)' \
        '	@$(CC) $(CFLAGS) $(if $(WERROR),-Werror) -c -o $@ $<' \
        '$(BUILD)/tests/unit/%: tests/unit/%.c' '	@mkdir -p $(@D)' \
        '	@$(CC) $(CFLAGS) -o $@ $< -lcmocka' \
        '$(BUILD)/gen/%:' '	@mkdir -p $(@D) && touch $@' >"$tree/Makefile"
}
none_missing() {
    printf '%s\n' 'build_packages= gl_packages= test_packages= tidy_packages=' \
        'missing_packages() { :; }' >"$tree/scripts/packages.sh"
}
one_missing() {
    none_missing
    # shellcheck disable=SC2016
    echo 'missing_packages() { case " $* " in *" cppcheck "*) echo cppcheck ;; esac; }' \
        >>"$tree/scripts/packages.sh"
}

# ends STATUS LAST_LINE ARGUMENT...: what the one in the tree says.
ends() {
    want_end=$1 want_line=$2
    shift 2
    status_is "$want_end" env -u BUILD TMPDIR="$HEXFOG_TMP" sh "$tree/tests/run-all.sh" --here "$@"
    is "$want_line" "$(tail -n 1 "$HEXFOG_TMP/out")"
}

every_name_has_its_sentence() {
    status_is 0 sh tests/run-all.sh --list
    is "" "$(grep -vE '^[a-z0-9-]+ +[0-9]+  [a-zA-Z0-9].{15,}$' "$HEXFOG_TMP/out")"
    for name in $(sed 's/ .*//' "$HEXFOG_TMP/out"); do
        has "run_$(echo "$name" | tr - _)() {" tests/run-all.sh
    done
    for name in gcc clang asan msan tsan valgrind analyzer tidy cppcheck cluster browser arch \
        property20000 faults; do
        grep -q "^$name " "$HEXFOG_TMP/out" || wrong "no $name"
    done
}
check "--list gives every configuration with a sentence" every_name_has_its_sentence

unknown_names() {
    new_tree
    status_is 2 sh "$tree/tests/run-all.sh" cppcheck no-such
    has "nothing is called no-such" "$HEXFOG_TMP/err"
    has "property20000" "$HEXFOG_TMP/err"
    is "" "$(cat "$HEXFOG_TMP/out")"
    [ ! -e "$tree/build" ]
    status_is 2 sh "$tree/tests/run-all.sh" --no-such
    status_is 2 sh "$tree/tests/run-all.sh" ''
}
check "an unknown name is refused with those that there are, before anything runs" unknown_names

something_missing() {
    new_tree
    one_missing
    ends 1 "0 passed, 1 failed" cppcheck
    has "MISSING cannot be had here: cppcheck" "$HEXFOG_TMP/out"
    ends 1 "0 passed, 0 failed, 1 skipped" --skip cppcheck
    has "cppcheck skipped: cannot be had here: cppcheck" "$HEXFOG_TMP/out"
    ends 0 "1 passed, 0 failed, 1 skipped" --skip analyzer cppcheck
}
check "what is missing is a failure that names it, or a skip that does where it is asked for" \
    something_missing

# found NAME WORDS: with the mistake in, NAME fails and shows it; without it, it passes.
found() {
    ends 1 "0 passed, 1 failed" "$1"
    has "$2" "$HEXFOG_TMP/out"
    grep -q "^$1 FAILED, " "$HEXFOG_TMP/out"
    rm -f "$tree"/src/base/bad.c "$tree"/tests/unit/test_bad.c
    ends 0 "1 passed, 0 failed" "$1"
    grep -q "^$1 ok, " "$HEXFOG_TMP/out"
}

cppcheck_finds() {
    new_tree
    echo 'int bad(int x); int bad(int x) { int a[2]; a[2] = x; return a[0]; }' \
        >"$tree/src/base/bad.c"
    found cppcheck "src/base/bad.c:1: error: arrayIndexOutOfBounds"
}
known_to_cppcheck() {
    cppcheck_finds
    echo 'int bad(int x); int bad(int x) { return x / 0; }' >"$tree/src/base/bad.c"
    ends 1 "0 passed, 1 failed" cppcheck
    printf '# a reason\nzerodiv:src/base/bad.c\n' >"$tree/tests/cppcheck-known.txt"
    ends 0 "1 passed, 0 failed" cppcheck
}
if need cppcheck; then
    check "a mistake that cppcheck finds fails, unless it is explained" known_to_cppcheck
else
    skip "a mistake that cppcheck finds fails, unless it is explained" "no cppcheck"
fi

tidy_finds() {
    new_tree
    printf '#include <string.h>\nint bad(char *a); int bad(char *a)\n%s\n' \
        '{ memset(a, sizeof a, 0); return 0; }' >"$tree/src/base/bad.c"
    found tidy "bugprone-suspicious-memset-usage"
    echo 'int bad(int x); int bad(int x) { if (x); return 1; }' >"$tree/src/base/bad.c"
    echo 'src/base/bad.c bugprone-suspicious-semicolon # a reason' >"$tree/tests/tidy-known.txt"
    ends 0 "1 passed, 0 failed" tidy
    rm "$tree/src/base/bad.c"
    ends 1 "0 passed, 1 failed" tidy
    has "not found any more: src/base/bad.c bugprone-suspicious-semicolon" "$HEXFOG_TMP/out"
    : >"$tree/tests/tidy-known.txt"
    echo '#include "no-such.h"' >"$tree/src/base/bad.c"
    found tidy "clang-diagnostic-error"
}
if need clang-tidy; then
    check "a mistake that clang-tidy finds fails, unless it is explained" tidy_finds
else
    skip "a mistake that clang-tidy finds fails, unless it is explained" "no clang-tidy"
fi

recorded() {
    new_tree
    echo "configuration,result,seconds,commit,day,last line" >"$tree/tests/run-all.csv"
    git -C "$tree" init -q
    git -C "$tree" add .
    git -C "$tree" -c user.name=x -c user.email=x@localhost commit -qm x
    head=$(git -C "$tree" rev-parse --short HEAD)
    ends 0 "1 passed, 0 failed" --record analyzer
    grep -qE "^analyzer,passed,[0-9]+,$head,[0-9-]+,1 files; nothing found$" \
        "$tree/tests/run-all.csv"
    echo 'int bad(int x); int bad(int x) { int *p = 0; return *p + x; }' >"$tree/src/base/good.c"
    ends 1 "0 passed, 1 failed" --record analyzer
    grep -qE "^analyzer,failed,[0-9]+,$head\+," "$tree/tests/run-all.csv"
    is 2 "$(grep -c . "$tree/tests/run-all.csv")"
    ends 1 "0 passed, 1 failed" analyzer
    is 2 "$(grep -c . "$tree/tests/run-all.csv")"
}
check "--record keeps how a configuration ended last" recorded

analyzer_finds() {
    new_tree
    printf '#include <stdlib.h>\nvoid bad(int *p); void bad(int *p)\n%s\n' \
        '{ free(p); free(p); }' >"$tree/src/base/bad.c"
    found analyzer "double-"
}
if need gcc; then
    check "a mistake that gcc's analyzer finds fails" analyzer_finds
else
    skip "a mistake that gcc's analyzer finds fails" "no gcc"
fi

# unit BODY: a unit test that does it, and ends well without a sanitizer.
unit() {
    printf '%s\n' '#include <stdlib.h>' '#include <string.h>' '#include <limits.h>' \
        '#include "prove.h"' 'static void bad(void **s)' "{ (void)s; $1 }" \
        'int main(void) { const struct CMUnitTest t[] = { PROVES("it holds", bad) };' \
        'return cmocka_run_group_tests(t, NULL, NULL); }'
}
asan_finds() {
    new_tree
    unit '' >"$tree/tests/unit/test_good.c"
    unit 'volatile char *p = malloc(8); free((void *)p); p[0] = 1;' \
        >"$tree/tests/unit/test_bad.c"
    found asan-unit heap-use-after-free
    unit 'volatile int i = INT_MAX; i = i + 1;' >"$tree/tests/unit/test_bad.c"
    found asan-unit "signed integer overflow"
    unit 'for (int i = 0; i < 99; i++) { volatile char *p = malloc(8); p[0] = 1; }' \
        >"$tree/tests/unit/test_bad.c"
    found asan-unit "detected memory leaks"
}
if need gcc; then
    check "what the sanitizers find in a unit test fails" asan_finds
else
    skip "what the sanitizers find in a unit test fails" "no gcc"
fi
