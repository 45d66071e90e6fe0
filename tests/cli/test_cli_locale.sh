# SPDX-License-Identifier: MIT
# A locale with decimal commas changes nothing.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 0.57735026918962576, "shape": { "radius": 2 } },
  "texture": { "width": 40, "height": 40, "bounds": [-2.5, -2.5, 2.5, 2.5] },
  "encoding": { "level_scale": 10.5 },
  "outputs": [ { "path": "m.hdr" }, { "path": "m.exr" }, { "path": "m.png" },
               { "path": "m.fogmap.json" } ] }
END

# German, made for this test alone when the system has it not.
find_locale() {
    LC_ALL=de_DE.UTF-8 locale -k LC_NUMERIC 2>/dev/null | grep -q 'decimal_point=","' && return
    need localedef || return 1
    mkdir -p locales
    localedef -i de_DE -f UTF-8 "$PWD/locales/de_DE.UTF-8" 2>/dev/null || return 1
    export LOCPATH="$PWD/locales"
    LC_ALL=de_DE.UTF-8 locale -k LC_NUMERIC 2>/dev/null | grep -q 'decimal_point=","'
}
run_all() {
    mkdir -p "$1"
    "$HEXFOG" bake map.json --output-dir "$1" --set grid.origin=[0.25,0.125] 2>"$1/bake"
    "$HEXFOG" info --json map.json >"$1/info.json"
    "$HEXFOG" info map.json >"$1/info"
    "$HEXFOG" bake -n map.json --max-memory 1.5GiB >"$1/plan"
    "$HEXFOG" bake map.json --set texture.width=1.5 2>"$1/errors" || true
    sed -i "s|$1/||" "$1/bake"
}
changes_nothing() {
    LC_ALL=C run_all english
    LC_ALL=de_DE.UTF-8 LANGUAGE=de LANG=de_DE.UTF-8 run_all german
    diff -r english german
}

if find_locale; then
    check "LC_ALL=de_DE.UTF-8 changes no byte of outputs, results and messages" changes_nothing
else
    skip "LC_ALL=de_DE.UTF-8 changes nothing" "no German locale, and none can be made"
fi
