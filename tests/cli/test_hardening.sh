# SPDX-License-Identifier: MIT
# What SECURITY.md says of the built files, read from the files: position independent, nothing
# to overwrite, stacks that are watched, fortified calls, no folder of libraries of its own.
. "$SRC/tests/lib.sh"
cd "$SRC" || exit
program=$BUILD/hexfog
library=$BUILD/libhexfog.so
export LC_ALL=C

# tells PATTERN FILE OPTION...: readelf's word on a file.
tells() {
    pattern=$1 file=$2
    shift 2
    readelf -W "$@" "$file" >"$HEXFOG_TMP/told"
    grep -Eq -- "$pattern" "$HEXFOG_TMP/told" || wrong "no '$pattern' in readelf $* $file"
}
hides() {
    fails tells "$@" >"$HEXFOG_TMP/said" || { cat "$HEXFOG_TMP/told"; return 1; }
}

position_independent() {
    tells 'Type: +DYN \(Position-Independent' "$program" -h
    tells 'FLAGS_1.*PIE' "$program" -d
}
# Its relocations are done at the start, and read-only from then on.
relocated_at_once() {
    tells ' GNU_RELRO ' "$1" -l
    tells 'BIND_NOW|FLAGS_1.*NOW' "$1" -d
    hides TEXTREL "$1" -d
}
stack_is_data() {
    tells 'GNU_STACK .* RW  ' "$1" -l
}
no_folder_of_its_own() {
    hides 'RPATH|RUNPATH' "$1" -d
}
calls() {
    tells "UND $1(@|\$)" "$2" --dyn-syms
}

for file in "$program" "$library"; do
    name=${file##*/}
    check "$name is relocated at once and then read-only" relocated_at_once "$file"
    check "$name has no stack that runs" stack_is_data "$file"
    check "$name looks for libraries nowhere of its own" no_folder_of_its_own "$file"
    # A user's own flags come last, and may take these away.
    if grep -Eq -- '-fno-stack-protector|-fsanitize' "$BUILD/flags"; then
        skip "$name watches its stack" "built with other flags"
    else
        check "$name watches its stack" calls __stack_chk_fail "$file"
    fi
    if grep -q -- '-D_FORTIFY_SOURCE=' "$BUILD/flags"; then
        check "$name makes fortified calls" calls '__[a-z]*_chk' "$file"
    else
        skip "$name makes fortified calls" "built without optimisation or with a sanitizer"
    fi
done
check "hexfog lies at another address each time" position_independent

nothing_is_setuid() {
    make -s BUILD="$BUILD" CC="${CC:-cc}" CFLAGS="${CFLAGS--O2 -g}" CPPFLAGS="${CPPFLAGS-}" \
        LDFLAGS="${LDFLAGS-}" WERROR="${WERROR-}" GL="${GL:-1}" DESTDIR="$HEXFOG_TMP/root" install
    is "" "$(find "$HEXFOG_TMP/root" \( -perm /7000 -o -perm /022 \) ! -type l)"
}
check "nothing is installed with setuid, or for others to write" nothing_is_setuid

# What make would run for one object: flags of the user come after ours.
dry() {
    env -u MAKEFLAGS make -n V=1 BUILD="$HEXFOG_TMP/other" "$@" \
        "$HEXFOG_TMP/other/src/base/path.o" "$HEXFOG_TMP/other/hexfog" |
        grep -v '^printf' >"$HEXFOG_TMP/dry"
}
user_flags_are_last() {
    dry CFLAGS="-O1 -fno-stack-protector" LDFLAGS="-no-pie -Wl,-z,lazy"
    has "-fstack-protector-strong" "$HEXFOG_TMP/dry"
    fails grep -E 'fno-stack-protector.*-fstack-protector-strong' "$HEXFOG_TMP/dry"
    grep -E -- '-pie .*-z,now -no-pie -Wl,-z,lazy' "$HEXFOG_TMP/dry"
}
fortified_where_it_works() {
    dry CFLAGS="-O2"
    has "-D_FORTIFY_SOURCE=2" "$HEXFOG_TMP/dry"
    for flags in -O0 -g "-O2 -fsanitize=address" "-O2 -O0" "-O2 -D_FORTIFY_SOURCE=3"; do
        dry CFLAGS="$flags"
        hasnt "-D_FORTIFY_SOURCE=2" "$HEXFOG_TMP/dry"
    done
    dry CFLAGS="-O2" CPPFLAGS="-D_FORTIFY_SOURCE=3"
    hasnt "-D_FORTIFY_SOURCE=2" "$HEXFOG_TMP/dry"
    dry CFLAGS="-O2" LDFLAGS=-static
    fails grep -E -- ' -pie ' "$HEXFOG_TMP/dry"
}
check "a user's own flags stand last" user_flags_are_last
check "fortification is left out where it warns or hides faults" fortified_where_it_works

# ------------------------------------------------------------------------ the source

# A shell, or a program found by PATH, that user text could reach; a name that could be guessed.
forbidden='system|popen|execl[pe]?|execvp?e?|execve|posix_spawnp?|wordexp'
forbidden="$forbidden|mktemp|tmpnam|tempnam|tmpfile|gets"
calls_nothing_forbidden() {
    # Comments and words of messages do not call.
    found=$(cd "$1" && find src include -name '*.[ch]' -exec \
        grep -nE "(^|[^a-zA-Z0-9_\">.])($forbidden) ?\(" {} + | grep -vE ':[0-9]+: *(//|\*)') ||
        found=
    is "" "$found"
}
check "no shell, no other program and no name that can be guessed is in the source" \
    calls_nothing_forbidden "$SRC"
mkdir -p "$HEXFOG_TMP/planted/src" "$HEXFOG_TMP/planted/include"
echo 'int f(const char *text) { return system(text); }' >"$HEXFOG_TMP/planted/src/a.c"
check "a planted shell is found" fails calls_nothing_forbidden "$HEXFOG_TMP/planted"

loads_none_either() {
    readelf -W --dyn-syms "$program" >"$HEXFOG_TMP/symbols"
    fails grep -E "UND (system|popen|exec[a-z]*|posix_spawnp?|wordexp|mktemp|tmpnam|gets)(@|\$)" \
        "$HEXFOG_TMP/symbols"
}
if grep -q -- '-fsanitize' "$BUILD/flags"; then
    skip "the program itself calls none of them" "a sanitizer does"
else
    check "the program itself calls none of them" loads_none_either
fi
