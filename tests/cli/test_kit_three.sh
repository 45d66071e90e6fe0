# SPDX-License-Identifier: MIT
# contrib/three in headless Chromium: what the page shows of a .ktx2, an .exr and an .hdr is
# what `hexfog preview` draws of the same file.
. "$SRC/tests/lib.sh"

what="three.js in Chromium shows what preview draws"
if ! need node npm chromium convert; then
    skip "$what" "no chromium, node, npm or ImageMagick (scripts/test.sh --browser installs them)"
    exit 0
fi

# three.js of tests/npm, kept in the build folder while the list stays the same. Another test
# may install it at the same time: into a folder of its own, which becomes the kept one.
packages=$BUILD/npm-three-$(sha256sum <"$SRC/tests/npm/package-lock.json" | cut -c 1-12)
install_three() {
    [ -d "$packages" ] && return
    new=$(mktemp -d "$BUILD/npm-three.XXXXXX")
    cp "$SRC/tests/npm/package.json" "$SRC/tests/npm/package-lock.json" "$new"
    if ! (cd "$new" && npm ci --ignore-scripts --no-audit --no-fund --cache "$new/cache") \
        >"$HEXFOG_TMP/npm.log" 2>&1; then
        rm -rf "$new"
        return 1
    fi
    rm -rf "$new/cache"
    mv -T "$new" "$packages" 2>/dev/null || rm -rf "$new"
}
if ! install_three; then
    skip "$what" "npm installs nothing here: $(grep -m 1 'npm error code' "$HEXFOG_TMP/npm.log")"
    exit 0
fi

# The page as it is, with its own board.glsl, beside three files of the same board.
page=$HEXFOG_TMP/page
mkdir "$page"
cp "$SRC"/contrib/three/* "$page"
ln -s "$packages/node_modules" "$page/node_modules"
cd "$HEXFOG_TMP"
range=2:8
for kind in ktx2 exr hdr; do
    "$HEXFOG" bake -q "$SRC/samples/board.hexfog.jsonc" -o "$page/board.$kind"
    "$HEXFOG" preview -q "$page/board.$kind" --range $range --scene-color 0.93,0.89,0.8 \
        --fog-color 0.2,0.27,0.4 -o "want.$kind.png"
done
"$HEXFOG" bake -q "$SRC/samples/board.hexfog.jsonc" -o "$page/rgb9e5.ktx2" --precision rgb9e5
cp want.ktx2.png want.rgb9e5.png

fixed="start=${range%:*}&end=${range#*:}"
drawn() {
    node "$SRC/tests/browser/shoot.mjs" chromium "$page" 512 512 \
        "map=board.ktx2&sample=nearest&$fixed=got.ktx2.png" \
        "map=board.exr&sample=nearest&$fixed=got.exr.png" \
        "map=board.hdr&sample=nearest&$fixed=got.hdr.png" \
        "map=rgb9e5.ktx2&sample=nearest&$fixed=got.rgb9e5.png" \
        "map=board.ktx2&sample=linear&$fixed=linear.ktx2.png" \
        "map=board.exr&sample=linear&$fixed=linear.exr.png"
}
near() {
    /usr/bin/python3 "$SRC/tests/cli/preview_pixels.py" near 1 "$1" "$2"
}
linear() {
    near linear.ktx2.png want.ktx2.png
    near linear.exr.png want.exr.png
}
# The comparison finds rows in reverse order, and fog that begins a tenth of a tile later.
others_are_found() {
    convert want.hdr.png -flip flipped.png
    fails near got.hdr.png flipped.png
    "$HEXFOG" preview -q "$page/board.ktx2" --range 2.1:8 --scene-color 0.93,0.89,0.8 \
        --fog-color 0.2,0.27,0.4 -o later.png
    fails near got.ktx2.png later.png
}

check "the page draws its files in headless Chromium" drawn
for kind in ktx2 rgb9e5 exr hdr; do
    check "three.js shows $kind as preview does, within 1/255" near got.$kind.png want.$kind.png
done
check "filtered linearly, one to one, .ktx2 and .exr show the same" linear
check "reversed rows and a later fog would be found" others_are_found
