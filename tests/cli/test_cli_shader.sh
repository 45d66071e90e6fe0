# SPDX-License-Identifier: MIT
# shader prints a function that shader compilers take, with the map's own constants.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "y_axis": "up", "shape": { "radius": 3 } },
  "texture": { "width": 30, "height": 24 },
  "encoding": { "level_scale": 12.5 },
  "outputs": [ { "path": "map.exr" }, { "path": "map.hdr" }, { "path": "map.fogmap.json" } ] }
END
"$HEXFOG" bake -q map.json
"$HEXFOG" bake -q map.json -o map.png

# constant NAME FILE: what stands on the right side.
constant() {
    sed -n "s/^const [a-z0-9]* HEXFOG_$1 = \(.*\);\$/\1/p" "$2"
}

constants() {
    "$HEXFOG" shader map.json >shader
    is 12.5 "$(constant LEVEL_SCALE shader)"
    is 6.0 "$(constant MAX_LEVEL shader)"
    /usr/bin/python3 - "$(constant UV_SCALE shader)" "$(constant UV_OFFSET shader)" <<'END'
import json, re, sys
told = json.load(open("map.fogmap.json"))
assert told["level_scale"] == 12.5 and told["max_level"] == 6, told
for text, key in zip(sys.argv[1:], ("scale", "offset")):
    x, y = (float(n) for n in re.fullmatch(r"vec2\((.*), (.*)\)", text).groups())
    assert [x, y] == told["uv_from_world"][key], (text, told)
END
    is '// SPDX-License-Identifier: 0BSD' "$(head -n 1 shader)"
    "$HEXFOG" shader --lang glsl map.json | same_bytes - shader
    "$HEXFOG" shader - <map.json | same_bytes - shader
    is "" "$("$HEXFOG" shader map.json 2>&1 >/dev/null)"
}
# A texture does not know where in the world it lies; the rest is the same.
textures() {
    "$HEXFOG" shader map.json | sed '/^\/\/ World position/,$d' | grep -v '^//' >without-uv
    for file in map.exr map.hdr; do
        "$HEXFOG" shader $file >shader
        hasnt UV_SCALE shader
        hasnt hexfog_uv shader
        has "// Left out: where the texture lies in the world" shader
        grep -v '^//' shader | diff -B without-uv -
    done
    "$HEXFOG" shader map.png >shader
    is 255.0 "$(constant LEVEL_SCALE shader)"
}
# A texture is told by its name, as everywhere: capitals do not count.
capitals() {
    for file in hdr exr png; do
        cp map.$file "FOG.$(echo $file | tr a-z A-Z)"
        "$HEXFOG" shader map.$file >shader
        "$HEXFOG" shader FOG.* | same_bytes - shader
        rm FOG.*
    done
}
# What the first lines show is what a shader of the user's says: it is compiled.
usage() {
    distance='hexfog_distance_linear(texture(fogmap, hexfog_uv(world)))'
    chain="hexfog_left_linear($distance, start, end)"
    "$HEXFOG" shader map.json >shader
    has "// $chain" shader
    has "// 1: clear, 0: full fog" shader
    has "always 255.0" shader
    sed -n 's|^//     ||p' shader >example
    is 3 "$(wc -l <example)"
    {
        echo '#version 130'
        cat shader
        echo 'uniform sampler2D fogmap; uniform vec3 fog_colour; uniform float start, end;'
        echo 'in vec2 world; in vec3 scene; out vec4 drawn; void main() { vec3 colour = scene;'
        cat example
        echo "drawn = vec4(colour, $chain); }"
    } >used.frag
    glslangValidator used.frag
}
pngs() {
    "$HEXFOG" shader map.json --set 'outputs=[{"path": "a.png"}]' >shader 2>err
    is 255.0 "$(constant LEVEL_SCALE shader)"
    is "" "$(cat err)"
    status_is 0 "$HEXFOG" shader map.json --set 'outputs=[{"path": "a.png"}, {"path": "a.exr"}]'
    is 12.5 "$(constant LEVEL_SCALE out)"
    has "map.json: warning: level_scale is 255 in a.png: name that file" err
    "$HEXFOG" shader map.json --set 'outputs=[]' --set 'encoding.level_scale="auto"' >shader
    is 64.0 "$(constant LEVEL_SCALE shader)"
}

