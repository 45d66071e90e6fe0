# SPDX-License-Identifier: MIT
# The house style, as far as a script can hold a tree to it. Each rule is tried on a
# planted fault as well, so that no rule holds because it looks at nothing.
. "$SRC/tests/lib.sh"

# Files of the tree at $1 whose name ends in one of the other arguments.
files() {
    root=$1
    shift
    endings=$(printf '|%s' "$@" | sed 's/^|//; s/\./\\./g')
    (
        cd "$root" || exit 1
        if [ -e .git ]; then git ls-files -co --exclude-standard; else find . -type f; fi |
            sed 's|^\./||' | grep -v '^build' | grep -E "($endings)\$" | xargs ls -d 2>/dev/null |
            sed "s|^|$root/|"
    )
}

# Prints what awk program $3 finds in the files with suffixes $2 of the tree $1; true
# when that is nothing.
nothing_found() {
    # shellcheck disable=SC2046,SC2086 # lists of names without spaces
    found=$(awk "$3" $(files "$1" $2) /dev/null)
    [ -z "$found" ] && return
    printf '%s\n' "$found" | sed "s|^$1/||"
    return 1
}

short_files() {
    nothing_found "$1" '.c .h' '
        FNR > 500 && !told[FILENAME]++ { print FILENAME " has over 500 lines" }'
}

# A function begins at the left margin, with its `{` at the end of a line or alone.
short_functions() {
    nothing_found "$1" .c '
        /^[A-Za-z_]/ { start = FNR; what = $0 }
        /^}/ && start && what ~ /\(/ && what !~ /=/ && FNR - start >= 60 {
            print FILENAME ":" start ": " FNR - start + 1 " lines: " what
        }
        /^}/ { start = 0 }'
}

short_lines() {
    nothing_found "$1" '.c .h .sh .py' '
        { line = $0; gsub(/[\200-\277]/, "", line) }
        length(line) > 100 { print FILENAME ":" FNR ": " length(line) " columns" }'
}

licensed() {
    nothing_found "$1" '.c .h .sh .py Makefile' '
        FNR <= 2 && /SPDX-License-Identifier: (MIT|0BSD)/ { marked[FILENAME] = 1 }
        { seen[FILENAME] = 1 }
        END { for (f in seen) if (!marked[f]) print f " has no SPDX line" }'
}

clean_text() {
    nothing_found "$1" '.c .h .sh .py .md .jsonc Makefile' '
        /[ \t]$/ { print FILENAME ":" FNR ": ends in a blank" }
        /\r/ { print FILENAME ":" FNR ": carriage return" }
        /^ *\t/ && FILENAME !~ /Makefile$/ { print FILENAME ":" FNR ": tab" }'
}

finished() {
    nothing_found "$1" '.c .h .sh .py .md .jsonc Makefile' '
        /(^|[^A-Za-z])(TO[D]O|FIX[M]E|XX[X])([^A-Za-z]|$)/ { print FILENAME ":" FNR ": " $0 }'
}

# Paths of one machine have no place in the tree.
homeless() {
    nothing_found "$1" '.c .h .sh .py .md .json .jsonc Makefile run' '
        /[/]work[/]|[/]home[/][a-z]|[/]root[/]|[/]tmp[/]build/ { print FILENAME ":" FNR ": " $0 }'
}

# What names its interpreter is there to be started by its name.
startable() {
    for file in $(nothing_found "$1" '.sh .py .sbatch run' \
        'FNR == 1 && /^#!/ { print FILENAME }'); do
        [ -x "$1/$file" ] || echo "$file cannot be executed"
    done >"$HEXFOG_TMP/inert"
    is "" "$(cat "$HEXFOG_TMP/inert")"
}

check "no source file has over 500 lines" short_files "$SRC"
check "no function has over 60 lines" short_functions "$SRC"
check "no line is over 100 columns" short_lines "$SRC"
check "every source file names its licence" licensed "$SRC"
check "no line ends in a blank or begins with a tab" clean_text "$SRC"
check "nothing is left as a note to finish" finished "$SRC"
check "no path of one machine is written anywhere" homeless "$SRC"
check "every script with a first line #! is executable" startable "$SRC"

# A tree with one fault of each kind.
bad=$HEXFOG_TMP/bad
mkdir "$bad"
long_function() {
    echo 'static int f(int a)'
    echo '{'
    yes '    a++;' | head -n 58
    echo '}'
}
{ echo '// no licence'; long_function; yes ';' | head -n 440; } >"$bad/long.c"
printf '\tint a; /* TO%s */ \n' 'DO' >"$bad/blank.h"
{ echo '#!/bin/sh'; printf '%101s\n' x; } >"$bad/wide.sh"
printf 'see /wo%s/main\n' rk >"$bad/path.md"
for rule in short_files short_functions short_lines licensed clean_text finished homeless \
    startable; do
    check "the rule $rule finds a planted fault" fails "$rule" "$bad"
done

shell_is_clean() {
    # shellcheck disable=SC2046 # a list of names without spaces
    shellcheck -s sh -S warning -e SC1090,SC1091 $(files "$SRC" .sh)
}
if need shellcheck; then
    check "shellcheck finds nothing in the shell scripts" shell_is_clean
else
    skip "shellcheck finds nothing in the shell scripts" "no shellcheck"
fi
