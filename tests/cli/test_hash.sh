# SPDX-License-Identifier: MIT
# hash: the constants file's hashes, sha256sum's form, lists that are checked.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 3 } },
  "texture": { "width": 70, "height": 60 },
  "outputs": [ { "path": "a.hdr" }, { "path": "a.exr" },
               { "path": "f.exr", "precision": "float", "compression": "none" },
               { "path": "a.png" }, { "path": "a.fogmap.json" } ] }
END
"$HEXFOG" bake -q map.json

holds() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
it = json.load(open(sys.argv[1], encoding="utf-8"))
assert eval("(" + sys.argv[2] + ")"), json.dumps(it, indent=1)
END
}

constants_have_them() {
    /usr/bin/python3 -c 'import json
for path, value in json.load(open("a.fogmap.json"))["texel_hash"].items():
    print(value + "  " + path)' >wanted
    [ "$(wc -l <wanted)" -eq 4 ]
    for jobs in 1 3; do
        "$HEXFOG" hash -j $jobs a.hdr a.exr f.exr a.png | diff wanted -
    done
}
bytes_do_not_count() {
    "$HEXFOG" bake -q map.json -o z.exr --compression none
    is "$("$HEXFOG" hash a.exr | cut -c 1-64)" "$("$HEXFOG" hash z.exr | cut -c 1-64)"
    fails cmp -s a.exr z.exr
}
names_are_escaped() {
    name=$(printf 'a\\b\nc\rd.hdr')
    cp a.hdr "$name"
    "$HEXFOG" hash "$name" >escaped
    is "$(sha256sum "$name" | cut -c 66-)" "$(cut -c 66- escaped)"
    is '\' "$(cut -c 1 escaped)"
    status_is 0 "$HEXFOG" hash --check escaped
    cp a.hdr ' * b.hdr'
    "$HEXFOG" hash ' * b.hdr' >star
    status_is 0 "$HEXFOG" hash --check star
}
# ESC and BEL, a C1 character, an override, a byte that is not UTF-8.
nothing_steers_the_terminal() {
    name=$(printf 'e\033[31m\ax\302\233\342\200\256y\233.hdr')
    cp a.hdr "$name"
    "$HEXFOG" hash "$name" >hidden
    is '\' "$(cut -c 1 hidden)"
    is '  e\x1B[31m\x07x\xC2\x9B\xE2\x80\xAEy\x9B.hdr' "$(cut -c 66- hidden)"
    status_is 0 "$HEXFOG" hash --check hidden
    sed 's/x1B/x1b/' hidden >lower
    status_is 0 "$HEXFOG" hash --check lower
    for wrong in x00 x1 xg0 x; do
        sed "s/e.x1B.*/e\\\\$wrong/" hidden >wrong
        has "e\\$wrong" wrong
        status_is 4 "$HEXFOG" hash --check wrong
        has "not a line of sha256sum's form" err
    done
}
unreadable_has_no_line() {
    head -c 700 a.exr >cut.exr
    status_is 4 "$HEXFOG" hash a.hdr cut.exr nosuch.hdr a.exr
    is 2 "$(wc -l <out)"
    has "cut.exr: error: " err
    has "nosuch.hdr: error: " err
    status_is 4 "$HEXFOG" hash map.json
    status_is 5 "$HEXFOG" hash a.exr --max-memory 4K
    status_is 2 "$HEXFOG" hash
    cp a.exr texture.json
    status_is 2 "$HEXFOG" hash a.hdr texture.json --report ./texture.json
    has "--report: './texture.json' is a file that hash reads" err
    same_bytes a.exr texture.json
}