# program HEAD: a fragment shader around the printed text that calls every function.
program() {
    printf '%b\n' "$1"
    cat shader
    cat <<'END'
uniform sampler2D fogmap;
uniform vec4 window;
in vec2 world;
out vec4 colour;
void main()
{
    vec2 uv = hexfog_uv(world);
    float F = hexfog_distance_linear(texture(fogmap, uv));
    float N = hexfog_distance_nearest(texelFetch(fogmap, ivec2(uv), 0));
    float left = hexfog_left_linear(F, window.x, window.y) *
        hexfog_left_exp(N, window.x, window.z) * hexfog_left_exp2(F, window.x, window.w);
    colour = vec4(hexfog_colour(vec3(HEXFOG_MAX_LEVEL), vec3(1.0), left), HEXFOG_LEVEL_SCALE);
}
END
}
compiles() {
    "$HEXFOG" shader map.json >shader
    precise='precision highp float;\nprecision highp int;\nprecision highp sampler2D;'
    for head in '#version 130' '#version 150' '#version 330 core' '#version 450 core' \
        "#version 300 es\n$precise" "#version 320 es\n$precise"; do
        program "$head" >map.frag
        glslangValidator map.frag >said || wrong "$head: $(cat said)"
        fails grep -i warning said
    done
    # The compiler does find what is wrong.
    program '#version 330 core' | sed 's/hexfog_uv(vec2 world)/hexfog_uv(vec3 world)/' >map.frag
    fails glslangValidator map.frag
}

refusals() {
    status_is 2 "$HEXFOG" shader map.json --lang hlsl2
    has "--lang: 'hlsl2' is not one of" err
    status_is 2 "$HEXFOG" shader
    has "no FILE given" err
    status_is 3 "$HEXFOG" shader map.json --set grid.size=0
    status_is 4 "$HEXFOG" shader absent.json
    status_is 4 "$HEXFOG" shader absent.exr
    head -c 100 map.exr >cut.exr
    status_is 4 "$HEXFOG" shader cut.exr
    convert -size 8x8 xc:red foreign.png
    status_is 4 "$HEXFOG" shader foreign.png
    has "foreign.png has no hexfog metadata, so its level_scale is not known" err
    is "" "$(cat out)"
    status=0
    "$HEXFOG" shader map.json >/dev/full 2>err || status=$?
    is 4 "$status"
}

