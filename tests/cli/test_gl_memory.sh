# SPDX-License-Identifier: MIT
# A whole verify on a software GPU, with every access to memory watched.
. "$SRC/tests/lib.sh"

program=$BUILD/tests/unit/test_gl_once
sentence="a verify on a GPU reads and frees memory as it should"

watched() {
    TMPDIR=$HEXFOG_TMP valgrind -q --keep-debuginfo=yes --leak-check=full \
        --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        --suppressions=tests/gl.supp --error-exitcode=9 "$program"
}

${MAKE:-make} -s "$program" >"$HEXFOG_TMP/make.log" 2>&1 || cat "$HEXFOG_TMP/make.log" >&2
case ${CFLAGS-} in
*-fsanitize*) skip "$sentence" "the build has its own sanitizers" ;;
*)
    if ! need valgrind; then
        skip "$sentence" "no valgrind"
    elif TMPDIR=$HEXFOG_TMP CMOCKA_MESSAGE_OUTPUT=TAP "$program" | grep -q '# SKIP'; then
        skip "$sentence" "built without GL"
    else
        check "$sentence" watched
    fi
    ;;
esac
