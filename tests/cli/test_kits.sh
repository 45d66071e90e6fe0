# SPDX-License-Identifier: MIT
# The kits in contrib/ hold what `hexfog shader` prints and what `info --advise` tells; what other
# people's compilers can read of them, they read. tests/cli/test_kit_three.sh runs the page.
. "$SRC/tests/lib.sh"

kits=$SRC/contrib
board=$SRC/samples/board.hexfog.jsonc
cd "$HEXFOG_TMP"

# printed LANGUAGE FILE [OPTION]...: the file holds that text, as lines in a row.
printed() {
    language=$1 file=$2
    shift 2
    "$HEXFOG" shader --lang "$language" "$board" "$@" >text
    /usr/bin/python3 - text "$kits/$file" <<'END_OF_PROGRAM'
import sys
text, kit = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
assert ("\n" + text) in "\n" + kit, f"renew what hexfog shader prints in {sys.argv[2]}"
END_OF_PROGRAM
}
remaps() {
    printed hlsl unity/board.hlsl
    printed hlsl unreal/board.ush
    printed gdshader godot/board.gdshaderinc
    printed glsl-es three/board.glsl
    printed wgsl bevy/fog.wgsl
    printed glsl raylib/board.glsl --set 'outputs=[{"path": "board.png"}]'
    # Another map's text would be found.
    fails printed glsl raylib/board.glsl
    fails printed wgsl bevy/fog.wgsl --set grid.size=2
}

# Each page names every setting of the program's table, and says whether it was run.
pages() {
    for kit in unity unreal godot three bevy raylib; do
        "$HEXFOG" info "$board" --advise $kit | sed -n '/^settings/,$p' | sed 's/^settings//' |
            sed 's/^ *//' >settings
        [ "$(wc -l <settings)" -ge 3 ]
        tr '\n' ' ' <"$kits/$kit/README.md" >page
        while read -r setting; do
            has "$setting" page
        done <settings
        for word in Orientation. Filtering. .hdr. 'Moving the fog.'; do
            has "**$word**" page
        done
        grep -q '\*\*\(Not run\|Run\)\*\*' page
        [ "$(wc -l <"$kits/$kit/README.md")" -le 60 ]
    done
}

