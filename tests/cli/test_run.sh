# SPDX-License-Identifier: MIT
# The test runner can fail: a small tree of made-up tests, one for each way to go wrong.
. "$SRC/tests/lib.sh"
tree=$HEXFOG_TMP/tree

new_tree() {
    rm -rf "$tree"
    mkdir -p "$tree/tests/unit" "$tree/tests/cli"
    cp tests/run.sh tests/lib.sh "$tree/tests"
    cp tests/unit/prove.h "$tree/tests/unit"
    # $@ and $< are make's.
    # shellcheck disable=SC2016
    printf 'all:\n\t@:\n$(BUILD)/tests/unit/%%: tests/unit/%%.c\n\t%s\n\t%s\n' \
        '@mkdir -p $(@D)' '@$(CC) -o $@ $< -lcmocka' >"$tree/Makefile"
}

# unit NAME BODY: a program that proves "good holds" and then does BODY.
unit() {
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n'
        printf '#include "prove.h"\n'
        printf 'static void good(void **s) { (void)s; }\nstatic void other(void **s)\n'
        printf '{ (void)s; %s }\nint main(void)\n{\n' "$2"
        printf 'const struct CMUnitTest t[] = { PROVES("good holds", good), '
        printf 'PROVES("other holds", other) };\n'
        printf 'return cmocka_run_group_tests(t, NULL, NULL);\n}\n'
    } >"$tree/tests/unit/test_$1.c"
}

script() {
    # shellcheck disable=SC2016
    printf '. "$SRC/tests/lib.sh"\n%s\n' "$2" >"$tree/tests/cli/test_$1.sh"
}

# ends STATUS LAST-LINE [NAME]...: what the runner in the tree says.
ends() {
    want_end=$1 want_line=$2
    shift 2
    status_is "$want_end" env -u BUILD CC="${CC:-cc}" TEST_SECONDS=3 TMPDIR="$HEXFOG_TMP" \
        sh "$tree/tests/run.sh" "$@"
    is "$want_line" "$(tail -n 1 "$HEXFOG_TMP/out")"
}

all_good() {
    new_tree
    unit good ''
    script good 'check "true is true" true'
    ends 0 "3 passed, 0 failed"
    ends 0 "2 passed, 0 failed" unit/test_good
    ends 0 "3 passed, 0 failed" good
    ends 0 "3 passed, 0 failed" good test_good unit/test_good cli/test_good
    is 3 "$(wc -l <"$HEXFOG_TMP/out")" # a line a test and the last
    status_is 2 sh "$tree/tests/run.sh" nosuch
}

none() {
    new_tree
    ends 1 "0 passed, 0 failed"
}

one_fault() {
    new_tree
    unit fault "$1"
    ends 1 "1 passed, 1 failed"
}

does_not_build() {
    new_tree
    unit fault 'no C'
    unit good ''
    ends 1 "2 passed, 1 failed"
    has "it builds" "$HEXFOG_TMP/out"
}

proves_nothing() {
    new_tree
    echo 'int main(void) { return 0; }' >"$tree/tests/unit/test_empty.c"
    ends 1 "0 passed, 1 failed"
}

a_script() {
    new_tree
    script fault "$1"
    ends "${3-1}" "$2"
}

skipped() {
    new_tree
    unit skips 'skip();'
    script skips 'skip "the moon is full" "it is day"
check "true is true" true'
    ends 0 "2 passed, 0 failed, 2 skipped"
    has "SKIP cli/test_skips: the moon is full: it is day" "$HEXFOG_TMP/out"
}

told() {
    new_tree
    script fault 'f() { echo first; false; echo second; }
check "f holds" f'
    ends 1 "0 passed, 1 failed"
    has "FAIL cli/test_fault: f holds" "$HEXFOG_TMP/out"
    has "     first" "$HEXFOG_TMP/out"
    hasnt second "$HEXFOG_TMP/out"
}

left_behind() {
    ls -A "$HEXFOG_TMP" >"$HEXFOG_TMP/left"
    hasnt tmp. "$HEXFOG_TMP/left"
}

# Each would go on for minutes.
takes_no_nonsense() {
    for file in scripts/bench.sh scripts/demo.sh scripts/pictures.sh scripts/test.sh \
        scripts/testing.sh tests/arch.sh tests/chroot.sh tests/cluster.sh tests/faults.sh \
        tests/run.sh tests/run-all.sh tests/fuzz/run.sh tests/fuzz/coverage.sh; do
        status_is 2 timeout 20 sh "$SRC/$file" --nonsense || wrong "$file"
        test -s "$HEXFOG_TMP/err"
    done
}

# dpkg-query: a, and b from elsewhere, which has c in it; d was removed.
what_is_missing() {
    mkdir -p "$HEXFOG_TMP/dpkg"
    cat >"$HEXFOG_TMP/dpkg/dpkg-query" <<'END'
#!/bin/sh
case $4 in
a | b) printf installed ;;
d) printf config-files ;;
'') printf '%s\n' 'installed ' 'installed b-doc (= 2), c (= 1)' 'config-files d-more' ;;
*) exit 1 ;;
esac
END
    chmod +x "$HEXFOG_TMP/dpkg/dpkg-query"
    is "d d-more e " "$(PATH=$HEXFOG_TMP/dpkg:$PATH sh -c \
        '. "$SRC/scripts/packages.sh"; missing_packages a b c d d-more e')"
    is "" "$(PATH=$HEXFOG_TMP/dpkg:$PATH sh -c '. "$SRC/scripts/packages.sh"; missing_packages a')"
}

check "sound tests pass, all or by name" all_good
check "no test at all is a failure" none
check "a false assertion is a failure" one_fault 'assert_int_equal(1, 2);'
check "a crash is a failure" one_fault 'abort();'
check "an early exit with status 0 is a failure" one_fault 'fflush(stdout); _exit(0);'
check "a program that does not end is a failure" one_fault 'fflush(stdout); sleep(60);'
check "a program that does not build is a failure" does_not_build
check "a program that proves nothing is a failure" proves_nothing
check "a script's false command is a failure" a_script 'check "x" false' "0 passed, 1 failed"
check "a script that ends before its plan is a failure" \
    a_script 'check "x" true; false; check "y" true' "1 passed, 1 failed"
# TEST_SECONDS is 3 here.
check "a script has the seconds that it asks for" a_script '# SECONDS: 60
    sleep 4; check "x" true' "1 passed, 0 failed" 0
check "a script that proves nothing is a failure" a_script 'true' "0 passed, 1 failed"
check "a failing sentence is told with its output, up to its first false line" told
check "what is skipped is counted and told" skipped
check "what an installed package provides is not missing" what_is_missing
check "every script refuses what it does not take" takes_no_nonsense
check "no scratch folder is left" left_behind
