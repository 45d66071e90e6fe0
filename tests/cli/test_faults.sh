# SPDX-License-Identifier: MIT
# A part of tests/faults.sh: one command of a kind, of every failure the first and the last.
FAULTS_MOST=${FAULTS_MOST:-2}
set -- planted bake bake-sync bake-stdout bake-exr-half-zip bake-ktx2-half bake-reference-none \
    bake-map.tmj import-map-zlib.tmx verify-a.hdr diff-image hash-check info-e.ktx2 \
    shader-c.png preview-over preview-gif batch refused-map-itself
. "$SRC/tests/faults.sh"