lists_are_checked() {
    mkdir -p work && cp a.hdr a.exr f.exr a.png work
    cd work
    "$HEXFOG" hash a.hdr a.exr f.exr a.png >SUMS
    status_is 0 "$HEXFOG" hash --check SUMS
    is "a.hdr: OK
a.exr: OK
f.exr: OK
a.png: OK" "$(cat ../out)"
    has "4 ok, 0 changed, 0 missing, 0 unreadable" ../err
    "$HEXFOG" bake -q ../map.json -o a.hdr --set field.metric='"seamless"'
    rm a.png
    status_is 1 "$HEXFOG" hash --check SUMS
    has "a.hdr: changed" ../out
    has "a.png: missing" ../out
    has "a.exr: OK" ../out
    head -c 500 a.exr >short.exr
    mv short.exr a.exr
    status_is 4 "$HEXFOG" hash --check SUMS
    has "a.exr: unreadable" ../out
    has "1 ok, 1 changed, 1 missing, 1 unreadable" ../err
    status_is 4 "$HEXFOG" hash -c -q SUMS
    hasnt "OK" ../out
    has "a.hdr: changed" ../out
    hasnt "1 ok" ../err
    status_is 0 sh -c 'grep f.exr SUMS | "$HEXFOG" hash -c -'
}
lists_may_be_wrong() {
    good=$("$HEXFOG" hash a.hdr)
    printf '# a comment\n\n%s\n' "$good" >SUMS
    status_is 0 "$HEXFOG" hash -c SUMS
    printf '%s\r\n' "$good" >dos
    status_is 0 "$HEXFOG" hash -c dos
    echo "$good" | tr a-f A-F | sed 's/  .*/ *a.hdr/' >upper
    status_is 0 "$HEXFOG" hash -c upper
    printf '%s\nnot a line\n' "$good" >bad
    status_is 4 "$HEXFOG" hash -c bad
    has "bad:2:1: error: not a line of sha256sum's form" err
    has "a.hdr: OK" out
    printf '\\%s\n' "$(echo "$good" | sed 's/a.hdr/a\\x.hdr/')" >escape
    status_is 4 "$HEXFOG" hash -c escape
    : >nothing
    status_is 4 "$HEXFOG" hash -c nothing
    status_is 4 "$HEXFOG" hash -c nosuch
}
# Not a word on each of its lines.
textures_are_no_lists() {
    for file in a.hdr a.exr a.png; do
        status_is 4 "$HEXFOG" hash -c $file
        is "$file: error: not a list of hashes: a texture, or another binary file" "$(cat err)"
        is "" "$(cat out)"
    done
    status_is 4 sh -c '"$HEXFOG" hash -c - <a.exr'
    is 1 "$(wc -l <err)"
    has "<stdin>: error: not a list of hashes" err
    printf '%s\nx\0y\n' "$("$HEXFOG" hash a.hdr)" >nul
    status_is 4 "$HEXFOG" hash -c nul
    is 1 "$(wc -l <err)"
}
reports() {
    "$HEXFOG" hash a.hdr a.exr --json >plain.json
    "$HEXFOG" hash a.hdr nosuch.exr --json >io.json 2>err || true
    "$HEXFOG" hash -c SUMS --json --report check.json >printed
    "$HEXFOG" hash -c bad --json >bad.json 2>err || true
    same_bytes check.json printed
    "$HEXFOG" schema report-hash >schema.json
    /usr/bin/python3 -W ignore - plain.json io.json check.json bad.json <<'END'
import json, sys
import jsonschema
schema = json.load(open("schema.json"))
for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    for file in sys.argv[1:]:
        kind(schema).validate(json.load(open(file)))
END
    holds plain.json 'len(it["files"]) == 2 and not it["check"]
        and all(f["hash"] and f["verdict"] == "ok" for f in it["files"])'
    holds io.json 'it["status"] == "io" and it["files"][1]["verdict"] == "unreadable"'
    holds check.json 'it["check"] and it["files"][0]["hash"] == it["files"][0]["expected"]'
    holds bad.json 'len(it["messages"]) == 1 and it["messages"][0]["line"] == 2'
    "$HEXFOG" hash a.hdr nosuch.exr --report h.xml >out 2>err || true
    has 'tests="2" failures="0" errors="1"' h.xml
}
scale_can_be_given() {
    oiiotool a.exr -o o.hdr
    status_is 4 "$HEXFOG" hash o.hdr
    has "o.hdr: error: no hexfog metadata tells the scale of its levels" err
    status_is 0 "$HEXFOG" hash o.hdr --level-scale 64
}

check "hash prints the hashes that the constants file holds" constants_have_them
check "compression changes bytes and not the hash" bytes_do_not_count
check "names with backslash and newline are written as sha256sum does, and read back" \
    names_are_escaped
check "control characters of names are escapes, which --check reads back" \
    nothing_steers_the_terminal
check "a file that cannot be read has a message and no line" unreadable_has_no_line
check "--check tells OK, changed, missing and unreadable apart" lists_are_checked
check "a wrong line is refused at its place, comments and other forms are not" lists_may_be_wrong
check "a texture in place of a list is one error" textures_are_no_lists
check "reports obey report-hash" reports
if need oiiotool; then
    check "--level-scale is for files that tell none" scale_can_be_given
else
    skip "--level-scale is for files that tell none" "no oiiotool"
fi
