# SPDX-License-Identifier: MIT
# Prints a description with 2^20 + 1 listed tiles; an entry and its comma have twelve bytes.
cat <<'TEXT'
{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 1023 } },
  "texture": { "width": 16, "height": 16 }, "outputs": [ { "path": "map.hdr" } ],
TEXT
awk 'BEGIN {
    printf "  \"field\": { \"blocked\": ["
    for (i = 0; i <= 1048576; i++)
        printf "%s[%4d,%4d]", i ? "," : "", i % 1024 - 512, int(i / 1024) - 512
    print "] }"
}'
echo "}"
