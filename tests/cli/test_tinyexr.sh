# SPDX-License-Identifier: MIT
# tinyexr, and the C++ library below it, are loaded when the reference encoder is asked for;
# until then nobody waits for them or needs them.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP" || exit
cp "$SRC/samples/board.hexfog.jsonc" .
# A program for which the library is not there: it asks for another name of that length.
LC_ALL=C sed 's/libtinyexr\.so/libabsent1.so/g' "$HEXFOG" >absent
chmod +x absent

is_not_linked() {
    readelf -d "$HEXFOG" "$BUILD/libhexfog.so" >needed
    has libdeflate needed
    hasnt tinyexr needed
    hasnt stdc++ needed
}
is_loaded_when_asked_for() {
    LD_DEBUG=files "$HEXFOG" bake -q board.hexfog.jsonc -o a.exr 2>plain
    has libdeflate plain
    hasnt tinyexr plain
    LD_DEBUG=files "$HEXFOG" bake -q board.hexfog.jsonc -o b.exr --encoder reference 2>reference
    has tinyexr reference
    "$HEXFOG" diff a.exr b.exr
}
is_missed_with_status_6() {
    echo old >c.exr
    status_is 6 ./absent bake board.hexfog.jsonc -o c.exr --encoder reference
    has 'encoder "reference" needs tinyexr (Debian: libtinyexr1d): libabsent1.so' err
    is old "$(cat c.exr)"
    fails ls .c.exr.*
}
is_not_missed_otherwise() {
    ./absent bake -q board.hexfog.jsonc -o d.exr -o d.hdr
    "$HEXFOG" bake -q board.hexfog.jsonc -o e.exr -o e.hdr
    same_bytes d.exr e.exr
    same_bytes d.hdr e.hdr
}
check "neither the program nor the library is linked with tinyexr or C++" is_not_linked
check "the reference encoder loads tinyexr, another bake does not" is_loaded_when_asked_for
check "where it is missing that is status 6, told, and the old file stays" is_missed_with_status_6
check "everything else works without it" is_not_missed_otherwise
