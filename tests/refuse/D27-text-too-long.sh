# SPDX-License-Identifier: MIT
# Prints a description that would be right, but for one byte more than 16 MiB.
text='{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 16, "height": 16 }, "outputs": [ { "path": "map.hdr" } ] }'
printf '%s' "$text"
head -c $((16777217 - ${#text})) /dev/zero | tr '\0' ' '