# The same constants, however a language writes them down.
languages() {
    "$HEXFOG" shader map.json | grep -v '^//' >glsl.code
    for language in glsl glsl-es hlsl gdshader wgsl; do
        "$HEXFOG" shader --lang $language map.json >$language
        is '// SPDX-License-Identifier: 0BSD' "$(head -n 1 $language)"
        for name in distance_nearest distance_linear left_linear left_exp left_exp2 colour uv; do
            grep -qE "^(float[0-9]*|vec[234]|fn) hexfog_$name\(" $language
        done
        "$HEXFOG" shader --lang $language map.exr | grep -v '^//' >without-uv
        hasnt hexfog_uv without-uv
    done
    has 'const float HEXFOG_LEVEL_SCALE = 12.5;' gdshader
    has 'static const float HEXFOG_LEVEL_SCALE = 12.5;' hlsl
    has 'const HEXFOG_LEVEL_SCALE: f32 = 12.5;' wgsl
    for language in glsl-es gdshader; do
        grep -v '^//\|^precision' $language | diff -B - glsl.code
    done
    sed 's/static const/const/; s/float\([234]\)/vec\1/g; s/lerp/mix/' hlsl | grep -v '^//' |
        diff - glsl.code
}
# The three lines of code in the text's first words.
example() {
    sed -n 's|^//     ||p' "$1" >lines
    is 3 "$(wc -l <lines)"
}
es_without_help() {
    "$HEXFOG" shader --lang glsl-es map.json >shader
    example shader
    {
        echo '#version 300 es'
        cat shader
        echo 'uniform sampler2D fogmap; uniform vec3 fog_colour; uniform float start, end;'
        echo 'in vec2 world; in vec3 scene; out vec4 drawn; void main() { vec3 colour = scene;'
        cat lines
        echo 'drawn = vec4(colour, 1.0); }'
    } >es.frag
    glslangValidator es.frag
    # Without the precision that the text brings, it is refused.
    sed '/^precision/d' es.frag >bare.frag
    fails glslangValidator bare.frag
}
hlsl() {
    "$HEXFOG" shader --lang hlsl map.json >shader
    example shader
    {
        cat shader
        echo 'Texture2D<float4> fogmap; SamplerState linear_clamp_sampler;'
        echo 'cbuffer fog { float3 fog_colour; float start; float end; };'
        echo 'float4 main(float2 world : WORLD, float3 scene : SCENE) : SV_Target'
        echo '{ float3 colour = scene;'
        cat lines
        echo 'return float4(colour, 1.0); }'
    } >hlsl.frag
    glslangValidator -D -V -S frag -e main hlsl.frag -o hlsl.spv
    spirv-val hlsl.spv
    sed 's/hexfog_uv(world)/hexfog_uv(scene, 1)/' hlsl.frag >bad.frag
    fails glslangValidator -D -V -S frag -e main bad.frag -o bad.spv
}
wgsl() {
    {
        cat wgsl.text
        echo '@group(0) @binding(0) var fogmap: texture_2d<f32>;'
        echo '@group(0) @binding(1) var linear_clamp: sampler;'
        echo '@group(0) @binding(2) var<uniform> fog: vec4<f32>;'
        echo '@fragment fn main(@location(0) world: vec2<f32>) -> @location(0) vec4<f32> {'
        echo 'let fog_colour = fog.rgb; let start = 1.0; let end = 2.0;'
        echo 'var colour = vec3<f32>(1.0);'
        sed -n 's|^//     ||p' wgsl.text
        echo 'return vec4<f32>(colour, 1.0); }'
    } >wgsl.folder/program.txt
    sh "$SRC/tests/shaders/tool.sh" wgsl wgsl.folder
    has 'texture(' wgsl.folder/glsl
}

check "constants are those of the map" constants
check "a texture gives the same, without a place in the world" textures
check "names in capitals are names of textures" capitals
check "five languages, one function set" languages
check "the level_scale of .png outputs" pngs
check "what it cannot print of is refused" refusals
if need glslangValidator; then
    check "GLSL and GLSL ES compilers take the text" compiles
    check "what the text says of its use compiles" usage
    check "GLSL ES brings its own precision" es_without_help
else
    skip "GLSL ES brings its own precision" "no glslangValidator"
    skip "GLSL and GLSL ES compilers take the text" "no glslangValidator"
    skip "what the text says of its use compiles" "no glslangValidator"
fi
if need glslangValidator spirv-val; then
    check "what the HLSL text says of its use compiles to valid SPIR-V" hlsl
else
    skip "what the HLSL text says of its use compiles to valid SPIR-V" \
        "no glslangValidator or no spirv-val"
fi
# Whether naga is here is asked with a program that is surely right.
mkdir wgsl.folder
echo '@fragment fn main() { }' >wgsl.folder/program.txt
status=0
reason=$(sh "$SRC/tests/shaders/tool.sh" wgsl wgsl.folder) || status=$?
if [ "$status" -ne 77 ]; then
    "$HEXFOG" shader --lang wgsl map.json >wgsl.text
    check "what the WGSL text says of its use compiles" wgsl
else
    skip "what the WGSL text says of its use compiles" "$reason"
fi
