# SPDX-License-Identifier: MIT
# The inputs that fuzzing kept, through their targets without an engine: none breaks the contract
# of its reader. With CFLAGS of a sanitizer it watches too.
. "$SRC/tests/lib.sh"

replay=$BUILD/tests/fuzz/replay
builds() { make -s BUILD="$BUILD" "$replay" >/dev/null; }

# All files of a folder; there has to be one.
replays() {
    set -- "$1" "$2"/*
    [ -f "$2" ] || wrong "no file in ${2%/*}"
    "$replay" "$@"
}

every_folder_has_a_target() {
    for folder in tests/fuzz/corpus/* tests/fuzz/found/*; do
        [ ! -d "$folder" ] || "$replay" --list | grep -qx "${folder##*/}" ||
            wrong "$folder is read by no target"
    done
}

check "the targets build" builds
check "every corpus has its target" every_folder_has_a_target
for target in $("$replay" --list); do
    check "$target: the corpus holds" replays "$target" "tests/fuzz/corpus/$target"
    # What once broke it, by name.
    for file in "tests/fuzz/found/$target"/*; do
        [ ! -f "$file" ] || check "$target: ${file##*/}" "$replay" "$target" "$file"
    done
done
check "a file that is not there is told" fails "$replay" bake "$HEXFOG_TMP/none"
