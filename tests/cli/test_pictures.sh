# SPDX-License-Identifier: MIT
# docs/pictures.md is true: its commands draw the files beside it.
. "$SRC/tests/lib.sh"

cd "$SRC" || exit
pictures=$HEXFOG_TMP/pictures
HEXFOG=$HEXFOG sh scripts/pictures.sh "$pictures" >"$HEXFOG_TMP/log" 2>&1 || true

# All pixels of a picture, whatever compressed them.
frames_of() {
    convert "$1" -coalesce -depth 8 rgb:- >"$HEXFOG_TMP/rgb"
    identify -format '%w %h %T ' "$1"
    sha256sum <"$HEXFOG_TMP/rgb"
}

drawn_are_the_committed() {
    ls docs/pictures >"$HEXFOG_TMP/committed"
    ls "$pictures" >"$HEXFOG_TMP/drawn"
    test -s "$HEXFOG_TMP/drawn"
    diff "$HEXFOG_TMP/committed" "$HEXFOG_TMP/drawn"
    while read -r name; do
        is "$(frames_of "docs/pictures/$name")" "$(frames_of "$pictures/$name")"
    done <"$HEXFOG_TMP/drawn"
}
check "make pictures draws every file of docs/pictures, pixel for pixel" drawn_are_the_committed

each_is_shown_and_small() {
    for picture in docs/pictures/*; do
        name=${picture##*/}
        grep -qF "](pictures/$name)" docs/pictures.md || wrong "$name is not shown"
        grep -qE -- "(-o|--image) docs/pictures/$name" docs/pictures.md ||
            wrong "$name has no command"
        test "$(wc -c <"$picture")" -lt 200000 || wrong "$name is too large"
    done
}
check "each is shown in docs/pictures.md with its command, and small" each_is_shown_and_small

# After each command stands a sentence.
each_has_a_sentence() {
    awk '/^```sh/ { commands++ }
         /^```$/ { getline; getline; if ($0 ~ /^[A-Z`].*[a-z]/) sentences++ }
         END { print commands, sentences; exit !(commands > 9 && commands == sentences) }' \
        docs/pictures.md
}
check "each has a sentence on what is seen" each_has_a_sentence

board_is_drawn_without_hexfog() {
    /usr/bin/python3 scripts/draw_board.py "$HEXFOG_TMP/board.png"
    board=samples/tiled-stretched.board.png
    is 0 "$(compare -metric AE "$board" "$HEXFOG_TMP/board.png" null: 2>&1)"
}
check "the sample's board is what scripts/draw_board.py draws" board_is_drawn_without_hexfog
