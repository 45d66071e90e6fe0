# SPDX-License-Identifier: MIT
# README.md and CHANGES.md are true: their commands are run, what they show is compared,
# and names, versions and files that they mention exist.
. "$SRC/tests/lib.sh"

# The text of the Nth block ```KIND of README.md.
block() {
    awk -v kind="$1" -v nth="$2" '
        /^```/ && inside { inside = 0; next }
        $0 == "```" kind && ++count == nth { inside = 1; next }
        inside' "$SRC/README.md"
}

# Runs the `$ command` lines of the ```console blocks, one shell for all; prints them with
# what they print now.
replay() {
    mkdir -p "$HEXFOG_TMP/play/build"
    ln -sf "$HEXFOG" "$HEXFOG_TMP/play/build/hexfog"
    ln -sfn "$SRC/samples" "$HEXFOG_TMP/play/samples"
    n=1
    while [ -n "$(block console $n)" ]; do
        block console $n | sed -n 's/^\$ //p'
        n=$((n + 1))
    done >"$HEXFOG_TMP/commands"
    cd "$HEXFOG_TMP/play"
    last=0
    set +e
    while read -r command; do
        printf '$ %s\n' "$command"
        (exit "$last")
        eval "$command" 2>&1
        last=$?
    done <"$HEXFOG_TMP/commands"
}

shown_is_printed() {
    replay >"$HEXFOG_TMP/printed"
    n=1
    while [ -n "$(block console $n)" ]; do
        block console $n
        n=$((n + 1))
    done >"$HEXFOG_TMP/shown"
    [ "$(grep -c '^\$ ' "$HEXFOG_TMP/shown")" -ge 2 ]
    diff "$HEXFOG_TMP/shown" "$HEXFOG_TMP/printed"
}

first_board_is_a_sample() {
    block json 1 >"$HEXFOG_TMP/block"
    sed 1d samples/board.hexfog.jsonc | same_bytes "$HEXFOG_TMP/block" -
}

first_block_is_short() {
    is 8 "$(block json 1 | wc -l)"
    is 6 "$(block glsl 1 | wc -l)"
}

shader_has_the_constants() {
    block glsl 1 >"$HEXFOG_TMP/shader"
    /usr/bin/python3 - "$HEXFOG_TMP/play/build/board.fogmap.json" "$HEXFOG_TMP/shader" <<'END'
import json, re, sys
fogmap, shader = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
number = r"(-?\d+\.\d+)"
level_scale = re.search(r"level_scale = " + number, shader)
assert float(level_scale[1]) == fogmap["level_scale"], level_scale[1]
for name in "scale", "offset":
    pair = re.search(r"\b" + name + r" = vec2\(" + number + ", " + number + r"\)", shader)
    for got, want in zip(pair.groups(), fogmap["uv_from_world"][name]):
        assert abs(float(got) - want) < 1e-6, (name, got, want)
END
}

options_exist() {
    {
        "$HEXFOG" --help
        "$HEXFOG" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | while read -r command; do
            "$HEXFOG" "$command" --help
        done
    } >"$HEXFOG_TMP/help"
    cat README.md CHANGES.md CONTRIBUTING.md |
        grep -v 'apt-get\|git \|valgrind\|pkg-config\|scripts/test.sh' |
        grep -oE '(^|[^-a-z])--[a-z][-a-z]+' | grep -oE -- '--[a-z][-a-z]+' |
        sort -u >"$HEXFOG_TMP/options"
    [ -s "$HEXFOG_TMP/options" ]
    while read -r option; do
        has "$option" "$HEXFOG_TMP/help"
    done <"$HEXFOG_TMP/options"
}

commands_exist() {
    grep -ohE '(\$ |`)(build/)?hexfog [a-z]+' README.md CHANGES.md | sed 's/.* //' | sort -u \
        >"$HEXFOG_TMP/commands"
    [ -s "$HEXFOG_TMP/commands" ]
    while read -r command; do
        status_is 0 "$HEXFOG" "$command" --help
    done <"$HEXFOG_TMP/commands"
}

