# SPDX-License-Identifier: MIT
# What libhexfog.a and libhexfog.so show, and what the library may touch.
. "$SRC/tests/lib.sh"
library=$BUILD/libhexfog.a

# Symbols of the archive that others can bind to: "NAME VISIBILITY" a line.
global_symbols() {
    readelf -sW "$1" | awk '
        ($5 == "GLOBAL" || $5 == "WEAK") && $7 != "UND" && NF >= 8 { print $8, $6 }' | sort -u
}

# Names that hexfog.h declares with HEXFOG_API.
declared_names() {
    sed 's|/\*.*\*/||' include/hexfog.h | tr '\n' ' ' | sed 's/HEXFOG_API/\n&/g' |
        sed -n 's/^HEXFOG_API [^(]*[ *]\(hexfog_[a-z0-9_]*\)(.*/\1/p' | sort -u
}

only_hexfog_names() {
    global_symbols "$1" >"$HEXFOG_TMP/symbols"
    [ -s "$HEXFOG_TMP/symbols" ]
    # The address sanitizer adds a name of its own to each variable.
    fails grep -v '^\(__odr_asan\.\)\{0,1\}hexfog_' "$HEXFOG_TMP/symbols"
}

public_is_declared() {
    declared_names >"$HEXFOG_TMP/declared"
    [ -s "$HEXFOG_TMP/declared" ]
    global_symbols "$library" | sed -n 's/ DEFAULT$//p' >"$HEXFOG_TMP/public"
    diff "$HEXFOG_TMP/declared" "$HEXFOG_TMP/public"
}

shared_is_declared() {
    declared_names >"$HEXFOG_TMP/declared"
    [ -s "$HEXFOG_TMP/declared" ]
    nm -D --defined-only "$1" | sed 's/.* //' | sort -u >"$HEXFOG_TMP/dynamic"
    diff "$HEXFOG_TMP/declared" "$HEXFOG_TMP/dynamic"
}
# The same, of a library that shows a function more and one that shows a function less.
others_are_found() {
    for change in '$s/$/\nvoid hexfog_more(void) {}/' '1d'; do
        declared_names | sed 's/.*/void &(void) {}/' | sed "$change" >"$HEXFOG_TMP/so.c"
        ${CC:-cc} -w -fPIC -shared "$HEXFOG_TMP/so.c" -o "$HEXFOG_TMP/other.so"
        fails shared_is_declared "$HEXFOG_TMP/other.so"
    done
}
# An incompatible library has another name, and the name is that of the version.
soname_is_the_version() {
    major=$("$HEXFOG" --version | sed 's/hexfog //; s/\..*//')
    is "libhexfog.so.$major" "$(readelf -d "$BUILD/libhexfog.so" |
        sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')"
}

# Objects of the archive that use one of the functions: "OBJECT FUNCTION" a line.
users_of() {
    nm -A --undefined-only "$library" | awk -v names=" $* " '
        { name = $NF; sub(/@.*/, "", name) }
        index(names, " " name " ") { split($1, part, ":"); print part[2], name }'
}

none_uses() {
    [ -n "$(users_of memcpy memset strlen)" ] || wrong "no object of $library is read"
    users=$(users_of "$@")
    [ -z "$users" ] && return
    echo "$users"
    return 1
}

one_door_to_memory() {
    users=$(users_of malloc calloc realloc aligned_alloc posix_memalign strdup strndup | sort)
    echo "$users"
    [ -n "$users" ]
    is "alloc.o" "$(echo "$users" | sed 's/ .*//' | sort -u)"
}

a_foreign_name() {
    echo 'int foreign(void); int foreign(void) { return 0; }' >"$HEXFOG_TMP/foreign.c"
    (cd "$HEXFOG_TMP" && ${CC:-cc} -c foreign.c && ar rcs foreign.a foreign.o)
    fails only_hexfog_names "$HEXFOG_TMP/foreign.a"
}

check "every global symbol of libhexfog.a begins with hexfog_" only_hexfog_names "$library"
check "another name among them is found" a_foreign_name
check "the public symbols are those that hexfog.h declares" public_is_declared
check "libhexfog.so shows the functions that hexfog.h declares, no more and no less" \
    shared_is_declared "$BUILD/libhexfog.so"
check "a function more or less is found" others_are_found
check "the soname of libhexfog.so has the version's first number" soname_is_the_version
check "the library does not print" none_uses \
    printf vprintf fprintf vfprintf puts fputs putchar putc fputc perror stdout stderr \
    __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
check "the library does not end the process" none_uses exit _exit _Exit quick_exit abort
check "the library starts no process" none_uses fork vfork posix_spawn posix_spawnp system popen \
    execv execve execvp execl execlp
# (kill with signal 0 only asks whether a process is there.)
check "the library leaves signals alone" none_uses signal sigaction sigprocmask raise alarm
check "the library leaves environment and locale alone" none_uses \
    setenv unsetenv putenv clearenv setlocale newlocale uselocale
check "the library leaves cJSON's hooks alone" none_uses cJSON_InitHooks
check "the library's memory comes through one door" one_door_to_memory
