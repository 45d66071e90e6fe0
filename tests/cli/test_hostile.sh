# SPDX-License-Identifier: MIT
# Readers of textures meet damaged and hostile files: a status and a message for each, no
# crash, no endless loop, no gigabytes.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
hostile=$SRC/tests/cli/hostile.py
cat >map.json <<'END'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 } }
END
mkdir ours foreign damaged
"$HEXFOG" bake -q map.json -o ours/a.hdr -o ours/zip.exr -o ours/a.png -o ours/a.ktx2
"$HEXFOG" bake -q map.json -o ours/none.exr --compression none --precision float
"$HEXFOG" bake -q map.json -o ours/rle.exr --encoder reference --compression rle
"$HEXFOG" bake -q map.json -o ours/piz.exr --encoder reference --compression piz

ours() { /usr/bin/python3 "$hostile" "$HEXFOG" damaged 8000 ours/*; }
foreign() {
    for compression in b44 dwaa pxr24; do
        oiiotool ours/zip.exr --compression $compression -o "foreign/$compression.exr"
    done
    oiiotool ours/zip.exr --tile 16 16 --compression zips -o foreign/tiled.exr
    /usr/bin/python3 "$hostile" "$HEXFOG" damaged 2000 foreign/*
}

# A megabyte of this unpacks to a thousand.
bombs() {
    /usr/bin/python3 - <<'END'
import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def png(name, side):
    packer = zlib.compressobj(9)
    row = bytes(1 + (side + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) +
                   chunk(b"IEND", b""))
png("bomb.png", 20000)
END
    status_is 5 timeout 10 "$HEXFOG" info bomb.png
    has "bomb.png: error: reading the file needs " err
    status_is 5 timeout 10 "$HEXFOG" hash bomb.png --level-scale 64
    status_is 5 timeout 10 "$HEXFOG" diff bomb.png bomb.png
}
claims() {
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 65536 +X 65536\n' >claim.hdr
    status_is 4 timeout 10 "$HEXFOG" info claim.hdr
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4000000000 +X 2\n' >claim.hdr
    status_is 4 "$HEXFOG" info claim.hdr
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 0 +X 2\n' >claim.hdr
    status_is 4 "$HEXFOG" info claim.hdr
}
terminal_is_safe() {
    {
        printf '#?RADIANCE\n# hexfog version=1 \033[31mred\nEXPOSURE=\033]0;x\007\n'
        printf 'FORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\200\000\000\200'
    } >escape.hdr
    status_is 0 "$HEXFOG" info escape.hdr
    fails grep -q "$(printf '\033')" out
    status_is 1 "$HEXFOG" diff escape.hdr ours/a.hdr
    fails grep -q "$(printf '\033')" out
}

check "ours, cut at every byte and damaged 8,000 times, have a status and a message" ours
if need oiiotool; then
    check "strangers', cut at every byte and damaged 2,000 times, have them too" foreign
else
    skip "strangers', cut at every byte and damaged 2,000 times, have them too" "no oiiotool"
fi
check "a small file that unpacks to gigabytes is refused" bombs
check "sizes that a file only claims cost nothing" claims
check "a file's own words cannot steer the terminal" terminal_is_safe
