# SPDX-License-Identifier: MIT
# The manual is held to the program: its lists are those of the tables.
. "$SRC/tests/lib.sh"

cd "$SRC"
page=man/hexfog.1

renewed() {
    make -s BUILD="$BUILD" "$BUILD/mdoc" >/dev/null
    "$BUILD/mdoc" $page >"$HEXFOG_TMP/new.1"
    same_bytes $page "$HEXFOG_TMP/new.1"
}
# The tool itself: it renews a list that was spoilt, and knows no other lists.
tool_works() {
    sed '/^\.It Fl -werror/d; s/^Treat warnings/Ignore warnings/' $page >"$HEXFOG_TMP/spoilt.1"
    fails cmp -s $page "$HEXFOG_TMP/spoilt.1"
    "$BUILD/mdoc" "$HEXFOG_TMP/spoilt.1" >"$HEXFOG_TMP/new.1"
    same_bytes $page "$HEXFOG_TMP/new.1"
    printf '.\\" BEGIN nothing\n.\\" END\n' >"$HEXFOG_TMP/unknown.1"
    status_is 1 "$BUILD/mdoc" "$HEXFOG_TMP/unknown.1"
    status_is 2 "$BUILD/mdoc"
}
options_in_page() {
    "$HEXFOG" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' >"$HEXFOG_TMP/commands"
    has verify "$HEXFOG_TMP/commands"
    while read -r command; do
        grep -q "^\.It Cm $command " $page
        "$HEXFOG" "$command" --help | sed -n 's/^  ....--\([a-z0-9-]*\).*/\1/p' \
            >"$HEXFOG_TMP/options"
        test -s "$HEXFOG_TMP/options"
        while read -r option; do
            grep -qE "^\.It .*Fl -$option( |\$)" $page || { echo "no --$option"; return 1; }
        done <"$HEXFOG_TMP/options"
        # Where its options stand with it, it has words of its own too.
        case $command in
        schema | help) ;;
        *) grep -qx "\.Ss $command" $page && grep -q " BEGIN options $command\$" $page ||
            wrong "no section $command" ;;
        esac
    done <"$HEXFOG_TMP/commands"
}
statuses_in_page() {
    sed -n 's/^    X([A-Z]*, \([0-9]\), "\([a-z]*\)".*/.It \1 (\2)/p' include/hexfog.h \
        >"$HEXFOG_TMP/statuses"
    is 7 "$(wc -l <"$HEXFOG_TMP/statuses")"
    while read -r line; do grep -qxF -- "$line" $page; done <"$HEXFOG_TMP/statuses"
}
keys_in_page() {
    "$HEXFOG" schema description | /usr/bin/python3 -c '
import json, sys
def keys(node):
    if isinstance(node, list):
        for value in node:
            yield from keys(value)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name == "properties":
                yield from value
            yield from keys(value)
print("\n".join(sorted(set(keys(json.load(sys.stdin))))))' >"$HEXFOG_TMP/keys"
    test "$(wc -l <"$HEXFOG_TMP/keys")" -gt 25
    while read -r key; do
        grep -qE "(^|[^a-z_])$(printf %s "$key" | sed 's/\$/[$]/')([^a-z_]|\$)" \
            man/hexfog-description.5 || { echo "no $key"; return 1; }
    done <"$HEXFOG_TMP/keys"
}
rules_in_page() {
    for n in $(seq 1 31); do
        grep -qE "^\.It (\\\\&)?D$n\$" man/hexfog-description.5 || { echo "no D$n"; return 1; }
    done
}
lint() {
    is "" "$(mandoc -T lint -W warning man/hexfog.1 man/hexfog-description.5)"
}
renders() {
    mandoc -T ascii $page | col -b >"$HEXFOG_TMP/text"
    for section in NAME SYNOPSIS COMMANDS ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES; do
        grep -qx "$section" "$HEXFOG_TMP/text"
    done
    for file in man/*.[15]; do
        mandoc -T ascii -O width=80 "$file" | col -bx >"$HEXFOG_TMP/text"
        is "" "$(awk 'length > 80' "$HEXFOG_TMP/text")"
        sed -n '$p' "$HEXFOG_TMP/text" | grep -qE '^hexfog  .*  hexfog$' # not a system's name
    done
}
# The examples of hexfog-description(5) are descriptions.
examples_bake() {
    awk '/^\{/ { n++; inside = 1 } /^\.Ed/ { inside = 0 }
        inside { print > dir "/example" n ".json" }' \
        dir="$HEXFOG_TMP" man/hexfog-description.5
    for n in 1 2; do
        (cd "$HEXFOG_TMP" && "$HEXFOG" bake -n "example$n.json")
    done
    # A texel a pixel of the map, from its corner on: 20.5 tiles wide, 19 rows and a tile high.
    "$HEXFOG" info "$HEXFOG_TMP/example2.json" >"$HEXFOG_TMP/info"
    has "texture      1230 x 793 texels, bounds [0, 0, 1230, 793]" "$HEXFOG_TMP/info"
}

check "hexfog.1 is what make man writes" renewed
check "make man renews a list that differs" tool_works
check "hexfog.1 has every command and option that the help has" options_in_page
check "hexfog.1 has every exit status" statuses_in_page
check "hexfog-description.5 has every key of the schema" keys_in_page
check "hexfog-description.5 has every rule" rules_in_page
check "the examples of hexfog-description.5 are right descriptions" examples_bake
if need mandoc; then
    check "both pages are free of lint" lint
    check "hexfog.1 renders with its sections" renders
else
    skip "both pages are free of lint" "no mandoc"
    skip "hexfog.1 renders with its sections" "no mandoc"
fi