exit_codes_are_the_list() {
    sed -n 's/^ *X([A-Z]*, \([0-9]\), "\([a-z]*\)",.*/| \1 | \2 |/p' include/hexfog.h \
        >"$HEXFOG_TMP/codes"
    is 7 "$(wc -l <"$HEXFOG_TMP/codes")"
    grep -oE '^\| [0-9] \| [a-z]+ \|' README.md | diff "$HEXFOG_TMP/codes" -
}

files_exist() {
    grep -ohE '`[A-Za-z./_-]+`' README.md CONTRIBUTING.md | tr -d '`' |
        grep -E '^(src|tests|samples|scripts|include|man|docs)/|\.(md|sh)$|^Makefile' |
        sort -u >"$HEXFOG_TMP/files"
    grep -ohE '\]\([^)#]+' README.md CONTRIBUTING.md CHANGES.md | sed 's/](//' |
        { grep -v '^https\{0,1\}:' || true; } >>"$HEXFOG_TMP/files"
    [ "$(wc -l <"$HEXFOG_TMP/files")" -ge 8 ]
    while read -r file; do
        [ -e "$file" ] || wrong "no $file"
    done <"$HEXFOG_TMP/files"
}

# In the texts, and in comments of the sources: test_NAME, test_KIND_ for several, and what
# TESTS= and tests/run.sh are given.
tests_exist() {
    {
        cat README.md CONTRIBUTING.md SECURITY.md docs/*.md tests/fuzz/*.md tests/run.sh
        find src include man bench -name '*.[ch15]' -exec cat {} +
    } >"$HEXFOG_TMP/texts"
    {
        grep -oE '(^|[^A-Za-z_])test_[a-z0-9_]+' "$HEXFOG_TMP/texts" | sed 's/.*test_/test_/'
        grep -oE 'TESTS="[^"]*"' "$HEXFOG_TMP/texts" | sed 's/.*="//; s/"//' | tr ' ' '\n' |
            sed -n 's/^[a-z]/test_&/p'
        sed -n 's/^#   tests\/run.sh \[NAME\]...  *//p' tests/run.sh | tr -s ', ' '\n\n' |
            sed 's/.*\///; s/^test_//; s/^/test_/'
    } | sort -u >"$HEXFOG_TMP/named"
    [ "$(wc -l <"$HEXFOG_TMP/named")" -ge 40 ]
    while read -r name; do
        case $name in *_) name=$name'[a-z]*' ;; esac
        [ -n "$(find tests/cli tests/unit -name "$name.sh" -o -name "$name.c")" ] ||
            wrong "no test is called $name"
    done <"$HEXFOG_TMP/named"
}

packages_are_listed() {
    grep -A 3 '^sudo apt-get install' README.md | sed '/^make/,$d; s/.*recommends//; s/\\$//' |
        tr -s ' ' '\n' | sed '/^$/d' | sort >"$HEXFOG_TMP/packages"
    # shellcheck disable=SC1091 # packages.sh is checked by itself
    (. scripts/packages.sh && echo "$build_packages" "$gl_packages") | tr -s ' ' '\n' | sort |
        diff "$HEXFOG_TMP/packages" -
}

version_is_the_programs() {
    version=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGES.md | head -n 1)
    is "hexfog $version" "$("$HEXFOG" --version | head -n 1)"
    grep -q "HEXFOG_VERSION \"$version\"" include/hexfog.h
}

check "the first blocks of README are eight lines of JSON and six of GLSL" first_block_is_short
check "README's first board is a sample" first_board_is_a_sample
check "README's commands print what it shows" shown_is_printed
check "README's shader has the constants of the map above it" shader_has_the_constants
check "every option that README and CHANGES name exists" options_exist
check "every command that README names exists" commands_exist
check "README's exit codes are the program's list" exit_codes_are_the_list
check "every file that README and CONTRIBUTING name exists" files_exist
check "every test that the texts and comments name exists" tests_exist
check "README's packages are those of scripts/packages.sh" packages_are_listed
check "the newest entry of CHANGES is the program's version" version_is_the_programs
