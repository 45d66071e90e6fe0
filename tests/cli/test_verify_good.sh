# SPDX-License-Identifier: MIT
# Whatever hexfog bakes, verify proves, on the CPU and on a GPU in software.
. "$SRC/tests/lib.sh"
. "$SRC/tests/verify.sh"

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
check "a description from standard input" standard_input
if [ $gpu = none ]; then
    skip "the user's colours, and a silhouette" "built without GL"
    skip "a texture that is drawn in strips" "built without GL"
else
    check "the user's colours, and a silhouette" colours
    check "a texture that is drawn in strips" strips
fi
