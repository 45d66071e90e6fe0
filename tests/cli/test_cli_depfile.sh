# SPDX-License-Identifier: MIT
# --depfile: make rebuilds when the description or its base changes, whatever their names.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >base.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "one.hdr" }, { "path": "two.exr" } ] }
END
echo '{ "base": "base.json" }' >map.json

rule() {
    "$HEXFOG" bake -q map.json --depfile d
    is "one.hdr two.exr: map.json base.json
map.json:
base.json:" "$(cat d)"
    "$HEXFOG" bake -q map.json --depfile d --depfile-target 'all of it'
    is 'all\ of\ it: map.json base.json' "$(head -n 1 d)"
    "$HEXFOG" bake -q map.json -o x.hdr --depfile d
    is 'x.hdr: map.json base.json' "$(head -n 1 d)"
    "$HEXFOG" bake -q - --depfile d <map.json
    is "one.hdr two.exr: base.json
base.json:" "$(cat d)"
    mkdir -p sub into
    cp map.json base.json sub/
    "$HEXFOG" bake -q sub/map.json --output-dir into --depfile d
    is 'into/one.hdr into/two.exr: sub/map.json sub/base.json' "$(head -n 1 d)"
}
standard_output() {
    "$HEXFOG" bake -q map.json -o - --to exr -o x.hdr --depfile d >piped
    is 'x.hdr: map.json base.json' "$(head -n 1 d)"
    rm d
    status_is 2 "$HEXFOG" bake map.json -o - --to exr --depfile d
    has "--depfile: standard output has no name for a makefile (--depfile-target names a" err
    is "" "$(cat out)"
    fails test -e d
    "$HEXFOG" bake -q map.json -o - --to exr --depfile d --depfile-target x.exr >x.exr
    same_bytes piped x.exr
    is 'x.exr: map.json base.json' "$(head -n 1 d)"
}
escapes() {
    cp base.json 'a b#c$d\e\ f:g.json'
    "$HEXFOG" bake -q 'a b#c$d\e\ f:g.json' -o 'o $.hdr' --depfile d
    is 'o\ $$.hdr: a\ b\#c$$d\e\\\ f\:g.json
a\ b\#c$$d\e\\\ f\:g.json:' "$(cat d)"
}
# make finds the files under these names: nothing to do at first, again after a change.
make_agrees() {
    n=0
    for name in 'a b' 'a#b' 'a$b' 'a\b' 'a\ b' 'a\#b' 'a:b' '~a' "a'b" 'a*b' 'a?b' 'a&b' 'é'; do
        n=$((n + 1))
        mkdir "make$n"
        cp base.json "make$n/$name.json"
        {
            echo 'out.hdr:'
            printf '\t@"$$HEXFOG" bake -q "$$DESC" -o out.hdr --depfile d\n'
            echo '-include d'
        } >"make$n/Makefile"
        (
            export DESC="$name.json"
            unset MAKEFLAGS MFLAGS MAKELEVEL
            make -s -C "make$n" out.hdr
            make -q -C "make$n" out.hdr || { echo "$name: made again"; exit 1; }
            touch -d '+1 hour' "make$n/$name.json"
            fails make -q -C "make$n" out.hdr || { echo "$name: not made again"; exit 1; }
            mv "make$n/$name.json" "make$n/new.json"
            DESC=new.json make -s -C "make$n" out.hdr || { echo "$name: stopped"; exit 1; }
            touch -d '-1 hour' "make$n/new.json"
            make -q -C "make$n" out.hdr || { echo "$name: made again and again"; exit 1; }
        )
    done
}
# What would be an order or a pattern as a target has no rule of its own.
no_rule() {
    for name in 100% .IGNORE .PHONY 'end&' '	tab'; do
        cp base.json "$name"
        "$HEXFOG" bake -q "$name" -o x.hdr --depfile d
        is 1 "$(wc -l <d)"
    done
    status_is 2 "$HEXFOG" bake map.json --depfile d --depfile-target .PHONY
    has "--depfile-target: '.PHONY' cannot stand in a makefile: it is an order to make" err
}
only_on_success() {
    rm -f d
    status_is 3 "$HEXFOG" bake map.json --set grid.size=0 --depfile d
    echo '{' >broken.json
    status_is 3 "$HEXFOG" bake broken.json --depfile d
    status_is 4 "$HEXFOG" bake nosuch.json --depfile d
    fails test -e d
    echo old >d
    status_is 4 "$HEXFOG" bake map.json -o nowhere/a.hdr --depfile d
    is old "$(cat d)"
}
into_folder() {
    status_is 4 "$HEXFOG" bake map.json --depfile nowhere/d
    status_is 0 "$HEXFOG" bake map.json --depfile nowhere/d --mkdir
    test -s nowhere/d
}

check "the rule names all outputs, the description and its base" rule
check "standard output is no target" standard_output
check "space, #, \$, \\ and : are escaped" escapes
check "make reads the names as they are, and goes on when they have gone" make_agrees
check "a name that make has a use for is given no rule" no_rule
check "a failed bake writes no depfile" only_on_success
check "--mkdir makes the depfile's folder too" into_folder
