# SPDX-License-Identifier: MIT
# Whatever hexfog bakes, verify proves, on the CPU and on a GPU in software.
. "$SRC/tests/lib.sh"

gpu=software
[ "${GL:-1}" != 0 ] || gpu=none # a build without GL still verifies on the CPU

# One description a metric, with an output of every kind.
outputs() {
    for encoder in stream reference; do
        echo "{ \"path\": \"$1.$encoder.hdr\", \"encoder\": \"$encoder\" },"
        for compression in none zips zip rle piz; do
            case $encoder-$compression in stream-rle | stream-piz) continue ;; esac
            for precision in half float; do
                echo "{ \"path\": \"$1.$encoder.$precision.$compression.exr\","
                echo "  \"precision\": \"$precision\", \"compression\": \"$compression\","
                echo "  \"encoder\": \"$encoder\" },"
            done
        done
    done
    for precision in half float; do
        echo "{ \"path\": \"$1.$precision.rg.exr\", \"precision\": \"$precision\","
        echo "  \"channels\": \"rg\" },"
    done
    echo "{ \"path\": \"$1.png\" }, { \"path\": \"$1.fogmap.json\" }"
}

cd "$HEXFOG_TMP"
for metric in sweep seamless; do
    cat >$metric.json <<END
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "coordinates": "odd-r",
            "shape": { "columns": 7, "rows": 5 } },
  "field": { "sources": [ [0, 0], [6, 3] ], "blocked": [ [3, 1], [3, 2] ],
             "metric": "$metric" },
  "texture": { "texels_per_tile": 7 },
  "outputs": [ $(outputs $metric) ] }
END
done

# proven REPORT COUNT: so many textures, each with every check made and passed, drawn by a
# GPU unless the build has none.
proven() {
    /usr/bin/python3 - "$1" "$2" "$gpu" <<'END'
import json, sys
it = json.load(open(sys.argv[1]))
assert it["status"] == "ok" and len(it["textures"]) == int(sys.argv[2]), it["status"]
for texture in it["textures"]:
    path, checks = texture["path"], texture["checks"]
    ids = [check["id"] for check in checks]
    assert texture["status"] == "ok" and texture["failed"] == [], path
    assert texture["error"] is None and texture["likely"] == "none", path
    assert all(check["verdict"] == "pass" for check in checks), path
    assert all(check["measured"] <= check["bound"] for check in checks), path
    assert len(ids) == len(set(ids)), path
    for part in "size metadata channels precision level g finite blue".split():
        assert "cpu." + part in ids, (path, part)
    assert texture["texels"]["wrong_level"] == texture["texels"]["wrong_g"] == 0, path
    width, height = texture["size"]
    assert texture["texels"]["count"] == width * height, path
    if sys.argv[3] == "none":
        assert texture["gpu"] is None and len(ids) == 8, path
        continue
    assert "llvmpipe" in texture["gpu"]["renderer"] and texture["gpu"]["version"], path
    wanted = {"gpu.nearest.float", "gpu.nearest.8bit", "gpu.step", "gpu.linear.f",
              "gpu.linear.float", "gpu.linear.8bit", "field.nearest.float",
              "field.nearest.8bit", "field.step", "field.step.judged", "inversion.linear",
              "inversion.exp", "inversion.exp2"}
    if path.endswith(".hdr"):
        wanted |= {one + ".rgba16f" for one in wanted if not one.startswith("inversion")}
    assert {one for one in ids if not one.startswith("cpu.")} == wanted, (path, wanted ^ set(ids))
END
}

# verify_proves NAME COUNT ARGUMENT...
verify_proves() {
    name=$1
    count=$2
    shift 2
    status_is 0 "$HEXFOG" verify --json --gpu $gpu "$@"
    cp out "$name.report.json"
    is "" "$(cat err)"
    proven "$name.report.json" "$count"
}

every_output() {
    "$HEXFOG" bake -q "$1.json"
    verify_proves "$1" 21 "$1.json"
}

# The files alone, without what the description says of them.
as_strangers() {
    mkdir -p moved
    for file in sweep.stream.hdr sweep.stream.half.zip.exr sweep.half.rg.exr \
        sweep.reference.float.piz.exr sweep.png; do
        cp "$file" "moved/$file"
    done
    verify_proves moved 5 sweep.json moved/*
    verify_proves own 1 sweep.json ./sweep.png
}

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

# Levels up to 63 hold under all three readings of an .hdr's mantissas; only b and c cost G
# more than half a step.
decoders() {
    for decoder in a b c; do
        for metric in sweep seamless; do
            verify_proves "decoder.$decoder" 1 --decoder $decoder $metric.json \
                $metric.stream.hdr
        done
    done
    /usr/bin/python3 -c '
import json
for decoder, bound in (("a", 2 ** -9), ("b", 0.006), ("c", 0.006)):
    texture = json.load(open("decoder.%s.report.json" % decoder))["textures"][0]["texels"]
    assert abs(texture["g_bound"] - bound) < 1e-9, texture
    assert (texture["max_g_error"] > 2 ** -9) == (decoder != "a"), texture'
}

standard_input() {
    (
        cd moved
        status_is 0 "$HEXFOG" verify --gpu none - sweep.stream.hdr <../sweep.json
        # Relative outputs lie in the working folder then.
        echo '{ "hexfog": 1, "base": "../sweep.json", "outputs": [ { "path": "sweep.png" } ] }' \
            >../piped.json
        status_is 0 "$HEXFOG" verify --gpu none - <../piped.json
        is sweep.png "$(head -n 1 "$HEXFOG_TMP/out")"
    )
}

# The user's colours; a fog that is not the background's colour stands out.
colours() {
    status_is 0 "$HEXFOG" verify --json --gpu $gpu sweep.json sweep.png \
        --scene-color '#204060' --fog-color 0.75,0.5,1 --background 0.75,0.5,1
    has '"colours.exp2"' out
    has '"silhouette"' out
    status_is 1 "$HEXFOG" verify --json --gpu $gpu sweep.json sweep.png \
        --fog-color '#ffffff' --background '#d0d0ff'
    /usr/bin/python3 -c '
import json
texture = json.load(open("out"))["textures"][0]
assert texture["failed"] == ["silhouette"] and texture["likely"] == "none", texture'
}

# Beyond 2048 x 2048 strips are drawn; --all draws the rest as well.
strips() {
    cat >large.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 3 } },
  "texture": { "width": 5000, "height": 1000, "bounds": [-6, -6, 6, 6] },
  "outputs": [ { "path": "large.exr", "compression": "none" } ] }
END
    "$HEXFOG" bake -q large.json
    verify_proves large 1 large.json
    verify_proves large 1 --all large.json
}

check "every format, precision, compression, encoder and channels, sweep" every_output sweep
check "every format, precision, compression, encoder and channels, seamless" \
    every_output seamless
check "textures that are not the description's outputs" as_strangers
check "the three decoders of an .hdr" decoders
check "the maps of tests/golden" golden
check "every sample" samples
check "a description from standard input" standard_input
if [ $gpu = none ]; then
    skip "the user's colours, and a silhouette" "built without GL"
    skip "a texture that is drawn in strips" "built without GL"
else
    check "the user's colours, and a silhouette" colours
    check "a texture that is drawn in strips" strips
fi
