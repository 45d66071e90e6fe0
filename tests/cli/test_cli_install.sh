# SPDX-License-Identifier: MIT
# make install and make uninstall.
. "$SRC/tests/lib.sh"

cd "$SRC"
unset MAKEFLAGS MFLAGS MAKELEVEL
dest=$HEXFOG_TMP/dest

run_make() { make -s BUILD="$BUILD" "$@"; }

installs() {
    run_make install DESTDIR="$dest" PREFIX=/opt/fog >/dev/null
    (cd "$dest/opt/fog" && find . -type f | grep -v /doc/ | sort) >"$HEXFOG_TMP/files"
    is "./bin/hexfog ./include/hexfog.h ./lib/libhexfog.a ./share/man/man1/hexfog.1 \
./share/man/man5/hexfog-description.5" "$(tr '\n' ' ' <"$HEXFOG_TMP/files" | sed 's/ $//')"
    is "" "$(find "$dest" -mindepth 1 -maxdepth 1 ! -name opt)"
    for file in README.md CHANGES.md LICENSE; do
        [ ! -e $file ] || same_bytes $file "$dest/opt/fog/share/doc/hexfog/$file"
    done
    is "755 644" "$(cd "$dest/opt/fog" && stat -c %a bin/hexfog include/hexfog.h |
        tr '\n' ' ' | sed 's/ $//')"
    "$dest/opt/fog/bin/hexfog" --version
}
# What was installed is enough for a program that uses the library.
library_works() {
    cat >"$HEXFOG_TMP/user.c" <<'END'
#include <hexfog.h>
#include <stdio.h>
int main(void) { return puts(hexfog_version()) < 0; }
END
    ${CC:-cc} -I"$dest/opt/fog/include" "$HEXFOG_TMP/user.c" -o "$HEXFOG_TMP/user" \
        -L"$dest/opt/fog/lib" -lhexfog -lcjson -ldeflate -lnettle -ltinyexr -lm -pthread
    is "$("$HEXFOG" --version)" "hexfog $("$HEXFOG_TMP/user")"
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
check "a program builds against the installed header and library" library_works
check "make uninstall leaves no file" uninstalls
check "make uninstall leaves what others put there" leaves_others
check "names with spaces are fine" spaces
