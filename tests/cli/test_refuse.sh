# SPDX-License-Identifier: MIT
# Bad descriptions, at least one for each rule D1 to D31 and named after it, are refused with
# the status, place, key path and message of tests/refuse/expected.tsv, one row an error.
. "$SRC/tests/lib.sh"

refuse=tests/refuse
table=$refuse/expected.tsv
tab=$(printf '\t')

# The rows of one file, and the files of the table, each once.
rows_of() { awk -F '\t' -v file="$1" '$1 == file' "$table"; }
files=$(awk -F '\t' '!/^#/ && !seen[$1]++ { print $1 }' "$table")

# A description too large to keep is printed by a script.
path_of() {
    case $1 in
    *.sh)
        sh "$refuse/$1" >"$HEXFOG_TMP/${1%.sh}.hexfog.json"
        echo "$HEXFOG_TMP/${1%.sh}.hexfog.json"
        ;;
    *) echo "$refuse/$1" ;;
    esac
}

# The start of a message: `FILE:LINE:COLUMN: error: KEY: `; a place may name another file.
start_of() { # PATH PLACE KEY
    case $2 in
    -) place=$1 ;;
    *.json:*) place=$refuse/$2 ;;
    *) place=$1:$2 ;;
    esac
    [ "$3" = - ] && echo "$place: error: " || echo "$place: error: $3: "
}

line_is() { # LINE START PART
    case $1 in
    "$2"*"$3"*) return 0 ;;
    esac
    printf 'wanted: %s ... %s\ngot:    %s\n' "$2" "$3" "$1"
    return 1
}

is_refused() {
    path=$(path_of "$1")
    rows_of "$1" >"$HEXFOG_TMP/rows"
    status_is "$(cut -f 2 "$HEXFOG_TMP/rows" | head -n 1)" \
        "$HEXFOG" bake --output-dir "$HEXFOG_TMP" "$path"
    is "" "$(cat "$HEXFOG_TMP/out")"
    cat "$HEXFOG_TMP/err"
    is "$(wc -l <"$HEXFOG_TMP/rows")" "$(wc -l <"$HEXFOG_TMP/err")"
    number=0
    while IFS=$tab read -r _ _ place key part _; do
        number=$((number + 1))
        line=$(sed -n "${number}p" "$HEXFOG_TMP/err")
        if [ "$2" = usage ]; then
            line_is "$line" "" "$part"
        else
            line_is "$line" "$(start_of "$path" "$place" "$key")" "$part"
        fi
    done <"$HEXFOG_TMP/rows"
}

for file in $files; do
    kind=input
    case $file in
    D26-*) kind=usage ;;
    esac
    check "${file%%.*} is refused" is_refused "$file" "$kind"
done

has_a_file() { echo "$files" | grep -q "^D$1-"; }
rule=1
while [ $rule -le 31 ]; do
    check "rule D$rule has a bad file" has_a_file $rule
    rule=$((rule + 1))
done

all_are_listed() {
    for path in "$refuse"/*; do
        case $path in
        *.base.json | *.tsv) ;;
        *) echo "$files" | grep -qxF "${path##*/}" || { echo "$path"; return 1; } ;;
        esac
    done
}
check "every bad file is in the table" all_are_listed

nothing_is_written() {
    for path in "$HEXFOG_TMP"/*map* "$HEXFOG_TMP"/*.hdr "$HEXFOG_TMP"/*.exr; do
        [ ! -e "$path" ] || { echo "$path"; return 1; }
    done
}
check "a refused description writes nothing" nothing_is_written

# ---- What only a command line brings about.

board=$HEXFOG_TMP/board.hexfog.json
cat >"$board" <<'EOF2'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 16, "height": 16 }, "outputs": [ { "path": "map.hdr" } ] }
EOF2

device_is_kept() {
    mkdir "$HEXFOG_TMP/device"
    ln -s /dev/null "$HEXFOG_TMP/device/map.hdr"
    status_is 3 "$HEXFOG" bake --output-dir "$HEXFOG_TMP/device" "$board"
    has "$board:2:68: error: outputs[0].path: " "$HEXFOG_TMP/err"
    has "not a regular file" "$HEXFOG_TMP/err"
    [ -c /dev/null ] && [ -L "$HEXFOG_TMP/device/map.hdr" ]
}
check "D24: a device is not replaced" device_is_kept

set_is_refused() { # PLACE KEY PART ARGUMENT STATUS
    status_is "$5" "$HEXFOG" bake --output-dir "$HEXFOG_TMP" --set "$4" "$board"
    line_is "$(cat "$HEXFOG_TMP/err")" "--set:$1: error: $2" "$3"
}
check "--set: a wrong value is refused at its column" \
    set_is_refused 1:15 "texture.width: " "0 is out of range" texture.width=0 3
check "--set: an unknown key is refused at its column" \
    set_is_refused 1:9 "texture.widht: " 'did you mean "width"?' texture.widht=3 3
check "--set: a value that is not JSON is refused" \
    set_is_refused 1:15 "field.metric: " "sweep is not a value" "field.metric= sweep" 3
check "--set: a word without quotes is told what a string is" \
    set_is_refused 1:6 "name: " "a string in double quotes" name=fog 3
check "--set: a word without quotes is shown with those that a shell leaves" \
    set_is_refused 1:14 "field.metric: seamless is not a value" \
    "write --set field.metric='\"seamless\"'" field.metric=seamless 3
check "--set: so is a path" set_is_refused 1:17 "outputs[0].path: out/a.exr is" \
    "write --set outputs[0].path='\"out/a.exr\"'" outputs[0].path=out/a.exr 3
check "--set: quotes that a shell took out of an object are missed" \
    set_is_refused 1:11 "outputs[0]: " "a shell takes double quotes away" "outputs=[{path:a}]" 3
check "--set: a key that excludes one of the description is told how to remove it" \
    set_is_refused 1:9 "texture.texels_per_unit: width and texels_per_unit exclude each other" \
    "--set texture.width=null" texture.texels_per_unit=3 3
check "--set: without = it is a wrong command line" \
    set_is_refused 1:1 "" "has no =" texture.width 2
check "--set: without a path it is a wrong command line" \
    set_is_refused 1:1 "" "has no key path before the =" =3 2
check "--set: an entry that is not there is refused" \
    set_is_refused 1:9 "outputs[3]" "there is no entry 3 in a list of 1" 'outputs[3].path="a.hdr"' 3
check "--set: base cannot be set" \
    set_is_refused 1:1 "base: " "base cannot be set" 'base="a.json"' 3

removal_works() {
    status_is 0 "$HEXFOG" bake -n --output-dir "$HEXFOG_TMP" --set texture.texels_per_unit=3 \
        --set texture.width=null --set texture.height=null "$board"
}
check "--set: removing a key that excludes another one works as told" removal_works

standard_input_is_named() {
    printf '{ "hexfog": 2 }' | status_is 3 "$HEXFOG" bake - -o "$HEXFOG_TMP/map.hdr"
    has "<stdin>:1:13: error: hexfog: 2 is out of range (allowed: 1)" "$HEXFOG_TMP/err"
}
check "standard input is named <stdin>" standard_input_is_named
