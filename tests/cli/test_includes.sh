# SPDX-License-Identifier: MIT
# Includes go one way: base, desc, model, raster, encode, check, cli. Each library of
# others is included by one .c file alone and by no header.
. "$SRC/tests/lib.sh"

# Prints every include of the tree $1 that breaks a rule; true when there is none.
includes_go_one_way() {
    found=$(cd "$1" && find include src -name '*.[ch]' | sort | xargs awk '
        BEGIN {
            split("base desc model raster encode check cli", layers, " ")
            for (i in layers) rank[layers[i]] = i + 0
            n = split("assert ctype errno fenv float inttypes limits locale math setjmp " \
                "signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib " \
                "string strings time threads wchar dirent dlfcn fcntl fnmatch getopt " \
                "glob libgen poll pthread pwd sched spawn termios unistd", names, " ")
            for (i = 1; i <= n; i++) standard[names[i] ".h"] = 1
        }
        function bad(why) { print FILENAME ":" FNR ": " why }
        !/^[ \t]*#[ \t]*include/ { next }
        match($0, /"[^"]*"/) {
            name = substr($0, RSTART + 1, RLENGTH - 2)
            split(name, part, "/"); split(FILENAME, file, "/")
            if (name == "hexfog.h" || name ~ /^[a-z_]+\.inc$/) next # .inc: made by the build
            if (!(part[1] in rank)) bad(name " is in no layer")
            else if (file[1] == "include") bad("the public header includes " name)
            else if (rank[part[1]] > rank[file[2]]) bad(file[2] " includes " part[1])
            next
        }
        match($0, /<[^>]*>/) {
            name = substr($0, RSTART + 1, RLENGTH - 2)
            if (name in standard || name ~ /^(sys|linux)\//) next
            if (FILENAME ~ /\.h$/) bad("a header includes <" name ">")
            else if (user[name] && user[name] != FILENAME) bad("<" name "> also in " user[name])
            user[name] = FILENAME
        }')
    [ -z "$found" ] && return
    printf '%s\n' "$found"
    return 1
}

# A tree of two layers, and in it one fault.
planted() {
    tree=$HEXFOG_TMP/$1
    mkdir -p "$tree/include" "$tree/src/base" "$tree/src/desc" "$tree/src/cli"
    echo '#include <stdint.h>' >"$tree/include/hexfog.h"
    printf '#include "hexfog.h"\n#include <sys/stat.h>\n' >"$tree/src/base/error.h"
    printf '#include "base/error.h"\n#include <cjson/cJSON.h>\n' >"$tree/src/desc/tree.c"
    [ $# -eq 1 ] || echo "$3" >>"$tree/$2"
}

each_header_stands_alone() {
    # shellcheck disable=SC2046 # a list of names without spaces
    for header in $(cd "$SRC" && find include src -name '*.h'); do
        echo "#include \"${header#*/}\"" |
            ${CC:-cc} -std=c11 -Isrc -Iinclude -D_GNU_SOURCE -Wall -Wextra -Werror \
                -fsyntax-only -x c -
    done
}

public_header_is_cpp() {
    echo '#include "hexfog.h"' |
        "$cpp" -std=c++11 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -
}

check "includes go one way, other people's headers into one .c file each" \
    includes_go_one_way "$SRC"

planted sound
check "a sound tree passes" includes_go_one_way "$HEXFOG_TMP/sound"
planted upward src/base/error.h '#include "desc/tree.h"'
check "an include of a later layer is found" fails includes_go_one_way "$HEXFOG_TMP/upward"
planted twice src/cli/main.c '# include <cjson/cJSON.h>'
check "a library that two files include is found" fails includes_go_one_way "$HEXFOG_TMP/twice"
planted header src/desc/tree.h '#include <nettle/sha2.h>'
check "a library in a header is found" fails includes_go_one_way "$HEXFOG_TMP/header"
planted public include/hexfog.h '#include "base/error.h"'
check "a private header in the public one is found" \
    fails includes_go_one_way "$HEXFOG_TMP/public"

check "each header stands alone" each_header_stands_alone
for cpp in g++ clang++ ""; do
    need "$cpp" && break
done
if [ -n "$cpp" ]; then
    check "hexfog.h stands alone in C++" public_header_is_cpp
else
    skip "hexfog.h stands alone in C++" "neither g++ nor clang++"
fi
