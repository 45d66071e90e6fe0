# SPDX-License-Identifier: MIT
# make install and make uninstall.
. "$SRC/tests/lib.sh"

cd "$SRC"
unset MAKEFLAGS MFLAGS MAKELEVEL
dest=$HEXFOG_TMP/dest
version=$("$HEXFOG" --version | sed 's/hexfog //')

run_make() { make -s BUILD="$BUILD" "$@"; }

installs() {
    run_make install DESTDIR="$dest" PREFIX=/opt/fog >/dev/null
    (cd "$dest/opt/fog" && find . ! -type d | grep -v /doc/ | sort) >"$HEXFOG_TMP/files"
    diff - "$HEXFOG_TMP/files" <<END
./bin/hexfog
./include/hexfog.h
./lib/libhexfog.a
./lib/libhexfog.so
./lib/libhexfog.so.${version%%.*}
./lib/libhexfog.so.$version
./lib/pkgconfig/hexfog.pc
./share/bash-completion/completions/hexfog
./share/cmake/hexfog/hexfog-config-version.cmake
./share/cmake/hexfog/hexfog-config.cmake
./share/man/man1/hexfog.1
./share/man/man5/hexfog-description.5
./share/zsh/site-functions/_hexfog
END
    is "" "$(find "$dest" -mindepth 1 -maxdepth 1 ! -name opt)"
    for file in README.md CHANGES.md SECURITY.md LICENSE docs/*.md docs/pictures/* \
        samples/*.jsonc contrib/slurm/*; do
        same_bytes "$file" "$dest/opt/fog/share/doc/hexfog/$file"
    done
    # As docs/distributed.md calls it.
    [ ! -e contrib/slurm ] || test -x "$dest/opt/fog/share/doc/hexfog/contrib/slurm/submit.sh"
    is "755 644 644" "$(cd "$dest/opt/fog" && stat -c %a bin/hexfog include/hexfog.h \
        lib/pkgconfig/hexfog.pc | tr '\n' ' ' | sed 's/ $//')"
    "$dest/opt/fog/bin/hexfog" --version
}
# What the pages link is installed with them.
links_are_installed() {
    /usr/bin/python3 - "$dest/opt/fog/share/doc/hexfog" <<'END'
import pathlib, re, sys
root, links, dead = pathlib.Path(sys.argv[1]), 0, []
for page in root.rglob("*.md"):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        if not (page.parent / target).exists():
            dead.append(f"{page.relative_to(root)}: {target}")
assert links > 25 and not dead, (links, dead)
END
}
kits_are_whole() {
    git ls-files samples contrib/bevy contrib/godot contrib/raylib contrib/three contrib/unity \
        contrib/unreal contrib/slurm docs >"$HEXFOG_TMP/tracked"
    [ -s "$HEXFOG_TMP/tracked" ]
    while read -r file; do
        test -e "$dest/opt/fog/share/doc/hexfog/$file" || wrong "not installed: $file"
    done <"$HEXFOG_TMP/tracked"
}
# What was baked or unpacked in the tree is nobody's documentation.
strays_are_left_out() {
    mkdir -p "$HEXFOG_TMP/tree/contrib"
    cp -r Makefile include samples "$HEXFOG_TMP/tree"
    cp -r contrib/three "$HEXFOG_TMP/tree/contrib"
    mkdir "$HEXFOG_TMP/tree/contrib/three/node_modules"
    touch "$HEXFOG_TMP/tree/samples/board.exr" "$HEXFOG_TMP/tree/contrib/three/board.ktx2"
    make -s -C "$HEXFOG_TMP/tree" -pn uninstall 2>/dev/null | sed -n 's/^DOCS := //p' |
        tr ' ' '\n' >"$HEXFOG_TMP/docs"
    has contrib/three/fogmap.js "$HEXFOG_TMP/docs"
    has samples/board.hexfog.jsonc "$HEXFOG_TMP/docs"
    fails grep 'exr\|ktx2\|node_modules' "$HEXFOG_TMP/docs"
}
# The example, built by what pkg-config says after an installation into $prefix, whose name
# has a space. $1: shared or static.
prefix="$HEXFOG_TMP/pre fix"
example_builds() {
    run_make install PREFIX="$prefix" >/dev/null
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    is "$version" "$(pkg-config --modversion hexfog)"
    case $1 in
    shared) flags=$(pkg-config --cflags --libs hexfog) ;;
    static) flags=$(pkg-config --static --cflags --libs hexfog |
        sed 's/-lhexfog/-l:libhexfog.a/') ;;
    esac
    eval "${CC:-cc} ${CFLAGS-} ${LDFLAGS-} samples/example.c -o '$HEXFOG_TMP/$1' $flags"
}
says_level_14() {
    "$@" samples/busharium-seamless.hexfog.jsonc 0 14 >"$HEXFOG_TMP/said"
    has "(0, 14) is in tile 0, 14: level 14, G 0.5000, F 14.5000" "$HEXFOG_TMP/said"
}
shared_works() {
    example_builds shared
    readelf -d "$HEXFOG_TMP/shared" >"$HEXFOG_TMP/dynamic"
    has "[libhexfog.so.${version%%.*}]" "$HEXFOG_TMP/dynamic"
    says_level_14 env LD_LIBRARY_PATH="$prefix/lib" "$HEXFOG_TMP/shared"
}
static_works() {
    example_builds static
    readelf -d "$HEXFOG_TMP/static" >"$HEXFOG_TMP/dynamic"
    hasnt libhexfog "$HEXFOG_TMP/dynamic"
    says_level_14 "$HEXFOG_TMP/static"
}
# The program does not need the shared library, and a tree that is moved is told to pkg-config.
stands_alone() {
    readelf -d "$prefix/bin/hexfog" >"$HEXFOG_TMP/dynamic"
    has NEEDED "$HEXFOG_TMP/dynamic"
    hasnt libhexfog "$HEXFOG_TMP/dynamic"
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    is "-I/moved/include -L/moved/lib -lhexfog" "$(pkg-config --define-variable=prefix=/moved \
        --cflags --libs hexfog | sed 's| -I/usr/include/[a-z]*||; s/ *$//')"
}
uninstalls() {
    mkdir -p "$dest/opt/fog/share/doc/hexfog"
    run_make uninstall DESTDIR="$dest" PREFIX=/opt/fog >/dev/null
    is "" "$(find "$dest" ! -type d)"
    fails test -e "$dest/opt/fog/share/doc/hexfog"
    run_make uninstall DESTDIR="$dest" PREFIX=/opt/fog >/dev/null
}
leaves_others() {
    run_make install DESTDIR="$dest" >/dev/null
    echo other >"$dest/usr/local/bin/other"
    echo other >"$dest/usr/local/share/doc/hexfog/NOTES"
    run_make uninstall DESTDIR="$dest" >/dev/null
    is "2" "$(find "$dest" -type f | wc -l)"
}
spaces() {
    run_make install DESTDIR="$HEXFOG_TMP/a b" PREFIX="/p q" >/dev/null
    test -x "$HEXFOG_TMP/a b/p q/bin/hexfog"
    run_make uninstall DESTDIR="$HEXFOG_TMP/a b" PREFIX="/p q" >/dev/null
    is "" "$(find "$HEXFOG_TMP/a b" ! -type d)"
}

check "make install obeys DESTDIR and PREFIX and installs nothing else" installs
check "what the installed pages link is installed" links_are_installed
if git ls-files --error-unmatch Makefile >/dev/null 2>&1; then
    check "docs, samples and kits are installed whole" kits_are_whole
else
    skip "docs, samples and kits are installed whole" "not a clone, or no git"
fi
check "what was baked beside samples and kits is not installed" strays_are_left_out
if need pkg-config readelf; then
    check "a program builds and runs with the shared library, as pkg-config says" shared_works
    check "a program builds and runs with the static library, as pkg-config says" static_works
    check "the program needs no libhexfog.so, and hexfog.pc follows its prefix" stands_alone
else
    skip "programs build with the installed libraries" "no pkg-config or readelf"
fi
check "make uninstall leaves no file" uninstalls
check "make uninstall leaves what others put there" leaves_others
check "names with spaces are fine" spaces
