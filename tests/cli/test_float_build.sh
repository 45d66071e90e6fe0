# SPDX-License-Identifier: MIT
# The golden maps hold double precision: the same sources with their lattice in float are
# found out, and found out by precision alone, not by a build that cannot work.
. "$SRC/tests/lib.sh"

compiler=${CC:-cc}
flags="-std=c11 -O2 -ffp-contract=off -D_GNU_SOURCE -Isrc -Iinclude -Itests/unit"

# build NAME FLAG...: test_field_points with src/model compiled anew into $HEXFOG_TMP/NAME.
build() {
    name=$1
    shift
    mkdir "$HEXFOG_TMP/$name.o"
    for file in src/model/*.c; do
        object=$HEXFOG_TMP/$name.o/$(basename "$file" .c).o
        # shellcheck disable=SC2086 # a list of flags
        "$compiler" $flags ${CFLAGS-} "$@" -c -o "$object" "$file"
    done
    # shellcheck disable=SC2046,SC2086 # lists
    "$compiler" $flags ${CFLAGS-} ${LDFLAGS-} -pthread -o "$HEXFOG_TMP/$name" \
        tests/unit/test_field_points.c \
        $(sed -n 's|^// SOURCES: *||p' tests/unit/test_field_points.c) \
        "$HEXFOG_TMP/$name.o"/*.o "$BUILD/libhexfog.a" -lcmocka -lcjson -ldeflate \
        -lnettle -lm
}

model_in_double_is_golden() {
    build double
    "$HEXFOG_TMP/double"
}

model_in_float_is_not() {
    build float -include tests/unit/float_lattice.h
    status_is 1 "$HEXFOG_TMP/float"
}

# On most boards every texel has its level and nearly its G: the build works, it is only
# not exact.
float_is_near() {
    cat "$HEXFOG_TMP/out" "$HEXFOG_TMP/err" |
        sed -n 's/.* texels are wrong, G by at most //p' >"$HEXFOG_TMP/worst"
    awk '$1 > 1e-11 && $1 < 1e-4 { near++ } END { exit !(near >= 10 && near >= NR - 2) }' \
        "$HEXFOG_TMP/worst" && return
    cat "$HEXFOG_TMP/worst"
    return 1
}

check "the model built alone in double has the golden values" model_in_double_is_golden
check "the model built in float fails the golden comparison" model_in_float_is_not
check "and it fails by the precision of float" float_is_near