# hlsl ENTRY STAGE FILE: glslang compiles it to SPIR-V that spirv-val accepts.
hlsl() {
    rm -f spirv
    glslangValidator -D -V -S "$2" -e "$1" -I"$HEXFOG_TMP" -I"$kits/unity" \
        --auto-map-bindings --auto-map-locations "$3" -o spirv && spirv-val spirv
}
unity() {
    core=Packages/com.unity.render-pipelines.universal/ShaderLibrary
    mkdir -p $core
    cp "$SRC/tests/kits/unity.hlsl" $core/Core.hlsl
    {
        echo '#extension GL_GOOGLE_include_directive : enable'
        sed -n '/HLSLPROGRAM/,/ENDHLSL/p' "$kits/unity/HexfogGround.shader" |
            grep -v 'HLSLPROGRAM\|ENDHLSL\|#pragma'
    } >ground.hlsl
    hlsl Vertex vert ground.hlsl
    hlsl Fragment frag ground.hlsl
    sed 's/HexfogUv(input/HexfogUV(input/' ground.hlsl >bad.hlsl
    fails hlsl Fragment frag bad.hlsl
    { echo '#define HEXFOG_NEAREST'; cat ground.hlsl; } >nearest.hlsl
    hlsl Fragment frag nearest.hlsl
}
graph() {
    {
        cat "$SRC/tests/kits/unity.hlsl" "$kits/unity/HexfogGraph.hlsl"
        echo 'Texture2D<float4> map; SamplerState state;'
        echo 'float4 main(float3 place : PLACE) : SV_Target { UnityTexture2D fogmap;'
        echo 'fogmap.tex = map; fogmap.samplerstate = state;'
        echo 'float left; HexfogLeft_float(fogmap, place, 2.0, 8.0, left); return left; }'
    } >graph.hlsl
    hlsl main frag graph.hlsl
}
unreal() {
    {
        cat "$kits/unreal/board.ush"
        echo '#define Texture2DSampleLevel(map, state, uv, level) map.SampleLevel(state, uv, level)'
        echo 'float Node(Texture2D<float4> FogMap, SamplerState FogMapSampler, float3 Place,'
        echo '    float UnitSize, float Start, float End) {'
        cat "$kits/unreal/fog_node.hlsl"
        echo '}'
        echo 'Texture2D<float4> map; SamplerState state;'
        echo 'float4 main(float3 place : PLACE) : SV_Target'
        echo '{ return Node(map, state, place, 100.0, 2.0, 8.0); }'
    } >node.hlsl
    hlsl main frag node.hlsl
}
raylib_shader() {
    { echo '#version 330'; cat "$kits/raylib/board.glsl" "$kits/raylib/fog_main.glsl"; } >fog.frag
    glslangValidator fog.frag
    has 'const float HEXFOG_LEVEL_SCALE = 255.0;' fog.frag
}
raylib_program() {
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -I"$SRC/tests/kits" -c "$kits/raylib/fog.c" -o fog.o
}
bevy() {
    {
        echo 'struct VertexOutput { @builtin(position) position: vec4<f32>,'
        echo '    @location(0) world_position: vec4<f32> }'
        grep -v '^#import' "$kits/bevy/fog.wgsl" | sed 's/^fn fragment(/fn main(/'
    } >wgsl.folder/program.txt
    sh "$SRC/tests/shaders/tool.sh" wgsl wgsl.folder
    has 'texture(' wgsl.folder/glsl
}
# Godot 3 has no #include and no hints for filters, and another name for the matrix.
godot() {
    mkdir -p godot.folder
    sed -e "/^#include/{r $kits/godot/board.gdshaderinc" -e 'd}' \
        -e 's/ : filter_linear, repeat_disable;/;/; s/MODEL_MATRIX/WORLD_MATRIX/' \
        "$kits/godot/fog.gdshader" >godot.folder/program.txt
    has hexfog_uv godot.folder/program.txt
    head -c 36 /dev/zero >godot.folder/cases
    sh "$SRC/tests/shaders/tool.sh" godot godot.folder
    is 3 "$(wc -l <godot.folder/pixels)"
    sed -i 's/hexfog_left_linear(F, start/hexfog_left_linear(F, begin/' godot.folder/program.txt
    fails sh "$SRC/tests/shaders/tool.sh" godot godot.folder
}

check "each kit holds what hexfog shader prints" remaps
check "each kit's page names every setting, and fits on a page" pages
check "the raylib program compiles against declarations of what it calls" raylib_program
if need glslangValidator spirv-val; then
    check "the Unity shader compiles with stand-ins for Unity's macros" unity
    check "the Unity function for Shader Graph compiles so too" graph
    check "the Unreal node compiles as the body of a function" unreal
    check "the raylib shader compiles" raylib_shader
else
    skip "the HLSL and GLSL of the kits compile" "no glslangValidator or no spirv-val"
fi
mkdir wgsl.folder
echo '@fragment fn main() { }' >wgsl.folder/program.txt
status=0
reason=$(sh "$SRC/tests/shaders/tool.sh" wgsl wgsl.folder) || status=$?
if [ "$status" -ne 77 ]; then
    check "naga takes the Bevy shader with a stand-in for its import" bevy
else
    skip "naga takes the Bevy shader with a stand-in for its import" "$reason"
fi
if need godot3 xvfb-run; then
    check "Godot 3 takes the Godot shader after three changes of words" godot
else
    skip "Godot 3 takes the Godot shader after three changes of words" "no godot3 or no xvfb-run"
fi
