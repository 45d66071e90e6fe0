# SPDX-License-Identifier: MIT
# Good textures of small maps pass the drawn checks as well: G takes few values there, or a
# single texel is more than the share that may go unjudged.
. "$SRC/tests/lib.sh"
. "$SRC/tests/verify.sh"

cd "$HEXFOG_TMP"
cat >write.py <<'END'
import json

def write(name, cell, radius, orientation, metric, texture, outputs, scale="auto"):
    it = {"hexfog": 1,
          "grid": {"orientation": orientation, "cell": cell, "shape": {"radius": radius}},
          "field": {"metric": metric}, "texture": texture,
          "encoding": {"level_scale": scale},
          "outputs": outputs}
    json.dump(it, open(name + ".json", "w"))

cells = [{"width": 10, "height": 10, "side": 5}, {"width": 14, "height": 12, "side": 6}]
turned = [{"width": c["height"], "height": c["width"], "side": c["side"]} for c in cells]
number = 0
for orientation in ("flat", "pointy"):
    for metric in ("sweep", "seamless"):
        for cell in cells if orientation == "flat" else turned:
            for radius, texels in ((2, 5), (3, 5), (3, 15), (2, 25), (8, 5)):
                number += 1
                write("map%d" % number, cell, radius, orientation, metric,
                      {"texels_per_tile": texels},
                      [{"path": "map%d.exr" % number, "precision": "float"}])
            for width, height, radius in ((7, 2, 60), (33, 8, 40), (1, 1, 3), (7, 2, 40)):
                number += 1
                write("map%d" % number, cell, radius, orientation, metric,
                      {"width": width, "height": height},
                      [{"path": "map%d.hdr" % number}], 1)
print(number)
END
map_count=$(/usr/bin/python3 write.py)

none_fails() {
    number=0
    while [ "$number" -lt "$map_count" ]; do
        number=$((number + 1))
        "$HEXFOG" bake -q "map$number.json"
        status_is 0 "$HEXFOG" verify --json --gpu $gpu "map$number.json"
        proven out 1
    done
    test "$map_count" -ge 70
}

export HEXFOG
if [ "$gpu" = none ]; then
    skip "small maps of all kinds pass every drawn check" "built without GL"
else
    check "small maps of all kinds pass every drawn check" none_fails
fi
