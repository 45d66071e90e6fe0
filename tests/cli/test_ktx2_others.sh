# SPDX-License-Identifier: MIT
# Other people's programs read our .ktx2 files: ktx-parse and three.js's loader, in Node.
. "$SRC/tests/lib.sh"

if ! need node npm; then
    skip "ktx-parse and three.js read our .ktx2 files" "no node or no npm"
    exit 0
fi

# The two packages of tests/npm, kept in the build folder while their list stays the same.
packages=$BUILD/npm
install_packages() {
    cmp -s "$SRC/tests/npm/package-lock.json" "$packages/installed" && return
    rm -rf "$packages"
    mkdir -p "$packages"
    cp "$SRC/tests/npm/package.json" "$SRC/tests/npm/package-lock.json" "$packages"
    (cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund --cache "$packages/cache") \
        >"$HEXFOG_TMP/npm.log" 2>&1 || return 1
    rm -rf "$packages/cache"
    cp "$SRC/tests/npm/package-lock.json" "$packages/installed"
}
if ! install_packages; then
    skip "ktx-parse and three.js read our .ktx2 files" \
        "npm installs nothing here: $(grep -m 1 'npm error code' "$HEXFOG_TMP/npm.log")"
    exit 0
fi
mkdir "$HEXFOG_TMP/node"
ln -s "$packages/node_modules" "$HEXFOG_TMP/node/node_modules"
cp "$SRC/tests/cli/ktx2_others.mjs" "$HEXFOG_TMP/node"

# read_by READERS KIND "GOLDEN..." [OPTION]...
read_by() {
    readers=$1 kind=$2 goldens=$3 files=
    shift 3
    for golden in $goldens; do
        "$HEXFOG" bake -q "$SRC/tests/golden/$golden.hexfog.json" \
            -o "$HEXFOG_TMP/$golden.ktx2" --precision "$kind" "$@"
        files="$files $HEXFOG_TMP/$golden.ktx2 $SRC/tests/golden/$golden.expected.json"
    done
    # shellcheck disable=SC2086 # a list of names without spaces
    node "$HEXFOG_TMP/node/ktx2_others.mjs" "$kind" "$readers" $files
}

# The golden maps differ in size, evenness, orientation and scale.
by_both() {
    kind=$1
    shift
    read_by ktx-parse,three "$kind" "seed-small scale-ten non-square-texels" "$@"
}
check "both read rgb9e5: levels exactly, G within the bound" by_both rgb9e5
check "both read halves, R and G" by_both half
check "both read floats, R and G" by_both float
check "both read the mip levels of rgb9e5" by_both rgb9e5 --mipmaps
check "both read the mip levels of halves" by_both half --mipmaps
check "both read the mip levels of floats" by_both float --mipmaps

# three.js has no format of three halves or floats.
rgb_by_ktx_parse() {
    read_by ktx-parse half seed-small --channels rgb
    read_by ktx-parse float seed-small --channels rgb --mipmaps
}
check "ktx-parse reads R, G and B" rgb_by_ktx_parse

# The comparison itself is tried on another map of the same size, and on a byte off.
others_are_found() {
    "$HEXFOG" bake -q "$SRC/tests/golden/seed-small.hexfog.json" -o "$HEXFOG_TMP/other.ktx2" \
        --set 'field.metric="seamless"'
    for reader in three ktx-parse; do
        fails node "$HEXFOG_TMP/node/ktx2_others.mjs" half $reader "$HEXFOG_TMP/other.ktx2" \
            "$SRC/tests/golden/seed-small.expected.json"
    done
    has 'three: mip level 0, texel (' "$HEXFOG_TMP/.check.log"
    has 'ktx-parse: mip level 0, texel (' "$HEXFOG_TMP/.check.log"
}
check "another map would be found" others_are_found
