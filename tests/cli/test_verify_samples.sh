# SPDX-License-Identifier: MIT
# verify proves the golden maps and the samples, on the CPU and on a GPU in software.
. "$SRC/tests/lib.sh"
. "$SRC/tests/verify.sh"

cd "$HEXFOG_TMP"

# The maps of tests/golden, whose levels and G two other programs have computed.
golden() {
    for map in "$SRC"/tests/golden/*.hexfog.json; do
        name=$(basename "$map" .hexfog.json)
        "$HEXFOG" bake -q "$map" -o "$name.hdr" -o "$name.exr" -o "$name.png"
        verify_proves "$name" 3 "$map" "$name.hdr" "$name.exr" "$name.png"
    done
}

samples() {
    mkdir -p samples
    for sample in "$SRC"/samples/*.hexfog.jsonc; do
        name=$(basename "$sample" .hexfog.jsonc)
        "$HEXFOG" bake -q --output-dir samples "$sample"
        count=$(find samples -name "$name.*" ! -name '*.json' | grep -c .)
        verify_proves "$name" "$count" --output-dir samples "$sample"
    done
}

check "the maps of tests/golden" golden
check "every sample" samples
