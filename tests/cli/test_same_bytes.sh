# SPDX-License-Identifier: MIT
# The same description gives the same bytes: whatever the number of threads, compiler,
# optimisation, folder, date, locale and time zone. Files are compared with each other,
# never with a stored hash.
. "$SRC/tests/lib.sh"

outputs='[{"path":"m.hdr"},{"path":"none.exr","compression":"none"},{"path":"zip.exr"},
    {"path":"zips.exr","compression":"zips","precision":"float"},{"path":"m.png"},
    {"path":"reference.hdr","encoder":"reference"},
    {"path":"reference.exr","encoder":"reference"},{"path":"m.fogmap.json"},
    {"path":"m.ktx2"},{"path":"chain.ktx2","precision":"rgb9e5","mipmaps":true},
    {"path":"rgb.ktx2","precision":"float","channels":"rgb","mipmaps":true}]'

# bake_all FOLDER PROGRAM [OPTION]...: every sample, the large one made small, in all
# formats, and three pictures into FOLDER; then the sums of all files into FOLDER.sums.
bake_all() {
    folder=$1 program=$2
    shift 2
    for sample in "$samples"/*.hexfog.jsonc; do
        size=
        case $sample in
        */busharium.hexfog.jsonc) size='--set texture.width=333 --set texture.height=333' ;;
        esac
        name=${sample##*/}
        # shellcheck disable=SC2086 # options without spaces
        "$program" bake -q --mkdir --output-dir "$folder/${name%%.*}" --set "outputs=$outputs" \
            $size "$@" "$sample"
    done
    board=$samples/two-sources-mountains.hexfog.jsonc
    "$program" preview -q "$@" "$board" -o "$folder/exp2.png" --law exp2 --size 300 --grid
    "$program" preview -q "$@" "$board" -o "$folder/f.png" --channel f
    "$program" preview -q "$@" "$board" -o "$folder/wash.gif" --look watercolour --frames 5
    (cd "$folder" && find . -type f | LC_ALL=C sort | xargs sha256sum) >"$folder.sums"
}

same_as_first() {
    diff "$HEXFOG_TMP/first.sums" "$HEXFOG_TMP/$1.sums"
}

first() {
    bake_all "$HEXFOG_TMP/first" "$HEXFOG"
    is 80 "$(wc -l <"$HEXFOG_TMP/first.sums")"
    # The two encoders of .hdr agree to the byte.
    is 73 "$(sed 's/ .*//' "$HEXFOG_TMP/first.sums" | sort -u | wc -l)"
}

threads() {
    bake_all "$HEXFOG_TMP/threads-$1" "$HEXFOG" -j "$1"
    same_as_first "threads-$1"
}

built_with() {
    build=$HEXFOG_TMP/build
    rm -rf "$build" "$HEXFOG_TMP/built"
    make -s -j2 BUILD="$build" CC="$1" CFLAGS="$2" CPPFLAGS= LDFLAGS= WERROR=1 GL=0 \
        "$build/hexfog"
    bake_all "$HEXFOG_TMP/built" "$build/hexfog"
    same_as_first built
    rm -rf "$build" "$HEXFOG_TMP/built"
}

another_folder() {
    mkdir -p "$HEXFOG_TMP/another place"
    cp "$samples"/*.jsonc "$HEXFOG_TMP/another place"
    cd "$HEXFOG_TMP/another place" || exit 1
    export HOME=/nonexistent USER=nobody
    samples=.
    bake_all ../place "$HEXFOG"
    same_as_first place
}

# Runs hexfog in another year, but not the tools that the test itself uses.
printf '#!/bin/sh\nexec faketime "2001-02-03 04:05:06" "%s" "$@"\n' "$HEXFOG" \
    >"$HEXFOG_TMP/in-2001"
chmod +x "$HEXFOG_TMP/in-2001"

another_date() {
    is 2001 "$(faketime '2001-02-03 04:05:06' date +%Y)"
    export TZ=Asia/Kathmandu
    bake_all "$HEXFOG_TMP/date" "$HEXFOG_TMP/in-2001"
    same_as_first date
}

another_locale() {
    is 1,5 "$(LC_ALL=de_DE.UTF-8 env printf '%.1f' 1,5)"
    export LC_ALL=de_DE.UTF-8
    bake_all "$HEXFOG_TMP/locale" "$HEXFOG"
    same_as_first locale
}

samples=$SRC/samples
check "every sample bakes to eleven files, all different but those of the two .hdr encoders" first
for count in 1 2 3 16; do
    check "the bytes are the same with -j $count" threads "$count"
done
check "the bytes are the same in another folder, for another user" another_folder
check "the bytes are the same at another date, in another time zone" another_date
check "the bytes are the same in a locale with a decimal comma" another_locale
for compiler in gcc clang; do
    for level in -O0 -O2 "-O3 -march=native"; do
        sentence="the bytes are the same when $compiler $level built the program, without a warning"
        if need "$compiler"; then
            check "$sentence" built_with "$compiler" "$level"
        else
            skip "$sentence" "no $compiler"
        fi
    done
done
